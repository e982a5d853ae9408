import BannerSurfaces
import Control
import DBus
import History
import IconThemes
import LiveGlass
import Logging
import Loop
import NotificationCenterService
import Notifications
import Pictures
import Settings
import ShellModel
import Sounds

/// Serves notifications as the settings wish it, and shows them on the outputs of the session.
final class NotificationServing {
  /// What the bus is waited for at the start, before the compositor is asked: it answers in two.
  private static let patience = Duration.milliseconds(20)

  /// What clients are told that they can count on.
  ///
  /// Not "persistence": a banner goes when its time is over, and nothing then shows by itself what was not seen.
  static let capabilities =
    [
      "actions", "action-icons", "body", "body-hyperlinks", "body-images", "body-markup", "icon-static",
      "inline-reply", "x-canonical-private-synchronous", "x-dunst-stack-tag",
    ] + (SoundLibrary.isInstalled() ? ["sound"] : [])

  /// What has been notified; nil: notifications are left to others.
  private(set) var center: NotificationCenter?
  /// What shows it; nil: nothing is to be shown, or there is no compositor yet.
  private(set) var banners: Banners?
  /// Called when banners have done what an update asked of them.
  var onSettled: (() -> Void)?
  private let loop: EventLoop
  private let desktop: Desktop
  private let options: RunOptions
  private let settingsPath: String
  private let makeState: () -> State
  private var session: GlassSession?
  /// The active window is in fullscreen.
  private let isFullscreenFocused: () -> Bool

  /// Serves nothing yet; `state` is asked for what holds at the moment.
  init(
    _ loop: EventLoop, _ desktop: Desktop, options: RunOptions, settingsPath: String,
    isFullscreenFocused: @escaping () -> Bool, state: @escaping () -> State
  ) {
    self.loop = loop
    self.desktop = desktop
    self.options = options
    self.settingsPath = settingsPath
    self.isFullscreenFocused = isFullscreenFocused
    makeState = state
  }

  private var state: State { makeState() }

  /// Shows notifications on the outputs of a session from now on.
  func show(on session: GlassSession) {
    self.session = session
    centerChanged()
  }

  /// Takes the banners off the screen; idempotent.
  func closeBanners() { banners?.close() }

  /// Ends the serving of notifications; idempotent.
  func closeCenter() { center?.close() }

  /// Begins to serve notifications, goes on by other settings, or leaves them to others, nil.
  func serve(_ settings: NotificationSettings?) {
    if let center, let settings {
      center.adopt(settings)
    } else if let settings {
      openCenter(settings)
      centerChanged()
    } else {
      center?.close()
      center = nil
      centerChanged()
      desktop.leaveUnused()
    }
  }

  /// The notification center has come or gone, or the session has come: what shows notifications begins or ends here.
  private func centerChanged() {
    banners?.close()
    banners = nil
    guard let center, let session else { return }
    let program = RehearsalProgram(
      command: RehearsalCommand.ofThisProgram, settingsPath: settingsPath, version: Hyaline.version)
    banners = Banners(
      center: center, session: session, pictures: pictureLoader(), sounds: BannerSounds(loop),
      preparations: BannerPreparations(session, program: program, state: makeState), state: makeState)
    banners?.onSettled = onSettled
  }

  /// Reads pictures of other programs in another process, which is confined.
  func pictureLoader() -> PictureLoader {
    let loader = PictureLoader(
      loop: loop, bases: IconLookup.standardBases(Environment.value),
      applications: DesktopEntry.standardFolders(Environment.value), theme: IconThemeChoice.standard,
      decoder: DecoderCommand.ofThisProgram)
    loader.onUnconfined = { Log.warning("pictures of other programs are \(PictureDecoder.unconfinedWords)") }
    return loader
  }

  /// Begins to connect: the bus takes its time to let us in, while the rest is prepared, the settings too.
  func connectSessionBus() {
    if options.parts.haveNotifications { desktop.sessionBus?.start() }
  }

  /// Lets the bus give us the name while the compositor is not waited for yet; leaves it where nobody needs it.
  func awaitName() {
    guard let center else {
      desktop.leaveUnused()
      return
    }
    _ = loop.run(for: Self.patience) { !center.isStarting }
  }

  /// Says that there is nothing to do, and throws where the bus started us for who waits: for the name that we leave
  /// to others it would wait two minutes, but a status other than 0 it passes on at once.
  func reportNothingToDo() throws(StartError) {
    guard Environment.value("DBUS_STARTER_ADDRESS") == nil else {
      throw StartError(
        "the message bus wants notifications served, and notifications.enabled is false in \(settingsPath)")
    }
    Log.warning("there is nothing to do as long as notifications.enabled is false")
  }

  /// Answers `hyaline notifications`.
  func answer(_ request: Request, _ reply: ControlReply) {
    if let center { return center.control.answer(request, reply) }
    reply(
      .failure(
        !state.parts.haveNotifications
          ? "hyaline was started with --bar-only; \"hyaline run --notifications-only\" serves beside it"
          : !state.settings.notifications.isEnabled
            ? "notifications.enabled is false in \(settingsPath)"
            : "there is no message bus for notifications"))
  }

  private func openCenter(_ settings: NotificationSettings) {
    guard let bus = desktop.sessionBus else {
      return Log.warning(
        "no notifications: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR says where the bus is")
    }
    let history = History.standardPath(Environment.value).map { path in
      History(
        path: path, session: Int64(loop.wallTime.sinceEpoch / .milliseconds(1)), limits: .init(settings)
      ) { Log.warning("\($0)") }
    }
    center = NotificationCenter(
      bus, loop: loop, settings: settings, history: history, capabilities: Self.capabilities,
      version: Hyaline.version, replaces: options.replaces, report: Log.write)
    center?.happen(.sessionLocked(state.isLocked))
    if isFullscreenFocused() { center?.happen(.fullscreenChanged(true)) }
  }
}
