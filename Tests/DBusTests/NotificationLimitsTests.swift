import DBusValues
import Glibc
import HeadlessSession
import Loop
import Measures
import Notifications
import Testing

@testable import DBus

/// What is far beyond any sense, and still has to be shown without a stall.
@Suite(.serialized)
struct NotificationLimitsTests {
  let stage: BusStage
  let desk: NotificationDesk

  init() throws {
    stage = try BusStage()
    desk = try NotificationDesk.open(stage)
  }

  @Test func aBodyOfTenMegabytesIsCut() throws {
    #expect(try desk.notify(body: String(repeating: "é", count: 5_000_000)) == 1)
    let body = desk.requests[0].body
    #expect(body.utf8.count <= Limits.markup && body.utf8.count > Limits.markup - 2)
    #expect(body.allSatisfy { $0 == "é" })
  }

  @Test func aMillionActionsAreCut() throws {
    #expect(try desk.notify(actions: [String](repeating: "a", count: 1_000_000)) == 1)
    #expect(desk.requests[0].actions.count == NotificationRequest.readLimits.elements)
    #expect(desk.store.open.first?.buttons.count == Limits.actions)
  }

  @Test func aHundredThousandHintsAreCut() throws {
    let hints = (0..<100_000).map { DBusValue.Pair(.string("x-hint-\($0)"), .variant(.uint32(1))) }
    let urgency = DBusValue.Pair(.string("urgency"), .variant(.byte(2)))
    let result = try desk.call(
      "Notify",
      [
        .string("test"), .uint32(0), .string(""), .string("sum"), .string(""), .strings([]),
        .dictionary(key: .string, value: .variant, [urgency] + hints), .int32(-1),
      ], expects: "u")
    #expect(result == .success([.uint32(1)]))
    #expect(desk.requests[0].hints == [.init("urgency", .integer(2))])
  }
}
