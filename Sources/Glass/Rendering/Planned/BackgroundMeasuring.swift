package import Geometry

/// A measurement of the background through one surface.
@MainActor package protocol BackgroundMeasuring: AnyObject {
  associatedtype Layer: RenderingLayer
  associatedtype Capture
  associatedtype Drawn

  var state: MeasurementState { get set }

  /// Un-blends `changed` blocks of `capture`, which shows `pixels`; the first call takes all `visible` ones.
  func measure(
    _ capture: Capture, pixels: Drawn, _ changed: PixelRect, of visible: PixelRect
  ) throws(RenderingError)

  /// Flags each of the `visible` blocks as valid if `capture` shows exactly its `pixels`, as far as they are opaque.
  func compare(_ capture: Capture, pixels: Drawn, _ visible: PixelRect) throws(RenderingError)

  /// The flags of all blocks, row by row.
  func readFlags() -> BlockFlags

  /// The mean backgrounds of all blocks as measured last; the fourth value is 1 where a block is valid.
  func readMeans() -> [SIMD4<Float>]

  /// Returns the leak through a pixel of the surface, counted row by row, in 1/255.
  func readLeak() -> (_ pixel: Int) -> SIMD3<UInt8>

  /// Stores the leak that `capture`, which shows `pixels`, has in those `visible` blocks that `flags` call valid and new;
  /// returns the bounds of those blocks on the output.
  func keepLeak(
    _ flags: BlockFlags, _ capture: Capture, pixels: Drawn, of visible: PixelRect
  ) throws(RenderingError) -> PixelRect

  /// Sets the leak to the one that follows from the pixels of `capture` where it shows the background, and from
  /// `estimate` elsewhere.
  ///
  /// Pixels inside the frame of `former`, which must have the same leak, keep the leak that `former` knows.
  func predict(_ capture: Capture?, estimate: Layer, carrying former: Self?) throws(RenderingError)

  /// Frees what was measured. Idempotent.
  func destroy()
}

extension BackgroundMeasuring {
  /// The mean distance between the last measurements and `estimate`, averaged over 4 × 4 clear blocks, in 1/255.
  ///
  /// The next measurements take all visible blocks.
  static func disagreement(of measurements: [Self], with estimate: Layer) -> Double {
    defer { for measurement in measurements { measurement.state.isJudged = false } }
    return CellFigures.mean(
      of: measurements.flatMap { measurement in
        let blocks = measurement.state.blocks
        return CellFigures.distances(
          of: measurement.readMeans(), from: estimate.values(blocks), size: blocks.size)
      })
  }
}
