import TestSupport
import Testing

@testable import DesktopModel

/// When people are told that a battery becomes empty.
struct BatteryWarningsTests {
  private func device(_ percent: Double, _ state: PowerDevice.State = .discharging) -> PowerDevice {
    PowerDevice(state: state, percent: percent)
  }

  @Test func `each threshold is told of once until the battery is charged`() {
    var warnings = BatteryWarnings()
    let charges: [(Double, PowerDevice.State, Int?)] = [
      (50, .discharging, nil), (20.4, .discharging, nil), (20, .discharging, 20), (19, .discharging, nil),
      (21, .discharging, nil), (20, .discharging, nil), (9, .discharging, 10), (9, .unknown, nil),
      (9, .discharging, nil), (3, .discharging, 5), (0, .empty, nil), (4, .charging, nil),
      (4, .discharging, 5),
      (30, .held, nil), (12, .discharging, 20),
    ]
    for (percent, state, expected) in charges {
      let told = warnings.update(device(percent, state), thresholds: [5, 20, 10, 20])
      #expect(told == expected, "\(percent) \(state)")
    }
  }

  @Test
  func `a start below several thresholds tells of the last, and a battery that goes keeps what was told`() {
    var warnings = BatteryWarnings()
    let told = [device(4), nil, device(4)].map { warnings.update($0, thresholds: [20, 10]) }
    #expect(told == [10, nil, nil])
    var none = BatteryWarnings()
    let nothing = none.update(device(1), thresholds: [])
    #expect(nothing == nil)
  }

  @Test func `with other thresholds nothing is told of again, and another battery has warnings of its own`() {
    var warnings = BatteryWarnings()
    let mouse = PowerDevice(kind: .mouse, state: .discharging, percent: 9)
    let told = [
      warnings.update(device(18), thresholds: [20]), warnings.update(device(18), thresholds: [20, 30]),
      warnings.update(device(9), thresholds: [20, 10]), warnings.update(mouse, thresholds: [10]),
    ]
    #expect(told == [20, nil, 10, 10])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `between two charges no threshold is told of twice, whatever the charge does`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var warnings = BatteryWarnings()
    let thresholds = [5, 10, 20, 50]
    var told: [Int] = []
    for _ in 0..<500 {
      let percent = random.unit() * 100
      switch random.next() % 8 {
      case 0:
        let threshold = warnings.update(device(percent, .charging), thresholds: thresholds)
        #expect(threshold == nil)
        told = []
      case 1:
        let threshold = warnings.update(device(percent, .unknown), thresholds: thresholds)
        #expect(threshold == nil)
      default:
        guard let threshold = warnings.update(device(percent), thresholds: thresholds) else { continue }
        #expect(percent <= Double(threshold) && told.allSatisfy { threshold < $0 })
        told.append(threshold)
      }
    }
  }
}
