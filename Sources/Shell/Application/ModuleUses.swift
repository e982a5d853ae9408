import BarUI
import DesktopModel
import Geometry
import Loop
import ModuleModel
import Modules
import Settings
import ShellModel
import ShellSurfaces

/// Performs the actions of modules for gestures, which come from an input on a bar or from a command of `hyaline
/// bar`.
struct ModuleUses: BarUses {
  let model: Model
  let bars: () -> [any ShellBar]
  /// Returns the source of a module; nil if the module is not shown.
  let source: (ModuleName) -> (any ModuleSource)?
  /// Starts a command of a module with additions to the environment; `isFollowed`: the source of the module is told when it
  /// has ended.
  let runCommand:
    (_ command: [String], _ module: ModuleName, _ environment: [String: String], _ isFollowed: Bool) -> Void
  /// Requests an activation token for the last input on a bar; the answer is nil if there is none.
  let requestToken: (_ bar: any ShellBar, _ answer: @escaping (String?) -> Void) -> Void
  /// Shows a level that a command has set.
  let showLevel: (Level) -> Void

  /// The result of a gesture.
  enum Outcome {
    case done
    /// The module has no action for the gesture.
    case nothing
    /// The action opens a popup, and no bar can be shown beside which it could open.
    case hidden
  }

  /// Performs the action of a module, or of its item, for a gesture that a command requests. `bar` is the bar that
  /// shows the module; nil for none.
  func perform(
    _ module: ModuleName, _ item: String?, _ gesture: ModuleGesture, on bar: (any ShellBar)?
  ) -> Outcome {
    perform(Use(module: module, item: item, gesture: gesture, bar: bar))
  }

  /// Performs the action of a module, or of its item, for a gesture at a place on a bar.
  func perform(at place: BarItem, _ gesture: ModuleGesture, from source: UseSource, on bar: any ShellBar) {
    _ = perform(use(at: place, gesture, from: source, on: bar))
  }

  /// Opens the menu of a module or of its item, whatever actions its gestures have. Without a menu, performs the
  /// action for the right button.
  func openMenu(at place: BarItem, from source: UseSource, on bar: any ShellBar) {
    let use = use(at: place, .right, from: source, on: bar)
    if openMenu(use) == .nothing { _ = perform(use) }
  }

  /// Sets the level of a module to a part of its range, 0 … 1.
  func slide(at place: BarItem, to part: Double) { (source(place.module) as? any Slides)?.slide(to: part) }

  /// Returns whether a click on a module or its item opens a panel or a calendar.
  func opensPanel(at place: BarItem, on bar: any ShellBar) -> Bool {
    switch action(of: use(at: place, .click, from: .command, on: bar)) {
    case .builtIn(ActionSummary.calendar): true
    case .builtIn(ActionSummary.panel): panelSource(place.module)?.panel(of: place.item) != nil
    case .builtIn, .command, nil: false
    }
  }

  /// Returns the calendar that is shown while the pointer rests on a clock; nil for other modules, and for clocks with a
  /// tooltip or a failure.
  func restingCalendar(at place: BarItem, on bar: any ShellBar) -> CalendarPopup? {
    let clock = model.state.settings.module(place.module).source.base as? ClockSettings
    guard clock?.hover == .calendar, model.state.shown(place.module, on: bar.outputName)?.failure == nil
    else {
      return nil
    }
    return calendar(use(at: place, .click, from: .command, on: bar))
  }

  /// Shows the menu of a module's item, because the item's program requests it or cannot do what the gesture `contact`
  /// has requested, which is nil if the program requests it. `entry` is the identifier of an entry to which submenus
  /// are opened, nil for none.
  ///
  /// Does nothing if no bar shows the item, or while another popup is open or about to open.
  func showMenu(of module: ModuleName, _ item: String, at entry: Int?, for contact: ModuleContact?) {
    let (all, output) = (bars(), contact?.output)
    let places = all.filter { output == nil || $0.outputName == output }.compactMap { bar in
      bar.place(of: module, item: item).map { (bar: bar, place: $0) }
    }
    if let open = places.first(where: { $0.bar.popupOpener == $0.place }) {
      if let entry { open.bar.leadMenu(to: entry) }
      return
    }
    guard all.allSatisfy({ $0.popupOpener == nil && !$0.isPopupAwaited }),
      let first = places.first(where: { $0.bar.visibility == .shown })
    else { return }
    _ = openMenu(
      use(at: first.place, .right, from: .command, on: first.bar), at: entry,
      highlightsFirst: contact?.isByKey == true)
  }

  /// A gesture on a module or on an item, for which an action is performed.
  private struct Use {
    var module: ModuleName
    var item: String?
    var gesture: ModuleGesture
    /// The bar that shows the module; nil for none.
    var bar: (any ShellBar)?
    /// The place on the bar that received the input; nil for a command.
    var place: BarItem?
    var source = UseSource.command
    /// Whether the user requested the action, on the bar or by a command; false if the module starts it by itself.
    var isByHand = true

    /// The name of the output of the bar.
    var output: String? { bar?.outputName }
  }

  private func use(
    at place: BarItem, _ gesture: ModuleGesture, from source: UseSource, on bar: any ShellBar
  ) -> Use {
    Use(module: place.module, item: place.item, gesture: gesture, bar: bar, place: place, source: source)
  }

  private func perform(_ use: Use) -> Outcome { action(of: use).map { perform($0, use) } ?? .nothing }

  /// Returns the action of a module or its item for a gesture; nil if it has none.
  private func action(of use: Use) -> ModuleAction? {
    guard let shown = model.state.shown(use.module, on: use.output) else { return nil }
    let part = use.item.map { shown.item($0) } ?? shown
    return part?.actions[use.gesture]
  }

  private func perform(_ action: ModuleAction, _ use: Use) -> Outcome {
    switch action {
    case .command(let command): run(command, use)
    case .builtIn(ActionSummary.toggleFormat): model.take(.formatToggled(use.module, on: use.output))
    case .builtIn(ActionSummary.refresh): (source(use.module) as? any Refreshes)?.refresh()
    case .builtIn(ActionSummary.calendar): return toggle(.calendar(calendar(use)), use)
    case .builtIn(ActionSummary.menu): return openMenu(use)
    case .builtIn(ActionSummary.panel) where panelSource(use.module)?.panel(of: use.item) != nil:
      return toggle(.panel(panel(use)), use)
    case .builtIn(let name) where menuSource(use)?.opensMenu(name, of: use.item) == true:
      return openMenu(use)
    case .builtIn(let name) where askingSource(use)?.opensPanel(name, of: use.item) == true:
      return openPanel(use, asking: name)
    case .builtIn(let name): perform(name, use)
    }
    return .done
  }

  /// Performs an action of the module's source. If a command requested it, shows the level that the action sets:
  /// commands are bound to keys, whose user need not look at the bar.
  private func perform(_ action: String, _ use: Use) {
    guard let source = source(use.module) else { return }
    if let program = (source as? any StartsPrograms)?.program(action, item: use.item) {
      return run(program, use)
    }
    (source as? any PerformsActions)?.perform(action, item: use.item, by: contact(use))
    if use.place == nil, let level = (source as? any SetsLevels)?.level(of: action) {
      showLevel(level)
    }
  }

  /// Opens the menu of a module as soon as the program that owns it has sent it. `entry` is the identifier of an
  /// entry to which submenus are opened; nil for none. With `highlightsFirst`, the first entry is highlighted though
  /// no key is the source of the use.
  private func openMenu(_ use: Use, at entry: Int? = nil, highlightsFirst: Bool = false) -> Outcome {
    guard use.bar?.canBeShown == true else { return .hidden }
    var menu = menu(use)
    (menu.target, menu.highlightsFirst) = (entry, highlightsFirst)
    // An open menu is closed; the program need not send it again for that.
    if isOpened(by: use) { return toggle(.menu(menu), use) }
    var isOpen = false
    let opened = menu
    let isRead = (menuSource(use) as? any HasRemoteMenu)?.readMenu(of: use.item) {
      if isOpen {
        model.contentChanges.tell()
        return
      }
      isOpen = true
      if !opened.entries().isEmpty { toggle(.menu(opened), use) }
    }
    if isRead == true { return .done }
    return menu.entries().isEmpty ? .nothing : toggle(.menu(menu), use)
  }

  /// Opens the panel of a module, in which the user has to confirm an action.
  private func openPanel(_ use: Use, asking action: String) -> Outcome {
    guard let source = source(use.module) as? any PerformsActions else { return .nothing }
    guard use.bar?.canBeShown == true else { return .hidden }
    let isOpen = isOpened(by: use)
    source.perform(action, item: use.item, by: contact(use))
    return isOpen ? .done : toggle(.panel(panel(use)), use)
  }

  /// Returns whether a popup is open at the place of the use, or at the module's first place on the bar if it has
  /// none.
  private func isOpened(by use: Use) -> Bool {
    guard let bar = use.bar, let opener = bar.popupOpener else { return false }
    return opener == use.place ?? bar.place(of: use.module, item: use.item)
  }

  /// Toggles a popup of a module, at the place of the use or at the module's first place on the bar. A hidden bar is
  /// shown first.
  @discardableResult
  private func toggle(_ popup: ModulePopup, _ use: Use) -> Outcome {
    guard let bar = use.bar, bar.canBeShown else { return .hidden }
    bar.whenShown { [weak bar] in
      guard let bar, let item = use.place ?? bar.place(of: use.module, item: use.item) else { return }
      bar.toggle(popup, at: item, for: use.source)
    }
    return .done
  }

  /// Returns the position of the pointer or finger on the module, and whether a key has made the gesture.
  private func contact(_ use: Use) -> ModuleContact {
    var contact =
      use.bar?.contact(use.gesture, with: use.module, item: use.item, at: use.place)
      ?? ModuleContact(use.gesture)
    contact.isByKey = use.source == .key
    return contact
  }

  /// Returns the panel of a module, which is empty once the source has ended.
  private func panel(_ use: Use) -> ModulePanel {
    let (module, item) = (use.module, use.item)
    return ModulePanel {
      panelSource(module)?.panel(of: item)
    } open: { onChange in
      panelSource(module)?.openPanel(of: item, onChange: onChange)
    } use: { control in
      panelSource(module)?.use(control, of: item)
    }
  }

  private func panelSource(_ module: ModuleName) -> (any HasPanel)? { source(module) as? any HasPanel }

  private func askingSource(_ use: Use) -> (any AsksInPanel)? { source(use.module) as? any AsksInPanel }

  private func menuSource(_ use: Use) -> (any HasMenu)? { source(use.module) as? any HasMenu }

  /// Returns a calendar whose current day is that of the time zone that the module shows on the output of the use.
  private func calendar(_ use: Use) -> CalendarPopup {
    let (module, output) = (use.module, use.output)
    let clock = model.state.settings.module(module).source.base as? ClockSettings ?? ClockSettings()
    let locale = clock.locale.flatMap { TimeLocale($0) }
    return CalendarPopup(
      today: {
        let time = model.loop.wallTime.seconds
        return (source(module) as? any ShowsTimes)?.day(at: time, on: output) ?? LocalCalendar.day(at: time)
      },
      words: LocalCalendar.words(in: locale), rule: LocalCalendar.weekRule(of: clock, in: locale),
      showsWeekNumbers: clock.hasWeekNumbers, months: clock.months,
      clocks: {
        let time = model.loop.wallTime.seconds
        let shown = (source(module) as? any ShowsTimes)?.clocks(at: time, on: output) ?? []
        return CalendarPopup.Clocks(shown, untilChange: .seconds(60 - time % 60))
      })
  }

  /// Returns the menu of a module: the entries of its source, and below them the entries of the settings.
  private func menu(_ use: Use) -> ModuleMenu {
    ModuleMenu {
      settingsMenu(of: use.module).entries(below: menuSource(use)?.menu(of: use.item) ?? [])
    } choose: { id in
      if let action = settingsMenu(of: use.module).action(of: id) {
        // The popup that an action opens gets no grab: the input was one on the menu, not on the bar.
        var use = use
        use.source = .command
        _ = perform(action, use)
      } else if let program = menuSource(use)?.program(choosing: id, of: use.item) {
        run(program, use)
      } else {
        menuSource(use)?.choose(id, of: use.item)
      }
    } onShown: { isShown, entry in
      (menuSource(use) as? any HasRemoteMenu)?.menuIsShown(isShown, entry: entry, of: use.item)
    } isRightToLeft: {
      (menuSource(use) as? any HasRemoteMenu)?.menuIsRightToLeft(of: use.item)
    }
  }

  private func settingsMenu(of module: ModuleName) -> SettingsMenu {
    SettingsMenu(model.state.settings.module(module).style.menu)
  }

  /// Runs a command that a module starts by itself. If the module has a popup open on a bar, the command counts as
  /// one for a click in it.
  func run(_ command: [String], of module: ModuleName) {
    let bars = bars()
    let bar = bars.first { $0.popupOpener?.module == module } ?? bars.first
    run(
      command,
      Use(module: module, gesture: .click, bar: bar, isByHand: bar?.popupOpener?.module == module))
  }

  /// Runs the command that a module has for what it shows being another than before. A command of the module itself does not
  /// run again after it, which might change what is shown once more.
  func update(_ module: ModuleName) {
    guard case .command(let command)? = model.state.settings.module(module).style.on[.update] else { return }
    let bar = bars().first { $0.place(of: module, item: nil) != nil }
    run(command, Use(module: module, gesture: .update, bar: bar, isByHand: false))
  }

  private func run(_ command: [String], _ use: Use) {
    var environment = ["HYALINE_OUTPUT": use.output ?? "", "HYALINE_MODULE": "\(use.module)"]
    environment["HYALINE_ITEM"] = use.item
    let isFollowed = use.gesture != .update
    let start = { (token: String?) in
      environment["XDG_ACTIVATION_TOKEN"] = token
      runCommand(command, use.module, environment, isFollowed)
    }
    // Compositors give activation tokens for clicks, touches and keys only.
    guard let bar = use.bar, bar.visibility != .hidden, use.isByHand, !use.gesture.isScroll,
      !use.gesture.isPassive
    else {
      return start(nil)
    }
    requestToken(bar, start)
  }
}

extension ModuleGesture {
  fileprivate var isScroll: Bool { [.scrollUp, .scrollDown, .scrollLeft, .scrollRight].contains(self) }
}
