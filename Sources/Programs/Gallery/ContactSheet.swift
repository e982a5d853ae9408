import Geometry
public import Scenes

/// A page of specimens: a title, and for each backdrop its name and rows of light and of dark materials.
public struct ContactSheet: Sendable {
  /// A specimen as drawn, with what stands below it.
  public struct Tile: Sendable {
    public var picture: Bitmap
    public var title: String
    public var detail: String
    /// At the right of the title.
    public var figure: String

    public init(picture: Bitmap, title: String, detail: String, figure: String) {
      self.picture = picture
      self.title = title
      self.detail = detail
      self.figure = figure
    }
  }

  /// The specimens over one backdrop.
  public struct Section: Sendable {
    public var title: String
    public var detail: String
    /// Light, dark.
    public var groups: [[Tile]]

    public init(title: String, detail: String, groups: [[Tile]]) {
      self.title = title
      self.detail = detail
      self.groups = groups
    }
  }

  public var title: String
  public var subtitle: String
  public var sections: [Section]
  /// Physical per logical pixels.
  public var scale: Double
  /// The family of all text.
  public var family: String

  public init(title: String, subtitle: String, sections: [Section], scale: Double, family: String) {
    self.title = title
    self.subtitle = subtitle
    self.sections = sections
    self.scale = scale
    self.family = family
  }

  /// Of the page, encoded sRGB.
  public static let paper = SIMD3(repeating: 245.0 / 255)

  private static let ink = Ink.colour([0.11, 0.11, 0.12, 1])
  /// 4.9 : 1 on the paper.
  private static let faintInk = Ink.colour([0.42, 0.42, 0.44, 1])
  private static let ruleInk = Ink.colour([0, 0, 0, 0.1])

  private static let columns = 5
  private static let margin = 64.0
  private static let gap = 24.0
  private static let captionHeight = 56.0
  private static let radius = 22.0

  /// In logical pixels.
  private static var width: Double {
    2 * margin + Double(columns) * Specimen.size.width + Double(columns - 1) * gap
  }

  /// The page, to be drawn over its paper.
  public func scene(measurer: some TextMeasurer) -> Scene {
    let typesetter = Typesetter(measurer: measurer, family: family, scale: scale)
    var nodes: [Node] = []
    let left = Self.margin
    let right = Self.width - Self.margin
    nodes.append(typesetter.text(title, "Semi-Bold 27", ink: Self.ink, at: left, middle: 84))
    nodes.append(
      typesetter.text(
        subtitle, "11", ink: Self.faintInk, at: left, middle: 124, maxWidth: right - left))
    var top = 168.0
    for section in sections {
      nodes += heading(section, top: top, typesetter)
      top += 76
      for group in section.groups {
        for row in stride(from: 0, to: group.count, by: Self.columns) {
          for (column, tile) in group[row..<min(row + Self.columns, group.count)].enumerated() {
            nodes += self.tile(tile, column: column, top: top, typesetter)
          }
          top += Specimen.size.height + Self.captionHeight + 12
        }
      }
      top += 28
    }
    let size = PixelSize(width: grid.pixels(Self.width), height: grid.pixels(top + Self.margin - 52))
    return Scene(size: size, nodes: nodes)
  }

  private var grid: Grid { Grid(scale: scale) }

  private func heading(
    _ section: Section, top: Double, _ typesetter: Typesetter<some TextMeasurer>
  ) -> [Node] {
    var rule = grid.rect(Self.margin, top, Self.width - 2 * Self.margin, 1)
    rule.height = max(1, Int(scale.rounded()))
    return [
      .fill(FillNode(frame: rule, ink: Self.ruleInk)),
      typesetter.text(section.title, "Semi-Bold 14", ink: Self.ink, at: Self.margin, middle: top + 36),
      typesetter.text(
        section.detail, "10.5", ink: Self.faintInk, at: Self.width - Self.margin, middle: top + 36,
        alignment: .right),
    ]
  }

  private func tile(
    _ tile: Tile, column: Int, top: Double, _ typesetter: Typesetter<some TextMeasurer>
  ) -> [Node] {
    let left = Self.margin + Double(column) * (Specimen.size.width + Self.gap)
    let right = left + Specimen.size.width
    var frame = grid.rect(left, top, Specimen.size.width, Specimen.size.height)
    (frame.width, frame.height) = (tile.picture.size.width, tile.picture.size.height)
    let clipped = EffectNode(
      frame: frame, material: nil, corners: Corners(Self.radius * scale),
      content: [.image(ImageNode(frame: frame, bitmap: tile.picture, ink: nil))])
    let bottom = top + Specimen.size.height
    return [
      .effect(clipped),
      typesetter.text(
        tile.title, "Semi-Bold 10.5", ink: Self.ink, at: left + 2, middle: bottom + 19,
        maxWidth: Specimen.size.width - 48),
      typesetter.text(
        tile.figure, "Semi-Bold 10.5", ink: Self.ink, at: right - 2, middle: bottom + 19, alignment: .right),
      typesetter.text(
        tile.detail, "9.5", ink: Self.faintInk, at: left + 2, middle: bottom + 38,
        maxWidth: Specimen.size.width - 4),
    ]
  }
}
