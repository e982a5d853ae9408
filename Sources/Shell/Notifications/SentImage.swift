import DesktopModel
public import Geometry
public import Scenes

/// A picture that came with a call and is yet to be scaled down, which takes some time.
public struct SentImage: Equatable, Sendable {
  let layout: PixelLayout
  let bytes: SentBytes

  /// The size in pixels within which pictures are kept of which no banner needs more.
  public static let leastSize = PixelSize(width: Limits.leastImageSide, height: Limits.leastImageSide)

  /// The size in pixels within which pictures are kept that banners of a width show large, on outputs of at most `scale` physical
  /// pixels per logical one; nil: no output is known.
  public static func mostSize(bannerWidth: Int, scale: Double?) -> PixelSize {
    func side(_ points: Double) -> Int {
      let side = scale.map { Int(min(points * $0, Double(Limits.mostImageSide)).rounded(.up)) } ?? 0
      return max(side, Limits.leastImageSide)
    }
    return PixelSize(width: side(Double(bannerWidth)), height: side(BannerMetrics.largePictureHeight))
  }

  /// The number of bytes until it is scaled down.
  public var size: Int { bytes.count }

  /// The size in pixels after it is scaled down.
  public var keptSize: PixelSize { layout.keptSize }

  /// The number of bytes after it is scaled down.
  var cost: Int { keptSize.width * keptSize.height * 4 }

  /// Scales the picture down, on any thread; nil if that was done before.
  public func bitmap() -> Bitmap? { bytes.read { layout.bitmap($0) } }
}
