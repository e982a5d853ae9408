/// Values by tokens that are never given out twice: the token of a removed value finds nothing.
///
/// A look-up is an access to an array, since every wake-up of the process does one.
struct Slots<Value> {
  /// Each value with its token: the slot in the lower 32 bits, the number of its uses in the upper ones.
  private var values: [(token: UInt64, value: Value?)] = []
  private var free: [Int] = []

  private static var slotBits: UInt64 { 32 }

  private static func slot(_ token: UInt64) -> Int { Int(token & ((1 << slotBits) - 1)) }

  /// Adds the value that `make` makes for a new token, which is not 0.
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

  /// Removes the value of a token; does nothing if it was removed before.
  mutating func remove(_ token: UInt64) {
    let slot = Self.slot(token)
    guard self[token] != nil else { return }
    values[slot].value = nil
    free.append(slot)
  }

  /// The value of a token; nil if it was removed or never added.
  subscript(token: UInt64) -> Value? {
    let slot = Self.slot(token)
    return slot < values.count && values[slot].token == token ? values[slot].value : nil
  }
}
