import Geometry
import Notifications
import Scenes
import Settings
import ShellModel
import VisualEffects

/// Makes the views of an output's banners, and a stack of those that there is room for.
struct BannerComposer {
  /// The banners that there is room for on the output, stacked from the origin.
  struct Composition {
    var stack: BannerStack
    /// The contents of the stack's banners, in the same order.
    var banners: [Arrangement.Banner]
    /// The time for which the ages were computed, in seconds since 1970.
    var time: Int64
    /// Whether one of them is critical.
    var isCritical: Bool { banners.contains { $0.notification.urgency == .critical } }
  }

  let state: State
  let look: GlassLook
  let placement: BannerPlacement
  let pictures: BannerPictureFill
  let measurer: any TextMeasurer
  /// Physical pixels per logical pixel.
  let scale: Double
  let now: Instant
  /// The wall-clock time, in seconds since 1970.
  let time: Int64

  /// Lays out an arrangement if `area` logical pixels of the output's height are left for banners.
  ///
  /// `answerCallers` is called before each view is made, since making one may take long.
  func compose(
    _ arrangement: Arrangement, in area: Int, input: BannerInput, answerCallers: () -> Void
  ) -> Composition {
    let settings = state.settings.notifications
    let views = arrangement.banners.map { banner in
      answerCallers()
      return view(banner, input: input)
    }
    let stack = BannerStack(
      views, more: arrangement.moreCount, order: settings.order,
      gap: Int((Double(settings.gap) * scale).rounded()),
      maxHeight: placement.maxHeight(in: area, scale: scale), measurer: measurer)
    return Composition(stack: stack, banners: stack.indices.map { arrangement.banners[$0] }, time: time)
  }

  /// The view of one banner.
  func view(_ banner: Arrangement.Banner, input: BannerInput) -> BannerView {
    let settings = state.settings.notifications
    var content = BannerContent(
      banner.notification, count: banner.count, behind: banner.behind, isExpanded: banner.isExpanded,
      isHovered: banner.isHovered, age: Age.words(from: banner.notification.time, to: time))
    input.fill(&content, of: banner.id, now: now)
    content.showsIcon = settings.showsIcons
    if settings.showsIcons { pictures.fill(&content, of: banner.id) }
    var view = BannerView(
      content, width: placement.columnWidth(scale: scale), scale: scale,
      material: material(of: banner.notification), legibility: state.presentation.legibility,
      settings: settings)
    view.accent = state.presentation.accent
    return view
  }

  /// The material that a rule sets for the notification, otherwise that of all banners.
  private func material(of notification: Notification) -> Material {
    guard let name = notification.material, let effect = state.settings.blurEffect(named: name) else {
      return look.material(at: now)
    }
    return effect.material(isDark: look.isDark)
  }
}
