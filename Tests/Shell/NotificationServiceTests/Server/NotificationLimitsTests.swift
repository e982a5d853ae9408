import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import NotificationService
import Notifications
import TestSupport
import Testing

@testable import DBus

/// Tests of calls far beyond all reasonable sizes, which have to be shown without a stall nevertheless.
@Suite(.serialized)
struct NotificationLimitsTests {
  let stage: BusStage
  let testServer: TestNotificationServer

  init() throws {
    stage = try BusStage()
    testServer = try TestNotificationServer.open(stage)
  }

  @Test func `a body of ten megabytes is cut`() throws {
    #expect(try testServer.notify(body: String(repeating: "é", count: 5_000_000)) == 1)
    let body = testServer.requests[0].body
    #expect(body.utf8.count <= Limits.markup && body.utf8.count > Limits.markup - 2)
    #expect(body.allSatisfy { $0 == "é" })
  }

  private func notify(actions: DBusValue, hints: DBusValue) throws {
    let result = try testServer.call(
      "Notify",
      [
        .string("test"), .uint32(0), .string(""), .string("sum"), .string(""), actions, hints, .int32(5),
      ], expects: "u")
    #expect(result == .success([.uint32(1)]))
  }

  private func options(_ hints: [DBusValue.Pair]) -> DBusValue {
    .dictionary(key: .string, value: .variant, hints)
  }

  private func unknown(_ count: Int, _ value: DBusValue = .uint32(1)) -> [DBusValue.Pair] {
    (0..<count).map { DBusValue.Pair(.string("x-hint-\($0)"), .variant(value)) }
  }

  private let critical = DBusValue.Pair(.string("urgency"), .variant(.byte(2)))

  @Test func `actions beyond a limit are passed over, and hints behind them count`() throws {
    try notify(
      actions: .strings([String](repeating: "a", count: 100_000)), hints: options([critical]))
    #expect(testServer.requests[0].actions.count == NotificationRequest.readLimits.elements)
    #expect(testServer.store.open.first?.buttons.count == Limits.actions)
    #expect(
      testServer.requests[0].hints == [.init("urgency", .integer(2))]
        && testServer.requests[0].expireTimeout == 5)
  }

  @Test func `behind a million actions nothing is read`() throws {
    try notify(actions: .strings([String](repeating: "a", count: 1_000_000)), hints: options([critical]))
    #expect(testServer.requests[0].actions.count == NotificationRequest.readLimits.elements)
    #expect(testServer.requests[0].hints == [] && testServer.requests[0].expireTimeout == -1)
  }

  @Test func `a hint counts behind a hundred thousand others`() throws {
    try notify(actions: .strings([]), hints: options(unknown(100_000) + [critical]))
    #expect(
      testServer.requests[0].hints == [.init("urgency", .integer(2))]
        && testServer.requests[0].expireTimeout == 5)
  }

  /// Arrays in hints are visited too, however they lie in each other.
  @Test(arguments: [
    DBusValue.strings([String](repeating: "a", count: 600)),
    .array(
      .structure([.int32, .string]),
      [DBusValue](repeating: .structure([.int32(1), .string("a")]), count: 200)),
    .array(.array(.string), [DBusValue](repeating: .strings(["a", "b", "c"]), count: 200)),
  ]) func `hints that are not wanted cost no more than others`(_ value: DBusValue) throws {
    try notify(actions: .strings([]), hints: options([critical] + unknown(400, value)))
    #expect(testServer.requests[0].hints == [.init("urgency", .integer(2))])
    #expect(testServer.requests[0].expireTimeout == -1)
  }

  @Test func `numbers in a row are passed over at once`() throws {
    let numbers = DBusValue.array(.uint32, [DBusValue](repeating: .uint32(7), count: 300_000))
    try notify(actions: .strings([]), hints: options(unknown(3, numbers) + [critical]))
    #expect(
      testServer.requests[0].hints == [.init("urgency", .integer(2))]
        && testServer.requests[0].expireTimeout == 5)
  }

  @Test(arguments: [
    DBusValue.boolean(true), .byte(1), .double(1), .string(""), .string("x"), .objectPath("/x"),
    .signature("a{sv}"), .variant(.uint32(1)), .variant(.variant(.strings(["a", "b"]))), .bytes([1, 2]),
    .strings([]), .structure([.int32(1), .variant(.string("x"))]), .options([:]),
    .structure([.int32(1), .structure([.string("x"), .boolean(true)])]),
    .array(.structure([.byte, .string]), [.structure([.byte(1), .string("x")])]),
    .array(.array(.string), [.strings(["a"]), .strings([])]), .array(.boolean, [.boolean(true)]),
  ]) func `whatever a hint holds that is not wanted, those behind it count`(_ value: DBusValue) throws {
    try notify(actions: .strings([]), hints: options(unknown(3, value) + [critical]))
    #expect(
      testServer.requests[0].hints == [.init("urgency", .integer(2))]
        && testServer.requests[0].expireTimeout == 5)
  }
}
