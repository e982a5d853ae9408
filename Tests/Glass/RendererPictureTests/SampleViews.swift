import Geometry
import Scenes
import TestSupport
import Testing
import Typography
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// One feature of views, over a desktop.
nonisolated struct SampleView: Sendable, CustomTestStringConvertible {
  var name: String
  var scale = 1.0
  /// Makes the nodes, from lengths in logical pixels.
  var nodes: @MainActor @Sendable (SampleCanvas) -> [Node]

  nonisolated var testDescription: String { "\(name) at \(scale)" }

  static let size = (width: 300.0, height: 130.0)

  @MainActor func picture() throws -> Bitmap {
    let canvas = SampleCanvas(scale: scale)
    let size = canvas.rect(0, 0, Self.size.width, Self.size.height).size
    let preview = try OffScreen.preview { canvas.text.rasterise($0) }
    let scene = Scene(size: size, nodes: nodes(canvas))
    return try preview.picture(of: scene, over: TestPictures.desktop(size), scale: scale)
  }

  nonisolated static let all: [SampleView] = features.flatMap { feature in
    [1.0, 1.5].map { SampleView(name: feature.name, scale: $0, nodes: feature.nodes) }
  }

  private nonisolated static let features = [
    SampleView(name: "card") { c in
      [
        c.sheet(
          c.rect(20, 16, 260, 98), "systemMaterialLight", corners: 22,
          border: Border(width: c.scale, colour: [1, 1, 1, 0.5]),
          shadow: Shadow(sigma: 10 * c.scale, offsetY: 5 * c.scale, colour: [0, 0, 0, 0.45])
        ) {
          $0.text("A continuous corner", 20, 20)
            + $0.text("and a shadow that falls outside", 20, 42, .secondaryLabel)
            + [$0.fill(20, 66, 220, 1, .separator)] + $0.text("tertiary", 20, 72, .tertiaryLabel)
            + $0.text("quaternary", 110, 72, .quaternaryLabel)
        }
      ]
    },
    SampleView(name: "corners") { c in
      [
        c.sheet(
          c.rect(12, 12, 130, 106), "systemThinMaterialDark",
          corners: Corners(
            topLeft: 40 * c.scale, topRight: 0, bottomRight: 20 * c.scale, bottomLeft: 6 * c.scale)
        ) { $0.text("40, 0, 20, 6", 24, 40) },
        c.sheet(
          c.rect(160, 12, 128, 40), "systemThickMaterialDark", corners: 20,
          border: Border(width: 2 * c.scale, colour: [0, 0, 0, 0.5])
        ) { $0.text("capsule", 36, 10) },
        c.sheet(c.rect(160, 66, 52, 52), "light", corners: 26) { _ in [] },
        c.sheet(c.rect(236, 66, 52, 52), "extraLight", corners: 12) { _ in [] },
      ]
    },
    SampleView(name: "controls") { c in
      [
        c.sheet(c.rect(10, 10, 135, 110), "systemMaterialDark", corners: 16) { $0.controls },
        c.sheet(c.rect(155, 10, 135, 110), "systemMaterialLight", corners: 16) { $0.controls },
      ]
    },
    SampleView(name: "masks") { c in
      [
        c.sheet(c.rect(0, 0, 140, 130), "systemMaterialLight", mask: .image(c.fade)) {
          $0.text("fades out", 20, 50)
        },
        c.sheet(
          c.rect(150, 0, 150, 130), "systemMaterialDark",
          mask: .shape(c.rect(165, 20, 120, 90), Corners(45 * c.scale))
        ) { $0.text("cut by a shape, text too", -4, 56) },
      ]
    },
    SampleView(name: "alpha") { c in
      [0.25, 0.5, 0.75, 1].enumerated().map { index, alpha in
        var sheet = c.sheet(
          c.rect(10 + Double(index) * 72, 15, 64, 100), "systemMaterialDark", corners: 14,
          shadow: Shadow(sigma: 6 * c.scale, colour: [0, 0, 0, 0.6])
        ) { $0.text("\(Int(alpha * 100)) %", 12, 40) + [$0.fill(10, 66, 44, 20, .fill, corners: 6)] }
        if case .effect(var effect) = sheet {
          effect.alpha = alpha
          sheet = .effect(effect)
        }
        return sheet
      }
    },
    SampleView(name: "nested") { c in
      [
        c.sheet(c.rect(10, 10, 280, 110), "systemUltraThinMaterialLight", corners: 16) { inner in
          [.image(ImageNode(frame: inner.rect(14, 14, 120, 82), bitmap: inner.swatch, ink: nil))]
            + inner.text("painted below", 150, 20)
            + [
              inner.sheet(inner.rect(80, 40, 180, 50), "systemUltraThinMaterialDark", corners: 14) {
                $0.text("glass over that", 20, 14)
              }
            ]
        }
      ]
    },
    SampleView(name: "no-effect") { c in
      [
        .effect(
          EffectNode(
            frame: c.rect(20, 20, 120, 90), material: nil, corners: Corners(20 * c.scale), alpha: 0.8,
            content: [.fill(FillNode(frame: c.rect(20, 20, 120, 90), ink: .colour([0.1, 0.3, 0.8, 1])))]
              + SampleCanvas(c, origin: (20, 20)).text("clipped", 30, 34))),
        .image(ImageNode(frame: c.rect(160, 20, 120, 90), bitmap: c.swatch, ink: nil)),
        c.sheet(c.rect(180, 40, 80, 50), "dark", corners: 10) { $0.text("over it", 14, 14) },
      ]
    },
  ]
}

/// Makes nodes from lengths in logical pixels.
@MainActor struct SampleCanvas {
  let text: TextEngine
  let scale: Double
  private var origin: (x: Double, y: Double)

  init(scale: Double) {
    text = TextEngine()
    self.scale = scale
    origin = (0, 0)
  }

  init(_ other: SampleCanvas, origin: (x: Double, y: Double)) {
    self = other
    self.origin = (other.origin.x + origin.x, other.origin.y + origin.y)
  }

  func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
    let (left, top) = ((origin.x + x) * scale, (origin.y + y) * scale)
    let (right, bottom) = (left + width * scale, top + height * scale)
    return PixelRect(
      x: Int(left.rounded()), y: Int(top.rounded()), width: Int(right.rounded()) - Int(left.rounded()),
      height: max(1, Int(bottom.rounded()) - Int(top.rounded())))
  }

  func sheet(
    _ frame: PixelRect, _ material: String, corners: Double, border: Border? = nil, shadow: Shadow? = nil,
    content: (SampleCanvas) -> [Node]
  ) -> Node {
    sheet(
      frame, material, corners: Corners(corners * scale), border: border, shadow: shadow, content: content)
  }

  func sheet(
    _ frame: PixelRect, _ material: String, corners: Corners = .square, border: Border? = nil,
    shadow: Shadow? = nil, mask: Mask? = nil, content: (SampleCanvas) -> [Node]
  ) -> Node {
    var inner = self
    inner.origin = (Double(frame.x) / scale, Double(frame.y) / scale)
    return .effect(
      EffectNode(
        frame: frame, material: Material.named(material, isDark: true), corners: corners, border: border,
        shadows: shadow.map { [$0] } ?? [], mask: mask, content: content(inner)))
  }

  func text(
    _ string: String, _ x: Double, _ y: Double, _ style: VibrancyEffect.Style = .label
  ) -> [Node] { text(string, x, y, ink: .vibrant(style)) }

  func text(_ string: String, _ x: Double, _ y: Double, ink: Ink) -> [Node] {
    let styled = StyledText(string: string, font: "DejaVu Sans 10", scale: scale, maxWidth: nil)
    var frame = rect(x, y, 1, 1)
    let size = text.measure(styled).size
    (frame.width, frame.height) = (size.width, size.height)
    return [.text(TextNode(frame: frame, text: styled, ink: ink))]
  }

  func fill(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: VibrancyEffect.Style,
    corners: Double = 0
  ) -> Node {
    .fill(
      FillNode(frame: rect(x, y, width, height), corners: Corners(corners * scale), ink: .vibrant(style)))
  }

  /// Three buttons, icons and colours.
  var controls: [Node] {
    let styles: [VibrancyEffect.Style] = [.fill, .secondaryFill, .tertiaryFill]
    var nodes: [Node] = []
    for (index, style) in styles.enumerated() {
      nodes.append(fill(10, 8 + Double(index) * 24, 76, 20, style, corners: 10))
      nodes += text("\(["first", "second", "third"][index])", 20, 10 + Double(index) * 24)
      nodes.append(
        .image(
          ImageNode(
            frame: rect(100, 10 + Double(index) * 24, 16, 16), bitmap: disc,
            ink: .vibrant([.label, .secondaryLabel, .tertiaryLabel][index]))))
    }
    nodes.append(fill(10, 82, 115, 1, .separator))
    return nodes + text("low", 10, 88, ink: .colour([0.95, 0.25, 0.2, 1]))
      + text("fine", 44, 88, ink: .colour([0.25, 0.8, 0.35, 1]))
      + [.image(ImageNode(frame: rect(90, 88, 28, 16), bitmap: swatch, ink: nil))]
  }

  /// A ring in a large square, as in an icon for all sizes.
  var disc: Bitmap {
    picture(96) { x, y in
      let distance = ((x - 48) * (x - 48) + (y - 48) * (y - 48)).squareRoot()
      let alpha = min(1, max(0, min(44 - distance, distance - 28)))
      return [0, 0, 0, alpha]
    }
  }

  /// A picture in colours of its own.
  var swatch: Bitmap { picture(64) { x, y in [x / 64, y / 64, 1 - x / 64, 1] } }

  /// A mask that is opaque on the left and transparent on the right.
  var fade: Bitmap { picture(32) { x, _ in [0, 0, 0, 1 - x / 32] } }

  private func picture(_ side: Int, _ colour: (Double, Double) -> SIMD4<Double>) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: side, height: side))
    for pixel in 0..<side * side {
      let own = colour(Double(pixel % side) + 0.5, Double(pixel / side) + 0.5)
      for channel in 0..<4 {
        let value = channel < 3 ? own[channel] * own.w : own.w
        bitmap.bytes[pixel * 4 + channel] = UInt8((value * 255).rounded())
      }
    }
    return bitmap
  }
}
