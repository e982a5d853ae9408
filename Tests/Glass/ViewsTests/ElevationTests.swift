import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Views

struct ElevationTests {
  @Test(arguments: Elevation.allCases, [false, true])
  func `the shadows of a sheet end within their reach`(elevation: Elevation, isDark: Bool) {
    let reach = elevation.reach
    for shadow in elevation.shadows(isDark: isDark) {
      let spread = 3 * shadow.sigma
      #expect(spread + shadow.offsetX <= Double(reach.side))
      #expect(spread - shadow.offsetY <= Double(reach.top) && spread + shadow.offsetY <= Double(reach.bottom))
    }
  }

  @Test func `a tooltip floats half as high as a panel`() {
    for (low, raised) in zip(Elevation.low.shadows(isDark: true), Elevation.raised.shadows(isDark: true)) {
      #expect(2 * low.sigma == raised.sigma && 2 * low.offsetY == raised.offsetY)
      #expect(2 * low.colour.w == raised.colour.w)
    }
  }

  @Test func `glass that bends its backdrop is lit from above and, less, from below`() throws {
    for style in [BlurEffect.Style.glassDark, .glassLight] {
      let border = Elevation.raised.border(of: Material(style, isDark: true))
      let (upper, lower) = (try #require(border.rim), try #require(border.lowerRim))
      #expect(upper.w > lower.w && lower.w > 0)
    }
    #expect(Elevation.raised.border(of: Material(.dark, isDark: true)).lowerRim == nil)
  }

  @Test(arguments: [Material(.dark, isDark: true), Material(.glassLight, isDark: false)])
  func `the relief of a material weakens the edge and the shadows of its sheets, down to none`(
    material: Material
  ) {
    func sheet(rim: Double, shadow: Double) -> GlassSheet {
      var material = material
      (material.relief.rim, material.relief.shadow) = (rim, shadow)
      return GlassSheet(BlurEffect(material: material)).elevated(.raised, isDark: material.isDark)
    }
    let (whole, half) = (sheet(rim: 1, shadow: 1), sheet(rim: 0.5, shadow: 0.5))
    #expect(whole.shadows == Elevation.raised.shadows(isDark: material.isDark))
    #expect(half.shadows.map(\.colour.w) == whole.shadows.map { $0.colour.w / 2 })
    #expect(half.border?.rim?.w == whole.border?.rim.map { $0.w / 2 })
    #expect(half.border?.lowerRim?.w == whole.border?.lowerRim.map { $0.w / 2 })
    guard case .mark(let faint)? = half.border?.ink, case .mark(let full)? = whole.border?.ink else {
      Issue.record("another ink")
      return
    }
    #expect(faint == full / 2)
    let scene = layout(
      Spacer().frame(width: 60, height: 40).glass(sheet(rim: 0, shadow: 0)), in: Proposal(),
      environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer()
    ).scene
    guard case .effect(let none)? = scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    #expect(none.border == nil && none.shadows.isEmpty)
  }

  @Test func `the border of a material replaces the edge of an elevation, and an ink alone does not`() {
    func border(_ overrides: MaterialOverrides) -> ViewBorder? {
      let effect = BlurEffect(style: .systemMaterial, name: "mine", overrides: overrides)
      return GlassSheet(effect).elevated(.raised, isDark: true).border
    }
    let red = SIMD4<Double>(1, 0, 0, 1)
    let plain = Elevation.raised.border(isDark: true)
    #expect(border(MaterialOverrides(ink: red)) == plain && plain.rim != nil)
    #expect(
      border(MaterialOverrides(borderWidth: 3, borderColour: red)) == ViewBorder(width: 3, ink: .colour(red)))
    #expect(border(MaterialOverrides(borderColour: red)) == ViewBorder(width: 1, ink: .colour(red)))
    #expect(border(MaterialOverrides(borderWidth: 0))?.width == 0)
  }

  @Test(
    arguments: [
      (EdgeStyle.unlit, BlurEffect.Style.dark, 1.0, [1, 1, 1, 0.12]),
      (.unlit, .glassLight, 1, [0, 0, 0, 0.06]),
      (.stroked, .dark, 1, [1, 1, 1, 1]), (.stroked, .glassLight, 2, [0, 0, 0, 1]),
    ] as [(EdgeStyle, BlurEffect.Style, Double, SIMD4<Double>)])
  func `an edge that catches light has the look that people need`(
    edge: EdgeStyle, style: BlurEffect.Style, scale: Double, colour: SIMD4<Double>
  ) {
    func border(_ change: (inout GlassSheet) -> Void) -> Border? {
      let isDark = Material(style, isDark: true).isDark
      var sheet = GlassSheet(BlurEffect(style: style)).elevated(.raised, isDark: isDark)
      change(&sheet)
      var environment = ViewEnvironment(scale: scale)
      environment.edge = edge
      let scene = layout(
        Spacer().frame(width: 60, height: 40).glass(sheet), in: Proposal(), environment: environment,
        measurer: MonospaceMeasurer()
      ).scene
      guard case .effect(let node)? = scene.nodes.first else { return nil }
      return node.border
    }
    let wanted = Border(width: scale, colour: colour)
    #expect(border { _ in } == wanted)
    #expect(border { ($0.border, $0.hasRim) = (nil, true) } == wanted)
    // Lines without light are those that somebody has chosen.
    #expect(border { $0.border = ViewBorder.none } == nil)
    let own = ViewBorder(width: 3, ink: .colour([1, 0, 0, 0.5]))
    #expect(border { $0.border = own } == Border(width: 3 * scale, colour: [1, 0, 0, 0.5]))
  }

  @Test func `a stroke has the colour of the ink of texts, opaque`() {
    var environment = ViewEnvironment(scale: 1)
    (environment.edge, environment.ink) = (.stroked, .colour([1, 0.5, 0, 0.6]))
    let scene = layout(
      Spacer().frame(width: 60, height: 40).glass(
        GlassSheet(BlurEffect(style: .dark)).elevated(.raised, isDark: true)), in: Proposal(),
      environment: environment, measurer: MonospaceMeasurer()
    ).scene
    guard case .effect(let node)? = scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    #expect(node.border == Border(width: 1, colour: [1, 0.5, 0, 1]))
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2, 3]) func `a hairline is one physical pixel wide`(scale: Double) {
    let node = Self.node(.dark, scale)
    #expect(node?.border?.width == 1 && node?.border?.rim != nil && node?.shadows.count == 2)
    #expect(node?.border?.lightDepth == nil)
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2, 3])
  func `the light on glass that bends its backdrop fades over one point, and the line has whole pixels`(
    scale: Double
  ) {
    let border = Self.node(.glassDark, scale)?.border
    #expect(border?.lightDepth == scale && border?.width == scale.rounded())
  }

  /// The raised sheet of a material on an output of a scale.
  private static func node(_ style: BlurEffect.Style, _ scale: Double) -> EffectNode? {
    let sheet = GlassSheet(BlurEffect(style: style)).elevated(.raised, isDark: true)
    let scene = layout(
      Spacer().frame(width: 60, height: 40).glass(sheet), in: Proposal(),
      environment: ViewEnvironment(scale: scale), measurer: MonospaceMeasurer()
    ).scene
    guard case .effect(let node)? = scene.nodes.first else { return nil }
    return node
  }

  @Test func `an edge becomes another one with numbers that match, and the depth of its light at once`() {
    let hairline = Elevation.raised.border(of: Material(.dark, isDark: true))
    let lit = Elevation.raised.border(of: Material(.glassDark, isDark: true))
    func numbers(_ border: ViewBorder) -> Int {
      var (border, count) = (border, 0)
      border.visitNumbers { _ in count += 1 }
      return count
    }
    for (start, end) in [(hairline, lit), (lit, hairline)] {
      let matched = ViewBorder.matched(start, end)
      #expect(matched.0.lightDepth == end.lightDepth && matched.1.lightDepth == end.lightDepth)
      #expect(numbers(matched.0) == numbers(matched.1) && matched.1.rim == end.rim)
    }
  }
}
