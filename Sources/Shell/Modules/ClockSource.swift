import Loop
import Settings

/// The time of day, delivered once per unit that its format shows.
final class ClockSource: ModuleSource {
  private let module: ModuleName
  private let format: String
  private let unit: ClockUnit
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  private var timer: Timer?

  init(module: ModuleName, settings: ClockSettings, loop: EventLoop, outlet: ModuleOutlet) {
    self.module = module
    format = settings.format
    unit = ClockUnit(finestIn: settings.format)
    self.loop = loop
    self.outlet = outlet
    tick()
  }

  func stop() {
    timer?.cancel()
    timer = nil
    outlet.close()
  }

  private func tick() {
    let time = loop.wallTime.seconds
    if let text = LocalTime.text(of: time, format: format) {
      outlet.show(text)
    } else {
      outlet.fail("\(module): format: expected a text of at most 64 KiB")
    }
    guard !outlet.isClosed else { return }
    let next = WallTime(sinceEpoch: .seconds(unit.next(after: time, offset: LocalTime.offset)))
    do throws(LoopError) {
      timer = try loop.scheduleWallClock(at: next) { self.tick() }
    } catch {
      outlet.fail("\(module): \(error)")
    }
  }
}
