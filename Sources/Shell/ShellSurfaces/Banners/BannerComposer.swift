import Geometry
import ModuleModel
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
    /// When the words for an age on a banner change next, in seconds since 1970; nil: none is shown.
    var nextAge: Int64?
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
    var views = arrangement.banners.map { banner in
      answerCallers()
      return view(banner, input: input)
    }
    if let least = settings.minWidth { fit(&views, least: Int((Double(least) * scale).rounded())) }
    let stack = BannerStack(
      views, more: arrangement.moreCount, order: settings.order,
      gap: Int((Double(settings.gap) * scale).rounded()),
      maxHeight: placement.maxHeight(in: area, scale: scale), measurer: measurer)
    let banners = stack.indices.map { arrangement.banners[$0] }
    return Composition(
      stack: placement.aligned(stack, scale: scale), banners: banners,
      nextAge: banners.compactMap { nextAge(of: $0) }.min())
  }

  /// Makes banners that are wider than `least` pixels as wide as the widest one needs, if that is less than their own width.
  private func fit(_ views: inout [BannerView], least: Int) {
    let needed = views.reduce(least) { max($0, $1.neededWidth(measurer: measurer)) }
    for index in views.indices { views[index].width = min(views[index].width, needed) }
  }

  /// The view of one banner.
  func view(_ banner: Arrangement.Banner, input: BannerInput) -> BannerView {
    let settings = state.settings.notifications
    var content = BannerContent(
      banner.notification, count: banner.count, behind: banner.behind, isExpanded: banner.isExpanded,
      isHovered: banner.isHovered,
      age: Age.words(from: banner.notification.time, to: time, since: ageThreshold))
    input.fill(&content, of: banner.id, now: now)
    content.showsIcon = settings.icons != .none
    if settings.icons != .none { pictures.fill(&content, of: banner.id, icons: settings.icons) }
    var view = BannerView(
      content, width: placement.width(of: banner.style, scale: scale), scale: scale,
      material: material(of: banner), legibility: state.presentation.legibility,
      settings: settings)
    (view.edge, view.accent) = (state.presentation.edge, state.presentation.accent)
    view.isRightToLeft = state.presentation.isRightToLeft
    return view
  }

  private var ageThreshold: Int64 { Int64(state.settings.notifications.showAge.rounded(.up)) }

  /// When the words for the age of a banner change next; nil: its format has none.
  private func nextAge(of banner: Arrangement.Banner) -> Int64? {
    if let format = banner.style.format(isStacked: banner.behind > 0), !format.shows("age") { return nil }
    return Age.nextChange(from: banner.notification.time, after: time, since: ageThreshold)
  }

  /// The material that a rule sets for the banner, otherwise that of all banners, in the look that suits its tint.
  private func material(of banner: Arrangement.Banner) -> Material {
    let isDark = banner.style.isDark(usually: look.isDark)
    let own = banner.notification.material.flatMap { state.settings.blurEffect(named: $0) }
    if own == nil, isDark == look.isDark { return look.material(at: now) }
    return (own ?? state.settings.bannerEffect).material(isDark: isDark)
  }
}
