import Control
import DBus
import DesktopModel
import LiveGlass
import Localization
import Loop
import Modules
import NotificationService
import Notifications
import Pictures
import Settings
import ShellModel
import ShellSurfaces

/// Serves notifications as the settings require it, and shows them on the outputs of the session.
final class NotificationServing {
  /// The time limit for the bus at the start, before the compositor is connected to; a bus usually answers within two
  /// milliseconds.
  private static let patience = Duration.milliseconds(20)

  /// The capabilities that are reported to clients.
  ///
  /// "persistence" is not among them: a notification is closed when its banner expires, and its sender cannot change what the panel
  /// of the bell lists after that.
  static let capabilities =
    [
      "actions", "action-icons", "body", "body-hyperlinks", "body-images", "body-markup", "icon-static",
      "inline-reply", "x-canonical-private-synchronous", "x-dunst-stack-tag",
    ] + (SoundLibrary.isInstalled() ? ["sound"] : [])

  /// The notification center; nil if notifications are not served.
  private(set) var center: NotificationCenter?
  /// The banners; nil if notifications are not served or there is no compositor yet.
  private(set) var banners: Banners?
  /// The state of notifications for modules, and what the user does with them there.
  let facts = NotificationFacts()
  private var lastTurnedOff: (settings: NotificationSettings, switches: [[NotifyingProgram.Switch]])?
  /// Whether the active window is in fullscreen.
  var isFullscreenFocused = false {
    didSet {
      if isFullscreenFocused != oldValue { center?.happen(.fullscreenChanged(isFullscreenFocused)) }
    }
  }
  /// Called when the user changes the settings of a program's notifications.
  var onSwitch: ((NotifyingProgram.Switch) -> Void)?
  private let model: Model
  private let desktop: Desktop
  private let options: RunOptions
  private let settingsPath: String
  private var session: GlassSession?

  /// Creates the object without serving.
  init(_ model: Model, _ desktop: Desktop, options: RunOptions, settingsPath: String) {
    (self.model, self.desktop, self.options, self.settingsPath) = (model, desktop, options, settingsPath)
    facts.read = { [unowned self] in situation }
    facts.perform = { [unowned self] use in
      switch use {
      case .toggleDoNotDisturb: center?.happen(.doNotDisturbSet(.toggled))
      case .quietForAnHour: center?.happen(.doNotDisturbSet(.until(Int64(loop.wallTime.seconds) + 3600)))
      case .dismissAll: center?.happen(.allDismissed)
      case .restore: center?.control.restoreNewest()
      case .set(let wanted): onSwitch?(wanted)
      case .choose(let key, let token): center?.list.choose(key, token: token)
      case .remove(let keys): center?.list.remove(keys)
      case .clear: center?.list.clear()
      case .seeList: center?.happen(.listSeen)
      }
    }
    facts.list = { [unowned self] in center?.list.notifications }
    facts.followList = { [unowned self] onChange in center?.list.observe(onChange) }
  }

  private var loop: EventLoop { model.loop }
  private var state: State { model.state }

  /// Shows notifications on the outputs of `session`.
  func show(on session: GlassSession) {
    self.session = session
    centerChanged()
  }

  /// The state of notifications that modules show; nil until the bus has reported who owns the name.
  private var situation: NotificationSituation? {
    var situation = NotificationSituation()
    guard let center else {
      situation.absence = shownAbsence
      return situation
    }
    if center.isStarting { return nil }
    if !center.isServing {
      situation.absence =
        center.otherOwner.map { localized("Notifications are shown by \($0)") }
        ?? localized("There is no message bus of the session")
      return situation
    }
    situation.open = center.store.openCount
    situation.missed = center.store.missedCount
    situation.restorable = center.store.restorableCount
    situation.isQuiet = center.store.isQuiet
    if case .until(let end) = center.store.doNotDisturb.choice { situation.quietEnd = end }
    situation.turnedOff = turnedOff(in: state.settings.notifications)
    return situation
  }

  /// The parts of programs of which a rule turns something off, which are looked up once for the same settings.
  private func turnedOff(in settings: NotificationSettings) -> [[NotifyingProgram.Switch]] {
    if let lastTurnedOff, lastTurnedOff.settings == settings { return lastTurnedOff.switches }
    let switches = NotifyingProgram.turnedOff(in: settings).map { $0.switches(settings) }
    lastTurnedOff = (settings, switches)
    return switches
  }

  /// The reason why there is no notification center, for the user who sees the bell.
  private var shownAbsence: String {
    !state.parts.haveNotifications
      ? localized("Only the bar was started, without notifications")
      : !state.settings.notifications.isEnabled
        ? localized("Notifications are turned off in the settings")
        : localized("There is no message bus of the session")
  }

  /// The reason why there is no notification center, for commands.
  private var absence: String {
    !state.parts.haveNotifications
      ? "hyaline was started with --bar-only; \"hyaline run --notifications-only\" serves beside it"
      : !state.settings.notifications.isEnabled
        ? "notifications.enabled is false in \(settingsPath)" : "there is no message bus for notifications"
  }

  /// Serves notifications with these settings, or stops serving if nil.
  func serve(_ settings: NotificationSettings?) {
    if let center, let settings {
      center.adopt(settings)
      facts.changed()
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

  /// Opens or closes the banners after the notification center or the session has changed.
  private func centerChanged() {
    banners?.close()
    banners = nil
    center?.onUpdate = { [unowned self] in facts.changed() }
    facts.changed()
    guard let center, let session else { return }
    let program = RehearsalProgram(
      command: OwnProgram.command(OwnProgram.rehearsing), settingsPath: settingsPath,
      version: OwnProgram.version)
    let state = { [model] in model.state }
    banners = Banners(
      center: center, session: session, pictures: PictureLoader.confined(loop), sounds: BannerSounds(loop),
      preparations: BannerPreparations(session, program: program, state: state), state: state)
    // Surfaces of banners may have been opened or closed.
    banners?.onSettled = { [model] in model.changed() }
    banners?.onSwitch = { [unowned self] in onSwitch?($0) }
  }

  /// Starts to connect to the session bus, so that the bus authenticates this program while it reads the settings.
  func connectSessionBus() {
    if options.parts.haveNotifications { desktop.sessionBus?.start() }
  }

  /// Waits for the name on the bus, for `patience` at most; if notifications are not served, disconnects from an
  /// unused bus.
  func awaitName() {
    guard let center else {
      desktop.leaveUnused()
      return
    }
    _ = loop.run(for: Self.patience) { !center.isStarting }
  }

  /// Warns that there is nothing to do, or throws if the bus has started this program for a waiting client:
  /// the bus would wait two minutes for the name, but reports a non-zero exit status at once.
  func reportNothingToDo() throws(StartError) {
    guard Environment.value("DBUS_STARTER_ADDRESS") == nil else {
      throw StartError(
        "the message bus wants notifications served, and notifications.enabled is false in \(settingsPath)")
    }
    guard state.levelSettings == nil else { return }
    Log.warning("there is nothing to do as long as notifications.enabled and levels.enabled are false")
  }

  /// Answers the requests of `hyaline notifications`.
  func answer(_ request: Request, _ reply: ControlReply) {
    if let center { return center.control.answer(request, reply) }
    reply(.failure(absence))
  }

  private func openCenter(_ settings: NotificationSettings) {
    guard let bus = desktop.sessionBus else {
      return Log.warning(
        "no notifications: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR says where the bus is")
    }
    let history = History.standardPath(Environment.value).map { path in
      History(
        path: path, session: Int64(loop.wallTime.sinceEpoch / .milliseconds(1)), limits: .init(settings),
        loop: loop
      ) { Log.warning("\($0)") }
    }
    center = NotificationCenter(
      bus, loop: loop, settings: settings, history: history, capabilities: Self.capabilities,
      version: OwnProgram.version, replaces: options.replaces, report: Log.write)
    center?.happen(.sessionLocked(state.isLocked))
    if isFullscreenFocused { center?.happen(.fullscreenChanged(true)) }
  }
}

extension PictureLoader {
  /// Returns a loader that decodes other programs' pictures in a confined process.
  static func confined(_ loop: EventLoop) -> PictureLoader {
    let loader = PictureLoader(
      loop: loop, bases: IconLookup.standardBases(Environment.value),
      applications: DesktopEntry.standardFolders(Environment.value), theme: IconThemeChoice.standard,
      decoder: OwnProgram.command(OwnProgram.decoding))
    loader.onUnconfined = { Log.warning("pictures of other programs are \(PictureDecoder.unconfinedWords)") }
    return loader
  }
}
