public import Geometry
public import Scenes

/// The source of a picture.
public enum NotificationImage: Equatable, Sendable {
  /// Pixels that came with the call.
  case bitmap(Bitmap)
  /// A picture that came with the call and is still being scaled down.
  case sent(SentImage)
  /// A file, by its absolute path.
  case file(String)
  /// The name of an icon in the icon theme.
  case icon(String)
  /// The icon of an application, by the identifier of its desktop entry.
  case application(String)

  /// Whether the picture came with the notification, as pixels or as a file, rather than as a name.
  public var isBrought: Bool {
    switch self {
    case .bitmap, .sent, .file: true
    case .icon, .application: false
    }
  }

  /// Reads an icon's name, an absolute path or the URI of a local file; nil for other texts, such as a
  /// relative path, which only the client could resolve.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Limits.path,
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    if text.hasPrefix("/") {
      self = .file(text)
    } else if text.utf8.prefix(5).elementsEqual("file:".utf8) {
      guard let path = Self.path(ofURI: text) else { return nil }
      self = .file(path)
    } else {
      // A name must not be a path: "../x" would leave the theme's folders.
      guard text.utf8.count <= Limits.name, !text.utf8.contains(UInt8(ascii: "/")), !text.hasPrefix(".")
      else {
        return nil
      }
      self = .icon(text)
    }
  }

  /// The icon of a desktop entry, by its identifier or, as some clients send it, file name;
  /// nil for other texts.
  init?(desktopEntry: String) {
    let suffix = ".desktop"
    let id = desktopEntry.hasSuffix(suffix) ? String(desktopEntry.dropLast(suffix.count)) : desktopEntry
    guard case .icon(let name)? = NotificationImage(id) else { return nil }
    self = .application(name)
  }

  /// The path of `file:///path`, `file://localhost/path` and `file:/path` with its percent signs decoded (RFC 8089).
  private static func path(ofURI uri: String) -> String? {
    var rest = Array(uri.utf8.dropFirst(5))[...]
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      guard slash == rest.startIndex || rest[..<slash].elementsEqual("localhost".utf8) else { return nil }
      rest = rest[slash...]
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, let high = hexDigit(rest.removeFirst()),
          let low = hexDigit(rest.removeFirst()),
          high * 16 + low >= 0x20
        else { return nil }
        bytes.append(high * 16 + low)
      } else if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        break
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  /// Whether the picture has pixels beyond `SentImage.leastSize`.
  var isLarge: Bool {
    guard case .bitmap(let bitmap) = self else { return false }
    return bitmap.size.fitted(into: SentImage.leastSize) != bitmap.size
  }

  /// The picture within `SentImage.leastSize`, if it is pixels.
  var reduced: NotificationImage { reduced(to: SentImage.leastSize) }

  /// Returns the picture within a size, if it is pixels.
  public func reduced(to most: PixelSize) -> NotificationImage {
    guard case .bitmap(let bitmap) = self else { return self }
    return .bitmap(bitmap.scaled(to: bitmap.size.fitted(into: most)))
  }

  /// The memory that the picture takes in this process, in bytes.
  var cost: Int {
    switch self {
    case .bitmap(let bitmap): bitmap.bytes.count
    case .sent(let picture): picture.cost
    case .file, .icon, .application: 0
    }
  }
}
