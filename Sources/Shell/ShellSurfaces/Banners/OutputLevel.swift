import BarUI
import DesktopModel
import Geometry
import LiveGlass
import Loop
import Notifications
import Scenes
import Settings
import ShellModel
import VisualEffects

/// The banner of a level on one output: opens a surface while there is a level to show, and moves what is on it.
final class OutputLevel {
  let output: any ShellOutput
  /// The surface; nil while there is nothing to show, and after the compositor has closed it.
  var surface: (any ShellSurface)? { place.surface }
  /// The frames that were committed on all surfaces up to now, for statistics.
  var frameCount: Int { place.frameCount }
  /// Called when there may be something to do in the next update, also when the surface has got its place.
  var onChange: (() -> Void)?
  /// Returns the island out of which the banner of a level grows; nil: the banner does not grow.
  var island: (Level) -> ModuleIsland? = { _ in nil }
  private let loop: EventLoop
  private let makeState: () -> State
  private let place: SurfaceHost
  private var motion = LevelMotion()
  /// The island out of which the banner grows; nil: it does not grow.
  private var source: ModuleIsland?
  /// The name of the material of the island beside which the last level was shown; nil: there was none.
  private var islandMaterial: String?
  /// The growth of the banner out of `source`.
  private var growth = PopupMotion.none
  private var devices = LevelDevices()
  /// Whether there is a level to show.
  private var isWanted = false
  /// The source of the size of the area that panels leave on the output; nil while there is no surface.
  private var area: (any AreaSource)?
  /// The width of the area for which the surface was placed, in logical pixels.
  private var fittedWidth = 0
  /// The size for which the last scene was made; nil: none was.
  private var drawnSize: PixelSize?
  /// The banner has faded out, and the surface is to be closed in the next update.
  private var hasLeft = false
  /// The symbol that was drawn last, with what it was drawn for.
  private var symbol: (name: String, scale: Double, bitmap: Bitmap?)?

  init(on output: any ShellOutput, loop: EventLoop, state: @escaping () -> State) {
    self.output = output
    self.loop = loop
    makeState = state
    place = SurfaceHost(Self.effect(state(), nil), state(), loop: loop, sharing: output.look)
    place.look.onChange = { [unowned self] in surface?.setNeedsDisplay() }
    place.onClosed = { [unowned self] in
      close()
      onChange?()
    }
  }

  /// When `show` should be called again; nil: never.
  var nextDeadline: Instant? { isWanted && surface == nil ? place.nextDeadline : nil }

  /// The level that is on the screen, also while it fades out.
  var level: Level? { surface == nil ? nil : motion.level }

  /// The frame of the banner at rest, also while it fades out, in logical pixels of the output; nil: no level is shown, or its
  /// place is not known.
  var frame: LogicalRect? {
    guard let level = motion.level, let whole = surface?.frame, !whole.isEmpty else { return nil }
    let scale = output.scale
    let size = layout(level, scale: scale, now: loop.now).frame.size
    let origin = placement.origin(of: size, in: whole.size, scale: scale)
    return LogicalRect(PixelRect(size).offset(x: whole.x + origin.x, y: whole.y + origin.y), scale: scale)
  }

  /// The level that was shown last, also when it has gone; nil: none was.
  private(set) var last: Level?
  /// The number of times that a level was shown or replaced another.
  private(set) var shownCount = 0

  /// Fits everything to other settings, preferences or another output.
  func arrange() {
    place.adopt(Self.effect(state, islandMaterial), state)
    fit()
    surface?.setNeedsDisplay()
  }

  /// Shows a level, or nothing if nil.
  func show(_ level: Level?, now: Instant) {
    if hasLeft, level == nil { close() }
    hasLeft = false
    isWanted = level != nil
    if areaWidth != fittedWidth { fit() }
    guard let level else { return leave(now: now) }
    guard let surface else {
      guard place.allowsOpening(at: now) else { return }
      motion = LevelMotion()
      let island = island(level)
      if island?.material != islandMaterial {
        islandMaterial = island?.material
        place.look.adopt(Self.effect(state, islandMaterial), state)
      }
      source = reducesMotion ? nil : island
      growth = source == nil ? .none : PopupMotion(fromIsland: true)
      note(level, isNew: true)
      motion.show(level, now: now, reducesMotion: reducesMotion)
      return open()
    }
    if motion.shows(level) { return }
    note(level, isNew: false)
    motion.show(level, now: now, reducesMotion: reducesMotion)
    surface.setNeedsDisplay()
    if motion.isMoving(at: now) { animate() }
  }

  private func note(_ level: Level, isNew: Bool) {
    devices.show(level, isNew: isNew)
    last = level
    shownCount += 1
  }

  /// Removes everything from the screen; idempotent.
  func close() {
    place.close()
    area?.close()
    area = nil
    motion = LevelMotion()
    source?.necks.set(nil, of: self)
    source = nil
    hasLeft = false
    drawnSize = nil
  }

  // MARK: - The surface

  private var state: State { makeState() }
  private var settings: LevelSettings { state.settings.levels }
  private var reducesMotion: Bool { state.presentation.reducesMotion }

  /// The glass of a level beside an island whose material has a name; nil: beside none. Glass that hangs on other glass by a neck
  /// has the same material, so that no edge is seen between them.
  private static func effect(_ state: State, _ islandMaterial: String?) -> BlurEffect {
    let (settings, levels) = (state.settings, state.settings.levels)
    // The bar may have another material by now, and the settings none of this name.
    let effect =
      levels.material.map(settings.effect) ?? islandMaterial.flatMap(settings.blurEffect)
      ?? settings.effect(named: LevelSettings.usualMaterial)
    return levels.relief.applied(to: effect)
  }

  private var placement: BannerPlacement {
    BannerPlacement(settings, logicalWidth: output.logicalWidth, areaWidth: areaWidth) {
      output.snapped($0, slack: 2)
    }
  }

  /// The output's width without panels, in logical pixels; without our own bars until the compositor has sent the size of the area.
  private var areaWidth: Int {
    area?.size.map { Int($0.width) } ?? max(1, output.logicalWidth - output.reservedWidth)
  }

  /// The height of a surface for the banner and its shadow, in logical pixels.
  private var surfaceHeight: Int {
    guard let level = motion.level else { return 1 }
    let scale = output.scale
    let banner = layout(level, scale: scale, now: loop.now).frame.height
    return placement.surfaceHeight(
      for: banner, in: output.logicalHeight, scale: scale)
  }

  private func open() {
    let area = output.watchArea()
    area.onChange = { [unowned self] in onChange?() }
    self.area = area
    fittedWidth = areaWidth
    _ = place.open(placement.surface(height: surfaceHeight), on: output) { [unowned self] in scene($0) }
    animate()
  }

  /// Places the surface as settings, output and area want it now.
  private func fit() {
    guard let surface else { return }
    fittedWidth = areaWidth
    let wanted = placement.surface(height: surfaceHeight)
    if wanted != surface.placement { surface.placement = wanted }
  }

  /// Lets the banner go, slowly where that can be seen; what goes slowly would be seen above a lock.
  private func leave(now: Instant) {
    guard let surface else { return }
    if state.isLocked == true || !surface.isShown { return close() }
    motion.leave(now: now, reducesMotion: reducesMotion)
    animate()
  }

  private func animate() {
    surface?.animate { [unowned self] now in
      // The surface is on the screen, where the area is asked for by a surface that is, too.
      area?.stayOnScreen()
      motion.begin(now: now)
      growth.begin(now: now)
      return motion.isMoving(at: now) || growth.isMoving(at: now)
    } completion: { [weak self] in
      guard let self else { return }
      hasLeft = motion.hasLeft(at: loop.now)
      if hasLeft { onChange?() }
    }
  }

  // MARK: - What is seen

  private func scene(_ layout: LiveSurface.Layout) -> Scene {
    guard let level = motion.level else { return Scene(size: layout.size, nodes: []) }
    if layout.size != drawnSize {
      drawnSize = layout.size
      onChange?()
    }
    let banner = self.layout(level, scale: layout.scale, now: layout.now)
    let origin = placement.origin(of: banner.frame.size, in: layout.size, scale: layout.scale)
    let distance = Int((motion.distance(at: layout.now) * layout.scale).rounded())
    let shift = placement.side == .top ? -distance : placement.side == .bottom ? distance : 0
    var node = banner.offset(x: origin.x, y: origin.y + shift).node
    let frame = node.frame
    node = node.scaled(
      by: motion.scale(at: layout.now),
      about: (Double(frame.x) + Double(frame.width) / 2, Double(frame.y) + Double(frame.height) / 2))
    node = node.withContent(opacity: motion.contentOpacity(at: layout.now))
    node.isApart = true
    node.alpha *= motion.opacity(at: layout.now)
    return grown(Scene(size: layout.size, nodes: node.alpha > 0 ? [.effect(node)] : []), layout)
  }

  /// Returns the scene with the banner on its way out of the island of its module, which joins it to the bar.
  private func grown(_ scene: Scene, _ layout: LiveSurface.Layout) -> Scene {
    guard let source, let surface, case .grown(let progress) = growth.shape(at: layout.now) else {
      source?.necks.set(nil, of: self)
      return scene
    }
    let (scale, place, module) = (layout.scale, surface.frame, source.frame)
    let island = LogicalRect(
      x: module.x * scale - Double(place.x), y: module.y * scale - Double(place.y),
      width: module.width * scale, height: module.height * scale)
    // Glass that is joined over the whole margin of the level would fill its frame in the first frames.
    let scene = scene.grown(progress, from: island, within: Double(BarPopup.gap) * scale)
    source.necks.set(scene.neck(from: island)?.offset(x: place.x, y: place.y), of: self)
    return scene
  }

  private func layout(_ level: Level, scale: Double, now: Instant) -> BannerLayout {
    var view = LevelView(
      level, part: motion.part(at: now), symbol: symbol(of: level, scale: scale),
      width: placement.columnWidth(scale: scale), scale: scale, material: place.look.material(at: now),
      legibility: state.presentation.legibility, font: settings.font)
    (view.edge, view.accent) = (state.presentation.edge, state.presentation.accent)
    view.device = devices.name
    view.isRightToLeft = state.presentation.isRightToLeft
    return view.layout(measurer: output.measurer)
  }

  private func symbol(of level: Level, scale: Double) -> Bitmap? {
    if let symbol, symbol.name == level.symbol, symbol.scale == scale { return symbol.bitmap }
    let bitmap = LevelView.symbol(of: level, scale: scale)
    symbol = (level.symbol, scale, bitmap)
    return bitmap
  }
}
