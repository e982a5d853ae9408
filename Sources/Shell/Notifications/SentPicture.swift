import DBusValues
import Geometry
public import Scenes

/// A picture that came with a call and is still to be reduced to what is kept, which takes a while.
public struct SentPicture: Equatable, Sendable {
  let layout: PixelLayout
  let bytes: SentBytes

  /// How many bytes it takes until it is reduced.
  public var size: Int { bytes.count }

  /// How many bytes it takes when it is reduced.
  var cost: Int { layout.keptSize.width * layout.keptSize.height * 4 }

  /// The picture as it is kept; nil: it was asked for before. To be called on any thread.
  public func bitmap() -> Bitmap? { bytes.read { layout.bitmap($0) } }
}
