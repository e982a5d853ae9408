import DesktopModel
import Geometry
import LiveGlass
import Loop
import Modules
import Settings
import ShellModel
import ShellSurfaces

/// Follows levels such as the volume as the settings require it, and shows their changes on the outputs of the session.
final class LevelServing {
  /// The banners; nil if no level is shown or there is no compositor yet.
  private(set) var banners: LevelBanners?
  /// Returns the island with a level's module on the output with a name; nil: no bar with islands at the edge has the module.
  var island: (_ kind: LevelKind, _ edge: OutputEdge?, _ output: String) -> ModuleIsland? = { _, _, _ in nil }
  private let model: Model
  private let services: () -> ModuleServices
  private var session: GlassSession?
  private var settings: LevelSettings?
  private var follower: LevelFollower?
  /// The kinds of levels that `follower` follows.
  private var followed: [LevelKind] = []
  private var start: Loop.Timer?
  /// Whether levels may be followed: the delay after the start is over, or there is none.
  private var hasStarted = false

  /// The delay between the start and the first use of the services of levels, which need not be connected to that
  /// early: nobody expects a banner of a level then.
  private static let delay = Duration.seconds(2)

  /// Creates the object without following anything; `services` are those that modules use too.
  init(_ model: Model, services: @escaping () -> ModuleServices) {
    (self.model, self.services) = (model, services)
  }

  /// Shows levels on the outputs of `session`, after the time `delay`.
  func show(on session: GlassSession) {
    self.session = session
    arrange()
    guard settings != nil else { return }
    start = model.loop.schedule(at: model.loop.now + Self.delay, tolerance: .seconds(1)) { [unowned self] in
      hasStarted = true
      arrange()
    }
  }

  /// Applies the settings of levels; nil for showing none.
  func serve(_ settings: LevelSettings?) {
    self.settings = settings
    // Levels that are enabled after the start are followed without the delay.
    if session != nil, start == nil { hasStarted = true }
    arrange()
  }

  /// Stops following levels, and closes the banners; idempotent.
  func close() {
    start?.cancel()
    follower?.stop()
    follower = nil
    banners?.close()
    banners = nil
  }

  private func open(on session: GlassSession) -> LevelBanners {
    let opened = LevelBanners(session: session) { [model] in model.state }
    banners = opened
    opened.onFramesChanged = { [model] in model.changed() }
    opened.island = { [unowned self] in island($0.kind, model.state.settings.levels.anchor.edge, $1) }
    // The banners do not know yet which output is focused.
    model.changed()
    return opened
  }

  private func arrange() {
    guard let session, let settings, hasStarted else {
      follower?.stop()
      (follower, followed) = (nil, [])
      banners?.close()
      banners = nil
      return
    }
    let banners = self.banners ?? open(on: session)
    guard follower == nil || followed != settings.shownKinds else { return }
    follower?.stop()
    followed = settings.shownKinds
    follower = services().followLevels(followed) { [weak banners] in banners?.take($0) }
  }
}

extension NotificationSettings.Anchor {
  /// The edge at the top or the bottom of the output at which the banner is; nil: it is at none.
  fileprivate var edge: OutputEdge? {
    switch self {
    case .topLeft, .top, .topRight: .top
    case .left, .center, .right: nil
    case .bottomLeft, .bottom, .bottomRight: .bottom
    }
  }
}
