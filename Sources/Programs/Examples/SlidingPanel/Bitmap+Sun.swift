import LiveGlass

extension Bitmap {
  /// A picture of a sun: a disc and eight rays, `side` pixels wide.
  nonisolated static func sun(_ side: Int) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: side, height: side))
    let unit = 36 / Double(side)
    for y in 0..<side {
      for x in 0..<side {
        let across = (Double(x) + 0.5) * unit - 18
        let down = (Double(y) + 0.5) * unit - 18
        let radius = (across * across + down * down).squareRoot()
        let disc = 8 - radius
        // The pixel's distance from the nearest of eight directions.
        let (long, short) = (max(abs(across), abs(down)), min(abs(across), abs(down)))
        let beside = min(short, abs(long - short) * 0.5.squareRoot())
        let ray = min(1.6 - beside, radius - 11, 17 - radius)
        let coverage = UInt8(max(0, min(1, max(disc, ray) / unit + 0.5)) * 255)
        for channel in 0..<4 { bitmap.bytes[4 * (y * side + x) + channel] = coverage }
      }
    }
    return bitmap
  }
}
