import Geometry
import Scenes

/// The protocol between the program that decodes pictures and its client, over a stream socket.
///
/// The decoder sends `ready` once it has loaded its libraries and is confined, or `unconfined` if the kernel has no
/// filter of system calls for it. A request is the side of the square that the picture has
/// to fit into, in pixels, together with the file's descriptor; the answer is a picture or the reason why
/// there is none. All numbers have four bytes, least significant first.
nonisolated enum DecoderMessage {
  static let requestBytes = 4
  static let headerBytes = 16
  /// The longest error message for the user, in bytes.
  static let mostText = 512

  /// The start of each message of the decoder: its kind, two numbers, and the number of bytes that follow.
  struct Header: Equatable {
    enum Kind: UInt32 {
      case ready, unconfined, picture, notAPicture, damaged, missingLibrary, tooManyBytes, tooLarge
    }

    var kind: Kind
    var first = 0
    var second = 0
    var payloadBytes = 0

    /// Reads a header; nil if the bytes are none, or are no possible answer for a square of `side` pixels.
    init?(_ bytes: [UInt8], side: Int) {
      guard bytes.count == headerBytes, let kind = Kind(rawValue: UInt32(number(bytes, 0))) else {
        return nil
      }
      (self.kind, first, second, payloadBytes) = (kind, number(bytes, 4), number(bytes, 8), number(bytes, 12))
      switch kind {
      case .picture:
        guard (1...max(1, side)).contains(first), (1...max(1, side)).contains(second),
          payloadBytes == first * second * 4
        else { return nil }
      case .damaged, .missingLibrary: if payloadBytes > mostText { return nil }
      case .ready, .unconfined, .notAPicture, .tooManyBytes, .tooLarge: if payloadBytes != 0 { return nil }
      }
    }

    init(_ kind: Kind, _ first: Int = 0, _ second: Int = 0, payloadBytes: Int = 0) {
      (self.kind, self.first, self.second, self.payloadBytes) = (kind, first, second, payloadBytes)
    }

    var bytes: [UInt8] { encode(Int(kind.rawValue)) + encode(first) + encode(second) + encode(payloadBytes) }
  }

  static func request(side: Int) -> [UInt8] { encode(side) }

  /// Reads the side of a request, in pixels; nil if the bytes are no request.
  static func side(_ bytes: [UInt8]) -> Int? {
    let side = bytes.count == requestBytes ? number(bytes, 0) : 0
    return (1...SmallPicture.mostSide).contains(side) ? side : nil
  }

  static func answer(_ result: Result<Bitmap, PictureError.Reason>) -> [UInt8] {
    switch result {
    case .success(let bitmap):
      Header(.picture, bitmap.size.width, bitmap.size.height, payloadBytes: bitmap.bytes.count).bytes
        + bitmap.bytes
    case .failure(.notAPicture): Header(.notAPicture).bytes
    case .failure(.tooManyBytes(let count)): Header(.tooManyBytes, count).bytes
    case .failure(.tooLarge(let width, let height)): Header(.tooLarge, width, height).bytes
    case .failure(.missingLibrary(let message)): text(.missingLibrary, message)
    case .failure(.damaged(let message)), .failure(.system(let message)): text(.damaged, message)
    case .failure(let reason): text(.damaged, "\(reason)")
    }
  }

  /// The answer of a header and its payload, both of which have been checked; nil if the header is no answer.
  static func result(_ header: Header, payload: [UInt8]) -> Result<Bitmap, PictureError.Reason>? {
    switch header.kind {
    case .ready, .unconfined: nil
    case .picture:
      .success(Bitmap(size: PixelSize(width: header.first, height: header.second), bytes: payload))
    case .notAPicture: .failure(.notAPicture)
    case .damaged: .failure(.damaged(String(decoding: payload, as: UTF8.self)))
    case .missingLibrary: .failure(.missingLibrary(String(decoding: payload, as: UTF8.self)))
    case .tooManyBytes: .failure(.tooManyBytes(header.first))
    case .tooLarge: .failure(.tooLarge(width: header.first, height: header.second))
    }
  }

  private static func text(_ kind: Header.Kind, _ message: String) -> [UInt8] {
    let text = Array(message.utf8.prefix(mostText))
    return Header(kind, payloadBytes: text.count).bytes + text
  }

  private static func encode(_ number: Int) -> [UInt8] {
    let value = UInt32(clamping: number)
    return (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
  }
}
