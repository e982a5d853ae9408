import Geometry
import Scenes

extension Bitmap {
  /// A template of a disc with a soft edge, `side` pixels wide and high.
  static func disc(side: Int) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: side, height: side))
    let radius = Double(side) / 2
    for y in 0..<side {
      for x in 0..<side {
        let (across, down) = (Double(x) + 0.5 - radius, Double(y) + 0.5 - radius)
        let inside = radius - (across * across + down * down).squareRoot() + 0.5
        let coverage = UInt8(max(0, min(1, inside)) * 255 + 0.5)
        // White, premultiplied; as a template only alpha counts.
        for channel in 0..<4 { bitmap.bytes[4 * (y * side + x) + channel] = coverage }
      }
    }
    return bitmap
  }
}
