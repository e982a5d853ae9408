import BarUI
import CompositorSources
import DesktopModel
import Localization
import Loop
import ModuleModel
import ModuleReadings
import Settings

/// A part of the compositor's state that a module shows, with the settings of its kind.
enum CompositorModuleSettings: Equatable {
  case workspaces(WorkspacesSettings)
  case window(WindowSettings)
  case taskbar(TaskbarSettings)
  /// The active binding mode.
  case mode
  /// The number of windows in the scratchpad.
  case scratchpad
}

/// The settings of a module that shows a part of the compositor's state.
protocol ShowsCompositor: SourceMaking {
  /// The part that is shown.
  var part: CompositorModuleSettings { get }
}

extension ShowsCompositor {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    let services = start.services
    return CompositorModuleSource(
      settings: part, compositor: services.compositor, names: services.names,
      keyboardUse: services.keyboardUse, outlet: start.outlet)
  }
}

extension WorkspacesSettings: ShowsCompositor { var part: CompositorModuleSettings { .workspaces(self) } }
extension WindowSettings: ShowsCompositor { var part: CompositorModuleSettings { .window(self) } }
extension TaskbarSettings: ShowsCompositor { var part: CompositorModuleSettings { .taskbar(self) } }
extension ModeSettings: ShowsCompositor { var part: CompositorModuleSettings { .mode } }
extension ScratchpadSettings: ShowsCompositor { var part: CompositorModuleSettings { .scratchpad } }

/// A module that shows what the compositor tells.
final class CompositorModuleSource: Refreshes, PerformsActions, StartsPrograms, HasMenu {
  private let settings: CompositorModuleSettings
  private let compositor: Compositor
  private let names: SystemNames
  private let outlet: ModuleOutlet
  private var observation: Observation?
  /// The observation of icons of programs; nil if the module shows none.
  private var icons: Observation?
  /// The observation of the keyboard's use by bars; nil if the module does not show the window with the keyboard.
  private var keyboardUse: Observation?
  /// The window that had the keyboard last.
  private var front: WindowID?
  /// The order in which the windows of a taskbar were opened.
  private var order = WindowOrder()
  /// The window from which a bar or a popup of one has taken the keyboard; nil: they do not have it.
  private var held: WindowID?

  init(
    settings: CompositorModuleSettings, compositor: Compositor, names: SystemNames, keyboardUse: KeyboardUse,
    outlet: ModuleOutlet
  ) {
    (self.settings, self.compositor, self.names, self.outlet) = (settings, compositor, names, outlet)
    reportUnknownPins()
    observation = compositor.observe(settings.facts) { [unowned self] in show() }
    if settings.showsIcons { icons = names.observe { [unowned self] in show() } }
    if case .window = settings {
      self.keyboardUse = keyboardUse.observe { [unowned self, unowned keyboardUse] in
        hold(isHeld: keyboardUse.isByBars)
      }
    }
    show()
  }

  func stop() {
    observation.end()
    icons.end()
    keyboardUse.end()
    outlet.close()
  }

  func refresh() {
    compositor.refresh()
    names.forget()
    show()
  }

  /// Notes the window from which bars are about to take the keyboard, or that they have returned it.
  private func hold(isHeld: Bool) {
    held = isHeld ? compositor.state(of: settings.fact)?.windows.first(where: \.isFocused)?.id : nil
    show()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard let state = compositor.state(of: settings.fact) else { return }
    for command in commands(action, item, state, on: contact.output) { perform(command) }
  }

  private func perform(_ command: CompositorCommand) {
    if let substitute = substitute(for: command) { return compositor.perform(substitute, by: .workspaces) }
    compositor.perform(command, by: settings.fact)
  }

  private func canPerform(_ command: CompositorCommand) -> Bool {
    compositor.canPerform(command, by: settings.fact) || substitute(for: command) != nil
  }

  /// The command that the compositor's own socket is given in place of one for a window; nil: none.
  private func substitute(for command: CompositorCommand) -> CompositorCommand? {
    guard case .taskbar = settings, let state = compositor.state(of: settings.fact) else { return nil }
    let isIgnored = !compositor.canPerform(command, by: settings.fact)
    let substitute = twins?.substitute(for: command, isIgnored: isIgnored, in: state)
    return substitute.flatMap { compositor.canPerform($0, by: .workspaces) ? $0 : nil }
  }

  /// The windows as the source of workspaces knows them; nil: there is none.
  private var twins: WindowTwins? {
    compositor.state(of: .workspaces).map { WindowTwins($0, isSame: sharesSource) }
  }

  /// Whether the source of workspaces is that of the windows.
  private var sharesSource: Bool {
    compositor.source(of: .workspaces) == compositor.source(of: settings.fact)
  }

  func program(_ action: String, item: String?) -> [String]? { taskbar?.program(action, item: item) }

  func opensMenu(_ action: String, of item: String?) -> Bool { taskbar?.overflow(item: item) != nil }

  func menu(of item: String?) -> [MenuEntry] {
    taskbar?.overflow(item: item)?.entries ?? taskbarMenu(of: item)?.entries ?? []
  }

  func program(choosing entry: Int, of item: String?) -> [String]? {
    taskbar?.overflow(item: item)?.program(for: entry)
  }

  func choose(_ entry: Int, of item: String?) {
    if let command = taskbar?.overflow(item: item)?.command(for: entry) {
      return perform(command)
    }
    guard let menu = taskbarMenu(of: item) else { return }
    for command in menu.commands(for: entry) { perform(command) }
    if let move = menu.move(for: entry) { compositor.perform(move, by: .workspaces) }
  }

  /// The taskbar as it is at the moment; nil if the module is another one, or nothing is known of windows.
  private var taskbar: TaskbarReading? {
    guard case .taskbar(let settings) = settings, let state = compositor.state(of: self.settings.fact) else {
      return nil
    }
    return taskbarReading(settings, state)
  }

  private func taskbarReading(_ settings: TaskbarSettings, _ state: CompositorState) -> TaskbarReading {
    TaskbarReading(
      twins?.completing(state) ?? state, settings, front: front, order: order, icon: names.icon,
      program: names.program
    ) { [compositor, settings = self.settings] in
      compositor.canPerform($0, by: settings.fact) || compositor.canPerform($0, by: .workspaces)
    }
  }

  private func reportUnknownPins() {
    guard case .taskbar(let settings) = settings else { return }
    for name in taskbarReading(settings, CompositorState(tellsContents: false)).unknownPins {
      outlet.report("no desktop entry \"\(name)\" that starts a program")
    }
  }

  private func taskbarMenu(of item: String?) -> TaskbarMenu? {
    guard let taskbar else { return nil }
    let workspaces = compositor.state(of: .workspaces).map { others in
      TaskbarMenu.Workspaces(others, isSame: sharesSource) { [compositor] in
        compositor.canPerform($0, by: .workspaces)
      }
    }
    return taskbar.menu(item: item, among: workspaces, canPerform: canPerform)
  }

  private func show() {
    guard let state = compositor.state(of: settings.fact) else {
      // The connection to the compositor may be yet to come, and with it protocols that tell.
      if compositor.isAttached { outlet.show(.absent(settings.absence)) }
      return
    }
    switch state.status {
    case .connecting: break
    case .failed(let reason): outlet.fail(reason, words: CompositorState.failureWords)
    case .connected:
      front = state.windows.first(where: \.isFocused)?.id ?? front
      followOrder(state)
      outlet.show(reading(state))
    }
  }

  private func followOrder(_ state: CompositorState) {
    // A socket that is the source of the windows itself tells them in an order that lasts.
    guard case .taskbar = settings, !sharesSource, let twins,
      compositor.source(of: .workspaces)?.numbersWindowsInOrder == true
    else { return }
    order.follow(state.windows, twins)
  }

  private func reading(_ state: CompositorState) -> ModuleReading {
    switch settings {
    case .workspaces(let settings): workspacesReading(settings, state).reading
    case .window(let settings): windowReading(settings, state).reading
    case .taskbar(let settings): taskbarReading(settings, state).reading
    case .mode: state.modeReading
    case .scratchpad: state.scratchpadReading
    }
  }

  private func workspacesReading(
    _ settings: WorkspacesSettings, _ state: CompositorState
  ) -> WorkspacesReading {
    WorkspacesReading(
      state, settings, icon: names.icon, canPerform: { compositor.canPerform($0, by: .workspaces) })
  }

  private func windowReading(_ settings: WindowSettings, _ state: CompositorState) -> WindowReading {
    WindowReading(state, settings, held: held, icon: names.icon)
  }

  private func commands(
    _ action: String, _ item: String?, _ state: CompositorState, on output: String?
  ) -> [CompositorCommand] {
    if case .workspaces(let settings) = settings {
      return workspacesReading(settings, state).commands(action, item: item, on: output)
    }
    return command(action, item, state, on: output).map { [$0] } ?? []
  }

  private func command(
    _ action: String, _ item: String?, _ state: CompositorState, on output: String?
  ) -> CompositorCommand? {
    switch settings {
    case .workspaces: nil
    case .window(let settings): windowReading(settings, state).command(action, on: output)
    case .taskbar(let settings): taskbarReading(settings, state).command(action, item: item)
    case .mode: action == "leave" ? .leaveMode : nil
    case .scratchpad: action == "show" ? .showScratchpad : nil
    }
  }
}

extension CompositorModuleSettings {
  /// The facts of the compositor that the module needs: besides its own, the workspaces to which windows can be moved.
  fileprivate var facts: Set<CompositorFact> {
    if case .taskbar = self { [fact, .workspaces] } else { [fact] }
  }

  /// Whether the module shows icons of programs.
  fileprivate var showsIcons: Bool {
    switch self {
    case .window, .taskbar: true
    case .workspaces(let settings): settings.showsIcons
    case .mode, .scratchpad: false
    }
  }

  /// The fact of the compositor that the module shows.
  fileprivate var fact: CompositorFact {
    switch self {
    case .workspaces: .workspaces
    case .window: .frontWindow
    case .taskbar: .windows
    case .mode: .mode
    case .scratchpad: .scratchpad
    }
  }

  /// The reason why a module shows nothing if the compositor does not tell what it would show.
  fileprivate var absence: String {
    switch self {
    case .workspaces: localized("The compositor does not report workspaces")
    case .window, .taskbar: localized("The compositor does not report windows")
    case .mode: localized("The compositor does not report binding modes")
    case .scratchpad: localized("The compositor does not report a scratchpad")
    }
  }
}

nonisolated extension CompositorState {
  /// The words for a connection to the compositor that has failed, of which the log gives the reason.
  static var failureWords: String { localized("The connection to the compositor has failed.") }
}
