import DBusValues
import Notifications
import Testing

struct RequestTests {
  private let right: [DBusValue] = [
    .string("app"), .uint32(3), .string("mail"), .string("Summary"), .string("Body"), .strings(["a", "A"]),
    .options(["urgency": .byte(2), "unknown": .string("x"), "value": .variant(.int32(7))]), .int32(-1),
  ]

  @Test func `The arguments of a call are read`() throws {
    let request = try #require(NotificationRequest(arguments: right))
    var expected = NotificationRequest()
    (expected.applicationName, expected.replacesID, expected.icon) = ("app", 3, "mail")
    (expected.summary, expected.body, expected.actions) = ("Summary", "Body", ["a", "A"])
    expected.hints = [.init("urgency", .integer(2)), .init("value", .integer(7))]
    #expect(request == expected)
    #expect(NotificationRequest.signature == right.map(\.type).signature)
  }

  @Test(arguments: 0..<8) func `An argument of a wrong type is refused`(index: Int) {
    for wrong in [DBusValue.double(1), .variant(.string("")), .bytes([]), .array(.int32, [])] {
      var arguments = right
      arguments[index] = wrong
      #expect(NotificationRequest(arguments: arguments) == nil)
    }
    #expect(NotificationRequest(arguments: Array(right.prefix(index))) == nil)
    #expect(NotificationRequest(arguments: right + [.int32(0)]) == nil)
  }

  @Test(arguments: [
    (DBusValue.byte(255), HintValue.integer(255)), (.int16(-2), .integer(-2)), (.uint16(2), .integer(2)),
    (.int32(-3), .integer(-3)), (.uint32(.max), .integer(4_294_967_295)), (.int64(.min), .integer(.min)),
    (.uint64(.max), .integer(.max)), (.double(0.5), .number(0.5)), (.boolean(true), .boolean(true)),
    (.string("x"), .string("x")), (.bytes([1]), .bytes([1])), (.strings(["x"]), .strings(["x"])),
    (.variant(.variant(.byte(1))), .integer(1)), (.objectPath("/"), .other("o")),
    (.array(.int32, []), .other("ai")),
    (.structure([.byte(1), .variant(.string("x"))]), .structure([.integer(1), .string("x")])),
    (.options([:]), .other("a{sv}")),
  ])
  func `Every type of the bus has its value`(value: DBusValue, expected: HintValue) {
    #expect(HintValue(value) == expected)
  }
}
