import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

struct ResolutionTests {
  static let blur = BlurEffect(style: .systemMaterial)
  static let bounds = LogicalRect(x: 0, y: 0, width: 200, height: 100)

  @Test(arguments: [1, 1.25, 1.5, 2, 3])
  func `edges lie on whole pixels, and views that touch still touch`(scale: Double) throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<200 {
      let (x, middle) = (random.unit() * 50, 50 + random.unit() * 50)
      let nodes = resolution(scale).nodes {
        Fill(frame: LogicalRect(x: x, y: 3.3, width: middle - x, height: 9))
        Fill(frame: LogicalRect(x: middle, y: 3.3, width: 200 - middle, height: 9))
        VisualEffectView(effect: nil, frame: LogicalRect(x: x, y: 3.3, width: 50, height: 50)) {
          Fill(frame: LogicalRect(x: middle - x, y: 0, width: 200 - middle, height: 9))
        }
      }
      guard case .fill(let left) = nodes[0], case .fill(let right) = nodes[1],
        case .effect(let sheet) = nodes[2], case .fill(let nested) = sheet.content.first
      else {
        Issue.record("\(nodes)")
        return
      }
      #expect(left.frame.maxX == right.frame.x)
      #expect(right.frame.maxX == Int((200 * scale).rounded()))
      // The same place, however deep it lies.
      #expect(nested.frame.x == right.frame.x && nested.frame.y == right.frame.y)
    }
  }

  @Test(arguments: [(1, 0.4, 1.0), (1.5, 1, 2), (2, 1, 2), (3, 0.1, 1), (1.5, 3, 5)])
  func `a border is whole pixels, and at least one`(scale: Double, width: Double, pixels: Double) throws {
    let view = VisualEffectView(effect: Self.blur, frame: Self.bounds)
      .border(width: width, colour: [0, 0, 0, 0.4])
    let node = try #require(effect(view, scale))
    #expect(node.border == Border(width: pixels, colour: [0, 0, 0, 0.4]))
    #expect(try #require(effect(view.border(width: 0, colour: .one), scale)).border == nil)
  }

  @Test(arguments: [1, 1.5, 2])
  func `separators are one pixel thin`(scale: Double) {
    for (axis, y) in [(Separator.Axis.horizontal, 10.3), (.vertical, 10.7)] {
      let nodes = resolution(scale).nodes { Separator(axis, x: 5.4, y: y, length: 60) }
      guard case .fill(let line) = nodes.first else {
        Issue.record("\(nodes)")
        continue
      }
      #expect(min(line.frame.width, line.frame.height) == 1)
      #expect(abs(Double(max(line.frame.width, line.frame.height)) - 60 * scale) <= 1)
    }
  }

  @Test func `shapes, shadows, masks and alpha are scaled`() throws {
    let view = VisualEffectView(effect: Self.blur, frame: LogicalRect(x: 10, y: 20, width: 30, height: 40))
      .corners(LogicalCorners(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4))
      .shadow(LogicalShadow(sigma: 8, offsetX: -1, offsetY: 3, colour: [0, 0, 0, 0.3]))
      .mask(.shape(LogicalRect(x: 1, y: 2, width: 3, height: 4), LogicalCorners(5)))
      .alpha(0.25)
    let node = try #require(effect(view, 2))
    #expect(node.frame == PixelRect(x: 20, y: 40, width: 60, height: 80))
    #expect(node.corners == Corners(topLeft: 2, topRight: 4, bottomRight: 6, bottomLeft: 8))
    #expect(node.shadow == Shadow(sigma: 16, offsetX: -2, offsetY: 6, colour: [0, 0, 0, 0.3]))
    #expect(node.mask == .shape(PixelRect(x: 22, y: 44, width: 6, height: 8), Corners(10)))
    #expect(node.alpha == 0.25)
    #expect(effect(view.alpha(0), 2) == nil)
  }

  @Test(arguments: [false, true])
  func `adaptive effects and plain text follow the appearance`(isDark: Bool) throws {
    let plain: SIMD4<Double> = isDark ? [1, 1, 1, 1] : [0, 0, 0, 1]
    let view = VisualEffectView(effect: Self.blur, frame: Self.bounds) { Label("a", frame: Self.bounds) }
    let node = try #require(effect(view, 1, isDark: isDark))
    #expect(node.material == Material(.systemMaterial, isDark: isDark))
    #expect(node.content.inks == [.colour(plain)])
    #expect(resolution(1, isDark: isDark).nodes { Label("a", frame: Self.bounds) }.inks == [.colour(plain)])
    // On glass of the other look, text follows the glass.
    let other = VisualEffectView(effect: BlurEffect(style: isDark ? .light : .dark), frame: Self.bounds) {
      Label("a", frame: Self.bounds)
    }
    #expect(try #require(effect(other, 1, isDark: isDark)).content.inks != [.colour(plain)])
  }

  @Test func `legible brings its ink, border and corners, unless told otherwise`() throws {
    let view = VisualEffectView(effect: BlurEffect(style: .legible), frame: Self.bounds) {
      Label("a", frame: Self.bounds)
      Label("b", frame: Self.bounds, colour: [1, 0, 0, 1])
    }
    let node = try #require(effect(view, 2))
    #expect(node.corners == Corners(12))
    #expect(node.border == Border(width: 2, colour: [0, 0, 0, 0.4]))
    #expect(node.content.inks == [.colour([0, 0, 0, 0.7]), .colour([1, 0, 0, 1])])
    let told = try #require(effect(view.cornerRadius(0).border(width: 0, colour: .zero), 2))
    #expect(told.corners == .square && told.border == nil)
  }

  @Test func `vibrant content ignores its colours, and pictures are masks`() throws {
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 2))
    let view = VisualEffectView(effect: Self.blur, frame: Self.bounds) {
      VibrancyView(effect: VibrancyEffect(blurEffect: Self.blur, style: .tertiaryLabel)) {
        Label("a", frame: Self.bounds, colour: [1, 0, 0, 1])
        Image(bitmap, frame: Self.bounds)
        Fill(frame: Self.bounds, colour: [0, 1, 0, 1])
      }
      Image(bitmap, frame: Self.bounds)
      Image(bitmap, frame: Self.bounds, renderingMode: .alwaysTemplate, tintColour: [0, 0, 1, 1])
      VisualEffectView(effect: nil, frame: Self.bounds) {
        VibrancyView(effect: VibrancyEffect(blurEffect: Self.blur)) { Label("nested", frame: Self.bounds) }
      }
    }
    let node = try #require(effect(view, 1))
    #expect(
      node.content.inks == [
        .vibrant(.tertiaryLabel), .vibrant(.tertiaryLabel), .vibrant(.tertiaryLabel), nil,
        .colour([0, 0, 1, 1]), .vibrant(.label),
      ])
  }

  @Test func `without an effect vibrant content is black or white of its level`() throws {
    let view = VisualEffectView(effect: nil, frame: Self.bounds) {
      VibrancyView(effect: VibrancyEffect(blurEffect: Self.blur, style: .secondaryLabel)) {
        Label("a", frame: Self.bounds)
      }
    }
    let node = try #require(effect(view, 1, isDark: true))
    #expect(node.material == nil)
    #expect(node.content.inks == [.colour([1, 1, 1, 0.6])])
  }

  @Test(arguments: [(Label.Alignment.leading, 10), (.center, 86), (.trailing, 162)])
  func `labels are aligned and their capitals centred`(alignment: Label.Alignment, x: Int) throws {
    let frame = LogicalRect(x: 10, y: 20, width: 192, height: 30)
    let nodes = resolution(1).nodes { Label("12345", frame: frame, alignment: alignment) }
    guard case .text(let text) = nodes.first else {
      Issue.record("\(nodes)")
      return
    }
    #expect(text.frame.x == x && text.frame.width == 40)
    // Capitals of 10 px in 30 px: the baseline is 40, the line's top 14 above.
    #expect(text.frame.y == 26)
    #expect(text.text.maxWidth == nil)
  }

  @Test func `a label never leaves its frame sideways`() throws {
    let nodes = resolution(1.5).nodes {
      Label(String(repeating: "x", count: 99), frame: LogicalRect(x: 3, y: 0, width: 70, height: 20))
      Label("", frame: Self.bounds)
      Label("no room", frame: LogicalRect(x: 0, y: 0, width: 0.1, height: 20))
    }
    #expect(nodes.count == 1)
    guard case .text(let text) = nodes.first else { return }
    #expect(text.text.maxWidth == 105 && text.frame.maxX <= 110)
  }

  @Test func `a scene takes views`() {
    let scene = Scene(size: PixelSize(width: 200, height: 100), resolution: resolution(1)) {
      VisualEffectView(effect: Self.blur, frame: Self.bounds) { Label("a", frame: Self.bounds) }
    }
    #expect(scene.panes.map(\.material.name) == ["systemMaterialDark"])
    #expect(scene.texts.map(\.text.string) == ["a"])
  }

  private func resolution(_ scale: Double, isDark: Bool = true) -> Resolution<SquareMeasurer> {
    Resolution(scale: scale, isDark: isDark, measurer: SquareMeasurer())
  }

  private func effect(_ view: VisualEffectView, _ scale: Double, isDark: Bool = true) -> EffectNode? {
    guard case .effect(let node) = resolution(scale, isDark: isDark).nodes({ view }).first else { return nil }
    return node
  }
}

/// Letters of 8 × 20 points, capitals 10 points high, on a baseline 14 points from the top.
struct SquareMeasurer: TextMeasurer {
  func measure(_ text: StyledText) -> TextExtent {
    let natural = Int(Double(8 * text.string.count) * text.scale)
    return TextExtent(
      size: PixelSize(width: min(natural, text.maxWidth ?? natural), height: Int(20 * text.scale)),
      baseline: Int(14 * text.scale))
  }

  func capHeight(font: String, scale: Double) -> Double { 10 * scale }
}

extension [Node] {
  /// Of everything in the order of drawing, nil for pictures with colours of their own.
  var inks: [Ink?] {
    flatMap { node -> [Ink?] in
      switch node {
      case .effect(let effect): effect.content.inks
      case .text(let text): [text.ink]
      case .image(let image): [image.ink]
      case .fill(let fill): [fill.ink]
      }
    }
  }
}
