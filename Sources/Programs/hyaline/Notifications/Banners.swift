import DBus
import DesktopServices
import Geometry
import IconThemes
import LiveGlass
import Logging
import Loop
import NotificationCenterService
import NotificationUI
import Notifications
import Pictures
import Scenes
import Settings
import ShellModel
import VisualEffects

/// Shows what the notification center has: banners on the outputs, their pictures and their sounds.
///
/// While nothing is shown there is no surface, no capture and no timer, only what makes the next banner come at once: GL,
/// with the programs that draw banners.
final class Banners {
  private let center: NotificationCenter
  private let session: GlassSession
  private let state: () -> State
  private let pictures: BannerPictures
  private let loader: PictureLoader
  private let sounds: BannerSounds
  private(set) var outputs: [OutputBanners] = []
  /// Something of what is shown may have changed.
  private(set) var isStale = true
  /// When banners were laid out last.
  private var lastUpdate: Instant?
  private var ageTimer: Loop.Timer?
  private let settingsPath: String
  /// Until the first banner, or until it is over.
  private var rehearsal: BannerRehearsal?
  /// Needs of outputs for which that was done or begun.
  private var rehearsed: Set<[String]> = []
  /// Of the output with the active window, as far as is known.
  private var focusedName: String?
  /// How often callers had their turn in the midst of a frame, for tests.
  private(set) var turnCount = 0
  /// Answers that were being typed on banners that are open and hidden, as while the session is locked.
  private var drafts: [BannerID: ReplyEditor] = [:]
  /// On which something was done last.
  private weak var used: LiveSurface?
  /// Has what is open shown, and drawing put off where callers wait.
  private var mark: Mark?
  /// Called when surfaces may have come or gone.
  var onSettled: (() -> Void)?

  /// From one layout to the next, so that a flood of calls costs one for each frame that can be seen.
  private static let interval = Duration.milliseconds(16)
  /// The same while calls come so often that nobody can read them; a frame may take a few times as long without a GPU.
  private static let streamInterval = Duration.milliseconds(150)
  /// In motion meanwhile, so that most callers find the program idle.
  private static let streamRestRatio = 5.0

  init(center: NotificationCenter, session: GlassSession, settingsPath: String, state: @escaping () -> State)
  {
    self.settingsPath = settingsPath
    self.center = center
    self.session = session
    self.state = state
    loader = PictureLoader(
      loop: session.loop, bases: IconLookup.standardBases(Environment.value),
      applications: DesktopEntry.standardFolders(Environment.value), theme: IconThemeChoice.standard,
      decoder: DecoderCommand.ofThisProgram)
    pictures = BannerPictures(loader)
    sounds = BannerSounds(session.loop)
    mark = session.loop.register("banners", for: .update) { [unowned self] in
      settle(now: self.session.loop.now)
    }
    pictures.onChange = { [unowned self] in markStale() }
    loader.onUnconfined = { Log.warning("pictures of notifications are \(PictureDecoder.unconfinedWords)") }
    center.onRedraw = { [unowned self] in markStale() }
    center.onSound = { [unowned self] in sounds.play($0) }
    center.requestActivationToken = { [unowned self] answer in
      session.requestActivationToken(surface: used, applicationID: nil, answer: answer)
    }
    center.onCalls = { [unowned self] in mark?.set() }
    session.loop.onYieldPoint = { [unowned self] in
      turnCount += 1
      self.center.answerCallers()
    }
    settingsChanged()
    outputsChanged()
  }

  isolated deinit { close() }

  /// When `settle` has something to do; nil: never.
  var nextDeadline: Instant? {
    var due =
      outputs.compactMap(\.reopening.deadline) + outputs.compactMap(\.nextBlink)
      + outputs.compactMap(\.growthDeadline)
    if isStale {
      let interval = center.isStreaming ? Self.streamInterval : Self.interval
      let earliest = lastUpdate.map { $0 + interval } ?? session.loop.now
      due.append(max(earliest, drawingDeadline ?? earliest))
    }
    return due.min()
  }

  /// When it is time to see whether a stream of calls is over, while something may move; nil: there is none.
  private var restCheck: Instant? {
    guard center.isStreaming, outputs.contains(where: { $0.surface != nil }) else { return nil }
    return session.loop.now + Self.streamInterval
  }

  private var drawingDeadline: Instant? {
    center.drawingDeadline(isSlow: session.isSoftware)
  }

  /// Shows what is open now, at most once for each frame.
  func settle(now: Instant) {
    defer {
      mark?.deadline = [nextDeadline, restCheck].compactMap(\.self).min()
      onSettled?()
    }
    session.drawingDeadline = drawingDeadline
    let restRatio = center.isStreaming ? Self.streamRestRatio : LiveSurface.usualRestRatio
    for output in outputs { output.surface?.restRatio = restRatio }
    guard let due = nextDeadline, due <= now else { return }
    isStale = false
    lastUpdate = now
    for output in outputs { output.update(now: now) }
    if outputs.contains(where: { $0.surface != nil }) { endRehearsal() }
    pictures.keep(only: Set(outputs.flatMap(\.banners.keys)))
    if !drafts.isEmpty { drafts = drafts.filter { center.store.isOpen($0.key) } }
    armAges()
  }

  /// An output has come, gone or changed.
  func outputsChanged() {
    let present = session.outputs
    for gone in outputs where !present.contains(where: { $0 === gone.output }) {
      gone.close()
    }
    if let gone = rehearsal, !present.contains(where: { $0 === gone.output }) {
      // Another output may need the same.
      if !gone.isOver { rehearsed.remove(BannerRehearsal.need(of: gone.output)) }
      gone.cancel()
      rehearsal = nil
    }
    outputs.removeAll { gone in !present.contains { $0 === gone.output } }
    for output in present {
      if let known = outputs.first(where: { $0.output === output }) {
        known.arrange(now: session.loop.now)
      } else {
        outputs.append(OutputBanners(on: output, host: host))
      }
    }
    tellOutputs()
    markStale()
    rehearse()
  }

  /// Gets ready for the first banner on each output that needs something else than the others.
  private func rehearse() {
    guard rehearsal?.isOver != false, let output = nextToRehearse else { return }
    rehearsed.insert(BannerRehearsal.need(of: output))
    rehearsal = BannerRehearsal(
      on: output, of: session, settings: state().settings, settingsPath: settingsPath
    ) { [unowned self, unowned output] in
      let (settings, presentation) = (state().settings, state().presentation)
      let material = SampleBanner.effect(settings).material(isDark: presentation.look != .light)
      return SampleBanner(
        settings.notifications, material: material,
        legibility: presentation.legibility, scale: output.scale, output: output.size,
        measurer: session.text)
    } onEnd: { [unowned self] in
      rehearse()
    }
  }

  private var nextToRehearse: LiveOutput? {
    session.outputs.first { !$0.size.isEmpty && !rehearsed.contains(BannerRehearsal.need(of: $0)) }
  }

  /// Whether there is still work to be done before the first banner.
  var isRehearsing: Bool { rehearsal?.isOver == false || session.outputs.isEmpty || nextToRehearse != nil }

  /// Banners are shown: what is not ready is made so with them.
  private func endRehearsal() {
    rehearsed.formUnion(session.outputs.map(BannerRehearsal.need))
    rehearsal?.cancel()
    rehearsal = nil
  }

  /// Whether it matters on which outputs windows are in fullscreen.
  var needFullscreen: Bool { outputs.contains(where: \.needsFullscreen) }

  /// Windows in fullscreen cover these outputs.
  func cover(_ isCovered: (LiveOutput) -> Bool) {
    for banners in outputs { banners.isCovered = isCovered(banners.output) }
  }

  /// The active window is on the output of that name.
  func focus(_ name: String) {
    guard name != focusedName else { return }
    focusedName = name
    tellOutputs()
  }

  private func tellOutputs() {
    let names = session.outputs.map(\.name)
    center.happen(.outputsChanged(names, focused: focusedName.flatMap { names.contains($0) ? $0 : nil }))
  }

  /// The settings, or what the desktop prefers, are other ones.
  func settingsChanged() {
    loader.theme = state().settings.notifications.iconTheme ?? IconThemeChoice.ofDesktop(Environment.value)
    for output in outputs { output.arrange(now: session.loop.now) }
    markStale()
  }

  /// Takes everything off the screen and ends the threads; idempotent.
  func close() {
    center.onRedraw = nil
    center.onCalls = nil
    center.onSound = nil
    center.requestActivationToken = nil
    session.drawingDeadline = nil
    mark?.cancel()
    onSettled = nil
    session.loop.onYieldPoint = nil
    ageTimer?.cancel()
    endRehearsal()
    for output in outputs { output.close() }
    outputs = []
    pictures.stop()
    sounds.stop()
  }

  private var host: OutputBanners.Host {
    OutputBanners.Host(
      session: session, state: state, pictures: pictures,
      arrangement: { [unowned self] in center.store.arrangement(on: $0, onlyCritical: $1) },
      time: { [unowned self] in Int64(session.loop.wallTime.seconds) },
      happen: { [unowned self] event, surface in
        used = surface
        // At once, so that what was swept aside is not laid out again before it goes.
        if case .dismissed = event { center.happenNow(event) } else { center.happen(event) }
      }, open: { [unowned self] in open($0, $1) },
      saveDraft: { [unowned self] in drafts[$0.banner] = $0 },
      takeDraft: { [unowned self] in drafts.removeValue(forKey: $0) },
      // Banners are still laid out where scenes are made, in a phase after the update.
      onChange: { [unowned self] in
        isStale = true
        mark?.setForNextIteration()
      }, settle: { [unowned self] in mark?.setForNextIteration() },
      answerCallers: { [unowned self] in center.answerCallers() })
  }

  /// Opens a link with the desktop's program for it, which may come to the front and goes on when we end, also where we end
  /// as a unit of systemd's.
  private func open(_ link: String, _ surface: LiveSurface?) {
    session.requestActivationToken(surface: surface, applicationID: nil) { [weak self] token in
      guard let self else { return }
      let environment = token.map { ["XDG_ACTIVATION_TOKEN": $0] } ?? [:]
      do throws(LoopError) {
        let program = try ChildProcess(
          ["xdg-open", link], environment: environment, lifetime: .independent, loop: session.loop,
          onLine: nil,
          onExit: { if $0 != .exited(0) { Log.warning(Self.words(ofFailed: link)) } })
        // Within systemd's names of units a hyphen stands between parts.
        let unit = #"app-hyaline-xdg\x2dopen-\#(program.processID).scope"#
        center.bus.move(program.processID, toScope: unit) { program.begin() }
      } catch {
        Log.warning("\(error)")
      }
    }
  }

  /// The line of the log, which others may read; a link often holds a secret that lets its reader in.
  private static func words(ofFailed link: String) -> String {
    "xdg-open cannot open a link of the scheme \"\(link.prefix { $0 != ":" }.lowercased())\""
  }

  private func markStale() {
    isStale = true
    mark?.set()
  }

  /// Wakes when the words for an age change that is on the screen.
  private func armAges() {
    ageTimer?.cancel()
    ageTimer = outputs.compactMap(\.nextAge).min().flatMap { seconds in
      try? session.loop.scheduleWallClock(at: WallTime(sinceEpoch: .seconds(seconds))) { [unowned self] in
        markStale()
      }
    }
  }
}
