import BarUI
import DBus
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import TestSupport
import Testing

@testable import Modules
@testable import Settings

@Suite(.serialized)
struct SessionSourceTests {
  private static let path = "/org/freedesktop/login1"
  private static let yes = ["CanSuspend", "CanHibernate", "CanReboot", "CanPowerOff"]

  private let stage: BusStage
  private let bus: MessageBus

  init() throws {
    stage = try BusStage()
    bus = try stage.connect()
  }

  /// A source, and the commands that it has started.
  private final class Scenario {
    private(set) var source: SessionSource!
    private(set) var commands: [[String]] = []

    init(
      _ settings: SessionSettings, _ bus: MessageBus, windows: OpenWindows = .unknown, loop: EventLoop? = nil
    ) {
      source = SessionSource(
        settings: settings, control: SessionControl(bus), windows: windows, loop: loop ?? bus.loop,
        outlet: ModuleOutlet { _ in }
      ) { [unowned self] in commands.append($0) }
    }

    /// The time that is left for the question, as the panel shows it; nil: it shows none.
    var timeLeft: String? {
      source.panel(of: nil)?.rows.lazy.compactMap {
        if case .figure("Automatically in", let figure, _) = $0.content { figure } else { nil }
      }.first
    }

    /// The texts of the panel; nil: there is none.
    var texts: [String]? {
      source.panel(of: nil)?.rows.compactMap {
        switch $0.content {
        case .choice(let choice): choice.label
        case .buttons(let buttons): buttons.map(\.label).joined(separator: " or ")
        case .text(let text): text
        default: nil
        }
      }
    }
  }

  /// Plays logind, which lets the user do what `allowed` asks for.
  private func logind(allowed: [String]) throws -> FakeService {
    let service = FakeService(try stage.connect(), "org.freedesktop.login1")
    let orders = ["Suspend", "Hibernate", "Reboot", "PowerOff"]
    service.add(
      Self.path, "org.freedesktop.login1.Manager",
      methods: orders.flatMap {
        [.init("Can" + $0, out: [.init("result", "s")]), .init($0, in: [.init("interactive", "b")])]
      }
    ) { member, _ in
      member.hasPrefix("Can") ? [.string(allowed.contains(member) ? "yes" : "na")] : []
    }
    service.add(
      Self.path + "/session/auto", "org.freedesktop.login1.Session",
      methods: [.init("Lock"), .init("Terminate")])
    try stage.wait("the name") { service.isReady }
    return service
  }

  private func orders(_ service: FakeService) -> [String] {
    service.calls.map(\.member).filter { !$0.hasPrefix("Can") }
  }

  @Test func `what logind refuses is not offered, and what interrupts work is confirmed`() throws {
    let service = try logind(allowed: ["CanReboot", "CanPowerOff"])
    let scenario = Scenario(SessionSettings(), bus)
    var changes = 0
    let opened = scenario.source.openPanel(of: nil) { changes += 1 }
    try stage.wait("the answers") {
      scenario.texts == ["Lock", "Log out", "Restart", "Power off"] && service.calls.count == 4
    }
    #expect(changes > 0)
    scenario.source.use(.choose(.init(SessionAction.restart)), of: nil)
    #expect(
      scenario.texts == [
        "Lock", "Log out", "Restart", "The machine restarts.\nAll programs are closed.", "Cancel or Restart",
        "Power off",
      ])
    scenario.source.use(.press(row: "confirm", button: "cancel"), of: nil)
    #expect(scenario.texts == ["Lock", "Log out", "Restart", "Power off"])
    // A button of a row that is not there does nothing.
    scenario.source.use(.press(row: "confirm", button: "restart"), of: nil)
    scenario.source.use(.choose(.init(SessionAction.powerOff)), of: nil)
    scenario.source.use(.press(row: "confirm", button: "restart"), of: nil)
    scenario.source.use(.choose(.init(SessionAction.powerOff)), of: nil)
    scenario.source.use(.press(row: "confirm", button: "power_off"), of: nil)
    try stage.wait("the order") { orders(service) == ["PowerOff"] }
    #expect(service.calls.last?.arguments == [.boolean(true)])
    opened?.cancel()
    scenario.source.stop()
  }

  @Test func `an action that interrupts work is asked about in the panel that it opens`() throws {
    let service = try logind(allowed: Self.yes)
    var settings = SessionSettings()
    settings.actions = [.lock, .restart]
    let scenario = Scenario(settings, bus)
    #expect(scenario.source.opensPanel("power_off", of: nil) && !scenario.source.opensPanel("lock", of: nil))
    #expect(!scenario.source.opensPanel("popup", of: nil))
    scenario.source.perform("restart", item: nil)
    let opened = scenario.source.openPanel(of: nil) {}
    try stage.wait("the answers") { service.calls.count == 4 }
    let restart = "The machine restarts.\nAll programs are closed."
    #expect(scenario.texts == ["Lock", "Restart", restart, "Cancel or Restart"])
    scenario.source.perform("restart", item: nil)
    #expect(scenario.texts == ["Lock", "Restart"], "it takes the question back")
    scenario.source.perform("power_off", item: nil)
    let off = "The machine is switched off.\nAll programs are closed."
    #expect(scenario.texts == ["Lock", "Restart", "Power off", off, "Cancel or Power off"])
    scenario.source.use(.press(row: "confirm", button: "power_off"), of: nil)
    try stage.wait("the order") { orders(service) == ["PowerOff"] }
    opened?.cancel()
    scenario.source.stop()
  }

  /// Windows whose number a test changes.
  private final class FakeWindows {
    let observers = Observers()
    var count: Int? {
      didSet { observers.tell() }
    }
    var windows: OpenWindows { OpenWindows(count: { self.count }, observe: { self.observers.add($0) }) }
  }

  @Test(
    arguments: [
      (.logOut, nil, "The session ends.\nAll programs are closed."),
      (.logOut, 1, "The session ends.\n1 open window is closed."),
      (.restart, 7, "The machine restarts.\n7 open windows are closed."),
      (.powerOff, 0, "The machine is switched off.\nNo window is open."),
      (.suspend, 7, "The machine sleeps, and windows stay open."),
      (.hibernate, 7, "The machine is switched off, and windows are back at the next start."),
    ] as [(SessionAction, Int?, String)])
  func `a question says what the action does, with the windows that are open at that time`(
    action: SessionAction, windows: Int?, words: String
  ) throws {
    let fake = FakeWindows()
    var settings = SessionSettings()
    (settings.actions, settings.countdown) = ([action], 0)
    let scenario = Scenario(settings, bus, windows: fake.windows)
    #expect(scenario.texts?.count == 1 && fake.observers.isEmpty)
    var changes = 0
    let opened = scenario.source.openPanel(of: nil) { changes += 1 }
    scenario.source.use(.choose(.init(action)), of: nil)
    #expect(!fake.observers.isEmpty && changes == 1)
    fake.count = windows
    #expect(changes == 2)
    #expect(scenario.texts?[1] == words && scenario.texts?.count == 3)
    let rows = try #require(scenario.source.panel(of: nil)?.rows)
    guard case .choice(let choice) = rows[0].content, case .buttons(let buttons) = rows[2].content else {
      Issue.record("other rows")
      return
    }
    // Actions that may lose work are red.
    let endsPrograms = [.logOut, .restart, .powerOff].contains(action)
    #expect(choice.isDestructive == endsPrograms)
    #expect(buttons.last?.role == (endsPrograms ? .destructive : .primary))
    opened?.cancel()
    #expect(fake.observers.isEmpty)
    scenario.source.stop()
  }

  @Test func `a command does what logind refuses`() throws {
    let service = try logind(allowed: [])
    var settings = SessionSettings()
    settings.commands = [
      .suspend: ["zzz"], .hibernate: ["ZZZ"], .restart: ["reboot"], .powerOff: ["poweroff"],
    ]
    settings.actions = SessionAction.allCases
    let scenario = Scenario(settings, bus)
    let opened = scenario.source.openPanel(of: nil) {}
    try stage.wait("the answers") { service.calls.count == 4 }
    #expect(scenario.texts == ["Lock", "Log out", "Suspend", "Hibernate", "Restart", "Power off"])
    for action in [SessionAction.suspend, .hibernate, .restart, .powerOff] {
      scenario.source.use(.choose(.init(action)), of: nil)
      scenario.source.use(.press(row: "confirm", button: action.rawValue), of: nil)
    }
    #expect(scenario.commands == [["zzz"], ["ZZZ"], ["reboot"], ["poweroff"]])
    opened?.cancel()
    scenario.source.stop()
  }

  @Test func `locking is done at once, and the panel closes once it was done`() throws {
    let service = try logind(allowed: Self.yes)
    let scenario = Scenario(SessionSettings(), bus)
    var wasClosed = false
    let opened = scenario.source.openPanel(of: nil) { if scenario.texts == nil { wasClosed = true } }
    scenario.source.use(.choose(.init(SessionAction.lock)), of: nil)
    try stage.wait("the order") { orders(service) == ["Lock"] && wasClosed }
    #expect(scenario.texts != nil)
    opened?.cancel()
    scenario.source.perform("lock", item: nil)
    try stage.wait("the second order") { orders(service) == ["Lock", "Lock"] }
    scenario.source.stop()
  }

  @Test func `a failure is told on the panel, which stays`() throws {
    let scenario = Scenario(SessionSettings(), bus)
    let opened = scenario.source.openPanel(of: nil) {}
    let before = try #require(scenario.texts)
    #expect(before == ["Lock", "Log out", "Suspend", "Restart", "Power off"])
    scenario.source.use(.choose(.init(SessionAction.lock)), of: nil)
    try stage.wait("the reason") { scenario.texts?.last == "“Lock” did not work." }
    #expect(scenario.texts?.count == before.count + 1)
    opened?.cancel()
    // Another one that is opened knows nothing of it.
    #expect(scenario.texts == before)
    scenario.source.stop()
  }

  @Test func `commands of the settings take the place of logind, for the actions that are named`() {
    var settings = SessionSettings()
    settings.actions = [.logOut, .lock]
    settings.commands = [.lock: ["swaylock"], .logOut: ["swaymsg", "exit"]]
    let scenario = Scenario(settings, bus)
    #expect(scenario.texts == ["Log out", "Lock"])
    // The command is started as other commands of gestures are.
    #expect(scenario.source.program("lock", item: nil) == ["swaylock"])
    #expect(scenario.source.program("log_out", item: nil) == nil, "it is confirmed first")
    scenario.source.use(.choose(.init(SessionAction.lock)), of: nil)
    scenario.source.use(.choose(.init(SessionAction.logOut)), of: nil)
    #expect(scenario.commands == [["swaylock"]])
    scenario.source.use(.press(row: "confirm", button: "log_out"), of: nil)
    #expect(scenario.commands == [["swaylock"], ["swaymsg", "exit"]])
    scenario.source.stop()
  }

  /// A source with commands for all actions, on a clock that the test turns, with its open panel.
  private final class Timed {
    let clock = ManualClock()
    let loop: EventLoop
    let scenario: Scenario
    /// The number of changes of the open panel.
    private(set) var changes = 0
    var opened: Observation?

    init(_ bus: MessageBus, countdown: Double) throws {
      loop = try EventLoop(clock: clock)
      var settings = SessionSettings()
      settings.countdown = countdown
      for action in SessionAction.allCases { settings.commands[action] = [action.rawValue] }
      scenario = Scenario(settings, bus, loop: loop)
    }

    func open() { opened = scenario.source.openPanel(of: nil) { [unowned self] in changes += 1 } }

    func choose(_ action: SessionAction) { scenario.source.use(.choose(.init(action)), of: nil) }

    func suspend(for duration: Duration) { clock.set(wallTime: clock.wallTime + duration) }

    func pass(_ milliseconds: Int) {
      clock.advance(by: .milliseconds(milliseconds))
      loop.serveWhatIsReady()
    }
  }

  @Test(arguments: [SessionAction.logOut, .restart, .powerOff])
  func `what ends programs is done by itself when its countdown ends, which changes once a second`(
    action: SessionAction
  ) throws {
    let timed = try Timed(bus, countdown: 3)
    timed.open()
    timed.choose(action)
    #expect(timed.scenario.timeLeft == "3 s" && timed.changes == 1)
    for (left, changes) in [("3 s", 1), ("2 s", 2), ("2 s", 2), ("1 s", 3), ("1 s", 3)] {
      timed.pass(left == timed.scenario.timeLeft ? 499 : 501)
      #expect(timed.scenario.timeLeft == left && timed.changes == changes)
    }
    #expect(timed.scenario.commands.isEmpty)
    timed.pass(501)
    #expect(timed.scenario.commands == [[action.rawValue]] && timed.scenario.timeLeft == nil)
    let last = timed.changes
    timed.pass(60_000)
    #expect(timed.scenario.commands.count == 1 && timed.changes == last, "nothing happens any more")
    timed.opened?.cancel()
    timed.scenario.source.stop()
  }

  @Test func `a question that a command asks waits, and a closed panel ends a countdown`() throws {
    let timed = try Timed(bus, countdown: 2.5)
    timed.scenario.source.perform("power_off", item: nil)
    timed.open()
    timed.pass(10_000)
    #expect(timed.scenario.commands.isEmpty && timed.scenario.timeLeft == nil)
    #expect(timed.scenario.texts?.contains("Cancel or Power off") == true)
    timed.choose(.restart)
    #expect(timed.scenario.timeLeft == "3 s")
    timed.pass(500)
    #expect(timed.scenario.timeLeft == "2 s")
    timed.opened?.cancel()
    timed.pass(10_000)
    #expect(timed.scenario.commands.isEmpty, "the panel was closed")
    timed.open()
    #expect(timed.scenario.timeLeft == nil && timed.scenario.texts?.contains("Cancel or Power off") == false)
    timed.opened?.cancel()
    timed.scenario.source.stop()
  }

  @Test(
    arguments: [
      (.press(row: "confirm", button: "cancel"), []), (.choose(.init(SessionAction.powerOff)), []),
      (.choose(.init(SessionAction.suspend)), []), (.choose(.init(SessionAction.lock)), [["lock"]]),
      (.press(row: "confirm", button: "power_off"), [["power_off"]]),
    ] as [(ControlUse, [[String]])])
  func `an answer and another choice end a countdown`(use: ControlUse, commands: [[String]]) throws {
    let timed = try Timed(bus, countdown: 60)
    timed.open()
    timed.choose(.powerOff)
    timed.pass(59_000)
    #expect(timed.scenario.timeLeft == "1 s")
    timed.scenario.source.use(use, of: nil)
    #expect(timed.scenario.timeLeft == nil && timed.scenario.commands == commands)
    timed.pass(120_000)
    #expect(timed.scenario.commands == commands)
    timed.opened?.cancel()
    timed.scenario.source.stop()
  }

  @Test func `a suspend ends a countdown, and the question waits`() throws {
    let timed = try Timed(bus, countdown: 60)
    timed.open()
    timed.choose(.powerOff)
    timed.pass(20_000)
    #expect(timed.scenario.timeLeft == "40 s")
    // The monotonic clock stands still while the machine sleeps.
    timed.suspend(for: .seconds(3600))
    timed.pass(1000)
    #expect(timed.scenario.timeLeft == nil)
    timed.pass(120_000)
    #expect(timed.scenario.commands.isEmpty)
    #expect(timed.scenario.texts?.contains("Cancel or Power off") == true)
    timed.opened?.cancel()
    timed.scenario.source.stop()
  }

  @Test func `another question begins a countdown of its own, and one without it waits for ever`() throws {
    let timed = try Timed(bus, countdown: 60)
    timed.open()
    timed.choose(.restart)
    timed.pass(30_000)
    timed.choose(.powerOff)
    #expect(timed.scenario.timeLeft == "60 s")
    timed.opened?.cancel()
    timed.scenario.source.stop()
    let patient = try Timed(bus, countdown: 0)
    patient.open()
    patient.choose(.powerOff)
    #expect(patient.scenario.timeLeft == nil)
    patient.pass(100_000_000)
    #expect(patient.scenario.commands.isEmpty && patient.changes == 1)
    #expect(patient.scenario.texts?.contains("Cancel or Power off") == true)
    patient.opened?.cancel()
    patient.scenario.source.stop()
  }
}
