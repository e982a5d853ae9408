import CPixels
package import Geometry
package import Rendering
import Scenes
import VisualEffects

/// A measurement whose values are in memory.
package nonisolated final class Measurement: BackgroundMeasuring {
  package var state: MeasurementState
  /// The leak through each pixel as it is, or would be, where glass covers the pixel wholly.
  let leaks: LeakMap
  /// The mean backgrounds of all blocks as measured last; the fourth value is 1 where a block is valid.
  let means: CellLayer
  let mask: OverlapMask?
  private let flags: Memory<UInt8>
  private var kinds: (conditions: MeasurementState.Conditions, values: Memory<BlockKind>)?

  /// `frame` is the surface's frame on the output; the leak must be at most 15.
  ///
  /// The known leak through each pixel is taken over from `former`, which must have the same frame and leak; its
  /// glass may have another shape.
  init(
    _ leak: Leak, frame: PixelRect, _ coverage: GlassCoverage, mask: OverlapMask? = nil,
    insteadOf former: Measurement? = nil, output: PixelSize
  ) {
    state = MeasurementState(leak, frame: frame, coverage, mask: mask, output: output)
    self.mask = mask
    means = CellLayer(cells: state.blocks, cellSize: CaptureBlock.side)
    flags = Memory(repeating: BlockFlags.valid, count: state.blocks.area)
    if let former {
      precondition(
        former.frame == frame && former.state.unblending.leak == leak, "a measurement of other glass")
      leaks = former.leaks
    } else {
      leaks = LeakMap(frame)
    }
  }

  var blocks: PixelRect { state.blocks }
  private var frame: PixelRect { state.frame }
  private var output: PixelSize { state.output }

  // MARK: Measuring

  package func measure(
    _ capture: SeenCapture, pixels: PanelPixels, _ changed: PixelRect, of visible: PixelRect
  ) {
    let all = state.wanted(changed, of: visible)
    let pass = pass(capture.pixels, pixels)
    let kinds = kindsOfBlocks()
    pass.forEachRow(of: all) { y, row in
      row.measure(
        all.x..<all.maxX, kinds.row(place(y)), flags: flags.row(place(y)), means: means.row(y))
    }
    state.isJudged = true
  }

  /// The index of the first block of the row `y` of blocks, less that block's column.
  private func place(_ y: Int) -> Int { (y - blocks.y) * blocks.width - blocks.x }

  package func compare(_ capture: SeenCapture, pixels: PanelPixels, _ visible: PixelRect) {
    let capture = capture.pixels
    let all = visible.intersection(blocks)
    let shown = frame.intersection(PixelRect(output))
    for y in all.y..<all.maxY {
      for x in all.x..<all.maxX {
        var worst = 0
        let part = PixelRect(x: x * 4, y: y * 4, width: 4, height: 4).intersection(shown)
        for row in part.y..<part.maxY {
          for column in part.x..<part.maxX {
            let (seen, ours) = (capture.word(column, row), pixels.word(column, row))
            if ours >> 24 != 255 || (seen ^ ours) & 0xFF_FFFF == 0 || !isMeasured(column, row) { continue }
            for shift in [0, 8, 16] as [UInt32] {
              worst = max(worst, abs(Int(seen >> shift & 255) - Int(ours >> shift & 255)))
            }
          }
        }
        flags.row(place(y))[x] = worst <= state.conditions.tolerance ? BlockFlags.valid : 0
      }
    }
    state.isJudged = false
  }

  package func readFlags() -> BlockFlags { BlockFlags(flags: flags.values, width: blocks.width) }

  package func readMeans() -> [SIMD4<Float>] { means.values(blocks) }

  package func readLeak() -> (_ pixel: Int) -> SIMD3<UInt8> {
    let (leaks, frame) = (leaks, frame)
    return { pixel in
      let word = leaks.word(frame.x + pixel % frame.width, frame.y + pixel / frame.width)
      return SIMD3(truncatingIfNeeded: SIMD3(word >> 16, word >> 8, word) & 255)
    }
  }

  package func keepLeak(
    _ judged: BlockFlags, _ capture: SeenCapture, pixels: PanelPixels, of visible: PixelRect
  ) -> PixelRect {
    let changed = judged.renewed
    if changed.isEmpty { return .empty }
    let pass = pass(capture.pixels, pixels)
    let kinds = kindsOfBlocks()
    let seen = changed.offset(x: blocks.x, y: blocks.y).intersection(visible)
    pass.forEachRow(of: seen) { y, row in
      let (flags, kinds, first) = (flags.row(place(y)), kinds.row(place(y)), place(y))
      for x in seen.x..<seen.maxX where flags[x] & BlockFlags.new != 0 {
        if !judged.held.isEmpty, judged.held[first + x] != 0 { continue }
        row.keep(x, kinds[x])
        flags[x] &= ~BlockFlags.new
      }
    }
    return changed.offset(x: blocks.x, y: blocks.y)
  }

  private func pass(_ capture: PanelPixels, _ pixels: PanelPixels) -> UnBlendingPass {
    UnBlendingPass(
      state.unblending.leak, capture: capture, pixels: pixels, coverage: state.coverage, mask: mask,
      frame: frame, output: output, others: state.conditions.neighbours,
      tolerance: state.conditions.tolerance, leaks: leaks)
  }

  /// The kinds of all blocks, row by row; they are kept until the conditions change.
  func kindsOfBlocks() -> Memory<BlockKind> {
    let conditions = state.conditions
    if let kinds, kinds.conditions == conditions { return kinds.values }
    let made = Memory<BlockKind>(repeating: .edge, count: blocks.area)
    func set(_ kind: BlockKind, _ rect: PixelRect) {
      let part = rect.intersection(blocks)
      for y in part.y..<part.maxY {
        let row = made.row(place(y))
        for x in part.x..<part.maxX { row[x] = kind }
      }
    }
    // Only values that fit the model exactly can be measured as whole blocks.
    if conditions.tolerance == 0 { for rect in state.evenBlocks { set(.whole, rect) } }
    for rect in state.sharedBlocks { set(.shared, rect) }
    kinds = (conditions, made)
    return made
  }

  private func isMeasured(_ x: Int, _ y: Int) -> Bool {
    mask.map { $0.role(x: x - frame.x, y: y - frame.y) == .own } ?? true
  }

  // MARK: The model

  package func predict(_ capture: SeenCapture?, estimate: CellLayer, carrying former: Measurement?) {
    let seen =
      capture.map {
        state.blocks(seenIn: $0.pixels.region, ours: $0.ours, outside: former?.frame ?? .empty)
      } ?? []
    for rect in seen { predict(rect, estimate, former, capture?.pixels) }
    for rect in blocks.subtracting(seen) { predict(rect, estimate, former, nil) }
  }

  private func predict(
    _ blocks: PixelRect, _ estimate: CellLayer, _ former: Measurement?, _ capture: PanelPixels?
  ) {
    let part = blocks.pixels(perCell: CaptureBlock.side).intersection(frame)
    let known = former?.frame.intersection(part) ?? .empty
    let spare = SpareRow<UInt32>(of: 0)
    for y in part.y..<part.maxY {
      var columns = [part.x..<part.maxX]
      if let former, y >= known.y, y < known.maxY {
        for x in known.x..<known.maxX { leaks.set(former.leaks.word(x, y), x, y) }
        columns = [part.x..<known.x, known.maxX..<part.maxX]
      }
      for columns in columns where !columns.isEmpty { predict(columns, y, estimate, capture, spare) }
    }
  }

  /// Sets the leak through the pixels `columns` of the output's row `y`.
  private func predict(
    _ columns: Range<Int>, _ y: Int, _ estimate: CellLayer, _ capture: PanelPixels?, _ spare: SpareRow<UInt32>
  ) {
    let tables = Carrier.tables(state.unblending.leak)
    var prediction = unsafe pixels_prediction()
    unsafe (prediction.leak, prediction.carrier) = (
      Float(state.leak), Float(state.unblending.leak.carrierAlpha)
    )
    unsafe prediction.greys = unsafe UnsafePointer(tables.greys.row((y & 63) * 64).pointer)
    if let capture {
      let seen = capture.region
      let row = capture.row(min(max(y, seen.y), seen.maxY - 1))
      if columns.lowerBound >= seen.x, columns.upperBound <= seen.maxX {
        unsafe prediction.seen = unsafe UnsafePointer(row.plain(columns, spare).pointer)
      } else {
        // Beyond the output's edge nothing is captured, and the last pixel is used in its place.
        let line = spare.room(columns)
        for x in columns { line[x] = row.word(min(max(x, seen.x), seen.maxX - 1)) }
        unsafe prediction.seen = unsafe UnsafePointer(line.pointer)
      }
    } else if y >> 2 >= estimate.cells.y, y >> 2 < estimate.cells.maxY {
      unsafe prediction.estimate = unsafe UnsafeRawPointer(estimate.row(y >> 2).pointer)
      unsafe (prediction.first_block, prediction.end_block) = (estimate.cells.x, estimate.cells.maxX)
    }
    unsafe pixels_predict(&prediction, columns.lowerBound, columns.upperBound, leaks.row(y).pointer)
    withExtendedLifetime(tables) {}
  }

  package func destroy() {}
}
