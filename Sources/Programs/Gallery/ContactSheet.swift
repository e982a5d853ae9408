import Geometry
public import Scenes
import Views

/// A page of specimens: a title, and for each backdrop its name and rows of light and of dark materials.
public struct ContactSheet: Sendable {
  /// A picture of a specimen, with the texts below it.
  public struct Tile: Sendable {
    public var picture: Bitmap
    public var title: String
    public var detail: String
    /// The text at the right of the title.
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
    /// The light specimens, then the dark ones.
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
  /// Physical pixels per logical pixel.
  public var scale: Double
  /// The font family of all texts.
  public var family: String

  public init(title: String, subtitle: String, sections: [Section], scale: Double, family: String) {
    self.title = title
    self.subtitle = subtitle
    self.sections = sections
    self.scale = scale
    self.family = family
  }

  /// The colour of the page, encoded sRGB.
  public static let paper = SIMD3(repeating: 245.0 / 255)

  /// The page, to be drawn over its paper.
  public func scene(measurer: some TextMeasurer) -> Scene {
    let page = ContactPage(sheet: self)
    let width = Int((ContactPage.width * scale).rounded())
    return layout(
      page, in: Proposal(width: width), environment: ViewEnvironment(scale: scale, font: page.font("11")),
      measurer: measurer
    ).scene
  }
}
