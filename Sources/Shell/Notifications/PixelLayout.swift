import Geometry
import Scenes

/// The layout of a picture's pixels in memory.
struct PixelLayout: Equatable, Sendable {
  let size: PixelSize
  /// Bytes from one row to the next.
  let stride: Int
  /// Bytes per pixel: 3, or 4 with alpha.
  let channels: Int
  /// Whether the fourth channel, if there is one, is alpha; otherwise it is ignored.
  var hasAlpha = true
  /// The size in pixels within which the picture is kept.
  var most = SentImage.leastSize

  /// The least number of bytes; the last row need not be padded.
  var neededBytes: Int { (size.height - 1) * stride + size.width * channels }

  /// The size in pixels of the picture as it is kept, in its proportions and within `most`; sides are 1 at least.
  var keptSize: PixelSize { size.fitted(into: most) }

  /// The picture premultiplied and scaled to `keptSize`; `bytes` must have `neededBytes` at least.
  ///
  /// At most 8 × 8 pixels are averaged for each pixel that is kept, so that the time does not
  /// grow with the picture.
  func bitmap(_ bytes: Span<UInt8>) -> Bitmap {
    let usesAlpha = channels == 4 && hasAlpha && !isWithoutAlpha(bytes)
    let kept = keptSize
    let samples = min(8, max(1, max(size.width / kept.width, size.height / kept.height)))
    let columns = (0..<kept.width * samples).map {
      place($0, of: size.width, among: kept.width * samples) * channels
    }
    var result: [UInt8] = []
    result.reserveCapacity(kept.width * kept.height * 4)
    var sums = [SIMD4<UInt32>](repeating: .zero, count: kept.width)
    for y in 0..<kept.height {
      for x in 0..<kept.width { sums[x] = .zero }
      for part in 0..<samples {
        let row = place(y * samples + part, of: size.height, among: kept.height * samples) * stride
        add(
          bytes.extracting(row..<row + size.width * channels), at: columns, samples, usesAlpha: usesAlpha,
          to: &sums)
      }
      let count = UInt32(samples * samples)
      for sum in sums {
        let mean = (sum &+ count / 2) / count
        for channel in 0..<4 { result.append(UInt8(truncatingIfNeeded: mean[channel])) }
      }
    }
    return Bitmap(size: kept, bytes: result)
  }

  /// The pixel along a side in which the middle of a part lies.
  private func place(_ index: Int, of length: Int, among parts: Int) -> Int {
    (index * length + length / 2) / parts
  }

  /// Whether the fourth channel is zero everywhere although there are colours, which means that the program did not set it.
  private func isWithoutAlpha(_ bytes: Span<UInt8>) -> Bool {
    var colours: UInt8 = 0
    for y in 0..<size.height {
      for at in Swift.stride(from: y * stride, to: y * stride + size.width * 4, by: 4) {
        if bytes[at + 3] != 0 { return false }
        colours |= bytes[at] | bytes[at + 1] | bytes[at + 2]
      }
    }
    return colours != 0
  }

  /// Adds the pixels of a row to the sums of those that are kept, `samples` for each.
  private func add(
    _ row: Span<UInt8>, at columns: [Int], _ samples: Int, usesAlpha: Bool, to sums: inout [SIMD4<UInt32>]
  ) {
    var next = 0
    for x in 0..<sums.count {
      var sum = sums[x]
      for _ in 0..<samples {
        let at = columns[next]
        next += 1
        var pixel = SIMD4(UInt32(row[at]), UInt32(row[at + 1]), UInt32(row[at + 2]), 255)
        if usesAlpha, case let alpha = UInt32(row[at + 3]), alpha != 255 {
          let product = pixel &* alpha &+ 127
          // This is the product divided by 255 and rounded down, for all 16-bit values; a division takes
          // ten times as long.
          pixel = (product &+ 1 &+ (product &>> 8)) &>> 8
        }
        sum &+= pixel
      }
      sums[x] = sum
    }
  }
}

extension PixelSize {
  /// The greatest size of these proportions within another one, or this size if that contains it; sides are 1 at least.
  func fitted(into most: PixelSize) -> PixelSize {
    guard width > most.width || height > most.height else { return self }
    return width * most.height >= height * most.width
      ? PixelSize(width: most.width, height: max(1, height * most.width / width))
      : PixelSize(width: max(1, width * most.height / height), height: most.height)
  }
}
