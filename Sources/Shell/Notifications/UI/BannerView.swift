import Geometry
import ModuleModel
public import Scenes
public import Settings
import Views
public import VisualEffects

/// A notification as a sheet of glass, which is a function of its content.
///
/// Whatever the texts are, none leaves the banner: they wrap, and end in an ellipsis where there is no more room.
public struct BannerView {
  public var content: BannerContent
  /// The width of the banner, in physical pixels.
  public var width: Int
  /// Physical per logical pixels.
  public var scale: Double
  public var material: Material
  public var legibility: Legibility
  /// The edge of the banner's glass.
  public var edge = EdgeStyle.lit
  /// The accent colour, encoded sRGB; nil: the program's own.
  public var accent: SIMD3<Double>?
  /// Whether the desktop is laid out from right to left, and banners with it whatever they say. Otherwise a banner is if its own text
  /// runs so.
  public var isRightToLeft = false
  /// The font of the body, as Pango writes it.
  public var font: String
  /// The radius of the banner's corners, in logical pixels.
  public var cornerRadius: Double
  /// The other parts of the look: those of all banners, with the changes of rules.
  public var style: BannerStyle
  /// The greatest number of lines of the body while the banner is not used.
  public var bodyLines: Int
  /// The format of the note about notifications that are not shown; nil: the usual words.
  private let moreFormat: FormatTemplate?
  /// The number of lines of the body that there is room for, also while the banner is used.
  private var lineLimit = Int.max
  /// The greatest height of the large picture, in logical pixels.
  private var pictureHeight = BannerMetrics.largePictureHeight

  public init(
    _ content: BannerContent, width: Int, scale: Double, material: Material,
    legibility: Legibility = .standard,
    settings: NotificationSettings = NotificationSettings()
  ) {
    self.content = content
    self.width = width
    self.scale = scale
    self.material = settings.relief.applied(to: material)
    self.legibility = legibility
    style = settings.style.overridden(by: content.notification.style)
    font = style.font ?? settings.font
    cornerRadius = Double(style.cornerRadius ?? settings.cornerRadius)
    bodyLines = settings.bodyLines
    moreFormat = settings.moreFormat
  }

  /// The greatest sides of the picture beside the texts and of the badge on it in a style, in logical pixels; `theme`: the side by which
  /// icons of themes are searched for that keep their sizes, nil if icons fill their place.
  public static func pictureSides(_ style: BannerStyle) -> (picture: Double, badge: Double, theme: Int?) {
    let measures = BannerMeasures(style)
    let theme = style.minIconSize.map {
      Int(($0 > 0 ? min(max($0, 1), measures.iconSide) : measures.iconSide).rounded())
    }
    return (measures.iconSide, measures.badgeSide, theme)
  }

  /// The side of a button's picture, in logical pixels.
  public static let actionIconSide = BannerMetrics.actionIconSide

  /// The banner with its top left corner at the origin.
  public func layout(measurer: some TextMeasurer) -> BannerLayout {
    let environment = environment(measurer)
    return BannerLayout(
      Views.layout(
        sheet(environment, measurer), in: Proposal(width: width), environment: environment,
        measurer: measurer), cards: content.behind, scale: scale)
  }

  /// The width in physical pixels in which each of its texts has one line while nobody uses the banner; it may be more than `width`.
  public func neededWidth(measurer: some TextMeasurer) -> Int {
    let environment = atRest.environment(measurer)
    return Views.layout(
      atRest.sheet(environment, measurer), in: Proposal(), environment: environment, measurer: measurer
    ).size.width
  }

  /// The banner with as many lines of its body as there is room for, one at least. A large picture gives way to them.
  func layout(measurer: some TextMeasurer, maxHeight: Int) -> BannerLayout {
    let whole = layout(measurer: measurer)
    if whole.frame.height <= maxHeight { return whole }
    if content.shownLargePicture != nil { return layoutWithPicture(measurer: measurer, maxHeight: maxHeight) }
    var limited = self
    limited.lineLimit = 1
    var (fitting, tooMany) = (1, shownLines)
    var found = limited.layout(measurer: measurer)
    while tooMany - fitting > 1 {
      limited.lineLimit = (fitting + tooMany) / 2
      let layout = limited.layout(measurer: measurer)
      if layout.frame.height <= maxHeight {
        (fitting, found) = (limited.lineLimit, layout)
      } else {
        tooMany = limited.lineLimit
      }
    }
    return found
  }

  /// The banner with a large picture as high as the texts leave room for; it is left out if that is too little.
  private func layoutWithPicture(measurer: some TextMeasurer, maxHeight: Int) -> BannerLayout {
    var texts = self
    texts.content.largePicture = nil
    let gap = (BannerMeasures(style).iconGapAbove * scale).rounded()
    let room = Double(maxHeight - texts.layout(measurer: measurer).frame.height) - gap
    guard room >= (BannerMetrics.leastPictureHeight * scale).rounded() else {
      return texts.layout(measurer: measurer, maxHeight: maxHeight)
    }
    var limited = self
    limited.pictureHeight = min(pictureHeight, room / scale)
    return limited.layout(measurer: measurer)
  }

  /// The note that `count` other notifications of `total` are open, as a small sheet in the middle of a banner's width.
  func note(_ count: Int, of total: Int, measurer: some TextMeasurer) -> BannerLayout {
    BannerLayout(
      Views.layout(
        BannerNote(
          count: count, total: total, format: moreFormat, colours: style.colours,
          glass: BannerGlass(material: material, edge: edge)),
        in: Proposal(width: width), environment: plainEnvironment, measurer: measurer))
  }

  /// The banner as it is while nobody uses it.
  var atRest: BannerView {
    guard content.isHovered || content.keepsLargePicture else { return self }
    var view = self
    (view.content.isHovered, view.content.keepsLargePicture, view.content.reply) = (false, false, nil)
    return view
  }

  /// The greatest number of lines of the body that are shown now.
  private var shownLines: Int {
    min(lineLimit, content.isHovered ? max(bodyLines, BannerMetrics.expandedLines) : bodyLines)
  }

  private func sheet(_ environment: ViewEnvironment, _ measurer: some TextMeasurer) -> BannerSheet {
    var style = style
    // Texts of another direction stand at the same side as all others.
    if isRightToLeft { style.textAlignment = style.textAlignment ?? .leading }
    return BannerSheet(
      content: content, width: Double(width) / scale, cornerRadius: cornerRadius, style: style,
      bodyLines: shownLines, pictureHeight: pictureHeight, scale: scale,
      glass: BannerGlass(material: material, edge: edge), closeFont: closeFont(environment, measurer))
  }

  private var plainEnvironment: ViewEnvironment {
    var environment = ViewEnvironment(
      scale: scale, isDark: material.isDark, legibility: legibility, font: font)
    environment.edge = edge
    environment.symbols = BuiltInSymbolSource()
    environment.isRightToLeft = isRightToLeft
    if let accent { environment.accent = Accent(accent) }
    return environment
  }

  private func environment(_ measurer: some TextMeasurer) -> ViewEnvironment {
    var environment = plainEnvironment
    environment.isRightToLeft = isRightToLeft || isReadFromTheRight(measurer)
    environment.interaction = Interaction(
      hovered: content.pointed.map { ViewID($0) }, pressed: content.pressed.map { ViewID($0) },
      focused: content.reply?.isFocused == true ? ViewID(BannerAction.reply) : nil)
    return environment
  }

  /// Whether the first of its texts is read from the right.
  private func isReadFromTheRight(_ measurer: some TextMeasurer) -> Bool {
    let notification = content.notification
    let leading = [notification.summary, notification.body.string, notification.shownApplication]
      .first { !$0.isEmpty }
    return leading.map {
      measurer.measure(StyledText(string: $0, font: font, scale: scale, maxWidth: width)).isRightToLeft
    } ?? false
  }

  /// The font of the sign to close, whose button is as large whatever the font of banners is.
  private func closeFont(_ environment: ViewEnvironment, _ measurer: some TextMeasurer) -> String {
    guard content.isHovered else { return font }
    let sign = StyledText(string: BannerMetrics.closeSign, font: font, scale: scale, maxWidth: nil)
    let height = measurer.measure(sign).size.height
    let side = (BannerMetrics.closeSide * scale).rounded()
    return Double(height) > side ? FontName(font).scaled(by: side / Double(height)) : font
  }
}
