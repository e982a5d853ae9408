public import DesktopModel
public import Geometry

/// The settings of the short banner that shows a level, such as the volume, when it has changed.
public struct LevelSettings: Equatable, Sendable {
  public var isEnabled = true
  /// The levels that are shown; empty for all.
  public var kinds: [LevelKind] = []
  /// Seconds that the banner stays after the last change.
  public var timeout = 1.5
  /// The outputs with the banner: `focused`, `all`, or the name of an output.
  public var output = "focused"
  /// The place of the banner on its output.
  public var anchor = NotificationSettings.Anchor.bottom
  /// Distance of the banner to the edges that it is at, in logical pixels.
  public var margin = 64
  /// Width of the banner, in logical pixels.
  public var width = 300
  public var layer = SurfaceLayer.overlay
  /// The name of the material of the glass; nil: that of the island out of which the banner grows, or `usualMaterial` where there is
  /// none.
  public var material: String?
  public var relief = ReliefSettings()
  /// The font in Pango's syntax, with the size in points.
  public var font = FontName.usualFamilies + " 11"

  /// The name of the material of a banner that grows out of no island.
  public static let usualMaterial = "notificationBanner"

  public init() {}

  /// The levels that are shown.
  public var shownKinds: [LevelKind] { kinds.isEmpty ? LevelKind.allCases : kinds }
}
