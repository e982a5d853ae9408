public import Scenes

/// The icons and pictures that have been read for a bar.
public struct BarPictureTable: Equatable, Sendable {
  /// An icon or a picture.
  public struct Picture: Equatable, Sendable {
    public var bitmap: Bitmap
    /// Whether only the bitmap's alpha counts, which is drawn in the ink of the text beside it.
    public var isTemplate: Bool

    public init(bitmap: Bitmap, isTemplate: Bool) {
      self.bitmap = bitmap
      self.isTemplate = isTemplate
    }
  }

  /// A picture at one size.
  public struct Key: Hashable, Sendable {
    /// The name of an icon, or an absolute path.
    public var name: String
    /// The side of the square that the picture fits into, in points.
    public var side: Double
    /// The number of changes of the file.
    public var version = 0

    public init(name: String, side: Double, version: Int = 0) {
      self.name = name
      self.side = side
      self.version = version
    }
  }

  /// The side of an icon of a module without a size of its own, in points.
  public static let iconSide = 16.0

  /// The pictures; nil for one that does not exist. A picture without an entry is still being read.
  public var pictures: [Key: Picture?] = [:]

  public init() {}
}
