import Glibc
import HeadlessSession

/// The memory of the process of the tests.
public enum OwnMemory {
  /// The bits in which each byte of the text that is searched for differs from the given one, so that the search does not find
  /// its own argument.
  public static let mask: UInt8 = 0x80

  /// Counts the occurrences of some bytes in writable memory; each of them is given with the bits of `mask` changed.
  public static func count(ofMasked bytes: [UInt8]) -> Int {
    let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    precondition(memory >= 0, "/proc/self/mem: error \(errno)")
    defer { close(memory) }
    var count = 0
    for range in writableRanges() {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 1)
      let length = unsafe max(0, pread(memory, buffer.baseAddress, range.count, range.lowerBound))
      count += unsafe occurrences(of: bytes, in: UnsafeRawBufferPointer(rebasing: buffer[..<length]))
      // The copy must not be found by a later count.
      unsafe memset(buffer.baseAddress!, 0, range.count)
      unsafe buffer.deallocate()
    }
    return count
  }

  private static func occurrences(of masked: [UInt8], in memory: UnsafeRawBufferPointer) -> Int {
    let first = masked[0] ^ mask
    var count = 0
    for place in 0..<max(0, memory.count - masked.count + 1) where unsafe memory[place] == first {
      let isThere = masked.indices.allSatisfy { unsafe memory[place + $0] ^ mask == masked[$0] }
      if isThere { count += 1 }
    }
    return count
  }

  /// The places of the heap and of other private memory that can be written to.
  private static func writableRanges() -> [Range<Int>] {
    (readText("/proc/self/maps") ?? "").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count >= 5, words[1].hasPrefix("rw"), words[4] == "0", !line.contains("[v") else {
        return nil
      }
      let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      return ends.count == 2 ? ends[0]..<ends[1] : nil
    }
  }
}
