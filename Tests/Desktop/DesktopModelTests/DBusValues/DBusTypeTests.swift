import Testing

@testable import DesktopModel

struct DBusTypeTests {
  @Test(arguments: [
    "", "y", "susssasa{sv}i", "a(iiay)", "a{s(ub)}", "((i))", "aaai", "v", "ag", "a{oa{sa{sv}}}",
    String(repeating: "a", count: 32) + "i", String(repeating: "i", count: 255),
  ])
  func `a signature that is read is written unchanged`(_ signature: String) {
    #expect(DBusType.parse(signature)?.signature == signature)
  }

  @Test(arguments: [
    "a", "(", ")", "()", "(i", "i)", "{sv}", "a{s}", "a{sv", "a{svi}", "a{vs}", "a{(i)s}", "h", "z", "a{}",
    "é",
    "\0", String(repeating: "a", count: 33) + "i",
    String(repeating: "(", count: 33) + "i"
      + String(repeating: ")", count: 33), String(repeating: "i", count: 256),
  ])
  func `an invalid signature is refused`(_ signature: String) {
    #expect(DBusType.parse(signature) == nil)
  }
}
