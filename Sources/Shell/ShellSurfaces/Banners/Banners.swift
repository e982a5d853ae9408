import DBus
import DesktopServices
public import Geometry
public import LiveGlass
import Loop
public import NotificationService
import Notifications
public import Pictures
public import Settings
public import ShellModel

/// Shows the notifications of the notification center: banners on the outputs, with their
/// pictures and sounds.
///
/// While nothing is shown there is no surface, no capture and no timer; only GL stays, with the programs that
/// draw banners, so that the next banner is shown at once.
@MainActor public final class Banners {
  /// Called when surfaces may have been opened or closed.
  public var onSettled: (() -> Void)?
  /// Called when the user changes the settings of a program's notifications.
  public var onSwitch: ((NotifyingProgram.Switch) -> Void)?
  /// The number of answers to callers in the middle of a frame, for tests.
  public private(set) var answerCount = 0
  let pictures: BannerPictures
  private let center: NotificationCenter
  private let session: any ShellSession
  private let makeState: () -> State
  private let pictureSource: any PictureSource
  /// Reads the icon theme of the desktop.
  private let iconThemes: IconThemeReader
  private let sounds: any SoundPlayer
  private let preparations: BannerPreparations?
  private var outputs: [OutputBanners] = []
  /// Whether the shown content may have changed.
  private var isStale = true
  /// When banners were last laid out.
  private var lastUpdate: Instant?
  private var ageTimer: Loop.Timer?
  /// The time for which `ageTimer` was set, in seconds since 1970; nil: none, or the ages were laid out since.
  private var ageChange: Int64?
  /// The name of the output with the active window; nil while it is unknown.
  private var focusedName: String?
  /// Replies that were being typed on open banners that are hidden, as while the session is locked.
  private var drafts: [BannerID: ReplyEditor] = [:]
  /// The surface that received input last.
  private weak var used: (any ShellSurface)?
  /// The mark by which banners are laid out and drawing is put off while callers wait; nil after `close`.
  private var mark: Mark?

  /// Shortest time between two layouts, so that a flood of calls costs one for each visible frame.
  static let interval = Duration.milliseconds(16)
  /// Shortest time between two layouts in a stream of calls; a frame may take a few times as
  /// long without a GPU.
  static let streamInterval = Duration.milliseconds(150)
  /// The rest ratio of surfaces in such a stream, so that most callers find the program idle.
  private static let streamRestRatio = 5.0

  /// Shows the notifications of `center` on the outputs of `session`.
  ///
  /// - Parameters:
  ///   - pictures: Reads the pictures of notifications.
  ///   - sounds: Plays the sounds of notifications.
  ///   - preparations: Prepares the first banner; nil for no preparations.
  ///   - state: Returns the settings and the desktop's preferences.
  public init(
    center: NotificationCenter, session: any ShellSession, pictures: any PictureSource,
    sounds: any SoundPlayer, preparations: BannerPreparations?, state: @escaping () -> State
  ) {
    self.center = center
    self.session = session
    self.sounds = sounds
    self.preparations = preparations
    makeState = state
    pictureSource = pictures
    pictures.theme = IconThemeChoice.standard
    iconThemes = IconThemeReader(session.loop, variable: Environment.value)
    self.pictures = BannerPictures(pictures, files: center.files)
    mark = session.loop.register("banners", for: .update) { [unowned self] in
      settle(now: self.session.loop.now)
    }
    self.pictures.onChange = { [unowned self] in markStale() }
    center.onRedraw = { [unowned self] in markStale() }
    center.onSound = { [unowned self] in self.sounds.play($0) }
    center.onCalls = { [unowned self] in mark?.set() }
    center.requestActivationToken = { [unowned self] answer in
      self.session.requestToken(for: used, answer: answer)
    }
    session.loop.onYieldPoint = { [unowned self] in
      answerCount += 1
      self.center.answerCallers()
    }
    settingsChanged()
    outputsChanged()
  }

  isolated deinit { close() }

  /// When `settle` has work to do; nil: never.
  var nextDeadline: Instant? {
    var due = outputs.compactMap(\.nextDeadline)
    if isStale {
      let interval = center.isStreaming ? Self.streamInterval : Self.interval
      let earliest = lastUpdate.map { $0 + interval } ?? session.loop.now
      due.append(max(earliest, drawingDeadline ?? earliest))
    }
    return due.min()
  }

  /// When to check whether a stream of calls is over, while banners are shown; nil for no check.
  private var restCheck: Instant? {
    guard center.isStreaming, outputs.contains(where: { $0.surface != nil }) else { return nil }
    return session.loop.now + Self.streamInterval
  }

  private var drawingDeadline: Instant? { center.drawingDeadline(isSlow: session.isSoftware) }

  /// Lays out the open notifications, at most once for each frame.
  func settle(now: Instant) {
    defer {
      armAges()
      mark?.deadline = [nextDeadline, restCheck].compactMap(\.self).min()
      onSettled?()
    }
    session.drawingDeadline = drawingDeadline
    let restRatio = center.isStreaming ? Self.streamRestRatio : LiveSurface.usualRestRatio
    for output in outputs {
      output.surface?.restRatio = restRatio
      output.settleLayouts(now: now)
    }
    guard let due = nextDeadline, due <= now else { return }
    isStale = false
    lastUpdate = now
    // The ages are laid out anew; a time that is past is set again only then.
    ageChange = nil
    for output in outputs { output.update(now: now) }
    tellWaiting()
    if outputs.contains(where: { $0.surface != nil }) { preparations?.endForNow() }
    pictures.keep(only: outputs.reduce(into: []) { $0.formUnion($1.shownBanners) }) {
      center.store.isOpen($0)
    }
    if !drafts.isEmpty { drafts = drafts.filter { center.store.isOpen($0.key) } }
  }

  /// Adapts to outputs that were added, removed or changed.
  public func outputsChanged() {
    let present = session.shellOutputs
    for gone in outputs where !present.contains(where: { $0 === gone.output }) { gone.close() }
    outputs.removeAll { gone in !present.contains { $0 === gone.output } }
    for known in outputs { known.arrange(now: session.loop.now) }
    fitPlaces()
    tellOutputs()
    markStale()
    preparations?.outputsChanged()
  }

  /// Whether preparations of the first banner are not finished yet.
  public var isRehearsing: Bool { preparations?.isUnderWay ?? false }

  /// Whether it matters which outputs have fullscreen windows.
  public var needFullscreen: Bool { outputs.contains(where: \.needsFullscreen) }

  /// Sets which outputs are covered by fullscreen windows.
  public func cover(_ isCovered: (any ShellOutput) -> Bool) {
    for banners in outputs { banners.cover(isCovered(banners.output)) }
  }

  /// Sets the frames of open panels and levels, which banners give way to, in logical pixels of the outputs with these names.
  public func avoid(_ panels: [String: [LogicalRect]]) {
    for banners in outputs { banners.avoid(panels[banners.output.name] ?? []) }
  }

  /// Sets the output with the active window, by its name.
  public func focus(_ name: String) {
    guard name != focusedName else { return }
    focusedName = name
    tellOutputs()
  }

  /// Makes the stacks of banners on each output: one at the place of the settings, and one at each other place that rules set.
  private func fitPlaces() {
    let settings = state.settings.notifications
    var places: [NotificationSettings.Anchor?] = [nil]
    for anchor in settings.rules.compactMap(\.style.anchor)
    where anchor != settings.anchor && !places.contains(anchor) {
      places.append(anchor)
    }
    for gone in outputs where !places.contains(gone.anchor) { gone.close() }
    outputs.removeAll { !places.contains($0.anchor) }
    for output in session.shellOutputs {
      for place in places where !outputs.contains(where: { $0.output === output && $0.anchor == place }) {
        outputs.append(OutputBanners(on: output, at: place, host: self))
      }
    }
  }

  /// Keeps the time from passing for banners that wait until panels are closed.
  private func tellWaiting() {
    let isWaiting = outputs.contains(where: \.isWaiting)
    if isWaiting != center.store.isWaitingForRoom { center.happen(.waitingForRoom(isWaiting)) }
  }

  private func tellOutputs() {
    let names = session.shellOutputs.map(\.name)
    center.happen(
      .outputsChanged(
        names, focused: focusedName.flatMap { names.contains($0) ? $0 : nil },
        scale: session.shellOutputs.map(\.scale).max()))
  }

  /// Adapts to changed settings or preferences of the desktop.
  public func settingsChanged() {
    chooseIconTheme()
    // The first stacks are made when the outputs are known.
    if !outputs.isEmpty { fitPlaces() }
    for output in outputs { output.arrange(now: session.loop.now) }
    markStale()
  }

  /// Sets the icon theme to that of the settings, or to that of the desktop as soon as it was read.
  private func chooseIconTheme() {
    if let theme = state.settings.notifications.iconTheme {
      pictureSource.theme = theme
      return
    }
    iconThemes.read { [weak self] theme in
      guard let self, state.settings.notifications.iconTheme == nil, theme != pictureSource.theme else {
        return
      }
      pictureSource.theme = theme
      markStale()
    }
  }

  /// Closes all surfaces and ends the threads; idempotent.
  public func close() {
    center.onRedraw = nil
    center.onSound = nil
    center.onCalls = nil
    center.requestActivationToken = nil
    session.drawingDeadline = nil
    session.loop.onYieldPoint = nil
    onSettled = nil
    mark?.cancel()
    ageTimer?.cancel()
    preparations?.cancel()
    for output in outputs { output.close() }
    outputs = []
    iconThemes.stop()
    pictures.stop()
    sounds.stop()
  }

  private func markStale() {
    isStale = true
    mark?.set()
  }

  /// Schedules an update for when the age in words of a shown banner changes.
  private func armAges() {
    let due = outputs.compactMap(\.nextAge).min()
    guard due != ageChange else { return }
    ageChange = due
    ageTimer?.cancel()
    ageTimer = due.flatMap { seconds in
      try? session.loop.scheduleWallClock(at: WallTime(sinceEpoch: .seconds(seconds))) { [unowned self] in
        markStale()
      }
    }
  }

  /// The state of the banners on each output.
  public var report: [OutputReport] {
    outputs.map { banners in
      OutputReport(
        output: banners.output, shown: banners.shownBanners.count,
        frames: banners.surface?.commitCount ?? 0, glass: banners.surface?.phase ?? .resting,
        awaited: isStale ? "layout" : banners.awaited)
    }
  }

  /// The state of the banners on an output.
  public struct OutputReport {
    public var output: any ShellOutput
    /// The number of banners on the screen.
    public var shown: Int
    /// The number of frames that were committed to the compositor.
    public var frames: Int
    public var glass: LiveSurface.Phase
    /// The event that is awaited before the banners rest in their final look, in words; nil if none is.
    public var awaited: String?
  }
}

// The interface that the banners of an output use, which do not outlive this.
extension Banners {
  /// The settings and the desktop's preferences.
  var state: State { makeState() }
  var loop: EventLoop { session.loop }
  var store: NotificationStore { center.store }
  /// The wall-clock time, in seconds since 1970.
  var time: Int64 { Int64(session.loop.wallTime.seconds) }

  /// Marks the content of all banners as changed; after the update of an iteration, it is shown in the next one.
  func bannersChanged() {
    isStale = true
    mark?.setForNextIteration()
  }

  /// Notes that a surface was opened or closed, that a scene was made, or that a deadline of an output has changed.
  func deadlinesChanged() { mark?.setForNextIteration() }

  /// Handles an event that was caused on a surface.
  func happen(_ event: NotificationEvent, on surface: (any ShellSurface)?) {
    used = surface
    // The event is handled at once, so that a swiped banner is not laid out again.
    switch event {
    case .dismissed, .forgotten, .groupDismissed, .allDismissed: center.happenNow(event)
    // A reply on one surface keeps its banner open while the pointer moves over another one.
    case .pointerMoved: center.happen(.pointerMoved(over: usedBanner))
    default: center.happen(event)
    }
  }

  /// The banner that is used on any surface; nil: none is.
  private var usedBanner: BannerID? {
    BannerInteraction.Use.allCases.lazy.flatMap { [outputs] use in outputs.compactMap { $0.banner(of: use) } }
      .first
  }

  var clipboard: any Clipboard { session }
  /// Keeps the text that was typed on a banner that is hidden now.
  func saveDraft(_ draft: ReplyEditor) { drafts[draft.banner] = draft }
  /// Returns the text that was typed on a banner, once; nil if there is none.
  func takeDraft(of banner: BannerID) -> ReplyEditor? { drafts.removeValue(forKey: banner) }

  /// Opens a link with the desktop's program for it. The program may raise itself, and keeps running when we
  /// exit, even if we are a unit of systemd.
  func open(_ link: String, on surface: (any ShellSurface)?) {
    session.requestToken(for: surface) { [weak self] token in
      guard let self else { return }
      let environment = token.map { ["XDG_ACTIVATION_TOKEN": $0] } ?? [:]
      do throws(LoopError) {
        let program = try ChildProcess(
          ["xdg-open", link], environment: environment, lifetime: .independent, loop: session.loop,
          onLine: nil,
          onExit: { if $0 != .exited(0) { Log.warning(Self.failureWords(link)) } })
        // A hyphen separates the parts of a systemd unit's name, so the one of the program is escaped.
        let unit = #"app-hyaline-xdg\x2dopen-\#(program.processID).scope"#
        center.bus.move(program.processID, toScope: unit) { program.begin() }
      } catch {
        Log.warning("\(error)")
      }
    }
  }

  /// The message for the log, which others may read; the rest of a link often contains a secret.
  private static func failureWords(_ link: String) -> String {
    "xdg-open cannot open a link of the scheme \"\(link.prefix { $0 != ":" }.lowercased())\""
  }
}
