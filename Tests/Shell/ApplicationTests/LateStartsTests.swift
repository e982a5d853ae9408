import Geometry
import Loop
import Settings
import TestSupport
import Testing

@testable import Application

struct LateStartsTests {
  private let clock = ManualClock()
  private let loop: EventLoop
  private let late: LateStarts
  private let started = Started()

  private final class Started { var modules: [ModuleName] = [] }

  init() throws {
    loop = try EventLoop(clock: clock)
    late = LateStarts(loop)
  }

  private func start(_ kind: ModuleKind) {
    let module = ModuleName(kind)
    late.run(for: module) { [started] in started.modules.append(module) }
  }

  @Test func `services are asked after the first frame, in the order of the modules`() {
    start(.network)
    start(.audio)
    loop.serveWhatIsReady()
    #expect(started.modules.isEmpty)
    late.barWasShown()
    #expect(started.modules.isEmpty)
    loop.serveWhatIsReady()
    #expect(started.modules == [ModuleName(.network), ModuleName(.audio)])
    late.barWasShown()
    loop.serveWhatIsReady()
    #expect(started.modules.count == 2)
  }

  @Test func `after the first frame a service is asked at once`() {
    late.barWasShown()
    loop.serveWhatIsReady()
    start(.battery)
    #expect(started.modules == [ModuleName(.battery)])
  }

  @Test func `without a bar services are asked after a while`() {
    start(.network)
    clock.advance(by: LateStarts.patience - .milliseconds(1))
    loop.serveWhatIsReady()
    #expect(started.modules.isEmpty)
    clock.advance(by: .milliseconds(1))
    loop.serveWhatIsReady()
    #expect(started.modules == [ModuleName(.network)])
  }

  @Test func `a module that goes before the first frame is never started`() {
    start(.network)
    start(.audio)
    late.drop(ModuleName(.network))
    late.barWasShown()
    loop.serveWhatIsReady()
    #expect(started.modules == [ModuleName(.audio)])
  }

  @Test func `nothing is started after the end`() {
    start(.network)
    late.barWasShown()
    late.cancel()
    clock.advance(by: LateStarts.patience)
    loop.serveWhatIsReady()
    #expect(started.modules.isEmpty)
  }
}
