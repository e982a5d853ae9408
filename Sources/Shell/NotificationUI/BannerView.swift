import Geometry
import Notifications
public import Scenes
public import Settings
public import VisualEffects

/// A notification as a sheet of glass, a function of its content.
///
/// Whatever the texts are, none leaves the banner: they wrap, and end in an ellipsis where there is no more room.
public struct BannerView {
  public var content: BannerContent
  /// Physical pixels.
  public var width: Int
  /// Physical per logical pixels.
  public var scale: Double
  public var material: Material
  public var legibility: Legibility
  /// Of the body, as Pango writes it.
  public var font: String
  /// Logical pixels.
  public var cornerRadius: Double
  /// Of the body; more under the pointer.
  public var bodyLines: Int
  /// Of the body, also under the pointer.
  private var lineLimit = Int.max

  public init(
    _ content: BannerContent, width: Int, scale: Double, material: Material,
    legibility: Legibility = .standard,
    settings: NotificationSettings = NotificationSettings()
  ) {
    self.content = content
    self.width = width
    self.scale = scale
    self.material = material
    self.legibility = legibility
    font = settings.font
    cornerRadius = Double(settings.cornerRadius)
    bodyLines = settings.bodyLines
  }

  // Logical pixels, on a grid of 4: what the systems have whose materials these are.
  static let padding = 14.0
  public static let pictureSide = 40.0
  static let pictureGap = 12.0
  public static let badgeSide = 18.0
  /// Between what stands below one another.
  static let gap = 8.0
  static let textGap = 2.0
  static let buttonHeight = 28.0
  /// Above and below a line of text on a button, together.
  static let controlGap = 4.0
  static let buttonGap = 6.0
  public static let actionIconSide = 16.0
  static let closeSide = 20.0
  static let progressHeight = 4.0
  static let imageHeight = 180.0
  /// Lines of the body under the pointer: about half of a screen.
  static let expandedLines = 24
  /// Buttons beside one another.
  static let columns = 3
  /// Of small texts, in parts of the body's size.
  static let smallFont = 0.87

  /// The banner with its top left corner at the origin.
  public func layout(measurer: some TextMeasurer) -> BannerLayout {
    var pen = BannerPen(self, measurer)
    pen.drawPicture()
    pen.drawHeader()
    pen.drawTexts()
    pen.drawImage()
    pen.drawProgress()
    pen.drawReply()
    pen.drawButtons()
    pen.drawMenu()
    pen.drawStack()
    return pen.finish()
  }

  /// The banner with as many lines of its body as there is room for, one at least.
  func layout(measurer: some TextMeasurer, maxHeight: Int) -> BannerLayout {
    let whole = layout(measurer: measurer)
    if whole.node.frame.height <= maxHeight { return whole }
    var limited = self
    limited.lineLimit = 1
    var (fitting, tooMany) = (1, shownLines)
    var found = limited.layout(measurer: measurer)
    while tooMany - fitting > 1 {
      limited.lineLimit = (fitting + tooMany) / 2
      let layout = limited.layout(measurer: measurer)
      if layout.node.frame.height <= maxHeight {
        (fitting, found) = (limited.lineLimit, layout)
      } else {
        tooMany = limited.lineLimit
      }
    }
    return found
  }

  /// The banner as it is while nobody uses it.
  var atRest: BannerView {
    guard content.isHovered else { return self }
    var view = self
    (view.content.isHovered, view.content.showsMenu, view.content.reply) = (false, false, nil)
    return view
  }

  /// Of the body, at most.
  var shownLines: Int {
    min(lineLimit, content.isHovered ? max(bodyLines, Self.expandedLines) : bodyLines)
  }

  /// Where in the answer a click at `x` of the banner goes, as an offset in UTF-8; nil: there is no field.
  public func replyOffset(atX x: Int, measurer: some TextMeasurer) -> Int? {
    guard let field = content.reply, let reply = content.notification.reply,
      let region = layout(measurer: measurer).regions.last(where: { $0.target == .reply })
    else { return nil }
    let pen = ReplyFieldPen(
      view: self, field: field, placeholder: reply.placeholder, ink: .vibrant(.label))
    return pen.offset(atX: x, in: region.frame, measurer)
  }

  func pixels(_ logical: Double) -> Int { Int((logical * scale).rounded()) }

  /// How high buttons and fields are, or what else is `least` logical pixels high, for one line of such text: more than
  /// that only with a large font.
  func controlHeight(
    _ measurer: some TextMeasurer, least: Double = Self.buttonHeight, isSmall: Bool = false,
    isBold: Bool = false
  ) -> Int {
    let text = styled("X", isSmall: isSmall, isBold: isBold, maxWidth: width)
    let extent = measurer.measure(text)
    // The middle of capitals will be in the middle.
    let above = Double(extent.baseline) - measurer.capHeight(font: text.font, scale: scale) / 2
    let room = 2 * max(above, Double(extent.size.height) - above)
    return max(pixels(least), Int(room.rounded(.up)) + pixels(Self.controlGap))
  }

  /// A text of the body's font, or, if it is small, of a smaller one.
  func styled(
    _ string: String, isSmall: Bool = false, isBold: Bool = false, maxWidth: Int, maxLines: Int = 1
  ) -> StyledText {
    let runs = isBold ? [StyledText.Run(range: 0..<string.utf8.count, isBold: true)] : []
    return StyledText(
      string: string, font: isSmall ? FontName(font).scaled(by: Self.smallFont) : font, scale: scale,
      maxWidth: max(0, maxWidth), maxLines: maxLines, runs: runs)
  }
}

extension BannerView {
  /// A colour that is seen on the material, of that opacity.
  ///
  /// Vibrant fills are made as dark or light as text over them needs, and so may vanish; these lie under no text.
  func mark(_ opacity: Double) -> Ink { .colour(material.isDark ? [1, 1, 1, opacity] : [0, 0, 0, opacity]) }

  /// What a button or a field is drawn on: a fill and an edge.
  ///
  /// The fill lies beside the text that is on it, not in a sheet of its own, so that the text is made legible over it.
  func well(
    _ frame: PixelRect, _ corners: Corners, _ style: VibrancyEffect.Style, isPressed: Bool = false
  ) -> [Node] {
    guard case .colour(let colour) = mark(isPressed ? 0.4 : 0.16) else {
      preconditionFailure("a mark has a colour")
    }
    let border = Border(width: max(1, (0.75 * scale).rounded()), colour: colour)
    return [
      .fill(FillNode(frame: frame, corners: corners, ink: .vibrant(isPressed ? .tertiaryFill : style))),
      .effect(EffectNode(frame: frame, material: nil, corners: corners, border: border)),
    ]
  }
}
