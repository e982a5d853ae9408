import Geometry
import LiveGlass
import NotificationUI
import Notifications
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import VisualEffects

/// What there is to show, and how large it is.
extension OutputBanners {
  /// All banners that there is room for on the output, as a stack of its own.
  struct Stack {
    var stack: BannerStack
    var shown: [Arrangement.Banner]
    var time: Int64
    var isCritical: Bool { shown.contains { $0.notification.urgency == .critical } }
  }

  /// Of a surface for that stack, logical pixels.
  func height(for stack: Stack, scale: Double) -> Int {
    placement.surfaceHeight(for: stack.stack.size.height, in: area, scale: scale)
  }

  /// Logical pixels of the output's height that panels leave to banners.
  var area: Int {
    if let size = probe?.size { return Int(size.height) }
    // Until the compositor has told: what bars of ours leave.
    let kept = output.surfaces.map(\.placement).filter { $0.exclusiveZone > 0 }.reduce(0) { sum, bar in
      let (top, bottom) = (bar.anchors.contains(.top), bar.anchors.contains(.bottom))
      return top == bottom ? sum : sum + bar.exclusiveZone + (top ? bar.margins.top : bar.margins.bottom)
    }
    return max(1, Int(Double(output.size.height) / output.scale) - kept)
  }

  /// Where only critical ones can be seen, the others are left where they are hidden, unless there are such.
  private var arrangement: Arrangement {
    if isCovered, placement.raisesCritical {
      let critical = host.arrangement(output.name, true)
      if !critical.banners.isEmpty { return critical }
    }
    return host.arrangement(output.name, false)
  }

  func stack(scale: Double, now: Instant) -> Stack? {
    let arrangement = arrangement
    let time = host.time()
    let views = arrangement.banners.map { banner in
      host.answerCallers()
      return view(banner, scale: scale, now: now, time: time)
    }
    let stack = BannerStack(
      views, more: arrangement.moreCount, order: settings.order,
      gap: Int((Double(settings.gap) * scale).rounded()),
      maxHeight: placement.maxHeight(in: area, scale: scale), measurer: host.session.text)
    return Stack(stack: stack, shown: stack.indices.map { arrangement.banners[$0] }, time: time)
  }

  func view(_ banner: Arrangement.Banner, scale: Double, now: Instant, time: Int64) -> BannerView {
    var content = BannerContent(
      banner.notification, count: banner.count, behind: banner.behind, isExpanded: banner.isExpanded,
      isHovered: banner.isHovered,
      age: Age.words(from: banner.notification.time, to: time))
    content.showsMenu = interaction.menu == banner.id
    content.pointed = interaction.pointed(on: banner.id)
    content.pressed = interaction.pressed(on: banner.id)
    if let editor = interaction.reply, editor.banner == banner.id { content.reply = editor.field(at: now) }
    if settings.showsIcons { addPictures(to: &content, of: banner.id, scale: scale) }
    return BannerView(
      content, width: placement.columnWidth(scale: scale), scale: scale,
      material: material(of: banner.notification, now: now), legibility: presentation.legibility,
      settings: settings)
  }

  /// That of all banners, or what a rule says.
  private func material(of notification: Notification, now: Instant) -> Material {
    guard let name = notification.material, let effect = host.state().settings.blurEffect(named: name) else {
      return look.material(at: now)
    }
    return effect.material(isDark: look.isDark)
  }
}
