import Geometry
import Notifications
import Scenes
import Settings
import ShellModel

/// The place of the banners on one output, the room that open panels and other programs leave them there, and the size and the layer
/// of the surface that they need.
final class BannerRoom {
  private(set) var placement: BannerPlacement
  /// The width of the area for which `placement` was made, in logical pixels.
  private var fittedWidth: Int
  /// The height of the surface.
  var height = BannerSurfaceHeight()
  /// The layer that the banners need; nil while there is no surface.
  private var layer: SurfaceLayer?
  private let output: any ShellOutput
  /// The place of the banners; nil: that of the settings.
  private let anchor: NotificationSettings.Anchor?
  /// The source of the size of the area that panels leave on the output; nil while there is no surface.
  private var area: (any AreaSource)?
  /// The frames of open panels and levels on the output, in its logical pixels.
  private var panels: [LogicalRect] = []

  /// Makes the room of banners on an output at `anchor`, or where the settings want them.
  init(on output: any ShellOutput, at anchor: NotificationSettings.Anchor?, _ state: State) {
    (self.output, self.anchor) = (output, anchor)
    fittedWidth = Self.areaWidth(of: output, nil)
    placement = Self.placement(on: output, at: anchor, areaWidth: fittedWidth, state)
  }

  private static func placement(
    on output: any ShellOutput, at anchor: NotificationSettings.Anchor?, areaWidth: Int, _ state: State
  ) -> BannerPlacement {
    var settings = state.settings.notifications
    settings.anchor = anchor ?? settings.anchor
    return BannerPlacement(settings, logicalWidth: output.logicalWidth, areaWidth: areaWidth) {
      output.snapped($0, slack: 2)
    }
  }

  /// The output's width without panels, in logical pixels; without our own bars until the compositor has sent the size of the area.
  private static func areaWidth(of output: any ShellOutput, _ size: LogicalSize?) -> Int {
    size.map { Int($0.width) } ?? max(1, output.logicalWidth - output.reservedWidth)
  }

  /// The output's height without panels, in logical pixels; without our own bars until the compositor has sent it.
  var areaHeight: Int {
    if let size = area?.size { return Int(size.height) }
    return max(1, output.logicalHeight - output.reservedHeight)
  }

  /// Whether panels leave banners another width than the one that these are fitted to.
  var hasOtherWidth: Bool { Self.areaWidth(of: output, area?.size) != fittedWidth }

  /// The height of a surface for a composition of banners, in logical pixels.
  func neededHeight(_ new: BannerComposer.Composition, scale: Double) -> Int {
    placement.surfaceHeight(for: new.stack.size.height, in: areaHeight, scale: scale)
  }

  /// Whether the open panels leave no room for a composition of all banners that there are.
  func isTooLow(for all: BannerComposer.Composition) -> Bool {
    all.stack.size.height > placement.maxHeight(in: areaHeight, scale: output.scale)
  }

  /// Sets height and layer for a composition, and begins to measure the area that panels leave; `onChange` is called when it
  /// changes. `staysOnScreen` maps the measuring surface at once instead of with the first frame of a motion.
  func open(
    for new: BannerComposer.Composition, staysOnScreen: Bool, onChange: @escaping () -> Void
  ) {
    height.open(neededHeight(new, scale: output.scale))
    layer = placement.layer(for: new.banners)
    let area = output.watchArea()
    area.onChange = onChange
    if staysOnScreen { area.stayOnScreen() }
    self.area = area
  }

  /// Makes sure that changes of the area are reported while there is a surface; idempotent.
  func stayOnScreen() { area?.stayOnScreen() }

  /// Ends measuring the area, since the surface is closed; idempotent.
  func close() {
    height.close()
    layer = nil
    area?.close()
    area = nil
  }

  /// Sets the frames of open panels and levels, in logical pixels of the output; returns whether they are others than before.
  func avoid(_ panels: [LogicalRect]) -> Bool {
    defer { self.panels = panels }
    return panels != self.panels
  }

  /// Places banners as settings and output want it now, and returns whether that is elsewhere; `surface` is nil if they have none.
  func follow(_ state: State, _ surface: (any ShellSurface)?) -> Bool {
    let former = placement
    fittedWidth = Self.areaWidth(of: output, area?.size)
    placement = leavingPanelsFree(
      Self.placement(on: output, at: anchor, areaWidth: fittedWidth, state), surface)
    return placement != former
  }

  /// The placement of the surface that the banners need.
  var surface: SurfacePlacement { placement.surface(height: height.requested, layer: layer) }

  /// Adopts the layer that banners need; returns whether it is another one than before.
  func takeLayer(for banners: [Arrangement.Banner]) -> Bool {
    let wanted = placement.layer(for: banners)
    defer { layer = wanted }
    return wanted != layer
  }

  /// Asks for the height and the layer that are wanted; returns whether that is something else than before.
  func apply(to surface: any ShellSurface) -> Bool {
    var wanted = self.surface
    (wanted.inputRegion, wanted.keyboard) = (surface.placement.inputRegion, surface.placement.keyboard)
    guard wanted != surface.placement else { return false }
    surface.placement = wanted
    return true
  }

  /// Moves the place of the banners so that it leaves open panels free.
  func leavePanelsFree(_ surface: (any ShellSurface)?) {
    placement = leavingPanelsFree(placement, surface)
  }

  /// Returns a placement that leaves the open panels free; before the compositor has placed the surface, its frame is that
  /// on an output without other surfaces.
  private func leavingPanelsFree(
    _ placement: BannerPlacement, _ surface: (any ShellSurface)?
  ) -> BannerPlacement {
    var moved = placement
    let usual = placement.overPanels.surface(height: max(1, height.requested))
    let (known, scale) = (surface?.frame(placedAs: usual) ?? .empty, output.scale)
    let frame =
      known.isEmpty
      ? usual.frame(
        in: LogicalRect(
          x: 0, y: 0, width: Double(output.logicalWidth), height: Double(output.logicalHeight)))
      : LogicalRect(known, scale: scale)
    moved.avoid(panels, at: frame, in: areaHeight) { output.snapped($0, slack: 2) }
    return moved
  }
}
