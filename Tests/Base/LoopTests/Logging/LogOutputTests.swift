import Glibc
import Testing

@testable import Loop

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

  @Test func `a terminal that nobody reads delays nothing, and its lines stay whole`() {
    var mode = termios()
    unsafe cfmakeraw(&mode)
    var (terminal, end): (Int32, Int32) = (-1, -1)
    #expect(unsafe openpty(&terminal, &end, nil, &mode, nil) == 0)
    defer { for end in [terminal, end] { close(end) } }
    checkUnread(writer: end, reader: terminal)
  }

  @Test func `a socket that nobody reads delays nothing, and its lines stay whole`() {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    checkUnread(writer: ends[1], reader: ends[0])
  }

  /// Writes more lines than there is room for, then reads, and expects that each line was written whole or counted.
  private func checkUnread(writer: Int32, reader: Int32) {
    var output = LogOutput(writer)
    let long = String(repeating: "x", count: 4000)
    for _ in 0..<1000 { output.write(LogLine(long)) }
    var written = 1000
    var text: [UInt8] = []
    // The kernel passes on what is in a terminal after a while.
    while written < 3000, text.suffix(6) != Array("again\n".utf8)[...] {
      text += bytes(in: reader, patience: 20)
      output.write(LogLine("again"))
      written += 1
      text += bytes(in: reader, patience: 20)
    }
    var count = 0
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasSuffix("missing here, because the log was not read") {
        count += words.count > 2 ? Int(words[2]) ?? 0 : 0
      } else {
        #expect(line == long || line == "again")
        count += 1
      }
    }
    #expect(count == written && written < 3000)
  }

  @Test func `a file is written to where the programs that share it have come to`() throws {
    let stream = try unsafe #require(tmpfile())
    defer { unsafe fclose(stream) }
    let file = unsafe fileno(stream)
    var output = LogOutput(file)
    #expect(unsafe write(file, "before\n", 7) == 7)
    output.write(LogLine("ours"))
    #expect(unsafe write(file, "after\n", 6) == 6)
    #expect(lseek(file, 0, SEEK_SET) == 0)
    #expect(lines(in: file) == ["before", "ours", "after"])
  }

  /// The lines that are in a pipe.
  private func lines(in end: Int32) -> [String] {
    String(decoding: bytes(in: end), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The bytes that are in a pipe, or come within some milliseconds.
  private func bytes(in end: Int32, patience: Int32 = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var poller = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&poller, 1, patience) > 0 {
      let count = unsafe read(end, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
