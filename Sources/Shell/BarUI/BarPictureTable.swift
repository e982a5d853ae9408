public import Scenes

/// The icons and pictures that were read for a bar.
public struct BarPictureTable: Equatable, Sendable {
  /// An icon or a picture.
  public struct Picture: Equatable, Sendable {
    public var bitmap: Bitmap
    /// Only its alpha counts: it is drawn in the ink of the text beside it.
    public var isTemplate: Bool

    public init(bitmap: Bitmap, isTemplate: Bool) {
      self.bitmap = bitmap
      self.isTemplate = isTemplate
    }
  }

  /// What is shown where.
  public struct Key: Hashable, Sendable {
    /// The name of an icon, or an absolute path.
    public var name: String
    /// The side of the square that it fits into, in points.
    public var side: Double
    /// Counts how often the file has changed.
    public var version = 0

    public init(name: String, side: Double, version: Int = 0) {
      self.name = name
      self.side = side
      self.version = version
    }
  }

  /// Nil: it was looked for, and there is none. What is not here is still being read.
  public var pictures: [Key: Picture?] = [:]

  public init() {}
}
