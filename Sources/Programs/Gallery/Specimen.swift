public import Geometry
public import Scenes
public import VisualEffects

/// A sheet of one material that carries every vibrancy, over a piece of the backdrop.
///
/// Four lines of text, a separator and three filled bars with text on them; beside each the contrast measured.
public struct Specimen: Sendable {
  public var material: Material
  public var legibility: Legibility
  /// Physical per logical pixels.
  public var scale: Double
  /// The family of all text.
  public var family: String

  public init(material: Material, legibility: Legibility, scale: Double, family: String) {
    self.material = material
    self.legibility = legibility
    self.scale = scale
    self.family = family
  }

  /// Of the backdrop, in logical pixels.
  public static let size = LogicalSize(width: 312, height: 292)
  private static let inset = 18.0
  private static let padding = 16.0
  private static let rowHeight = 25.0
  private static let barHeight = 26.0

  public var pixels: PixelSize {
    PixelSize(width: grid.pixels(Self.size.width), height: grid.pixels(Self.size.height))
  }

  /// What is drawn: the sheet with `figures` at the end of their lines.
  public func scene(figures: [VibrancyEffect.Style: String] = [:], measurer: some TextMeasurer) -> Scene {
    var content: [Node] = []
    for line in lines(measurer) {
      content += line.fills
      content += line.samples
      if let figure = figures[line.style] {
        content.append(line.figure(figure, typesetter(measurer)))
      }
    }
    return sheet(content)
  }

  /// The same without the fills and separators: what a separator is measured against.
  public func bareScene(measurer: some TextMeasurer) -> Scene {
    sheet(lines(measurer).flatMap(\.samples)).withoutInk
  }

  /// The ink of each style: text and a disc, or the text on a fill, or the line of a separator.
  public func samples(measurer: some TextMeasurer) -> [(style: VibrancyEffect.Style, nodes: [Node])] {
    lines(measurer).map { ($0.style, $0.style == .separator ? $0.fills : $0.samples) }
  }

  // MARK: Layout

  private var grid: Grid { Grid(scale: scale) }

  private func typesetter(_ measurer: some TextMeasurer) -> Typesetter<some TextMeasurer> {
    Typesetter(measurer: measurer, family: family, scale: scale)
  }

  private func sheet(_ content: [Node]) -> Scene {
    let frame = grid.rect(
      Self.inset, Self.inset, Self.size.width - 2 * Self.inset, Self.size.height - 2 * Self.inset)
    let finish = material.finish
    let sheet = EffectNode(
      frame: frame, material: material, legibility: legibility,
      corners: Corners((finish?.cornerRadius ?? 14) * scale),
      border: finish.map {
        Border(width: max(1, ($0.borderWidth * scale).rounded()), colour: $0.borderColour)
      },
      shadow: Shadow(sigma: 9 * scale, offsetY: 5 * scale, colour: [0, 0, 0, 0.22]), content: content)
    return Scene(size: pixels, nodes: [.effect(sheet)])
  }

  private func lines(_ measurer: some TextMeasurer) -> [Line] {
    var top = Self.inset + 15
    let left = Self.inset + Self.padding
    let right = Self.size.width - left
    return VibrancyEffect.Style.allCases.map { style in
      switch style {
      case .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel:
        defer { top += Self.rowHeight }
        return labelLine(style, top: top, left, right, typesetter(measurer))
      case .separator:
        return separatorLine(left, right, typesetter(measurer))
      case .fill, .secondaryFill, .tertiaryFill:
        if style == .fill { top += Self.rowHeight + 6 }
        defer { top += Self.barHeight + 6 }
        return fillLine(style, top: top, left, right, typesetter(measurer))
      }
    }
  }

  private func labelLine(
    _ style: VibrancyEffect.Style, top: Double, _ left: Double, _ right: Double,
    _ typesetter: Typesetter<some TextMeasurer>
  ) -> Line {
    let middle = top + Self.rowHeight / 2
    let disc = grid.rect(left, middle - 5, 10, 10)
    let text = typesetter.text(
      style.title, Self.font, ink: .vibrant(style), at: left + 20, middle: middle)
    return Line(
      style: style, fills: [],
      samples: [.image(ImageNode(frame: disc, bitmap: .disc(disc.size), ink: .vibrant(style))), text],
      right: right, middle: middle)
  }

  /// After the four lines of text.
  private func separatorLine(
    _ left: Double, _ right: Double, _ typesetter: Typesetter<some TextMeasurer>
  ) -> Line {
    let middle = Self.inset + 15 + 4.5 * Self.rowHeight
    let width = max(1, (scale).rounded())
    var rule = grid.rect(left, middle, right - left - 40, 1)
    rule.height = Int(width)
    return Line(
      style: .separator, fills: [.fill(FillNode(frame: rule, ink: .vibrant(.separator)))], samples: [],
      right: right, middle: middle)
  }

  private func fillLine(
    _ style: VibrancyEffect.Style, top: Double, _ left: Double, _ right: Double,
    _ typesetter: Typesetter<some TextMeasurer>
  ) -> Line {
    let bar = grid.rect(left - 8, top, right - left + 16, Self.barHeight)
    let middle = top + Self.barHeight / 2
    // Thin letters may have no pixel that is wholly ink.
    let disc = grid.rect(left, middle - 5, 10, 10)
    return Line(
      style: style,
      fills: [.fill(FillNode(frame: bar, corners: Corners(8 * scale), ink: .vibrant(style)))],
      samples: [
        .image(ImageNode(frame: disc, bitmap: .disc(disc.size), ink: .vibrant(.label))),
        typesetter.text(style.title, Self.font, ink: .vibrant(.label), at: left + 20, middle: middle),
      ],
      right: right, middle: middle)
  }

  fileprivate static let font = "Medium 10.5"
}

/// One style's place on the sheet.
private struct Line {
  var style: VibrancyEffect.Style
  var fills: [Node]
  var samples: [Node]
  /// Where figures end, and the middle of their capital letters, in logical pixels.
  var right, middle: Double

  func figure(_ text: String, _ typesetter: Typesetter<some TextMeasurer>) -> Node {
    typesetter.text(
      text, Specimen.font, ink: .vibrant(.label), at: right, middle: middle, alignment: .right)
  }
}

extension VibrancyEffect.Style {
  fileprivate var title: String {
    switch self {
    case .label: "Label"
    case .secondaryLabel: "Secondary label"
    case .tertiaryLabel: "Tertiary label"
    case .quaternaryLabel: "Quaternary label"
    case .fill: "Fill"
    case .secondaryFill: "Secondary fill"
    case .tertiaryFill: "Tertiary fill"
    case .separator: "Separator"
    }
  }
}
