import Geometry
import Notifications
import Testing

struct CommandQueueTests {
  private let start = Instant(sinceOrigin: .seconds(1000))

  private func command(_ number: Int) -> CommandQueue.Command {
    .init(["echo", "\(number)"], environment: ["NUMBER": "\(number)"])
  }

  @Test func `so many run, so many wait in their order, and the rest is left out`() {
    var queue = CommandQueue()
    var begun: [CommandQueue.Command] = []
    func begin() { while let next = queue.next() { begun.append(next) } }
    for number in 0..<200 {
      queue.add(command(number), now: start)
      begin()
      #expect(queue.runningCount == min(number + 1, Limits.runningCommands))
    }
    let most = Limits.runningCommands + Limits.waitingCommands
    #expect(begun == (0..<Limits.runningCommands).map(command))
    for _ in 0..<most {
      queue.ended()
      begin()
    }
    #expect(begun == (0..<most).map(command) && queue.runningCount == 0)
    #expect(queue.takeReport(now: start) == 200 - most)
    // There is room again.
    queue.add(command(200), now: start)
    #expect(queue.next() == command(200) && queue.reportDeadline == nil)
  }

  @Test func `what is held begins when it is held no more, in its order`() {
    var queue = CommandQueue()
    queue.add(command(1), now: start)
    queue.isHeld = true
    queue.add(command(2), now: start)
    #expect(queue.next() == nil && queue.runningCount == 0)
    queue.isHeld = false
    #expect(queue.next() == command(1) && queue.next() == command(2) && queue.next() == nil)
  }

  @Test func `the same holds when many come before any begins`() {
    var queue = CommandQueue()
    for number in 0..<200 { queue.add(command(number), now: start) }
    #expect(queue.end() == 200 && queue.next() == nil && queue.reportDeadline == nil && queue.end() == 0)
  }

  @Test func `what is left out is told a second later, and then once a minute`() {
    var queue = CommandQueue()
    func fill(_ count: Int, _ now: Instant) {
      for number in 0..<count { queue.add(command(number), now: now) }
    }
    fill(Limits.runningCommands + Limits.waitingCommands, start)
    #expect(queue.reportDeadline == nil)
    fill(3, start)
    fill(2, start + .milliseconds(500))
    #expect(queue.reportDeadline == start + .seconds(1))
    #expect(queue.takeReport(now: start + .seconds(1)) == 5 && queue.reportDeadline == nil)
    fill(7, start + .seconds(2))
    fill(1, start + .seconds(50))
    #expect(queue.reportDeadline == start + .seconds(61))
    #expect(queue.takeReport(now: start + .seconds(61)) == 8)
    fill(1, start + .seconds(500))
    #expect(queue.reportDeadline == start + .seconds(501))
  }
}
