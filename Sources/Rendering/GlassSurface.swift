import CEGL
import Measures
import Scenes
import VisualEffects

/// One sheet of glass: its blur, its text, its pixels and what is measured through it.
final class GlassSurface {
  let glass: Glass
  private(set) var pyramid: BlurPyramid
  private(set) var measurement: Measurement?
  /// The estimate's blocks that it covers, wholly or in part.
  let blocks: PixelRect
  /// The last scene drawn; nil: nothing was, and the compositor shows nothing of ours.
  private(set) var scene: Scene?
  /// Blocks that what was drawn here before still hides, in a way no longer known, until the next drawing.
  private var formerBlocks = PixelRect.empty
  private let output: PixelSize
  private let context: GraphicsContext
  private let pixels: SurfacePixels
  private let ink: InkLayer
  /// The leak is measured or computed.
  private var isPredicted = true
  private var shownSmall: [Float] = []
  /// Cells of the smallest layer that changed since the last blur.
  private var staleCells = PixelRect.empty
  /// Pixels of the surface to be drawn, whatever the scene.
  private var stalePixels: PixelRect

  /// Takes over from `former`, if there is one, what is measured at the same place, and destroys it.
  init(
    _ glass: Glass, insteadOf former: GlassSurface? = nil, base: BlurPlan.Base, output: PixelSize,
    rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext
  ) throws(RenderingError) {
    self.glass = glass
    self.output = output
    self.context = context
    pyramid = try BlurPyramid(glass.plan(base), frame: glass.frame, output: output, in: context)
    pixels = try SurfacePixels(glass.frame, in: context)
    ink = try InkLayer(glass.frame.size, rasterise: rasterise, in: context)
    if let former, former.glass.frame == glass.frame, former.glass.leak == glass.leak {
      measurement = former.measurement
      former.measurement = nil
    } else if glass.leak != .opaque {
      measurement = try Measurement(glass.leak, frame: glass.frame, output: output, in: context)
      isPredicted = false
    }
    if let former, former.scene != nil { formerBlocks = former.blocks }
    former?.destroy()
    blocks = glass.frame.cells(of: BackdropEstimate.blockSize)
    stalePixels = PixelRect(glass.frame.size)
  }

  /// The blocks of the output in which a capture may show something of ours.
  var hiddenBlocks: [PixelRect] { scene == nil ? [formerBlocks] : [blocks] }

  /// The blocks of the output that its blur and its measurement look at, one more around them for the smoothing.
  var neededBlocks: PixelRect { pyramid.sourceCells.outset(by: 1).union(blocks) }

  /// Plans the blur anew for another kind of estimate.
  func replan(_ base: BlurPlan.Base) throws(RenderingError) {
    let made = try BlurPyramid(glass.plan(base), frame: glass.frame, output: output, in: context)
    pyramid.destroy()
    pyramid = made
    shownSmall = []
  }

  /// Computes what leaks from a background that `capture` shows, or else from `estimate`.
  func predictLeak(_ capture: CaptureTexture?, estimate: Layer) throws(RenderingError) {
    let isSeen = capture?.region.contains(glass.frame.intersection(PixelRect(output))) ?? false
    try measurement?.predict(isSeen ? capture : nil, estimate: estimate)
    measurement?.forget()
    isPredicted = true
    stalePixels = PixelRect(glass.frame.size)
  }

  /// Takes `changed` blocks of `source`, the estimate through the material, or at first all of them.
  ///
  /// Computes the leak from `estimate` if nothing is known of it. What changed may turn out to be as before.
  func refresh(_ source: Layer, _ changed: PixelRect, estimate: Layer) throws(RenderingError) {
    if !isPredicted { try predictLeak(nil, estimate: estimate) }
    let cells = try pyramid.reduce(source, changed: shownSmall.isEmpty ? source.cells : changed)
    if cells.isEmpty { return }
    let small = pyramid.readSmall(source)
    // Exactly: a still background is measured to the same bits each time.
    if small == shownSmall { return }
    shownSmall = small
    staleCells = staleCells.union(cells)
  }

  /// It must be drawn again, whatever the scene.
  var isStale: Bool { !staleCells.isEmpty || !stalePixels.isEmpty }

  /// Takes the measured leak where `flags` say so; those pixels must be drawn again.
  func keepLeak(_ flags: BlockFlags) throws(RenderingError) {
    guard let changed = try measurement?.keepLeak(flags) else { return }
    let rect = changed.pixels(perCell: BackdropEstimate.blockSize)
      .offset(x: -glass.frame.x, y: -glass.frame.y)
    stalePixels = stalePixels.union(rect.intersection(PixelRect(glass.frame.size)))
  }

  /// Draws what `scene` and the estimate changed; returns that, nothing if there is nothing to draw.
  func draw(_ scene: Scene, from source: Layer, estimate: Layer) throws(RenderingError) -> [PixelRect] {
    precondition(scene.size == glass.frame.size, "a scene of \(scene.size) for \(glass.frame.size)")
    if shownSmall.isEmpty { try refresh(source, source.cells, estimate: estimate) }
    let whole = PixelRect(scene.size)
    let damage = scene.damage(since: self.scene)
    for rect in damage { ink.redraw(rect, scene.texts, isDark: glass.material.isDark) }
    if !staleCells.isEmpty {
      try pyramid.blur(source, changed: staleCells)
      let moved = pyramid.pixels(changed: staleCells).offset(x: -glass.frame.x, y: -glass.frame.y)
      stalePixels = stalePixels.union(moved.intersection(whole))
    }
    let stale = pixels.widened(stalePixels)
    let rects = [stale].filter { !$0.isEmpty } + damage.flatMap { pixels.widened($0).subtracting([stale]) }
    staleCells = .empty
    stalePixels = .empty
    self.scene = scene
    formerBlocks = .empty
    if rects.isEmpty { return [] }
    let inked = rects.flatMap { rect in scene.texts.map { $0.frame.intersection(rect) } }.filter {
      !$0.isEmpty
    }
    let bare = rects.flatMap { $0.subtracting(inked) }
    try pixels.draw(bare, grid: pyramid.grid, ink: nil, through: measurement)
    if !inked.isEmpty {
      try pixels.draw(inked, grid: pyramid.grid, ink: ink, through: measurement)
    }
    pixels.commit(rects)
    return rects
  }

  /// Un-blends `changed` blocks of `capture`, or at first all that are `visible` there.
  ///
  /// The capture shows what was drawn last.
  func measure(
    _ capture: CaptureTexture, _ changed: PixelRect, of visible: PixelRect
  ) throws(RenderingError) {
    try measurement?.measure(capture, pixels: pixels.texture, changed, of: visible)
  }

  /// Copies the surface into its window, which is current, turned as the panel hangs.
  func copyToWindow(_ transform: OutputTransform) throws(RenderingError) {
    try pixels.copyToWindow(transform)
  }

  /// What was handed to the compositor: premultiplied, with the leak's alpha.
  func submitted() -> Bitmap {
    Bitmap(size: glass.frame.size, bytes: pixels.read())
  }

  /// The surface with what leaks through it, opaque.
  func snapshot() -> Bitmap {
    var bytes = submitted().bytes
    let leak = measurement?.readLeak()
    for pixel in 0..<bytes.count / 4 {
      if let leak { for channel in 0..<3 { bytes[pixel * 4 + channel] &+= leak[pixel * 3 + channel] } }
      bytes[pixel * 4 + 3] = 255
    }
    return Bitmap(size: glass.frame.size, bytes: bytes)
  }

  func destroy() {
    pyramid.destroy()
    pixels.destroy()
    ink.destroy()
    measurement?.destroy()
  }
}

extension Glass {
  var material: Material { panes.first?.material ?? .none }

  /// The blur's plan; not below what reductions to a quarter allow, since the estimate has that size.
  func plan(_ base: BlurPlan.Base) -> BlurPlan {
    let sigma = max(BlurPlan.minimumLiveSigma, material.blurRadius * scale)
    return BlurPlan(sigma: sigma, base: base, minimumLevel: 2)
  }
}
