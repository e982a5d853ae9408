import BarUI
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import TestSupport
import Testing

@testable import Modules
@testable import Settings

/// Tests of the settings of the module that shows a battery.
struct BatterySourceTests {
  private let stage: BusStage
  private let folder = ScratchDirectory()

  init() throws {
    stage = try BusStage(clock: ManualClock())
    for name in ["BAT0", "AC"] { folder.makeDirectory(name) }
    folder.write(
      "POWER_SUPPLY_NAME=BAT0\nPOWER_SUPPLY_TYPE=Battery\nPOWER_SUPPLY_STATUS=Not charging\nPOWER_SUPPLY_CAPACITY=40\n",
      to: "BAT0/uevent")
    folder.write("POWER_SUPPLY_NAME=AC\nPOWER_SUPPLY_TYPE=Mains\nPOWER_SUPPLY_ONLINE=1\n", to: "AC/uevent")
  }

  private func reading(_ change: (inout BatterySettings) -> Void) throws -> ModuleReading {
    var settings = BatterySettings()
    settings.warnings = []
    change(&settings)
    var reading = ModuleReading()
    let bus = stage.makeBus()
    let source = BatterySource(
      settings: settings, devices: PowerDevices(bus, folder: folder.path),
      notices: NotificationSender(bus, application: "Test"), outlet: ModuleOutlet { reading = $0 })
    defer { source.stop() }
    try stage.wait("the battery") { reading.fields["percent"] != nil }
    return reading
  }

  @Test(arguments: [(100, 40), (80, 50), (40, 100)])
  func `a charge counts in proportion to that of a full battery`(limit: Int, percent: Int) throws {
    let reading = try reading { $0.fullAt = limit }
    #expect(reading.fields["percent"] == .integer(percent, .percent))
    #expect(reading.states.contains("full") == (percent == 100))
  }

  @Test(arguments: [(nil, true), ("AC", true), ("ADP1", false)] as [(String?, Bool)])
  func `a battery counts as plugged by the adapter of the settings`(adapter: String?, isPlugged: Bool) throws
  {
    #expect(try reading { $0.adapter = adapter }.states.contains("plugged") == isPlugged)
  }
}
