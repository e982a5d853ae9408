import DesktopModel
import HeadlessSession
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

@Suite(.serialized)
struct MachineTests {
  let stage: BusStage
  let bus: MessageBus

  init() throws {
    stage = try BusStage()
    bus = try stage.connect()
  }

  private func start(_ object: FakeProperties) throws -> FakeProperties {
    try stage.wait("the name") { object.isReady }
    return object
  }

  @Test func `changes of the session's lock are reported`() throws {
    var told: [Bool] = []
    let session = LoginSession(bus, id: "c7") { told.append($0) }
    _ = try stage.answer(bus, .ofBus("GetId", [], expects: "s"))
    #expect(session.isLocked == nil)
    // logind starts later, as after an update.
    let logind = try start(.logind(try stage.connect(), isLocked: true))
    try stage.wait("the lock") { session.isLocked == true }
    logind.set("LockedHint", .boolean(false))
    try stage.wait("the end of the lock") { session.isLocked == false }
    #expect(told == [true, false])
    #expect(logind.asked == ["c7"])
    session.close()
  }

  @Test func `an unknown session identifier stands for the session that the user sees`() throws {
    let logind = try start(.logind(try stage.connect(), isLocked: false))
    let session = LoginSession(bus, id: "gone") { _ in }
    try stage.wait("an answer") { session.isLocked == false }
    #expect(logind.asked == ["gone", "auto"])
    session.close()
  }

  @Test func `changes between battery and mains are reported while UPower runs`() throws {
    var told: [Bool?] = []
    let source = PowerSource(bus) { told.append($0) }
    let power = try start(.power(try stage.connect(), isOnBattery: true))
    try stage.wait("the battery") { source.isOnBattery == true }
    power.set("OnBattery", .boolean(false))
    try stage.wait("the mains") { source.isOnBattery == false }
    power.bus.close()
    try stage.wait("nobody") { source.isOnBattery == nil }
    #expect(told == [true, false, nil])
    source.close()
  }
}
