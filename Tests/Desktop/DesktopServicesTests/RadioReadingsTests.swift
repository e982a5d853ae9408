import DesktopModel
import Loop
import TestSupport
import Testing

@testable import DesktopServices

/// The radio links of wireless interfaces, as a kernel that a test plays reports them.
@Suite(.serialized)
struct RadioReadingsTests {
  let clock = ManualClock()
  let stage: BusStage
  let radio = FakeRadio()

  init() throws { stage = try BusStage(clock: clock) }

  @Test func `links are read again every ten seconds while somebody observes them, and otherwise never`()
    throws
  {
    let readings = RadioReadings(loop: stage.loop, open: radio.open)
    readings.readIfObserved()
    #expect(radio.openings == 0)
    var tellings = 0
    let observation = readings.observe { tellings += 1 }
    try stage.wait("the link") {
      radio.serve()
      return readings.links["wlan0"]?.dBm == -60
    }
    #expect(readings.links["wlan0"]?.point == "01:02:03:04:05:06" && tellings == 1 && radio.openings == 1)
    radio.signal = -70
    clock.advance(by: .seconds(12))
    try stage.wait("the other strength") {
      radio.serve()
      return readings.links["wlan0"]?.dBm == -70
    }
    #expect(tellings == 2 && radio.openings == 2)
    observation.cancel()
    #expect(readings.links.isEmpty)
    clock.advance(by: .seconds(60))
    stage.loop.serveWhatIsReady()
    #expect(radio.openings == 2)
  }
}
