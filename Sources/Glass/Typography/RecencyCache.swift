/// A cache with a limit for the sum of its values' costs; the least recently used values are dropped first.
nonisolated struct RecencyCache<Key: Hashable, Value> {
  /// The limit for the sum of all costs.
  let limit: Int
  private(set) var cost = 0
  private var entries: [Key: Entry] = [:]
  private var clock = 0

  private struct Entry {
    var value: Value
    var cost: Int
    var lastUse: Int
  }

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { entries.count }

  subscript(key: Key) -> Value? {
    mutating get {
      guard let index = entries.index(forKey: key) else { return nil }
      clock += 1
      entries.values[index].lastUse = clock
      return entries.values[index].value
    }
  }

  /// Replaces the value of `key` if there is one; a value that alone costs more than the limit is not kept.
  mutating func insert(_ value: Value, for key: Key, cost newCost: Int) {
    if let old = entries.removeValue(forKey: key) { cost -= old.cost }
    guard newCost <= limit else { return }
    if cost + newCost > limit { forgetOldest(until: min(limit - newCost, limit / 2)) }
    clock += 1
    entries[key] = Entry(value: value, cost: newCost, lastUse: clock)
    cost += newCost
  }

  /// Drops the least recently used values until the rest costs at most `bound`, and frees the memory of the
  /// others.
  mutating func shrink(to bound: Int) {
    guard cost > bound else { return }
    forgetOldest(until: bound)
    // A dictionary keeps the capacity of its greatest size.
    entries = Dictionary(uniqueKeysWithValues: Array(entries))
  }

  /// Drops the least recently used values until the rest costs at most `bound`.
  private mutating func forgetOldest(until bound: Int) {
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard cost > bound else { return }
      entries[key] = nil
      cost -= entry.cost
    }
  }
}
