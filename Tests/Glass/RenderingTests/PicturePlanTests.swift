import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite struct PicturePlanTests {
  private static let frame = PixelRect(x: 0, y: 0, width: 40, height: 16)
  private static let text = TextNode(
    frame: PixelRect(x: 8, y: 4, width: 8, height: 4),
    text: StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))

  private static func sheet(_ frame: PixelRect = frame, content: [Node] = []) -> Node {
    let material = Material(name: "test", isDark: true, blurRadius: 20, chain: .identity)
    return .effect(EffectNode(frame: frame, material: material, legibility: .off, content: content))
  }

  private static func plan(_ nodes: [Node]) -> PicturePlan {
    let scene = Scene(size: frame.size, nodes: nodes)
    let sheets = SceneSheets(of: scene, .full, on: frame, scale: 1)
    return PicturePlan(of: [frame], scene, sheets, on: frame) {
      PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height + 1)
    }
  }

  @Test func `a sheet over the whole surface is painted where its content lies alone`() throws {
    let plan = Self.plan([Self.sheet(content: [.text(Self.text)])])
    let part = try #require(plan.parts.first)
    #expect(part.inked == [PixelRect(x: 8, y: 4, width: 8, height: 5)])
    #expect(part.bare.reduce(0) { $0 + $1.area } == Self.frame.area - 40)
    #expect(part.ground.isDark && part.ground.finish == nil)
    #expect(plan.rest.isEmpty && plan.painted.isEmpty)
  }

  @Test func `all nodes are painted beside a sheet`() throws {
    let plan = Self.plan([Self.sheet(PixelRect(x: 0, y: 0, width: 20, height: 16))])
    #expect(plan.rest == [PixelRect(x: 20, y: 0, width: 20, height: 16)])
    #expect(plan.painted == plan.rest)
  }

  @Test func `a border is painted with all nodes, also where its light reaches farther than its line`() throws
  {
    func bare(lightDepth: Double?) throws -> [PixelRect] {
      let material = Material(name: "test", isDark: true, blurRadius: 20, chain: .identity)
      let border = Border(width: 1, colour: .one, rim: .one, lightDepth: lightDepth)
      let sheet = EffectNode(
        frame: PixelRect(x: 0, y: 3, width: 40, height: 13), material: material, legibility: .off,
        border: border)
      return try #require(Self.plan([.effect(sheet)]).parts.first).bare
    }
    // These are whole blocks of 4 × 4 pixels.
    #expect(try bare(lightDepth: nil) == [PixelRect(x: 4, y: 4, width: 32, height: 8)])
    #expect(try bare(lightDepth: 1) == bare(lightDepth: nil))
    #expect(try bare(lightDepth: 1.25) == [PixelRect(x: 4, y: 8, width: 32, height: 4)])
  }

  @Test func `glass over other nodes has all of the surface painted`() {
    let inner = PixelRect(x: 10, y: 4, width: 8, height: 8)
    let plan = Self.plan([Self.sheet(PixelRect(x: 0, y: 0, width: 20, height: 16)), Self.sheet(inner)])
    #expect(plan.parts.count == 1)
    #expect(plan.painted == [Self.frame])
  }

  @Test func `nested glass is blurred for its place on the output, at least by the least live blur`() {
    var effect = EffectNode(
      frame: PixelRect(x: 4, y: 4, width: 8, height: 8),
      material: Material(name: "test", isDark: false, blurRadius: 1, chain: .identity))
    effect.legibility = .off
    let look = NestedLook(effect, on: PixelRect(x: 100, y: 50, width: 40, height: 16), scale: 2, range: .full)
    #expect(look.blur.frame == PixelRect(x: 104, y: 54, width: 8, height: 8))
    #expect(look.blur.look.plan.sigma == BlurPlan.minimumLiveSigma)
    #expect(!look.ground.isDark)
  }

  @Test(arguments: [false, true])
  func `glass is prepared for reserved ink as for ink that lies on it`(isDark: Bool) throws {
    let material = Material(name: "test", isDark: isDark, blurRadius: 20, chain: .identity)
    func finish(_ inks: [Ink], reserved: Set<Ink> = []) -> LegibilityFigures? {
      let content = inks.map { ink -> Node in
        var text = Self.text
        text.ink = ink
        return ink.isFill ? .fill(FillNode(frame: text.frame, ink: ink)) : .text(text)
      }
      var sheet = EffectNode(frame: Self.frame, material: material, content: content)
      sheet.reservedInks = reserved
      return sheet.finish(material, range: .full)
    }
    let plain = try #require(finish([.vibrant(.label)]))
    let inks: [Ink] = [
      .vibrant(.secondaryLabel), .vibrant(.fill), .colour(isDark ? [1, 0.3, 0.3, 1] : [0.7, 0, 0, 1]),
    ]
    for ink in inks {
      let lying = finish([.vibrant(.label), ink])
      #expect(lying != plain && finish([.vibrant(.label)], reserved: [ink]) == lying)
    }
    #expect(finish([.vibrant(.label)], reserved: [.vibrant(.label), .vibrant(.separator)]) == plain)
    // All sheets of a scene that shares its inks have one finish.
    let scene = Scene(
      size: Self.frame.size,
      nodes: inks.map { ink in
        var text = Self.text
        text.ink = ink
        return .effect(EffectNode(frame: Self.frame, material: material, content: [.text(text)]))
      })
    let looks = SceneSheets(of: scene.sharingInks(), .full, on: Self.frame, scale: 1).looks
    #expect(looks.count == 3 && looks.allSatisfy { $0 == looks[0] })
    #expect(looks[0].finish == finish(inks))
  }
}
