import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite struct PaintPlanTests {
  private static let frame = PixelRect(x: 0, y: 0, width: 60, height: 30)
  private static let material = Material(name: "test", isDark: true, blurRadius: 20, chain: .identity)

  private static func text(_ x: Int, y: Int = 10) -> Node {
    .text(
      TextNode(
        frame: PixelRect(x: x, y: y, width: 8, height: 8),
        text: StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label)))
  }

  private static func sheet(_ change: (inout EffectNode) -> Void = { _ in }) -> Node {
    var effect = EffectNode(
      frame: PixelRect(x: 4, y: 4, width: 40, height: 20), material: material, content: [text(10)])
    change(&effect)
    return .effect(effect)
  }

  /// The names of a plan's steps, with the glass that they use.
  private static func steps(
    _ nodes: [Node], sheets: Set<Int> = [], in rect: PixelRect = frame, edges: [PixelRect] = []
  ) throws -> [String] {
    let ground = InkGround(isDark: true, legibility: .off, finish: nil)
    let surface = PaintPlan.Surface(
      frame: frame, scale: 1, range: .full,
      sheets: Dictionary(uniqueKeysWithValues: sheets.map { ($0, ground) }))
    let plan = try PaintPlan(Scene(size: frame.size, nodes: nodes), in: [rect], on: surface) { _ in
      edges
    }
    func name(_ key: GlassKey?) -> String {
      switch key {
      case nil: ""
      case .sheet(let index): " sheet \(index)"
      case .nested(let number): " nested \(number)"
      }
    }
    return plan.steps.map { step in
      switch step {
      case .ink(_, _, let key, _): "ink" + name(key)
      case .picture: "picture"
      case .glass(let key, _, _): "glass" + name(key)
      case .line(_, let width, .all, _, _): "line \(width)"
      case .line(_, let width, .light(let light, let fades), _, _):
        "\(light == .key ? "key" : "fill") \(width)" + (fades ? " fading" : "")
      case .shadow: "shadow"
      case .nestedGlass(let key, _): "make" + name(key)
      case .beginGroup(_, let key): "begin" + name(key)
      case .endGroup: "end"
      }
    }
  }

  @Test(arguments: [(nil, ["key 1.0", "fill 1.0"]), (1.25, ["key 1.25 fading", "fill 1.25 fading"])])
  func `a sheet is painted from its shadow to the light on its border`(
    depth: Double?, lights: [String]
  ) throws {
    let sheet = Self.sheet {
      $0.shadows = [Shadow(sigma: 2, colour: [0, 0, 0, 0.5])]
      $0.border = Border(
        width: 1, colour: [1, 1, 1, 0.5], rim: [1, 1, 1, 0.2], lowerRim: [1, 1, 1, 0.1], lightDepth: depth)
    }
    #expect(
      try Self.steps([Self.text(50), sheet], sheets: [1])
        == ["ink", "shadow", "glass sheet 1", "ink sheet 1", "line 1.0"] + lights)
  }

  @Test func `a border that cannot be seen takes no pass`() throws {
    let sheet = Self.sheet { $0.border = Border(width: 1, colour: [1, 1, 1, 0]) }
    #expect(try Self.steps([sheet], sheets: [0]) == ["glass sheet 0", "ink sheet 0"])
  }

  @Test func `a border is left out where glass of another surface joins the sheet`() throws {
    let gap = PixelRect(x: 10, y: 20, width: 12, height: 8)
    let sheet = Self.sheet {
      $0.border = Border(width: 1, colour: [1, 1, 1, 0.5], rim: [1, 1, 1, 0.2])
      $0.borderGaps = [gap]
    }
    let ground = InkGround(isDark: true, legibility: .off, finish: nil)
    let surface = PaintPlan.Surface(frame: Self.frame, scale: 1, range: .full, sheets: [0: ground])
    let plan = try PaintPlan(Scene(size: Self.frame.size, nodes: [sheet]), in: [Self.frame], on: surface) {
      _ in []
    }
    let lines = plan.steps.compactMap { step -> [PixelRect]? in
      if case .line(_, _, _, _, let rects) = step { rects } else { nil }
    }
    let painted = PixelRect(x: 4, y: 4, width: 40, height: 20)
    #expect(lines.count == 2)
    for rects in lines {
      #expect(!rects.contains { $0.intersects(gap) })
      #expect(rects.reduce(0) { $0 + $1.area } == painted.area - painted.intersection(gap).area)
    }
  }

  @Test func `faded sheets and content at a clip's edge are painted apart`() throws {
    let apart = ["begin sheet 0", "ink sheet 0", "end"]
    #expect(try Self.steps([Self.sheet { $0.alpha = 0.5 }], sheets: [0]) == apart)
    let edge = PixelRect(x: 4, y: 4, width: 10, height: 10)
    #expect(try Self.steps([Self.sheet()], sheets: [0], edges: [edge]) == apart)
    let corner = PixelRect(x: 4, y: 4, width: 4, height: 4)
    #expect(
      try Self.steps([Self.sheet()], sheets: [0], edges: [corner]) == ["glass sheet 0", "ink sheet 0"])
    #expect(try Self.steps([Self.sheet { $0.alpha = 0 }], sheets: [0]) == [])
  }

  @Test func `glass that is no sheet is made of what lies below it`() throws {
    let inner = Self.sheet { $0.content = [Self.sheet { $0.content = [] }] }
    #expect(
      try Self.steps([Self.text(6), inner])
        == ["ink", "make nested 0", "glass nested 0", "make nested 1", "glass nested 1"])
  }

  @Test func `only nodes in the rectangle are painted`() throws {
    let left = PixelRect(x: 0, y: 0, width: 20, height: 30)
    #expect(try Self.steps([Self.text(6), Self.text(40)], in: left) == ["ink"])
    let image = ImageNode(
      frame: PixelRect(x: 2, y: 2, width: 4, height: 4), bitmap: Bitmap(size: PixelSize(width: 4, height: 4)),
      ink: nil)
    var template = image
    template.ink = .vibrant(.label)
    #expect(try Self.steps([.image(image), .image(template)], in: left) == ["picture", "ink"])
  }

  /// A surface whose first sheet keeps text on it legible.
  private static func legible() throws -> PaintPlan.Surface {
    let bounds = try #require(Legibility.standard.bounds(isDark: true, range: .full))
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: 0.3)
    let ground = InkGround(isDark: true, legibility: .standard, finish: finish)
    return PaintPlan.Surface(frame: frame, scale: 1, range: .full, sheets: [0: ground])
  }

  @Test func `text near a vibrant fill stays legible over it`() throws {
    let surface = try Self.legible()
    let fill = FillNode(frame: PixelRect(x: 8, y: 8, width: 4, height: 4), ink: .vibrant(.fill))
    let sheet = EffectNode(
      frame: Self.frame, material: Self.material,
      content: [.fill(fill), Self.text(13), Self.text(40)])
    let plan = try PaintPlan(contentOf: sheet, at: 0, in: [Self.frame], on: surface) { _ in [] }
    let isOverFill = plan.steps.map { step -> Bool? in
      if case .ink(_, let figures, .sheet(0), _) = step { return figures.fill != nil }
      return nil
    }
    #expect(isOverFill == [false, true, false])
  }

  @Test func `a vibrant fill that is not seen changes no text`() throws {
    let surface = try Self.legible()
    let fill = FillNode(frame: PixelRect(x: 40, y: 8, width: 4, height: 4), ink: .vibrant(.fill))
    let clip = EffectNode(
      frame: PixelRect(x: 0, y: 0, width: 20, height: 20), material: nil,
      content: [.fill(fill), Self.text(0, y: 0), Self.text(10)])
    let sheet = EffectNode(frame: Self.frame, material: Self.material, content: [.effect(clip)])
    let plan = try PaintPlan(contentOf: sheet, at: 0, in: [Self.frame], on: surface) { _ in [] }
    let inks = plan.steps.compactMap { step -> InkFigures? in
      if case .ink(_, let figures, .sheet(0), _) = step { figures } else { nil }
    }
    #expect(inks.map { $0.fill?.level } == [nil, nil])
  }

  @Test(arguments: [true, false])
  func `a vibrant fill on another keeps to the limit of fills, and that leaves it room`(isDark: Bool) throws {
    let bounds = try #require(Legibility.standard.bounds(isDark: isDark, range: .full))
    let level = VibrancyEffect.Style.fill.level(isDark: isDark)
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: level)
    let ground = InkGround(isDark: isDark, legibility: .standard, finish: finish)
    let surface = PaintPlan.Surface(frame: Self.frame, scale: 1, range: .full, sheets: [0: ground])
    let (outer, inner) = (
      PixelRect(x: 2, y: 4, width: 40, height: 20), PixelRect(x: 8, y: 8, width: 20, height: 12)
    )
    let fills = [outer, inner].map { Node.fill(FillNode(frame: $0, ink: .vibrant(.fill))) }
    let material = Material(name: "test", isDark: isDark, blurRadius: 20, chain: .identity)
    let sheet = EffectNode(
      frame: Self.frame, material: material, content: fills + [Self.text(13), Self.text(30)])
    let plan = try PaintPlan(
      Scene(size: Self.frame.size, nodes: [.effect(sheet)]), in: [Self.frame], on: surface
    ) { _ in [] }
    let figures = plan.steps.compactMap { step -> InkFigures? in
      if case .ink(_, let figures, _, _) = step { figures } else { nil }
    }
    try #require(figures.count == 4)
    func grey(_ figures: InkFigures) -> Double { Luminance.encoded(figures.limit.summand) }
    let (glass, limit) = (Luminance.encoded(finish.luminance), Luminance.encoded(finish.fillLuminance))
    #expect(abs(grey(figures[0]) - (glass + limit) / 2) < 1e-9)
    #expect(figures[0].level == level && figures[0].opacity == 1)
    // At their limits, the colour of the inner fill, mixed with the outer one, is the limit of fills.
    let mixed = grey(figures[0]) * (1 - level) + grey(figures[1]) * level
    #expect(figures[1].level == 1 && figures[1].opacity == level && abs(mixed - limit) < 1e-9)
    #expect(abs((figures[2].fill?.level ?? 0) - (1 - (1 - level) * (1 - level))) < 1e-9)
    #expect(figures[3].fill?.level == level)
  }

  @Test func `text near a fill with the shape of a picture stays legible over it`() throws {
    let bounds = try #require(Legibility.standard.bounds(isDark: true, range: .full))
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: 0.36)
    let ground = InkGround(isDark: true, legibility: .standard, finish: finish)
    let surface = PaintPlan.Surface(frame: Self.frame, scale: 1, range: .full, sheets: [0: ground])
    let glow = ImageNode(
      frame: PixelRect(x: 0, y: 0, width: 60, height: 30),
      bitmap: Bitmap(size: PixelSize(width: 4, height: 4)),
      ink: .vibrant(.fill))
    let clip = EffectNode(
      frame: PixelRect(x: 8, y: 8, width: 12, height: 12), material: nil, content: [.image(glow)])
    let sheet = EffectNode(
      frame: Self.frame, material: Self.material,
      content: [.effect(clip), Self.text(13), Self.text(40)])
    let plan = try PaintPlan(contentOf: sheet, at: 0, in: [Self.frame], on: surface) { _ in [] }
    let inks = plan.steps.compactMap { step -> InkFigures? in
      if case .ink(_, let figures, .sheet(0), _) = step { figures } else { nil }
    }
    #expect(inks.map { $0.fill?.level } == [nil, VibrancyEffect.Style.fill.level(isDark: true), nil])
    // A fill is darkened on dark glass where it would be too light for text.
    #expect(inks.map(\.side) == [-1, 1, 1])
  }

  @Test(arguments: [0, 0.5, 1], [0, 30])
  func `text near a fill in a group takes as much of the fill into account as is seen`(
    alpha: Double, left: Int
  ) throws {
    let bounds = try #require(Legibility.standard.bounds(isDark: true, range: .full))
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: 0.36)
    let ground = InkGround(isDark: true, legibility: .standard, finish: finish)
    let surface = PaintPlan.Surface(frame: Self.frame, scale: 1, range: .full, sheets: [0: ground])
    let frames = (
      still: PixelRect(x: 0, y: 4, width: 40, height: 20), own: PixelRect(x: 8, y: 8, width: 12, height: 12)
    )
    let group = EffectNode(
      frame: frames.own, material: nil, alpha: alpha,
      content: [.fill(FillNode(frame: frames.own, ink: .vibrant(.fill)))])
    let still = Node.fill(FillNode(frame: frames.still, ink: .vibrant(.tertiaryFill)))
    let (fill, below) = (
      VibrancyEffect.Style.fill.level(isDark: true), VibrancyEffect.Style.tertiaryFill.level(isDark: true)
    )
    // The group itself lies outside of the part that is painted, if that begins at 30.
    let part = PixelRect(x: left, y: 0, width: Self.frame.width - left, height: 30)
    let text = Node.text(
      TextNode(
        frame: PixelRect(x: 10, y: 10, width: 40, height: 8),
        text: StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label)))
    func level(_ content: [Node]) throws -> Double? {
      let sheet = EffectNode(frame: Self.frame, material: Self.material, content: content)
      let plan = try PaintPlan(contentOf: sheet, at: 0, in: [part], on: surface) { _ in [] }
      guard case .ink(.text, let figures, _, _)? = plan.steps.last else { return nil }
      return figures.fill?.level ?? 0
    }
    let alone = try #require(try level([.effect(group), text]))
    #expect(abs(alone - fill * alpha) < 1e-9)
    let stacked = try #require(try level([still, .effect(group), text]))
    #expect(abs(stacked - (below + (1 - below) * fill * alpha)) < 1e-9)
  }

  @Test func `a vibrant fill leaves room to one on it as far as that is seen`() throws {
    let surface = try Self.legible()
    let frame = PixelRect(x: 2, y: 4, width: 40, height: 20)
    let fill = Node.fill(FillNode(frame: frame, ink: .vibrant(.fill)))
    /// The limit of the lower fill, as a grey.
    func grey(_ alpha: Double) throws -> Double {
      let group = EffectNode(frame: frame, material: nil, alpha: alpha, content: [fill])
      let sheet = EffectNode(frame: Self.frame, material: Self.material, content: [fill, .effect(group)])
      let plan = try PaintPlan(contentOf: sheet, at: 0, in: [Self.frame], on: surface) { _ in [] }
      guard case .ink(_, let figures, _, _)? = plan.steps.first else { return -1 }
      return Luminance.encoded(figures.limit.summand)
    }
    let (none, whole) = (try grey(0), try grey(1))
    #expect(none - whole > 0.01)
    for alpha in [0.001, 0.25, 0.5, 0.999] {
      #expect(abs(try grey(alpha) - (none + (whole - none) * alpha)) < 1e-9)
    }
  }

  @Test(arguments: [FillNode.Limit.ofGlass, .atMost(0.1), .atLeast(0.5)])
  func `a colour that fades keeps to its limit, which texts on it know`(limit: FillNode.Limit) throws {
    let surface = try Self.legible()
    let finish = try #require(surface.sheets[0]?.finish)
    var fill = FillNode(
      frame: PixelRect(x: 8, y: 8, width: 14, height: 12), ink: .colour([0.2, 0.4, 1, 0.3]))
    fill.limit = limit
    let sheet = EffectNode(
      frame: Self.frame, material: Self.material, content: [.fill(fill), Self.text(13), Self.text(40)])
    let plan = try PaintPlan(contentOf: sheet, at: 0, in: [Self.frame], on: surface) { _ in [] }
    let figures = plan.steps.compactMap { step -> InkFigures? in
      if case .ink(_, let figures, .sheet(0), _) = step { figures } else { nil }
    }
    try #require(figures.count == 3)
    let (luminance, side) =
      switch limit {
      case .ofGlass: (finish.fillLuminance, -1.0)
      case .atMost(let most): (most, -1.0)
      case .atLeast(let least): (least, 1.0)
      }
    #expect(figures[0].level == 0.3 && figures[0].side == side && figures[0].limit == (0, luminance))
    let below = try #require(figures[1].fill)
    #expect(below.level == 0.3 && below.matrix == nil && below.bias == [0.2, 0.4, 1])
    #expect(below.luminance == luminance && below.side == side && figures[2].fill == nil)
  }

  @Test(arguments: [true, false])
  func `a colour that fades on a vibrant fill is mixed with that`(isDark: Bool) throws {
    let bounds = try #require(Legibility.standard.bounds(isDark: isDark, range: .full))
    let finish = LegibilityFigures(bounds, opaque: bounds, fillLevel: 0.3)
    let ground = InkGround(isDark: isDark, legibility: .standard, finish: finish)
    let surface = PaintPlan.Surface(frame: Self.frame, scale: 1, range: .full, sheets: [0: ground])
    let below = FillNode(frame: PixelRect(x: 2, y: 4, width: 40, height: 20), ink: .vibrant(.fill))
    let place = PixelRect(x: 8, y: 8, width: 14, height: 12)
    var fill = FillNode(frame: place, ink: .colour([0.2, 0.4, 1, 0.4]))
    fill.limit = .ofGlass
    let material = Material(name: "test", isDark: isDark, blurRadius: 20, chain: .identity)
    let sheet = EffectNode(
      frame: Self.frame, material: material, content: [.fill(below), .fill(fill), Self.text(13)])
    let plan = try PaintPlan(contentOf: sheet, at: 0, in: [Self.frame], on: surface) { _ in [] }
    let figures = plan.steps.compactMap { step -> InkFigures? in
      if case .ink(_, let figures, .sheet(0), _) = step { figures } else { nil }
    }
    try #require(figures.count == 3)
    #expect(figures[1].level == 1 && figures[1].opacity == 0.4)
    let limit = Luminance.encoded(finish.fillLuminance)
    let mixed = limit * 0.6 + Luminance.encoded(figures[1].limit.summand) * 0.4
    #expect(isDark ? mixed <= limit + 1e-9 : mixed >= limit)
    #expect(figures[2].fill?.level == 1 && figures[2].fill?.matrix == nil)
  }

  @Test(arguments: [false, true])
  func `faint ink is raised by the opacity of a colour that fades, not by that of other fills`(isOnFill: Bool)
    throws
  {
    let surface = try Self.legible()
    let below = FillNode(frame: PixelRect(x: 2, y: 4, width: 40, height: 20), ink: .vibrant(.fill))
    var fill = FillNode(
      frame: PixelRect(x: 8, y: 8, width: 14, height: 12), ink: .colour([0.2, 0.4, 1, 0.4]))
    fill.limit = .ofGlass
    guard case .text(var text) = Self.text(13) else { throw Unexpected() }
    text.ink = .vibrant(.tertiaryLabel)
    let group = EffectNode(frame: fill.frame, material: nil, alpha: 0.5, content: [.fill(fill)])
    let sheet = EffectNode(
      frame: Self.frame, material: Self.material,
      content: (isOnFill ? [.fill(below)] : []) + [.effect(group), .text(text)])
    let plan = try PaintPlan(contentOf: sheet, at: 0, in: [Self.frame], on: surface) { _ in [] }
    guard case .ink(_, let figures, _, _)? = plan.steps.last else { throw Unexpected() }
    let ground = try #require(surface.sheets[0])
    let own = VibrancyEffect.Style.tertiaryLabel.level(isDark: true, legibility: ground.legibility)
    #expect(own < 1 && abs(figures.level - (own + (1 - own) * 0.2)) < 1e-9)
    #expect(figures.fill?.level == (isOnFill ? 1 : 0.2))
  }

  @Test func `a fill that fades over an opaque one leaves it opaque`() throws {
    let ground = try #require(Self.legible().sheets[0])
    let opaque = FillGround(level: 1, grey: 0.2, on: nil)
    let faded = FillGround(level: 0.4, grey: 0.3, on: opaque).faded(to: 0.5, over: opaque, on: ground)
    #expect(faded.level == 1 && abs(faded.grey - 0.25) < 1e-9)
  }

  private struct Unexpected: Error {}
}
