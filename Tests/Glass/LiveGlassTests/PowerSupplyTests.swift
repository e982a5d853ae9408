import TestSupport
import Testing

@testable import LiveGlass

/// Machines whose power supplies a test writes.
struct PowerSupplyTests {
  private nonisolated static let battery = ["type": "Battery", "online": "0"]
  private nonisolated static let mouse = ["type": "Battery", "scope": "Device"]

  private nonisolated static func adapter(_ online: String, type: String = "Mains") -> [String: String] {
    ["type": type, "online": online]
  }

  @Test(
    arguments: [
      ([], false), ([battery], false), ([adapter("0")], false), ([battery, adapter("0")], true),
      ([battery, adapter("1")], false), ([battery, adapter("0"), adapter("1", type: "USB")], false),
      ([battery, adapter("0"), adapter("2", type: "USB")], false),
      ([battery, adapter("0", type: "USB"), adapter("0", type: "USB")], true),
      ([mouse, adapter("0", type: "USB")], false),
      ([battery, adapter("0"), ["type": "USB", "scope": "Device", "online": "1"]], true),
      ([battery, adapter("0"), adapter("1", type: "UPS")], true),
    ] as [([[String: String]], Bool)])
  func `a machine is on its battery while no source of power is connected`(
    _ supplies: [[String: String]], _ isOnBattery: Bool
  ) {
    let scratch = ScratchDirectory()
    for (number, files) in supplies.enumerated() {
      scratch.makeDirectory("\(number)")
      for (name, text) in files { scratch.write(text + "\n", to: "\(number)/\(name)") }
    }
    #expect(PowerSupply.isOnBattery(root: scratch.path) == isOnBattery)
  }
}
