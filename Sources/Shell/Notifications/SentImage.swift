import DesktopModel
public import Geometry
public import Scenes

/// A picture that came with a call and is yet to be scaled down, which takes some time.
public struct SentImage: Equatable, Sendable {
  let layout: PixelLayout
  let bytes: SentBytes

  /// The number of bytes until it is scaled down.
  public var size: Int { bytes.count }

  /// The size in pixels after it is scaled down.
  public var keptSize: PixelSize { layout.keptSize }

  /// The number of bytes after it is scaled down.
  var cost: Int { keptSize.width * keptSize.height * 4 }

  /// Scales the picture down, on any thread; nil if that was done before.
  public func bitmap() -> Bitmap? { bytes.read { layout.bitmap($0) } }
}
