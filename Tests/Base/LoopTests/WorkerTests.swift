import Geometry
import Glibc
import Loop
import TestSupport
import Testing

@Suite struct WorkerTests {
  private final class Box { var results: [Int?] = [] }

  private let clock = ManualClock()
  private let loop: EventLoop

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  @Test func `jobs are done in order on one other thread, with what belongs to it`() {
    let worker = Worker(loop: loop, limit: .seconds(10)) { 0 }
    let box = Box()
    for number in 1...20 {
      worker.run(
        { (count: inout Int) -> Int in
          count += 1
          return gettidIsMain() ? -1 : count * 100 + number
        }, then: { box.results.append($0) })
    }
    #expect(worker.pendingCount == 20 && box.results.isEmpty)
    #expect(loop.wait { box.results.count == 20 })
    #expect(box.results == (1...20).map { $0 * 100 + $0 })
  }

  @Test func `a job that takes too long is given up, and the rest goes on`() {
    let worker = Worker(loop: loop, limit: .seconds(10)) { 0 }
    let box = Box()
    let gate = Gate()
    worker.run({ (_: inout Int) -> Int in gate.pass() }, then: { box.results.append($0) })
    worker.run({ (_: inout Int) -> Int in 2 }, then: { box.results.append($0) })
    gate.waitUntilReached()
    clock.advance(by: .seconds(10) - .nanoseconds(1))
    loop.serveWhatIsReady()
    #expect(box.results.isEmpty)
    clock.advance(by: .nanoseconds(1))
    #expect(loop.wait { box.results.count == 2 })
    #expect(box.results == [nil, 2])
    // The late result of the first job is dropped.
    gate.open()
    gate.waitUntilPassed()
    worker.run({ (_: inout Int) -> Int in 3 }, then: { box.results.append($0) })
    #expect(loop.wait { box.results.count == 3 })
    #expect(box.results == [nil, 2, 3])
  }

  @Test func `a job that is added where another one is given up is done once, after those that waited`() {
    let worker = Worker(loop: loop, limit: .seconds(10)) { [Int]() }
    let gate = Gate()
    defer { gate.open() }
    var done: [Int]?
    worker.run { (_: inout [Int]) -> Int in
      gate.pass()
    } then: { _ in
      worker.run({ (done: inout [Int]) -> Void in done.append(3) }, then: { _ in })
      worker.run({ (done: inout [Int]) -> [Int] in done }, then: { done = $0 })
    }
    worker.run({ (done: inout [Int]) -> Void in done.append(2) }, then: { _ in })
    gate.waitUntilReached()
    clock.advance(by: .seconds(10))
    #expect(loop.wait { done != nil })
    #expect(done == [2, 3])
  }

  @Test func `all jobs fail at once while some threads are stuck, and none after these have come back`() {
    let worker = Worker(loop: loop, limit: .seconds(10)) { 0 }
    let box = Box()
    let gate = Gate()
    for _ in 0..<5 {
      worker.run({ (_: inout Int) -> Int in gate.pass() }, then: { box.results.append($0) })
    }
    for round in 1...3 {
      gate.waitUntilReached()
      loop.serveWhatIsReady()
      #expect(box.results.count == round - 1)
      clock.advance(by: .seconds(10))
      #expect(loop.wait { box.results.count >= round })
    }
    #expect(loop.wait { box.results.count == 5 })
    worker.run({ (_: inout Int) -> Int in 2 }, then: { box.results.append($0) })
    #expect(box.results.count == 5)
    #expect(loop.wait { box.results.count == 6 })
    #expect(box.results == [nil, nil, nil, nil, nil, nil])
    gate.open()
    let works = loop.wait {
      worker.run({ (_: inout Int) -> Int in 2 }, then: { box.results.append($0) })
      return box.results.last == 2
    }
    #expect(works)
  }

  @Test func `a job that never ends is given up while others follow`() {
    let worker = Worker(loop: loop, limit: .seconds(10)) { 0 }
    let box = Box()
    let gate = Gate()
    defer { gate.open() }
    worker.run({ (_: inout Int) -> Int in gate.pass() }, then: { box.results.append($0) })
    gate.waitUntilReached()
    for _ in 1...3 {
      clock.advance(by: .seconds(4))
      worker.run({ (_: inout Int) -> Int in 2 }, then: { box.results.append($0) })
      loop.serveWhatIsReady()
    }
    #expect(loop.wait { box.results.count == 4 })
    #expect(box.results == [nil, 2, 2, 2])
  }

  @Test func `threads that are stuck count also where the worker rests between jobs`() {
    let worker = Worker(loop: loop, limit: .seconds(10)) { 0 }
    let box = Box()
    let gate = Gate()
    for round in 1...Worker<Int>.mostAbandoned {
      worker.run(
        { (_: inout Int) -> Int in gate.pass() },
        then: { result in
          box.results.append(result)
          worker.rest()
        })
      gate.waitUntilReached()
      clock.advance(by: .seconds(10))
      #expect(loop.wait { box.results.count == round })
    }
    worker.run({ (_: inout Int) -> Int in 2 }, then: { box.results.append($0) })
    #expect(loop.wait { box.results.count == 4 })
    #expect(box.results == [nil, nil, nil, nil])
    gate.open()
  }

  @Test func `a worker that is stopped calls nobody back`() {
    let box = Box()
    let gate = Gate()
    do {
      let worker = Worker(loop: loop, limit: .seconds(10)) { 0 }
      worker.run({ (_: inout Int) -> Int in gate.pass() }, then: { box.results.append($0) })
    }
    gate.open()
    clock.advance(by: .seconds(10))
    loop.serveWhatIsReady()
    #expect(box.results.isEmpty)
  }
}

/// A gate at which a job of another thread waits.
nonisolated private final class Gate: Sendable {
  private let reached = Channel()
  private let opened = Channel()
  private let passed = Channel()

  /// Lets all jobs through.
  func open() { opened.write(1000) }

  /// Blocks until the gate is open; gives 1.
  func pass() -> Int {
    reached.write(1)
    opened.read()
    passed.write(1)
    return 1
  }

  /// Blocks until one more job waits at the gate.
  func waitUntilReached() { reached.read() }

  /// Blocks until one job has passed.
  func waitUntilPassed() { passed.read() }
}

/// A pipe whose bytes are counted.
nonisolated private final class Channel: Sendable {
  private let ends: [Int32]

  init() {
    var ends: [Int32] = [-1, -1]
    let result = unsafe pipe(&ends)
    precondition(result == 0, "pipe: error \(errno)")
    // Programs that other tests start must not hold an end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = ends
  }

  deinit {
    for end in ends { close(end) }
  }

  func write(_ count: Int) {
    let result = unsafe Glibc.write(ends[1], [UInt8](repeating: 0, count: count), count)
    precondition(result == count, "write: error \(errno)")
  }

  func read() {
    var byte: UInt8 = 0
    _ = unsafe Glibc.read(ends[0], &byte, 1)
  }
}

/// Whether this is the process's first thread.
nonisolated private func gettidIsMain() -> Bool {
  var name = [CChar](repeating: 0, count: 64)
  let count = unsafe readlink("/proc/thread-self", &name, 63)
  let parts = String(decoding: name.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
    separator: "/")
  return parts.first == parts.last
}
