import BarUI
import Geometry
import LiveGlass
import Loop
import ModuleModel
import Scenes
import Settings
import ShellModel
import Views

/// Lays one bar out on its output, and keeps the state that one layout passes to the next.
@MainActor final class BarDrawing {
  /// The state of the input that a layout shows.
  private struct Input: Equatable {
    var interaction = Interaction()
    var opener: BarItem?
  }

  private let output: any ShellOutput
  private let look: GlassLook
  private unowned let host: any BarHost
  private var drawers = DrawerMotion()
  private var pills = PillMotion()
  private var separators = SeparatorMotion()
  private var pulses = PulseMotion()
  private var fades = FillFade()
  private var light = PointerLight()
  private var titles = TitleFade()
  private var growth = GrowthMotion()
  private var lengths = LengthMotion()
  /// The state of the input in the last layout, and in the one that was drawn last.
  private var input = Input(), drawnInput = Input()
  private var scrollClock = ScrollClock()
  private let memory = LayoutMemory()
  /// The memory of the layouts in which modules are on the way to the lengths of their contents; nil: none is.
  private var movingMemory: LayoutMemory?
  /// The last layout, as it is once all modules have the lengths of their contents; nil before the first.
  private(set) var resting: LaidOutView?
  /// Whether the bar of the last layout is at the left or right edge.
  private var isUpright = false
  /// The pictures of the last layout.
  private(set) var shownPictures = PictureTable()

  /// `look` is the look of the bar's glass.
  init(on output: any ShellOutput, _ look: GlassLook, host: any BarHost) {
    (self.output, self.look, self.host) = (output, look, host)
  }

  /// Whether anything on the bar slides, fades, grows or draws attention at `now`.
  func isMoving(at now: Instant) -> Bool {
    drawers.isMoving(at: now) || pills.isMoving(at: now) || separators.isMoving(at: now)
      || pulses.isMoving(at: now) || fades.isMoving(at: now) || light.isMoving(at: now)
      || titles.isMoving(at: now) || growth.isMoving(at: now) || lengths.isMoving(at: now)
  }

  /// Returns the scene of a layout for `now`, which is the one that is drawn; a point of it has `scale` pixels. `isAnimated` is false
  /// while the bar is not visible, or motion is to be reduced; then the light of the hand stands still.
  func scene(
    of layout: LaidOutView, scale: Double, under hand: PointerLight.Hand? = nil, isAnimated: Bool,
    at now: Instant
  ) -> Scene {
    pulses.follow(layout.pulsing, isAnimated: isAnimated, now: now)
    pills.follow(layout.pills, isAnimated: isAnimated, now: now)
    let lines = layout.separators(isLevel: !isUpright)
    separators.follow(lines, isAnimated: isAnimated, now: now)
    fades.follow(
      layout.scene, isChanged: input != drawnInput,
      excluded: Set(layout.pills.values).union(lines.values.map(\.frame)), isAnimated: isAnimated, now: now)
    drawnInput = input
    titles.follow(resting ?? layout, isAnimated: isAnimated, now: now)
    let faded = fades.scene(layout.scene, at: now)
    let scene = titles.scene(
      separators.scene(pills.scene(faded, of: layout, at: now), at: now), of: layout, isUpright: isUpright,
      isRightToLeft: host.state.presentation.isRightToLeft, at: now)
    light.follow(hand, isStill: !isAnimated, now: now)
    return light.scene(scene, scale: scale, at: now)
  }

  /// Sets the groups with open drawers and the modules that are unfolded; returns whether any of them begins to slide.
  /// `isAnimated` is false while the bar is not visible, or motion is to be reduced.
  func follow(openDrawers: Set<ModuleName>, isAnimated: Bool) -> Bool {
    drawers.follow(openDrawers, isAnimated: isAnimated, now: host.loop.now)
  }

  /// Makes the view of a bar with these settings, which fills a surface or lies in it at `place`, in physical pixels.
  func view(of bar: BarSettings, at place: PixelRect?, _ layout: LiveSurface.Layout) -> BarView {
    var view = BarView(
      state: host.state, bar: bar, size: place?.size ?? layout.size, scale: layout.scale,
      material: look.material(at: layout.now))
    view.place = place.map { ($0.x, $0.y, layout.size) }
    view.context.output = output.name
    return view
  }

  /// Returns the layout of a view of the bar, in which modules may be on the way to the lengths of their contents. `isAnimated` is false
  /// while the bar is not visible, or motion is to be reduced.
  func laidOut(_ view: BarView, isAnimated: Bool, now: Instant) -> LaidOutView {
    var view = view
    view.context.drawerReach = drawers.reach(at: now)
    let modules = view.readModules
    growth.follow(modules, isAnimated: isAnimated, now: now)
    (view.context.growth, view.context.leaving) = (growth.reach(at: now), growth.leaving(at: now))
    view.context.pulses = pulses.sizes(at: now)
    input = Input(interaction: view.interaction, opener: view.context.opener)
    view.memory = memory
    view.context.pictures = pictures(of: view)
    shownPictures = view.context.pictures
    if view.bar.edge.isLevel, !view.state.presentation.reducesMotion {
      view.context.scrollTimes = scrollClock.follow(view.scrollingTexts, now: now)
    }
    return laidOut(&view, modules, isAnimated: isAnimated, now: now)
  }

  /// Returns the layout of a bar whose modules have contents, with the lengths that are seen at `now`.
  private func laidOut(
    _ view: inout BarView, _ modules: [ModuleName: ShownModule], isAnimated: Bool, now: Instant
  ) -> LaidOutView {
    isUpright = !view.bar.edge.isLevel
    let resting = view.laidOut(measurer: output.measurer)
    self.resting = resting
    lengths.follow(
      resting.moduleLengths(isLevel: !isUpright, scale: view.scale), of: modules, isAnimated: isAnimated,
      now: now)
    view.context.lengths = lengths.moving(at: now)
    movingMemory = view.context.lengths.isEmpty ? nil : movingMemory ?? LayoutMemory()
    if movingMemory == nil { return resting }
    view.memory = movingMemory
    return view.laidOut(measurer: output.measurer)
  }

  /// Returns a function that draws the bar with fixed settings, for a surface that fades out after the settings have
  /// changed; `outset` is the distances by which that surface extends beyond the bar, in logical pixels.
  func contents(_ bar: BarSettings, outset: SurfacePlacement.Margins) -> (LiveSurface.Layout) -> Scene {
    { [self] layout in
      var view = view(of: bar, at: outset.inner(PixelRect(layout.size), scale: layout.scale), layout)
      view.context.pictures = pictures(of: view)
      return view.scene(measurer: output.measurer)
    }
  }

  /// Returns those of the wanted pictures that have been read. A bar without pictures does not ask for the host's
  /// pictures, so that no reader is started for it.
  private func pictures(of view: BarView) -> PictureTable {
    let wanted = view.wantedPictures
    return wanted.isEmpty ? PictureTable() : host.pictures.table(wanted, scale: view.scale, of: self)
  }
}
