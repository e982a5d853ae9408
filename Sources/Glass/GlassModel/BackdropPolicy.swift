public import Scenes

/// What is to be seen behind glass, and what instead where live glass cannot be had.
public struct BackdropPolicy: Equatable, Sendable {
  /// Un-blended captures are wanted.
  public var isLive: Bool
  /// The compositor's own blur is wanted, or will do where live glass cannot be had.
  public var allowsCompositor = true
  /// A picture's path and how it is placed; nil: none.
  public var wallpaper: Wallpaper?
  /// Why there is none although it was asked for, for people to read.
  public var remark: String?
  /// Captures per second at most; nil: by kind of renderer and power source.
  public var maximumRate: Int?

  /// Whether the machine runs on its battery; nil: as the kernel says when captures begin.
  public var isOnBattery: Bool?

  public struct Wallpaper: Equatable, Sendable {
    /// How a picture is placed on an output, as swaybg does it.
    public enum Placement: String, CaseIterable, Sendable {
      case fill, fit, center, tile
    }

    public var path: String
    public var placement: Placement
    /// Only its average colour is shown.
    public var isPlain: Bool

    public init(path: String, placement: Placement = .fill, isPlain: Bool = false) {
      self.path = path
      self.placement = placement
      self.isPlain = isPlain
    }
  }

  public init(isLive: Bool = true, wallpaper: Wallpaper? = nil, maximumRate: Int? = nil) {
    self.isLive = isLive
    self.wallpaper = wallpaper
    self.maximumRate = maximumRate
  }
}

/// What is shown of a wallpaper on one output.
public enum WallpaperContent: Sendable {
  /// A picture that covers the output.
  case picture(Bitmap)
  /// Its average colour, encoded sRGB, 0 … 1.
  case colour(SIMD3<Double>)
  /// Why it cannot be read, for people.
  case failed(String)
}
