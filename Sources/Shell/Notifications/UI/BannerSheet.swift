import Geometry
import Localization
import ModuleModel
import Scenes
public import Settings
import Views
import VisualEffects

/// The sheet of glass of a banner, with all that is on it.
struct BannerSheet: View {
  let content: BannerContent
  /// The width of the sheet, in logical pixels.
  let width: Double
  let cornerRadius: Double
  let style: BannerStyle
  /// The greatest number of lines of the body.
  let bodyLines: Int
  /// The greatest height of the large picture, in logical pixels.
  let pictureHeight: Double
  /// Physical per logical pixels.
  let scale: Double
  let glass: BannerGlass
  let closeFont: String

  var body: ViewTree {
    VStack(alignment: .leading) {
      content(hasStrip: content.behind > 0 || content.isExpanded)
      if content.behind > 0 {
        unfoldingStrip
      } else if content.isExpanded {
        foldingLine
      }
    }
    .ink(inks.label)
    .frame(maxWidth: .infinity, alignment: .leading)
    // A notification without texts still needs a sheet, on which the button to close has room.
    .frame(minHeight: hasTexts ? 1 : BannerMetrics.closeSide)
    .overlay(alignment: .topTrailing) { if content.isHovered, hasCloseButton { closeButton } }
    .glass(glass.sheet(cornerRadius: cornerRadius, isCritical: isCritical, tint: style.tint).bordered(style))
    .cursor(isClickable ? .pointer : .default)
    .onTap(.primary, BannerAction.banner)
    .accessibility(.alert, label: notification.summary)
  }

  /// The icon and what is beside it; `hasStrip`: a part for the stack follows, which has the padding below.
  private func content(hasStrip: Bool) -> ViewTree {
    VStack(spacing: measures.iconGapAbove, alignment: .leading) {
      switch shownIcon {
      // The column would vanish in a stack where there is less room than it needs.
      case .hidden: column
      case .leading:
        HStack(spacing: measures.iconGap, alignment: iconAlignment) {
          icon(leading: measures.iconSideRoom)
          columnBesideIcon.padding(trailing: measures.iconEndGap)
        }
      case .trailing:
        HStack(spacing: measures.iconGap, alignment: iconAlignment) {
          columnBesideIcon.padding(leading: measures.iconEndGap)
          icon(trailing: measures.iconSideRoom)
        }
      case .top:
        icon(isAbove: true).frame(maxWidth: .infinity, alignment: Alignment(alignment.place, .top))
        column
      }
      // The picture comes last, so that it moves no button away from the pointer.
      if let picture = content.shownLargePicture { large(picture) }
    }
    .padding(
      leading: measures.sidePadding, trailing: measures.sidePadding, top: measures.verticalPadding,
      bottom: hasStrip ? 0 : measures.verticalPadding)
  }

  /// The picture that the notification has brought, as wide as the sheet, but never larger than it is by itself. A narrower one is in
  /// the middle, since at one side it would leave an empty area that looks as if something were missing.
  private func large(_ picture: Bitmap) -> ViewTree {
    let own = (width: Double(picture.size.width) / scale, height: Double(picture.size.height) / scale)
    return Image(picture, cornerRadius: BannerMetrics.imageRadius)
      .frame(maxWidth: own.width, maxHeight: min(pictureHeight, own.height))
      .frame(maxWidth: .infinity, alignment: .top)
  }

  /// The icon with the room around it.
  private func icon(leading: Double = 0, trailing: Double = 0, isAbove: Bool = false) -> ViewTree {
    let icon = BannerIcon(content: content, measures: measures).body
    if style.iconMargin == nil { return icon }
    let room = measures.iconRoom
    return icon.padding(leading: leading, trailing: trailing, top: room, bottom: isAbove ? 0 : room)
  }

  private var iconAlignment: VerticalAlignment {
    switch style.iconAlignment ?? .top {
    case .top: .top
    case .center: .center
    case .bottom: .bottom
    }
  }

  /// The column beside an icon, in whose middle few texts stand.
  private var columnBesideIcon: ViewTree {
    column.frame(maxWidth: .infinity, alignment: .leading)
      .frame(minHeight: measures.iconSide + 2 * measures.iconRoom, alignment: .leading)
  }

  private var notification: Notification { content.notification }
  private var hasTexts: Bool {
    ![notification.shownApplication, notification.summary, notification.body.string].allSatisfy(\.isEmpty)
  }
  private var hasCloseButton: Bool { style.hasCloseButton ?? true }
  /// Whether a click on the banner does more than to dismiss it.
  private var isClickable: Bool {
    switch style.response(to: .left) {
    case .builtIn(.invoke): content.behind > 0 || notification.hasDefaultAction
    case .builtIn(.link): !notification.body.links.isEmpty || !notification.urls.isEmpty
    case .builtIn(.reply): notification.reply != nil
    case .builtIn(.menu), .command: true
    case .builtIn(.dismiss), .builtIn(.forget), .builtIn(.dismissGroup), .builtIn(.dismissAll),
      .builtIn(.nothing):
      false
    }
  }
  private var isCritical: Bool { notification.urgency == .critical }
  private var inks: BannerInks { BannerInks(colour: notification.ink) }

  private var measures: BannerMeasures { BannerMeasures(style, ownIconSide: content.pictureSide) }
  private var alignment: BannerStyle.TextAlignment { style.textAlignment ?? .natural }

  /// The place of the icon: if it would leave the texts less room than it takes itself, they get all of it.
  private var shownIcon: BannerStyle.IconPosition {
    let position = style.iconPosition ?? .leading
    let beside = measures.iconGap + measures.iconSideRoom + measures.iconEndGap
    let needed =
      position == .top ? measures.iconSide : 3 * measures.iconSide + max(0, beside - BannerMetrics.pictureGap)
    let hasIcon = content.showsIcon && (style.hasLetterIcon ?? true || content.mayHavePicture)
    return hasIcon && width - 2 * measures.sidePadding >= needed ? position : .hidden
  }

  /// The room that the icon takes of the texts' width.
  private var iconRoom: Double {
    [.leading, .trailing].contains(shownIcon)
      ? measures.iconSide + measures.iconGap + measures.iconSideRoom : 0
  }

  /// The room that the icon takes at the end of the lines.
  private var trailingIconRoom: Double { shownIcon == .trailing ? iconRoom : 0 }

  /// The texts and controls beside the icon.
  private var column: ViewTree {
    VStack(spacing: BannerMetrics.gap, alignment: .leading) {
      BannerTexts(
        content: content, width: columnWidth, bodyLines: bodyLines, inks: inks,
        alert: isCritical && style.hasCriticalSign ?? true ? .colour(glass.alertColour) : nil,
        alignment: alignment,
        // An icon above the texts has the button to close beside it.
        closeRoom: shownIcon == .top ? 0 : measures.closeRoom, gap: measures.textGap,
        format: style.format(isStacked: content.behind > 0), colours: style.colours)
      if let image = content.bodyImage, !image.size.isEmpty {
        Image(image, cornerRadius: BannerMetrics.imageRadius, alignment: alignment.place)
          .frame(maxHeight: BannerMetrics.imageHeight)
      }
      if let progress = notification.progress {
        ProgressBar(
          progress, ink: (style.progressColour ?? notification.ink).map { .colour($0) } ?? .accentMark)
      }
      BannerControls(content: content, width: columnWidth)
    }
    .body
  }

  private var columnWidth: Double {
    max(0, width - 2 * measures.sidePadding - iconRoom - (iconRoom > 0 ? measures.iconEndGap : 0))
  }

  /// The lower edge of the front banner, a click on which expands the stack whatever the settings say of clicks on the banner, as
  /// one on the cards below it does.
  private var unfoldingStrip: ViewTree {
    Fill(nil, cornerRadius: 0).frame(height: measures.stripHeight)
      .onTap(.primary, BannerAction.stack).accessibility(
        .button,
        label: localized(
          "\(content.behind) more", plural: "\(content.behind) more", count: content.behind)
      )
      .expandable(isExpanded: false)
  }

  /// The line that collapses the stack, below the texts.
  private var foldingLine: ViewTree {
    Text(localized("Show less")).bold().leastWidth(0).small().ink(inks.secondary)
      .padding(
        leading: measures.sidePadding + iconRoom - trailingIconRoom,
        trailing: measures.sidePadding + trailingIconRoom,
        top: BannerMetrics.gap, bottom: measures.verticalPadding
      )
      .frame(maxWidth: .infinity, alignment: Alignment(alignment.place, .center))
      .onTap(.primary, BannerAction.stack)
      .expandable(isExpanded: true)
  }

  private var closeButton: ViewTree {
    // The sign's middle is lower than that of capital letters, by another distance in each font.
    Button(BannerAction.close, cornerRadius: BannerMetrics.closeSide / 2) {
      Text(BannerMetrics.closeSign).centresInk().font(closeFont).ink(inks.label)
        .frame(width: BannerMetrics.closeSide, height: BannerMetrics.closeSide)
    }
    .accessibility(.button, label: localized("Close"))
    .id(BannerAction.close)
    .padding(
      leading: measures.closeInset.side, trailing: measures.closeInset.side + trailingIconRoom,
      top: measures.closeInset.vertical, bottom: measures.closeInset.vertical)
  }
}

/// The note that says how many other notifications are open.
struct BannerNote: View {
  let count: Int
  /// The number of all notifications that are open.
  let total: Int
  /// The format of the words; nil: the usual ones.
  let format: FormatTemplate?
  /// The colours that the format may name.
  let colours: [String: SIMD4<Double>]
  let glass: BannerGlass

  private var words: Text {
    let fields: [String: FieldValue] = ["hidden": .integer(count), "total": .integer(total)]
    let written = format.map { FormattedLines($0, fields, marking: "", colours: colours) }
    if let line = written?.lines.first {
      return FormattedBanner.Line(rich: line.text, links: [], hasBody: false).text(linkInk: nil)
    }
    return Text(localized("\(count) more", plural: "\(count) more", count: count)).bold()
  }

  var body: ViewTree {
    words.leastWidth(0).padding(horizontal: 12).controlHeight(BannerMetrics.noteHeight)
      .ink(.vibrant(.secondaryLabel)).small()
      .glass(glass.sheet(cornerRadius: .infinity, isCritical: false))
      .frame(maxWidth: .infinity)
  }
}

/// The glass of banners with its border and shadows.
struct BannerGlass: Sendable {
  let material: Material
  /// The look of the edge, which tells whether the user wants opaque glass or more contrast.
  var edge = EdgeStyle.lit

  /// The tint of critical banners. It is a part of the glass, so that texts are legible over it.
  ///
  /// Little red over the grey of opaque glass is a dull brown or mauve, and is lost in glass that has much contrast with texts. The
  /// tint hides most of the grey of such glass.
  private var criticalTint: SIMD4<Double> {
    if edge == .lit { return [1, 0.27, 0.23, 0.08] }
    return material.isDark ? [0.27, 0.1, 0.1, 0.85] : [1, 0.88, 0.87, 0.85]
  }

  /// The line along the edge of critical banners where edges are stroked, which is wider than that of others.
  private var criticalBorder: ViewBorder {
    let red = SIMD3(alertColour.x, alertColour.y, alertColour.z)
    return ViewBorder(
      width: 2, ink: .colour(SIMD4(Accent(red).mark(isDark: material.isDark, .standard), 1)))
  }

  /// The red of signs on this glass: system red in its dark and its light variant.
  var alertColour: SIMD4<Double> { material.isDark ? [1, 0.27, 0.23, 1] : [0.84, 0.08, 0.05, 1] }

  /// A sheet with corners of this radius, in logical pixels; a radius of more than half of a side makes that side
  /// round.
  func sheet(cornerRadius: Double, isCritical: Bool, tint: SIMD4<Double>? = nil) -> GlassSheet {
    var tinted = material
    if let tint = tint ?? (isCritical ? criticalTint : nil) {
      tinted.chain.tint(tint)
    }
    var sheet = GlassSheet(BlurEffect(material: tinted), corners: LogicalCorners(cornerRadius))
      .elevated(.raised, isDark: material.isDark)
    // A border without light is the material's own.
    if isCritical, edge == .stroked, sheet.border?.rim != nil { sheet.border = criticalBorder }
    return sheet
  }
}

extension BannerStyle.TextAlignment {
  /// The place of what has no lines of text.
  var place: HorizontalAlignment {
    switch self {
    case .natural, .leading: .leading
    case .center: .center
    case .trailing: .trailing
    }
  }

  /// The alignment of the lines of a text.
  var lines: Text.Alignment {
    switch self {
    case .natural: .natural
    case .leading: .leading
    case .center: .center
    case .trailing: .trailing
    }
  }
}

extension BannerStyle {
  /// Whether the glass is dark: under a pale or dark tint that hides more of it than it shows, the glass has the look that
  /// suits the tint.
  public func isDark(usually isDark: Bool) -> Bool {
    guard let tint, tint.w >= 0.5 else { return isDark }
    let luminance = Luminance.of([tint.x, tint.y, tint.z])
    // Colours between these, such as red, suit both looks.
    return luminance > 0.4 ? false : luminance < 0.1 ? true : isDark
  }
}

extension GlassSheet {
  /// The sheet with the line along its edge that a style gives it.
  fileprivate func bordered(_ style: BannerStyle) -> GlassSheet {
    var sheet = self
    if style.borderWidth == 0 {
      sheet.border = ViewBorder.none
    } else if let colour = style.borderColour {
      sheet.border = ViewBorder(width: style.borderWidth ?? 1, ink: .colour(colour))
    }
    return sheet
  }
}

/// The inks of the texts of a banner.
struct BannerInks: Sendable {
  /// The colour that a rule gives, encoded sRGB and opacity; nil: the texts are vibrant.
  let colour: SIMD4<Double>?

  var label: ViewInk { ink(.label, 1) }
  /// The ink of texts that matter less, as much weaker as vibrant text of that level would be.
  var secondary: ViewInk { ink(.secondaryLabel, 0.8) }
  /// The ink of links; nil: that of the text around them.
  var link: ViewInk? { colour == nil ? .accentLabel : nil }

  private func ink(_ style: VibrancyEffect.Style, _ opacity: Double) -> ViewInk {
    guard var colour else { return .vibrant(style) }
    colour.w *= opacity
    return .colour(colour)
  }
}

extension View {
  /// Sets the texts in letters that are smaller than those of the body.
  func small() -> ViewTree {
    environment { $0.font = FontName($0.font).scaled(by: BannerMetrics.smallFont) }
  }
}
