public import Geometry
public import GlassModel
public import Scenes

nonisolated extension Bitmap {
  /// The picture as an opaque wallpaper of `size` physical pixels, placed as swaybg does.
  ///
  /// `fill` and `fit` scale it, `center` and `tile` (from the top left corner) do not; the rest, and what is
  /// behind transparent pixels, is black.
  public func placed(_ placement: BackdropPolicy.Wallpaper.Placement, on size: PixelSize) -> Bitmap {
    guard !self.size.isEmpty, !size.isEmpty else { return Bitmap(black: size) }
    let picture = opaque()
    switch placement {
    case _ where self.size == size: return picture
    case .fill: return picture.scaled(by: max(ratios(to: size).x, ratios(to: size).y), on: size)
    case .fit: return picture.scaled(by: min(ratios(to: size).x, ratios(to: size).y), on: size)
    case .center:
      let x = (size.width - self.size.width) / 2
      let y = (size.height - self.size.height) / 2
      return picture.copied(to: [(x, y)], on: size)
    case .tile:
      let columns = stride(from: 0, to: size.width, by: self.size.width)
      let rows = stride(from: 0, to: size.height, by: self.size.height)
      return picture.copied(to: rows.flatMap { y in columns.map { x in (x, y) } }, on: size)
    }
  }

  /// The mean of red, green and blue, encoded sRGB, 0 … 1; transparent pixels count as black.
  public var averageColour: SIMD3<Double> {
    guard !size.isEmpty else { return .zero }
    var sums: SIMD4<Int> = .zero
    for index in stride(from: 0, to: bytes.count, by: 4) {
      sums &+= SIMD4(Int(bytes[index]), Int(bytes[index + 1]), Int(bytes[index + 2]), 0)
    }
    return SIMD3(Double(sums.x), Double(sums.y), Double(sums.z)) / (255 * Double(size.width * size.height))
  }

  /// Makes an opaque black picture.
  init(black size: PixelSize) {
    self.init(size: size)
    for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
  }

  /// The picture over black; premultiplied colours need no change for that.
  private func opaque() -> Bitmap {
    var result = self
    for index in stride(from: 3, to: bytes.count, by: 4) where bytes[index] != 255 {
      result.bytes[index] = 255
    }
    return result
  }

  /// The picture with colours that are not multiplied by alpha.
  func unpremultiplied() -> Bitmap {
    var result = self
    for index in stride(from: 0, to: bytes.count, by: 4) where bytes[index + 3] != 255 {
      let alpha = Int(bytes[index + 3])
      for channel in index..<index + 3 {
        result.bytes[channel] =
          alpha == 0 ? 0 : UInt8(min(255, (Int(bytes[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return result
  }

  private func ratios(to size: PixelSize) -> (x: Double, y: Double) {
    (Double(size.width) / Double(self.size.width), Double(size.height) / Double(self.size.height))
  }

  /// The picture scaled and centred; the parts outside of `size` are cut off.
  private func scaled(by factor: Double, on size: PixelSize) -> Bitmap {
    let width = Double(self.size.width) * factor
    let height = Double(self.size.height) * factor
    let x = (Double(size.width) - width) / 2
    let y = (Double(size.height) - height) / 2
    let left = Int(x.rounded())
    let top = Int(y.rounded())
    let reached = PixelRect(
      x: left, y: top, width: Int((x + width).rounded()) - left, height: Int((y + height).rounded()) - top)
    let target = reached.intersection(PixelRect(size))
    guard !target.isEmpty else { return Bitmap(black: size) }
    return Scaling.draw(self, by: factor, origin: (x, y), into: target, of: size)
  }

  /// The picture copied to each of `places` without scaling; the parts outside of `size` are cut off.
  private func copied(to places: [(x: Int, y: Int)], on size: PixelSize) -> Bitmap {
    var result = Bitmap(black: size)
    for place in places {
      let target = PixelRect(self.size).offset(x: place.x, y: place.y).intersection(PixelRect(size))
      for y in target.y..<target.y + target.height {
        let from = ((y - place.y) * self.size.width + target.x - place.x) * 4
        let to = (y * size.width + target.x) * 4
        result.bytes.replaceSubrange(to..<to + target.width * 4, with: bytes[from..<from + target.width * 4])
      }
    }
    return result
  }
}
