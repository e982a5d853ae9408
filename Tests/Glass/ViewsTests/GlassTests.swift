import Geometry
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

@Suite struct GlassTests {
  private static let blur = BlurEffect(style: .systemMaterial)
  private static let bounds = LogicalRect(x: 0, y: 0, width: 200, height: 100)

  @Test(arguments: [1, 1.5]) func `in a container sheets of the same look flow together`(scale: Double) throws
  {
    func sheets(spacing: Double, _ last: GlassEffect = GlassEffect()) -> [EffectNode] {
      let view = GlassContainer(spacing: spacing) {
        HStack(spacing: 8) {
          Fill(.mark(1)).frame(width: 30, height: 20).glass(GlassEffect(), cornerRadius: 10)
          Fill(.mark(1)).frame(width: 30, height: 20).glass(GlassEffect(), cornerRadius: 10)
          Fill(.mark(1)).frame(width: 30, height: 20).glass(last, cornerRadius: 10)
        }
      }
      return laidOut(view, width: 300, height: 60, scale: scale).scene.nodes.compactMap {
        if case .effect(let node) = $0 { node } else { nil }
      }
    }
    let one = sheets(spacing: 10)
    #expect(one.count == 1 && one[0].merging?.parts.count == 3 && one[0].content.count == 3)
    #expect(one[0].merging?.distance == 10 * scale)
    for spacing in [0, -1, -Double.infinity, .nan] { #expect(sheets(spacing: spacing).count == 3) }
    #expect(sheets(spacing: .infinity).first?.merging?.distance == 64 * scale)
    #expect(one[0].border?.rim != nil && one[0].border?.lowerRim != nil, "the edge catches light")
    let tinted = sheets(spacing: 10, GlassEffect(tintColor: [1, 0, 0, 0.3]))
    #expect(tinted.count == 2 && tinted[0].merging?.parts.count == 2 && tinted[1].merging == nil)
  }

  @Test func `interactive glass lights up under the pointer, and more while it is pressed`() throws {
    enum Act: ViewAction { case play }
    func fills(_ change: (inout Interaction, ViewID) -> Void, isInteractive: Bool = true) -> [FillNode] {
      let view = Text("Play").padding(8)
        .glass(GlassEffect(isInteractive: isInteractive), cornerRadius: 12).onTap(.primary, Act.play)
      let rest = laidOut(view)
      var state = Interaction()
      if let id = rest.regions.first?.id { change(&state, id) }
      return laidOut(view) { $0.interaction = state }.scene.nodes.flatMap { node -> [FillNode] in
        guard case .effect(let glass) = node else { return [] }
        return glass.content.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
      }
    }
    #expect(fills { _, _ in }.isEmpty)
    let hovered = try #require(fills { $0.hovered = $1 }.first)
    let pressed = try #require(fills { $0.pressed = $1 }.first)
    #expect(hovered.ink != pressed.ink && hovered.frame == pressed.frame && hovered.corners == Corners(12))
    #expect(fills({ $0.hovered = $1 }, isInteractive: false).isEmpty)
  }

  @Test(arguments: [1, 1.25, 1.5, 2, 3])
  func `edges lie on whole pixels, and views that touch still touch`(scale: Double) throws {
    var random = DailySeeds.generator
    for _ in 0..<200 {
      let (x, middle) = (random.unit() * 50, 50 + random.unit() * 50)
      let views = ZStack {
        Fill(.mark(1)).position(LogicalRect(x: x, y: 3.3, width: middle - x, height: 9))
        Fill(.mark(1)).position(LogicalRect(x: middle, y: 3.3, width: 200 - middle, height: 9))
        Fill(.mark(1)).position(LogicalRect(x: middle - x, y: 0, width: 200 - middle, height: 9))
          .glass(GlassSheet(nil, frame: LogicalRect(x: x, y: 3.3, width: 50, height: 50)))
      }
      let frames = laidOut(views, width: 600, height: 300, scale: scale).fillFrames
      try #require(frames.count == 3)
      #expect(frames[0].maxX == frames[1].x)
      #expect(frames[1].maxX == Int((200 * scale).rounded()))
      // Each frame is rounded in the one around it, so a place that lies deep is a pixel off at most.
      #expect(abs(frames[2].x - frames[1].x) <= 1 && frames[2].y == frames[1].y)
    }
  }

  @Test(arguments: [(1, 0.4, 1.0), (1.5, 1, 2), (2, 1, 2), (3, 0.1, 1), (1.5, 3, 5)])
  func `a border is whole pixels, and at least one`(scale: Double, width: Double, pixels: Double) throws {
    let border = ViewBorder(width: width, ink: .colour([0, 0, 0, 0.4]))
    let node = try #require(effect(GlassSheet(Self.blur, frame: Self.bounds, border: border), scale))
    #expect(node.border == Border(width: pixels, colour: [0, 0, 0, 0.4]))
    for none in [ViewBorder.none, ViewBorder(width: 0, ink: .mark(1)), ViewBorder(width: 1, ink: .mark(0))] {
      #expect(
        try #require(effect(GlassSheet(Self.blur, frame: Self.bounds, border: none), scale)).border == nil)
    }
  }

  @Test func `shapes, shadows, masks and opacity are scaled`() throws {
    var sheet = GlassSheet(
      Self.blur, frame: LogicalRect(x: 10, y: 20, width: 30, height: 40),
      corners: LogicalCorners(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4),
      shadows: [LogicalShadow(sigma: 8, offsetX: -1, offsetY: 3, colour: [0, 0, 0, 0.3])],
      mask: .shape(LogicalRect(x: 1, y: 2, width: 13, height: 14), LogicalCorners(5)), opacity: 0.25)
    let node = try #require(effect(sheet, 2))
    #expect(node.frame == rect(20, 40, 60, 80))
    #expect(node.corners == Corners(topLeft: 2, topRight: 4, bottomRight: 6, bottomLeft: 8))
    #expect(node.shadows == [Shadow(sigma: 16, offsetX: -2, offsetY: 6, colour: [0, 0, 0, 0.3])])
    #expect(node.mask == .shape(rect(22, 44, 26, 28), Corners(10)))
    #expect(node.alpha == 0.25)
    let mirrored = laidOut(Text("a").glass(sheet), width: 100, height: 120, scale: 2) {
      $0.isRightToLeft = true
    }
    guard case .effect(let other)? = mirrored.scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    #expect(other.mask == .shape(rect(20 + 60 - 28, 44, 26, 28), Corners(10)))
    let picture = Bitmap(size: PixelSize(width: 2, height: 1))
    sheet.mask = .image(picture)
    #expect(effect(sheet, 2)?.mask == .image(picture))
    sheet.opacity = 0
    #expect(effect(sheet, 2) == nil)
  }

  @Test(arguments: [false, true])
  func `adaptive effects and plain text follow the appearance`(isDark: Bool) throws {
    let plain: SIMD4<Double> = isDark ? [1, 1, 1, 1] : [0, 0, 0, 1]
    let text = Text("a").ink(.mark(1))
    let node = try #require(effect(text.glass(Self.blur), 1, isDark: isDark))
    #expect(node.material == Material(.systemMaterial, isDark: isDark))
    #expect(node.content.inks == [.colour(plain)])
    #expect(laidOut(text) { $0.isDark = isDark }.scene.nodes.inks == [.colour(plain)])
    // On glass of the other look, text follows the glass.
    let other = BlurEffect(style: isDark ? .light : .dark)
    #expect(try #require(effect(text.glass(other), 1, isDark: isDark)).content.inks != [.colour(plain)])
  }

  @Test func `legible brings its ink, border and corners, unless told otherwise`() throws {
    let legible = BlurEffect(style: .legible)
    let views = ZStack {
      Text("a")
      Text("b").ink(.colour([1, 0, 0, 1]))
    }
    let node = try #require(effect(views.glass(GlassSheet(legible, frame: Self.bounds)), 2))
    #expect(node.corners == Corners(12))
    #expect(node.border == Border(width: 2, colour: [0, 0, 0, 0.4]))
    #expect(node.content.inks == [.colour([0, 0, 0, 0.7]), .colour([1, 0, 0, 1])])
    let told = try #require(
      effect(GlassSheet(legible, frame: Self.bounds, corners: .square, border: ViewBorder.none), 2))
    #expect(told.corners == .square && told.border == nil)
  }

  @Test func `a vibrant mask ignores the inks in it, and pictures are templates`() throws {
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 2))
    let views = VStack {
      VStack {
        Text("a").ink(.colour([1, 0, 0, 1]))
        Image(bitmap)
        Fill(.colour([0, 1, 0, 1])).frame(width: 9, height: 9)
      }
      .vibrantMask(.tertiaryLabel)
      Image(bitmap)
      Image(bitmap, isTemplate: true).ink(.colour([0, 0, 1, 1]))
      Text("nested").ink(.mark(1)).vibrantMask(.label).glass(nil)
      Text("own glass").ink(.mark(1)).glass(BlurEffect(style: .dark)).vibrantMask(.label)
    }
    let node = try #require(effect(views.glass(Self.blur), 1))
    #expect(
      node.content.inks == [
        .vibrant(.tertiaryLabel), .vibrant(.tertiaryLabel), .vibrant(.tertiaryLabel), nil,
        .colour([0, 0, 1, 1]), .vibrant(.label), .colour([1, 1, 1, 1]),
      ])
  }

  @Test func `without an effect a vibrant mask is black or white of its level`() throws {
    let text = Text("a").ink(.colour([1, 0, 0, 1])).vibrantMask(.secondaryLabel)
    let node = try #require(effect(text.glass(nil), 1, isDark: true))
    #expect(node.material == nil)
    #expect(node.content.inks == [.colour([1, 1, 1, 0.62])])
    #expect(laidOut(text).scene.nodes.inks == [.colour([0, 0, 0, 0.62])])
  }

  @Test(arguments: [(Text.Alignment.leading, 10), (.center, 86), (.trailing, 162)])
  func `texts are aligned in a frame and their capitals centred`(alignment: Text.Alignment, x: Int) throws {
    let frame = LogicalRect(x: 10, y: 20, width: 192, height: 30)
    let text = try #require(laidOut(Text("12345").textAlignment(alignment).position(frame)).scene.texts.first)
    #expect(text.frame.x == x && text.frame.width == 40)
    // Capitals of 10.5 px in 30 px: the baseline is at 40, the top of the line 14 above.
    #expect(text.frame.y == 26)
    #expect(text.text.maxWidth == nil)
  }

  @Test func `a text never leaves its frame sideways, and is not drawn where there is no room`() throws {
    let views = ZStack {
      Text(String(repeating: "x", count: 99)).position(LogicalRect(x: 3, y: 0, width: 70, height: 20))
      Text("").position(Self.bounds)
      Text("no room").position(LogicalRect(x: 0, y: 0, width: 0.1, height: 20))
    }
    let texts = laidOut(views, width: 300, height: 150, scale: 1.5).scene.texts
    #expect(texts.count == 1)
    #expect(texts.first?.text.maxWidth == 105 && (texts.first?.frame.maxX ?? 999) <= 110)
  }

  @Test func `a scene has the panes and the texts of its views`() {
    let scene = laidOut(Text("a").glass(Self.blur)) { $0.isDark = true }.scene
    #expect(scene.panes.map(\.material.name) == ["systemMaterialDark"])
    #expect(scene.texts.map(\.text.string) == ["a"])
  }

  // MARK: - Support

  private func effect(_ sheet: GlassSheet, _ scale: Double) -> EffectNode? {
    effect(Text("a").glass(sheet), scale)
  }

  private func effect(_ view: some View, _ scale: Double, isDark: Bool = true) -> EffectNode? {
    let nodes = laidOut(view, scale: scale) { $0.isDark = isDark }.scene.nodes
    guard case .effect(let node)? = nodes.first else { return nil }
    return node
  }
}
