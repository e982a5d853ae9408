import Loop

/// The state of the machine's power supply, as the kernel reports it.
enum PowerSupply {
  /// Whether the machine has mains adapters of which none is connected; a machine without adapters is not on
  /// battery.
  static var isOnBattery: Bool {
    let root = "/sys/class/power_supply"
    let states = Directory.names(in: root).compactMap { name in
      read("\(root)/\(name)/type") == "Mains" ? read("\(root)/\(name)/online") : nil
    }
    return !states.isEmpty && !states.contains("1")
  }

  private static func read(_ path: String) -> Substring? {
    RegularFile.text(ofPath: path, upTo: 64)?.prefix { !$0.isNewline }
  }
}
