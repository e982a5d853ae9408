/// The formats of pictures that are decoded, recognised by the first bytes of a file, whatever its name.
nonisolated enum PictureFormat: CaseIterable {
  case png, jpeg, webp, gif, bmp
  /// Icons and cursors of Windows: several pictures in the formats BMP and PNG.
  case ico
  case xpm
  /// SVG: plain, compressed by gzip, or in UTF-16.
  case drawing

  /// Returns nil if the bytes are the start of no known format.
  init?(start: ArraySlice<UInt8>) {
    guard let format = Self.allCases.first(where: { $0.isRecognised(start) }) else { return nil }
    self = format
  }

  private func isRecognised(_ start: ArraySlice<UInt8>) -> Bool {
    func begins(_ signatures: [UInt8]...) -> Bool { signatures.contains { start.starts(with: $0) } }
    return switch self {
    case .png: begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .jpeg: begins([0xFF, 0xD8, 0xFF])
    case .webp: begins(Array("RIFF".utf8)) && start.dropFirst(8).starts(with: "WEBP".utf8)
    case .gif: begins(Array("GIF87a".utf8), Array("GIF89a".utf8))
    case .bmp: begins(Array("BM".utf8))
    case .ico: begins([0, 0, 1, 0], [0, 0, 2, 0])
    case .xpm: begins(Array("/* XPM */".utf8))
    case .drawing:
      begins([0x1F, 0x8B], [0xFF, 0xFE, 0x3C, 0], [0xFE, 0xFF, 0, 0x3C]) || Self.isMarkup(start)
    }
  }

  /// Whether the first character after white space is that of a tag, in UTF-8.
  private static func isMarkup(_ start: ArraySlice<UInt8>) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = start.starts(with: mark) ? start.dropFirst(mark.count) : start
    return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
  }
}
