import Testing

@testable import DesktopModel

/// Requests of BlueZ to an agent, and answers that the user types.
struct BluetoothPairingTests {
  private static let device = DBusValue.objectPath("/org/bluez/hci0/dev_1")

  @Test(
    arguments: [
      ("RequestConfirmation", [.uint32(123456)], .confirm("123456")),
      ("RequestConfirmation", [.uint32(7)], .confirm("000007")),
      ("RequestConfirmation", [.uint32(0)], .confirm("000000")),
      ("RequestConfirmation", [.uint32(999_999)], .confirm("999999")),
      ("RequestConfirmation", [.uint32(1_000_000)], nil), ("RequestConfirmation", [.uint32(.max)], nil),
      ("RequestConfirmation", [.string("123456")], nil), ("RequestConfirmation", [], nil),
      ("RequestAuthorization", [], .authorize), ("RequestPinCode", [], .enterPIN),
      ("RequestPasskey", [], .enterPasskey),
      ("DisplayPinCode", [.string("0000")], .show("0000", typed: nil)),
      ("DisplayPinCode", [.string("")], nil), ("DisplayPinCode", [.string("12345678901234567")], nil),
      ("DisplayPinCode", [.string("1\n2")], nil), ("DisplayPinCode", [.string("1\u{202E}2")], nil),
      ("DisplayPinCode", [], nil), ("DisplayPasskey", [.uint32(42), .uint16(0)], .show("000042", typed: 0)),
      ("DisplayPasskey", [.uint32(42), .uint16(3)], .show("000042", typed: 3)),
      ("DisplayPasskey", [.uint32(42), .uint16(.max)], .show("000042", typed: 6)),
      ("DisplayPasskey", [.uint32(1_000_000), .uint16(0)], nil), ("DisplayPasskey", [.uint32(1)], nil),
      ("Cancel", [], nil), ("AuthorizeService", [.string("110b")], nil), ("Reboot", [], nil),
    ] as [(String, [DBusValue], BluetoothPairing.Question?)])
  func `calls of an agent are questions, and what no device has is none`(
    member: String, arguments: [DBusValue], question: BluetoothPairing.Question?
  ) {
    let pairing = BluetoothPairing(member: member, [Self.device] + arguments)
    #expect(pairing == question.map { BluetoothPairing("/org/bluez/hci0/dev_1", $0) })
    #expect(BluetoothPairing(member: member, arguments) == nil)
  }

  @Test(
    arguments: [
      (.enterPIN, "0000", .pin("0000")), (.enterPIN, "ä 1", .pin("ä 1")), (.enterPIN, "", nil),
      (.enterPIN, "12345678901234567", nil), (.enterPIN, "1\u{7}", nil),
      (.enterPasskey, "42", .passkey(42)), (.enterPasskey, "000000", .passkey(0)),
      (.enterPasskey, "999999", .passkey(999_999)), (.enterPasskey, "1000000", nil),
      (.enterPasskey, "-1", nil), (.enterPasskey, "+1", nil), (.enterPasskey, "4 2", nil),
      (.enterPasskey, "٤٢", nil), (.enterPasskey, "", nil), (.confirm("000001"), "000001", nil),
      (.show("1", typed: nil), "1", nil), (.authorize, "yes", nil),
    ] as [(BluetoothPairing.Question, String, BluetoothPairing.Answer?)])
  func `only what can be right is an answer`(
    question: BluetoothPairing.Question, text: String, answer: BluetoothPairing.Answer?
  ) {
    #expect(BluetoothPairing("/1", question).answer(text) == answer)
  }
}
