import DBus
import DesktopModel
import DesktopServices
import Loop
import TestSupport
import Testing

/// The use of the place of the machine, as a GeoClue that a test plays reports it.
@Suite(.serialized)
struct LocationUseTests {
  let stage: BusStage

  init() throws { stage = try BusStage() }

  @Test func `the use is followed while somebody observes it, and none without the service`() throws {
    let location = LocationUse(stage.makeBus())
    var tellings = 0
    let observation = location.observe { tellings += 1 }
    let geoclue = FakeProperties.location(try stage.connect(), isInUse: true)
    try stage.wait("the use") { location.isInUse }
    geoclue.set("InUse", .boolean(false))
    try stage.wait("the end") { !location.isInUse }
    #expect(tellings == 2)
    geoclue.set("InUse", .boolean(true))
    try stage.wait("the next use") { location.isInUse }
    geoclue.bus.close()
    try stage.wait("the end of the service") { !location.isInUse }
    observation.cancel()
    #expect(tellings == 4 && !location.isInUse)
  }
}
