package import Geometry
package import Scenes
package import VisualEffects

/// The places at which the background is measured through one surface, and whether all of them were.
package struct MeasurementState {
  /// The properties on which the model of a measurement depends, besides those that never change.
  package struct Conditions: Equatable {
    /// The greatest deviation of a captured value from the model that counts as clear, in 1/255.
    package var tolerance = 0
    /// Whether every pixel that glass covers wholly has the alpha of the leak, because no sheet is translucent.
    package var isEven = true
    /// Frames of other surfaces of ours that have pixels in blocks of this one, on the output.
    package var neighbours: [PixelRect] = []
  }

  package let unblending: UnBlending
  /// The frame of the surface on the output.
  package let frame: PixelRect
  package let output: PixelSize
  /// The output's blocks that the surface touches, wholly or in part.
  package let blocks: PixelRect
  /// The coverage of pixels by the carrier.
  package let coverage: GlassCoverage
  package var conditions = Conditions() {
    didSet { if conditions != oldValue { isJudged = false } }
  }
  /// The things that cover the surface, as far as they are known.
  var covers = CoverHistory()
  /// Whether every block was measured, not only those in the damage of some capture.
  package var isJudged = false
  /// Blocks that lie on the output and whose pixels glass covers wholly.
  private let wholeBlocks: [PixelRect]
  /// The pixels of `wholeBlocks`, as rectangles of the surface.
  private let wholeBlockPixels: [PixelRect]
  /// Parts of the output where other surfaces of ours overlap this one.
  private let overlapped: [PixelRect]
  private var wasHeld = false

  /// `frame` is the surface's frame on the output; the leak must be at most 15.
  package init(
    _ leak: Leak, frame: PixelRect, _ coverage: GlassCoverage, mask: OverlapMask?, output: PixelSize
  ) {
    precondition(leak.content <= 15, "a leak of \(leak.content) does not fit four bits")
    unblending = UnBlending(leak)
    (self.frame, self.coverage, self.output) = (frame, coverage, output)
    blocks = frame.cells(of: CaptureBlock.side)
    let wholeBlocks = coverage.wholeBlocks(
      at: frame, in: frame.intersection(PixelRect(output)).wholeCells(of: CaptureBlock.side))
    self.wholeBlocks = wholeBlocks
    wholeBlockPixels = wholeBlocks.map {
      $0.pixels(perCell: CaptureBlock.side).offset(x: -frame.x, y: -frame.y)
    }
    overlapped = mask?.parts.map { $0.offset(x: frame.x, y: frame.y) } ?? []
  }

  /// The leak of the content, in 1/255.
  package var leak: Int { unblending.leak.content }

  /// The blocks to be measured after `changed` ones were captured: those, or all `visible` ones if some were never
  /// measured.
  package func wanted(_ changed: PixelRect, of visible: PixelRect) -> PixelRect {
    (isJudged ? changed : visible).intersection(blocks)
  }

  /// The number of blocks by which a change extends beyond the captured blocks: covered blocks hold others around
  /// them.
  package mutating func reach(of flags: BlockFlags) -> Int {
    defer { wasHeld = !flags.held.isEmpty }
    return wasHeld || !flags.held.isEmpty ? BlockFlags.reach : 1
  }

  /// The flags of all blocks after `measured` ones were measured, with fewer held blocks where the history of what lies
  /// above them permits that.
  mutating func judge(_ flags: BlockFlags, after measured: PixelRect) -> BlockFlags {
    func own(_ rect: PixelRect) -> PixelRect { rect.offset(x: -blocks.x, y: -blocks.y) }
    return covers.judge(flags, measured: own(measured), glass: wholeBlocks.map(own))
  }

  /// Rectangles of blocks whose pixels all have the alpha of the leak; other surfaces may overlap them.
  package var evenBlocks: [PixelRect] { conditions.isEven ? wholeBlocks : [] }

  /// Blocks of the surface that lie on the output and of which no glass covers a pixel; other surfaces may overlap them.
  package func bareBlocks() -> [PixelRect] {
    let seen = frame.intersection(PixelRect(output))
    return coverage.bareBlocks(at: frame, in: seen.wholeCells(of: CaptureBlock.side))
  }

  /// Rectangles of blocks of which other surfaces of ours have pixels.
  package var sharedBlocks: [PixelRect] {
    (conditions.neighbours + overlapped).map { $0.cells(of: CaptureBlock.side) }
  }

  /// Rectangles of whole blocks, in pixels of the surface, whose pixels all have the alpha of the leak, so that each
  /// is compensated by its own measured leak.
  package var wholePixels: [PixelRect] { conditions.isEven ? wholeBlockPixels : [] }

  /// The blocks whose pixels outside of `former` show the background in a capture of `region`, which may show surfaces
  /// of ours in `ours`.
  package func blocks(seenIn region: PixelRect, ours: [PixelRect], outside former: PixelRect) -> [PixelRect] {
    let isSeen = region.contains(frame.intersection(PixelRect(output)))
    let shown = isSeen ? blocks : blocks.intersection(region.wholeCells(of: CaptureBlock.side))
    let hidden = ours.flatMap { $0.subtracting([former]) }
    return shown.subtracting(hidden.map { $0.cells(of: CaptureBlock.side) })
  }
}
