public import DesktopModel
public import Geometry
public import ModuleModel
public import Settings

/// The whole state of the shell; `update` is its only writer.
public struct State: Equatable, Sendable {
  /// The time for which a notice, or the sign of a refused command, stays on the bar: long enough to read two lines.
  public static let noticeDuration = Duration.seconds(8)

  public private(set) var settings: Settings
  /// The parts that this instance runs, whatever the settings are.
  public let parts: ShellParts
  public private(set) var readings: [ModuleName: ModuleReading] = [:]
  private var alternates = AlternateFormats()
  private var programs = ShownPrograms()
  /// The names of the outputs with bars.
  private var barOutputs: Set<String> = []
  private var drawers = OpenDrawers()
  /// The notice that is shown in place of the zones; nil if there is none.
  public private(set) var notice: Notice?
  /// Why the last commands of modules were not done.
  private var refusals: [ModuleName: Notice] = [:]
  /// The desktop's preferences.
  public private(set) var preferences = SystemPreferences()
  /// The accent that has the hue of the backdrop, encoded sRGB; nil: the backdrop is grey, or not measured.
  public private(set) var backdropAccent: SIMD3<Double>?
  /// Whether the session is locked, which stops captures and holds notifications back; nil: unknown.
  public private(set) var isLocked: Bool?
  /// Whether the machine runs on its battery; nil: unknown.
  public private(set) var isOnBattery: Bool?
  private let locale: String
  private var followsDesktop = false
  private var followsLock = false
  private var followsPower = false
  private var followsBarWindows = false
  /// Facts about the windows of outputs: values of `BarState.fields` by the names of outputs.
  private var barWindows: [String: [String: FieldValue]] = [:]
  /// The frames of the windows that outputs show, by the names of outputs, while a bar depends on them.
  public private(set) var windowFrames: [String: [LogicalRect?]] = [:]
  private var running: [ModuleName: AnySourceSettings] = [:]
  /// The modules whose tooltips are shown, or about to be.
  private var explained: Set<ModuleName> = []
  /// The times that running clocks were told to show.
  private var seenTimes: [ModuleName: [String]] = [:]
  private var served: NotificationSettings?
  private var followedLevels: LevelSettings?
  /// The shown content of each reading, made when the reading changes, since every layout asks for it.
  private var shownReadings: [ModuleName: ShownReading] = [:]

  /// The modules that show icons or pictures on some bar.
  public private(set) var pictured: Set<ModuleName> = []
  /// The modules with texts that scroll where there is not enough room for them.
  public private(set) var scrolling: Set<ModuleName> = []

  /// The content that a module shows for a reading.
  private struct ShownReading: Equatable, Sendable {
    var module: ShownModule
    /// The different content on bars of some outputs, by the names of the outputs.
    var byOutput: [String: ShownModule]

    func contains(_ predicate: (ShownModule) -> Bool) -> Bool {
      predicate(module) || byOutput.values.contains(where: predicate)
    }
  }

  /// A temporary message on the bar.
  public struct Notice: Equatable, Sendable {
    public var text: String
    /// The number of mistakes besides the one that the text tells.
    public var further = 0
    public var until: Instant

    /// The notice in a line in English, as commands print it.
    public var line: String { further == 0 ? text : "\(text)  (+\(further) more)" }
  }

  /// `locale` is the name of the user's locale of messages; empty for none.
  public init(settings: Settings = Settings(), parts: ShellParts = .all, locale: String = "") {
    self.settings = settings
    self.locale = locale
    self.parts = parts
  }

  /// The appearance of bars and banners, by the settings and the desktop's preferences.
  public var presentation: Presentation {
    Presentation(settings, preferences, backdropAccent: backdropAccent, locale: locale)
  }

  /// The settings of the bars that this instance shows.
  public var bars: [BarSettings] { parts.haveBars ? settings.bars : [] }

  /// The settings of a bar on an output, as they are with the states of the bar that hold.
  public func bar(_ index: Int, on output: String) -> BarSettings {
    settings.bars[index].shown(with: barWindows[output] ?? [:])
  }

  /// The settings of the notifications that this instance serves; nil if it serves none.
  public var notificationSettings: NotificationSettings? {
    parts.haveNotifications && settings.notifications.isEnabled ? settings.notifications : nil
  }

  /// The settings of the levels that this instance shows; nil if it shows none.
  ///
  /// Levels are shown by the instance that shows notifications, so that two instances do not show them twice.
  public var levelSettings: LevelSettings? {
    let levels = settings.levels
    return parts.haveNotifications && levels.isEnabled ? levels : nil
  }

  /// The content of a module on a bar of an output; nil if nothing was read yet.
  public func shown(_ module: ModuleName, on output: String? = nil) -> ShownModule? {
    guard let shown = shownReadings[module] else { return nil }
    return output.flatMap { shown.byOutput[$0] } ?? shown.module
  }

  /// The groups whose drawers are open on an output; nil: on none in particular.
  public func openDrawers(on output: String? = nil) -> Set<ModuleName> { drawers.open(on: output) }

  /// The groups whose drawers are open on an output, and the modules that are unfolded there; nil for no particular
  /// output.
  public func unfolded(on output: String? = nil) -> Set<ModuleName> {
    openDrawers(on: output).union(readings.filter { $0.value.on(output).isUnfolded }.keys)
  }

  /// Updates the shown content of a module.
  private mutating func show(_ module: ModuleName) {
    defer {
      let shown = shownReadings[module]
      pictured.set(
        module, shown?.contains { module.kind == .image || $0.parts.contains(where: \.hasIcons) } == true)
      scrolling.set(module, shown?.contains { $0.scrolls } == true)
    }
    guard let reading = readings[module] else {
      shownReadings[module] = nil
      return
    }
    let (style, kind) = (settings.module(module).style, module.kind.summary)
    var common = reading
    common.byOutput = [:]
    let refusal = refusals[module]?.text
    // With a single output, most modules show the same on it as on no particular output, and need no content of its
    // own for it.
    let differing = reading.byOutput.filter { $0.value != common }.keys
    let outputs = Set(differing).union(alternates.outputs(differingFor: module))
    func shown(on output: String?) -> ShownModule {
      style.shown(reading.on(output), kind, isAlternate: alternates.isShown(module, on: output))
        .with(refusal: refusal)
    }
    shownReadings[module] = ShownReading(
      module: shown(on: nil),
      byOutput: Dictionary(uniqueKeysWithValues: outputs.map { ($0, shown(on: $0)) }))
  }

  /// The commands for clocks of which other times are to be seen than before.
  private mutating func followTimes() -> [Command] {
    var commands: [Command] = []
    for module in running.keys.filter({ $0.kind == .clock }).sorted(by: { "\($0)" < "\($1)" }) {
      let times = seenTimes(of: module)
      guard seenTimes.updateValue(times, forKey: module) != times else { continue }
      commands.append(.showTimes(module, times))
    }
    return commands
  }

  /// The times that a clock shows on any output by its present look; those of its tooltip only while that is open or about to
  /// be.
  private func seenTimes(of module: ModuleName) -> [String] {
    let outputs = barOutputs.isEmpty ? [nil] : barOutputs.sorted().map(Optional.some)
    let all = outputs.flatMap { output in
      // A clock that has delivered nothing yet has no state that its settings could test.
      let shown =
        shown(module, on: output)
        ?? settings.module(module).style.shown(ModuleReading(), module.kind.summary)
      let isAlternate = alternates.isShown(module, on: output)
      var own = shown.times(isAlternate: isAlternate)
      if bars.contains(where: { !$0.edge.isLevel }) { own += shown.sideTimes(isAlternate: isAlternate) }
      return own + (explained.contains(module) ? shown.tooltipTimes : [])
    }
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The time at which `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? {
    ([notice?.until] + refusals.values.map(\.until)).compactMap(\.self).min()
  }

  /// Applies an event, and returns the commands to perform.
  public mutating func update(_ event: Event, now: Instant) -> [Command] {
    switch event {
    case .moduleReadingChanged(let module, let reading):
      guard running[module] != nil, readings[module] != reading else { return [] }
      return take(reading, of: module)
    case .commandEnded(let module, let refusal): return commandEnded(of: module, refusal: refusal, now: now)
    case .formatToggled(let module, let output):
      alternates.toggle(module, on: output)
      show(module)
      return followTimes() + [.redraw]
    case .barOutputsChanged(let outputs):
      barOutputs = outputs
      return followTimes()
    case .barWindowsChanged(let windows):
      let former = barWindows
      barWindows = windows
      return bars.contains { $0.changes(from: former, to: windows) } ? [.arrangeBars, .redraw] : []
    case .windowFramesChanged(let frames):
      return Self.follow(frames, &windowFrames) { _ in .dodgeWindows }
    case .explainedModulesChanged(let modules):
      explained = modules
      return followTimes()
    case .drawerToggled(let group, let output):
      drawers.toggle(group, on: output)
      return [.redraw]
    case .drawerHovered(let group, let isOpen, let output):
      return drawers.hover(group, isOpen: isOpen, on: output) ? [.redraw] : []
    case .settingsLoaded(let new): return adopt(new)
    case .settingsRejected(let diagnostics): return show(diagnostics, now: now)
    case .systemPreferencesChanged(let new): return present { $0.preferences = new }
    case .backdropAccentChanged(let new): return present { $0.backdropAccent = new }
    case .sessionLocked(let locked):
      guard locked != isLocked else { return [] }
      let isChange = (isLocked == true) != (locked == true)
      isLocked = locked
      return [.lockNotifications(locked)] + (isChange ? [.arrangeSurfaces] : [])
    case .powerSourceChanged(let battery):
      return Self.follow(battery, &isOnBattery) { _ in .arrangeSurfaces }
    case .deadlineReached: return expire(now: now)
    }
  }

  /// Makes a change on which the appearance may depend.
  private mutating func present(_ change: (inout State) -> Void) -> [Command] {
    let old = presentation
    change(&self)
    return presentation == old ? [] : [.arrangeSurfaces, .redraw]
  }

  /// Shows that a command of a module was refused, or no longer.
  private mutating func commandEnded(of module: ModuleName, refusal: String?, now: Instant) -> [Command] {
    guard running[module] != nil else { return [] }
    let former = refusals[module]?.text
    refusals[module] = refusal.map { Notice(text: $0, until: now + Self.noticeDuration) }
    return former == refusal ? [] : showRefusals(of: [module])
  }

  /// Shows for a time that settings were rejected.
  private mutating func show(_ diagnostics: [String], now: Instant) -> [Command] {
    precondition(!diagnostics.isEmpty, "rejected without a diagnostic")
    notice = Notice(
      text: diagnostics[0], further: diagnostics.count - 1, until: now + Self.noticeDuration)
    return [.log(diagnostics), .redraw]
  }

  private mutating func take(_ reading: ModuleReading, of module: ModuleName) -> [Command] {
    let formerlyShown = shownReadings[module]
    let former = readings.updateValue(reading, forKey: module)
    show(module)
    // The bar shows only a sign of a failure, so that the reason is logged.
    var commands = module.kind == .clock ? followTimes() : []
    // Readings have fields that no format shows, such as the titles of the windows of a workspace. Those of a picture
    // tell which picture is shown.
    let looksSame = module.kind != .image && shownReadings[module] == formerlyShown
    if !looksSame, formerlyShown != nil, settings.module(module).style.on[.update] != nil {
      commands.append(.runUpdate(module))
    }
    if let reason = reading.failure, reason != former?.failure {
      return commands + [.log([reason]), .redraw]
    }
    if pictured.contains(module), programs.take(reading, of: module) {
      commands.append(.searchForIcons)
    }
    return commands + [looksSame ? .refreshPopups : .redraw]
  }

  /// Ends the time of notices and refusals.
  private mutating func expire(now: Instant) -> [Command] {
    let old = refusals.filter { $0.value.until <= now }.map(\.key)
    for module in old { refusals[module] = nil }
    let commands = showRefusals(of: old)
    guard let shown = notice, shown.until <= now else { return commands }
    notice = nil
    return [.redraw]
  }

  /// Shows that commands of modules were refused, or shows it no longer.
  private mutating func showRefusals(of modules: [ModuleName]) -> [Command] {
    for module in modules { show(module) }
    return modules.isEmpty ? [] : [.redraw]
  }

  /// Adopts settings; modules whose source settings are unchanged keep running.
  private mutating func adopt(_ new: Settings) -> [Command] {
    let old = settings
    settings = new
    openDrawers(since: old)
    // The server of notifications comes first, since other programs may wait for it.
    var commands = Self.follow(notificationSettings, &served, Command.serveNotifications)
    commands += runModules() + followServices()
    if old.modules != new.modules || Set(shownReadings.keys) != Set(readings.keys) {
      for module in Set(shownReadings.keys).union(readings.keys) { show(module) }
    }
    commands += followTimes()
    let hadNotice = notice != nil
    notice = nil
    if old != new { commands.append(.arrangeSurfaces) }
    if old != new || hadNotice { commands.append(.redraw) }
    return commands
  }

  /// Opens the drawers that are open at first, if the former settings did not have them or did not open them.
  private mutating func openDrawers(since old: Settings) {
    func opens(_ group: ModuleName, _ settings: Settings) -> Bool {
      settings.group(group).map { $0.isDrawer && $0.startsOpen } ?? false
    }
    for group in Set(bars.flatMap(settings.groups)) where opens(group, settings) && !opens(group, old) {
      drawers.open(group)
    }
  }

  /// Stops the modules that run with other source settings than the present ones, and starts those that are missing.
  private mutating func runModules() -> [Command] {
    let wanted = Dictionary(
      bars.flatMap(settings.shownModules).map { ($0, settings.module($0).source) },
      uniquingKeysWith: { first, _ in first })
    var commands: [Command] = []
    for (module, settings) in running.sorted(by: { "\($0.key)" < "\($1.key)" })
    where wanted[module] != settings {
      running[module] = nil
      // A module that restarts keeps its content until the next reading, so that it does not flicker.
      if wanted[module] == nil { readings[module] = nil }
      (seenTimes[module], refusals[module]) = (nil, nil)
      programs.forget(module)
      commands.append(.stopModule(module))
    }
    for (module, settings) in wanted.sorted(by: { "\($0.key)" < "\($1.key)" })
    where running[module] == nil {
      running[module] = settings
      commands.append(.startModule(module, settings))
    }
    return commands
  }

  /// Follows those of the desktop's facts that the settings need, and no others.
  private mutating func followServices() -> [Command] {
    let (hadLock, hadWindows) = (followsLock, followsBarWindows)
    let needsWindows = bars.contains { !$0.states.isEmpty || $0.mode == .dodge }
    let asks = running.keys.contains { [.session, .controlCenter].contains($0.kind) }
    let commands =
      Self.follow(settings.followsDesktop, &followsDesktop, Command.followDesktop)
      + Self.follow(levelSettings, &followedLevels, Command.followLevels)
      + Self.follow(
        settings.looksBehind || served != nil || followedLevels != nil || asks, &followsLock,
        Command.followLock)
      + Self.follow(settings.looksBehind, &followsPower, Command.followPower)
      + Self.follow(needsWindows, &followsBarWindows, Command.followBarWindows)
    // The state is read anew when following starts again.
    if hadLock, !followsLock { isLocked = nil }
    if hadWindows, !followsBarWindows { (barWindows, windowFrames) = ([:], [:]) }
    return commands
  }

  /// Sets a value that is followed; returns the command for it if it differs from the former one.
  private static func follow<Value: Equatable>(
    _ wanted: Value, _ followed: inout Value, _ command: (Value) -> Command
  ) -> [Command] {
    guard wanted != followed else { return [] }
    followed = wanted
    return [command(wanted)]
  }
}

extension BarSettings {
  /// Whether the bar is another one on some output after a change of the states of windows there.
  fileprivate func changes(
    from former: [String: [String: FieldValue]], to new: [String: [String: FieldValue]]
  ) -> Bool {
    Set(former.keys).union(new.keys).contains {
      shown(with: former[$0] ?? [:]) != shown(with: new[$0] ?? [:])
    }
  }
}

extension ShownModule {
  /// Whether a text of the module or of one of its items scrolls.
  fileprivate var scrolls: Bool { look.scrolls == true || items.contains { $0.scrolls } }
}

extension Set {
  /// Inserts or removes an element.
  fileprivate mutating func set(_ element: Element, _ isMember: Bool) {
    if isMember { insert(element) } else { remove(element) }
  }
}
