import Loop
import ModuleModel
import TestSupport
import Testing

@testable import Modules
@testable import Settings

@Suite(.serialized) struct ImageSourceTests {
  private let clock = ManualClock()
  private let loop: EventLoop
  private let scratch = ScratchDirectory()

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  private func start(
    _ change: (inout ImageSettings) -> Void, _ deliver: @escaping (ModuleReading) -> Void
  ) -> ImageSource {
    var settings = ImageSettings()
    change(&settings)
    return ImageSource(
      settings: settings, loop: loop, outlet: ModuleOutlet(of: ModuleName(.image, "cover"), deliver: deliver))
  }

  @Test func `a signal has the picture read again`() {
    var readings: [ModuleReading] = []
    let source = start {
      ($0.path, $0.signal) = (scratch("cover.png"), 8)
    } _: {
      readings.append($0)
    }
    defer { source.stop() }
    #expect(loop.wait { readings.count == 1 })
    source.signalled(7)
    source.signalled(8)
    #expect(readings.map { $0.fields["version"] } == [.integer(0), .integer(1)])
  }

  @Test func `several pictures have their paths and versions in a row`() {
    var settings = ImageSettings()
    settings.paths = [scratch("b.png"), scratch("c.png")]
    settings.path = scratch("a.png")
    settings.signal = 8
    var reading = ModuleReading()
    let source = ImagesSource(
      settings: settings, loop: loop, outlet: ModuleOutlet(of: ModuleName(.image, "covers")) { reading = $0 })
    defer { source.stop() }
    #expect(loop.wait { reading.fields.count == 6 })
    #expect(
      ["path", "path1", "path2"].map { reading.fields[$0] }
        == ["a.png", "b.png", "c.png"].map { .text(scratch($0)) })
    source.signalled(8)
    #expect(["version", "version1", "version2"].allSatisfy { reading.fields[$0] == .integer(1) })
  }

  @Test func `the command does not run while nobody sees the picture, and then at once`() {
    let log = scratch("log")
    var runs = 0
    let source = start {
      $0.command = ["sh", "-c", "echo run >> \(log); echo \(log)$(wc -l < \(log))"]
      $0.interval = 10
    } _: { _ in
      runs += 1
    }
    defer { source.stop() }
    #expect(loop.wait { runs == 1 })
    source.barsAreSeen(false)
    for _ in 1...5 {
      clock.advance(by: .seconds(11))
      loop.serveWhatIsReady()
    }
    // A run that is asked for comes after any of the interval.
    source.refresh()
    #expect(loop.wait { runs == 2 })
    source.barsAreSeen(true)
    #expect(loop.wait { runs == 3 })
    #expect(scratch.contents(of: "log") == "run\nrun\nrun\n")
  }

  @Test func `a command that prints the same path after a failure shows its picture again`() {
    var readings: [ModuleReading] = []
    let source = start {
      $0.command = ["sh", "-c", "test ! -e \(scratch("broken")) && echo \(scratch("cover.png"))"]
      $0.interval = 10
    } _: {
      readings.append($0)
    }
    defer { source.stop() }
    let shown = ModuleReading(["path": .text(scratch("cover.png")), "version": .integer(0)])
    #expect(loop.wait { readings == [shown] })
    scratch.write("", to: "broken")
    clock.advance(by: .seconds(11))
    #expect(loop.wait { readings.count == 2 } && readings[1].failure != nil)
    scratch.remove("broken")
    clock.advance(by: .seconds(11))
    #expect(loop.wait { readings.count == 3 } && readings[2] == shown)
  }
}
