import Geometry
import Notifications
import Scenes
import Settings
import VisualEffects

/// Draws a banner from the top to the bottom.
///
/// What is beside one another is placed as for texts that are read from the left, and mirrored for others.
struct BannerPen<Measurer: TextMeasurer> {
  let view: BannerView
  let measurer: Measurer
  var nodes: [Node] = []
  var regions: [BannerLayout.Region] = []
  /// How far it is drawn.
  var y: Int
  /// Of the texts, before mirroring.
  let left: Int
  let right: Int
  /// Everything is mirrored: the notification is read from the right.
  let isMirrored: Bool
  let hasPicture: Bool
  /// Of the first text below the header, if that is less than the column.
  var firstWidth: Int?
  /// Whether there is a text above.
  var hasText = false
  var pictureEnd = 0

  init(_ view: BannerView, _ measurer: Measurer) {
    self.view = view
    self.measurer = measurer
    let padding = view.pixels(BannerView.padding)
    y = padding
    // On a sheet as narrow as its padding there is nothing but glass.
    right = max(padding, view.width - padding)
    let side = view.pixels(BannerView.pictureSide)
    // Where texts would have less room than it takes, there is none.
    hasPicture =
      (view.content.picture != nil || view.content.isPicturePending) && right - padding >= 3 * side
    left = padding + (hasPicture ? side + view.pixels(BannerView.pictureGap) : 0)
    let notification = view.content.notification
    let leading = [notification.summary, notification.body.string, notification.applicationName]
      .first { !$0.isEmpty }
    isMirrored =
      leading.map { measurer.measure(view.styled($0, maxWidth: view.width)).isRightToLeft } ?? false
  }

  var content: BannerContent { view.content }
  var notification: Notification { view.content.notification }
  var column: Int { right - left }
  /// Of the texts on the sheet.
  var columnStart: Int { isMirrored ? view.width - right : left }

  func ink(_ style: VibrancyEffect.Style) -> Ink {
    guard var colour = notification.ink else { return .vibrant(style) }
    // As much weaker as vibrant text of that level would be.
    colour.w *= style == .label ? 1 : style == .secondaryLabel ? 0.8 : 0.6
    return .colour(colour)
  }

  /// Where a frame is on the sheet.
  func mirrored(_ frame: PixelRect) -> PixelRect {
    guard isMirrored else { return frame }
    var mirrored = frame
    mirrored.x = view.width - frame.maxX
    return mirrored
  }

  mutating func finish() -> BannerLayout {
    let height = max(y, pictureEnd) + view.pixels(BannerView.padding)
    let frame = PixelRect(x: 0, y: 0, width: view.width, height: height)
    // Together with its vertical middle a single line beside a picture looks at home.
    let radius = min(view.cornerRadius * view.scale, Double(min(view.width, height)) / 2)
    let isCritical = notification.urgency == .critical
    let edge: SIMD4<Double> = view.material.isDark ? [1, 1, 1, 0.14] : [1, 1, 1, 0.45]
    let node = EffectNode(
      frame: frame, material: view.material, legibility: view.legibility, corners: Corners(radius),
      border: isCritical
        ? Border(width: max(1, (1.5 * view.scale).rounded()), colour: [1, 0.27, 0.23, 0.9])
        : Border(width: max(1, (0.75 * view.scale).rounded()), colour: edge),
      shadow: Shadow(sigma: 9 * view.scale, offsetY: 4 * view.scale, colour: [0, 0, 0, 0.28]),
      content: nodes)
    let inner = regions.map { BannerLayout.Region(frame: $0.frame.intersection(frame), target: $0.target) }
    return BannerLayout(node: node, regions: [.init(frame: frame, target: .banner)] + inner)
  }

  // MARK: - Pieces

  /// Draws a text at the left of the column, or at its right where it is read from there, and goes below it.
  @discardableResult
  mutating func paragraph(_ text: StyledText, ink style: VibrancyEffect.Style) -> PixelRect {
    let extent = measurer.measure(text)
    if hasText { y += view.pixels(BannerView.textGap) }
    hasText = true
    let end = columnStart + column
    let frame = place(
      text, extent, x: extent.isRightToLeft ? end - extent.size.width : columnStart, ink: style)
    y += extent.size.height
    return frame
  }

  /// Draws a text whose left edge on the sheet is `x`.
  @discardableResult
  mutating func place(
    _ text: StyledText, _ extent: TextExtent, x: Int, y: Int? = nil, ink style: VibrancyEffect.Style
  ) -> PixelRect {
    let frame = PixelRect(x: x, y: y ?? self.y, width: extent.size.width, height: extent.size.height)
    if !frame.isEmpty { nodes.append(.text(TextNode(frame: frame, text: text, ink: ink(style)))) }
    return frame
  }

  /// The largest of these proportions in the middle of `slot`.
  static func fit(_ size: PixelSize, in slot: PixelRect) -> PixelRect {
    guard !size.isEmpty, !slot.isEmpty else { return PixelRect(x: slot.x, y: slot.y, width: 0, height: 0) }
    var width = slot.width
    var height = slot.height
    if size.width * slot.height > size.height * slot.width {
      height = max(1, size.height * slot.width / size.width)
    } else {
      width = max(1, size.width * slot.height / size.height)
    }
    return PixelRect(
      x: slot.x + (slot.width - width) / 2, y: slot.y + (slot.height - height) / 2, width: width,
      height: height)
  }
}
