import CPixels
import Geometry
import Rendering
import Scenes
import VisualEffects

/// The kind of pixels in a block that is un-blended.
enum BlockKind {
  /// All pixels are the surface's, glass covers them wholly, and values must fit the model exactly.
  case whole
  /// The block may extend beyond the surface, its glass and the output.
  case edge
  /// Some pixels of the block belong to other surfaces.
  case shared
}

/// Un-blends blocks of a capture that shows a surface, by the arithmetic of `VisualEffects.UnBlending`.
struct UnBlendingPass {
  private let leak: Leak
  private let capture, pixels: PanelPixels
  private let coverage: GlassCoverage
  private let mask: OverlapMask?
  /// The frame of the surface on the output.
  private let frame: PixelRect
  private let output: PixelSize
  private let others: [PixelRect]
  private let leaks: LeakMap
  private let slack: Float
  private let carrier: Carrier.Tables
  private let spare = (0..<8).map { _ in SpareRow<UInt32>(of: 0) }

  init(
    _ leak: Leak, capture: PanelPixels, pixels: PanelPixels, coverage: GlassCoverage, mask: OverlapMask?,
    frame: PixelRect, output: PixelSize, others: [PixelRect], tolerance: Int, leaks: LeakMap
  ) {
    (self.leak, self.capture, self.pixels, self.coverage) = (leak, capture, pixels, coverage)
    (self.mask, self.frame, self.output, self.others) = (mask, frame, output, others)
    self.leaks = leaks
    slack = Float(tolerance) + 0.5
    carrier = Carrier.tables(leak)
  }

  /// Calls `body` for each row of `blocks` (of the output).
  func forEachRow(of blocks: PixelRect, _ body: (_ y: Int, UnBlendedRow) -> Void) {
    func run(_ coverage: UnsafePointer<UInt8>?) {
      for y in blocks.y..<blocks.maxY { unsafe body(y, row(y, blocks, coverage)) }
    }
    guard let bytes = coverage.bytes else { return run(nil) }
    unsafe bytes.withUnsafeBufferPointer { unsafe run($0.baseAddress) }
  }

  private func row(_ y: Int, _ blocks: PixelRect, _ coverage: UnsafePointer<UInt8>?) -> UnBlendedRow {
    let columns = blocks.x * 4..<blocks.maxX * 4
    let seen = columns.clamped(to: 0..<output.width)
    let own = columns.clamped(to: frame.x..<frame.maxX)
    var row = unsafe pixels_blocks()
    unsafe (row.left, row.right, row.output_right) = (frame.x, frame.maxX, output.width)
    unsafe (row.leak, row.carrier, row.slack) = (Float(leak.content), Float(leak.carrierAlpha), slack)
    unsafe row.means = unsafe UnsafePointer(carrier.means.row((y & 15) * 16).pointer)
    func captured(_ index: Int) -> UnsafePointer<UInt32>? {
      guard y * 4 + index >= 0, y * 4 + index < output.height else { return nil }
      unsafe row.output_rows |= 1 << UInt32(index)
      return unsafe UnsafePointer(capture.row(y * 4 + index).plain(seen, spare[index]).pointer)
    }
    func isInside(_ index: Int) -> Bool { y * 4 + index >= frame.y && y * 4 + index < frame.maxY }
    func submitted(_ index: Int) -> UnsafePointer<UInt32>? {
      guard isInside(index) else { return nil }
      unsafe row.inside_rows |= 1 << UInt32(index)
      return unsafe UnsafePointer(pixels.row(y * 4 + index).plain(own, spare[4 + index]).pointer)
    }
    func known(_ index: Int) -> UnsafeMutablePointer<UInt32>? {
      isInside(index) ? unsafe leaks.row(y * 4 + index).pointer : nil
    }
    func covered(_ index: Int) -> UnsafePointer<UInt8>? {
      guard isInside(index), let coverage = unsafe coverage else { return nil }
      return unsafe coverage + ((y * 4 + index - frame.y) * frame.width - frame.x)
    }
    func greys(_ index: Int) -> UnsafePointer<UInt8>? {
      unsafe UnsafePointer(carrier.greys.row(((y * 4 + index) & 63) * 64).pointer)
    }
    unsafe row.captured = unsafe (captured(0), captured(1), captured(2), captured(3))
    unsafe row.submitted = unsafe (submitted(0), submitted(1), submitted(2), submitted(3))
    unsafe row.known = unsafe (known(0), known(1), known(2), known(3))
    unsafe row.coverage = unsafe (covered(0), covered(1), covered(2), covered(3))
    unsafe row.greys = unsafe (greys(0), greys(1), greys(2), greys(3))
    return unsafe UnBlendedRow(row, y) { x, keep in self.shared(x, y, keep: keep) }
  }

  /// Un-blends the block (`x`, `y`), some of whose pixels belong to other surfaces, pixel by pixel.
  private func shared(_ x: Int, _ y: Int, keep: Bool) -> (flags: UInt8, mean: Colour) {
    var (low, high) = (Colour(repeating: 255), Colour(repeating: -255))
    var (sum, count, isNew) = (Colour.zero, Float(0), false)
    let (most, alpha) = (Float(leak.content), Float(leak.carrierAlpha))
    for py in y * 4..<y * 4 + 4 {
      for px in x * 4..<x * 4 + 4 {
        let isInside = frame.contains(x: px, y: py)
        guard px >= 0, py >= 0, px < output.width, py < output.height,
          isInside ? isOwn(px, py) : !isOfOthers(px, py)
        else {
          (low, high) = (low.atMost(.zero), high.atLeast(.zero))
          continue
        }
        guard isInside else {
          (low, high) = (low.atMost(.zero), high.atLeast(.zero))
          sum += Colour(word: capture.word(px, py)) / 255
          count += 1
          continue
        }
        let ours = Colour(word: pixels.word(px, py))
        let c = (Colour(word: capture.word(px, py)) - ours).with(0)
        let open = 255 - ours.w
        let k = Float(coverage.coverage(x: px - frame.x, y: py - frame.y)) / 255
        let threshold = Float(carrier.greys.row((py & 63) * 64)[px & 63])
        let d = (threshold * k).rounded(.toNearestOrAwayFromZero)
        let through = 1 - (alpha * k).rounded(.toNearestOrAwayFromZero) / 255
        (low, high) = (low.atMost(c), high.atLeast(c - open + most))
        let behind = (c / max(open, most) - d / 255) / through
        sum += behind
        count += 1
        let isWhole = k > 0.998 && open < most + 0.5
        let under = (behind.clamped * (255 - alpha)).rounded(.toNearestOrAwayFromZero) + threshold
        let would = (under * (most / 255)).rounded(.toNearestOrAwayFromZero)
        let leaked = LeakMap.word(isWhole ? c.atLeast(.zero).atMost(Colour(repeating: most)) : would)
        if keep { leaks.set(leaked, px, py) } else if leaks.word(px, py) != leaked { isNew = true }
      }
    }
    let isValid = min(low.x, low.y, low.z) > -slack && max(high.x, high.y, high.z) < most + slack
    let isAbsent = count < 0.5
    let flags =
      (isValid ? BlockFlags.valid : 0) | (isNew ? BlockFlags.new : 0) | (isAbsent ? BlockFlags.absent : 0)
    return (flags, (sum / max(count, 1)).with(isValid && !isAbsent ? 1 : 0))
  }

  /// Whether no other surface of ours lies over or under the pixel (`x`, `y`) of the surface.
  private func isOwn(_ x: Int, _ y: Int) -> Bool {
    mask.map { $0.role(x: x - frame.x, y: y - frame.y) == .own } ?? true
  }

  private func isOfOthers(_ x: Int, _ y: Int) -> Bool { others.contains { $0.contains(x: x, y: y) } }
}

/// A row of blocks that loops in C un-blend; it is valid only inside of `UnBlendingPass.forEachRow`.
@safe struct UnBlendedRow {
  private var blocks: pixels_blocks
  private let shared: (_ x: Int, _ keep: Bool) -> (flags: UInt8, mean: Colour)

  fileprivate init(
    _ blocks: pixels_blocks, _ y: Int,
    shared: @escaping (_ x: Int, _ keep: Bool) -> (flags: UInt8, mean: Colour)
  ) {
    unsafe self.blocks = unsafe blocks
    self.shared = shared
  }

  /// Writes the flags and mean backgrounds of `columns`. Means are not clamped; their fourth value is 1 where a block
  /// is valid.
  func measure(_ columns: Range<Int>, _ kinds: Row<BlockKind>, flags: Row<UInt8>, means: Row<Colour>) {
    unsafe withUnsafePointer(to: blocks) { blocks in
      var x = columns.lowerBound
      while x < columns.upperBound {
        let first = x
        x += 1
        switch kinds[first] {
        case .whole:
          while x < columns.upperBound, kinds[x] == .whole { x += 1 }
          unsafe pixels_measure_whole(blocks, first, x, flags.pointer, means.pointer)
        case .edge:
          flags[first] = unsafe pixels_measure_edge(blocks, first, false, means.pointer + first)
        case .shared: (flags[first], means[first]) = shared(first, false)
        }
      }
    }
  }

  /// Stores the leak through the block `x` as known.
  func keep(_ x: Int, _ kind: BlockKind) {
    unsafe withUnsafePointer(to: blocks) { blocks in
      switch kind {
      case .whole: unsafe pixels_keep_whole(blocks, x)
      case .edge: _ = unsafe pixels_measure_edge(blocks, x, true, nil)
      case .shared: _ = shared(x, true)
      }
    }
  }
}
