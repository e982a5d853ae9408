import Geometry
import Notifications
import Scenes
import Settings

/// Adds pictures to the banners of one output, as far as they have been read; the others follow later.
struct BannerPictureFill {
  let pictures: BannerPictures
  /// The name of the output.
  let output: String
  /// Physical pixels per logical pixel.
  let scale: Double
  /// The width of banners, in logical pixels.
  let width: Int
  /// The look of all banners.
  let style: BannerStyle

  /// Adds the pictures of a banner's notification that the settings let banners show.
  func fill(_ content: inout BannerContent, of banner: BannerID, icons: BannerIcons) {
    let owner = BannerPictures.Owner(id: content.notification.id, arrival: content.notification.arrival)
    func state(
      _ sources: [NotificationImage], _ slot: BannerPictures.Key.Slot, _ size: Double, _ themeSide: Int?
    ) -> BannerPictures.State {
      if sources.isEmpty { return .init(bitmap: nil, isPending: false) }
      return pictures.picture(
        sources, .init(banner: banner, output: output, slot: slot), of: owner, size: size, scale: scale,
        themeSide: themeSide)
    }
    fillPicture(&content, icons == .all ? { _ in true } : \.isBrought, state)
    if content.isHovered || content.keepsLargePicture { fillLargePicture(&content, state) }
    let images = content.notification.body.images.compactMap { NotificationImage($0.source) }
    content.bodyImage = state(images, .body, Double(width), nil).bitmap
    if content.notification.hasActionIcons { fillActions(&content, state) }
  }

  /// Returns the first picture that can be read, for a slot, a size in logical pixels, and the size of an icon that keeps its own.
  private typealias Reading = (
    [NotificationImage], BannerPictures.Key.Slot, _ size: Double, _ themeSide: Int?
  ) -> BannerPictures.State

  private func fillPicture(
    _ content: inout BannerContent, _ isShown: (NotificationImage) -> Bool, _ state: Reading
  ) {
    let notification = content.notification
    let shown = notification.pictures.filter(isShown)
    // Sources before the application's icon are pictures of their own; those after it replace the icon.
    let own = Array(shown.prefix { $0 != notification.applicationIcon })
    let icon = notification.applicationIcon.map { [$0] }?.filter(isShown) ?? []
    let sides = BannerView.pictureSides(style.overridden(by: notification.style))
    let picture = state(own, .picture, sides.picture, sides.theme)
    if picture.bitmap != nil {
      (content.picture, content.isPictureTemplate) = (picture.bitmap, picture.isTemplate)
      content.pictureSide = picture.ownSide
      let badge = state(icon, .badge, sides.badge, nil)
      (content.badge, content.isBadgeTemplate) = (badge.bitmap, badge.isTemplate)
    } else {
      let substitutes = Array(shown.dropFirst(own.count))
      let substitute = state(substitutes, .icon, sides.picture, sides.theme)
      (content.picture, content.isPictureTemplate) = (substitute.bitmap, substitute.isTemplate)
      // The place is that of the picture that is expected, if none is shown.
      let isAwaited = picture.isPending && substitute.bitmap == nil
      content.pictureSide = isAwaited ? picture.ownSide : substitute.ownSide
      content.isPicturePending = picture.isPending || substitute.isPending
    }
  }

  /// Adds the picture in a greater size, unless it is hardly larger than that beside the texts. It is read when the banner is used for
  /// the first time.
  private func fillLargePicture(_ content: inout BannerContent, _ state: Reading) {
    let side = BannerView.pictureSides(style.overridden(by: content.notification.style)).picture
    guard let bitmap = state(content.notification.broughtPictures, .large, Double(width), nil).bitmap,
      Double(max(bitmap.size.width, bitmap.size.height)) >= 2 * side * scale
    else { return }
    content.largePicture = bitmap
  }

  private func fillActions(_ content: inout BannerContent, _ state: Reading) {
    for button in content.notification.buttons {
      guard let source = NotificationImage(button.key) else { continue }
      // A shape is legible on light and dark glass; a coloured icon may not be.
      let shape = state([source], .actionShape(button.key), BannerView.actionIconSide, nil)
      if let bitmap = shape.bitmap {
        content.actionIcons[button.key] = .init(bitmap, isTemplate: true)
      } else if !shape.isPending {
        let bitmap = state([source], .action(button.key), BannerView.actionIconSide, nil).bitmap
        content.actionIcons[button.key] = bitmap.map { .init($0) }
      }
    }
  }
}
