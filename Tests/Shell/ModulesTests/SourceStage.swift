import CompositorSources
import DBus
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

/// The sources of modules on a clock that the test advances.
class SourceStage {
  let clock = ManualClock()
  let loop: EventLoop
  let scratch = ScratchDirectory()

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  func makeServices() -> ModuleServices {
    ModuleServices(
      loop: loop, compositor: Compositor(Compositor.Addresses(), loop: loop), idleness: Idleness(),
      buses: ServiceBuses(
        session: nil, system: MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop)))
  }

  func start(
    _ settings: any SourceSettings, _ deliver: @escaping (ModuleReading) -> Void
  ) -> any ModuleSource {
    let module =
      switch settings {
      case is ClockSettings: ModuleName.clock
      case is TextSettings: ModuleName(.text, "hello")
      default: ModuleName(.script, "load")
      }
    return AnySourceSettings(settings).makeSource(
      ModuleStart(outlet: ModuleOutlet(of: module, deliver: deliver), services: makeServices()))!
  }

  func script(
    _ command: [String], interval: Double = 0, isContinuous: Bool = false
  ) -> ScriptSettings {
    var settings = ScriptSettings()
    settings.command = command
    settings.interval = interval
    settings.isContinuous = isContinuous
    return settings
  }

  /// Whether a process is gone, or waits to be reaped by whoever has adopted it.
  func hasEnded(_ process: Int32) -> Bool {
    guard let status = RegularFile.text(ofPath: "/proc/\(process)/stat", upTo: 4096) else { return true }
    return status.split(separator: ")").last?.dropFirst().first == "Z"
  }

  func clockModule(_ format: String) -> ClockSettings {
    var settings = ClockSettings()
    settings.times = ["time:" + format]
    return settings
  }
}

extension ModuleOutlet {
  /// Makes the outlet of a module whose name does not matter; `report` takes lines for the log.
  convenience init(
    report: @escaping (String) -> Void = { _ in }, _ deliver: @escaping (ModuleReading) -> Void
  ) {
    self.init(of: ModuleName(.text, "test"), report: report, deliver: deliver)
  }
}

extension ModuleReading {
  /// The text of a reading, or the only moment that it holds.
  var text: String? {
    let moment = fields.first { $0.key.hasPrefix("time:") }?.value
    return if case .text(let text)? = fields["text"] ?? moment { text } else { nil }
  }
}

/// Expects that each of these numbers of readings is reached 30 ms after the one before it, the first after the present
/// moment, from a program that writes without a pause.
func expectPace(
  _ counts: ClosedRange<Int>, on loop: EventLoop, _ clock: ManualClock, _ readings: () -> Int,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for count in counts {
    clock.advance(by: .milliseconds(29))
    loop.serveWhatIsReady()
    #expect(readings() == count - 1, sourceLocation: sourceLocation)
    clock.advance(by: .milliseconds(1))
    #expect(loop.wait { readings() == count }, sourceLocation: sourceLocation)
  }
}
