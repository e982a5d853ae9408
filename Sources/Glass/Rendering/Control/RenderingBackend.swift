package import Geometry
package import Scenes
package import VisualEffects

/// The part of a renderer that makes pixels: its layers, its passes over them, and the ways in which pixels come and go.
///
/// `PlannedRenderer` and the objects that it owns decide when a pass runs and over which parts. None of these functions
/// is called for a pixel.
@MainActor package protocol RenderingBackend: AnyObject {
  associatedtype Layer: RenderingLayer
  associatedtype Grid: RenderingGrid where Grid.Layer == Layer
  /// The colours of a part of a surface while nodes are painted.
  associatedtype Canvas
  /// The pixels of a capture, as passes read them.
  associatedtype Capture
  associatedtype Pixels: SurfacePixelKeeping
  associatedtype Measurement: BackgroundMeasuring
  where Measurement.Layer == Layer, Measurement.Capture == Capture, Measurement.Drawn == Pixels.Drawn
  associatedtype Picture: SurfacePainting where Picture.Backend == Self

  /// Whether reading the values of a layer takes less time than blurring it anew.
  static var isReadingCheap: Bool { get }

  // MARK: Objects

  /// Makes a layer whose cells are all zero; `what` names it in errors.
  func makeLayer(_ what: String, cells: PixelRect, cellSize: Int) throws(RenderingError) -> Layer

  func makeGrid(_ blur: PlannedBlur, _ look: GridLook) throws(RenderingError) -> Grid

  /// Makes the pixels of the surface `id` at `frame` of the output; nil: of a picture off screen.
  func makePixels(_ frame: PixelRect, of id: SurfaceID?) throws(RenderingError) -> Pixels

  /// Makes the measurement through `glass`, whose carrier covers pixels as `coverage` says.
  ///
  /// The known leak through each pixel is taken over from `former`, which must have the same frame and leak; its
  /// glass may have another shape.
  func makeMeasurement(
    _ glass: Glass, _ coverage: GlassCoverage, insteadOf former: Measurement?, output: PixelSize
  ) throws(RenderingError) -> Measurement

  /// Makes what paints a surface at `frame` of the output.
  func makePicture(_ frame: PixelRect) -> Picture

  // MARK: Passes

  /// Fills `cells` of `target` from the same ones of `source`, each mixed with its four neighbours by `sideWeight` and
  /// then coloured by `chain`.
  func colour(
    _ cells: PixelRect, of source: Layer, by chain: ColourChain, sideWeight: Double, to target: Layer
  ) throws(RenderingError)

  /// Fills the cells of `step` in `target` by a reduction of `source`.
  func reduce(_ source: Layer, by step: PlannedBlur.Step, to target: Layer) throws(RenderingError)

  /// Blurs `rows` of `source` along rows to `across`, and `columns` of that along columns to `target`.
  func blur(
    _ source: Layer, by kernel: GaussianKernel, _ rows: PixelRect, to across: Layer, _ columns: PixelRect,
    to target: Layer
  ) throws(RenderingError)

  /// Fills all of `target` with `canvas`, of a surface at `surface` of the output, in blocks over those of `below`.
  func lay(
    _ canvas: Canvas, of surface: PixelRect, over below: Layer, to target: Layer
  ) throws(RenderingError)

  /// Fills all of `layer` from a picture of the whole output by `reduction`; nil: a cell is a pixel.
  func fill(_ layer: Layer, from picture: Bitmap, by reduction: Reduction?) throws(RenderingError)

  /// Gives those of `blocks` that an estimate has the means of `capture`, which shows the background itself there;
  /// returns the bounds of the blocks that may have changed.
  func take(
    _ blocks: [PixelRect], from capture: Capture, to layer: Layer, of estimate: EstimateState
  ) throws(RenderingError) -> PixelRect

  /// Gives those of `blocks` that an estimate has, and that are valid and not held by `flags`, the means that were
  /// measured; returns the bounds of the blocks that may have changed.
  ///
  /// A mean beyond black or white by more than chance belongs to a faint, even cover above us, which single pixels do
  /// not reveal; it is not taken.
  func take(
    _ blocks: PixelRect, from measurement: Measurement, _ flags: BlockFlags, to layer: Layer,
    of estimate: EstimateState
  ) throws(RenderingError) -> PixelRect

  // MARK: Drawing

  /// Prepares for the calls that follow.
  func activate()

  /// Throws if the work since `activate` was lost.
  func check() throws(RenderingError)

  /// Lets others do something, in the middle of long work.
  func pause()

  /// Prepares what a surface of `size` pixels needs to be shown in `window`; nil: it is drawn off screen.
  func openWindow(_ id: SurfaceID, _ window: NativeWindow?, _ size: PixelSize) throws(RenderingError)

  func resizeWindow(_ id: SurfaceID, _ size: PixelSize) throws(RenderingError)

  /// Frees what belongs to the window of a surface; unknown surfaces are ignored.
  func closeWindow(_ id: SurfaceID)

  func beginDrawing(_ id: SurfaceID) throws(RenderingError)

  /// Notes that `rects` of a surface at `frame` of the output were drawn, or nothing.
  func endDrawing(_ id: SurfaceID, _ rects: [PixelRect], at frame: PixelRect) throws(RenderingError)

  /// Shows the pixels that were drawn in the window of a surface, if it has one.
  func present(_ id: SurfaceID, _ pixels: Pixels) throws(RenderingError)

  // MARK: Captures

  /// The last capture; nil: there was none, or it is out of date.
  var capture: Capture? { get }

  func dropCapture()

  /// Keeps the changed blocks of a capture, or all of it if it shows another part of the output; returns its pixels.
  func keep(_ frame: CapturedPixels, _ plan: CapturePlan) throws(RenderingError) -> Capture

  /// Calls `body` with the pixels of a capture that is not kept and may show surfaces of ours in `ours`.
  func read(
    _ frame: CapturedPixels, showing ours: [PixelRect],
    _ body: (Capture) throws(RenderingError) -> Void
  ) throws(RenderingError)

  /// Notes that surfaces or the background are others, so that an equal capture may have another result.
  func forgetResults()

  /// The result of a capture that needs no measurement; nil: it has to be measured.
  func result(of frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping) -> Absorption?

  /// Begins to absorb a capture, of which everything counts as changed if it `isWhole`; returns the part of `damage` that
  /// may show something else than the last capture, and the validity of surfaces that holds if that is nothing.
  func begin(
    _ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, isWhole: Bool
  ) -> (changed: PixelRect, validity: [SurfaceID: Double]?)

  /// Ends absorbing a capture that had to be measured.
  func end(_ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, _ result: Absorption)
}

/// A small picture of a part of the output, in square cells that are anchored to the output's origin.
///
/// Cells are premultiplied by coverage, which is their fourth value. All cells outside of `cells` count as zero.
@MainActor package protocol RenderingLayer: AnyObject {
  /// The cells that are stored, counted from the output's origin.
  var cells: PixelRect { get }
  /// Side of a cell in physical pixels, a power of two.
  var cellSize: Int { get }

  /// Sets `rect`, which must lie in the layer, to `colour`.
  func fill(_ rect: PixelRect, _ colour: SIMD4<Float>)

  /// Copies `rect`, which must lie in both layers, from another one whose cells must have the same size.
  func copy(_ rect: PixelRect, from other: Self)

  /// The values of `rect`, row by row.
  func values(_ rect: PixelRect) -> [SIMD4<Float>]

  /// Frees the cells. Idempotent.
  func destroy()
}

/// A blurred backdrop finished for one kind of ink, at grid points between which pixels are interpolated.
@MainActor package protocol RenderingGrid: AnyObject {
  associatedtype Layer: RenderingLayer

  var state: GridState { get set }
  /// The colours of the finished material; with a finish, the fourth value is the greatest (dark glass) or least
  /// luminance within 2 px.
  var layer: Layer { get }

  /// Enlarges `blurred` to the points that are out of date and finishes them; returns the pixels of the output that
  /// change with them.
  func update(from blurred: Layer, _ look: GridLook) throws(RenderingError) -> PixelRect

  func destroy()
}

/// Keeps the pixels that a surface submits: later captures are un-blended with them.
@MainActor package protocol SurfacePixelKeeping: AnyObject {
  /// The pixels that were drawn last, as passes read them.
  associatedtype Drawn

  /// The darkest value that is shown where nothing is measured, and 255 less the lightest.
  var black: Int { get set }
  /// The pixels that were drawn last; nil: nothing was drawn.
  var drawn: Drawn? { get }

  /// `rect` widened to the pixels that are drawn at once.
  func widened(_ rect: PixelRect) -> PixelRect

  /// All pixels; they are transparent if nothing was drawn.
  func read() -> Bitmap

  func destroy()
}

/// Draws scenes with their glass into the pixels of a surface.
///
/// Pixels that a sheet of glass covers wholly, as all of a bar's, are taken from its grid by the final pass, and only
/// the sheet's content is painted; elsewhere all nodes are painted.
@MainActor package protocol SurfacePainting: AnyObject {
  associatedtype Backend: RenderingBackend

  /// Draws `drawing` to `pixels`; `panes` must have been prepared for its scene.
  func draw(
    _ drawing: SurfaceDrawing, _ panes: SurfacePanes<Backend>, _ backdrop: any Backdrop<Backend.Layer>,
    to pixels: Backend.Pixels, through measurement: Backend.Measurement?
  ) throws(RenderingError)

  func destroy()
}

/// The parts of a surface that are drawn for a scene.
package struct SurfaceDrawing {
  package var scene: Scene
  /// The rectangles of the surface that are drawn.
  package var rects: [PixelRect]
  /// The parts of them that are cut out in part, because other surfaces lie there.
  package var overlapped: [PixelRect] = []
  /// Whether the pixels compensate the leak that is measured.
  package var isLeaking = false
}

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

/// A backdrop from which panes take their blur.
@MainActor package protocol Backdrop<Layer>: AnyObject {
  associatedtype Layer: RenderingLayer

  /// The size of the known part, in pixels.
  var output: PixelSize { get }

  /// The plan of a blur by `sigma` pixels.
  func plan(sigma: Double) -> BlurPlan

  /// The background after the first reduction of `blur`, with the colours of its chain.
  func through(_ blur: PlannedBlur) throws(RenderingError) -> Layer

  /// The background itself in cells of 4 × 4 pixels.
  func underlay() throws(RenderingError) -> Layer
}
