import Geometry
import Notifications
import Testing

@Suite struct CallRateTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  @Test func `single calls are drawn at once, but for the first of all`() {
    var callRate = CallRate()
    callRate.take(1, now: at(0))
    #expect(callRate.end == at(5))
    for time in stride(from: 10, to: 100, by: 10) {
      callRate.take(1, now: at(time))
      #expect(callRate.end == nil)
    }
  }

  @Test func `calls that follow one another are drawn when they pause`() {
    var callRate = CallRate()
    callRate.take(1, now: at(0))
    callRate.take(1, now: at(2))
    #expect(callRate.end == at(7))
    callRate.take(3, now: at(4))
    #expect(callRate.end == at(9))
    callRate.take(0, now: at(9))
    #expect(callRate.end == nil)
  }

  @Test func `several at once are a flood`() {
    var callRate = CallRate()
    callRate.take(2, now: at(0))
    #expect(callRate.end == at(5))
  }

  @Test func `a large call is drawn after a pause, in which its program may call again`() {
    var callRate = CallRate()
    callRate.take(1, now: at(0))
    callRate.take(1, size: 65536, now: at(1000))
    #expect(callRate.end == at(1005))
    callRate.take(1, size: 1000, now: at(2000))
    #expect(callRate.end == nil)
  }

  @Test func `the eighth call within 800 ms makes a stream, which lasts as long`() {
    var callRate = CallRate()
    for time in [0, 1000, 1100, 1200, 1300, 1400, 1500, 1600] {
      callRate.take(1, now: at(time))
      #expect(!callRate.isStream(at: at(time)))
    }
    callRate.take(1, now: at(1790))
    #expect(callRate.isStream(at: at(1799)))
    callRate.take(0, now: at(1799))
    #expect(callRate.isStream(at: at(1799)) && !callRate.isStream(at: at(1800)))
  }

  @Test func `a callRate without an end is drawn ten times a second`() {
    var callRate = CallRate()
    var drawn = 0
    for time in 0..<1000 {
      callRate.take(1, now: at(time))
      if callRate.end == nil { drawn += 1 }
    }
    #expect((9...11).contains(drawn))
  }

  @Test func `in a dense stream slow drawing begins just after a call, or when the next one stays away`() {
    var callRate = CallRate()
    for time in stride(from: 0, through: 700, by: 40) { callRate.take(1, now: at(time)) }
    let last = 680
    #expect(callRate.drawingDeadline(at: at(last), isSlow: true) == nil)
    #expect(callRate.drawingDeadline(at: at(last + 10), isSlow: true) == nil)
    #expect(callRate.drawingDeadline(at: at(last + 11), isSlow: true) == at(last + 60))
    #expect(callRate.drawingDeadline(at: at(last + 59), isSlow: true) == at(last + 60))
    #expect(callRate.drawingDeadline(at: at(last + 60), isSlow: true) == nil)
    #expect(callRate.drawingDeadline(at: at(last + 20), isSlow: false) == nil)
    callRate.take(1, now: at(last + 40))
    #expect(callRate.drawingDeadline(at: at(last + 40), isSlow: true) == nil)
  }

  @Test func `slow drawing waits for no call of a thin stream, and for the end of a flood`() {
    var callRate = CallRate()
    for time in stride(from: 0, through: 700, by: 60) { callRate.take(1, now: at(time)) }
    #expect(callRate.isStream(at: at(700)) && callRate.drawingDeadline(at: at(700), isSlow: true) == nil)
    callRate.take(2, now: at(710))
    #expect(callRate.drawingDeadline(at: at(711), isSlow: true) == at(715))
  }
}
