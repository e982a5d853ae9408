import CEGL
package import Geometry
package import Rendering
package import Scenes
package import VisualEffects

/// Draws glass by OpenGL ES, on a GPU or by Mesa's software rasteriser.
package typealias GLESOutputRenderer = PlannedRenderer<GLESBackend>

extension PlannedRenderer where Backend == GLESBackend {
  /// Makes a renderer for an output of `output` pixels, upright; the caller still owns the context, which is shared.
  ///
  /// Windows get buffers turned by `transform`, the output's own, so that their pixels lie as the panel's do.
  /// `rasterise` returns the pixels of text, which are kept while the text is in use.
  package convenience init(
    _ context: GraphicsContext, output: PixelSize, transform: OutputTransform = .normal,
    rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) {
    try self.init(GLESBackend(context, transform, rasterise: rasterise), output: output)
  }

  /// Compiles the program that turns a surface for a panel that does not hang upright, by turning one off screen.
  func compileTurn(_ id: SurfaceID) throws(RenderingError) {
    backend.activate()
    try pixels(of: id)?.compileTurn()
  }
}

/// Makes the pixels of one output's surfaces, or of pictures off screen, by OpenGL ES.
@MainActor package final class GLESBackend: RenderingBackend {
  let context: GraphicsContext
  private let transform: OutputTransform
  private let rasterise: (StyledText) -> TextBitmap
  private var windows: [SurfaceID: WindowSurface] = [:]
  /// The rectangles that were drawn for a window and are not swapped yet, in pixels of the surface.
  private var undelivered: [SurfaceID: [PixelRect]] = [:]
  package private(set) var capture: CaptureTexture?
  /// The last capture if it changed nothing and no surface has changed since: an equal one need not be measured.
  private var lastUnchanged: UnchangedCapture?

  init(
    _ context: GraphicsContext, _ transform: OutputTransform = .normal,
    rasterise: @escaping (StyledText) -> TextBitmap
  ) {
    self.context = context
    self.transform = transform
    self.rasterise = rasterise
  }

  package static let isReadingCheap = false

  // MARK: Objects

  package func makeLayer(
    _ what: String, cells: PixelRect, cellSize: Int
  ) throws(RenderingError) -> Layer {
    try Layer(what, cells: cells, cellSize: cellSize, in: context)
  }

  package func makeGrid(_ blur: PlannedBlur, _ look: GridLook) throws(RenderingError) -> GlassGrid {
    try GlassGrid(blur, look, in: context)
  }

  package func makePixels(_ frame: PixelRect, of id: SurfaceID?) throws(RenderingError) -> SurfacePixels {
    try SurfacePixels(frame, in: context)
  }

  package func makeMeasurement(
    _ glass: Glass, _ coverage: GlassCoverage, insteadOf former: Measurement?, output: PixelSize
  ) throws(RenderingError) -> Measurement {
    try Measurement(
      glass.leak, frame: glass.frame, coverage, mask: glass.mask, insteadOf: former, output: output,
      in: context)
  }

  package func makePicture(_ frame: PixelRect) -> SurfacePicture {
    SurfacePicture(frame, rasterise: rasterise, in: context)
  }

  // MARK: Passes

  package func colour(
    _ cells: PixelRect, of source: Layer, by chain: ColourChain, sideWeight: Double, to target: Layer
  ) throws(RenderingError) {
    let program = try context.use(BlurShaders.chain(sideWeight: sideWeight))
    program.set(chain)
    program.bind("source", source.texture, unit: 0)
    target.draw(cells)
  }

  package func reduce(
    _ source: Layer, by step: PlannedBlur.Step, to target: Layer
  ) throws(RenderingError) {
    let reduction = step.reduction
    let (weights, factor) = (reduction.weights.map { Float($0) }, reduction.factor)
    let reach = factor / 2 - weights.count / 2
    let columns = { (cells: PixelRect) in
      let sources = reduction.sources(of: cells)
      return PixelRect(x: sources.x, y: cells.y, width: sources.width, height: cells.height)
    }
    let between = try target.columnSums(columns)
    let (own, its, half) = (target.origin, source.origin, between.origin)
    let program = try context.use(BlurShaders.sum(of: weights.count))
    program.set("weights", weights)
    program.setSum(
      source, scale: (1, factor), first: (half.x - its.x, half.y * factor + reach - its.y), (0, 1))
    between.draw(step.parts.map(columns).distinct)
    program.setSum(
      between, scale: (factor, 1), first: (own.x * factor + reach - half.x, own.y - half.y), (1, 0))
    target.draw(step.parts)
  }

  package func blur(
    _ source: Layer, by kernel: GaussianKernel, _ rows: [PixelRect], to across: Layer, _ columns: [PixelRect],
    to target: Layer
  ) throws(RenderingError) {
    // An even radius halves the number of programs while a blur's radius is animated.
    let radius = (kernel.radius + 1) & ~1
    let weights = (-radius...radius).map {
      abs($0) <= kernel.radius ? Float(kernel.weights[abs($0)]) : 0
    }
    let (own, its, half) = (target.origin, source.origin, across.origin)
    let program = try context.use(BlurShaders.sum(of: weights.count))
    program.set("weights", weights)
    program.setSum(source, scale: (1, 1), first: (half.x - radius - its.x, half.y - its.y), (1, 0))
    across.draw(rows)
    program.setSum(across, scale: (1, 1), first: (own.x - half.x, own.y - radius - half.y), (0, 1))
    target.draw(columns)
  }

  package func lay(
    _ canvas: PaintCanvas, of surface: PixelRect, over below: Layer, to target: Layer
  ) throws(RenderingError) {
    let program = try context.use(PaintShaders.underlay)
    program.bind("below", below.texture, unit: 0)
    program.set("belowOrigin", below.origin.x, below.origin.y)
    program.bind("canvas", canvas.texture, unit: 1)
    program.set("canvasOrigin", surface.x + canvas.frame.x, surface.y + canvas.frame.y)
    program.set("firstCell", target.origin.x, target.origin.y)
    target.draw(target.cells)
  }

  package func fill(
    _ layer: Layer, from picture: Bitmap, by reduction: Reduction?
  ) throws(RenderingError) {
    let texture = try Texture("picture", picture.size, .byte4, in: context)
    defer { texture.destroy() }
    unsafe picture.bytes.withUnsafeBytes {
      unsafe texture.upload(PixelRect(picture.size), from: $0.baseAddress!)
    }
    let source = BlurShaders.picture(reduction)
    let program = try context.use(source)
    defer { context.programs.forget(source) }
    program.bind("source", texture, unit: 0)
    program.set("firstCell", layer.origin.x, layer.origin.y)
    program.set("last", picture.size.width - 1, picture.size.height - 1)
    layer.draw(layer.cells)
  }

  package func take(
    _ blocks: [PixelRect], from capture: CaptureTexture, to layer: Layer, of estimate: EstimateState
  ) throws(RenderingError) -> PixelRect {
    let (inner, edges) = estimate.split(blocks)
    for (rects, atEdge) in [(inner, false), (edges, true)] where !rects.isEmpty {
      let program = try context.use(EstimateShaders.mean(atEdge: atEdge))
      capture.bind(to: program, unit: 0)
      program.set("firstCell", layer.origin.x, layer.origin.y)
      store(program, rects, in: layer, of: estimate)
    }
    return (inner + edges).bounds
  }

  package func take(
    _ blocks: PixelRect, from measurement: Measurement, _ flags: BlockFlags, to layer: Layer,
    of estimate: EstimateState
  ) throws(RenderingError) -> PixelRect {
    let isClear = flags.held.isEmpty
    let (inner, edges) = estimate.split([blocks])
    for (rects, atEdge) in [(inner, false), (edges, true)] where !rects.isEmpty {
      let program = try context.use(EstimateShaders.keep(atEdge: atEdge, isClear: isClear))
      measurement.bindMeans(to: program, unit: 0)
      if !isClear { measurement.bindHeld(flags, to: program, unit: 1) }
      program.set("firstCell", layer.origin.x, layer.origin.y)
      program.set("firstBlock", measurement.blocks.x, measurement.blocks.y)
      program.set("veil", Float(measurement.state.unblending.meanTolerance(count: 16) / 255))
      store(program, rects, in: layer, of: estimate)
    }
    return (inner + edges).bounds
  }

  private func store(
    _ program: ShaderProgram, _ rects: [PixelRect], in layer: Layer, of estimate: EstimateState
  ) {
    program.set("outputSize", estimate.output.width, estimate.output.height)
    layer.target.draw(rects.map(layer.texels))
  }

  // MARK: Drawing

  package func activate() { context.activate() }

  package func check() throws(RenderingError) { try context.checkReset() }

  package func pause() {}

  package func openWindow(
    _ id: SurfaceID, _ window: NativeWindow?, _ size: PixelSize
  ) throws(RenderingError) {
    if let window { windows[id] = try WindowSurface(window, size, transform, in: context) }
  }

  package func resizeWindow(_ id: SurfaceID, _ size: PixelSize) throws(RenderingError) {
    try windows[id]?.resize(size)
  }

  package func closeWindow(_ id: SurfaceID) {
    // EGL's surface has to be destroyed before the caller destroys the `wl_surface`.
    windows.removeValue(forKey: id)?.destroy()
    undelivered[id] = nil
  }

  package func beginDrawing(_ id: SurfaceID) throws(RenderingError) {
    lastUnchanged = nil
    try windows[id]?.checkDescriptors()
    context.activate()
  }

  package func endDrawing(
    _ id: SurfaceID, _ rects: [PixelRect], at frame: PixelRect
  ) throws(RenderingError) {
    if rects.isEmpty { return }
    if windows[id] != nil { undelivered[id, default: []] += rects }
    try context.checkReset()
  }

  package func present(_ id: SurfaceID, _ pixels: SurfacePixels) throws(RenderingError) {
    guard let window = windows[id], let damage = undelivered.removeValue(forKey: id) else { return }
    try window.checkDescriptors()
    // The window becomes current only when its buffer is sure to be filled: the buffer keeps the size that the window
    // has at this moment.
    context.activate(window)
    try pixels.copyToWindow(transform)
    try window.swap(damage: damage)
    pixels.leaveWindow()
    try context.checkReset()
  }

  // MARK: Captures

  package func dropCapture() {
    capture?.destroy()
    capture = nil
  }

  package func keep(_ frame: CapturedPixels, _ plan: CapturePlan) throws(RenderingError) -> CaptureTexture {
    let texture: CaptureTexture
    if let capture, capture.region == frame.region, capture.transform == frame.transform {
      let rect = plan.changed.pixels(perCell: CaptureBlock.side)
      capture.upload(rect.intersection(frame.region), of: frame)
      texture = capture
    } else {
      dropCapture()
      texture = try CaptureTexture(frame.region, frame.transform, in: context)
      capture = texture
      texture.upload(frame.region, of: frame)
    }
    texture.ours = plan.ours
    return texture
  }

  package func read(
    _ frame: CapturedPixels, showing ours: [PixelRect],
    _ body: (CaptureTexture) throws(RenderingError) -> Void
  ) throws(RenderingError) {
    let whole = try CaptureTexture(frame.region, frame.transform, in: context)
    defer { whole.destroy() }
    whole.upload(frame.region, of: frame)
    whole.ours = ours
    try body(whole)
  }

  package func forgetResults() { lastUnchanged = nil }

  package func result(of frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping) -> Absorption? {
    lastUnchanged?.absorption(of: frame, damage: damage, keeping: keeping)
  }

  package func beginAbsorbing(
    _ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, isWhole: Bool
  ) -> (changed: PixelRect, validity: [SurfaceID: Double]?) {
    lastUnchanged = nil
    return (damage, nil)
  }

  package func endAbsorbing(
    _ frame: CapturedPixels, _ damage: PixelRect, _ keeping: Keeping, _ result: Absorption
  ) {
    if keeping != .nothing, !result.hasMoved {
      lastUnchanged = UnchangedCapture(frame, damage: damage, keeping: keeping, absorption: result)
    }
  }
}

extension ShaderProgram {
  /// Sets the uniforms of `BlurShaders.sum` but for the weights.
  fileprivate func setSum(
    _ source: Layer, scale: (Int, Int), first: (Int, Int), _ axis: (Int, Int)
  ) {
    bind("source", source.texture, unit: 0)
    set("scale", scale.0, scale.1)
    set("first", first.0, first.1)
    set("axis", axis.0, axis.1)
    set("last", source.texture.size.width - 1, source.texture.size.height - 1)
  }
}
