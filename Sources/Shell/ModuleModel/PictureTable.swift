public import Scenes

/// The icons and pictures that have been read for a bar or a popup.
public struct PictureTable: Equatable, Sendable {
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
    public var icon: ModuleIcon
    /// The side of the square that the picture fits into, in points.
    public var side: Double

    public init(_ icon: ModuleIcon, side: Double) {
      self.icon = icon
      self.side = side
    }
  }

  /// The side of an icon of a module without a size of its own, in points.
  public static let iconSide = 16.0

  /// The pictures; nil for one that does not exist. A picture without an entry is still being read.
  public var pictures: [Key: Picture?] = [:]

  public init() {}
}
