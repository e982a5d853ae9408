import CompositorSources
import DesktopModel
import Geometry
import GlassModel
import LiveGlass
import Loop
import Pictures
import Rendering
import Settings
import ShellModel
import ShellSurfaces
import Typography
import Wayland

/// The owner of the session of live glass, on whose outputs bars, banners and levels are shown.
final class Surfaces {
  let bars: BarServing
  /// The session; nil until `open`.
  private var session: GlassSession?
  private let model: Model
  private let desktop: Desktop
  private let notifications: NotificationServing
  private let levels: LevelServing
  private let onFailure: (GlassError) -> Void
  /// The preference by which the session has chosen its renderer.
  private var renderer = RendererPreference.auto
  private lazy var fullscreen = FullscreenFollower { [unowned self] in watchWindows() }

  /// Creates the object without a session; `onFailure` is called when nothing can be shown any more.
  init(
    _ model: Model, _ desktop: Desktop, bars: BarServing, notifications: NotificationServing,
    levels: LevelServing, onFailure: @escaping (GlassError) -> Void
  ) {
    (self.model, self.desktop, self.bars) = (model, desktop, bars)
    (self.notifications, self.levels, self.onFailure) = (notifications, levels, onFailure)
    levels.island = { [bars] in bars.island(of: $0, at: $1, on: $2) }
  }

  private var banners: Banners? { notifications.banners }
  /// The outputs of the session; none before `open`.
  var outputs: [LiveOutput] { session?.outputs ?? [] }

  /// The name of the focused output; nil if it is not known.
  var focusedOutput: String? { desktop.compositor.focusedOutput ?? fullscreen.focusedOutput }

  /// Shows bars, banners and levels on the outputs of a compositor.
  func open(_ connection: Connection) throws(WaylandError) {
    renderer = model.state.settings.renderer
    let session = try GlassSession(connection, loop: model.loop, renderer: .preferring(renderer))
    session.text.hintsMetrics = model.state.settings.hintsFontMetrics
    session.decodeWallpaper = Picture.wallpaper
    self.session = session
    bars.clipboard = session
    follow(session)
    arrange()
    notifications.show(on: session)
    levels.show(on: session)
    session.attach()
    desktop.attach(connection)
  }

  private func follow(_ session: GlassSession) {
    session.onOutputAdded = { [unowned self] in outputChanged($0) }
    session.onOutputChanged = { [unowned self] in outputChanged($0) }
    session.onOutputRemoved = { [unowned self] in
      bars.outputRemoved($0)
      outputsChanged()
    }
    session.onFailure = { [unowned self] in onFailure($0) }
    session.onMessage = { level, text in
      switch level {
      case .warning: Log.warning(text)
      case .info: Log.info(text)
      }
    }
  }

  private func outputChanged(_ output: LiveOutput) {
    bars.arrange(on: output)
    watchFullscreen()
    outputsChanged()
  }

  private func outputsChanged() {
    desktop.outputsChanged()
    banners?.outputsChanged()
    levels.banners?.outputsChanged()
  }

  /// Adapts the session to the settings and the desktop's preferences, which may have changed.
  func arrange() {
    guard let session else { return }
    let state = model.state
    if renderer != state.settings.renderer || session.text.hintsMetrics != state.settings.hintsFontMetrics {
      renderer = state.settings.renderer
      session.text.hintsMetrics = state.settings.hintsFontMetrics
      // The renderer keeps pictures of texts, which have the former metrics.
      session.draw(by: .preferring(renderer))
    }
    session.backdrop = BackdropPolicy(state, home: Environment.value("HOME") ?? "/")
    watchFullscreen()
  }

  /// Requests an activation token for the last input on a bar, or on any surface if nil; answers nil if there is none.
  func requestToken(for bar: (any ShellBar)?, answer: @escaping (String?) -> Void) {
    guard let session else { return answer(nil) }
    session.requestToken(for: (bar as? Bar)?.surface, answer: answer)
  }

  /// Shows a level that a command has set, if levels are shown.
  func show(_ level: Level) { levels.banners?.take(.asked(level)) }

  // MARK: - Windows in fullscreen

  /// Begins to watch windows; returns a function that describes them, or nil if the compositor does not report them.
  private func watchWindows() -> (() -> FullscreenFollower.Windows)? {
    guard let session, let windows = FullscreenWindows(session.connection) else { return nil }
    windows.onChange = { [model] in model.changed() }
    return { [unowned session] in
      FullscreenFollower.Windows(
        isFullscreenFocused: windows.haveFocus,
        focusedOutput: session.outputs.first { windows.haveFocus(on: $0.output) }?.name,
        covered: Set(session.outputs.filter { windows.cover($0.output) }.map(\.name)))
    }
  }

  private func watchFullscreen() {
    guard let session else { return }
    fullscreen.watch(
      for: FullscreenFollower.Content(
        state: model.state, hasNotifications: notifications.center != nil,
        bannersDepend: banners?.needFullscreen == true, outputCount: session.outputs.count))
  }

  /// Reports to bars and banners which outputs windows in fullscreen cover, to banners the frames of open panels and levels, to
  /// banners and levels the focused output, and to the notification center whether the active window is in fullscreen.
  func settle() {
    // The content of banners may have begun or ceased to depend on windows.
    watchFullscreen()
    let windows = fullscreen.update()
    banners?.cover { windows.covered.contains($0.name) }
    banners?.avoid(bars.panels.merging(levels.banners?.frames ?? [:]) { $0 + $1 })
    if let output = windows.focusedOutput {
      banners?.focus(output)
      levels.banners?.focus(output)
    }
    for bar in bars.bars {
      bar.follow(isCovered: windows.covered.contains(bar.output.name), now: model.loop.now)
    }
    notifications.isFullscreenFocused = windows.isFullscreenFocused
  }

  // MARK: - The end

  /// Closes all surfaces; the session is closed by `closeSession`, after all that uses the connection.
  func close() {
    bars.closeBars()
    banners?.close()
    levels.close()
    bars.closePictures()
    fullscreen.close()
  }

  /// Ends the graphics and the connection; idempotent.
  func closeSession() { session?.close() }

  /// The state of all surfaces.
  var report: SurfaceReport {
    SurfaceReport(
      bars: bars.bars.map { SurfaceReport.BarState($0) }, renderer: session?.rendererName,
      rejectedRenderers: session?.rejectedRenderers ?? [], liveObjects: session?.liveObjectCount ?? 0,
      postponements: session?.postponementCount ?? 0,
      isRehearsing: notifications.center != nil && banners?.isRehearsing != false,
      answers: banners?.answerCount ?? 0, banners: banners?.report ?? [], levels: levels.banners?.report ?? []
    )
  }
}
