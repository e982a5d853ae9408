package import Geometry
package import Rendering
package import Scenes
package import VisualEffects

/// Draws glass by the CPU into shared-memory buffers.
package typealias CPUOutputRenderer = PlannedRenderer<CPUBackend>

extension PlannedRenderer where Backend == CPUBackend {
  /// Makes a renderer for an output of `output` pixels, upright.
  ///
  /// Canvases get pixels turned by `transform`, the output's own, so that they lie as the panel's do. `rasterise`
  /// returns the pixels of text; `pause` is called after each band of rows and must not draw.
  package convenience init(
    output: PixelSize, transform: OutputTransform = .normal, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void = {}
  ) throws(RenderingError) {
    try self.init(CPUBackend(transform, rasterise: rasterise, pause: pause), output: output)
  }
}

/// Makes the pixels of one output's surfaces, or of pictures off screen, by the CPU.
@MainActor package final class CPUBackend: RenderingBackend {
  private let resampling = Resampling()
  private let transform: OutputTransform
  private let rasterise: (StyledText) -> TextBitmap
  private let onPause: () -> Void
  private var canvases: [SurfaceID: any SurfaceCanvas] = [:]
  private var kept: (capture: KeptCapture, ours: [PixelRect])?
  /// The result of the last capture, if all surfaces are as they were then but for what was drawn into them.
  private var lastAbsorbed: AbsorbedCapture?

  /// The largest side of a surface in pixels, as large as textures of common GPUs are.
  private static let maximumSide = 16384

  /// `pause` is called after each band of rows; it must not draw.
  init(
    _ transform: OutputTransform = .normal, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void = {}
  ) {
    self.transform = transform
    self.rasterise = rasterise
    onPause = pause
  }

  package static let isReadingCheap = true

  // MARK: Objects

  package func makeLayer(_ what: String, cells: PixelRect, cellSize: Int) -> CellLayer {
    CellLayer(cells: cells, cellSize: cellSize)
  }

  package func makeGrid(_ blur: PlannedBlur, _ look: GridLook) -> GlassGrid { GlassGrid(blur, look) }

  package func makePixels(_ frame: PixelRect, of id: SurfaceID?) -> SurfacePixels {
    guard let id else { return SurfacePixels(frame, on: MemoryCanvas(), transform) }
    guard let canvas = canvases[id] else { preconditionFailure("\(id) has no canvas") }
    return SurfacePixels(frame, on: canvas, transform)
  }

  package func makeMeasurement(
    _ glass: Glass, _ coverage: GlassCoverage, insteadOf former: Measurement?, output: PixelSize
  ) -> Measurement {
    Measurement(
      glass.leak, frame: glass.frame, coverage, mask: glass.mask, insteadOf: former, output: output)
  }

  package func makePicture(_ frame: PixelRect) -> SurfacePicture {
    SurfacePicture(frame, rasterise: rasterise, pause: onPause)
  }

  // MARK: Passes

  package func colour(
    _ cells: PixelRect, of source: CellLayer, by chain: ColourChain, sideWeight: Double, to target: CellLayer
  ) {
    ColourPass(chain).run(source, to: target, cells, sideWeight: sideWeight)
  }

  package func reduce(_ source: CellLayer, by step: PlannedBlur.Step, to target: CellLayer) {
    for part in step.parts { resampling.reduce(source, to: target, part, step.reduction) }
  }

  package func blur(
    _ source: CellLayer, by kernel: GaussianKernel, _ rows: [PixelRect], to across: CellLayer,
    _ columns: [PixelRect], to target: CellLayer
  ) {
    let weights = kernel.weights.map { Float($0) }
    for part in rows { resampling.blurAcross(source, to: across, part, weights) }
    for part in columns { resampling.blurDown(across, to: target, part, weights) }
  }

  package func fill(_ layer: CellLayer, from picture: Bitmap, by reduction: Reduction?) {
    PictureLayer.fill(layer, picture, reduction: reduction)
  }

  package func take(
    _ blocks: [PixelRect], from capture: SeenCapture, to layer: CellLayer, of estimate: EstimateState
  ) -> PixelRect {
    let (inner, edges) = estimate.split(blocks)
    var means = BlockMeans(layer, output: estimate.output)
    means.take(inner, edges, from: capture.pixels)
    return means.changed
  }

  package func take(
    _ blocks: PixelRect, from measurement: Measurement, _ flags: BlockFlags, to layer: CellLayer,
    of estimate: EstimateState
  ) -> PixelRect {
    let part = blocks.intersection(estimate.blocks).intersection(layer.cells).intersection(measurement.blocks)
    var means = BlockMeans(layer, output: estimate.output)
    means.take(part, from: measurement, flags)
    return means.changed
  }

  package func lay(
    _ canvas: PaintCanvas, of surface: PixelRect, over below: CellLayer, to target: CellLayer
  ) {
    let place = canvas.frame.offset(x: surface.x, y: surface.y)
    let weights = Reduction.binomial10.weights.map { Float($0) }
    let sums = SumRow()
    let columns = place.x..<place.maxX
    for y in target.cells.y..<target.cells.maxY {
      let (row, result) = (sums.zeros(columns), target.row(y))
      var isEmpty = true
      for (index, weight) in weights.enumerated() {
        let from = y * 4 - 3 + index
        guard from >= place.y, from < place.maxY else { continue }
        isEmpty = false
        let own = canvas.row(from - surface.y)
        for x in columns { row[x] += own[x - surface.x] * weight }
      }
      for x in target.cells.x..<target.cells.maxX {
        var sum = Colour.zero
        if !isEmpty {
          for (index, weight) in weights.enumerated() {
            let from = x * 4 - 3 + index
            if columns.contains(from) { sum += row[from] * weight }
          }
        }
        result[x] = sum + below.at(x, y) * (1 - sum.w)
      }
    }
  }

  // MARK: Drawing

  package func activate() {}

  package func check() {}

  package func pause() { onPause() }

  package func openWindow(
    _ id: SurfaceID, _ window: NativeWindow?, _ size: PixelSize
  ) throws(RenderingError) {
    try check(size)
    canvases[id] = window?.canvas ?? MemoryCanvas()
  }

  package func resizeWindow(_ id: SurfaceID, _ size: PixelSize) throws(RenderingError) { try check(size) }

  private func check(_ size: PixelSize) throws(RenderingError) {
    guard !size.isEmpty, max(size.width, size.height) <= Self.maximumSide else {
      throw .allocation(what: "surface", size)
    }
  }

  package func closeWindow(_ id: SurfaceID) { canvases[id] = nil }

  package func beginDrawing(_ id: SurfaceID) {}

  package func endDrawing(_ id: SurfaceID, _ rects: [PixelRect], at frame: PixelRect) {
    for rect in rects { lastAbsorbed?.draw(rect.offset(x: frame.x, y: frame.y)) }
  }

  package func present(_ id: SurfaceID, _ pixels: SurfacePixels) { canvases[id]?.present() }

  // MARK: Captures

  package var capture: SeenCapture? {
    kept.map { SeenCapture(pixels: $0.capture.pixels, ours: $0.ours) }
  }

  package func dropCapture() { kept = nil }

  package func keep(_ frame: CapturedPixels, _ plan: CapturePlan) -> SeenCapture {
    let pixels = PanelPixels(frame)
    if let kept, frame.owner == nil, kept.capture.isCopied, kept.capture.region == pixels.region {
      kept.capture.take(plan.changed.pixels(perCell: CaptureBlock.side), of: pixels)
      self.kept = (kept.capture, plan.ours)
    } else {
      kept = (KeptCapture(frame, pixels), plan.ours)
    }
    return SeenCapture(pixels: pixels, ours: plan.ours)
  }

  package func read(
    _ frame: CapturedPixels, showing ours: [PixelRect],
    _ body: (SeenCapture) throws(RenderingError) -> Void
  ) throws(RenderingError) {
    try body(SeenCapture(pixels: PanelPixels(frame), ours: ours))
  }

  package func forgetResults() { lastAbsorbed = nil }

  package func result(of frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping) -> Absorption? {
    nil
  }

  package func beginAbsorbing(
    _ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, isWhole: Bool
  ) -> (changed: PixelRect, validity: [SurfaceID: Double]?) {
    let last = isWhole || keeping != .allBut([]) ? nil : lastAbsorbed
    lastAbsorbed = keeping == .allBut([]) ? AbsorbedCapture(last, region: frame.region, damage: damage) : nil
    guard let last, let kept else { return (damage, last?.validity) }
    let changed = last.changes(of: PanelPixels(frame), since: kept.capture.pixels, within: damage)
    return (changed, last.validity)
  }

  package func endAbsorbing(
    _ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, _ result: Absorption
  ) {
    lastAbsorbed?.validity = result.validity
  }
}

/// A capture with the parts of the output, in pixels, where it may show surfaces of ours instead of the background.
package struct SeenCapture {
  var pixels: PanelPixels
  var ours: [PixelRect]
}
