import Glibc

/// The state of the machine's power supply, as the kernel reports it.
enum PowerSupply {
  /// Whether the machine has mains adapters of which none is connected; a machine without adapters is not on
  /// battery.
  static var isOnBattery: Bool {
    let root = "/sys/class/power_supply"
    var states: [Bool] = []
    guard let directory = unsafe opendir(root) else { return false }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix("."), read("\(root)/\(name)/type") == "Mains",
        let state = read("\(root)/\(name)/online")
      else { continue }
      states.append(state == "1")
    }
    return !states.isEmpty && !states.contains(true)
  }

  private static func read(_ path: String) -> String? {
    guard let file = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard unsafe fgets(&line, 64, file) != nil else { return nil }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
