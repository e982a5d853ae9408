import Loop
import Settings
import ShellModel
import TestSupport
import Testing

@testable import Application

struct ModelTests {
  private let clock = ManualClock()

  private func model() throws -> Model { Model(try EventLoop(clock: clock), State()) }

  @Test func `events are handled by the loop, and an event of a command in the same update`() throws {
    let model = try model()
    defer { model.close() }
    var record: [String] = []
    model.perform = { [unowned model] command in
      if command == .arrangeSurfaces { model.take(.settingsRejected(["wrong"])) }
      if case .log(let lines) = command { record += lines }
    }
    model.onSettled = { record.append("settled") }
    var settings = Settings()
    settings.bars[0].height = 50
    model.take(.settingsLoaded(settings))
    #expect(model.state.settings.bars[0].height != 50 && record.isEmpty && model.events.count == 1)
    model.loop.serveWhatIsReady()
    #expect(model.state.settings == settings && model.events.isEmpty)
    #expect(record.first == "wrong" && record.last == "settled" && model.state.notice?.text == "wrong")
  }

  @Test func `bars are told of other content after the commands before it, and nobody else is`() throws {
    let model = try model()
    defer { model.close() }
    var record: [String] = []
    model.perform = { record.append("\($0)") }
    let observation = model.contentChanges.add { record.append("content") }
    defer { observation.cancel() }
    model.take(.settingsRejected(["wrong"]))
    model.loop.serveWhatIsReady()
    #expect(record == ["\(Command.log(["wrong"]))", "content"])
  }

  @Test func `a change beside the state is settled too`() throws {
    let model = try model()
    defer { model.close() }
    var count = 0
    model.onSettled = { count += 1 }
    model.changed()
    #expect(count == 0)
    model.loop.serveWhatIsReady()
    #expect(count == 1)
  }

  @Test func `a notice ends by itself`() throws {
    let model = try model()
    defer { model.close() }
    model.take(.settingsRejected(["wrong"]))
    model.loop.serveWhatIsReady()
    #expect(model.state.notice != nil)
    clock.advance(by: State.noticeDuration)
    model.loop.serveWhatIsReady()
    #expect(model.state.notice == nil)
  }
}
