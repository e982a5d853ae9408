public import BarUI
public import DesktopModel
import Localization

/// The menu of an item of the taskbar: what can be done with its window, or with each of its windows and with all of them.
public struct TaskbarMenu {
  /// The entries, of which the identifiers stay the same while windows come and go.
  public let entries: [MenuEntry]
  private let commands: [Int: [CompositorCommand]]
  private let moves: [Int: CompositorCommand]

  /// The workspaces that windows can be moved to, as a source tells that may not be the one of the windows.
  public struct Workspaces {
    private let state: CompositorState
    private let twins: WindowTwins
    private let canPerform: (CompositorCommand) -> Bool

    /// `isSame`: the source also reports the windows of the taskbar, so that their identifiers are the same.
    public init(
      _ state: CompositorState, isSame: Bool, canPerform: @escaping (CompositorCommand) -> Bool
    ) {
      (self.state, self.canPerform) = (state, canPerform)
      twins = WindowTwins(state, isSame: isSame)
    }

    /// The commands that move a window, each with its workspace and whether the window is there; empty if none can.
    fileprivate func moves(
      of window: Window
    ) -> [(workspace: Workspace, command: CompositorCommand, isThere: Bool)] {
      guard let twin = twins.twin(of: window) else { return [] }
      let moves = state.workspaces.map { workspace in
        (workspace, CompositorCommand.moveWindow(twin.id, workspace), twin.workspace == workspace.id)
      }
      return moves.allSatisfy { canPerform($0.1) } && moves.count > 1 ? moves : []
    }
  }

  /// The purpose of an entry for one window.
  private enum Act: Int, CaseIterable {
    case activate, minimise, maximise, fullscreen, separator, close
    /// The window itself, as an entry that opens the others.
    case window
    /// The entry that opens the workspaces that the window can be moved to.
    case move
  }

  /// The menu of windows that share an item; what `canPerform` denies is left out.
  public init(
    _ windows: [Window], among workspaces: Workspaces? = nil, canPerform: (CompositorCommand) -> Bool
  ) {
    var commands: [Int: [CompositorCommand]] = [:]
    var moves: [Int: CompositorCommand] = [:]
    var used: Set<Int> = []
    let menus = windows.map { window in
      var entries = Self.entries(for: window, canPerform: canPerform, &commands)
      if let submenu = Self.moves(of: window, among: workspaces, &moves, &used) {
        let place = entries.firstIndex(where: \.isSeparator) ?? entries.endIndex
        entries.insert(submenu, at: place)
      }
      return entries
    }
    self.moves = moves
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
    let end = [MenuEntry.separator(Self.closeAll + 1), MenuEntry(Self.closeAll, localized("_Close all"))]
    entries = rows + (canClose ? end : [])
  }

  /// Returns the commands that choosing an entry requires; empty if the window is gone, or the entry opens a submenu.
  public func commands(for id: Int) -> [CompositorCommand] { commands[id] ?? [] }

  /// Returns the command that choosing an entry requires from the source of `Workspaces`; nil for none.
  public func move(for id: Int) -> CompositorCommand? { moves[id] }

  private static func moves(
    of window: Window, among workspaces: Workspaces?, _ commands: inout [Int: CompositorCommand],
    _ used: inout Set<Int>
  ) -> MenuEntry? {
    let moves = workspaces?.moves(of: window) ?? []
    guard !moves.isEmpty else { return nil }
    let entries = moves.map { move in
      // Bit 62 tells a move from an act, whose numbers are smaller.
      var number =
        1 << 62 | ((window.id.rawValue &* 1024 &+ (move.workspace.id.rawValue & 1023)) & (1 << 62 - 1))
      // Identifiers of workspaces may differ in higher bits alone.
      while !used.insert(number).inserted { number = 1 << 62 | ((number &+ 1) & (1 << 62 - 1)) }
      if !move.isThere { commands[number] = move.command }
      return MenuEntry(
        number, escaped(move.workspace.name), mark: .radio(isOn: move.isThere), isEnabled: !move.isThere)
    }
    return MenuEntry(id(.move, window), localized("M_ove to"), submenu: entries)
  }

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
    add(.activate, localized("_Activate"), .focusWindow(id))
    add(
      .minimise, window.isMinimised ? localized("_Restore") : localized("Mi_nimise"),
      .setMinimised(id, !window.isMinimised))
    add(
      .maximise, localized("Ma_ximised"), .setMaximised(id, !window.isMaximised),
      mark: .checkbox(isOn: window.isMaximised))
    add(
      .fullscreen, localized("_Full screen"), .setFullscreen(id, !window.isFullscreen),
      mark: .checkbox(isOn: window.isFullscreen))
    if !entries.isEmpty { entries.append(.separator(Self.id(.separator, window))) }
    add(.close, localized("_Close"), .closeWindow(id))
    if entries.last?.isSeparator == true { entries.removeLast() }
    return entries
  }

  /// The product may overflow, since identifiers of windows may be addresses. The sign bit is cleared: negative
  /// identifiers belong to entries of other menus.
  private static func id(_ act: Act, _ window: Window) -> Int {
    (window.id.rawValue &* 8 &+ act.rawValue) & Int.max
  }

  /// The identifier of the entry that closes all windows. No entry of a window has this identifier or the next one,
  /// since windows are counted from 1.
  private static let closeAll = 0

  /// The number of the entry that activates a window.
  static func activation(of window: Window) -> Int { id(.activate, window) }

  private static func name(_ window: Window) -> String { window.title.isEmpty ? window.appID : window.title }

  /// A text without a mnemonic, as `MenuEntry` reads it.
  static func escaped(_ text: String) -> String {
    text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}
