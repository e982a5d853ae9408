package import Geometry
package import Scenes
package import VisualEffects

/// The part of a renderer that makes pixels: layers, passes over them, reading captures and presenting surfaces.
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

  /// Makes the grid that finishes `blur` for `look`; all its points are out of date.
  func makeGrid(_ blur: PlannedBlur, _ look: GridLook) throws(RenderingError) -> Grid

  /// Makes the pixels of a surface at `frame` of the output; `id` is nil for a picture off screen.
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

  /// Fills the parts of `step` in `target` by a reduction of `source`.
  func reduce(_ source: Layer, by step: PlannedBlur.Step, to target: Layer) throws(RenderingError)

  /// Blurs `rows` of `source` along rows to `across`, and `columns` of that along columns to `target`; rectangles of each do not
  /// overlap.
  func blur(
    _ source: Layer, by kernel: GaussianKernel, _ rows: [PixelRect], to across: Layer, _ columns: [PixelRect],
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

  /// Lets the event loop answer callers in the middle of long work; nothing may be drawn meanwhile.
  func pause()

  /// Prepares what a surface of `size` pixels needs to be shown in `window`; nil: it is drawn off screen.
  func openWindow(_ id: SurfaceID, _ window: NativeWindow?, _ size: PixelSize) throws(RenderingError)

  /// Gives a surface another size in pixels; it is an error if the backend has no surface as large as that.
  func resizeWindow(_ id: SurfaceID, _ size: PixelSize) throws(RenderingError)

  /// Frees what belongs to the window of a surface; unknown surfaces are ignored.
  func closeWindow(_ id: SurfaceID)

  /// Begins the drawing of a surface.
  func beginDrawing(_ id: SurfaceID) throws(RenderingError)

  /// Ends a drawing that changed `rects` of a surface at `frame` of the output; `rects` is empty if nothing changed.
  func endDrawing(_ id: SurfaceID, _ rects: [PixelRect], at frame: PixelRect) throws(RenderingError)

  /// Shows the pixels that were drawn in the window of a surface, if it has one.
  func present(_ id: SurfaceID, _ pixels: Pixels) throws(RenderingError)

  // MARK: Captures

  /// The last capture; nil: there was none, or it is out of date.
  var capture: Capture? { get }

  /// Frees the last capture; idempotent.
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
  func beginAbsorbing(
    _ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, isWhole: Bool
  ) -> (changed: PixelRect, validity: [SurfaceID: Double]?)

  /// Ends absorbing a capture that had to be measured.
  func endAbsorbing(_ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, _ result: Absorption)
}
