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
      settings: settings, idleness: idleness, loop: loop,
      outlet: ModuleOutlet(of: ModuleName(.idle)) { states.append($0.fields["state"]) })
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

  @Test
  func `the lock of logind is one for all that is inhibited, and a program that is missing is reported`() {
    var reports: [String] = []
    let lock = LoginLock(["sleep", "handle-lid-switch"], loop: loop) { reports.append($0) }
    #expect(
      lock.command.prefix(2) == ["systemd-inhibit", "--what=sleep:handle-lid-switch"]
        && lock.command.contains("--mode=block"))
    let missing = LoginLock(command: ["/nowhere/inhibit"], loop: loop) { reports.append($0) }
    missing.hold(true)
    #expect(reports.count == 1 && reports[0].hasPrefix("cannot run \"/nowhere/inhibit\""))
  }

  @Test func `the lock is held while the session is kept awake, and given back`() {
    let (idleness, file) = (Idleness(), scratch("held"))
    let lock = LoginLock(command: ["sh", "-c", "touch \(file); sleep infinity"], loop: loop) { _ in }
    lock.hold(false)
    #expect(!lock.isHeld)
    lock.hold(true)
    #expect(loop.wait { scratch.contents(of: "held") == "" } && lock.isHeld)
    lock.hold(false)
    #expect(!lock.isHeld)
    var settings = IdleSettings()
    settings.inhibitions = [.sleep]
    var reports: [String] = []
    let source = IdleSource(
      settings: settings, idleness: idleness, loop: loop,
      outlet: ModuleOutlet(of: ModuleName(.idle)) { _ in },
      lock: LoginLock(command: ["/nowhere"], loop: loop) { reports.append($0) })
    #expect(reports.isEmpty)
    source.perform("on", item: nil)
    #expect(reports.count == 1)
    source.stop()
  }

  @Test func `the session is kept awake for one time after another, and then no more`() {
    let idleness = Idleness()
    var settings = IdleSettings()
    settings.durations = [60, 120, 0]
    let (minute, twoMinutes) = (FieldValue.duration(.seconds(60)), FieldValue.duration(.seconds(120)))
    var reading = ModuleReading()
    let source = IdleSource(
      settings: settings, idleness: idleness, loop: loop,
      outlet: ModuleOutlet(of: ModuleName(.idle)) { reading = $0 })
    func pass(_ seconds: Int) {
      clock.advance(by: .seconds(seconds))
      loop.serveWhatIsReady()
    }
    func next() -> FieldValue? {
      source.perform("next", item: nil)
      return reading.fields["duration"]
    }
    #expect(next() == minute && idleness.isInhibited)
    pass(58)
    // The next time counts from its own start.
    #expect(next() == twoMinutes)
    pass(118)
    #expect(idleness.isInhibited)
    pass(4)
    #expect(!idleness.isInhibited && reading.fields["duration"] == nil)
    _ = (next(), next())
    #expect(next() == nil && idleness.isInhibited, "the last time has no end")
    pass(1000)
    #expect(idleness.isInhibited)
    _ = next()
    #expect(!idleness.isInhibited)
    // A time takes the place of a switch that was turned on without one.
    source.perform("on", item: nil)
    #expect(next() == minute)
    source.stop()
  }
}
