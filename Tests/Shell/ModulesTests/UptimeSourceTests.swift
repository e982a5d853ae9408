import Loop
import ModuleModel
import TestSupport
import Testing

@testable import Modules
@testable import Settings

@Suite(.serialized)
final class UptimeSourceTests: SourceStage {
  private var seconds = 0
  private var readings: [ModuleReading] = []

  private func start() -> UptimeSource {
    UptimeSource(
      settings: UptimeSettings(), loop: loop, outlet: ModuleOutlet { [unowned self] in readings.append($0) }
    ) { [unowned self] in seconds }
  }

  private var texts: [String?] { readings.map(\.text) }

  @Test(
    arguments: [
      (0, "0:00", "0:00"), (59, "0:00", "0:00"), (3_660, "1:01", "1:01"), (86_399, "23:59", "23:59"),
      (86_400, "1 d 0:00", "24:00"), (274_020, "3 d 4:07", "76:07"),
    ])
  func `days and hours are shown, and after a click the hours of all days`(
    seconds: Int, text: String, allHours: String
  ) {
    self.seconds = seconds
    let source = start()
    source.perform("hours", item: nil, by: ModuleContact(.click))
    #expect(texts == (text == allHours ? [text] : [text, allHours]))
    source.perform("hours", item: nil, by: ModuleContact(.click))
    #expect(texts.last == text)
    let summary = ModuleKind.uptime.summary
    #expect(Set(readings[0].fields.keys) == Set(summary.namedFields.map(\.name)))
    let shown = ModuleSettings.defaults(of: .uptime).style.shown(readings[0], summary)
    #expect(shown.icon == "computer-symbolic" && shown.text == readings[0].text)
    #expect(
      shown.tooltip
        == "Running for \(seconds / 86_400) d \(seconds / 3600 % 24) h \(seconds / 60 % 60) min"
    )
    source.stop()
  }

  @Test func `it reads by its interval while a bar is seen, and at once when one is seen again`() {
    let source = start()
    func pass() -> Bool {
      seconds += 60
      clock.advance(by: .seconds(66))
      return loop.runOnce(until: loop.now)
    }
    #expect(pass() && pass())
    #expect(texts == ["0:00", "0:01", "0:02"])
    source.barsAreSeen(false)
    #expect(!pass())
    source.barsAreSeen(true)
    #expect(texts.last == "0:03")
    #expect(pass())
    source.stop()
    #expect(!pass())
    #expect(readings.count == 5)
  }
}
