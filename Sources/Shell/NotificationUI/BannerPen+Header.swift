import Geometry
import Notifications
import Scenes
import VisualEffects

/// What is at the top: the picture, whose it is, and how old.
extension BannerPen {
  /// Beside the texts, on top.
  mutating func drawPicture() {
    guard hasPicture else { return }
    let side = view.pixels(BannerView.pictureSide)
    let slot = PixelRect(x: view.pixels(BannerView.padding), y: y, width: side, height: side)
    pictureEnd = slot.maxY
    guard let picture = content.picture else { return }
    let inner = Self.fit(picture.size, in: slot)
    image(picture, in: mirrored(inner), radius: 8, isTemplate: content.isPictureTemplate)
    if let badge = content.badge { drawBadge(badge, on: inner) }
  }

  /// On the corner of the picture that is next to the texts, wherever in its place a narrow one ends; `picture` is before
  /// mirroring.
  private mutating func drawBadge(_ badge: Bitmap, on picture: PixelRect) {
    let size = view.pixels(BannerView.badgeSide)
    let corner = view.pixels(4)
    let place = PixelRect(
      x: picture.maxX - size + corner, y: picture.maxY - size + corner, width: size, height: size)
    image(
      badge, in: mirrored(Self.fit(badge.size, in: place)), radius: 4, isTemplate: content.isBadgeTemplate)
  }

  /// `isTemplate`: a shape, which has the ink of the texts and no corners of its own.
  private mutating func image(_ bitmap: Bitmap, in frame: PixelRect, radius: Double, isTemplate: Bool) {
    let image = ImageNode(frame: frame, bitmap: bitmap, ink: isTemplate ? ink(.label) : nil)
    if isTemplate { return nodes.append(.image(image)) }
    nodes.append(
      .effect(
        EffectNode(
          frame: frame, material: nil, corners: Corners(radius * view.scale), content: [.image(image)])))
  }

  /// The application's name, the count and the age; under the pointer a button to close.
  mutating func drawHeader() {
    var end = right
    if content.isHovered { end = drawClose() - view.pixels(BannerView.gap) }
    let count = content.count > 1 ? "×\(content.count)" : ""
    let age = content.isHovered ? "" : content.age
    let trailing = view.styled(
      [count, age].filter { !$0.isEmpty }.joined(separator: "  "), isSmall: true, maxWidth: (end - left) / 2)
    let trailingExtent = measurer.measure(trailing)
    if !trailing.string.isEmpty { end -= trailingExtent.size.width + view.pixels(BannerView.gap) }
    let name = view.styled(notification.applicationName, isSmall: true, maxWidth: end - left)
    let nameExtent = measurer.measure(name)
    // Letters of other scripts may be higher: both stand on one line.
    let shown = [trailing.string.isEmpty ? nil : trailingExtent, name.string.isEmpty ? nil : nameExtent]
      .compactMap(\.self)
    let baseline = y + (shown.map(\.baseline).max() ?? 0)
    let height = shown.map { baseline - $0.baseline + $0.size.height - y }.max() ?? 0
    if !trailing.string.isEmpty {
      drawSmall(trailing, trailingExtent, x: end + view.pixels(BannerView.gap), baseline: baseline)
    }
    if !name.string.isEmpty { drawSmall(name, nameExtent, x: left, baseline: baseline) }
    if height > 0 {
      y += height
      hasText = true
    } else {
      // The first text then leaves room for the button, also while it is not seen, so that nothing moves.
      firstWidth = max(0, column - view.pixels(BannerView.closeSide))
    }
  }

  /// `x` is before mirroring.
  private mutating func drawSmall(_ text: StyledText, _ extent: TextExtent, x: Int, baseline: Int) {
    let top = baseline - extent.baseline
    let frame = mirrored(PixelRect(x: x, y: top, width: extent.size.width, height: extent.size.height))
    place(text, extent, x: frame.x, y: top, ink: .secondaryLabel)
  }

  /// The edge of the button that is next to the texts, before mirroring.
  private mutating func drawClose() -> Int {
    let inset = view.pixels(8)
    let side = max(0, min(view.pixels(BannerView.closeSide), view.width - 2 * inset))
    let frame = PixelRect(x: view.width - inset - side, y: inset, width: side, height: side)
    button(frame, label: "×", radius: BannerView.closeSide / 2, target: .close)
    return frame.x
  }
}
