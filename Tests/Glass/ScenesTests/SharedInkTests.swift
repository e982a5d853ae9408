import Geometry
import Scenes
import Testing
import VisualEffects

struct SharedInkTests {
  private let frame = PixelRect(x: 0, y: 0, width: 20, height: 10)

  private func text(_ ink: Ink) -> Node {
    .text(
      TextNode(
        frame: frame, text: StyledText(string: "a", font: "Sans 11", scale: 1, maxWidth: nil), ink: ink))
  }

  private func sheet(_ content: [Node], isGlass: Bool = true) -> EffectNode {
    EffectNode(
      frame: frame, material: isGlass ? BlurEffect(style: .systemMaterial).material(isDark: true) : nil,
      content: content)
  }

  @Test func `sheets of a scene reserve the inks of all of them and those that may come`() {
    let red = Ink.colour([1, 0, 0, 1])
    let blue = Node.fill(FillNode(frame: frame, ink: .colour([0, 0, 1, 1])))
    let first = sheet([
      text(.vibrant(.secondaryLabel)), .effect(sheet([text(red), blue], isGlass: false)),
    ])
    // The glass on a sheet has a ground of its own.
    let second = sheet([
      .fill(FillNode(frame: frame, ink: .vibrant(.tertiaryFill))),
      .effect(sheet([text(.vibrant(.label))])),
    ])
    let group = sheet([.effect(second)], isGlass: false)
    let scene = Scene(size: frame.size, nodes: [.effect(first), .effect(group)])
    let inks: Set<Ink> = [.vibrant(.secondaryLabel), red, .vibrant(.tertiaryFill), .vibrant(.fill)]
    var (shared, other) = (first, second)
    (shared.reservedInks, other.reservedInks) = (inks, inks)
    let expected = Scene(
      size: frame.size, nodes: [.effect(shared), .effect(sheet([.effect(other)], isGlass: false))])
    #expect(scene.sharingInks(with: [.vibrant(.fill)]) == expected)
    #expect(expected.sharingInks(with: [.vibrant(.fill)]) == expected)
    let none = Scene(size: frame.size, nodes: [])
    #expect(none.sharingInks(with: inks) == none)
  }
}
