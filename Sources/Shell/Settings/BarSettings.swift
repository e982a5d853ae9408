public import Geometry
public import ModuleModel
import TextProcessing

/// The settings of one bar, which is shown on each output that it is for.
public struct BarSettings: Equatable, Sendable {
  /// The shape of the outputs on which the bar is shown.
  public enum Orientation: String, CaseIterable, Sendable {
    case always, portrait, landscape
  }

  /// When the bar is shown.
  public enum Mode: String, CaseIterable, Sendable {
    /// The bar is always shown.
    case docked
    /// The bar is shown while the pointer is at its edge or over it.
    case autoHide = "auto-hide"
    /// The bar is shown while no window overlaps it, and otherwise as with auto-hide.
    case dodge
    /// The bar is shown when a command asks for it.
    case hidden
  }

  /// The parts of the bar that lie on a sheet of glass of their own.
  public enum Glass: String, CaseIterable, Sendable {
    /// The whole bar is one sheet.
    case bar
    /// Each zone that shows anything is a sheet, with nothing between.
    case zones
    /// Each module is a sheet, and so is each group with all of its members.
    case modules
    /// No module is a sheet, unless its own settings say so.
    case none
  }

  /// The outputs that the bar is for; empty for all.
  public var outputs: [NegatablePattern] = []
  /// The look whose defaults the options of the bar have.
  public var style = Style.edge
  /// The edge of the output; zones are ordered from left to right at a horizontal edge, from top
  /// to bottom otherwise.
  public var edge = OutputEdge.top
  /// Extent of the bar across its edge, in logical pixels.
  public var height = 32
  /// Whether `height` is chosen by the fonts and icons of the bar.
  var hasOwnHeight = false
  /// Extent of the bar along its edge, in logical pixels; nil for all of the edge.
  public var length: Int?
  /// Whether the glass is as long as the modules need, which lie together in the middle of the edge.
  public var isAsLongAsContent = false
  /// Distances to the edges of the output or to the exclusive zones of other panels, in logical pixels.
  public var marginTop = 0
  public var marginRight = 0
  public var marginBottom = 0
  public var marginLeft = 0
  /// Radius of the corners, in logical pixels; 0 for square corners.
  public var cornerRadius = 0
  public var glass = Glass.bar
  /// Whether clicks on the bar are for what is below it.
  public var isClickThrough = false
  /// The radius of the corners of islands, in points; half of the bar's height makes their ends round.
  public var islandRadius = 10.0
  /// The distance from the ends of an island to the modules on it, in points, in addition to their own padding.
  public var islandPadding = 4.0
  /// The least distance between two islands, in points.
  public var islandGap = 8.0
  /// The distance below which two islands flow together, in points; 0: they never do.
  public var merge = 0.0
  /// The fill under all modules of each zone of a bar that is one sheet of glass; nil: there is none.
  public var zoneFill: ModuleFill?
  /// The distance between two modules, in points, in addition to their own padding.
  public var spacing = 4.0
  /// The distance from an end of the bar to its first module, in points, in addition to the module's own padding.
  public var endPadding = 4.0
  /// The distance from the ends of the sheets of a bar to their first and last modules, in points, in addition to the padding of
  /// the modules.
  public var sheetPadding: Double { glass == .bar ? endPadding : islandPadding }
  /// Whether the surface of the bar has room without glass, in which nothing is drawn.
  public var hasIslands: Bool { glass != .bar || isAsLongAsContent }
  /// The radius of the corners of fills under modules, in points; nil: that which suits the corners of the bar.
  public var pillRadius: Double?
  /// The width, in points, of the line along one side of a bar that is one sheet of glass.
  public var underlineWidth = 2.0
  /// The colour of the line along one side of the bar, encoded sRGB and opacity; nil: the bar has no line.
  public var underlineColour: SIMD4<Double>?
  /// The side of the bar along which its line lies.
  public var underlineEdge = UnderlineEdge.inner
  /// Whether the bar reserves an exclusive zone, which windows keep clear of.
  public var isExclusive = true
  /// The layer of the bar's surface.
  public var layer = SurfaceLayer.top
  public var showIn = Orientation.always
  public var mode = Mode.docked
  /// Seconds that the pointer must stay at the edge before a hidden bar is shown.
  public var revealDelay = 0.1
  /// Seconds from when the pointer leaves the bar until the bar is hidden.
  public var hideDelay = 0.6
  public var material = "systemMaterial"
  /// The strengths of rim, shadow and press light; a bar with square corners has a rim, and one that does not float a shadow, only
  /// if they are given here.
  public var relief = ReliefSettings()
  /// The ink of texts and icons without one of their own; nil: that of the material.
  public var ink: ModuleInk?
  /// The font in Pango's syntax, with the size in points. The strokes of its medium weight are as wide as those of our own icons.
  public var font = FontName.usualFamilies + " Medium 10.5"
  /// The modules at the left or upper end, in the middle, and at the right or lower end. Those that have nothing to show, such as
  /// a battery that does not exist, take no room.
  public var start = [.workspaces, .separator, .window].map { ModuleName($0) }
  public var center: [ModuleName] = [.clock]
  public var end = [
    .media, .tray, .separator, .privacy, .systemd, .network, .bluetooth, .audio, .backlight, .battery, .bell,
    .session,
  ].map { ModuleName($0) }

  /// The looks by the windows of the output, in the order of the file.
  public var states: [BarState] = []

  public init() {}

  /// The modules of all zones.
  public var modules: [ModuleName] { start + center + end }

  /// Whether the bar is for an output with these names.
  public func isFor(_ output: OutputNames) -> Bool {
    let (excluding, including) = (outputs.filter(\.isNegated), outputs.filter { !$0.isNegated })
    func finds(_ pattern: NegatablePattern) -> Bool { output.all.contains(where: pattern.pattern.matches) }
    return !excluding.contains(where: finds) && (including.isEmpty || including.contains(where: finds))
  }

  /// Whether the bar is shown on an output of this shape; a square counts as landscape.
  public func isShown(isPortrait: Bool) -> Bool {
    switch showIn {
    case .always: true
    case .portrait: isPortrait
    case .landscape: !isPortrait
    }
  }
}
