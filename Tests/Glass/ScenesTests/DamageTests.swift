import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@Suite struct DamageTests {
  @Test func `equal scenes need no drawing`() {
    let scene = scene([item("a", at: PixelRect(x: 1, y: 1, width: 5, height: 5))])
    #expect(scene.damage(since: scene) == [])
  }

  @Test func `the first scene is drawn whole`() {
    #expect(scene([]).damage(since: nil) == [PixelRect(PixelSize(width: 40, height: 12))])
  }

  @Test func `another size or material is drawn whole`() {
    var wider = scene([])
    wider.size.width = 50
    var lighter = scene([])
    lighter = Scene(size: lighter.size, material: Self.light)
    #expect(wider.damage(since: scene([])) == [PixelRect(wider.size)])
    #expect(lighter.damage(since: scene([])) == [PixelRect(lighter.size)])
  }

  @Test func `a changed text damages its place alone`() {
    let kept = item("kept", at: PixelRect(x: 20, y: 2, width: 10, height: 8))
    let frame = PixelRect(x: 2, y: 2, width: 10, height: 8)
    let old = scene([item("09:41", at: frame), kept])
    #expect(scene([item("09:42", at: frame), kept]).damage(since: old) == [frame])
  }

  @Test func `nothing outside the surface is damaged`() {
    let outside = item("a", at: PixelRect(x: 38, y: -3, width: 10, height: 8))
    #expect(scene([outside]).damage(since: scene([])) == [PixelRect(x: 38, y: 0, width: 2, height: 5)])
    let far = item("a", at: PixelRect(x: 50, y: 0, width: 10, height: 8))
    #expect(scene([far]).damage(since: scene([])) == [])
  }

  @Test func `a text that comes to lie above another is drawn again`() {
    let a = item("a", at: PixelRect(x: 0, y: 0, width: 8, height: 8))
    let b = item("b", at: PixelRect(x: 4, y: 0, width: 8, height: 8))
    #expect(!scene([b, a]).damage(since: scene([a, b])).isEmpty)
    #expect(!scene([a, a]).damage(since: scene([a])).isEmpty)
  }

  @Test(arguments: DailySeeds.first(200) as [Int])
  func `damage covers every changed pixel, at no more cost than the changes`(
    seed: Int
  ) {
    var random = SplitMix(seed: UInt64(seed))
    let pool = (0..<6).map { _ in randomItem(&random) }
    let old = scene(randomItems(of: pool, &random))
    let new = scene(randomItems(of: pool, &random))
    let damage = new.damage(since: old)
    let before = painted(old)
    let after = painted(new)
    for y in 0..<new.size.height {
      for x in 0..<new.size.width where before[y][x] != after[y][x] {
        #expect(damage.contains { $0.contains(PixelRect(x: x, y: y, width: 1, height: 1)) }, "\(x), \(y)")
      }
    }
    let everything = (old.texts + new.texts).reduce(0) { $0 + $1.frame.area }
    #expect(damage.reduce(0) { $0 + $1.area } <= everything)
    #expect(damage.allSatisfy { PixelRect(new.size).contains($0) && !$0.isEmpty })
  }

  @Test func `a sheet that changes is drawn with its shadow, and nothing else is`() {
    let sheet = EffectNode(
      frame: PixelRect(x: 10, y: 10, width: 20, height: 10), material: Self.light,
      shadows: [Shadow(sigma: 2, offsetY: 1, colour: [0, 0, 0, 1])])
    var faded = sheet
    faded.alpha = 0.5
    let size = PixelSize(width: 80, height: 60)
    let other = Node.fill(FillNode(frame: PixelRect(x: 60, y: 40, width: 5, height: 5), ink: .vibrant(.fill)))
    let old = Scene(size: size, nodes: [.effect(sheet), other])
    let new = Scene(size: size, nodes: [.effect(faded), other])
    #expect(new.damage(since: old) == [PixelRect(x: 4, y: 5, width: 32, height: 22)])
    #expect(old.damage(since: old) == [])
  }

  @Test func `what changes in a sheet's content is drawn alone, as far as the sheet shows it`() {
    func scene(_ x: Int) -> Scene {
      let fill = FillNode(frame: PixelRect(x: x, y: 12, width: 4, height: 4), ink: .vibrant(.fill))
      let sheet = EffectNode(
        frame: PixelRect(x: 10, y: 10, width: 20, height: 10), material: Self.light, corners: Corners(4),
        content: [.fill(fill)])
      return Scene(size: PixelSize(width: 80, height: 60), nodes: [.effect(sheet)])
    }
    #expect(
      scene(28).damage(since: scene(12)) == [
        PixelRect(x: 12, y: 12, width: 4, height: 4), PixelRect(x: 28, y: 12, width: 2, height: 4),
      ])
  }

  @Test func `glass over what changes is drawn again, glass under it is not`() {
    func sheet(_ x: Int) -> Node {
      .effect(EffectNode(frame: PixelRect(x: x, y: 30, width: 10, height: 10), material: Self.light))
    }
    func scene(_ x: Int) -> Scene {
      let below = FillNode(frame: PixelRect(x: x, y: 2, width: 4, height: 4), ink: .colour(.one))
      let nested = EffectNode(
        frame: PixelRect(x: 0, y: 0, width: 80, height: 60), material: Self.light,
        content: [sheet(0), .fill(below), sheet(40)])
      return Scene(size: PixelSize(width: 80, height: 60), nodes: [.effect(nested)])
    }
    let damage = scene(20).damage(since: scene(10))
    #expect(damage.contains(PixelRect(x: 40, y: 30, width: 10, height: 10)))
    #expect(!damage.contains { $0.intersects(PixelRect(x: 0, y: 30, width: 10, height: 10)) })
  }

  @Test func `glass over something that goes is drawn again, whatever its place was`() {
    let below = Node.fill(FillNode(frame: PixelRect(x: 4, y: 4, width: 20, height: 20), ink: .colour(.one)))
    let beside = Node.fill(FillNode(frame: PixelRect(x: 70, y: 2, width: 4, height: 4), ink: .colour(.one)))
    var effect = EffectNode(frame: PixelRect(x: 10, y: 10, width: 40, height: 40), material: Self.light)
    func damage(_ old: [Node], _ new: [Node]) -> [PixelRect] {
      let size = PixelSize(width: 80, height: 60)
      return Scene(size: size, nodes: new).damage(since: Scene(size: size, nodes: old))
    }
    let glass = Node.effect(effect)
    #expect(damage([below, glass], [glass]).contains { $0.contains(effect.frame) })
    #expect(damage([below, glass], [glass, below]).contains { $0.contains(effect.frame) })
    #expect(damage([beside, below, glass], [below, glass]).contains { $0.contains(effect.frame) })
    // A node above the glass, or far from it, does not show through.
    #expect(damage([glass, below], [glass]) == [PixelRect(x: 4, y: 4, width: 20, height: 20)])
    #expect(damage([beside, glass], [glass]) == [PixelRect(x: 70, y: 2, width: 4, height: 4)])
    effect.isApart = true
    #expect(
      damage([below, .effect(effect)], [.effect(effect)]) == [PixelRect(x: 4, y: 4, width: 20, height: 20)])
  }

  @Test(arguments: [(Ink.vibrant(.fill), nil), (.colour([1, 0, 0, 0.5]), FillNode.Limit.ofGlass)])
  func `ink beside a fill that changes is drawn again`(ink: Ink, limit: FillNode.Limit?) {
    var fill = FillNode(frame: PixelRect(x: 2, y: 2, width: 10, height: 8), ink: ink)
    fill.limit = limit
    let text = item("a", at: PixelRect(x: 10, y: 2, width: 12, height: 8))
    let far = item("b", at: PixelRect(x: 30, y: 2, width: 5, height: 8))
    let size = PixelSize(width: 40, height: 12)
    let old = Scene(size: size, nodes: [.fill(fill), .text(text), .text(far)])
    let new = Scene(size: size, nodes: [.text(text), .text(far)])
    #expect(new.damage(since: old) == [PixelRect(x: 2, y: 2, width: 20, height: 8)])
  }

  @Test func `ink in an effect without a material is drawn again beside a fill that changes`() {
    let fill = FillNode(frame: PixelRect(x: 2, y: 2, width: 10, height: 8), ink: .vibrant(.fill))
    let text = item("a", at: PixelRect(x: 13, y: 2, width: 12, height: 8))
    let far = item("b", at: PixelRect(x: 30, y: 2, width: 5, height: 8))
    let inner = EffectNode(
      frame: PixelRect(x: 13, y: 0, width: 10, height: 12), material: nil, content: [.text(text)])
    let group = EffectNode(
      frame: PixelRect(x: 13, y: 0, width: 27, height: 12), material: nil, alpha: 0.5,
      content: [.effect(inner), .text(far)])
    let size = PixelSize(width: 40, height: 12)
    let old = Scene(size: size, nodes: [.fill(fill), .effect(group)])
    let new = Scene(size: size, nodes: [.effect(group)])
    #expect(
      new.damage(since: old) == [
        PixelRect(x: 2, y: 2, width: 10, height: 8), PixelRect(x: 13, y: 2, width: 10, height: 8),
      ])
  }

  @Test func `ink beside a light that comes is drawn again`() {
    let fill = FillNode(frame: PixelRect(x: 2, y: 2, width: 10, height: 8), ink: .vibrant(.tertiaryFill))
    let light = ImageNode(
      frame: PixelRect(x: 0, y: 0, width: 20, height: 12),
      bitmap: Bitmap(size: PixelSize(width: 1, height: 1)),
      ink: .vibrant(.fill))
    let clipped = EffectNode(frame: fill.frame, material: nil, content: [.image(light)])
    let text = item("a", at: PixelRect(x: 10, y: 2, width: 12, height: 8))
    let size = PixelSize(width: 40, height: 12)
    let old = Scene(size: size, nodes: [.fill(fill), .text(text)])
    let new = Scene(size: size, nodes: [.fill(fill), .effect(clipped), .text(text)])
    #expect(new.damage(since: old) == [PixelRect(x: 2, y: 2, width: 20, height: 8)])
  }

  @Test func `vibrant fills on one that changes, and those below it, are drawn again`() {
    func fill(_ x: Int, width: Int, _ style: VibrancyEffect.Style = .fill) -> Node {
      .fill(FillNode(frame: PixelRect(x: x, y: 2, width: width, height: 8), ink: .vibrant(style)))
    }
    let size = PixelSize(width: 60, height: 12)
    let (ground, beside) = (fill(2, width: 30), fill(40, width: 8))
    let old = Scene(size: size, nodes: [ground, fill(4, width: 8), beside])
    let new = Scene(
      size: size, nodes: [ground, fill(4, width: 8), beside, fill(20, width: 20, .tertiaryFill)])
    let damage = new.damage(since: old)
    let whole = PixelRect(x: 2, y: 2, width: 38, height: 8)
    #expect(damage.reduce(.empty) { $0.union($1) } == whole, "\(damage)")
    let line = Node.fill(FillNode(frame: PixelRect(x: 20, y: 2, width: 1, height: 8), ink: .colour(.one)))
    #expect(
      Scene(size: size, nodes: [ground, line]).damage(since: Scene(size: size, nodes: [ground]))
        == [PixelRect(x: 20, y: 2, width: 1, height: 8)])
  }

  @Test func `ink beside a fill is drawn again when a fill below that one goes`() {
    func fill(_ x: Int, width: Int) -> Node {
      .fill(FillNode(frame: PixelRect(x: x, y: 2, width: width, height: 8), ink: .vibrant(.fill)))
    }
    // The text touches the upper fill alone.
    let upper = fill(8, width: 12)
    let text = item("a", at: PixelRect(x: 21, y: 2, width: 8, height: 8))
    let far = item("b", at: PixelRect(x: 32, y: 2, width: 5, height: 8))
    let size = PixelSize(width: 40, height: 12)
    let old = Scene(size: size, nodes: [fill(2, width: 10), upper, .text(text), .text(far)])
    let new = Scene(size: size, nodes: [upper, .text(text), .text(far)])
    let damage = new.damage(since: old)
    let whole = PixelRect(x: 2, y: 2, width: 27, height: 8)
    #expect(damage.reduce(.empty) { $0.union($1) } == whole, "\(damage)")
    #expect(damage.contains { $0.contains(text.frame) })
  }

  static let light = Material(name: "light", isDark: false, blurRadius: 20, chain: .identity)

  private func scene(_ items: [TextNode]) -> Scene {
    let dark = Material(name: "dark", isDark: true, blurRadius: 20, chain: .identity)
    return Scene(size: PixelSize(width: 40, height: 12), material: dark, content: items.map(Node.text))
  }

  private func item(_ string: String, at frame: PixelRect) -> TextNode {
    TextNode(
      frame: frame, text: StyledText(string: string, font: "Inter 11", scale: 1, maxWidth: nil),
      ink: .vibrant(.label))
  }

  private func randomItem(_ random: inout SplitMix) -> TextNode {
    item(
      "\(Int.random(in: 0..<3, using: &random))",
      at: PixelRect(
        x: .random(in: -4..<40, using: &random), y: .random(in: -4..<12, using: &random),
        width: .random(in: 0..<12, using: &random), height: .random(in: 0..<8, using: &random)))
  }

  private func randomItems(of pool: [TextNode], _ random: inout SplitMix) -> [TextNode] {
    (0..<Int.random(in: 0..<6, using: &random)).map { _ in pool.randomElement(using: &random)! }
  }

  /// The texts on each pixel, the lowest first: text is translucent, so every layer counts.
  private func painted(_ scene: Scene) -> [[[TextNode]]] {
    var grid = [[[TextNode]]](
      repeating: [[TextNode]](repeating: [], count: scene.size.width), count: scene.size.height)
    for item in scene.texts {
      let frame = item.frame.intersection(PixelRect(scene.size))
      for y in frame.y..<frame.maxY {
        for x in frame.x..<frame.maxX { grid[y][x].append(item) }
      }
    }
    return grid
  }
}
