import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Views

@Suite struct GlassSheetMotionTests {
  private static let timings: [Timing] = [
    .standard, .curve(.linear, duration: .milliseconds(400)), .curve(.easeOut, duration: .milliseconds(150)),
    .spring(.standard), .spring(Spring(duration: 0.3, bounce: 0.4)),
    .spring(Spring(duration: 0.5, bounce: -0.4)),
  ]

  @Test(arguments: DailySeeds.first(6) + [20_785_005] as [UInt64])
  func `whole sheets move without a jump, whatever they become`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var sheet = Animated(Self.sheet(&random))
    var now = 0.0
    for _ in 0..<30 {
      let before = sheet.value(at: at(now))
      let target = Self.sheet(&random)
      sheet.animate(to: target, Self.timings[Int(random.next() % 6)], now: at(now))
      let after = sheet.value(at: at(now))
      #expect(close(try #require(before.frame), try #require(after.frame), 1e-6), "seed \(seed)")
      #expect(abs(before.opacity - after.opacity) < 1e-9)
      // A shadow or a border that is new is not seen yet.
      if before.shadows.isEmpty { #expect(after.shadows.allSatisfy { $0.colour.w == 0 }) }
      if before.border == nil, let border = after.border {
        let finish = before.effect?.material(isDark: false).finish
        let (opacity, expected) = (try #require(border.ink.opacity), finish?.borderColour.w ?? 0)
        #expect(abs(opacity - expected) < 1e-9, "seed \(seed)")
      }
      if before.effect == nil { #expect(glass(after) == nil) }
      if let one = glass(before), let other = glass(after) {
        #expect(abs(one.blurRadius - other.blurRadius) < 1e-6)
        let (a, b) = (one.chain.apply([0.7, 0.5, 0.2]), other.chain.apply([0.7, 0.5, 0.2]))
        for channel in 0..<3 { #expect(abs(a[channel] - b[channel]) < 1e-6, "seed \(seed)") }
      }
      now += random.unit() * 0.4
      if sheet.end.map({ at(now) >= $0 }) ?? true { #expect(sheet.value(at: at(now)) == target) }
    }
  }

  @Test func `an effect blurs in, and out again to nothing`() throws {
    let frame = LogicalRect(x: 0, y: 0, width: 100, height: 40)
    var sheet = Animated(GlassSheet(nil, frame: frame))
    sheet.animate(
      to: GlassSheet(BlurEffect(style: .systemMaterial), frame: frame),
      .curve(.linear, duration: .seconds(1)), now: at(0))
    #expect(glass(sheet.value(at: at(0))) == nil)
    var last = 0.0
    for step in 1...99 {
      let nodes = nodes(sheet.value(at: at(Double(step) / 100)))
      guard case .effect(let node) = nodes.last, let material = node.material else {
        Issue.record("no glass at \(step)")
        continue
      }
      #expect(abs(material.blurRadius - 0.3 * Double(step)) < 1e-6 && material.blurRadius > last)
      last = material.blurRadius
      // Until it is all there, the sheet without it lies below.
      if step != 25 { #expect(nodes.count == (step < 25 ? 2 : 1)) }
      #expect(abs(node.alpha - min(Double(step) / 25, 1)) < 1e-9)
    }
    sheet.animate(to: GlassSheet(nil, frame: frame), now: at(2))
    #expect(glass(sheet.value(at: at(2)))?.blurRadius == 30)
    let end = try #require(sheet.end)
    #expect(try #require(glass(sheet.value(at: end + .milliseconds(-40)))).blurRadius < 5)
    #expect(sheet.value(at: end).effect == nil && nodes(sheet.value(at: end)).count == 1)
  }

  private enum Act: ViewAction { case press }

  @Test func `a button on glass that comes is there once, in the inks of both sheets`() throws {
    var sheet = Animated(
      GlassSheet(nil, shadows: [LogicalShadow(sigma: 4, colour: [0, 0, 0, 1])], opacity: 0.5))
    sheet.animate(
      to: GlassSheet(
        BlurEffect(style: .dark), shadows: [LogicalShadow(sigma: 4, colour: [0, 0, 0, 1])], opacity: 0.5),
      .curve(.linear, duration: .seconds(1)), now: at(0))
    let coming = sheet.value(at: at(0.125))
    let view = laidOut(
      Text("a").onTap(.primary, Act.press).accessibility(.button, label: "a").id("a").glass(coming))
    #expect(view.regions.count == 1 && view.accessibility.count == 1 && view.identities.count == 1)
    let sheets = view.scene.nodes.compactMap { node in
      if case .effect(let sheet) = node { sheet } else { nil }
    }
    #expect(sheets.map { ($0.alpha * 1e6).rounded() / 1e6 } == [0.5, 0.25])
    #expect(sheets.map(\.shadows.isEmpty) == [false, true])
    #expect(view.scene.nodes.inks == [.colour([0, 0, 0, 1]), .vibrant(.label)])
  }

  @Test func `a frame, a picture as a mask and an ink of another kind are the target's at once`() {
    let frame = LogicalRect(x: 1, y: 2, width: 3, height: 4)
    let picture = LogicalMask.image(Bitmap(size: PixelSize(width: 1, height: 1)))
    let start = GlassSheet(nil, border: ViewBorder(width: 1, ink: .mark(1)))
    let end = GlassSheet(
      nil, frame: frame, border: ViewBorder(width: 2, ink: .colour([1, 0, 0, 1])), mask: picture)
    for (start, target) in [(start, end), (end, start)] {
      var sheet = Animated(start)
      sheet.animate(to: target, now: at(0))
      let first = sheet.value(at: at(0))
      #expect(first.frame == target.frame && first.mask == target.mask)
      #expect(
        first.border == ViewBorder(width: start.border?.width ?? 0, ink: target.border?.ink ?? .automatic))
    }
  }

  // MARK: - Support

  private static func sheet(_ random: inout SplitMix) -> GlassSheet {
    let styles = BlurEffect.Style.allCases
    let style = styles[Int(random.next() % UInt64(styles.count))]
    let frame = LogicalRect(x: random.unit() * 100, y: 0, width: 100 + random.unit() * 100, height: 50)
    var sheet = GlassSheet(random.next() % 3 == 0 ? nil : BlurEffect(style: style), frame: frame)
    sheet.opacity = random.unit()
    if random.next() % 2 == 0 { sheet.corners = LogicalCorners(random.unit() * 20) }
    if random.next() % 2 == 0 { sheet.border = ViewBorder(width: 1, ink: .colour([0, 0, 0, 0.5])) }
    if random.next() % 2 == 0 { sheet.shadows = [LogicalShadow(sigma: 9, colour: [0, 0, 0, 0.5])] }
    if random.next() % 2 == 0 { sheet.mask = .shape(frame, LogicalCorners(random.unit())) }
    return sheet
  }

  private func nodes(_ sheet: GlassSheet) -> [Node] {
    laidOut(Text("a").glass(sheet)) { $0.isDark = true }.scene.nodes
  }

  /// The material that is shown, if any.
  private func glass(_ sheet: GlassSheet) -> Material? {
    var sheet = sheet
    sheet.opacity = 1
    guard case .effect(let node) = nodes(sheet).last else { return nil }
    return node.material
  }

  private func close(_ a: LogicalRect, _ b: LogicalRect, _ tolerance: Double) -> Bool {
    abs(a.x - b.x) < tolerance && abs(a.y - b.y) < tolerance && abs(a.width - b.width) < tolerance
      && abs(a.height - b.height) < tolerance
  }

  private func at(_ seconds: Double) -> Instant { Instant(sinceOrigin: .seconds(seconds)) }
}

extension ViewInk {
  /// The opacity of a colour or a mark; nil: it is vibrant.
  fileprivate var opacity: Double? {
    switch self {
    case .colour(let colour): colour.w
    case .mark(let opacity), .counterMark(let opacity): opacity
    case .accent, .usedAccent, .accentMark, .accentLabel, .onAccent, .ground, .onGround: 1
    case .automatic, .vibrant: nil
    }
  }
}
