public import Geometry
public import ModuleModel
public import Scenes
public import Settings
public import ShellModel
public import Views
public import VisualEffects

/// A status bar on its surface: the content of a bar on a sheet of glass, which may be partly off the screen.
public struct BarView {
  public var state: State
  public var bar: BarSettings
  /// The size of the bar, in physical pixels.
  public var size: PixelSize
  /// Physical pixels per logical pixel.
  public var scale: Double
  public var material: Material
  /// The opacity of the whole bar, 0 … 1.
  public var alpha = 1.0
  /// The part of the bar's thickness that is on the screen, 0 … 1: it slides in from its edge.
  public var reach = 1.0

  /// The pictures of the bar, and what moves or is open on it.
  public var context = BarContext()
  /// The state of pointer and keyboard on its modules.
  public var interaction = Interaction()
  /// The cache of the last layout of the same bar; nil for none.
  public var memory: LayoutMemory?

  /// The bar's upper left corner in its surface and the surface's size, in physical pixels; nil
  /// if the bar fills it.
  public var place: (x: Int, y: Int, surface: PixelSize)?

  /// Makes a bar; `bar` is the first of the settings if nil.
  public init(
    state: State, bar: BarSettings? = nil, size: PixelSize, scale: Double, material: Material
  ) {
    self.state = state
    self.bar = bar ?? state.settings.bar
    self.size = size
    self.scale = scale
    self.material = material
  }

  /// The scene of the bar.
  public func scene(measurer: some TextMeasurer) -> Scene { laidOut(measurer: measurer).scene }

  /// The scene of the bar with the places of its parts. Its glass has room for the fill of a module under the pointer, if there is
  /// any module.
  public func laidOut(measurer: some TextMeasurer) -> LaidOutView {
    var environment = ViewEnvironment(
      scale: scale, isDark: material.isDark, legibility: state.presentation.legibility, font: font(measurer))
    environment.edge = state.presentation.edge
    environment.leastTextWidth = BarContent.leastWidth
    environment.interaction = interaction
    if let ink = bar.ink { environment.ink = ViewInk(ink) }
    if let accent = state.presentation.accent { environment.accent = Accent(accent) }
    environment.isRightToLeft = state.presentation.isRightToLeft
    func fit(_ content: ViewTree) -> LaidOutView {
      layout(content, in: Proposal(surface), environment: environment, measurer: measurer, memory: memory)
    }
    var content = content
    // A bar that is not visible has no glass, so that nothing is blurred for it.
    var view = fit(alpha > 0 && reach > 0 ? sheet(content) : Spacer().body)
    content.clearSeparators = content.looseSeparators(
      among: Set(view.identities.compactMap { $0.key.value as? BarItem }))
    // Only a layout tells which modules have room. Separators that are not drawn keep theirs, so that all else stays.
    if !content.clearSeparators.isEmpty { view = fit(sheet(content)) }
    view = view.merged(within: bar.hasIslands ? bar.merge * scale : 0)
    return view.sharingInks(with: view.identities.isEmpty ? [] : [.vibrant(.fill)])
  }

  /// The font of the bar. At the left or right edge it is smaller as far as a percentage of three figures needs it.
  private func font(_ measurer: some TextMeasurer) -> String {
    let room = Double(size.width) - 2 * BarContent.sidePadding * scale
    func width(_ font: String) -> Double {
      Double(
        measurer.measure(StyledText(string: "100", font: font, scale: scale, maxWidth: nil)).size.width)
    }
    guard !bar.edge.isLevel, room > 0, width(bar.font) > room else { return bar.font }
    return FontName(bar.font).fitted(in: room, extent: width)
  }

  /// The icons and pictures that the bar shows or waits for.
  public var wantedPictures: Set<PictureTable.Key> {
    var wanted: Set<PictureTable.Key> = []
    if state.pictured.isEmpty { return wanted }
    for module in state.settings.shownModules(of: bar) where state.pictured.contains(module) {
      guard let shown = state.shown(module, on: context.output) else { continue }
      wanted.formUnion(shown.nextIcons.map { shown.picture(ofIcon: $0) })
      for part in shown.parts {
        wanted.formUnion(part.icons(isUpright: !bar.edge.isLevel).map { part.picture(ofIcon: $0) })
        if let overlay = part.overlay { wanted.insert(part.picture(ofOverlay: overlay)) }
      }
      wanted.formUnion(state.pictures(of: module))
    }
    return wanted
  }

  /// The content of the bar's modules that have been read, by their names; it may have nothing that is visible.
  public var readModules: [ModuleName: ShownModule] {
    let names = state.settings.shownModules(of: bar).filter { $0.kind != .image }
    return names.reduce(into: [:]) { $0[$1] = state.shown($1, on: context.output) }
  }

  private var surface: PixelSize { place?.surface ?? size }

  private var content: BarContent {
    var content = BarContent(
      state: state, bar: bar, context: context,
      thickness: Double(bar.edge.isLevel ? size.height : size.width) / scale)
    if bar.hasIslands {
      content.island = glass(radius: bar.glass == .bar ? Double(bar.cornerRadius) : bar.islandRadius)
    }
    return content
  }

  /// The content in its place, on a sheet of glass unless it has islands.
  private func sheet(_ content: BarContent) -> ViewTree {
    let hidden = hidden
    let frame = LogicalRect(
      PixelRect(size).offset(x: (place?.x ?? 0) + hidden.x, y: (place?.y ?? 0) + hidden.y), scale: scale)
    if bar.hasIslands { return content.position(frame) }
    return lined(content).glass(glass(radius: Double(bar.cornerRadius))).position(frame)
  }

  /// The content of a bar that is one sheet, with the line at one of its sides if there is one.
  private func lined(_ content: BarContent) -> ViewTree {
    guard bar.underlineColour != nil else { return content.body }
    return ModuleUnderline(bar, thickness: content.thickness)
      .under(content.frame(maxWidth: .infinity, maxHeight: .infinity))
  }

  /// The sheet of the bar, or of an island; one with round corners floats, so that it has the edge of what floats unless its
  /// material has another.
  ///
  /// A sheet with square corners has no rim by default; that of a bar that touches the edge of the screen lies along the side that faces
  /// the middle of the screen alone. A bar casts a shadow by default if it floats, away from its edge and with round corners; one that
  /// touches the edge of the screen has nothing to cast a shadow on.
  private func glass(radius: Double) -> GlassSheet {
    let material = bar.relief.applied(to: material)
    let hasRim = radius > 0 || bar.relief.rim != nil
    var sheet = GlassSheet(
      BlurEffect(material: material), corners: LogicalCorners(radius),
      border: hasRim ? Elevation.raised.border(of: material) : nil,
      shadows: bar.castsShadow ? Elevation.raised.shadows(of: material) : [], opacity: alpha)
    let hasOwnBorder = material.finish?.borderWidth != nil
    if radius <= 0, !bar.isAway, !bar.hasIslands, !hasOwnBorder { sheet.borderSide = bar.edge.opposite }
    return sheet
  }

  /// The distance by which the bar is moved towards its edge, in physical pixels: at last it is beyond its surface, with its shadow.
  private var hidden: (x: Int, y: Int) {
    func length(_ whole: Int) -> Int { Int((Double(whole) * (1 - reach)).rounded()) }
    return switch bar.edge {
    case .top: (0, -length(surface.height))
    case .bottom: (0, length(surface.height))
    case .left: (-length(surface.width), 0)
    case .right: (length(surface.width), 0)
    }
  }
}
