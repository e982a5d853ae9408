/// Cuts a stream of bytes into lines, in bounded memory; a line that is longer than the limit is left out.
struct LineBuffer {
  private let limit: Int
  private var pending: [UInt8] = []
  /// Whether the line that is being read is longer than the limit, so that the rest of it is dropped.
  private var isTooLong = false
  /// Whether a line was left out since `takeOmission` was called last.
  private var hasOmission = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Appends bytes of the stream, and returns the lines that they complete, without their line breaks.
  mutating func append(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 {
        if !isTooLong { lines.append(pending) }
        (pending, isTooLong) = ([], false)
      }
      if isTooLong { continue }
      if pending.count + part.element.count > limit {
        (pending, isTooLong, hasOmission) = ([], true, true)
      } else {
        pending.append(contentsOf: part.element)
      }
    }
    return lines
  }

  /// Returns whether a line was left out since the last call.
  mutating func takeOmission() -> Bool {
    defer { hasOmission = false }
    return hasOmission
  }
}
