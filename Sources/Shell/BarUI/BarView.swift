public import Geometry
import ModuleModel
public import Scenes
public import Settings
public import ShellModel
public import Views
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

  /// The name of its output, for modules that show something else on each; nil: it is on none in particular.
  public var output: String?
  /// The icons and pictures that were read for it.
  public var pictures = BarPictureTable()
  /// What pointer and keyboard are doing with its modules.
  public var interaction = Interaction()

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
  public func scene(measurer: some TextMeasurer) -> Scene { laidOut(measurer: measurer).scene }

  /// What the bar shows, and what is where on it.
  public func laidOut(measurer: some TextMeasurer) -> LaidOutView {
    var environment = ViewEnvironment(
      scale: scale, isDark: material.isDark, legibility: state.presentation.legibility, font: bar.font)
    environment.leastTextWidth = BarContent.leastWidth
    environment.interaction = interaction
    // A bar that is not seen has no glass, so that nothing is blurred for it.
    let content = alpha > 0 && reach > 0 ? sheet : Spacer().body
    return layout(content, in: Proposal(surface), environment: environment, measurer: measurer)
  }

  /// The icons and pictures that it shows, or would if they were read.
  public var wantedPictures: Set<BarPictureTable.Key> {
    var wanted: Set<BarPictureTable.Key> = []
    for module in state.settings.shownModules(of: bar) {
      guard let shown = state.shown(module, on: output) else { continue }
      wanted.formUnion(shown.icons.map { BarPictureTable.Key(name: $0, side: ModuleItem.iconSide) })
      if let picture = state.picture(of: module) { wanted.insert(picture) }
    }
    return wanted
  }

  private var surface: PixelSize { place?.surface ?? size }

  private var sheet: ViewTree {
    let hidden = hidden
    let frame = LogicalRect(
      x: Double((place?.x ?? 0) + hidden.x) / scale, y: Double((place?.y ?? 0) + hidden.y) / scale,
      width: Double(size.width) / scale, height: Double(size.height) / scale)
    return BarContent(
      state: state, bar: bar, pictures: pictures, output: output,
      inks: ModuleInks(material: material, legibility: state.presentation.legibility),
      thickness: Double(bar.edge.isLevel ? size.height : size.width) / scale
    )
    .glass(
      GlassSheet(
        BlurEffect(material: material), corners: LogicalCorners(Double(bar.cornerRadius)), opacity: alpha)
    )
    .position(frame)
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
