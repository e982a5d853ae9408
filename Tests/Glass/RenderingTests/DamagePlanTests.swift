import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering

/// The damage between two scenes, compared with the passes that paint them: outside of it both scenes have the same passes of ink
/// with the same figures in every pixel.
@Suite struct DamagePlanTests {
  /// Seeds of scenes in which ink beside a fill or a light kept its former figures.
  private nonisolated static let known: [UInt64] = [
    20_787_031, 20_787_048, 20_787_068, 20_787_127, 20_787_252, 20_787_399,
  ]

  @Test(arguments: known + DailySeeds.first(400))
  func `what lies beyond the damage is painted as before`(seed: UInt64) throws {
    var maker = InkSceneMaker(seed: seed)
    let old = maker.scene()
    let new = maker.changed(old)
    let damage = new.damage(since: old)
    let (before, after) = (try Self.passes(old), try Self.passes(new))
    let drawn = try Self.passes(new, in: damage)
    for y in 0..<new.size.height {
      for x in 0..<new.size.width {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        let isDrawn = damage.contains { $0.contains(pixel) }
        func names(_ passes: [Pass]) -> [String] {
          passes.filter { pass in pass.rects.contains { $0.contains(pixel) } }.map(\.name)
        }
        guard names(isDrawn ? drawn : before) == names(after) else {
          Issue.record("\(x), \(y) of \(new), which was \(old)")
          return
        }
      }
    }
  }

  /// A pass of ink, named by all that it depends on.
  private struct Pass {
    var name: String
    var rects: [PixelRect]
  }

  /// The passes that paint a part of a scene; nil: all of it.
  private static func passes(_ scene: Scene, in rects: [PixelRect]? = nil) throws -> [Pass] {
    let sheets = SceneSheets(of: scene, .full, on: PixelRect(scene.size), scale: 1)
    let sheet = try #require(sheets.sheets.first)
    let ground = try #require(InkGround(of: sheet.node, finish: sheets.looks[0].finish))
    let surface = PaintPlan.Surface(
      frame: PixelRect(scene.size), scale: 1, range: .full, sheets: [sheet.index: ground])
    let plan = try PaintPlan(
      contentOf: sheet.node, at: sheet.index, in: rects ?? [PixelRect(scene.size)], on: surface
    ) { _ in [] }
    return plan.steps.compactMap { step in
      guard case .ink(let source, let figures, _, let rects) = step else { return nil }
      return Pass(name: "\(source) \(figures)", rects: rects.cut(to: source.frame))
    }
  }
}

extension InkSource {
  fileprivate var frame: PixelRect {
    switch self {
    case .text(_, let frame), .template(_, let frame): frame
    case .shape(let clip): clip.shape.frame
    }
  }
}

/// Makes random sheets of fills, lights, texts and templates, in part in effects without a material.
private struct InkSceneMaker {
  private static let size = PixelSize(width: 64, height: 40)
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func scene() -> Scene {
    scene((0..<number(3...6)).map { _ in node(depth: 2) })
  }

  private func scene(_ content: [Node]) -> Scene {
    var sheet = EffectNode(
      frame: PixelRect(Self.size), material: Material(.systemThinMaterial, isDark: true), content: content)
    // The glass itself is the same whatever lies on it.
    sheet.reservedInks = [
      .vibrant(.fill), .vibrant(.secondaryFill), .vibrant(.tertiaryFill), .vibrant(.secondaryLabel),
    ]
    return Scene(size: Self.size, nodes: [.effect(sheet)])
  }

  /// The scene after one random change.
  mutating func changed(_ scene: Scene) -> Scene {
    guard case .effect(let sheet)? = scene.nodes.first else { return scene }
    return self.scene(changed(sheet.content, depth: 2))
  }

  private mutating func changed(_ nodes: [Node], depth: Int) -> [Node] {
    var nodes = nodes
    guard !nodes.isEmpty else { return [node(depth: depth)] }
    let index = number(0...nodes.count - 1)
    switch number(0...3) {
    case 0: nodes.remove(at: index)
    case 1: nodes.insert(node(depth: depth), at: index)
    default:
      if case .effect(var effect) = nodes[index], number(0...2) > 0 {
        effect.content = changed(effect.content, depth: depth - 1)
        nodes[index] = .effect(effect)
      } else {
        nodes[index] = node(depth: depth)
      }
    }
    return nodes
  }

  private mutating func node(depth: Int) -> Node {
    let frame = PixelRect(
      x: number(-4...56), y: number(-4...32), width: number(4...24), height: number(4...16))
    switch number(0...(depth > 0 ? 7 : 5)) {
    case 0, 1:
      let text = StyledText(string: "\(number(0...9))", font: "Sans 11", scale: 1, maxWidth: nil)
      return .text(TextNode(frame: frame, text: text, ink: .vibrant(.label)))
    case 2, 3: return .fill(FillNode(frame: frame, ink: .vibrant(fill())))
    case 4, 5:
      let ink: Ink = number(0...1) == 0 ? .vibrant(fill()) : .vibrant(.secondaryLabel)
      return .image(
        ImageNode(frame: frame, bitmap: Bitmap(size: PixelSize(width: 1, height: 1)), ink: ink))
    default:
      let content = (0..<number(1...3)).map { _ in node(depth: depth - 1) }
      return .effect(EffectNode(frame: frame, material: nil, content: content))
    }
  }

  private mutating func fill() -> VibrancyEffect.Style {
    [.fill, .secondaryFill, .tertiaryFill][number(0...2)]
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
