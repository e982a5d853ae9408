import Measures
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite(.serialized) struct GLESOutputRendererTests {
  /// One glass over one background.
  final class Stage {
    let renderer: GLESOutputRenderer
    let context: GraphicsContext
    var compositor: PlayedCompositor
    var glass: Glass
    var scene: Scene
    let id = SurfaceID(1)

    init(
      output: PixelSize = PixelSize(width: 210, height: 150), frame: PixelRect? = nil,
      leak: Leak = .standard, sigma: Double = 12, background: Bitmap? = nil
    ) throws {
      context = try unsafe GraphicsContext(display: nil)
      let material = Material(
        name: "test", isDark: true, blurRadius: sigma, chain: ColourChain(saturation: 1.2, brightness: -0.05))
      let frame = frame ?? PixelRect(x: 0, y: 0, width: output.width, height: 32)
      glass = Glass(frame: frame, scale: 1, material: material, leak: leak)
      scene = Scene(size: frame.size, material: material, items: [])
      compositor = PlayedCompositor(background: background ?? .smooth(output))
      renderer = try GLESOutputRenderer(context, output: output) { text in
        Bitmap(
          size: PixelSize(width: 20, height: 10),
          bytes: (0..<200).flatMap {
            [UInt8($0), UInt8($0), UInt8($0), UInt8(max($0, text.string.utf8.count))]
          })
      }
      try renderer.openSurface(id, window: nil, glass: glass)
    }

    func showBackground() throws {
      let whole = PixelRect(compositor.background.size)
      try compositor.capture(compositor.background, whole) { try renderer.setBackground(.frame($0)) }
    }

    @discardableResult func draw() throws -> Bool { try renderer.draw(id, scene) }

    var shown: Bitmap { compositor.shown(renderer.submitted(id), glass) }

    @discardableResult func absorb(_ damage: PixelRect? = nil, isTrial: Bool = false) throws -> Absorption {
      let region = renderer.captureRegion
      return try compositor.capture(shown, region) {
        try renderer.absorb($0, damage: damage ?? region, isTrial: isTrial)
      }
    }

    /// Draws and absorbs until nothing moves.
    func settle() throws {
      for _ in 0..<4 {
        try draw()
        if try !absorb().hasMoved { return }
      }
      Issue.record("the estimate does not come to rest")
    }
  }

  @Test func stillSceneComesToRestAndIsShownAsWanted() throws {
    let stage = try Stage()
    try stage.showBackground()
    #expect(try stage.draw())
    // Through the glass the same background is measured, only less exactly.
    let first = try stage.absorb()
    #expect(first.validity[stage.id] == 1)
    try stage.settle()
    #expect(try !stage.draw())
    let picture = try stage.renderer.snapshot(stage.id)
    #expect(stage.shown.cropped(stage.glass.frame) == picture)
  }

  @Test(arguments: [
    (PixelRect(x: 0, y: 0, width: 210, height: 32), CapturedPixels.Format.bgrx, false),
    (PixelRect(x: 13, y: 7, width: 101, height: 45), .rgbx, true),
    (PixelRect(x: 160, y: 101, width: 50, height: 49), .bgrx, true),
  ])
  func estimateThroughTheGlassIsTheBackground(
    frame: PixelRect, format: CapturedPixels.Format, isYInverted: Bool
  ) throws {
    let stage = try Stage(output: PixelSize(width: 210, height: 150), frame: frame)
    stage.compositor.format = format
    stage.compositor.isYInverted = isYInverted
    try stage.showBackground()
    try stage.draw()
    let known = try stage.renderer.snapshot(stage.id)
    try stage.absorb()
    try stage.settle()
    let measured = try stage.renderer.snapshot(stage.id)
    // 1.4 of the scheme at this sigma, and two roundings.
    #expect(measured.worstDifference(from: known) <= 3)
    #expect(measured.meanDifference(from: known) <= 0.5)
  }

  @Test func partialDamageEqualsACompleteRedraw() throws {
    let (partial, complete) = (try Stage(sigma: 8), try Stage(sigma: 8))
    let changed = PixelRect(x: 90, y: 20, width: 17, height: 30)
    for stage in [partial, complete] {
      try stage.showBackground()
      try stage.settle()
      stage.compositor.background.fill(changed, SIMD3(250, 20, 90))
    }
    #expect(try partial.absorb(changed).hasMoved)
    #expect(try complete.absorb().hasMoved)
    try partial.draw()
    try complete.draw()
    #expect(try partial.renderer.snapshot(partial.id) == complete.renderer.snapshot(complete.id))
    complete.context.activate()
    let fresh = try Stage(sigma: 8, background: complete.compositor.background)
    try fresh.showBackground()
    try fresh.draw()
    try fresh.absorb()
    try fresh.settle()
    #expect(try fresh.renderer.snapshot(fresh.id) == partial.renderer.snapshot(partial.id))
  }

  @Test func textAloneIsDrawnAsWithEverything() throws {
    let (alone, whole) = (try Stage(), try Stage())
    let text = StyledText(string: "12:34", font: "Sans 11", scale: 1, maxWidth: nil, ink: .white)
    let items = [
      TextItem(frame: PixelRect(x: 41, y: 9, width: 20, height: 10), text: text),
      TextItem(frame: PixelRect(x: 55, y: 12, width: 20, height: 10), text: text),
    ]
    for stage in [alone, whole] { try stage.showBackground() }
    try alone.draw()
    alone.scene.items = items
    #expect(try alone.draw())
    #expect(try !alone.draw())
    whole.scene.items = items
    try whole.draw()
    #expect(try alone.renderer.snapshot(alone.id) == whole.renderer.snapshot(whole.id))
    alone.scene.items = []
    try alone.draw()
    whole.renderer.closeSurface(whole.id)
    try whole.renderer.openSurface(whole.id, window: nil, glass: whole.glass)
    whole.scene.items = []
    try whole.showBackground()
    try whole.draw()
    #expect(try alone.renderer.snapshot(alone.id) == whole.renderer.snapshot(whole.id))
  }

  @Test func coveredBlocksKeepTheirLastValue() throws {
    let stage = try Stage()
    try stage.showBackground()
    try stage.draw()
    try stage.absorb()
    try stage.settle()
    let before = try stage.renderer.snapshot(stage.id)
    stage.compositor.cover = (PixelRect(x: 50, y: 3, width: 40, height: 21), SIMD3(200, 30, 30))
    let covered = try stage.absorb()
    #expect(!covered.hasMoved)
    #expect(try #require(covered.validity[stage.id]) < 0.85)
    #expect(try !stage.draw())
    stage.compositor.cover = nil
    #expect(try !stage.absorb().hasMoved)
    #expect(try stage.renderer.snapshot(stage.id) == before)
  }

  @Test func trialJudgesAndKeepsNothing() throws {
    let stage = try Stage()
    try stage.showBackground()
    try stage.draw()
    let right = try stage.absorb(isTrial: true)
    #expect(right.validity[stage.id] == 1 && !right.hasMoved)
    #expect(right.meanDisagreement < 4)
    stage.compositor.background.fill(PixelRect(stage.compositor.background.size), SIMD3(0, 255, 0))
    let wrong = try stage.absorb(isTrial: true)
    #expect(wrong.meanDisagreement > 40)
    #expect(try !stage.draw())
  }

  @Test func colourAndPictureGiveTheMaterialOverThem() throws {
    let stage = try Stage(leak: .opaque)
    #expect(stage.renderer.captureRegion.isEmpty)
    try stage.renderer.setBackground(.colour(SIMD3(0.25, 0.5, 0.75)))
    try stage.draw()
    let wanted = stage.glass.material.chain.apply(SIMD3(0.25, 0.5, 0.75)) * 255
    let solid = try stage.renderer.snapshot(stage.id)
    for channel in 0..<3 { #expect(abs(Double(solid.bytes[400 + channel]) - wanted[channel]) <= 1) }
    let picture = stage.compositor.background
    try stage.renderer.setBackground(.picture(picture))
    try stage.draw()
    let preview = try GlassPreview(stage.context) { _ in picture }
      .picture(picture, through: stage.glass.material, scale: 1)
    let shown = try stage.renderer.snapshot(stage.id)
    #expect(preview.cropped(stage.glass.frame).worstDifference(from: shown) <= 1)
  }

  @Test func resizingAndRestylingLeaveNoObjects() throws {
    let stage = try Stage()
    try stage.showBackground()
    try stage.settle()
    let (first, glass) = (stage.glass, stage.glass)
    var second = glass
    second.frame.height = 45
    second.material.chain.saturation = 2
    var counts: Set<Int> = []
    for _ in 0..<4 {
      for next in [second, first] {
        try stage.renderer.updateSurface(stage.id, glass: next)
        stage.glass = next
        stage.scene.size = next.frame.size
        try stage.settle()
      }
      counts.insert(stage.context.liveObjectCount)
    }
    #expect(counts.count == 1)
    stage.renderer.destroy()
    stage.context.destroy()
    #expect(stage.context.liveObjectCount == 0)
  }

  @Test func tooLargeASurfaceIsAnError() throws {
    let stage = try Stage()
    let size = PixelSize(width: 1 << 20, height: 4)
    var glass = stage.glass
    glass.frame = PixelRect(size)
    #expect(throws: RenderingError.self) {
      try stage.renderer.openSurface(SurfaceID(2), window: nil, glass: glass)
    }
  }
}
