import Geometry
import Notifications
import Testing

@Suite struct FloodTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  @Test func `single calls are drawn at once, but for the first of all`() {
    var flood = Flood()
    flood.take(1, now: at(0))
    #expect(flood.end == at(5))
    for time in stride(from: 10, to: 100, by: 10) {
      flood.take(1, now: at(time))
      #expect(flood.end == nil)
    }
  }

  @Test func `calls that follow one another are drawn when they pause`() {
    var flood = Flood()
    flood.take(1, now: at(0))
    flood.take(1, now: at(2))
    #expect(flood.end == at(7))
    flood.take(3, now: at(4))
    #expect(flood.end == at(9))
    flood.take(0, now: at(9))
    #expect(flood.end == nil)
  }

  @Test func `several at once are a flood`() {
    var flood = Flood()
    flood.take(2, now: at(0))
    #expect(flood.end == at(5))
  }

  @Test func `the eighth call within 800 ms makes a stream, which lasts as long`() {
    var flood = Flood()
    for time in [0, 1000, 1100, 1200, 1300, 1400, 1500, 1600] {
      flood.take(1, now: at(time))
      #expect(!flood.isStream(at: at(time)))
    }
    flood.take(1, now: at(1790))
    #expect(flood.isStream(at: at(1799)))
    flood.take(0, now: at(1799))
    #expect(flood.isStream(at: at(1799)) && !flood.isStream(at: at(1800)))
  }

  @Test func `a flood without an end is drawn ten times a second`() {
    var flood = Flood()
    var drawn = 0
    for time in 0..<1000 {
      flood.take(1, now: at(time))
      if flood.end == nil { drawn += 1 }
    }
    #expect((9...11).contains(drawn))
  }

  @Test func `in a dense stream slow drawing begins just after a call, or when the next one stays away`() {
    var flood = Flood()
    for time in stride(from: 0, through: 700, by: 40) { flood.take(1, now: at(time)) }
    let last = 680
    #expect(flood.drawingDeadline(at: at(last), isSlow: true) == nil)
    #expect(flood.drawingDeadline(at: at(last + 10), isSlow: true) == nil)
    #expect(flood.drawingDeadline(at: at(last + 11), isSlow: true) == at(last + 60))
    #expect(flood.drawingDeadline(at: at(last + 59), isSlow: true) == at(last + 60))
    #expect(flood.drawingDeadline(at: at(last + 60), isSlow: true) == nil)
    #expect(flood.drawingDeadline(at: at(last + 20), isSlow: false) == nil)
    flood.take(1, now: at(last + 40))
    #expect(flood.drawingDeadline(at: at(last + 40), isSlow: true) == nil)
  }

  @Test func `slow drawing waits for no call of a thin stream, and for the end of a flood`() {
    var flood = Flood()
    for time in stride(from: 0, through: 700, by: 60) { flood.take(1, now: at(time)) }
    #expect(flood.isStream(at: at(700)) && flood.drawingDeadline(at: at(700), isSlow: true) == nil)
    flood.take(2, now: at(710))
    #expect(flood.drawingDeadline(at: at(711), isSlow: true) == at(715))
  }
}
