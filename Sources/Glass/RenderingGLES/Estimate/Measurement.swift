import CEGL
package import Geometry
package import Rendering
import Scenes
import VisualEffects

/// A measurement whose values are in textures.
package final class Measurement: BackgroundMeasuring {
  package var state: MeasurementState
  /// The leak through each pixel as it is, or would be, where glass covers the pixel wholly: four bits per channel.
  let leaked: Texture
  /// The raw value of each pixel's `OverlapMask.Role`; one texel if no other surface overlaps.
  let roles: Texture
  private let context: GraphicsContext
  private let means: Texture
  private let measured: Texture
  private let flags: Texture
  /// The carrier's greys, four pixels to a texel.
  private let thresholds: Texture
  /// The coverage of pixels, four to a texel, in the rows of `blocks`; one texel if glass covers all of the surface.
  private let covered: Texture
  /// Blocks of which no glass covers a pixel.
  private let bareBlocks: [PixelRect]
  private let held: Texture
  private let carrier: Texture
  private let measuring: RenderTarget
  private let flagging: RenderTarget
  private let leaking: RenderTarget
  /// The passes that measured last, which captures of the same blocks repeat.
  private var division: Division?
  /// Whether `leaked` and its target belong to another measurement.
  private var isTakenOver = false

  /// The division of measured blocks into passes.
  private struct Division {
    var blocks: PixelRect
    var conditions: MeasurementState.Conditions
    var passes: [(kind: MeasurementShaders.BlockKind, rects: [PixelRect])]
  }

  /// `frame` is the surface's frame on the output; the leak must be at most 15.
  ///
  /// The known leak through each pixel is taken over from `former`, which must have the same frame and leak; its
  /// glass may have another shape.
  init(
    _ leak: Leak, frame: PixelRect, _ coverage: GlassCoverage, mask: OverlapMask? = nil,
    insteadOf former: Measurement? = nil, output: PixelSize, in context: GraphicsContext
  ) throws(RenderingError) {
    state = MeasurementState(leak, frame: frame, coverage, mask: mask, output: output)
    self.context = context
    let blocks = state.blocks
    let rows = PixelSize(width: blocks.width, height: blocks.height * CaptureBlock.side)
    covered = try Texture(
      "coverage", coverage.bytes == nil ? PixelSize(width: 1, height: 1) : rows, .byte4, in: context)
    covered.fill(coverage.bytesOfBlocks(at: frame) ?? [255, 255, 255, 255])
    bareBlocks = state.bareBlocks()
    roles = try Texture(
      "roles", mask == nil ? PixelSize(width: 1, height: 1) : frame.size, .byte, in: context)
    roles.fill(mask?.bytes ?? [0])
    means = try Texture("measured background", blocks.size, context.layerFormat, in: context)
    held = try Texture("held blocks", blocks.size, .byte, in: context)
    flags = try Texture("validity", blocks.size, .integer8, in: context)
    measured = try Texture("measured leak", blocks.size, .integer32x4, layers: 2, in: context)
    if let former {
      precondition(
        former.frame == frame && former.state.unblending.leak == leak, "a measurement of other glass")
      (leaked, leaking) = (former.leaked, former.leaking)
      former.isTakenOver = true
    } else {
      leaked = try Texture("leak", blocks.size, .integer32x4, layers: 2, in: context)
      leaking = try RenderTarget([.init(leaked, layer: 0), .init(leaked, layer: 1)], in: context)
    }
    measuring = try RenderTarget(
      [.init(means), .init(flags), .init(measured, layer: 0), .init(measured, layer: 1)], in: context)
    flagging = try RenderTarget([.init(flags)], in: context)
    flagging.clearIntegers(UInt32(BlockFlags.valid))
    let side = DitherPattern.side
    thresholds = try Texture("carrier", PixelSize(width: side / 4, height: side), .byte4, in: context)
    thresholds.fill(DitherPattern.carrierThresholds(leak))
    let means = DitherPattern.carrierBlockMeans(leak).map { $0 / 255 }
    carrier = try Texture("carrier", PixelSize(width: side / 4, height: side / 4), .float, in: context)
    carrier.fill(means)
  }

  var blocks: PixelRect { state.blocks }
  private var frame: PixelRect { state.frame }
  private var output: PixelSize { state.output }

  package func measure(
    _ capture: CaptureTexture, pixels: Texture, _ changed: PixelRect, of visible: PixelRect
  ) throws(RenderingError) {
    for (kind, rects) in passes(over: state.wanted(changed, of: visible)) {
      let program = try context.use(MeasurementShaders.unblend(kind))
      if kind == .shared { setNeighbours(of: program) }
      capture.bind(to: program, unit: 0)
      program.bind("submitted", pixels, unit: 1)
      program.bind("known", leaked, unit: 2)
      switch kind {
      case .whole: program.bind("carrier", carrier, unit: 3)
      case .bare: bindThresholds(to: program, unit: 3)
      case .edge, .shared: bindCarrier(to: program, coverageUnit: 4, thresholdsUnit: 3)
      }
      program.set("firstBlock", blocks.x, blocks.y)
      program.set("surfaceOrigin", frame.x, frame.y)
      program.set("surfaceSize", frame.width, frame.height)
      program.set("outputSize", output.width, output.height)
      let leak = state.unblending.leak
      let most = Float(leak.content) / 255
      program.set("scale", 1 / most, 255 / Float(255 - leak.carrierAlpha), most)
      let slack = Float(state.conditions.tolerance) + 0.5
      program.set("bounds", SIMD2(-slack / 255, (Float(leak.content) + slack) / 255))
      measuring.draw(rects)
    }
    state.isJudged = true
  }

  /// The texels of each pass that measures the blocks `all`.
  private func passes(
    over all: PixelRect
  ) -> [(kind: MeasurementShaders.BlockKind, rects: [PixelRect])] {
    if let division, division.blocks == all, division.conditions == state.conditions {
      return division.passes
    }
    let passes = BlockPasses(
      over: all, whole: state.evenBlocks, bare: bareBlocks, shared: state.sharedBlocks
    )
    .all.map { kind, rects in (kind, rects.map { $0.offset(x: -blocks.x, y: -blocks.y) }) }
    division = Division(blocks: all, conditions: state.conditions, passes: passes)
    return passes
  }

  private func setNeighbours(of program: ShaderProgram) {
    let neighbours = state.conditions.neighbours
    for index in 0..<MeasurementShaders.mostOthers {
      let rect = index < neighbours.count ? neighbours[index] : .empty
      program.set("others[\(index)]", rect.x, rect.y, rect.maxX, rect.maxY)
    }
    bindRoles(to: program, unit: 5)
  }

  private func bindRoles(to program: ShaderProgram, unit: Int) {
    program.bind("roles", roles, unit: unit)
    program.set("lastRole", roles.size.width - 1, roles.size.height - 1)
  }

  package func compare(
    _ capture: CaptureTexture, pixels: Texture, _ visible: PixelRect
  ) throws(RenderingError) {
    let program = try context.use(MeasurementShaders.compare)
    defer { context.programs.forget(MeasurementShaders.compare) }
    capture.bind(to: program, unit: 0)
    program.bind("submitted", pixels, unit: 1)
    program.set("firstBlock", blocks.x, blocks.y)
    program.set("surfaceOrigin", frame.x, frame.y)
    program.set("surfaceSize", frame.width, frame.height)
    program.set("outputSize", output.width, output.height)
    program.set("slack", (Float(state.conditions.tolerance) + 0.5) / 255)
    bindRoles(to: program, unit: 2)
    flagging.draw(visible.intersection(blocks).offset(x: -blocks.x, y: -blocks.y))
    state.isJudged = false
  }

  package func readFlags() -> BlockFlags {
    BlockFlags(flags: flagging.readSingleBytes(PixelRect(blocks.size)), width: blocks.width)
  }

  package func readMeans() -> [SIMD4<Float>] { measuring.readColours(PixelRect(blocks.size)) }

  package func readLeak() -> (_ pixel: Int) -> SIMD3<UInt8> {
    let (frame, blocks) = (frame, blocks)
    let rows = [0, 1].map { leaking.readIntegers(PixelRect(blocks.size), attachment: $0) }
    return { pixel in
      let (x, y) = (frame.x + pixel % frame.width, frame.y + pixel / frame.width)
      let block = ((y >> 2) - blocks.y) * blocks.width + (x >> 2) - blocks.x
      let (row, shift) = (rows[(y >> 1) & 1], UInt32((y & 1) * 16 + (x & 3) * 4))
      let words = SIMD3(row[block * 4], row[block * 4 + 1], row[block * 4 + 2])
      return SIMD3(truncatingIfNeeded: words &>> shift & 15)
    }
  }

  /// Lets `program` read the carrier's greys and coverage.
  func bindCarrier(to program: ShaderProgram, coverageUnit: Int, thresholdsUnit: Int) {
    program.bind("coverage", covered, unit: coverageUnit)
    program.set("lastCovered", covered.size.width - 1, covered.size.height - 1)
    bindThresholds(to: program, unit: thresholdsUnit)
  }

  private func bindThresholds(to program: ShaderProgram, unit: Int) {
    program.bind("thresholds", thresholds, unit: unit)
    program.set("carrier", Float(state.unblending.leak.carrierAlpha))
  }

  /// Lets `program` read the means of blocks.
  func bindMeans(to program: ShaderProgram, unit: Int) { program.bind("means", means, unit: unit) }

  /// Lets `program` read which blocks are held.
  func bindHeld(_ flags: BlockFlags, to program: ShaderProgram, unit: Int) {
    held.fill(flags.held)
    program.bind("held", held, unit: unit)
  }

  package func keepLeak(
    _ flags: BlockFlags, _ capture: CaptureTexture, pixels: Texture, of visible: PixelRect
  ) throws(RenderingError) -> PixelRect {
    let changed = flags.renewed
    if changed.isEmpty { return .empty }
    if flags.held.isEmpty, context.copiesTextures {
      leaked.copy(changed, from: measured, layers: 2)
    } else {
      let program = try context.use(MeasurementShaders.keepLeak)
      bindHeld(flags, to: program, unit: 0)
      program.bind("measured", measured, unit: 1)
      leaking.draw(changed)
    }
    return changed.offset(x: blocks.x, y: blocks.y)
  }

  package func predict(
    _ capture: CaptureTexture?, estimate: Layer, carrying former: Measurement?
  ) throws(RenderingError) {
    if let former {
      precondition(
        former.state.unblending.leak == state.unblending.leak, "a measurement of another leak")
    }
    let program = try context.use(MeasurementShaders.predict)
    defer { context.programs.forget(MeasurementShaders.predict) }
    if let capture { capture.bind(to: program, unit: 0) } else { program.bind("captured", means, unit: 0) }
    program.bind("estimated", estimate.texture, unit: 1)
    program.set("estimate", estimate.origin.x, estimate.origin.y)
    // If there is no former frame, no pixel is taken from the texture.
    program.bind("former", former?.leaked ?? measured, unit: 2)
    program.set("formerBlock", former?.blocks.x ?? 0, former?.blocks.y ?? 0)
    let known = former?.frame ?? .empty
    program.set("formerFrame", known.x, known.y, known.maxX, known.maxY)
    program.bind("thresholds", thresholds, unit: 3)
    program.set("firstBlock", blocks.x, blocks.y)
    program.set("outputSize", output.width, output.height)
    let leak = state.unblending.leak
    program.set("leak", SIMD2(Float(leak.content), Float(leak.carrierAlpha)))
    let seen =
      capture.map { state.blocks(seenIn: $0.region, ours: $0.ours, outside: former?.frame ?? .empty) } ?? []
    for (isSeen, rects) in [(1, seen), (0, blocks.subtracting(seen))] where !rects.isEmpty {
      program.set("isSeen", isSeen)
      leaking.draw(rects.map { $0.offset(x: -blocks.x, y: -blocks.y) })
    }
  }

  package func destroy() {
    for target in [measuring, flagging] { target.destroy() }
    for texture in [means, flags, measured, thresholds, carrier, covered, held, roles] { texture.destroy() }
    if isTakenOver { return }
    leaking.destroy()
    leaked.destroy()
  }
}

extension GlassCoverage {
  /// The coverage of pixels in the rows of blocks that a surface at `frame` touches, 0 beyond the surface; nil: glass covers
  /// everything.
  fileprivate func bytesOfBlocks(at frame: PixelRect) -> [UInt8]? {
    guard let bytes else { return nil }
    let all = frame.cells(of: CaptureBlock.side).pixels(perCell: CaptureBlock.side)
    if all == frame { return bytes }
    var padded = [UInt8](repeating: 0, count: all.area)
    for row in 0..<frame.height {
      let place = (frame.y - all.y + row) * all.width + frame.x - all.x
      let line = bytes[row * frame.width..<(row + 1) * frame.width]
      padded.replaceSubrange(place..<place + frame.width, with: line)
    }
    return padded
  }
}
