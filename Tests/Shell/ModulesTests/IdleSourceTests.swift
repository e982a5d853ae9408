import CompositorSources
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

/// The module that keeps the session awake.
@Suite(.serialized)
final class IdleSourceTests: SourceStage {
  @Test func `the session is kept awake from the start, and for a time`() {
    let idleness = Idleness()
    var settings = IdleSettings()
    (settings.timeout, settings.startsActive) = (60, true)
    var states: [FieldValue?] = []
    let source = IdleSource(
      module: ModuleName(.idle), settings: settings, idleness: idleness, loop: loop,
      outlet: ModuleOutlet { states.append($0.fields["state"]) })
    #expect(states == [.text("awake")] && idleness.isInhibited)
    clock.advance(by: .seconds(58))
    loop.serveWhatIsReady()
    #expect(states.count == 1)
    clock.advance(by: .seconds(3))
    loop.serveWhatIsReady()
    #expect(states.last == .text("auto") && !idleness.isInhibited)
    // Each time counts from its own start.
    source.perform("on", item: nil)
    clock.advance(by: .seconds(58))
    loop.serveWhatIsReady()
    source.perform("toggle", item: nil)
    source.perform("toggle", item: nil)
    clock.advance(by: .seconds(58))
    loop.serveWhatIsReady()
    #expect(states.last == .text("awake"))
    source.stop()
    #expect(!idleness.isInhibited)
  }
}
