/// When a place of the world keeps which time: a file of the time zone database, or what TZ may hold in place of its name.
///
/// We read them ourselves since the C library knows one zone at a time, which it takes from the environment: other threads
/// read that too.
nonisolated struct ZoneRules: Equatable {
  /// A time that is kept.
  struct Kind: Equatable {
    /// Local time minus UTC, in seconds.
    var offset: Int
    var isSummerTime: Bool
    /// The abbreviation, such as `CEST`.
    var name: String
  }

  private var kinds: [Kind]
  /// The moments in seconds since 1970 at which another kind begins, in order.
  private var transitions: [(time: Int, kind: Int)]
  /// The rule after the last transition; nil if the last kind stays in use.
  private var rule: ZoneRule?

  static let utc = ZoneRules(rule: ZoneRule(standard: Kind(offset: 0, isSummerTime: false, name: "UTC")))

  /// A rule for all times.
  init(rule: ZoneRule) { (kinds, transitions, self.rule) = ([rule.standard], [], rule) }

  static func == (a: ZoneRules, b: ZoneRules) -> Bool {
    a.kinds == b.kinds && a.rule == b.rule && a.transitions.elementsEqual(b.transitions) { $0 == $1 }
  }

  /// The time that is in use at a moment in seconds since 1970.
  func kind(at time: Int) -> Kind {
    guard let last = transitions.last else { return rule?.kind(at: time) ?? kinds[0] }
    if time >= last.time { return rule?.kind(at: time) ?? kinds[last.kind] }
    var (low, high) = (0, transitions.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    // Before the first transition the first kind is kept.
    return low == 0 ? kinds[0] : kinds[transitions[low - 1].kind]
  }
}

// MARK: - Files

nonisolated extension ZoneRules {
  /// Reads a file of the time zone database (RFC 8536); nil if it is none.
  init?(file bytes: [UInt8]) {
    guard var block = ZoneBlock(bytes, at: 0, isLong: false) else { return nil }
    var end = block.end
    if block.version >= UInt8(ascii: "2") {
      guard let long = ZoneBlock(bytes, at: block.end, isLong: true) else { return nil }
      (block, end) = (long, long.end)
    }
    guard let kinds = block.kinds(bytes), let transitions = block.transitions(bytes, kindCount: kinds.count)
    else { return nil }
    (self.kinds, self.transitions) = (kinds, transitions)
    let footer = bytes[min(end, bytes.count)...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    rule = block.isLong && !footer.isEmpty ? ZoneRule(String(decoding: footer, as: UTF8.self)) : nil
  }
}

/// A header of such a file, and where what it announces lies.
private nonisolated struct ZoneBlock {
  let version: UInt8
  let isLong: Bool
  private let start, timeCount, kindCount, characterCount: Int
  let end: Int

  /// The greatest number of entries in each table of a file, more than any zone has.
  private static let most = 100_000

  init?(_ bytes: [UInt8], at place: Int, isLong: Bool) {
    guard bytes.count >= place + 44, bytes[place..<(place + 4)].elementsEqual("TZif".utf8) else { return nil }
    version = bytes[place + 4]
    self.isLong = isLong
    let counts = (0..<6).map { Int(truncatingIfNeeded: ZoneBlock.number(bytes, place + 20 + 4 * $0, 4)) }
    guard counts.allSatisfy({ (0...Self.most).contains($0) }), counts[4] > 0 else { return nil }
    (timeCount, kindCount, characterCount) = (counts[3], counts[4], counts[5])
    start = place + 44
    let length = isLong ? 8 : 4
    end =
      start + timeCount * (length + 1) + kindCount * 6 + characterCount + counts[2] * (length + 4)
      + counts[1] + counts[0]
    guard end <= bytes.count else { return nil }
  }

  /// A whole number with its sign, the greatest byte first.
  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int64 {
    let value = bytes[place..<(place + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  func transitions(_ bytes: [UInt8], kindCount: Int) -> [(time: Int, kind: Int)]? {
    let length = isLong ? 8 : 4
    var result: [(time: Int, kind: Int)] = []
    for index in 0..<timeCount {
      let time = Int(ZoneBlock.number(bytes, start + index * length, length))
      let kind = Int(bytes[start + timeCount * length + index])
      guard kind < kindCount, result.last.map({ $0.time < time }) ?? true else { return nil }
      result.append((time, kind))
    }
    return result
  }

  func kinds(_ bytes: [UInt8]) -> [ZoneRules.Kind]? {
    let first = start + timeCount * ((isLong ? 8 : 4) + 1)
    let names = first + kindCount * 6
    var result: [ZoneRules.Kind] = []
    for place in stride(from: first, to: names, by: 6) {
      let offset = Int(ZoneBlock.number(bytes, place, 4))
      let name = Int(bytes[place + 5])
      guard abs(offset) <= 7 * 86_400, name < characterCount else { return nil }
      let characters = bytes[(names + name)..<(names + characterCount)].prefix { $0 != 0 }
      result.append(
        ZoneRules.Kind(
          offset: offset, isSummerTime: bytes[place + 4] != 0,
          name: String(decoding: characters, as: UTF8.self)))
    }
    return result
  }
}
