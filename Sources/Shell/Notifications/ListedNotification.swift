import Settings

/// A notification in the list of all: one that is open, or one of the past that the history keeps, with the earlier ones that tell the
/// same.
public struct ListedNotification: Equatable, Sendable {
  /// The identity of a notification in the list.
  public enum Key: Hashable, Sendable {
    /// The identifier of an open one, the newest of those that its banner counts.
    case open(NotificationID)
    /// The key of the record of one of the past.
    case past(Int64)
  }

  /// A banner or a history record that a row stands for. A later list, in which the key of the row may be another one, has one of them
  /// in common.
  public enum Origin: Hashable, Sendable {
    /// The banner of an open notification, which stays the same while it counts duplicates.
    case banner(BannerID)
    /// A record of the history, by its key in the file.
    case record(Int64)
    /// A record that this run has made, by its number, which is known before the record has been read from the file.
    case ownRecord(UInt64)
  }

  /// The key of the newest one.
  public var key: Key
  /// The keys of the earlier ones that tell the same, the newest first.
  public var earlier: [Key] = []
  /// The banners of those that are open, the first record of each, and the records of all that were read.
  public var origins: Set<Origin>
  public var notification: Notification
  /// The age in words.
  public var age: String
  /// The number of times that the same notification came.
  public var count: Int

  public init(
    _ key: Key, _ notification: Notification, origins: Set<Origin>, age: String = "", count: Int = 1
  ) {
    (self.key, self.notification, self.origins) = (key, notification, origins)
    (self.age, self.count) = (age, count)
  }

  /// The keys of all that it stands for, the newest first.
  public var keys: [Key] { [key] + earlier }

  /// Whether another notification tells the same, apart from its time: the history keeps the same of both.
  func tells(theSameAs other: ListedNotification) -> Bool {
    guard notification.mayBeDuplicate, other.notification.mayBeDuplicate else { return false }
    var (own, others) = (HistoryRecord(notification), HistoryRecord(other.notification))
    (own.id, own.time) = (others.id, others.time)
    return own == others
  }

  /// A record in the history's file.
  public struct Record: Equatable, Sendable {
    /// The key of the record in the file.
    public var key: Int64
    public var record: HistoryRecord
    /// Whether the store itself has made the record, and no run before it.
    public var isOfThisRun: Bool

    public init(key: Int64, _ record: HistoryRecord, isOfThisRun: Bool) {
      (self.key, self.record, self.isOfThisRun) = (key, record, isOfThisRun)
    }
  }
}

extension NotificationStore {
  /// Returns the newest `most` of all notifications, the newest first: those that are open, and those of `records`, which begin with
  /// the newest, that are not. One that a rule hides is in the list if the history keeps it. Those of one program that tell the same
  /// and follow one another are one, unless the settings say that none is counted on another. `now`, in seconds since 1970, is the
  /// moment for the ages.
  public func list(
    with records: [ListedNotification.Record], most: Int, now: Int64
  ) -> [ListedNotification] {
    let (open, ended) = parted(records)
    var list = openEntries.map { banner, entry in
      var origins = Set(open[banner, default: []].map { ListedNotification.Origin.record($0) })
      origins.insert(.banner(banner))
      if entry.origin == nil { origins.insert(.ownRecord(entry.firstRecord)) }
      return ListedNotification(
        .open(entry.notification.id), entry.notification, origins: origins, count: entry.count)
    }
    list += ended.map { past in
      let own: Set<ListedNotification.Origin> = past.isOfThisRun ? [.ownRecord(past.record.number)] : []
      return ListedNotification(
        .past(past.key), Notification(past.record, id: past.record.id),
        origins: own.union([.record(past.key)]))
    }
    // One that is shown again has the time of its record, and one that was replaced has the place of the former one.
    let places = list.indices.sorted {
      (list[$1].notification.time, $0) < (list[$0].notification.time, $1)
    }
    return counted(places.lazy.map { list[$0] }, most: most).map { listed in
      var listed = listed
      listed.age = Age.words(from: listed.notification.time, to: now)
      return listed
    }
  }

  /// Returns the first `most` of a list in which those of one program that tell the same and follow one another are one.
  private func counted(
    _ list: some Sequence<ListedNotification>, most: Int
  ) -> [ListedNotification] {
    guard settings.countsDuplicates else { return Array(list.prefix(most)) }
    var counted: [ListedNotification] = []
    /// The place in `counted` of the last row of each program.
    var last: [String: Int] = [:]
    for listed in list {
      let program = listed.notification.shownApplication
      if let place = last[program], listed.tells(theSameAs: counted[place]) {
        counted[place].earlier.append(listed.key)
        counted[place].origins.formUnion(listed.origins)
        counted[place].count += listed.count
      } else if counted.count < most {
        last[program] = counted.count
        counted.append(listed)
      } else {
        break
      }
    }
    return counted
  }

  /// The entries of the list that are open, with their banners, first that of the last arrival; their times may be in another order.
  private var openEntries: some Sequence<(BannerID, OpenNotification)> {
    notifications.newestFirst.lazy.compactMap { banner in notifications[banner].map { (banner, $0) } }
      .filter { !$1.isHidden || $1.keepsHistory }
  }

  /// Divides records into those of open notifications, of which it returns the keys by their banners, and the others.
  private func parted(
    _ records: [ListedNotification.Record]
  ) -> (open: [BannerID: [Int64]], ended: [ListedNotification.Record]) {
    let restored = notifications.newestFirst.compactMap { banner in
      notifications[banner]?.origin.map { (banner, $0) }
    }
    var (open, ended): ([BannerID: [Int64]], [ListedNotification.Record]) = ([:], [])
    for record in records {
      let counting = record.isOfThisRun ? banner(counting: record.record) : nil
      if let banner = counting ?? restored.first(where: { $1 == record.record })?.0 {
        open[banner, default: []].append(record.key)
      } else {
        ended.append(record)
      }
    }
    return (open, ended)
  }

  /// Returns those of `records` that belong to the banner of a notification: of all that it counts, or the one that it shows again.
  public func records(
    of id: NotificationID, among records: [ListedNotification.Record]
  ) -> [ListedNotification.Record] {
    guard let banner = banner(of: id) else { return [] }
    let origin = notifications[banner]?.origin
    return records.filter {
      $0.isOfThisRun && self.banner(counting: $0.record) == banner || origin == $0.record
    }
  }
}
