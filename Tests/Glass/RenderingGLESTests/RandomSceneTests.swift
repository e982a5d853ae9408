import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingCPU
@testable import RenderingGLES

/// Both renderers beside each other.
@Suite(.serialized) struct RandomSceneTests {
  private static let output = PixelSize(width: 320, height: 240)
  private static let id = SurfaceID(1)

  @Test(arguments: Survey.spread(Array(0..<60 as Range<UInt64>), every: 3))
  func `random scenes look alike, whatever draws them`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let frame = PixelRect(
      x: Int.random(in: 0...90, using: &random), y: Int.random(in: 0...60, using: &random),
      width: Int.random(in: 120...230, using: &random), height: Int.random(in: 90...180, using: &random))
    let scenes = (0..<3).map { _ in SceneMaker.scene(frame.size, &random) }
    let leak: Leak = Bool.random(using: &random) ? .opaque : .standard
    let background = TestPictures.desktop(Self.output, seed: seed + 1)
    let shown = try TestedRenderer.allCases.map { renderer in
      try TestedRenderer.$current.withValue(renderer) { try Self.shown(scenes, frame, leak, background) }
    }
    for (index, (gles, cpu)) in zip(shown[0], shown[1]).enumerated() {
      let difference = PictureDifference(cpu, ReferencePicture(gles))
      // A value between two steps may be rounded to either; where ink is moved, to the second.
      if difference.max > 2 || difference.mean > 0.1 {
        Issue.record("scene \(index): \(difference.saved(as: "random-\(seed)-\(index)"))")
      }
    }
  }

  /// What the compositor gets, one scene after the other, frozen or opaque: nothing depends on what is measured.
  private static func shown(
    _ scenes: [Scene], _ frame: PixelRect, _ leak: Leak, _ background: Bitmap
  ) throws -> [Bitmap] {
    let renderer = try OffScreen.renderer(output: output)
    defer { renderer.destroy() }
    var glass = Glass(frame: frame, scale: 1, leak: leak, panes: scenes[0].panes, isFrozen: leak != .opaque)
    try renderer.openSurface(id, window: nil, glass: glass)
    try renderer.setBackground(.picture(background))
    return try scenes.map { scene in
      glass.panes = scene.panes
      try renderer.updateSurface(id, glass: glass)
      _ = try renderer.draw(id, scene)
      return try #require(renderer.submitted(id))
    }
  }
}

/// Makes scenes of all that there is.
private enum SceneMaker {
  static func scene(_ size: PixelSize, _ random: inout SplitMix) -> Scene {
    let count = Int.random(in: 1...3, using: &random)
    return Scene(size: size, nodes: (0..<count).map { _ in node(size, 2, &random) })
  }

  private static func node(_ size: PixelSize, _ depth: Int, _ random: inout SplitMix) -> Node {
    let frame = rect(size, &random)
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
    case 0:
      let text = StyledText(string: "text", font: "Sans 11", scale: 1, maxWidth: nil)
      return .text(
        TextNode(
          frame: PixelRect(x: frame.x, y: frame.y, width: 20, height: 10), text: text, ink: ink(&random)))
    case 1:
      let picture = TestPictures.photo(PixelSize(width: 31, height: 23), seed: random.next() % 5)
      return .image(
        ImageNode(frame: frame, bitmap: picture, ink: Bool.random(using: &random) ? ink(&random) : nil))
    case 2, 3:
      return .fill(
        FillNode(
          frame: frame, corners: Corners(Double(random.next() % 12)),
          ink: Bool.random(using: &random) ? .vibrant(.fill) : ink(&random)))
    default: return .effect(effect(frame, size, depth, &random))
    }
  }

  private static func effect(
    _ frame: PixelRect, _ size: PixelSize, _ depth: Int, _ random: inout SplitMix
  ) -> EffectNode {
    let names = Material.names
    let material = Material.named(
      names[Int(random.next() % UInt64(names.count))], isDark: random.next() % 2 == 0)
    let count = Int.random(in: 0...3, using: &random)
    var effect = EffectNode(
      frame: frame, material: random.next() % 4 == 0 ? nil : material,
      legibility: random.next() % 3 == 0 ? .off : .standard, corners: Corners(Double(random.next() % 30)),
      content: (0..<count).map { _ in node(size, depth - 1, &random) })
    if random.next() % 3 == 0 { effect.alpha = 0.6 }
    if random.next() % 3 == 0 { effect.border = Border(width: 1.5, colour: [1, 0.8, 0.6, 0.4]) }
    if random.next() % 3 == 0 {
      effect.shadow = Shadow(
        sigma: 1 + Double(random.next() % 9), offsetX: 2, offsetY: 3.5, colour: [0, 0, 0.1, 0.5])
    }
    if random.next() % 5 == 0 { effect.mask = .shape(frame.outset(by: -7), Corners(12)) }
    return effect
  }

  private static func ink(_ random: inout SplitMix) -> Ink {
    let styles: [VibrancyEffect.Style] = [
      .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel, .separator,
    ]
    let number = Int(random.next() % 7)
    return number < styles.count ? .vibrant(styles[number]) : .colour([0.9, 0.2, 0.1, number == 5 ? 1 : 0.5])
  }

  private static func rect(_ size: PixelSize, _ random: inout SplitMix) -> PixelRect {
    PixelRect(
      x: Int.random(in: -10...size.width / 2, using: &random),
      y: Int.random(in: -10...size.height / 2, using: &random),
      width: Int.random(in: 20...size.width, using: &random),
      height: Int.random(in: 20...size.height, using: &random))
  }
}
