import Geometry
import Loop
import Pictures
import Scenes
import TestSupport
import Testing

@testable import Application

struct SnapshotWriterTests {
  private let picture = Bitmap(size: PixelSize(width: 1, height: 1))

  @Test func `a picture is written, and a failure is told in words`() throws {
    let directory = ScratchDirectory()
    let loop = try EventLoop()
    let writer = SnapshotWriter(loop: loop)
    var answers: [String?] = []
    writer.write(picture, to: directory("a.png")) { answers.append($0) }
    #expect(loop.wait { answers.count == 1 })
    writer.write(picture, to: "/dev/null") { answers.append($0) }
    #expect(loop.wait { answers.count == 2 })
    #expect(answers == [nil, "cannot write picture /dev/null: not a regular file"])
    #expect(directory.exists("a.png"))
  }

  @Test func `a file system that does not answer costs its own picture alone`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let answer = BoundedAnswer<Void>()
    defer { answer.give(()) }
    let writer = SnapshotWriter(loop: loop) { (_, path) throws(PictureError) in
      if path == "stuck" { _ = answer.wait(-1) }
    }
    var answers: [String: String?] = [:]
    for path in ["stuck", "fine"] { writer.write(picture, to: path) { answers[path] = $0 } }
    #expect(loop.wait { answers.count == 1 })
    #expect(answers["fine"] == .some(nil))
    #expect(
      loop.wait {
        clock.advance(by: .seconds(1))
        return answers.count == 2
      })
    #expect(answers["stuck"] == "cannot write picture stuck: its file system does not answer")
  }

  @Test func `threads that hang at file systems count as long as they hang`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let answer = BoundedAnswer<Void>()
    let writer = SnapshotWriter(loop: loop) { (_, path) throws(PictureError) in
      if path == "stuck" { _ = answer.wait(-1) }
    }
    var answers: [String?] = []
    for _ in 1...8 { writer.write(picture, to: "stuck") { answers.append($0) } }
    #expect(
      loop.wait {
        clock.advance(by: .seconds(1))
        return answers.count == 8
      })
    var last: String??
    writer.write(picture, to: "fine") { last = $0 }
    #expect(last == "cannot write picture fine: 8 others are being written")
    answer.give(())
    // The threads end one after another.
    #expect(
      loop.wait {
        if last != .some(nil) { writer.write(picture, to: "fine") { last = $0 } }
        return last == .some(nil)
      })
  }
}
