/// Values by numbers that are never given out twice: a number whose value was removed finds nothing.
///
/// Finding is an access to an array: that is done for whatever wakes the process.
struct Slots<Value> {
  /// Its number: the slot below, how often that was used above.
  private var values: [(token: UInt64, value: Value?)] = []
  private var free: [Int] = []

  private static var slotBits: UInt64 { 32 }

  private static func slot(_ token: UInt64) -> Int { Int(token & ((1 << slotBits) - 1)) }

  /// Adds what `make` makes for a number, which is not 0.
  mutating func add(_ make: (_ token: UInt64) -> Value) -> Value {
    if free.isEmpty {
      free.append(values.count)
      values.append((UInt64(values.count), nil))
    }
    let slot = free.removeLast()
    let token = values[slot].token + (1 << Self.slotBits)
    let value = make(token)
    values[slot] = (token, value)
    return value
  }

  /// Does nothing if that is done.
  mutating func remove(_ token: UInt64) {
    let slot = Self.slot(token)
    guard self[token] != nil else { return }
    values[slot].value = nil
    free.append(slot)
  }

  /// The value of a number; nil if it was removed, or never added.
  subscript(token: UInt64) -> Value? {
    let slot = Self.slot(token)
    return slot < values.count && values[slot].token == token ? values[slot].value : nil
  }
}
