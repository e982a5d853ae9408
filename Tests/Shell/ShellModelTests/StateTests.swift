import DesktopModel
import Geometry
import ModuleModel
import Settings
import ShellModel
import TestSupport
import Testing

@Suite struct StateTests {
  @Test func `the first settings start every module of the bar, once`() {
    var state = State()
    let settings = settings([hello, clock, hello])
    #expect(
      state.update(.settingsLoaded(settings), now: at(0)).filter(\.concernsModules) == [
        .startModule(clock, settings.module(clock).source),
        .startModule(hello, settings.module(hello).source),
      ])
  }

  @Test func `a reload restarts changed modules alone`() {
    var state = started([clock, hello, load])
    var new = state.settings
    new.modules[load] = ModuleSettings(.script, script("uptime"))
    #expect(
      state.update(.settingsLoaded(new), now: at(1)) == [
        .stopModule(load), .startModule(load, AnySourceSettings(script("uptime"))), .arrangeSurfaces, .redraw,
      ])
  }

  @Test(arguments: ShellParts.allCases)
  func `levels are followed where notifications are shown, and while they are wanted`(parts: ShellParts) {
    var state = State(parts: parts)
    func followed(_ change: (inout LevelSettings) -> Void) -> [Command] {
      var new = Settings()
      change(&new.levels)
      return state.update(.settingsLoaded(new), now: at(0)).filter {
        if case .followLevels = $0 { true } else { false }
      }
    }
    let isShown = parts != .bars
    #expect(followed { _ in } == (isShown ? [.followLevels(LevelSettings())] : []))
    #expect(followed { _ in } == [])
    #expect(followed { $0.isEnabled = false } == (isShown ? [.followLevels(nil)] : []))
    #expect(followed { ($0.isEnabled, $0.width) = (false, 300) } == [])
    #expect(followed { $0.width = 200 }.count == (isShown ? 1 : 0))
  }

  @Test func `a reload of the same settings does nothing`() {
    var state = started([clock, hello])
    #expect(state.update(.settingsLoaded(state.settings), now: at(1)) == [])
  }

  @Test func `other colours are drawn without a restart`() {
    var state = started([clock, hello])
    var new = state.settings
    new.colours = ["a": [1, 0, 0, 1]]
    new.accent = .colour([1, 0, 0, 1])
    var settings = new.module(hello)
    settings.style.look.ink = .colour([1, 0, 0, 1])
    new.modules[hello] = settings
    #expect(state.update(.settingsLoaded(new), now: at(1)).filter(\.concernsModules) == [])
  }

  @Test func `a module that moves to another zone goes on`() {
    var state = started([clock, hello])
    var new = state.settings
    new.bar.start = [clock]
    new.bar.center = [hello]
    #expect(state.update(.settingsLoaded(new), now: at(1)) == [.arrangeSurfaces, .redraw])
  }

  @Test func `only a new reading of a running module is drawn`() {
    var state = started([clock])
    #expect(state.update(.moduleReadingChanged(clock, .text("09:41")), now: at(1)) == [.redraw])
    #expect(state.update(.moduleReadingChanged(clock, .text("09:41")), now: at(2)) == [])
    #expect(state.update(.moduleReadingChanged(hello, .text("late")), now: at(3)) == [])
    #expect(state.readings == [clock: .text("09:41")])
  }

  @Test func `a reading of which the bars show the same is for popups alone`() {
    var state = started([hello])
    _ = state.update(.moduleReadingChanged(hello, .text("one")), now: at(1))
    var reading = ModuleReading.text("one")
    reading.fields["unused"] = .text("two")
    #expect(state.update(.moduleReadingChanged(hello, reading), now: at(2)) == [.refreshPopups])
    #expect(state.update(.moduleReadingChanged(hello, .text("three")), now: at(3)) == [.redraw])
    #expect(state.update(.moduleReadingChanged(hello, .failure("broken")), now: at(4)).contains(.redraw))
  }

  @Test func `a command for updates runs when a module shows something else, and not for its first reading`()
  {
    var state = started([hello, clock])
    var new = state.settings
    var settings = new.module(hello)
    settings.style.on[.update] = .command(["a"])
    new.modules[hello] = settings
    _ = state.update(.settingsLoaded(new), now: at(0))
    func take(_ module: ModuleName, _ reading: ModuleReading) -> [Command] {
      state.update(.moduleReadingChanged(module, reading), now: at(1))
    }
    #expect(take(hello, .text("one")) == [.redraw])
    #expect(take(hello, .text("two")) == [.runUpdate(hello), .redraw])
    var reading = ModuleReading.text("two")
    reading.fields["unused"] = .text("x")
    #expect(take(hello, reading) == [.refreshPopups])
    #expect(take(hello, .failure("broken")) == [.runUpdate(hello), .log(["broken"]), .redraw])
    #expect(!(take(clock, .text("1")) + take(clock, .text("2"))).contains(.runUpdate(clock)))
  }

  @Test func `a picture in place of another one is an update`() {
    let image = ModuleName(.image, "cover")
    var state = started([image])
    var new = state.settings
    var settings = new.module(image)
    settings.style.on[.update] = .command(["a"])
    new.modules[image] = settings
    _ = state.update(.settingsLoaded(new), now: at(0))
    func take(_ path: String) -> [Command] {
      var reading = ModuleReading()
      reading.fields["path"] = .text(path)
      return state.update(.moduleReadingChanged(image, reading), now: at(1))
    }
    #expect(take("/a") == [.redraw] && take("/b") == [.runUpdate(image), .redraw] && take("/b") == [])
  }

  @Test func `a program that appears has missing icons looked for, and a changed volume has not`() throws {
    let (tray, audio) = (ModuleName(.tray), ModuleName(.audio))
    var state = State()
    _ = state.update(.settingsLoaded(settings([tray, audio])), now: at(0))
    func searches(_ module: ModuleName, _ reading: ModuleReading) -> Bool {
      state.update(.moduleReadingChanged(module, reading), now: at(0)).contains(.searchForIcons)
    }
    func items(_ names: [String], title: String = "") -> ModuleReading {
      ModuleReading(
        items: names.map { ItemReading(id: $0, ["title": .text(title)], icon: ModuleIcon("icon of \($0)")) })
    }
    #expect(searches(tray, items(["a"])))
    #expect(searches(tray, items(["a", "b"])))
    #expect(!searches(tray, items(["a", "b"], title: "another")), "no icon is another")
    #expect(!searches(tray, items(["b"])))
    #expect(!searches(tray, items(["a", "b"])), "both were shown before")
    #expect(!searches(tray, items(["b"])))
    var onOutput = items(["b"])
    onOutput.byOutput = ["DP-1": items(["b", "c"])]
    #expect(searches(tray, onOutput))
    func volume(_ icon: String) -> ModuleReading {
      ModuleReading(["percent": .integer(1)], icon: ModuleIcon(icon))
    }
    #expect(!searches(audio, volume("audio-volume-low-symbolic")))
    #expect(!searches(audio, volume("audio-volume-high-symbolic")))
    #expect(searches(audio, volume("org.example.Program")), "it is coloured")
  }

  @Test func `a refused command is shown until one is done, or for the time of a notice`() {
    let audio = ModuleName(.audio)
    var state = State()
    #expect(state.update(.commandEnded(audio, refusal: "no"), now: at(0)).isEmpty, "it does not run")
    _ = state.update(.settingsLoaded(settings([audio])), now: at(0))
    let reading = ModuleReading(["percent": .integer(40), "summary": .text("Speaker, 40%")])
    _ = state.update(.moduleReadingChanged(audio, reading), now: at(0))
    func end(_ refusal: String?, at seconds: Int) -> [Command] {
      state.update(.commandEnded(audio, refusal: refusal), now: at(seconds))
    }
    #expect(end(nil, at: 0).isEmpty && state.nextDeadline == nil)
    #expect(end("not allowed", at: 1) == [.redraw])
    let shown = state.shown(audio)
    #expect(shown?.refusal == "not allowed" && shown?.failure == nil)
    #expect(shown?.tooltip == "not allowed\nSpeaker, 40%")
    #expect(end(nil, at: 2) == [.redraw] && state.shown(audio)?.refusal == nil)
    #expect(state.shown(audio)?.tooltip == "Speaker, 40%" && state.nextDeadline == nil)
    _ = end("not allowed", at: 3)
    #expect(end("not allowed", at: 5).isEmpty, "it is shown already")
    #expect(state.nextDeadline == at(5) + State.noticeDuration, "and stays for longer")
    #expect(state.update(.deadlineReached, now: at(6)).isEmpty && state.shown(audio)?.refusal != nil)
    let due = at(5) + State.noticeDuration
    #expect(state.update(.deadlineReached, now: due) == [.redraw])
    #expect(state.shown(audio)?.refusal == nil && state.nextDeadline == nil)
    _ = end("not allowed", at: 20)
    _ = state.update(.settingsLoaded(settings([])), now: at(20))
    #expect(state.nextDeadline == nil, "the module is gone")
  }

  @Test func `a module that has failed shows nothing of a refused command`() {
    var state = State()
    _ = state.update(.settingsLoaded(settings([clock])), now: at(0))
    _ = state.update(.moduleReadingChanged(clock, .failure("broken")), now: at(0))
    _ = state.update(.commandEnded(clock, refusal: "no"), now: at(0))
    #expect(state.shown(clock)?.refusal == nil && state.shown(clock)?.tooltip == "broken")
  }

  @Test func `a clock is told which of its times are to be seen`() throws {
    var state = State()
    var settings = settings([clock])
    let format = { (text: String) in try FormatTemplate(text, fields: clock.kind.summary.fields) }
    var style = ModuleSettings.defaults(of: .clock).style
    style.look.format = try format("{time:%H}")
    style.look.alternate = try format("{time:%S}")
    style.look.tooltip = try format("{time:%H} {time:%M}")
    var abroad = ModuleLook()
    abroad.format = try format("{time:%R}")
    style.states = [
      ModuleState(
        "abroad", when: [try FieldCondition("zone", .text("UTC"), fields: clock.kind.summary.fields)], abroad)
    ]
    settings.modules[clock] = ModuleSettings(style: style, source: ClockSettings())
    func told(_ event: Event) -> [Command] {
      state.update(event, now: at(0)).filter { if case .showTimes = $0 { true } else { false } }
    }
    #expect(told(.settingsLoaded(settings)) == [.showTimes(clock, ["time:%H"])])
    #expect(told(.moduleReadingChanged(clock, ModuleReading(["zone": .text("CET")]))) == [])
    #expect(told(.explainedModulesChanged([clock])) == [.showTimes(clock, ["time:%H", "time:%M"])])
    #expect(told(.explainedModulesChanged([])) == [.showTimes(clock, ["time:%H"])])
    #expect(told(.formatToggled(clock, on: nil)) == [.showTimes(clock, ["time:%S"])])
    #expect(told(.formatToggled(clock, on: nil)) == [.showTimes(clock, ["time:%H"])])
    #expect(
      told(.moduleReadingChanged(clock, ModuleReading(["zone": .text("UTC")])))
        == [.showTimes(clock, ["time:%R"])])
    settings.modules[clock]?.style.states = []
    #expect(told(.settingsLoaded(settings)) == [.showTimes(clock, ["time:%H"])])
  }

  @Test func `each output has the format that was chosen on it`() throws {
    var state = State()
    var settings = settings([clock])
    let fields = clock.kind.summary.fields
    var style = ModuleSettings.defaults(of: .clock).style
    style.look.format = try FormatTemplate("{time:%H}", fields: fields)
    style.look.alternate = try FormatTemplate("{time:%S}", fields: fields)
    settings.modules[clock] = ModuleSettings(style: style, source: ClockSettings())
    _ = state.update(.settingsLoaded(settings), now: at(0))
    let outputs = ["one", "two"]
    #expect(state.update(.barOutputsChanged(Set(outputs)), now: at(0)) == [])
    let reading = ModuleReading(["time:%H": .text("hour"), "time:%S": .text("second")])
    _ = state.update(.moduleReadingChanged(clock, reading), now: at(0))
    func texts() -> [String?] { (outputs + [nil]).map { state.shown(clock, on: $0)?.text } }
    #expect(texts() == ["hour", "hour", "hour"])
    #expect(
      state.update(.formatToggled(clock, on: "one"), now: at(1))
        == [.showTimes(clock, ["time:%S", "time:%H"]), .redraw])
    #expect(texts() == ["second", "hour", "hour"])
    #expect(
      state.update(.formatToggled(clock, on: "two"), now: at(1)) == [.showTimes(clock, ["time:%S"]), .redraw])
    _ = state.update(.formatToggled(clock, on: nil), now: at(1))
    #expect(texts() == ["hour", "hour", "second"])
    _ = state.update(.formatToggled(clock, on: "two"), now: at(1))
    #expect(texts() == ["hour", "second", "second"])
    // Times that were visible only on a removed output are not requested any more.
    #expect(
      state.update(.barOutputsChanged(["two"]), now: at(2)) == [.showTimes(clock, ["time:%S"])])
  }

  @Test func `the formats of outputs go with readings of their own`() throws {
    var state = State()
    var settings = settings([hello])
    var style = ModuleSettings.defaults(of: .text).style
    style.look.alternate = try FormatTemplate("<{text}>", fields: hello.kind.summary.fields)
    settings.modules[hello] = ModuleSettings(style: style, source: TextSettings())
    _ = state.update(.settingsLoaded(settings), now: at(0))
    var reading = ModuleReading.text("all")
    reading.byOutput["one"] = .text("one")
    _ = state.update(.moduleReadingChanged(hello, reading), now: at(0))
    for output in ["one", "two"] { _ = state.update(.formatToggled(hello, on: output), now: at(1)) }
    #expect(["one", "two", "three"].map { state.shown(hello, on: $0)?.text } == ["<one>", "<all>", "all"])
    _ = state.update(.moduleReadingChanged(hello, .text("new")), now: at(2))
    #expect(["one", "two", "three"].map { state.shown(hello, on: $0)?.text } == ["<new>", "<new>", "new"])
  }

  @Test func `a picture is drawn again when its file has changed`() {
    let image = ModuleName(.image, "cover")
    var state = started([image])
    for version in 0..<3 {
      let reading = ModuleReading(["path": .text("/cover.png"), "version": .integer(version)])
      #expect(state.update(.moduleReadingChanged(image, reading), now: at(1)) == [.redraw])
    }
  }

  @Test func `the reading of a stopped module is dropped, of a restarted one kept`() {
    var state = started([clock, hello])
    _ = state.update(.moduleReadingChanged(clock, .text("09:41")), now: at(1))
    _ = state.update(.moduleReadingChanged(hello, .text("Hyaline")), now: at(1))
    var new = state.settings
    new.bar.center = [clock]
    var seconds = ClockSettings()
    seconds.times = ["time:%S"]
    new.modules[clock] = ModuleSettings(.clock, seconds)
    _ = state.update(.settingsLoaded(new), now: at(2))
    #expect(state.readings == [clock: .text("09:41")])
  }

  @Test func `rejected settings stay out, and a notice says why for some seconds`() {
    var state = started([clock])
    let before = state.settings
    #expect(
      state.update(.settingsRejected(["a.toml:1:1: x", "a.toml:2:1: y"]), now: at(10))
        == [.log(["a.toml:1:1: x", "a.toml:2:1: y"]), .redraw])
    #expect(state.settings == before)
    #expect(state.notice?.text == "a.toml:1:1: x" && state.notice?.further == 1)
    #expect(state.notice?.line == "a.toml:1:1: x  (+1 more)")
    #expect(state.nextDeadline == at(18))
    #expect(state.update(.deadlineReached, now: at(17)) == [])
    #expect(state.update(.deadlineReached, now: at(18)) == [.redraw])
    #expect(state.notice == nil && state.nextDeadline == nil)
  }

  @Test func `a second rejection shows the newer one for its full time`() {
    var state = started([clock])
    _ = state.update(.settingsRejected(["first"]), now: at(0))
    _ = state.update(.settingsRejected(["second"]), now: at(5))
    #expect(state.notice?.text == "second" && state.nextDeadline == at(13))
  }

  @Test func `corrected settings take the notice away`() {
    var state = started([clock])
    _ = state.update(.settingsRejected(["wrong"]), now: at(0))
    #expect(state.update(.settingsLoaded(state.settings), now: at(1)) == [.redraw])
    #expect(state.notice == nil)
  }

  @Test func `notifications are served first, then by other settings, then not at all`() {
    var state = State()
    var settings = settings([clock])
    func served() -> [NotificationSettings?] {
      state.update(.settingsLoaded(settings), now: at(0)).compactMap {
        if case .serveNotifications(let settings) = $0 { .some(settings) } else { nil }
      }
    }
    #expect(
      state.update(.settingsLoaded(settings), now: at(0)).first
        == .serveNotifications(settings.notifications))
    settings.notifications.width = 400
    #expect(served() == [settings.notifications])
    #expect(served() == [])
    settings.notifications.isEnabled = false
    #expect(served() == [nil])
    settings.notifications.width = 300
    #expect(served() == [])
    settings.notifications.isEnabled = true
    #expect(served() == [settings.notifications])
  }

  @Test func `bars alone serve no notifications`() {
    var state = State(parts: .bars)
    let commands = state.update(.settingsLoaded(settings([clock])), now: at(0))
    #expect(commands.contains(.startModule(clock, state.settings.module(clock).source)))
    #expect(state.notificationSettings == nil && state.bars == state.settings.bars)
    #expect(!commands.contains(.serveNotifications(state.settings.notifications)))
  }

  @Test func `notifications alone start no module`() {
    var state = State(parts: .notifications)
    let commands = state.update(.settingsLoaded(settings([clock])), now: at(0))
    #expect(commands.filter(\.concernsModules) == [] && state.bars.isEmpty)
    #expect(commands.first == .serveNotifications(state.settings.notifications))
  }

  @Test(arguments: DailySeeds.first(100) as [Int])
  func `modules, readings and redraws agree after any events`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var state = State()
    var running: [ModuleName: AnySourceSettings] = [:]
    var now = at(0)
    for _ in 0..<60 {
      now = now + .seconds(Int.random(in: 0..<6, using: &random))
      let before = state
      let commands = state.update(randomEvent(&random), now: now)
      for command in commands { perform(command, on: &running) }
      checkInvariants(of: state, running, now)
      #expect(before.looks(like: state) || commands.contains(.redraw))
      #expect(
        before.readings == state.readings || commands.contains(.redraw) || commands.contains(.refreshPopups))
    }
  }

  private func checkInvariants(of state: State, _ running: [ModuleName: AnySourceSettings], _ now: Instant) {
    let settings = state.settings
    let named = Set(settings.bar.start + settings.bar.center + settings.bar.end)
    #expect(running.isEmpty || Set(running.keys) == named)
    #expect(running.allSatisfy { settings.module($0.key).source == $0.value })
    #expect(Set(state.readings.keys).isSubset(of: running.keys))
    #expect(state.nextDeadline.map { $0 <= now + State.noticeDuration } ?? true)
  }

  private func perform(_ command: Command, on running: inout [ModuleName: AnySourceSettings]) {
    switch command {
    case .startModule(let name, let settings):
      #expect(running[name] == nil, "started twice")
      running[name] = settings
    case .stopModule(let name):
      #expect(running.removeValue(forKey: name) != nil, "stopped without being started")
    case .showTimes, .followDesktop, .followLock, .followPower, .followLevels, .lockNotifications,
      .serveNotifications, .arrangeSurfaces, .followBarWindows, .dodgeWindows, .arrangeBars, .redraw,
      .refreshPopups, .searchForIcons, .runUpdate, .log:
      break
    }
  }

  private func randomEvent(_ random: inout SplitMix) -> Event {
    let modules = [clock, hello, load]
    let outputs = ["DP-1", "DP-2", nil]
    switch Int.random(in: 0..<10, using: &random) {
    case 9:
      return .formatToggled(
        modules.randomElement(using: &random)!, on: outputs.randomElement(using: &random)!)
    case 8:
      return .barOutputsChanged(Set(outputs.compactMap(\.self).filter { _ in Bool.random(using: &random) }))
    case 7:
      return .commandEnded(
        modules.randomElement(using: &random)!, refusal: ["no", nil].randomElement(using: &random)!)
    case 0, 1:
      var settings = settings(modules.filter { _ in Bool.random(using: &random) })
      if Bool.random(using: &random) {
        settings.modules[load] = ModuleSettings(.script, script("uptime"))
      }
      settings.bar.height = Int.random(in: 30..<33, using: &random)
      return .settingsLoaded(settings)
    case 2: return .settingsRejected(["wrong"])
    case 3: return .deadlineReached
    case 4:
      var preferences = SystemPreferences()
      preferences.colourScheme = [.noPreference, .dark, .light].randomElement(using: &random)!
      preferences.prefersHighContrast = Bool.random(using: &random)
      return .systemPreferencesChanged(preferences)
    default:
      func text() -> String { "\(Int.random(in: 0..<3, using: &random))" }
      var reading = Bool.random(using: &random) ? ModuleReading.text(text()) : .failure(text())
      if let output = outputs.randomElement(using: &random)! { reading.byOutput[output] = .text(text()) }
      return .moduleReadingChanged(modules.randomElement(using: &random)!, reading)
    }
  }

  @Test func `the accent of the backdrop is shown if the settings want it`() {
    var state = State()
    #expect(state.update(.backdropAccentChanged([1, 0, 0]), now: Instant(sinceOrigin: .zero)) == [])
    #expect(state.presentation.accent == nil)
    var settings = Settings()
    settings.accent = .backdrop
    _ = state.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero))
    #expect(state.presentation.accent == [1, 0, 0])
    #expect(
      state.update(.backdropAccentChanged([0, 0, 1]), now: Instant(sinceOrigin: .zero)) == [
        .arrangeSurfaces, .redraw,
      ])
    #expect(state.presentation.accent == [0, 0, 1])
    #expect(state.update(.backdropAccentChanged([0, 0, 1]), now: Instant(sinceOrigin: .zero)) == [])
  }

  @Test func `the lock is followed for captures, notifications, levels and the session, or forgotten`() {
    var state = State()
    var settings = Settings()
    settings.bar.end = []
    settings.backdrop.source = .solid
    settings.notifications.isEnabled = false
    settings.levels.isEnabled = false
    func load() -> [Command] {
      state.update(.settingsLoaded(settings), now: at(0)).filter {
        switch $0 {
        case .followLock, .followPower: true
        default: false
        }
      }
    }
    #expect(load() == [])
    settings.notifications.isEnabled = true
    #expect(load() == [.followLock(true)])
    #expect(state.update(.sessionLocked(false), now: at(0)) == [.lockNotifications(false)])
    #expect(state.update(.sessionLocked(true), now: at(0)) == [.lockNotifications(true), .arrangeSurfaces])
    #expect(state.update(.sessionLocked(true), now: at(0)) == [])
    settings.backdrop.source = .live
    #expect(load() == [.followPower(true)])
    settings.notifications.isEnabled = false
    #expect(load() == [] && state.isLocked == true)
    settings.backdrop.source = .solid
    #expect(load() == [.followLock(false), .followPower(false)] && state.isLocked == nil)
    settings.levels.isEnabled = true
    #expect(load() == [.followLock(true)])
    settings.levels.isEnabled = false
    settings.bar.end = [ModuleName(.session)]
    #expect(load() == [])
    settings.bar.end = []
    #expect(load() == [.followLock(false)])
  }

  private let clock = ModuleName.clock
  private let hello = ModuleName(.text, "hello")
  private let load = ModuleName(.script, "load")

  private func script(_ command: String) -> ScriptSettings {
    var script = ScriptSettings()
    script.command = [command]
    return script
  }

  private func settings(_ modules: [ModuleName]) -> Settings {
    var settings = Settings()
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([], modules, [])
    settings.modules[load] = ModuleSettings(.script, script("load"))
    return settings
  }

  private func started(_ modules: [ModuleName]) -> State {
    var state = State()
    _ = state.update(.settingsLoaded(settings(modules)), now: at(0))
    return state
  }

  private func at(_ seconds: Int) -> Instant { Instant(sinceOrigin: .seconds(seconds)) }
}

extension Command {
  fileprivate var concernsModules: Bool {
    switch self {
    case .startModule, .stopModule: true
    case .showTimes, .followDesktop, .followLock, .followPower, .followLevels, .lockNotifications,
      .serveNotifications, .arrangeSurfaces, .followBarWindows, .dodgeWindows, .arrangeBars, .redraw,
      .refreshPopups, .searchForIcons, .runUpdate, .log:
      false
    }
  }
}

extension State {
  fileprivate func looks(like other: State) -> Bool {
    Set(readings.keys).union(other.readings.keys).allSatisfy { shown($0) == other.shown($0) }
      && notice?.text == other.notice?.text && settings == other.settings
      && presentation == other.presentation
  }
}
