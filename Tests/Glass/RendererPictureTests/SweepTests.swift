import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// A blur's radius that is animated, over a picture that is known and over one that is captured.
@Suite(.serialized) struct SweepTests {
  private static let size = PixelSize(width: 240, height: 200)
  /// The parts that are examined: away from the border, at which the blur is normalised, and at it.
  private static let windows = [
    PixelRect(x: 100, y: 82, width: 32, height: 28), PixelRect(x: 0, y: 0, width: 16, height: 16),
  ]

  @Test(
    arguments: Survey.spread(
      [Subject.photo, .text, .shapes], [BlurPlan.Base.binomial, .smoothedMean], every: 3))
  func `no frame of a sweep steps farther than the exact Gaussian's`(
    subject: Subject, base: BlurPlan.Base
  ) throws {
    let picture = subject.picture(Self.size)
    let exact = ReferencePicture(picture)
    let sweep = try Sweep(picture, base: base)
    var former: [(shown: [Double], exact: ReferencePicture)] = []
    for frame in 0..<240 {
      let sigma = 0.5 + (60 - 0.5) * Double(frame) / 239
      let blurred = sweep.plan(sigma: sigma).sigma
      let now = zip(try sweep.values(sigma: sigma, in: Self.windows), Self.windows).map { shown, window in
        (shown: shown, exact: ReferenceGaussian.blur(exact, sigma: blurred, in: window))
      }
      for (former, now) in zip(former, now) {
        let step = zip(now.shown, former.shown).map { abs($0 - $1) }.max() ?? 0
        let own = now.exact.maxDifference(from: former.exact)
        // .02 allows for the last bits of floats.
        #expect(step <= 1.5 * own + 0.02, "sigma \(sigma): \(step), exact \(own)")
      }
      former = now
    }
  }

  @Test(arguments: Survey.spread(Subject.allCases, [BlurPlan.Base.binomial, .smoothedMean], every: 3))
  func `a change of level is not seen`(subject: Subject, base: BlurPlan.Base) throws {
    let sweep = try Sweep(subject.picture(Self.size), base: base)
    func plan(_ hundredth: Int) -> BlurPlan { sweep.plan(sigma: Double(hundredth) / 100) }
    var count = 0
    for start in stride(from: 50, to: 6000, by: 10) where !plan(start).hasSteps(of: plan(start + 10)) {
      // The plan changes at one place in this range.
      let last = (start..<start + 10).last { plan(start).hasSteps(of: plan($0)) } ?? start
      let before = try sweep.values(sigma: Double(last) / 100, in: [Self.windows[0]])[0]
      let after = try sweep.values(sigma: Double(last + 1) / 100, in: [Self.windows[0]])[0]
      let step = zip(before, after).map { abs($0 - $1) }.max() ?? 0
      #expect(step <= 0.7, "after \(last) / 100: \(step)")
      count += 1
    }
    #expect(count >= 4)
  }

  @Test func `a sweep takes most of its textures from those that it gave up`() throws {
    let sweep = try Sweep(TestPictures.photo(Self.size), base: .binomial)
    var count = 0
    for frame in 0..<240 {
      _ = try sweep.values(sigma: 0.5 + Double(frame) / 4, in: [Self.windows[0]])
      if frame == 0 { count = sweep.context.newLayerCount }
    }
    // Each frame would make five or six new layers if none were kept in reserve.
    #expect(sweep.context.newLayerCount - count < 240)
  }
}

extension BlurPlan {
  /// Whether both plans reduce and enlarge alike.
  fileprivate func hasSteps(of other: BlurPlan) -> Bool {
    level == other.level && gridStep == other.gridStep && reductions == other.reductions
  }
}

/// Blurs of one picture before they are rounded.
private final class Sweep {
  let context: GraphicsContext
  private let backend: GLESBackend
  private let picture: Bitmap
  /// The estimate of the captured picture; nil: the picture itself is blurred.
  private var estimate: BackdropEstimate<GLESBackend>?

  init(_ picture: Bitmap, base: BlurPlan.Base) throws {
    self.picture = picture
    context = try unsafe GraphicsContext(display: nil)
    backend = GLESBackend(context) { OffScreen.ink(for: $0) }
    if base != .binomial { estimate = try captured(base) }
  }

  isolated deinit {
    estimate?.destroy()
    context.destroy()
  }

  private func captured(_ base: BlurPlan.Base) throws -> BackdropEstimate<GLESBackend> {
    let estimate = try BackdropEstimate(output: picture.size, in: backend)
    estimate.state.base = base
    try estimate.cover(nil)
    let all = PixelRect(picture.size)
    let capture = try CaptureTexture(all, .normal, in: context)
    defer { capture.destroy() }
    unsafe picture.bytes.withUnsafeBytes { bytes in
      capture.upload(
        all,
        of: unsafe CapturedPixels(
          bytes: bytes, region: all, stride: picture.size.width * 4, format: .rgbx, isYInverted: false))
    }
    try estimate.take([estimate.state.blocks], from: capture)
    return estimate
  }

  /// The plan that a session would use.
  func plan(sigma: Double) -> BlurPlan { estimate?.plan(sigma: sigma) ?? BlurPlan(sigma: sigma) }

  /// The layer that is blurred, and whether the caller has to destroy it.
  private func base(_ blur: PlannedBlur) throws -> (layer: Layer, isOwn: Bool) {
    if let estimate { return (try estimate.through(blur), false) }
    let reduction = blur.plan.reductions.first
    let layer = try backend.makeLayer(
      "background", cells: blur.sourceCells, cellSize: reduction?.factor ?? 1)
    try backend.fill(layer, from: picture, by: reduction)
    return (layer, true)
  }

  /// Red, green and blue of each window, plane by plane, 0 … 255.
  func values(sigma: Double, in windows: [PixelRect]) throws -> [[Double]] {
    let plan = plan(sigma: sigma)
    let frame = PixelRect(picture.size)
    let look = PaneLook(plan: plan, chain: .identity)
    let glass = try PaneGlass(PaneBlur(look, frame: frame), output: picture.size, in: backend)
    defer { glass.destroy() }
    let (base, isOwn) = try base(glass.blur)
    defer { if isOwn { base.destroy() } }
    try glass.blur(base)
    _ = try glass.update(GridLook(finish: nil), GridUse(shown: [frame], inked: []))
    return try windows.map { try values(of: glass, in: $0) }
  }

  private func values(of glass: PaneGlass<GLESBackend>, in window: PixelRect) throws -> [Double] {
    let canvas = try PaintCanvas(window, .float4, in: context)
    defer { canvas.destroy() }
    canvas.clear([window])
    let white = try Texture("coverage", PixelSize(width: 1, height: 1), .byte, in: context)
    defer { white.destroy() }
    white.fill([UInt8(255)])
    let program = try context.use(PaintShaders.pane)
    let grid = glass.grid(GridLook(finish: nil)).layer
    program.bind("grid", grid.texture, unit: 0)
    program.set("place", grid.sampling(fromCell: window.x, window.y, cellSize: 1))
    program.bind("coverage", white, unit: 1)
    for place in ["shift", "skip", "last"] { program.set(place, 0, 0) }
    canvas.blend([window])
    let values = canvas.target.readColours(PixelRect(window.size))
    return (0..<3).flatMap { channel in values.map { Double($0[channel]) * 255 } }
  }
}
