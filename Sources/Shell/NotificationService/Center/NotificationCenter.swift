import CPlatform
public import DBus
public import Geometry
public import Loop
public import Notifications
public import Settings

/// The owner of everything that serves notifications: the service on the bus, the store of open notifications, the
/// history, and the timers.
///
/// Calls and events are taken in before the next sleep, in the phase `update`, so that nothing is drawn or written
/// while a caller waits. It needs no compositor: it can serve before there is one.
@MainActor public final class NotificationCenter {
  /// The store of the open notifications; whoever shows them reads it after `onRedraw`.
  public private(set) var store: NotificationStore
  /// Called when the content of banners may have changed.
  public var onRedraw: (() -> Void)?
  /// Called after calls were taken in, which may change `drawingDeadline` and `isStreaming`.
  public var onCalls: (() -> Void)?
  /// Called after each batch of events, and when another program serves notifications.
  public var onUpdate: (() -> Void)?
  /// Called when a sound is to be played.
  public var onSound: ((Sound) -> Void)?
  /// Called after each batch of events with the commands that were performed.
  var onCommands: (([NotificationCommand]) -> Void)?
  /// Answers `hyaline notifications`.
  public private(set) lazy var control = NotificationControl(self)
  /// The list of all notifications, for whoever shows them together.
  public var list: NotificationList {
    let list = usedList ?? NotificationList(self)
    usedList = list
    return list
  }
  /// The list, once somebody has used it.
  private var usedList: NotificationList?
  /// Requests an activation token from the compositor, for the program that follows a notification's action; it answers
  /// in any case, with nil where the compositor gives none.
  public var requestActivationToken: ((_ answer: @escaping (String?) -> Void) -> Void)?

  public let bus: MessageBus
  let loop: EventLoop
  /// The history; nil if there is no place for one.
  let history: History?
  private let statusReporter: ServiceStatusReporter
  let report: (Log.Level, String) -> Void
  private let service: NotificationService
  private let pictures: SentImages
  /// Copies of the files that open notifications name as pictures.
  public let files: PictureFiles
  private let commands: RuleCommands
  /// The mark by which events are taken in; nil after `close`.
  private var mark: Mark?
  private var observer: StateObserver?
  private var events: [(NotificationEvent, token: String?)] = []
  private var clock: Loop.Timer?
  private var flushing: Loop.Timer?
  /// The timer until an entry of the history is too old; it is not pending while the history is empty.
  private var forgetting: Loop.Timer?
  private var tidying: Loop.Timer?
  private var heapTrimPolicy = HeapTrimPolicy()
  private var clockTime: ClockTime?
  private var callRate = CallRate()

  /// The message for a reply that nobody can receive.
  static let senderIsGone = "the program that asked for it has left the message bus"

  /// The delay after which the history is written, so that one write serves a flood and none delays a caller.
  private static let flushDelay = Duration.milliseconds(200)

  /// The delay after the start, which must not be slowed down, until entries of the history that are too old are looked
  /// for.
  static let forgetDelay = Duration.seconds(5)

  /// Starts `bus` and asks for the name.
  ///
  /// - Parameters:
  ///   - history: The history; nil if there is no place for one.
  ///   - capabilities: What clients can count on, looked up when one asks.
  ///   - version: The version of the program, told to clients.
  ///   - replaces: Takes the name from another program that allows it.
  ///   - filePatience: Time limit for the file system of a file that a call names.
  ///   - report: Receives messages for the user, one line each.
  public init(
    _ bus: MessageBus, loop: EventLoop, settings: NotificationSettings, history: History?,
    capabilities: @autoclosure @escaping () -> [String], version: String, replaces: Bool = false,
    filePatience: Duration = PictureFiles.patience, report: @escaping (Log.Level, String) -> Void
  ) {
    self.bus = bus
    self.loop = loop
    self.history = history
    self.report = report
    statusReporter = ServiceStatusReporter(loop: loop, replaces: replaces, report: report)
    store = NotificationStore(settings: settings)
    pictures = SentImages(loop: loop)
    files = PictureFiles(loop: loop, patience: filePatience)
    commands = RuleCommands(loop: loop, report: report)
    service = NotificationService(
      bus, identity: .init(name: "hyaline", vendor: "hyaline", version: version),
      capabilities: capabilities(), replaces: replaces)
    service.delegate = self
    observer = bus.observe { [statusReporter] in statusReporter.busChanged($0) }
    mark = loop.register("notifications", for: .update) { [unowned self] in settle() }
    // The bus may have been started before.
    statusReporter.busChanged(bus.state)
    bus.start()
    guard history != nil else { return }
    forgetting = loop.schedule(at: loop.now + Self.forgetDelay, tolerance: .seconds(2)) { [unowned self] in
      forgetOld()
    }
  }

  isolated deinit { end() }

  /// Closes the open notifications, gives up the name on the bus, and writes the rest of the history; idempotent.
  public func close() {
    guard mark != nil else { return }
    // Calls that were answered are processed first.
    happenNow(.serviceEnded)
    end()
  }

  /// Releases everything; it is called last, since nothing is begun after it.
  private func end() {
    onRedraw = nil
    onCalls = nil
    onUpdate = nil
    mark.end()
    observer?.cancel()
    for timer in [clock, flushing, forgetting, tidying] { timer?.cancel() }
    statusReporter.end()
    service.close()
    pictures.stop()
    files.stop()
    commands.close()
    if onCommands != nil { control.close() }
    usedList?.close()
    history?.close(now: Int64(loop.wallTime.seconds))
  }

  /// Whether this program has the name on the bus to which notifications are sent.
  public var isServing: Bool { service.state == .owned }

  /// The program that receives the notifications instead, in words; nil: there is none, or the bus does not tell.
  public var otherOwner: String? {
    guard case .taken(let owner) = service.state else { return nil }
    return owner?.words ?? "another program"
  }

  /// Whether the bus has yet to say who has the name.
  public var isStarting: Bool { service.state == .waiting && !statusReporter.isBusLost }

  /// The moment until which drawing is put off, so that no caller waits for a frame in a burst of calls; nil: drawing
  /// may begin now.
  ///
  /// `isSlow` says that a frame takes as long as a few calls.
  public func drawingDeadline(isSlow: Bool) -> Instant? {
    callRate.drawingDeadline(at: loop.now, isSlow: isSlow)
  }

  /// Whether calls come so often that what is drawn for each is soon out of date.
  public var isStreaming: Bool { callRate.isStream(at: loop.now) }

  /// Answers the callers that wait, between two parts of long work; what their calls change is drawn later.
  public func answerCallers() {
    bus.answerCalls()
    files.deliver()
  }

  /// Starts to write the waiting part of the history and to delete old entries; later requests to the history see the result.
  func writeHistory() {
    history?.flush(now: Int64(loop.wallTime.seconds))
    forgetOld()
  }

  /// Deletes the entries of the history that are too old, and schedules the next time, once a day at most.
  private func forgetOld() {
    history?.forgetOld(now: Int64(loop.wallTime.seconds)) { [weak self] seconds in
      self?.forgetOld(at: seconds)
    }
    historyChanged()
  }

  /// Schedules the next deletion of old entries, in seconds since 1970; nil: no entry is left.
  private func forgetOld(at seconds: Int64?) {
    guard mark != nil else { return }
    forgetting?.cancel()
    forgetting = seconds.flatMap { seconds in
      try? loop.scheduleWallClock(at: WallTime(sinceEpoch: .seconds(seconds))) { [unowned self] in
        forgetOld()
      }
    }
  }

  /// Adopts other settings.
  public func adopt(_ settings: NotificationSettings) {
    let limits = History.Limits(settings)
    if let history, history.limits != limits {
      history.limits = limits
      if forgetting?.isPending == true { forgetOld() }
    }
    take(.settingsLoaded(settings))
  }

  /// Handles an event of the user or the desktop. An action waits for its activation token, which is sent before the
  /// action.
  public func happen(_ event: NotificationEvent) {
    switch event {
    case .clicked, .actionChosen:
      guard let requestActivationToken else { return take(event) }
      requestActivationToken { [weak self] in self?.take(event, token: $0) }
    default: take(event)
    }
  }

  /// Handles an event as `happen` does, and performs its commands before it returns.
  public func happenNow(_ event: NotificationEvent) {
    take(event)
    settle()
  }

  /// Handles an event of the user, who has used something else than a banner; `token` is the activation token for that use, nil if
  /// there is none.
  public func take(_ event: NotificationEvent, token: String? = nil) {
    events.append((event, token))
    mark?.set()
  }

  private func settle() {
    // No event that is handled below causes another call.
    let (calls, largest) = (events.count { $0.0.isCall }, largestRequest)
    callRate.take(calls, size: largest, now: loop.now)
    if calls > 0 { onCalls?() }
    if let due = store.nextDeadline, due <= loop.now { events.append((.deadlineReached, nil)) }
    if events.isEmpty { return }
    var needsRedraw = false
    var performed: [NotificationCommand] = []
    var changes = calls
    while !events.isEmpty {
      let batch = events
      events = []
      let time = readClock()
      for (event, token) in batch {
        for command in store.update(event, now: loop.now, clock: time) {
          if case .emitClosed = command { changes += 1 }
          if command == .redraw { needsRedraw = true } else { perform(command, token: token) }
          if onCommands != nil { performed.append(command) }
        }
      }
    }
    commands.hold(store.isLocked == true && store.settings.whileLocked == .none)
    onCommands?(performed)
    if needsRedraw { onRedraw?() }
    usedList?.changed()
    onUpdate?()
    arm()
    heapTrimPolicy.take(changes: changes, largest: largest, now: loop.now)
    tidyLater()
  }

  /// The bytes of the largest request among the events.
  private var largestRequest: Int {
    events.map { if case .notified(let request, _) = $0.0 { request.size } else { 0 } }.max() ?? 0
  }

  /// Reads the clock; the time zone, which may change, is read once a minute, since that takes as
  /// long as an answer.
  private func readClock() -> ClockTime {
    let now = loop.wallTime
    let time = clockTime?.moved(to: Int64(now.seconds)) ?? ClockTime(now)
    clockTime = time
    return time
  }

  /// Returns the memory of many or large calls to the system.
  private func tidyLater() {
    guard let due = heapTrimPolicy.deadline, tidying?.isPending != true else { return }
    tidying = loop.schedule(at: due) { [unowned self] in
      guard let due = heapTrimPolicy.deadline else { return }
      // The trim was postponed.
      if due > loop.now { return tidyLater() }
      heapTrimPolicy.trimmed()
      hyaline_return_free_memory()
    }
  }

  /// Whether the program that sent a notification is on the bus to receive a reply.
  func hasSender(_ id: NotificationID) -> Bool { service.hasSender(id) }

  private func perform(_ command: NotificationCommand, token: String?) {
    service.perform(command, activationToken: token)
    switch command {
    case .emitReplied(let id, _):
      guard !service.hasSender(id) else { break }
      report(.warning, "the reply to notification \(id) was not sent: \(Self.senderIsGone)")
    case .emitClosed(let id, _): files.forget(id)
    case .record(let record):
      history?.add(record)
      flush(after: Self.flushDelay)
    case .forget(let ids, let first):
      // Records that wait to be written are written before they are removed.
      writeHistory()
      history?.remove(ids, since: first) { [weak self] answer in
        if case .failure(let error) = answer {
          self?.report(.warning, "cannot remove a notification from the history: \(error)")
        }
      }
      historyChanged()
    case .readPicture(let picture, let id):
      pictures.reduce(picture) { [unowned self] in take(.pictureRead(picture, $0, id: id)) }
    case .playSound(let sound): onSound?(sound)
    case .run(let arguments, let environment): commands.run(arguments, environment)
    case .reportProblems(let application, let problems):
      for problem in problems { report(.debug, "\(application): hint \(problem.name) \(problem.words)") }
    case .announce, .redraw, .emitActionInvoked: break
    }
  }

  private func flush(after delay: Duration) {
    guard let history, flushing?.isPending != true else { return }
    flushing = loop.schedule(at: loop.now + delay) { [unowned self] in
      history.flush(now: Int64(loop.wallTime.seconds)) { [weak self] in self?.historyFlushed() }
    }
  }

  /// Lets the list of all notifications read the history after the requests that were made of it so far.
  func historyChanged() { usedList?.historyChanged() }

  private func historyFlushed() {
    guard mark != nil, let history else { return }
    historyChanged()
    // More records were added while others were written, or writing has failed and is tried again.
    if !history.waiting.isEmpty {
      flush(after: history.isFailing ? .seconds(History.retryInterval) : Self.flushDelay)
    }
    if forgetting?.isPending != true { forgetOld() }
  }

  /// Schedules a wake-up for what expires, and for what begins or ends at a time of day.
  private func arm() {
    mark?.deadline = store.nextDeadline
    clock?.cancel()
    let due = store.nextClockDeadline { ClockTime(WallTime(sinceEpoch: .seconds($0))).minute }
    clock = due.flatMap { seconds in
      try? loop.scheduleWallClock(at: WallTime(sinceEpoch: .seconds(seconds))) { [unowned self] in
        take(.deadlineReached)
      }
    }
  }
}

extension NotificationCenter: NotificationServiceDelegate {
  public func readFiles(_ paths: [String], then completion: @escaping ([FileCopy]) -> Void) {
    files.read(paths, then: completion)
  }

  public func notified(files copies: [FileCopy], answer: (NotificationID) -> NotificationRequest) {
    let id = store.makeIdentifier()
    let request = answer(id)
    files.keep(copies, for: id)
    take(.notified(request, id: id))
  }

  public func replace(_ request: NotificationRequest, files copies: [FileCopy]) -> NotificationID {
    // An earlier call may have closed the notification to replace, and the next call may replace this one.
    settle()
    let id = store.identify(request)
    files.keep(copies, for: id)
    happenNow(.notified(request, id: id))
    return id
  }

  public func replaced(by request: NotificationRequest) -> NotificationID? {
    settle()
    return store.replaced(by: request)
  }

  public func closeRequested(_ id: NotificationID) -> Bool {
    settle()
    guard store.contains(id) else { return false }
    take(.closeRequested(id: id))
    return true
  }

  public func sendersLeft(_ ids: [NotificationID]) { take(.sendersLeft(ids)) }

  public func ownerChanged(_ state: OwnedName.State) {
    statusReporter.ownerChanged(state)
    onUpdate?()
  }
}
