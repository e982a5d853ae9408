import Measures
public import Scenes

/// Bytes of a call that lie where they came in, such as in its message, until they are read: once, on any thread.
///
/// To copy tens of megabytes takes longer than a caller may wait. Letting go of it gives the place back.
public final class SentBytes: Equatable, Sendable {
  /// How many there are.
  public let count: Int
  private let reader: @Sendable (_ read: (Span<UInt8>) -> Bitmap) -> Bitmap?

  /// `reader` shows the bytes to what it is given, if that was not done before, and keeps them until it is let go of.
  public init(count: Int, reader: @escaping @Sendable (_ read: (Span<UInt8>) -> Bitmap) -> Bitmap?) {
    self.count = count
    self.reader = reader
  }

  /// What `read` makes of them; nil: they were read before.
  func bitmap(_ read: (Span<UInt8>) -> Bitmap) -> Bitmap? { reader(read) }

  /// The same place, not the same bytes.
  public static func == (one: SentBytes, other: SentBytes) -> Bool { one === other }
}

/// A picture that came with a call and is still to be reduced to what is kept, which takes a while.
public struct SentPicture: Equatable, Sendable {
  let layout: PixelLayout
  let bytes: SentBytes

  /// What its bytes take until it is reduced.
  public var size: Int { bytes.count }

  /// What it takes when it is reduced, bytes.
  var cost: Int { layout.keptSize.width * layout.keptSize.height * 4 }

  /// The picture as it is kept; nil: it was asked for before. To be called on any thread.
  public func bitmap() -> Bitmap? { bytes.bitmap { layout.bitmap($0) } }
}
