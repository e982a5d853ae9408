import Loop

/// The state of the machine's power supply, as the kernel reports it.
enum PowerSupply {
  /// Whether the machine has a battery, and sources of power of which none is connected; a machine without sources is
  /// not on battery. `root` is the kernel's folder of power supplies.
  static func isOnBattery(root: String = "/sys/class/power_supply") -> Bool {
    var hasBattery = false
    var states: [Substring] = []
    for name in Directory.names(in: root) where read("\(root)/\(name)/scope") != "Device" {
      switch read("\(root)/\(name)/type") {
      case "Battery": hasBattery = true
      case "UPS", nil: break
      // A machine that is charged by USB has its ports as sources, often beside an adapter that is not connected.
      default: if let state = read("\(root)/\(name)/online") { states.append(state) }
      }
    }
    // A port whose voltage is negotiated reports 2.
    return hasBattery && !states.isEmpty && !states.contains { $0 == "1" || $0 == "2" }
  }

  private static func read(_ path: String) -> Substring? {
    RegularFile.text(ofPath: path, upTo: 64)?.prefix { !$0.isNewline }
  }
}
