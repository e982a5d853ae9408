import DBusValues
import Geometry
public import Scenes

/// A picture that came with a call and is still to be reduced to what is kept, which takes a while.
public struct SentPicture: Equatable, Sendable {
  let layout: PixelLayout
  let bytes: SentBytes

  /// What its bytes take until it is reduced.
  public var size: Int { bytes.count }

  /// What it takes when it is reduced, bytes.
  var cost: Int { layout.keptSize.width * layout.keptSize.height * 4 }

  /// The picture as it is kept; nil: it was asked for before. To be called on any thread.
  public func bitmap() -> Bitmap? { bytes.read { layout.bitmap($0) } }
}
