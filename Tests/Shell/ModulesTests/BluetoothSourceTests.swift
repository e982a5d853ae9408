import BarUI
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import TestSupport
import Testing

@testable import DBus
@testable import Modules

/// The module of Bluetooth with a BlueZ that a test plays.
@Suite(.serialized)
struct BluetoothSourceTests {
  /// A source whose adapter is on, and whose first request to turn it off has no answer yet.
  @MainActor private final class Scenario {
    let stage: BusStage
    let fake: FakeBlueZ
    /// The lines that the source has written to the log.
    private(set) var lines: [String] = []
    private(set) var source: BluetoothSource!

    init() throws {
      stage = try BusStage()
      fake = FakeBlueZ(try stage.connect(), [:])
      fake.service.heldMembers = ["Set"]
      var last: ModuleReading?
      source = BluetoothSource(
        bluetooth: Bluetooth(stage.makeBus()),
        outlet: ModuleOutlet(report: { [unowned self] in lines.append($0) }) { last = $0 })
      try stage.wait("the adapter") { last?.states == ["on"] }
      source.perform("toggle", item: nil)
      try stage.wait("the call") { fake.calls("Set").count == 1 }
    }
  }

  @Test func `a refused switch is told in the log while no panel is open, and in an open panel`() throws {
    let scenario = try Scenario()
    let (stage, fake) = (scenario.stage, scenario.fake)
    let source: BluetoothSource = scenario.source
    fake.service.failHeld(BusError("org.bluez.Error.Blocked", "no"))
    try stage.wait("the line") { scenario.lines == ["Bluetooth is blocked by a switch."] }
    var tellings = 0
    let panel = source.openPanel(of: nil) { tellings += 1 }
    source.use(.turn(false), of: nil)
    try stage.wait("the second call") { fake.calls("Set").count == 2 }
    fake.service.failHeld(BusError("org.bluez.Error.NotReady", "no"))
    func last() -> ControlPanel.Content? { source.panel(of: nil)?.rows.last?.content }
    try stage.wait("the row") { last() == .text("Bluetooth is turned off.") }
    #expect(tellings > 0 && scenario.lines.count == 2)
    panel?.cancel()
    #expect(last() != .text("Bluetooth is turned off."))
    source.stop()
  }

  @Test func `what BlueZ says in words of its own is in the log, and a sentence in the panel`() throws {
    let scenario = try Scenario()
    let (stage, fake) = (scenario.stage, scenario.fake)
    let source: BluetoothSource = scenario.source
    fake.service.failHeld(BusError("org.bluez.Error.Failed", "something else"))
    try stage.wait("the line") { scenario.lines == ["BlueZ refused: something else"] }
    let panel = source.openPanel(of: nil) {}
    source.use(.turn(false), of: nil)
    try stage.wait("the second call") { fake.calls("Set").count == 2 }
    fake.service.failHeld(BusError("org.bluez.Error.Failed", "something worse"))
    try stage.wait("the second line") { scenario.lines.contains("BlueZ refused: something worse") }
    #expect(source.panel(of: nil)?.rows.last?.content == .text("It failed."))
    panel?.cancel()
    source.stop()
  }
}
