import BarUI
import Geometry
import ModuleModel
import Notifications
import Scenes
import Settings
import ShellModel
import Typography
import Views
import VisualEffects

/// Measures floods of notifications and long texts without drawing: the cost must be at most
/// proportional to their size.
struct ModelCosts {
  private let text = TextEngine()

  /// Prints the median of `rounds` runs of each flood.
  func timeNotifications(_ rounds: Int) {
    for count in [120, 960] {
      show("\(count) notifications come and expire", rounds) { notify(count, expireTimeout: 1000) }
    }
    for count in [1000, 4000] {
      show("\(count) notifications come and stay", rounds) { notify(count, expireTimeout: 0) }
    }
  }

  /// Prints the median of `rounds` layouts of each.
  func timeLayouts(_ rounds: Int) {
    let body = StyledText(
      string: String(repeating: "lorem ipsum ", count: 680), font: "", scale: 1, maxWidth: 500, maxLines: 4)
    var bar = bar(modules: 21)
    show("a bar of 21 modules is laid out", rounds) { _ = bar.scene(measurer: text) }
    bar.memory = LayoutMemory()
    var round = 0
    show("  again, with another text in one of them", rounds) {
      round += 1
      let reading = Event.moduleReadingChanged(ModuleName(.text, "7"), .text("\(20 + round % 60) °C"))
      _ = bar.state.update(reading, now: Instant(sinceOrigin: .zero))
      _ = bar.scene(measurer: text)
    }
    show("a body of \(body.string.utf8.count) bytes is laid out", rounds) { _ = text.measure(body) }
  }

  /// A bar 1920 pixels wide, in which all texts fit.
  private func bar(modules count: Int) -> BarView {
    let names = (0..<count).map { ModuleName(.text, "\($0)") }
    var settings = Settings()
    (settings.bar.start, settings.bar.center) = (Array(names[..<(count / 3)]), [names[count / 3]])
    settings.bar.end = Array(names[(count / 3 + 1)...])
    var state = State()
    let now = Instant(sinceOrigin: .zero)
    _ = state.update(.settingsLoaded(settings), now: now)
    for (index, name) in names.enumerated() {
      _ = state.update(.moduleReadingChanged(name, .text("\(index) °C")), now: now)
    }
    return BarView(
      state: state, size: PixelSize(width: 1920, height: 32), scale: 1,
      material: Material(.systemMaterial, isDark: true))
  }

  private func show(_ name: String, _ rounds: Int, _ body: () -> Void) {
    line(name, Cost((0..<rounds).map { _ in RenderingBenchmark.time(body) }))
  }

  private func notify(_ count: Int, expireTimeout: Int32) {
    var store = NotificationStore()
    var now = Instant(sinceOrigin: .seconds(1000))
    let clock = ClockTime(seconds: 1_000_000, day: 2, minute: 720)
    for index in 0..<count {
      var request = NotificationRequest()
      request.summary = "Burst \(index)"
      request.expireTimeout = expireTimeout
      let id = store.identify(request)
      _ = store.update(.notified(request, id: id), now: now, clock: clock)
    }
    while let next = store.nextDeadline {
      now = max(now, next)
      _ = store.update(.deadlineReached, now: now, clock: clock)
    }
  }
}
