public import DBusValues

/// What BlueZ asks people, or tells them, while a device is paired.
public struct BluetoothPairing: Equatable, Sendable {
  /// The path of the device.
  public var device: String
  public var question: Question

  /// What is asked or told.
  public enum Question: Equatable, Sendable {
    /// Whether the device shows these six digits.
    case confirm(String)
    /// Whether the device may be paired; it has no number to compare.
    case authorize
    /// Which PIN the device has, or is given: 1 to 16 characters.
    case enterPIN
    /// Which passkey the device shows: up to six digits.
    case enterPasskey
    /// What is to be typed on the device, and how much of it was typed; nil: the device does not tell.
    case show(String, typed: Int?)
  }

  /// What people answer.
  public enum Answer: Equatable, Sendable {
    case accept
    case pin(String)
    case passkey(UInt32)
  }

  /// The greatest passkey.
  private static let mostPasskey = 999_999
  /// The longest PIN, in bytes.
  static let longestPIN = 16

  public init(_ device: String, _ question: Question) {
    (self.device, self.question) = (device, question)
  }

  /// Reads a call of `org.bluez.Agent1`; nil: it asks and tells nothing of pairing, or something that no device has.
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

  /// The six digits of a passkey; nil: it is none.
  private static func digits(_ number: Int) -> String? {
    guard (0...mostPasskey).contains(number) else { return nil }
    let text = String(number)
    return String(repeating: "0", count: 6 - text.count) + text
  }

  /// Whether a text can be shown and typed as it is.
  private static func isPIN(_ text: String) -> Bool {
    (1...longestPIN).contains(text.utf8.count) && NetworkName.visible(text) == text
  }

  /// The answer that a typed text is; nil: it cannot be one.
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
