import Gallery
import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@Suite struct SpecimenTests {
  private static let figures = Dictionary(
    uniqueKeysWithValues: VibrancyEffect.Style.allCases.map { ($0, "4.50") })

  @Test(arguments: [0.5, 1, 1.5, 2])
  func `what a style is measured by lies where the whole sheet has it`(scale: Double) throws {
    let specimen = Specimen(
      material: Material(.systemMaterial, isDark: true), legibility: .standard, scale: scale,
      family: "DejaVu Sans")
    let whole = specimen.scene(figures: Self.figures, measurer: MonospaceMeasurer())
    let bare = specimen.bareScene(measurer: MonospaceMeasurer())
    let all = leaves(of: whole)
    let samples = specimen.samples(measurer: MonospaceMeasurer())
    #expect(samples.map(\.style) == VibrancyEffect.Style.allCases)
    for (style, sample) in samples {
      let nodes = leaves(of: sample)
      // A disc and a text, or a line.
      #expect(nodes.count == (style == .separator ? 1 : 2), "\(style)")
      #expect(nodes.allSatisfy(all.contains), "\(style)")
      #expect(sample.size == specimen.pixels)
    }
    #expect(leaves(of: bare).map(\.frame) == samples.dropLast().flatMap { leaves(of: $0.scene).map(\.frame) })
    #expect(whole.texts.count == 15)
    #expect(all.map(\.frame).allSatisfy { PixelRect(whole.size).contains($0) })
  }

  private func leaves(of scene: Scene) -> [Node] { scene.nodes.flatMap(leaves) }

  private func leaves(of node: Node) -> [Node] {
    if case .effect(let effect) = node { effect.content.flatMap(leaves) } else { [node] }
  }
}

extension Node {
  fileprivate var frame: PixelRect {
    switch self {
    case .effect(let effect): effect.frame
    case .text(let text): text.frame
    case .image(let image): image.frame
    case .fill(let fill): fill.frame
    }
  }
}
