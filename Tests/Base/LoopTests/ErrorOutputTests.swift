import Geometry
import Glibc
import TestSupport
import Testing

@testable import Loop

@Suite(.serialized)
struct ErrorOutputTests {
  let clock = ManualClock()
  let loop: EventLoop

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  @Test func `lines are cut at their ends and at their limit, whatever packets they come in`() {
    let long = String(repeating: "é", count: 400)
    let text = "one\r\n\n\ntwo\u{1B}\n\(long)\nthree"
    for size in [1, 7, 4096] {
      var lines = ErrorLines()
      var read: [String] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        read += lines.append(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(read == ["one", "two\u{1B}", String(repeating: "é", count: 250) + "…"])
      #expect(lines.finish() == "three" && lines.finish() == nil)
    }
  }

  @Test func `more lines than a person reads are counted`() {
    var lines = ErrorLines()
    let flood = Array(repeating: "line\n", count: 1000).joined()
    #expect(lines.append(flood.utf8).count == ErrorLines.most)
    #expect(lines.append([UInt8](repeating: 0x61, count: 1 << 20)) == [])
    #expect(lines.append([0x0A]) == [])
    #expect(lines.periodEnded() == "901 lines of standard error left out, \(900 * 4 + 1 << 20) bytes")
    #expect(lines.append("next\n".utf8) == ["next"])
    #expect(lines.periodEnded() == nil)
  }

  @Test func `programs of one origin share one allowance`() throws {
    var log: [String] = []
    let errors = try ErrorOutput(loop: loop) { log.append($0) }
    var ended = 0
    for _ in 0..<3 {
      _ = try ChildProcess(
        ["sh", "-c", "i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo e >&2; done"],
        keepsStandardError: false, errors: errors, loop: loop, onLine: nil, onExit: { _ in ended += 1 })
    }
    #expect(
      loop.wait {
        clock.advance(by: .milliseconds(30))
        return ended == 3
      })
    clock.advance(by: .milliseconds(30))
    loop.serveWhatIsReady()
    #expect(log == Array(repeating: "e", count: 100))
    clock.advance(by: .seconds(61))
    loop.serveWhatIsReady()
    #expect(log.last == "80 lines of standard error left out, 80 bytes")
    errors.close()
  }

  @Test func `a last line without a line feed is reported when its program ends`() throws {
    var log: [String] = []
    let errors = try ErrorOutput(loop: loop) { log.append($0) }
    for run in 1...2 {
      var status: ChildProcess.Status?
      _ = try ChildProcess(
        ["sh", "-c", "echo first >&2; printf failed >&2; exit 1"], keepsStandardError: false, errors: errors,
        loop: loop, onLine: nil,
        onExit: {
          status = $0
          #expect(log.count == run * 2)
        })
      #expect(loop.wait { status == .exited(1) })
    }
    #expect(log == ["first", "failed", "first", "failed"])
    errors.close()
  }

  @Test(arguments: [true, false])
  func `the beginning of a line is reported when the period or the output ends`(byClosing: Bool) throws {
    let scratch = ScratchDirectory()
    var log: [String] = []
    let errors = try ErrorOutput(loop: loop) { log.append($0) }
    let program = try ChildProcess(
      ["sh", "-c", "printf question >&2; : > \(scratch("asked")); exec cat"], keepsStandardError: false,
      errors: errors, takesInput: true, loop: loop, onLine: nil, onExit: { _ in })
    #expect(loop.wait { scratch.exists("asked") })
    loop.serveWhatIsReady()
    #expect(log == [])
    if byClosing {
      errors.close()
    } else {
      clock.advance(by: .seconds(61))
      loop.serveWhatIsReady()
    }
    #expect(log == ["question"])
    errors.close()
    #expect(log == ["question"])
    program.terminate()
  }

  @Test func `what a program has left behind can write after the end, and nothing is reported then`() throws {
    let scratch = ScratchDirectory()
    let (gate, result) = (scratch("gate"), scratch("result"))
    #expect(unsafe mkfifo(gate, 0o600) == 0)
    var log: [String] = []
    let errors = try ErrorOutput(loop: loop) { log.append($0) }
    var hasEnded = false
    _ = try ChildProcess(
      ["sh", "-c", "(read -r a < \(gate); echo late >&2; echo $? > \(result)) & echo early >&2"],
      keepsStandardError: false, errors: errors, loop: loop, onLine: nil, onExit: { _ in hasEnded = true })
    #expect(loop.wait { hasEnded && log == ["early"] })
    errors.close()
    let writer = unsafe open(gate, O_RDWR | O_CLOEXEC)
    #expect(unsafe write(writer, "x\n", 2) == 2)
    #expect(
      loop.wait {
        clock.advance(by: .milliseconds(30))
        return scratch.contents(of: "result") == "0\n"
      })
    #expect(log == ["early"])
    close(writer)
  }

  @Test func `a closed output leaves no descriptor`() throws {
    let before = openDescriptors()
    for _ in 0..<20 {
      let errors = try ErrorOutput(loop: loop) { _ in }
      errors.close()
    }
    loop.serveWhatIsReady()
    #expect(leakedDescriptors(since: before, cycles: 20).isEmpty)
  }
}
