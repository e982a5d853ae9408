public import CompositorModel
public import PopupUI

/// The menu of an item of the taskbar: what can be done with its window, or with each of its windows and with all of them.
public struct TaskbarMenu {
  /// The entries, of which the identifiers stay the same while windows come and go.
  public let entries: [MenuEntry]
  private let commands: [Int: [CompositorCommand]]

  /// What is done with one window.
  private enum Act: Int, CaseIterable {
    case activate, minimise, maximise, fullscreen, separator, close
    /// The window itself, as an entry that opens the others.
    case window
  }

  /// The menu of windows that share an item; what `canPerform` denies is left out.
  public init(_ windows: [Window], canPerform: (CompositorCommand) -> Bool) {
    var commands: [Int: [CompositorCommand]] = [:]
    let menus = windows.map { Self.entries(for: $0, canPerform: canPerform, &commands) }
    self.commands = commands.merging([Self.closeAll: windows.map { .closeWindow($0.id) }]) { $1 }
    guard windows.count > 1, let first = windows.first else {
      entries = menus.first ?? []
      return
    }
    let rows = zip(windows, menus).map { window, menu in
      MenuEntry(
        Self.id(.window, window), Self.escaped(Self.name(window)), submenu: menu)
    }
    let canClose = canPerform(.closeWindow(first.id))
    let end = [MenuEntry.separator(Self.closeAll + 1), MenuEntry(Self.closeAll, "_Close All")]
    entries = rows + (canClose ? end : [])
  }

  /// What choosing an entry has to have done; empty: nothing, as the window is gone or the entry opens others.
  public func commands(for id: Int) -> [CompositorCommand] { commands[id] ?? [] }

  private static func entries(
    for window: Window, canPerform: (CompositorCommand) -> Bool, _ commands: inout [Int: [CompositorCommand]]
  ) -> [MenuEntry] {
    let id = window.id
    var entries: [MenuEntry] = []
    func add(
      _ act: Act, _ label: String, _ command: CompositorCommand, mark: MenuEntry.Mark? = nil
    ) {
      guard canPerform(command) else { return }
      let number = Self.id(act, window)
      commands[number] = [command]
      entries.append(MenuEntry(number, label, mark: mark))
    }
    add(.activate, "_Activate", .focusWindow(id))
    add(
      .minimise, window.isMinimised ? "_Restore" : "Mi_nimise", .setMinimised(id, !window.isMinimised))
    add(
      .maximise, "Ma_ximised", .setMaximised(id, !window.isMaximised),
      mark: .checkbox(isOn: window.isMaximised))
    add(
      .fullscreen, "_Full Screen", .setFullscreen(id, !window.isFullscreen),
      mark: .checkbox(isOn: window.isFullscreen))
    if !entries.isEmpty { entries.append(.separator(Self.id(.separator, window))) }
    add(.close, "_Close", .closeWindow(id))
    if entries.last?.isSeparator == true { entries.removeLast() }
    return entries
  }

  /// Numbers of windows may be addresses, of which the product may overflow: the sign is that of other menus' entries.
  private static func id(_ act: Act, _ window: Window) -> Int {
    (window.id.rawValue &* 8 &+ act.rawValue) & Int.max
  }

  /// No act of a window has this number or the next: windows are counted from 1.
  private static let closeAll = 0

  private static func name(_ window: Window) -> String { window.title.isEmpty ? window.appID : window.title }

  /// A text without a mnemonic, as `MenuEntry` reads it.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}
