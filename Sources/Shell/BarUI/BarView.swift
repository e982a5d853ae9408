public import Geometry
public import Scenes
public import Settings
public import ShellModel
import Views
public import VisualEffects

/// A status bar on its surface: the content of a bar on a sheet of glass, of which a part may be on the screen.
public struct BarView {
  public var state: State
  public var bar: BarSettings
  /// The bar in physical pixels.
  public var size: PixelSize
  /// Physical per logical pixels.
  public var scale: Double
  public var material: Material
  /// The opacity of the whole bar, 0 … 1.
  public var alpha = 1.0
  /// How much of it is on the screen, 0 … 1: it slides in from its edge.
  public var reach = 1.0

  /// Its upper left corner in its surface, and the surface, if that is not all of it; physical pixels.
  public var place: (x: Int, y: Int, surface: PixelSize)?

  /// `bar` nil: the first of the settings.
  public init(
    state: State, bar: BarSettings? = nil, size: PixelSize, scale: Double, material: Material
  ) {
    self.state = state
    self.bar = bar ?? state.settings.bar
    self.size = size
    self.scale = scale
    self.material = material
  }

  /// What the bar shows.
  public func scene(measurer: some TextMeasurer) -> Scene {
    // A bar that is not seen has no glass, so that nothing is blurred for it.
    guard alpha > 0, reach > 0 else { return Scene(size: surface, nodes: []) }
    var environment = ViewEnvironment(
      scale: scale, isDark: material.isDark, legibility: state.presentation.legibility, font: bar.font)
    environment.leastTextWidth = BarContent.leastWidth
    return layout(sheet, in: Proposal(surface), environment: environment, measurer: measurer).scene
  }

  private var surface: PixelSize { place?.surface ?? size }

  private var sheet: Views.ViewTree {
    let hidden = hidden
    return BarContent(state: state, bar: bar).glass(
      material,
      GlassStyle(corners: LogicalCorners(Double(bar.cornerRadius)), opacity: alpha)
    )
    .position(
      LogicalRect(
        x: Double((place?.x ?? 0) + hidden.x) / scale, y: Double((place?.y ?? 0) + hidden.y) / scale,
        width: Double(size.width) / scale, height: Double(size.height) / scale))
  }

  /// How far it is moved towards its edge, by what is not on the screen; physical pixels.
  private var hidden: (x: Int, y: Int) {
    func length(_ whole: Int) -> Int { Int((Double(whole) * (1 - reach)).rounded()) }
    return switch bar.edge {
    case .top: (0, -length(size.height))
    case .bottom: (0, length(size.height))
    case .left: (-length(size.width), 0)
    case .right: (length(size.width), 0)
    }
  }
}
