import Testing

@testable import DesktopModel

struct DBusValueTests {
  @Test(
    arguments: [
      (.bytes([1]), "ay"), (.strings([]), "as"), (.options(["a": .uint32(1)]), "a{sv}"),
      (.structure([.int32(1), .variant(.double(2))]), "(iv)"),
      (.array(.structure([.int64, .uint64]), []), "a(xt)"),
    ] as [(DBusValue, String)])
  func `a value knows its type`(_ value: DBusValue, _ signature: String) {
    #expect(value.type.description == signature)
  }

  @Test(
    arguments: [
      (.byte(.max), 255), (.int16(-1), -1), (.uint16(.max), 65535), (.int32(.min), Int(Int32.min)),
      (.uint32(.max), Int(UInt32.max)), (.int64(.min), Int.min), (.uint64(1), 1), (.uint64(.max), nil),
      (.double(1), nil), (.boolean(true), nil), (.string("1"), nil),
    ] as [(DBusValue, Int?)])
  func `an integer of any width is read if it fits`(_ value: DBusValue, _ integer: Int?) {
    #expect(value.integer == integer)
  }

  @Test func `variants in variants are unwrapped`() {
    #expect(DBusValue.variant(.variant(.uint32(7))).unwrapped == .uint32(7))
    #expect(DBusValue.string("x").unwrapped == .string("x"))
  }

  @Test func `a key that occurs twice has its last value`() {
    let value = DBusValue.options(["a": .uint32(1), "b": .string("x"), "a": .uint32(2)])
    #expect(value.options == ["a": .uint32(2), "b": .string("x")])
    #expect(DBusValue.strings(["x"]).options == nil)
  }
}
