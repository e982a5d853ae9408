import Glibc
import Loop
import Measures
import Testing

@Suite struct WorkerTests {
  private final class Box { var results: [Int?] = [] }

  @Test func `Jobs are done in order on one other thread, with what belongs to it`() throws {
    let loop = try EventLoop()
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
    #expect(loop.run(for: .seconds(10)) { box.results.count == 20 })
    #expect(box.results == (1...20).map { $0 * 100 + $0 })
  }

  @Test func `A job that takes too long is given up, and the rest goes on`() throws {
    let loop = try EventLoop()
    let worker = Worker(loop: loop, limit: .milliseconds(100)) { 0 }
    let box = Box()
    worker.run(
      { (_: inout Int) -> Int in
        usleep(600_000)
        return 1
      }, then: { box.results.append($0) })
    worker.run({ (_: inout Int) -> Int in 2 }, then: { box.results.append($0) })
    #expect(loop.run(for: .seconds(10)) { box.results.count == 2 })
    #expect(box.results == [nil, 2])
    // What it gives in the end is nobody's.
    #expect(!loop.run(for: .milliseconds(700)) { box.results.count > 2 })
  }

  @Test func `After some that never end, all fail at once`() throws {
    let loop = try EventLoop()
    let worker = Worker(loop: loop, limit: .milliseconds(20)) { 0 }
    let box = Box()
    for _ in 0..<5 {
      worker.run(
        { (_: inout Int) -> Int in
          usleep(500_000)
          return 1
        }, then: { box.results.append($0) })
    }
    #expect(loop.run(for: .seconds(10)) { box.results.count == 5 })
    worker.run({ (_: inout Int) -> Int in 2 }, then: { box.results.append($0) })
    #expect(box.results.count == 5)
    #expect(loop.run(for: .seconds(10)) { box.results.count == 6 })
    #expect(box.results == [nil, nil, nil, nil, nil, nil])
  }

  @Test func `A worker that is stopped calls nobody back`() throws {
    let loop = try EventLoop()
    let box = Box()
    do {
      let worker = Worker(loop: loop, limit: .seconds(10)) { 0 }
      worker.run(
        { (_: inout Int) -> Int in
          usleep(50_000)
          return 1
        }, then: { box.results.append($0) })
    }
    #expect(!loop.run(for: .milliseconds(200)) { !box.results.isEmpty })
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
