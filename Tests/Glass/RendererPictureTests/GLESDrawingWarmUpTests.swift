import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// Drawing before anything is shown, so that no surface waits for the driver's compiler.
@Suite(.serialized) struct GLESDrawingWarmUpTests {
  private static let output = PixelSize(width: 640, height: 400)

  /// A scene of one banner with everything that banners contain, on a surface of `height`.
  private static func scene(height: Int, alpha: Double, x: Int) -> Scene {
    let material = Material.named("systemMaterial", isDark: true)!
    let frame = PixelRect(x: x, y: 12, width: 240, height: 80)
    let text = TextNode(
      frame: PixelRect(x: x + 20, y: 24, width: 20, height: 10),
      text: StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))
    var onFill = text
    onFill.frame.y = 64
    let fill = FillNode(
      frame: PixelRect(x: x + 12, y: 56, width: 100, height: 24), corners: Corners(6), ink: .vibrant(.fill))
    let image = ImageNode(
      frame: PixelRect(x: x + 140, y: 40, width: 32, height: 32),
      bitmap: Bitmap(size: PixelSize(width: 8, height: 8)), ink: nil)
    var effect = EffectNode(
      frame: frame, material: material, corners: Corners(16),
      border: Border(width: 1, colour: [1, 1, 1, 0.2]),
      shadows: [Shadow(sigma: 8, colour: [0, 0, 0, 0.3])], alpha: alpha,
      content: [.fill(fill), .text(text), .text(onFill), .image(image)])
    effect.isApart = true
    return Scene(size: PixelSize(width: 300, height: height), nodes: [.effect(effect)])
  }

  @Test func `after it nothing is compiled for what is shown`() throws {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    let moving = Self.scene(height: 192, alpha: 0.2, x: 40)
    let resting = Self.scene(height: 192, alpha: 1, x: 24)
    let warmUp = try GLESDrawingWarmUp(
      moving: moving, resting: resting, origin: (340, 0), scale: 1, leak: .standard, output: Self.output,
      in: context
    ) { OffScreen.ink(for: $0) }
    var count = 1
    while try warmUp.step() { count += 1 }
    #expect(count > 3)
    warmUp.destroy()
    #expect(context.holdsCompiler)
    context.releaseCompiler()
    try Self.show(context)
    #expect(!context.holdsCompiler)
  }

  @Test(arguments: [true, false]) func `what turns surfaces is ready if they will be turned`(isTurned: Bool)
    throws
  {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    let scene = Self.scene(height: 192, alpha: 1, x: 24)
    let warmUp = try GLESDrawingWarmUp(
      moving: scene, resting: scene, origin: (340, 0), scale: 1, leak: .opaque, output: Self.output,
      isTurned: isTurned, in: context
    ) { OffScreen.ink(for: $0) }
    while try warmUp.step() {}
    warmUp.destroy()
    context.releaseCompiler()
    _ = try context.use(FinalShaders.turn)
    #expect(context.holdsCompiler != isTurned)
  }

  @Test func `without it much is compiled`() throws {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    try Self.show(context)
    #expect(context.holdsCompiler)
  }

  @Test(arguments: [(600, 30), (200, 400), (40, 40), (1, 1), (300, 192)])
  func `it does for banners that are larger than the output`(width: Int, height: Int) throws {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    let scene = Self.scene(height: 192, alpha: 1, x: 24)
    let warmUp = try GLESDrawingWarmUp(
      moving: scene, resting: scene, origin: (width - scene.size.width, 0), scale: 1, leak: .standard,
      output: PixelSize(width: width, height: height), in: context
    ) { OffScreen.ink(for: $0) }
    var count = 1
    while try warmUp.step() { count += 1 }
    #expect(count == 8)
  }

  @Test func `it leaves no objects behind but programs`() throws {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    let scene = Self.scene(height: 192, alpha: 1, x: 24)
    var counts: [Int] = []
    for _ in 0..<2 {
      let warmUp = try GLESDrawingWarmUp(
        moving: scene, resting: scene, origin: (340, 0), scale: 1, leak: .standard, output: Self.output,
        in: context
      ) { OffScreen.ink(for: $0) }
      while try warmUp.step() {}
      warmUp.destroy()
      counts.append(context.liveObjectCount)
    }
    #expect(counts[0] == counts[1])
  }

  /// Shows a banner of another height: it moves, rests, is judged and is measured through.
  private static func show(_ context: GraphicsContext) throws {
    let renderer = try GLESOutputRenderer(context, output: output) { OffScreen.ink(for: $0) }
    defer { renderer.destroy() }
    let id = SurfaceID(7)
    let (moving, resting) = (scene(height: 128, alpha: 0.6, x: 32), scene(height: 128, alpha: 1, x: 24))
    var glass = Glass(
      frame: PixelRect(x: 340, y: 0, width: 300, height: 128), scale: 1, leak: .standard,
      panes: moving.panes, isFrozen: true)
    try renderer.openSurface(id, window: nil, glass: glass)
    func capture(_ body: (CapturedPixels) throws -> Void) throws {
      let region = renderer.captureRegion
      let bytes = [UInt8](repeating: 90, count: region.area * 4)
      try unsafe bytes.withUnsafeBytes {
        try unsafe body(
          CapturedPixels(
            bytes: $0, region: region, stride: region.width * 4, format: .bgrx, isYInverted: false))
      }
    }
    try capture { try renderer.setBackground(.frame($0)) }
    _ = try renderer.draw(id, moving)
    glass.panes = resting.panes
    try renderer.updateSurface(id, glass: glass)
    _ = try renderer.draw(id, resting)
    try capture { _ = try renderer.absorb($0, damage: $0.region, keeping: .allBut([id])) }
    glass.isFrozen = false
    try renderer.updateSurface(id, glass: glass)
    _ = try renderer.draw(id, resting)
    try capture { _ = try renderer.absorb($0, damage: $0.region, keeping: .allBut([])) }
    _ = try renderer.draw(id, resting)
  }

  @Test(arguments: [(1, 3), (2, 3), (3, 3), (4, 5), (100, 100), (128, 129), (129, 129), (4096, 4097)])
  func `no side of a texture is a power of two`(side: Int, stored: Int) throws {
    #expect(side.besidePowersOfTwo == stored)
    #expect(stored & (stored - 1) != 0)
  }

  @Test func `glass that is apart shows nothing of what it covers`() throws {
    let size = PixelSize(width: 200, height: 160)
    let backdrop = TestPictures.photo(size)
    func picture(isApart: Bool, overOther: Bool) throws -> Bitmap {
      let dark = Material.named("systemMaterial", isDark: true)!
      let light = Material.named("systemMaterial", isDark: false)!
      let below = EffectNode(frame: PixelRect(x: 0, y: 0, width: 160, height: 120), material: light)
      var above = EffectNode(frame: PixelRect(x: 40, y: 40, width: 120, height: 80), material: dark)
      above.isApart = isApart
      let nodes = overOther ? [Node.effect(below), .effect(above)] : [.effect(above)]
      return try OffScreen.preview().picture(of: Scene(size: size, nodes: nodes), over: backdrop, scale: 1)
    }
    /// The pixels of the lower right half of the upper sheet.
    func seen(_ bitmap: Bitmap) -> [UInt8] {
      (44..<116).flatMap { y in
        let row = y * size.width * 4
        return Array(bitmap.bytes[row + 44 * 4..<row + 156 * 4])
      }
    }
    let alone = seen(try picture(isApart: true, overOther: false))
    #expect(seen(try picture(isApart: true, overOther: true)) == alone)
    #expect(seen(try picture(isApart: false, overOther: true)) != alone)
  }

  nonisolated static let homes: [Home] = [
    .init(["HOME": "/home/a"], "/home/a/.cache", isTold: true),
    .init(["HOME": "/home/a", "XDG_CACHE_HOME": "/c"], "/c"),
    .init(["HOME": "/home/a", "MESA_SHADER_CACHE_DIR": "/m", "XDG_CACHE_HOME": "/c"], "/m"),
    .init(["HOME": "/home/a", "MESA_GLSL_CACHE_DIR": "/g"], "/g"),
    .init(["HOME": "relative"], nil),
    .init([:], nil),
    .init(["HOME": "/home/a", "MESA_SHADER_CACHE_DISABLE": "true"], nil, isTold: true),
    .init(["HOME": "/home/a", "MESA_GLSL_CACHE_DISABLE": "1"], nil, isTold: true),
    .init(["HOME": "/home/a", "MESA_SHADER_CACHE_DISABLE": "false"], "/home/a/.cache", isTold: true),
  ]

  nonisolated struct Home: Sendable {
    var environment: [String: String]
    var directory: String?
    var isTold: Bool

    init(_ environment: [String: String], _ directory: String?, isTold: Bool = false) {
      (self.environment, self.directory, self.isTold) = (environment, directory, isTold)
    }
  }

  @Test(arguments: homes)
  func `the driver's cache is in the home that the session has`(home: Home) {
    #expect(DriverCache.directory { home.environment[$0] } == home.directory)
    #expect((DriverCache.setting { home.environment[$0] } != nil) == home.isTold)
  }
}
