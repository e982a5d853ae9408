import Geometry
import Rendering
import Scenes
import VisualEffects

/// What a block that is un-blended shows.
nonisolated enum BlockKind {
  /// Nothing but the surface, all of it glass.
  case whole
  /// It may reach beyond the surface, its glass and the output.
  case edge
  /// There are pixels of other surfaces, too.
  case shared
}

/// What one block of a capture tells.
nonisolated struct UnBlendedBlock {
  /// The background, encoded, not clamped.
  var mean = Colour.zero
  var isValid = true
  /// No pixel is measured through this surface.
  var isAbsent = false
  /// Rows of what leaks, or would if glass covered the pixel wholly.
  var leaks = Rows()
  /// 255 in every byte of a pixel that is measured, but for the fourth.
  var measured = Rows()

  /// Four rows of four pixels.
  struct Rows {
    private var a = FourPixels.zero, b = FourPixels.zero, c = FourPixels.zero, d = FourPixels.zero

    subscript(row: Int) -> FourPixels {
      @inline(__always) get { row < 2 ? (row == 0 ? a : b) : (row == 2 ? c : d) }
      @inline(__always) set {
        switch row {
        case 0: a = newValue
        case 1: b = newValue
        case 2: c = newValue
        default: d = newValue
        }
      }
    }
  }
}

/// Un-blends blocks of a capture that shows a surface: `VisualEffects.UnBlending` over many pixels.
nonisolated struct UnBlendingPass {
  private let leak: Leak
  private let capture, pixels: PanelPixels
  private let coverage: GlassCoverage
  private let mask: OverlapMask?
  /// The surface's on the output.
  private let frame: PixelRect
  private let output: PixelSize
  private let others: [PixelRect]
  private let tolerance: Int
  private let thresholds: [UInt8]
  private let means: [Float]

  init(
    _ leak: Leak, capture: PanelPixels, pixels: PanelPixels, coverage: GlassCoverage, mask: OverlapMask?,
    frame: PixelRect, output: PixelSize, others: [PixelRect], tolerance: Int
  ) {
    (self.leak, self.capture, self.pixels, self.coverage) = (leak, capture, pixels, coverage)
    (self.mask, self.frame, self.output, self.others) = (mask, frame, output, others)
    self.tolerance = tolerance
    thresholds = Carrier.thresholds(leak)
    means = Carrier.means(leak)
  }

  /// The block (`x`, `y`) of the output.
  @inline(__always) func block(_ x: Int, _ y: Int, _ kind: BlockKind) -> UnBlendedBlock {
    kind == .whole ? whole(x, y) : part(x, y, isShared: kind == .shared)
  }

  /// All pixels are the surface's, and glass covers them wholly; values must fit the model exactly.
  @inline(__always) private func whole(_ x: Int, _ y: Int) -> UnBlendedBlock {
    var result = UnBlendedBlock()
    let colours = unsafe unsafeBitCast(SIMD4<UInt32>(repeating: 0xFF_FFFF), to: FourPixels.self)
    var (sum, high) = (FourPixels.zero, FourPixels.zero)
    for row in 0..<4 {
      // What is below our own pixel becomes a large number.
      let c = (capture.four(x * 4, y * 4 + row) &- pixels.four(x * 4, y * 4 + row)) & colours
      // Where all is valid, no sum of 16 leaks is above 240.
      sum &+= c
      high = high.replacing(with: c, where: c .> high)
      result.leaks[row] = c
      result.measured[row] = colours
    }
    result.isValid = !any(high .> UInt8(leak.content))
    let halves = sum.lowHalf &+ sum.highHalf
    let pixel = SIMD4<Int32>(truncatingIfNeeded: halves.lowHalf &+ halves.highHalf)
    let scale = Float(255) / Float(16 * 255 * leak.content)
    let grey = means[(y & 15) * 16 + x & 15] / 255
    let through = Float(255) / Float(255 - leak.carrierAlpha)
    result.mean = (Colour(Float(pixel.z), Float(pixel.y), Float(pixel.x), 0) * scale - grey) * through
    return result
  }

  /// Pixel by pixel.
  private func part(_ x: Int, _ y: Int, isShared: Bool) -> UnBlendedBlock {
    var result = UnBlendedBlock()
    var (low, high) = (Colour.zero, Colour.zero)
    low = Colour(repeating: 255)
    high = -low
    var sum = Colour.zero
    var count: Float = 0
    let most = Float(leak.content)
    let alpha = Float(leak.carrierAlpha)
    for row in 0..<4 {
      let py = y * 4 + row
      var (words, measured) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
      for column in 0..<4 {
        let px = x * 4 + column
        let isInside = frame.contains(x: px, y: py)
        var isSeen = px >= 0 && py >= 0 && px < output.width && py < output.height
        if isShared, isSeen { isSeen = isInside ? isOwn(px, py) : !isOfOthers(px, py) }
        guard isSeen, isInside else {
          (low, high) = (low.atMost(.zero), high.atLeast(.zero))
          if isSeen {
            sum += Colour(word: capture.word(px, py)) / 255
            count += 1
          } else if isInside, !isShared {
            measured[column] = 0xFF_FFFF
          }
          continue
        }
        let ours = Colour(word: pixels.word(px, py))
        let c = (Colour(word: capture.word(px, py)) - ours).with(0)
        let open = 255 - ours.w
        let k = Float(coverage.coverage(x: px - frame.x, y: py - frame.y)) / 255
        let threshold = Float(thresholds[(py & 63) * 64 + px & 63])
        let d = (threshold * k).rounded(.toNearestOrAwayFromZero)
        let through = 1 - (alpha * k).rounded(.toNearestOrAwayFromZero) / 255
        (low, high) = (low.atMost(c), high.atLeast(c - open + most))
        let behind = (c / max(open, most) - d / 255) / through
        sum += behind
        count += 1
        let isWhole = k > 0.998 && open < most + 0.5
        let under = (behind.clamped * (255 - alpha)).rounded(.toNearestOrAwayFromZero) + threshold
        let would = (under * (most / 255)).rounded(.toNearestOrAwayFromZero)
        let leaked = isWhole ? c.atLeast(.zero).atMost(Colour(repeating: most)) : would
        words[column] = LeakMap.word(leaked)
        measured[column] = 0xFF_FFFF
      }
      result.leaks[row] = unsafe unsafeBitCast(words, to: FourPixels.self)
      result.measured[row] = unsafe unsafeBitCast(measured, to: FourPixels.self)
    }
    result.mean = sum / max(count, 1)
    let slack = Float(tolerance) + 0.5
    result.isValid =
      min(low.x, low.y, low.z) > -slack && max(high.x, high.y, high.z) < most + slack
    result.isAbsent = isShared && count < 0.5
    return result
  }

  /// Nothing of ours lies over or under a pixel of the surface that belongs to another.
  private func isOwn(_ x: Int, _ y: Int) -> Bool {
    mask.map { $0.role(x: x - frame.x, y: y - frame.y) == .own } ?? true
  }

  private func isOfOthers(_ x: Int, _ y: Int) -> Bool { others.contains { $0.contains(x: x, y: y) } }
}
