import TestSupport
import Testing

@testable import DesktopModel

/// When people are told that a battery becomes empty.
struct BatteryWarningsTests {
  private func device(_ percent: Double, _ state: PowerDevice.State = .discharging) -> PowerDevice {
    PowerDevice(state: state, percent: percent)
  }

  private func update(_ warnings: inout BatteryWarnings, _ device: PowerDevice, thresholds: [Int])
    -> BatteryWarnings.Advice?
  {
    let battery = BatteryWarnings.Battery(device, among: [device], machine: nil)
    return warnings.update(device, as: battery, thresholds: thresholds)
  }

  @Test func `the only battery of the machine is one, whatever it is called, and several are several`() {
    func battery(_ device: PowerDevice, _ others: [PowerDevice], machine: PowerDevice?)
      -> BatteryWarnings.Battery
    {
      BatteryWarnings.Battery(device, among: [device] + others, machine: machine)
    }
    let (first, second) = (PowerDevice(percent: 9, name: "BAT0"), PowerDevice(percent: 50, name: "BAT1"))
    let mouse = PowerDevice(kind: .mouse, percent: 9, name: "hid-1")
    let summary = PowerDevice(state: .discharging, percent: 9)
    #expect(battery(first, [mouse], machine: first) == .machine)
    #expect(battery(first, [mouse], machine: summary) == .machine)
    #expect(BatteryWarnings.Battery(summary, among: [first, mouse], machine: summary) == .machine)
    #expect(battery(mouse, [first], machine: summary) == .single(.mouse, name: "hid-1", model: ""))
    #expect(battery(first, [second], machine: summary) == .single(.laptop, name: "BAT0", model: ""))
    #expect(BatteryWarnings.Battery(summary, among: [first, second], machine: summary) == .machine)
    #expect(battery(mouse, [], machine: nil) == .single(.mouse, name: "hid-1", model: ""))
  }

  @Test func `what was said is withdrawn once the battery does not become emptier any more`() {
    var warnings = BatteryWarnings()
    let steps: [(Double, PowerDevice.State, BatteryWarnings.Advice?)] = [
      (50, .charging, nil), (9, .discharging, .warn(10)), (9, .unknown, nil), (9, .held, .withdraw),
      (9, .charging, nil), (9, .discharging, .warn(10)), (0, .empty, nil), (1, .charging, .withdraw),
    ]
    for (percent, state, expected) in steps {
      let advice = update(&warnings, device(percent, state), thresholds: [10])
      #expect(advice == expected, "\(percent) \(state)")
    }
  }

  @Test func `what was said is withdrawn once the charge is another battery's`() {
    var warnings = BatteryWarnings()
    let steps: [(Double, PowerDevice.State, BatteryWarnings.Advice?)] = [
      (4, .discharging, .warn(5)), (15, .discharging, nil), (95, .discharging, .withdraw),
      (95, .discharging, nil), (4, .discharging, .warn(5)), (95, .unknown, .withdraw),
      (4, .discharging, .warn(5)), (16, .discharging, .withdraw), (16, .discharging, .warn(20)),
    ]
    for (percent, state, expected) in steps {
      let advice = update(&warnings, device(percent, state), thresholds: [20, 5])
      #expect(advice == expected, "\(percent) \(state)")
    }
  }

  @Test func `a level that is low is warned of as a charge is, and nothing without either`() {
    var warnings = BatteryWarnings()
    var mouse = PowerDevice(kind: .mouse, state: .discharging, percent: nil)
    var told: [BatteryWarnings.Advice?] = []
    for level in [nil, .normal, .low, .low, .critical, .high, nil] as [PowerDevice.Level?] {
      mouse.level = level
      told.append(update(&warnings, mouse, thresholds: [20, 10]))
    }
    #expect(told == [nil, nil, .warn(20), nil, .warn(10), .withdraw, nil])
  }

  @Test func `each threshold is told of once until the battery is charged`() {
    var warnings = BatteryWarnings()
    let charges: [(Double, PowerDevice.State, BatteryWarnings.Advice?)] = [
      (50, .discharging, nil), (20.4, .discharging, nil), (20, .discharging, .warn(20)),
      (19, .discharging, nil), (21, .discharging, nil), (20, .discharging, nil), (9, .discharging, .warn(10)),
      (9, .unknown, nil), (9, .discharging, nil), (3, .discharging, .warn(5)), (0, .empty, nil),
      (4, .charging, .withdraw), (4, .discharging, .warn(5)), (9, .held, .withdraw),
      (12, .discharging, .warn(20)),
    ]
    for (percent, state, expected) in charges {
      let told = update(&warnings, device(percent, state), thresholds: [5, 20, 10, 20])
      #expect(told == expected, "\(percent) \(state)")
    }
  }

  @Test func `a start below several thresholds tells of the last, once`() {
    var warnings = BatteryWarnings()
    let told = [device(4), device(4)].map { update(&warnings, $0, thresholds: [20, 10]) }
    #expect(told == [.warn(10), nil])
    var none = BatteryWarnings()
    let nothing = update(&none, device(1), thresholds: [])
    #expect(nothing == nil)
  }

  @Test func `with other thresholds nothing is told of again, and another battery has warnings of its own`() {
    var warnings = BatteryWarnings()
    let mouse = PowerDevice(kind: .mouse, state: .discharging, percent: 9)
    let told = [
      update(&warnings, device(18), thresholds: [20]), update(&warnings, device(18), thresholds: [20, 30]),
      update(&warnings, device(9), thresholds: [20, 10]), update(&warnings, mouse, thresholds: [10]),
    ]
    #expect(told == [.warn(20), nil, .warn(10), .warn(10)])
  }

  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `until a battery is charged or replaced no threshold is told of twice`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var warnings = BatteryWarnings()
    let thresholds = [5, 10, 20, 50]
    var told: [Int] = []
    for _ in 0..<500 {
      let percent = random.unit() * 100
      switch random.next() % 8 {
      case 0:
        let advice = update(&warnings, device(percent, .charging), thresholds: thresholds)
        #expect(advice == (told.isEmpty ? nil : .withdraw))
        told = []
      case 1:
        let advice = update(&warnings, device(percent, .unknown), thresholds: thresholds)
        guard let advice else { continue }
        #expect(advice == .withdraw && percent > Double(told.last ?? 100) + 10)
        told = []
      default:
        guard let advice = update(&warnings, device(percent), thresholds: thresholds) else { continue }
        guard case .warn(let threshold) = advice else {
          #expect(percent > Double(told.last ?? 100) + 10)
          told = []
          continue
        }
        #expect(percent <= Double(threshold) && told.allSatisfy { threshold < $0 })
        told.append(threshold)
      }
    }
  }
}
