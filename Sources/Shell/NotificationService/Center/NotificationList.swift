public import Loop
public import Notifications
import Settings

/// The notifications that are open and those of the past that the history keeps, in one list.
///
/// While somebody observes the list, the history is read on its own thread: at first, and each time after records were written.
@MainActor public final class NotificationList {
  private unowned let center: NotificationCenter
  private let observers = Observers()
  /// The newest records of the history; nil: they were not read yet.
  private var items: [History.Item]?
  /// The records that were removed since the last reading began.
  private var removed: Set<HistoryKey> = []
  /// The number of the last reading; the answer to an earlier one is out of date.
  private var reading = 0
  /// The list of which the observers were told last.
  private var told: [ListedNotification]?
  /// The timer until an age in the list has other words.
  private var aging: Loop.Timer?

  /// The greatest number of notifications in the list.
  public static let most = 50
  /// The number of records that are read. Some are those of open notifications.
  private static let mostRecords = 2 * most

  init(_ center: NotificationCenter) {
    self.center = center
    observers.onEmpty = { [unowned self] in forget() }
  }

  /// The list, the newest first, `most` at most; nil: the history was not read yet.
  public var notifications: [ListedNotification]? {
    items.map { _ in center.store.list(with: records, most: Self.most, now: now) }
  }

  /// Reads the history, and calls `handler` at each change of the list until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation {
    if observers.isEmpty { readFirst() }
    return observers.add(handler)
  }

  // MARK: - Uses

  /// Chooses the default action of an open notification, which is dismissed if it has none, or shows one of the past again; `token` is
  /// the activation token for the program that follows the action, nil if there is none.
  public func choose(_ key: ListedNotification.Key, token: String?) {
    switch key {
    case .open(let id): center.take(.clicked(id: id), token: token)
    case .past(let key):
      if let item = items?.first(where: { $0.key.rawValue == key }) { center.control.show(item) }
    }
  }

  /// Dismisses those of these notifications that are open, and removes the records of all from the history.
  public func remove(_ keys: [ListedNotification.Key]) {
    let records = records
    remove(
      keys.flatMap { key -> [HistoryKey] in
        switch key {
        case .past(let key): [HistoryKey(rawValue: key)]
        case .open(let id):
          center.store.records(of: id, among: records).map { HistoryKey(rawValue: $0.key) }
        }
      })
    // Records that are not written yet, or not read, are removed by this event.
    for case .open(let id) in keys { center.happenNow(.forgotten(id: id)) }
    changed()
  }

  /// Dismisses all open notifications, and removes all records of the history.
  public func clear() {
    if !observers.isEmpty { items = [] }
    // An answer that is under way may contain records that are removed here.
    reading += 1
    center.happenNow(.allDismissed)
    history?.remove(nil) { [weak self] in self?.removed($0) }
    changed()
  }

  private func remove(_ keys: [HistoryKey]) {
    guard !keys.isEmpty else { return }
    removed.formUnion(keys)
    items?.removeAll { removed.contains($0.key) }
    history?.remove(keys) { [weak self] in self?.removed($0) }
    // Older records take the places of these in the list.
    historyChanged()
  }

  private func removed(_ answer: Result<Void, HistoryError>) {
    guard case .failure(let error) = answer else { return }
    center.report(.warning, "cannot remove notifications from the history: \(error)")
    historyChanged()
  }

  // MARK: - Changes

  /// Tells the observers if the list is another one than before, since notifications have come or gone.
  func changed() {
    guard !observers.isEmpty else { return }
    let list = notifications
    guard list != told else { return }
    told = list
    followAges()
    observers.tell()
  }

  /// Schedules the next change of an age, at a full minute, so that one change serves all ages.
  private func followAges() {
    aging?.cancel()
    aging = told?.map { Age.nextChange(from: $0.notification.time, after: now) }.min().flatMap { seconds in
      let minute = WallTime(sinceEpoch: .seconds((seconds + 59) / 60 * 60))
      return try? center.loop.scheduleWallClock(at: minute) { [unowned self] in
        changed()
        followAges()
      }
    }
  }

  /// The present moment, in seconds since 1970.
  private var now: Int64 { Int64(center.loop.wallTime.seconds) }

  /// Reads the history again, since records were written or removed; an answer that is under way is out of date.
  func historyChanged() {
    if !observers.isEmpty, history != nil { read() }
  }

  /// Releases all observers; idempotent.
  func close() {
    observers.removeAll()
    forget()
  }

  private func readFirst() {
    if history != nil { center.writeHistory() }
    read()
    told = notifications
    followAges()
  }

  private func forget() {
    reading += 1
    aging?.cancel()
    (items, told, aging, removed) = (nil, nil, nil, [])
  }

  /// The history; nil: there is none, or neither the settings nor a rule of theirs keep one. Using it would make its file.
  private var history: History? {
    let settings = center.store.settings
    return settings.keepsHistory || settings.rules.contains { $0.keepsHistory == true } ? center.history : nil
  }

  private var records: [ListedNotification.Record] {
    guard let history else { return [] }
    return (items ?? []).map {
      ListedNotification.Record(
        key: $0.key.rawValue, $0.record, isOfThisRun: $0.session == history.session)
    }
  }

  private func read() {
    reading += 1
    guard let history else { return take([]) }
    var query = History.Query()
    query.limit = Self.mostRecords
    removed = []
    history.page(query) { [weak self, reading] answer in
      guard let self, self.reading == reading else { return }
      // The commands that ask for the history report why it cannot be read.
      take((try? answer.get())?.items ?? items ?? [])
    }
  }

  private func take(_ read: [History.Item]) {
    items = read.filter { !removed.contains($0.key) }
    removed = []
    changed()
  }
}
