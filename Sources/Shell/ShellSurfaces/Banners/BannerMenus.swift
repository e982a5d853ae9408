import BarUI
import Geometry
import Loop
import Notifications
import Scenes
import Settings
import ShellModel

/// The menu that is open on the banners of an output.
final class BannerMenus {
  /// Called when the menu is gone, and then with the choice of the user.
  var onClosed: ((BannerMenu) -> Void)?
  var onChosen: ((BannerMenu, BannerMenu.Choice) -> Void)?
  private unowned let host: Banners
  private let output: any ShellOutput
  private var opened: BarMenu?
  /// Notices presses beside a menu without a grab; nil: there is none, or it has a grab.
  private var presses: (any InputWatch)?
  /// Opens the submenu over whose entry the pointer rests; nil: it rests over none.
  private var opening: Loop.Timer?

  init(on output: any ShellOutput, host: Banners) { (self.output, self.host) = (output, host) }

  /// Whether a menu is open, to which keys go.
  var isOpen: Bool { opened != nil }

  /// Opens a menu with entries beside `part`, in physical pixels of the surface.
  func open(
    _ menu: BannerMenu, _ entries: [BannerMenu.Entry], beside part: PixelRect, of surface: any ShellSurface
  ) {
    close()
    var choices: [BannerMenu.Choice?] = []
    let shown = entries.map { Self.entry($0, &choices) }
    let parent = parent(surface, part)
    let made = BarMenu(
      ModuleMenu(
        entries: { shown },
        choose: { [weak self, choices] id in
          if let choice = choices[id] { self?.onChosen?(menu, choice) }
        }), beside: part, parent, highlightsFirst: false)
    guard let made else {
      onClosed?(menu)
      return
    }
    opened = made
    made.onClosed = { [weak self] in self?.closed(menu) }
    if !parent.takesGrab {
      presses = output.watchPresses(on: surface.placement.layer) { [weak self] in self?.close() }
    }
  }

  /// The values that a menu beside a part of a surface takes from that; its glass is that of the first bar.
  private func parent(_ surface: any ShellSurface, _ part: PixelRect) -> PopupParent {
    let state = host.state
    var settings = BarSettings()
    settings.material = state.settings.bar.material
    settings.font = state.settings.notifications.font
    var parent = PopupParent(
      surface: surface, settings: settings, state: state, loop: host.loop, measurer: output.measurer,
      scale: output.scale, outputSize: output.size)
    (parent.takesGrab, parent.look) = (surface.canGrab, output.look)
    parent.freeAnchor = part.offset(x: surface.frame.x, y: surface.frame.y)
    parent.onChange = { [weak self] in self?.followDeadline() }
    return parent
  }

  private func followDeadline() {
    opening?.cancel()
    opening = opened?.nextDeadline.map { due in
      host.loop.schedule(at: due) { [weak self] in
        if let self { opened?.deadlineReached(now: host.loop.now) }
      }
    }
  }

  private func closed(_ menu: BannerMenu) {
    presses?.destroy()
    opening?.cancel()
    (presses, opened, opening) = (nil, nil, nil)
    onClosed?(menu)
  }

  /// Handles a key event of the surface.
  func follow(_ event: KeyEvent) { opened?.follow(event) }

  /// Closes the menu; idempotent.
  func close() { opened?.close() }

  /// The entry for a menu, whose identifier is the index of its choice in `choices`.
  private static func entry(_ entry: BannerMenu.Entry, _ choices: inout [BannerMenu.Choice?]) -> MenuEntry {
    let id = choices.count
    choices.append(entry.choice)
    guard entry.choice != nil || !entry.submenu.isEmpty else { return .separator(id) }
    // An underscore would mark a mnemonic.
    var made = MenuEntry(id, "")
    made.label = entry.label
    made.icon = entry.icon.map { .picture($0.bitmap, isTemplate: $0.isTemplate) }
    made.mark = entry.isOn.map { .checkbox(isOn: $0) }
    if !entry.submenu.isEmpty { made.submenu = entry.submenu.map { Self.entry($0, &choices) } }
    return made
  }
}
