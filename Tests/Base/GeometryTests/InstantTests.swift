import Geometry
import Testing

@Suite struct InstantTests {
  @Test func `durations lead from one instant to another`() {
    let start = Instant(sinceOrigin: .seconds(5))
    let end = start + .milliseconds(250)
    #expect(end - start == .milliseconds(250))
    #expect(start < end)
    #expect(end + .milliseconds(-250) == start)
  }
}
