import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// Glass that does not fill its surface, over a simulated output.
@Suite(.serialized, .everyRenderer) struct ShapedGlassTests {
  private static let size = PixelSize(width: 260, height: 190)

  @Test(arguments: [Leak.standard, .fine]) func `rounded live glass is un-blended as exactly as square`(
    leak: Leak
  )
    throws
  {
    let stage = try ShapedStage(TestPictures.desktop(Self.size), leak: leak)
    let known = try stage.renderer.snapshot(stage.id)
    for _ in 0..<4 {
      let told = try stage.absorb()
      #expect(told.validity[stage.id] == 1)
      if try !stage.draw() { break }
    }
    #expect(try !stage.absorb().hasMoved)
    // Pixels without glass are in the snapshot as the estimate in blocks, with its noise.
    let coverage = GlassCoverage(stage.scene.panes, size: stage.scene.size)
    var measured = try stage.renderer.snapshot(stage.id)
    for index in 0..<known.bytes.count where coverage.bytes?[index / 4] != 255 {
      measured.bytes[index] = known.bytes[index]
    }
    let difference = PictureDifference(measured, ReferencePicture(known))
    #expect(difference.max <= 3 && difference.mean <= 0.5, "\(difference)")
  }

  @Test func `what is seen of rounded live glass is what was wanted`() throws {
    let stage = try ShapedStage(TestPictures.photo(Self.size), leak: .standard)
    for _ in 0..<4 {
      _ = try stage.absorb()
      if try !stage.draw() { break }
    }
    let shown = stage.output.shown(stage.glass.frame)
    let wanted = stage.wanted()
    let difference = PictureDifference(shown, wanted)
    // The leak through antialiased pixels is known by blocks of 4 × 4 only.
    #expect(difference.max <= 5 && difference.mean <= 0.5, "\(difference)")
    let background = stage.output.background.cropped(to: stage.glass.frame)
    let coverage = GlassCoverage(stage.scene.panes, size: stage.scene.size)
    for index in 0..<stage.scene.size.width * stage.scene.size.height {
      guard coverage.bytes?[index] == 0 else { continue }
      for channel in 0..<3 {
        #expect(shown.bytes[index * 4 + channel] == background.bytes[index * 4 + channel])
      }
    }
  }

  @Test func `a moving background is followed through corners and gaps`() throws {
    let stage = try ShapedStage(TestPictures.desktop(Self.size), leak: .standard)
    for shift in 1...3 {
      stage.output.background = TestPictures.photo(Self.size, seed: UInt64(shift))
      for _ in 0..<4 {
        #expect(try stage.absorb().validity[stage.id] == 1)
        if try !stage.draw() { break }
      }
      let difference = PictureDifference(stage.output.shown(stage.glass.frame), stage.wanted())
      #expect(difference.max <= 6 && difference.mean <= 0.6, "\(difference)")
    }
  }

  @Test func `a change beside the pieces of glass alone is seen, and reaches their blur`() throws {
    let stage = try ShapedStage(TestPictures.photo(Self.size), leak: .standard)
    for _ in 0..<4 {
      _ = try stage.absorb()
      if try !stage.draw() { break }
    }
    let before = stage.output.shown(stage.glass.frame)
    // Blocks of 4 × 4 in which nothing of the surface is to be seen.
    let bare = PixelRect(x: 168, y: 116, width: 48, height: 40)
    for y in bare.y..<bare.maxY {
      for x in bare.x..<bare.maxX {
        for channel in 0..<3 { stage.output.background.bytes[(y * Self.size.width + x) * 4 + channel] ^= 255 }
      }
    }
    #expect(try stage.absorb().hasMoved)
    for _ in 0..<4 {
      _ = try stage.absorb()
      if try !stage.draw() { break }
    }
    let shown = stage.output.shown(stage.glass.frame)
    let difference = PictureDifference(shown, stage.wanted())
    #expect(difference.max <= 6 && difference.mean <= 0.6, "\(difference)")
    // This pixel of the lower piece is 20 px away from the change.
    let index = (120 * stage.scene.size.width + 120) * 4
    #expect(shown.bytes[index..<index + 3] != before.bytes[index..<index + 3])
  }

  @Test(arguments: [false, true])
  func `glass that comes to rest in another shape is exact before anything is captured`(wasMeasured: Bool)
    throws
  {
    let stage = try ShapedStage(TestPictures.desktop(Self.size), leak: .standard)
    for _ in 0..<4 where wasMeasured {
      _ = try stage.absorb()
      if try !stage.draw() { break }
    }
    try stage.rest(in: stage.scene.mirrored)
    try Self.expectExact(stage)
  }

  /// The frame changes upwards and downwards, by whole blocks of 4 × 4 pixels and by parts of them, within the
  /// support of the blurs before the change.
  @Test(arguments: [(above: 0, below: 20), (0, 17), (18, 0), (20, 21), (13, -20)])
  func `glass whose surface takes another frame is exact before anything is captured`(
    _ change: (above: Int, below: Int)
  ) throws {
    let stage = try ShapedStage(
      TestPictures.text(PixelSize(width: 260, height: 300)), leak: .standard,
      frame: PixelRect(x: 22, y: 83, width: 205, height: 141))
    for _ in 0..<4 {
      _ = try stage.absorb()
      if try !stage.draw() { break }
    }
    try stage.grow(above: change.above, below: change.below)
    try Self.expectExact(stage)
  }

  /// Expects that the shown pixels are right, and that captures confirm them.
  private static func expectExact(_ stage: ShapedStage) throws {
    // The leak through antialiased pixels is known by blocks only.
    let coverage = GlassCoverage(stage.scene.panes, size: stage.scene.size)
    func worst(_ shown: Bitmap, _ wanted: ReferencePicture) -> Double {
      var worst = 0.0
      for (index, share) in coverage.bytes!.enumerated() where share == 0 || share == 255 {
        for channel in 0..<3 {
          worst = max(worst, abs(Double(shown.bytes[index * 4 + channel]) - wanted.planes[channel][index]))
        }
      }
      return worst
    }
    let first = stage.output.shown(stage.glass.frame)
    #expect(worst(first, stage.wanted()) <= 3)
    for _ in 0..<4 {
      _ = try stage.absorb()
      if try !stage.draw() { break }
    }
    // The predicted leak is the measured one.
    #expect(worst(stage.output.shown(stage.glass.frame), ReferencePicture(first)) <= 1)
  }

  @Test func `frozen, the surface is as transparent as its scene`() throws {
    let stage = try ShapedStage(TestPictures.photo(Self.size), leak: .standard)
    try stage.freeze()
    let content = try #require(stage.renderer.submitted(stage.id))
    let coverage = GlassCoverage(stage.scene.panes, size: stage.scene.size)
    for index in 0..<content.bytes.count / 4 {
      #expect(abs(Int(content.bytes[index * 4 + 3]) - Int(coverage.bytes![index])) <= 1)
    }
    stage.scene = stage.scene.faded(0.5)
    try stage.draw()
    let faded = try #require(stage.renderer.submitted(stage.id))
    #expect(faded.bytes[(40 * stage.scene.size.width + 60) * 4 + 3] == 128)
  }
}

extension Scene {
  /// The scene with left and right exchanged.
  fileprivate var mirrored: Scene {
    Scene(
      size: size,
      nodes: nodes.map { node in
        guard case .effect(var effect) = node else { return node }
        effect.frame.x = size.width - effect.frame.maxX
        return .effect(effect)
      })
  }

  fileprivate func faded(_ alpha: Double) -> Scene {
    Scene(
      size: size,
      nodes: nodes.map { node in
        guard case .effect(var effect) = node else { return node }
        effect.alpha = alpha
        return .effect(effect)
      })
  }
}

/// Two rounded panes on one surface.
final class ShapedStage {
  let renderer: any InspectedRenderer
  let id = SurfaceID(1)
  private(set) var glass: Glass
  var scene: Scene
  var output: SimulatedOutput

  init(
    _ background: Bitmap, leak: Leak, frame: PixelRect = PixelRect(x: 22, y: 18, width: 205, height: 141)
  ) throws {
    let material = Material(
      name: "test", isDark: true, blurRadius: 14, chain: ColourChain(saturation: 1.2, brightness: -0.05))
    func sheet(_ frame: PixelRect, _ radius: Double) -> Node {
      .effect(
        EffectNode(frame: frame, material: material, legibility: .off, corners: Corners(radius)))
    }
    scene = Scene(
      size: frame.size,
      nodes: [
        sheet(PixelRect(x: 0, y: 0, width: 205, height: 80), 26),
        sheet(PixelRect(x: 10, y: 93, width: 121, height: 48), 24),
      ])
    glass = Glass(frame: frame, scale: 1, leak: leak, panes: scene.panes)
    output = SimulatedOutput(background: background)
    renderer = try OffScreen.renderer(output: background.size)
    try renderer.openSurface(id, window: nil, glass: glass)
    let whole = PixelRect(background.size)
    try hand(whole) { try renderer.setBackground(.frame($0)) }
    try draw()
  }

  @discardableResult func draw() throws -> Bool {
    guard try renderer.draw(id, scene) else { return false }
    let content = renderer.submitted(id)!
    output.surfaces = [
      .init(
        frame: glass.frame, leak: glass.leak, content: content,
        coverage: GlassCoverage(scene.panes, size: scene.size))
    ]
    return true
  }

  func absorb() throws -> Absorption {
    let region = renderer.captureRegion
    return try hand(region) { try renderer.absorb($0, damage: region, isTrial: false) }
  }

  /// Changes to another scene as a motion does: frozen, and live again at its end.
  func rest(in new: Scene) throws {
    glass.isFrozen = true
    try renderer.updateSurface(id, glass: glass)
    try draw()
    scene = new
    try draw()
    glass.panes = new.panes
    glass.isFrozen = false
    try renderer.updateSurface(id, glass: glass)
    try draw()
  }

  /// Gives the surface another frame. Its sheets keep their places on the output, and other sheets cover the added
  /// parts above and below.
  func grow(above: Int, below: Int) throws {
    let size = PixelSize(width: scene.size.width, height: scene.size.height + above + below)
    var nodes = scene.nodes.map { node in
      guard case .effect(var effect) = node else { return node }
      effect.frame.y += above
      return .effect(effect)
    }
    for (y, height) in [(0, above), (size.height - below, below)] where height > 0 {
      guard case .effect(var effect) = nodes[0] else { continue }
      effect.frame = PixelRect(x: 15, y: y, width: 150, height: height)
      effect.corners = .square
      nodes.append(.effect(effect))
    }
    scene = Scene(size: size, nodes: nodes)
    glass.frame.y -= above
    glass.frame.height = size.height
    glass.panes = scene.panes
    try renderer.updateSurface(id, glass: glass)
    try draw()
  }

  func freeze() throws {
    glass.leak = .opaque
    try renderer.updateSurface(id, glass: glass)
    try draw()
  }

  /// The expected pixels: glass over the background by its coverage.
  func wanted() -> ReferencePicture {
    let whole = ReferencePicture(output.background)
    let material = scene.panes[0].material
    let shown = ReferenceGlass(chain: material.chain, sigma: material.blurRadius, leak: glass.leak)
      .shown(over: whole, in: glass.frame)
    var result = whole.cropped(to: glass.frame)
    let coverage = GlassCoverage(scene.panes, size: scene.size)
    for index in result.planes[0].indices {
      let share = Double(coverage.bytes?[index] ?? 255) / 255
      for channel in 0..<3 {
        let behind = result.planes[channel][index]
        result.planes[channel][index] = behind + (shown.planes[channel][index] - behind) * share
      }
    }
    return result
  }

  private func hand<Result>(
    _ region: PixelRect, _ body: (CapturedPixels) throws -> Result
  ) throws -> Result {
    let bytes = output.capture(region)
    return try unsafe bytes.withUnsafeBytes {
      try unsafe body(
        CapturedPixels(
          bytes: $0, region: region, stride: region.width * 4, format: .bgrx, isYInverted: false))
    }
  }
}
