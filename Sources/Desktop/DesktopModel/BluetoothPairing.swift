/// A request of BlueZ during pairing: for a confirmation, for a code, or to show a code.
public struct BluetoothPairing: Equatable, Sendable {
  /// The object path of the device.
  public var device: String
  public var question: Question

  /// Kinds of requests that BlueZ makes of `org.bluez.Agent1`.
  public enum Question: Equatable, Sendable {
    /// Asks whether the device shows these six digits.
    case confirm(String)
    /// Asks whether the device may be paired; there is no passkey to compare.
    case authorize
    /// Asks for the PIN that the device has or is to be given: 1 to 16 characters.
    case enterPIN
    /// Asks for the passkey that the device shows: up to six digits.
    case enterPasskey
    /// Shows a code to be typed on the device. `typed` is the number of digits typed so far; nil if the device does not
    /// report it.
    case show(String, typed: Int?)
  }

  /// Answer of the user to a request.
  public enum Answer: Equatable, Sendable {
    case accept
    case pin(String)
    case passkey(UInt32)
  }

  /// The greatest passkey that Bluetooth has.
  private static let mostPasskey = 999_999
  /// The longest PIN, in bytes.
  static let longestPIN = 16

  public init(_ device: String, _ question: Question) {
    (self.device, self.question) = (device, question)
  }

  /// Reads a call of `org.bluez.Agent1`; nil if the method is no request about pairing, or an argument is invalid.
  public init?(member: String, _ arguments: [DBusValue]) {
    guard let device = arguments.first?.objectPath else { return nil }
    let number = arguments.count > 1 ? arguments[1].integer.flatMap(Self.digits) : nil
    switch member {
    case "RequestConfirmation":
      guard let number else { return nil }
      self.init(device, .confirm(number))
    case "RequestAuthorization": self.init(device, .authorize)
    case "RequestPinCode": self.init(device, .enterPIN)
    case "RequestPasskey": self.init(device, .enterPasskey)
    case "DisplayPinCode":
      guard arguments.count > 1, let pin = arguments[1].string, Self.isPIN(pin) else { return nil }
      self.init(device, .show(pin, typed: nil))
    case "DisplayPasskey":
      guard let number, arguments.count > 2, let typed = arguments[2].integer else { return nil }
      self.init(device, .show(number, typed: min(max(typed, 0), number.count)))
    default: return nil
    }
  }

  /// A passkey as six digits; nil if it is out of range.
  private static func digits(_ number: Int) -> String? {
    guard (0...mostPasskey).contains(number) else { return nil }
    let text = String(number)
    return String(repeating: "0", count: 6 - text.count) + text
  }

  /// Whether a text is a PIN that can be shown and typed as it is: 1 to 16 bytes without invisible characters.
  private static func isPIN(_ text: String) -> Bool {
    (1...longestPIN).contains(text.utf8.count) && NetworkName.visible(text) == text
  }

  /// Converts the text that the user typed; nil if it is no valid PIN or passkey, or the request takes no text.
  public func answer(_ text: String) -> Answer? {
    switch question {
    case .enterPIN: Self.isPIN(text) ? .pin(text) : nil
    case .enterPasskey:
      text.utf8.count <= 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? UInt32(text).map { .passkey($0) } : nil
    case .confirm, .authorize, .show: nil
    }
  }

  /// Whether BlueZ waits for an answer.
  public var isAsked: Bool { if case .show = question { false } else { true } }
}
