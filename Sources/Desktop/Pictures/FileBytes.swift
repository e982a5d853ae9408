/// The bytes of a file, read as numbers; a number beyond the end is nil.
nonisolated struct FileBytes {
  let all: [UInt8]

  init(_ all: [UInt8]) { self.all = all }

  /// The unsigned number of `count` bytes, at most seven, with the least significant first.
  func little(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset <= all.count - count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(all[offset + $1]) << ($1 * 8) }
  }

  /// The unsigned number of `count` bytes, at most seven, with the most significant first.
  func big(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset <= all.count - count else { return nil }
    return (0..<count).reduce(0) { $0 << 8 | Int(all[offset + $1]) }
  }

  /// Whether these bytes of a text are at `offset`.
  func has(_ text: String, at offset: Int) -> Bool {
    offset >= 0 && offset <= all.count && all[offset...].starts(with: text.utf8)
  }
}
