/// The name (SSID) of a Wi-Fi network: up to 32 bytes, which are mostly text.
public struct NetworkName: Hashable, Sendable {
  public let bytes: [UInt8]

  /// The longest name, in bytes.
  public static let mostBytes = 32

  /// Creates a name; bytes beyond the 32nd are dropped.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix(Self.mostBytes))
  }

  /// Whether the network hides its name: it sends none, or zero bytes in its place.
  public var isHidden: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The name as it is shown, empty if it is hidden: invalid UTF-8, invisible characters and characters that change the
  /// direction of text become U+FFFD.
  public var text: String {
    isHidden ? "" : Self.visible(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the beginning of a text, such as the name of a connection, with U+FFFD for invisible characters and for
  /// characters that change the direction of text.
  static func visible(_ text: String, upTo mostScalars: Int = 128) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(mostScalars) {
      shown.append(isShown(scalar) ? scalar : "\u{FFFD}")
    }
    return String(shown)
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    // The zero-width joiner combines several emoji into one.
    case .format: scalar == "\u{200D}"
    default: true
    }
  }

  /// The bytes in hexadecimal digits, which tell networks apart.
  var hexadecimal: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
