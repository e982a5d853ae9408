import Geometry
import Glibc
import Loop
import TestSupport
import Testing

@testable import Wayland

@Suite struct TextTransferTests {
  private let clock = ManualClock()
  private let loop: EventLoop
  /// A pipe's reading and writing end.
  private var ends: [Int32] = [-1, -1]

  init() throws {
    loop = try EventLoop(clock: clock)
    #expect(unsafe pipe(&ends) == 0)
    // Programs that other tests start must not hold an end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  }

  private func send(_ count: Int) {
    let bytes = [UInt8](repeating: 0x78, count: count)
    #expect(unsafe write(ends[1], bytes, count) == count)
  }

  @Test(arguments: [(0, true), (100, true), (101, false)])
  func `as much text is read as is allowed, and none of more`(count: Int, isRead: Bool) {
    var answer: [UInt8]??
    let transfer = TextTransfer(reading: ends[0], limit: 100, loop: loop) { answer = .some($0) }
    send(count)
    close(ends[1])
    #expect(loop.wait { answer != nil })
    #expect(answer! == (isRead ? [UInt8](repeating: 0x78, count: count) : nil))
    withExtendedLifetime(transfer) {}
  }

  @Test func `a program that does not go on is given up`() {
    var answer: [UInt8]??
    let transfer = TextTransfer(reading: ends[0], limit: 100, loop: loop) { answer = .some($0) }
    send(10)
    loop.serveWhatIsReady()
    clock.advance(by: TextTransfer.patience - .nanoseconds(1))
    loop.serveWhatIsReady()
    #expect(answer == nil)
    clock.advance(by: .nanoseconds(1))
    loop.serveWhatIsReady()
    #expect(answer == .some(nil))
    close(ends[1])
    withExtendedLifetime(transfer) {}
  }

  @Test func `a program that goes on without an end is given up`() {
    var answer: [UInt8]??
    let transfer = TextTransfer(reading: ends[0], limit: 1 << 20, loop: loop) { answer = .some($0) }
    let step = TextTransfer.patience / 2
    var passed = Duration.zero
    while passed < TextTransfer.limit {
      #expect(answer == nil, "after \(passed)")
      send(1)
      loop.serveWhatIsReady()
      clock.advance(by: step)
      passed += step
      loop.serveWhatIsReady()
    }
    #expect(answer == .some(nil))
    close(ends[1])
    withExtendedLifetime(transfer) {}
  }

  @Test func `more than a pipe holds is written as it is read`() {
    var isDone = false
    let text = [UInt8](repeating: 0x79, count: 300_000)
    let transfer = TextTransfer(writing: text, to: ends[1], loop: loop) { isDone = $0 == text }
    var read: [UInt8] = []
    let watch = loop.watch(ends[0]) { [ends] _ in
      var chunk = [UInt8](repeating: 0, count: 50_000)
      let count = unsafe Glibc.read(ends[0], &chunk, chunk.count)
      read += chunk[..<max(0, count)]
    }
    #expect(loop.wait { isDone && read.count == text.count })
    #expect(read == text)
    watch.cancel()
    close(ends[0])
    withExtendedLifetime(transfer) {}
  }

  @Test func `a reader that makes its pipe blocking and does not read is given up`() {
    var answer: [UInt8]??
    // The reader may keep what it has handed over, with the same flags.
    let shared = dup(ends[1])
    let text = [UInt8](repeating: 0x79, count: 300_000)
    let transfer = TextTransfer(writing: text, to: ends[1], loop: loop) { answer = .some($0) }
    _ = fcntl(shared, F_SETFL, 0)
    loop.serveWhatIsReady()
    #expect(answer == nil)
    clock.advance(by: TextTransfer.limit)
    loop.serveWhatIsReady()
    #expect(answer == .some(nil))
    for end in [shared, ends[0]] { close(end) }
    withExtendedLifetime(transfer) {}
  }

  @Test func `a socket is written to as it is read`() {
    for end in ends { close(end) }
    var pair: [Int32] = [-1, -1]
    #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    var isDone = false
    let text = [UInt8](repeating: 0x79, count: 1_000_000)
    let transfer = TextTransfer(writing: text, to: pair[1], loop: loop) { isDone = $0 == text }
    var count = 0
    let watch = loop.watch(pair[0]) { [pair] _ in
      var chunk = [UInt8](repeating: 0, count: 50_000)
      count += max(0, unsafe Glibc.read(pair[0], &chunk, chunk.count))
    }
    #expect(loop.wait { isDone && count == text.count })
    watch.cancel()
    close(pair[0])
    withExtendedLifetime(transfer) {}
  }

  @Test func `a reader that goes ends the writing, and what is neither pipe nor socket is not written to`() {
    var answers: [Bool] = []
    close(ends[0])
    let broken = TextTransfer(writing: [1, 2, 3], to: ends[1], loop: loop) { answers.append($0 == nil) }
    let nothing = unsafe open("/dev/null", O_WRONLY)
    let void = TextTransfer(writing: [1, 2, 3], to: nothing, loop: loop) { answers.append($0 == nil) }
    #expect(loop.wait { answers.count == 2 })
    #expect(answers == [true, true])
    withExtendedLifetime((broken, void)) {}
  }
}
