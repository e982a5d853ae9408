public import Geometry
public import Loop
import Scenes
import Settings
public import ShellModel

/// A menu beside a part of a surface that is not a bar, such as one of banners.
@MainActor public final class SurfaceMenu {
  /// Called once, when the menu is gone.
  public var onClosed: (() -> Void)?
  private let menu: BarMenu
  /// Notices presses beside a menu without a grab; nil: the menu has one.
  private var presses: PressWatch?

  /// Opens a menu beside `part`, in physical pixels of the surface; nil if it has no entries or cannot be opened. Its
  /// glass and its font are those of `settings`.
  public init?(
    _ menu: ModuleMenu, beside part: PixelRect, of surface: any ShellSurface, on output: any ShellOutput,
    material: String, font: String, state: State, loop: EventLoop
  ) {
    var settings = BarSettings()
    (settings.material, settings.font) = (material, font)
    var parent = PopupParent(
      surface: surface, settings: settings, state: state, loop: loop, measurer: output.measurer,
      scale: output.scale, outputSize: output.size)
    (parent.takesGrab, parent.look) = (surface.canGrab, output.look)
    parent.freeAnchor = part.offset(x: surface.frame.x, y: surface.frame.y)
    guard let opened = BarMenu(menu, beside: part, parent, highlightsFirst: false) else { return nil }
    self.menu = opened
    opened.onClosed = { [weak self] in self?.closed() }
    guard !parent.takesGrab else { return }
    presses = PressWatch(on: output)
    presses?.onPress = { [weak self] in self?.close() }
    presses?.begin(on: surface.placement.layer)
  }

  /// Handles a key event of the surface.
  public func follow(_ event: KeyEvent) { menu.follow(event) }

  /// Closes the menu; idempotent.
  public func close() { menu.close() }

  private func closed() {
    presses?.end()
    presses = nil
    let told = onClosed
    onClosed = nil
    told?()
  }
}
