import TestSupport

/// Damage to messages, as faults of programs and of transports make it.
enum Damage {
  /// A message with a few random changes, none of which makes a line break.
  static func applied(to message: [UInt8], using random: inout SplitMix) -> [UInt8] {
    var bytes = message
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0..<20, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.removeSubrange(place...)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3:
        let signs = Array(#"{}[]":,\"#.utf8) + [0, 0x09, 0x1B, 0xC3, 0xE9, 0xED, 0xFF]
        bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
      default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      }
    }
    return bytes.filter { $0 != 0x0A }
  }
}
