import BannerSurfaces
import BarSurfaces
import BarUI
import DesktopModel
import LiveGlass
import Loop
import ModuleModel
import Modules
import Settings
import ShellModel

/// Performs the actions that modules have for gestures, of an input or of a command.
struct ModuleUses {
  let app: App

  /// Performs the action of a module, or of its item, for a gesture; returns false if it has none.
  ///
  /// `place` is the module's place on the bar where the input was; nil for a command.
  func perform(
    _ module: ModuleName, _ item: String?, _ gesture: ModuleGesture, on output: String, surface: LiveSurface?,
    place: BarItem? = nil
  ) -> Bool {
    guard let shown = app.state.shown(module, on: output) else { return false }
    let part = item.map { id in shown.items.first { $0.id == id } } ?? shown
    guard let action = part?.actions[gesture] else { return false }
    let use = Use(
      module: module, item: item, gesture: gesture, output: output, surface: surface, place: place)
    return perform(action, use)
  }

  /// Shows the menu of a module's item, opened to an entry unless that is nil, because the item's program asks for it or
  /// cannot do what a click has asked for; on any output if that is nil.
  ///
  /// Nothing happens where no bar shows the item, or while anything else is open or about to be.
  func showMenu(of module: ModuleName, _ item: String, at entry: Int?, on output: String?) {
    let bars = app.bars.filter { output == nil || $0.output.name == output }
    let places = bars.compactMap { bar in bar.place(of: module, item: item).map { (bar: bar, place: $0) } }
    if let open = places.first(where: { $0.bar.popupOpener == $0.place }) {
      if let entry { open.bar.leadMenu(to: entry) }
      return
    }
    guard app.bars.allSatisfy({ $0.popupOpener == nil && !$0.isPopupAwaited }),
      let first = places.first(where: { $0.bar.surface?.isShown == true })
    else { return }
    let use = Use(
      module: module, item: item, gesture: .right, output: first.bar.output.name, surface: first.bar.surface,
      place: first.place)
    _ = openMenu(use, at: entry)
  }

  /// What an action is for.
  private struct Use {
    var module: ModuleName
    var item: String?
    var gesture: ModuleGesture
    /// The name of the output.
    var output: String
    /// That of the bar; nil: there is none.
    var surface: LiveSurface?
    /// Where on the bar the hand was; nil: it was a command.
    var place: BarItem?
  }

  /// False: there is nothing that the action could do.
  private func perform(_ action: ModuleAction, _ use: Use) -> Bool {
    switch action {
    case .command(let command): run(command, use)
    case .builtIn(ActionSummary.toggleFormat): app.take(.formatToggled(use.module))
    case .builtIn(ActionSummary.refresh): app.sources[use.module]?.refresh()
    case .builtIn(ActionSummary.calendar): toggle(.calendar(calendar(of: use.module)), use)
    case .builtIn(ActionSummary.menu):
      return openMenu(use)
    case .builtIn(ActionSummary.panel) where app.sources[use.module]?.panel(of: use.item) != nil:
      toggle(.panel(panel(use)), use)
    case .builtIn(let name) where app.sources[use.module]?.opensMenu(name, of: use.item) == true:
      return openMenu(use)
    case .builtIn(let name) where app.sources[use.module]?.opensPanel(name, of: use.item) == true:
      return openPanel(use, asking: name)
    case .builtIn(let name): perform(name, use)
    }
    return true
  }

  /// Has a source do something, and shows the level that a command has it set: commands are bound to keys, and are given
  /// without looking at the bar.
  private func perform(_ action: String, _ use: Use) {
    guard let source = app.sources[use.module] else { return }
    if let program = source.program(action, item: use.item) { return run(program, use) }
    source.perform(action, item: use.item, by: contact(use))
    if use.place == nil, let level = source.level(of: action) { app.levels.banners?.take(.asked(level)) }
  }

  /// Opens the menu of a module, as soon as the program that it belongs to has told it; false: there is none. `entry` is the
  /// entry to which it is opened; nil: none.
  private func openMenu(_ use: Use, at entry: Int? = nil) -> Bool {
    var menu = menu(use)
    menu.target = entry
    // It is closed without asking the program for it again.
    if isOpened(by: use) {
      toggle(.menu(menu), use)
      return true
    }
    var isOpen = false
    let (opened, source) = (menu, bar(of: use)?.source)
    let isRead = app.sources[use.module]?.readMenu(of: use.item) {
      if isOpen { return app.redrawBars() }
      isOpen = true
      if !opened.entries().isEmpty { toggle(.menu(opened), use, for: source) }
    }
    if isRead == true { return true }
    guard !menu.entries().isEmpty else { return false }
    toggle(.menu(menu), use)
    return true
  }

  /// Opens the panel of a module, in which it is asked whether an action is meant; false: no bar shows the module.
  private func openPanel(_ use: Use, asking action: String) -> Bool {
    let isOpen = isOpened(by: use)
    guard let source = app.sources[use.module],
      isOpen || bar(of: use)?.place(of: use.module, item: use.item) != nil
    else { return false }
    source.perform(action, item: use.item)
    if !isOpen { toggle(.panel(panel(use)), use) }
    return true
  }

  /// Whether the place of the use, or the module's first place on the bar, has opened something.
  private func isOpened(by use: Use) -> Bool {
    guard let bar = bar(of: use), let opener = bar.popupOpener else { return false }
    return opener == use.place ?? bar.place(of: use.module, item: use.item)
  }

  /// Toggles a popup of a module, at the place of the use or at the module's first place on the bar; `source` is what the
  /// bar handled if that was before.
  private func toggle(_ popup: ModulePopup, _ use: Use, for source: LiveBar.Source? = nil) {
    guard let bar = bar(of: use), let item = use.place ?? bar.place(of: use.module, item: use.item) else {
      return
    }
    bar.toggle(popup, at: item, for: source)
  }

  private func bar(of use: Use) -> LiveBar? {
    use.surface.flatMap { surface in app.bars.first { $0.surface === surface } }
  }

  /// Where on the module the hand was.
  private func contact(_ use: Use) -> ModuleContact {
    bar(of: use)?.contact(use.gesture, with: use.module, item: use.item, at: use.place)
      ?? ModuleContact(use.gesture, on: use.output)
  }

  /// The panel of a module, for as long as its source exists.
  private func panel(_ use: Use) -> ModulePanel {
    let (app, module, item) = (app, use.module, use.item)
    return ModulePanel {
      app.sources[module]?.panel(of: item)
    } open: { onChange in
      app.sources[module]?.openPanel(of: item, onChange: onChange)
    } use: { control in
      app.sources[module]?.use(control, of: item)
    }
  }

  /// A calendar whose present day is that of the zone that the module shows.
  private func calendar(of module: ModuleName) -> CalendarPopup {
    var hasWeekNumbers = true
    if case .clock(let clock) = app.state.settings.module(module).source {
      hasWeekNumbers = clock.hasWeekNumbers
    }
    return CalendarPopup(
      today: { [app] in
        let time = app.loop.wallTime.seconds
        return app.sources[module]?.day(at: time) ?? LocalCalendar.day(at: time)
      },
      words: LocalCalendar.words(),
      rule: LocalCalendar.weekRule(), showsWeekNumbers: hasWeekNumbers)
  }

  /// The menu of a module: what its source offers, and below that what the settings give it.
  private func menu(_ use: Use) -> ModuleMenu {
    ModuleMenu {
      settingsMenu(of: use.module).entries(below: app.sources[use.module]?.menu(of: use.item) ?? [])
    } choose: { id in
      if let action = settingsMenu(of: use.module).action(of: id) {
        _ = perform(action, use)
      } else if let program = app.sources[use.module]?.program(choosing: id, of: use.item) {
        run(program, use)
      } else {
        app.sources[use.module]?.choose(id, of: use.item)
      }
    } onShown: { isShown, entry in
      app.sources[use.module]?.menuIsShown(isShown, entry: entry, of: use.item)
    } isRightToLeft: {
      app.sources[use.module]?.menuIsRightToLeft(of: use.item)
    }
  }

  private func settingsMenu(of module: ModuleName) -> SettingsMenu {
    SettingsMenu(app.state.settings.module(module).style.menu)
  }

  /// Starts a command that a module has chosen by itself, as for a click on what it has open on a bar.
  func run(_ command: [String], of module: ModuleName) {
    let bar = app.bars.first { $0.popupOpener?.module == module } ?? app.bars.first
    run(
      command,
      Use(
        module: module, gesture: .click, output: bar?.output.name ?? "",
        surface: bar?.popupOpener?.module == module ? bar?.surface : nil))
  }

  private func run(_ command: [String], _ use: Use) {
    let (module, surface) = (use.module, use.surface)
    var environment = ["HYALINE_OUTPUT": use.output, "HYALINE_MODULE": "\(module)"]
    environment["HYALINE_ITEM"] = use.item
    let start = { [commands = app.commands] (token: String?) in
      environment["XDG_ACTIVATION_TOKEN"] = token
      commands.run(command, of: module, environment: environment)
    }
    // Compositors give activation tokens for clicks, touches and keys only.
    guard let session = app.session, let surface, !use.gesture.isScroll else { return start(nil) }
    session.requestActivationToken(surface: surface, applicationID: nil, answer: start)
  }
}

extension ModuleGesture {
  fileprivate var isScroll: Bool { [.scrollUp, .scrollDown, .scrollLeft, .scrollRight].contains(self) }
}
