import LiveGlass
import NotificationUI
import Notifications
import Settings

/// Pictures on banners.
extension OutputBanners {
  /// What has been read of the pictures of a notification; the rest comes later.
  func addPictures(to content: inout BannerContent, of banner: BannerID, scale: Double) {
    let notification = content.notification
    func state(
      _ sources: [ImageSource], _ slot: BannerPictures.Key.Slot, _ size: Double
    ) -> BannerPictures.State {
      if sources.isEmpty { return .init(bitmap: nil, isPending: false) }
      return host.pictures.picture(
        sources, .init(banner: banner, output: output.name, slot: slot), size: size, scale: scale)
    }
    // What comes before the application's icon is of something else, what comes after it stands in for it.
    let own = Array(notification.pictures.prefix { $0 != notification.applicationIcon })
    let icon = notification.applicationIcon.map { [$0] } ?? []
    let picture = state(own, .picture, BannerView.pictureSide)
    if picture.bitmap != nil {
      (content.picture, content.isPictureTemplate) = (picture.bitmap, picture.isTemplate)
      let badge = state(icon, .badge, BannerView.badgeSide)
      (content.badge, content.isBadgeTemplate) = (badge.bitmap, badge.isTemplate)
    } else {
      let substitute = state(
        Array(notification.pictures.dropFirst(own.count)), .icon, BannerView.pictureSide)
      (content.picture, content.isPictureTemplate) = (substitute.bitmap, substitute.isTemplate)
      content.isPicturePending = picture.isPending || substitute.isPending
    }
    let images = notification.body.images.compactMap { ImageSource($0.source) }
    content.bodyImage = state(images, .body, Double(settings.width)).bitmap
    guard notification.hasActionIcons else { return }
    for button in notification.buttons {
      guard let source = ImageSource(button.key) else { continue }
      // A shape is seen on light and dark glass; one in colours may not be.
      let shape = state([source], .actionShape(button.key), BannerView.actionIconSide)
      if let bitmap = shape.bitmap {
        content.actionIcons[button.key] = .init(bitmap, isTemplate: true)
      } else if !shape.isPending {
        let bitmap = state([source], .action(button.key), BannerView.actionIconSide).bitmap
        content.actionIcons[button.key] = bitmap.map { .init($0) }
      }
    }
  }
}
