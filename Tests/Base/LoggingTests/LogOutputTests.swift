import Glibc
import Testing

@testable import Logging

struct LogOutputTests {
  @Test func `lines that nobody reads are dropped, counted, and told of when somebody reads`() {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var output = LogOutput(ends[1])
    let long = String(repeating: "x", count: 4000)
    // No pipe has room for all of these, so that writing them all would wait for ever.
    for _ in 0..<1000 { output.write(LogLine(long)) }
    let early = lines(in: ends[0])
    #expect((1..<1000).contains(early.count) && early.allSatisfy { $0 == long })
    output.write(LogLine("read again"))
    output.write(LogLine("and again"))
    let missing = "\(1000 - early.count) lines are missing here, because the log was not read"
    #expect(lines(in: ends[0]) == ["hyaline: warning: " + missing, "read again", "and again"])
    #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
  }

  /// The lines that are in a pipe.
  private func lines(in end: Int32) -> [String] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var poller = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&poller, 1, 0) > 0 {
      let count = unsafe read(end, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
