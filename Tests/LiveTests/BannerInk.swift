import DesktopModel
import Geometry
import Scenes
import Settings
import TestSupport
import Typography
import VisualEffects

@testable import Notifications

/// The contrast of the letters of banners on a captured picture, found where the layout says that they are.
struct BannerInk {
  /// The worst letter's, by WCAG 2; nil: there are none.
  let worst: Double?

  init(_ shown: Bitmap, _ row: LiveTests.BannerPictureTests.Row, isDark: Bool) {
    let text = TextEngine()
    let scene = Self.scene(row, isDark: isDark, text)
    let coverage = InkCoverage(scene) { text.rasterise($0) }
    worst = InkContrast(material: shown).worstBesideInk(coverage.bytes)
  }

  /// All banners where they are on the output.
  private static func scene(
    _ row: LiveTests.BannerPictureTests.Row, isDark: Bool, _ text: TextEngine
  ) -> Scene {
    var settings = NotificationSettings()
    if row.settings.contains("application") { settings.grouping = .application }
    var store = NotificationStore(settings: settings)
    let now = Instant(sinceOrigin: .seconds(1))
    let clock = ClockTime(seconds: 0, day: 0, minute: 0)
    _ = store.update(.outputsChanged(["HEADLESS-1"], focused: nil), now: now, clock: clock)
    for call in row.calls {
      let id = store.identify(call.request)
      _ = store.update(.notified(call.request, id: id), now: now, clock: clock)
    }
    let arrangement = store.arrangement(on: "HEADLESS-1")
    let material = Material.named("notificationBanner", isDark: isDark)!
    let views = arrangement.banners.map { banner in
      BannerView(
        content(banner, row), width: 360, scale: 1, material: material,
        settings: settings)
    }
    let stack = BannerStack(
      views, more: arrangement.moreCount, order: .newestTop, gap: 8, maxHeight: 696, measurer: text)
    return Scene(size: BannerStage.size, nodes: stack.offset(x: 912, y: 8).nodes)
  }

  private static func content(
    _ banner: Arrangement.Banner, _ row: LiveTests.BannerPictureTests.Row
  ) -> BannerContent {
    let picture = Bitmap(size: PixelSize(width: 40, height: 40))
    let notification = banner.notification
    var content = BannerContent(
      notification, count: banner.count, behind: banner.behind, isExpanded: banner.isExpanded, age: "now")
    if row.name == "image" || notification.applicationIcon == .icon("dialog-information") {
      content.picture = picture
    }
    if notification.hasActionIcons {
      for button in notification.buttons {
        content.actionIcons[button.key] = .init(picture, isTemplate: true)
      }
    }
    if notification.reply != nil {
      content.isHovered = true
      content.reply = .init()
    }
    return content
  }
}

extension LiveTests.BannerPictureTests.Call {
  /// The same call as it comes to the store.
  fileprivate var request: NotificationRequest {
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.body) = (app, summary, body)
    (request.icon, request.actions, request.expireTimeout) = (icon, actions, 0)
    request.hints = hints.compactMap { name, value in
      switch value {
      case .boolean(let flag): .init(name, .boolean(flag))
      case .int32(let number): .init(name, .integer(Int64(number)))
      case .byte(let number): .init(name, .integer(Int64(number)))
      default: nil
      }
    }
    return request
  }
}
