import BarUI
import DesktopModel
import DesktopServices
import ModuleModel
import Settings
import Testing

@testable import Modules

/// Tests of what modules and panels show of batteries.
struct BatteryReadingTests {
  @Test(arguments: [
    (PowerDevice.State.discharging, 79.0, "battery-level-80-symbolic", ["discharging"]),
    (.discharging, 59.9, "battery-level-60-symbolic", ["discharging"]),
    (.discharging, 20, "battery-level-20-symbolic", ["discharging", "low"]),
    (.discharging, 9, "battery-level-10-symbolic", ["discharging", "low", "critical"]),
    (.charging, 9, "battery-level-10-charging-symbolic", ["charging"]),
    (.empty, 0, "battery-level-0-symbolic", ["empty", "low", "critical"]),
    (.full, 99, "battery-level-100-charged-symbolic", ["full", "plugged"]),
    (.held, 80, "battery-level-80-symbolic", ["held", "plugged"]),
  ])
  func `a battery's icon and states follow its charge`(
    state: PowerDevice.State, percent: Double, icon: String, states: [String]
  ) {
    let reading = PowerDevice.reading(PowerDevice(state: state, percent: percent))
    #expect(reading.icon?.description == icon && reading.states == states)
    #expect(reading.fields["percent"] == .integer(Int(percent.rounded()), .percent))
  }

  @Test func `a battery is told in words as far as it is known`() {
    var device = PowerDevice(state: .discharging, percent: 50)
    func summary() -> FieldValue? { PowerDevice.reading(device).fields["summary"] }
    #expect(summary() == .text("On battery"))
    (device.remaining, device.power) = (.seconds(9660), 8.44)
    #expect(summary() == .text("About 2 h 41 min left · 8.4 W"))
    device.state = .charging
    #expect(summary() == .text("Full in about 2 h 41 min · 8.4 W"))
    (device.state, device.limit, device.power) = (.held, 80, nil)
    #expect(summary() == .text("Held at 80%"))
    device = PowerDevice(kind: .mouse, percent: 40, model: "MX Master 3")
    #expect(summary() == .text("MX Master 3 · 40%"))
  }

  @Test(
    arguments: [
      (nil, "battery-symbolic", ["discharging"], ""),
      (.critical, "battery-level-10-symbolic", ["discharging", "low", "critical"], "Critical"),
      (.low, "battery-level-20-symbolic", ["discharging", "low"], "Low"),
      (.normal, "battery-level-50-symbolic", ["discharging"], "Normal"),
      (.high, "battery-level-80-symbolic", ["discharging"], "High"),
    ] as [(PowerDevice.Level?, String, [String], String)])
  func `a battery without a percentage shows its level, and no figure`(
    level: PowerDevice.Level?, icon: String, states: [String], summary: String
  ) {
    var device = PowerDevice(kind: .mouse, state: .discharging, percent: nil)
    device.level = level
    let reading = PowerDevice.reading(device)
    #expect(reading.icon?.description == icon && reading.states == states && reading.fields["percent"] == nil)
    #expect(reading.fields["level"] == level.map { .text($0.rawValue) })
    #expect(reading.fields["summary"] == .text(summary))
    let shown = ModuleSettings.defaults(of: .battery).style.shown(reading, ModuleKind.battery.summary)
    #expect(shown.text.isEmpty && shown.isVisible)
    #expect(device.warning(icon: icon).body == level?.rawValue ?? "")
    let row = device.panelSummary
    #expect(
      row.title == "Mouse"
        && row.figure == (level.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() } ?? "")
        && row.detail.isEmpty)
  }

  @Test func `the row of a battery says in sentences what is left, and how old it is`() {
    var device = PowerDevice(state: .discharging, percent: 76)
    (device.remaining, device.power, device.health, device.cycles) = (.seconds(9660), 8.4, 91, 212)
    let row = device.panelSummary
    #expect(row.title == "Battery" && row.figure == "76%" && row.meter == .init(percent: 76))
    #expect(row.detail == "About 2 h 41 min left · 8.4 W\nHealth 91% · 212 cycles")
    let icon: ModuleIcon = "battery-level-80-symbolic"
    #expect(device.chargeLine == .figure("Battery 76%", "About 2 h 41 min left", icon: icon))
    (device.state, device.remaining) = (.unknown, nil)
    #expect(device.chargeLine == .figure("Battery 76%", "8.4 W", icon: icon))
    device = PowerDevice(kind: .mouse, state: .discharging, percent: 9, model: "MX")
    device.health = 100
    let mouse = device.panelSummary
    #expect(mouse.title == "MX" && mouse.detail.isEmpty && mouse.picture == "input-mouse-symbolic")
    #expect(mouse.meter == .init(percent: 9, isCritical: true))
  }

  @Test(
    arguments: [
      (PowerDevice.State.full, true), (.held, true), (.charging, false), (.discharging, false),
      (.unknown, false),
    ] as [(PowerDevice.State, Bool)])
  func `a battery that is on mains and not charged is plugged`(state: PowerDevice.State, isPlugged: Bool) {
    let reading = PowerDevice.reading(PowerDevice(state: state, percent: 50))
    #expect(reading.states.contains("plugged") == isPlugged)
  }

  @Test(
    arguments: [
      ("AC", PowerDevice.State.full, true), ("DOCK", .full, false), ("AC", .charging, false),
      ("AC", .discharging, true),
    ])
  func `with an adapter, a battery is plugged by that alone`(
    adapter: String, state: PowerDevice.State, isPlugged: Bool
  ) {
    var device = PowerDevice(state: state, percent: 50)
    device.adapters = ["AC", "USB"]
    let reading = PowerDevice.reading(device, adapter: adapter)
    #expect(reading.states.contains("plugged") == isPlugged)
  }
}
