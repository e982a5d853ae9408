public import Scenes

/// The wanted kind of backdrop, and what is shown where live glass is impossible.
public struct BackdropPolicy: Equatable, Sendable {
  /// Whether live glass is wanted, whose backdrop is computed from captures.
  public var isLive: Bool
  /// Whether the compositor's own blur may be used, in place of live glass or where that is impossible.
  public var allowsCompositor = true
  /// The wallpaper that is shown where neither live glass nor the compositor's blur is; nil: none.
  public var wallpaper: Wallpaper?
  /// The reason, for the user, why there is no wallpaper although one was asked for; nil: there is none.
  public var remark: String?
  /// The greatest number of captures per second; nil: it depends on the renderer and the power source.
  public var maximumRate: Int?

  /// Whether the machine runs on its battery; nil: the kernel is asked when captures begin.
  public var isOnBattery: Bool?

  public struct Wallpaper: Equatable, Sendable {
    /// The placement of a picture on an output, with the names and rules of swaybg.
    public enum Placement: String, CaseIterable, Sendable {
      case fill, fit, center, tile
    }

    public var path: String
    public var placement: Placement
    /// Whether only the picture's average colour is shown.
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

/// The part of a wallpaper that one output shows.
public enum WallpaperContent: Sendable {
  /// A picture that covers the output.
  case picture(Bitmap)
  /// The wallpaper's average colour, encoded sRGB, 0 … 1.
  case colour(SIMD3<Double>)
  /// The reason, for the user, why the wallpaper cannot be read.
  case failed(String)
}
