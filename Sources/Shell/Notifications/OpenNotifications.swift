import Scenes
import Settings

/// The open notifications of a store: their banners in the order of arrival, the tables by which they are found, and their
/// deadlines.
///
/// The cost of a change does not depend on the number of open notifications.
struct OpenNotifications: Equatable, Sendable {
  private var entries = EntryTable()
  /// The banner of every open notification.
  private(set) var banners: [NotificationID: BannerID] = [:]
  private var order = ArrivalOrder()
  private var tags: [OpenNotification.Tag: BannerID] = [:]
  /// The banners of notifications that may count duplicates, by the hashes of their contents.
  private(set) var duplicates: [Int: BannerID] = [:]
  private var deadlines = DeadlineQueue()
  private var pictureQueue = PictureQueue()
  /// The number of entries in each stack.
  private var groupSizes: [String: Int] = [:]
  /// The names of the stacks that are expanded.
  private(set) var expandedGroups: Set<String> = []
  private var lastBanner: UInt64 = 0

  // MARK: - Lookup

  /// The entry of a banner; nil: it is not open.
  subscript(banner: BannerID) -> OpenNotification? { entries[banner] }

  /// The entry that shows or counts a notification; nil: it is not open.
  subscript(id: NotificationID) -> OpenNotification? { banners[id].flatMap { entries[$0] } }

  /// Whether a banner is open.
  func contains(_ banner: BannerID) -> Bool { entries.contains(banner) }

  /// The notification that the next one with this tag replaces; nil: there is none.
  func notification(tagged tag: OpenNotification.Tag) -> NotificationID? {
    tags[tag].flatMap { entries[$0]?.notification.id }
  }

  /// The number of banners.
  var count: Int { order.count }

  /// The number of banners that no rule hides.
  var visibleCount: Int { entries.visibleCount }

  /// All entries, in no order.
  var values: some Sequence<OpenNotification> { entries.values }

  /// The banners from the oldest to the newest.
  var oldestFirst: some Sequence<BannerID> { order.oldestFirst }

  /// The banners from the newest to the oldest.
  var newestFirst: some Sequence<BannerID> { order.newestFirst }

  /// The oldest banner that is not critical, or the oldest if the first ones all are critical.
  ///
  /// The sequence of banners ends with this property: while it lives, a change of `order` copies all of them.
  var leastImportant: BannerID? {
    // The search is limited, since a flood of critical notifications would make it expensive.
    let oldest = order.oldestFirst.prefix(16)
    return oldest.first { entries[$0]?.notification.urgency != .critical } ?? oldest.first { _ in true }
  }

  /// The earliest deadline; nil: there is none.
  var firstDeadline: Duration? { deadlines.first }

  // MARK: - Opening

  /// Opens a notification. If it `mayBeDuplicate`, it is counted on the banner of one with the same content, which becomes the
  /// newest. Returns whether it is a duplicate.
  mutating func open(_ new: OpenNotification, mayBeDuplicate: Bool) -> Bool {
    var entry = new
    let content = mayBeDuplicate ? Content(entry.notification) : nil
    entry.contentHash = content?.hashValue
    if let content, let hash = entry.contentHash, let same = duplicates[hash], let old = entries[same],
      old.isHidden == entry.isHidden, Content(old.notification) == content
    {
      count(entry, in: same)
      return true
    }
    insert(entry)
    return false
  }

  /// Replaces the entry of a notification, or opens it if it is not open; a notification with a banner of its own keeps its
  /// place. If the entry `countsDuplicates`, later ones with the same content are counted on its banner.
  mutating func replace(by new: OpenNotification, countsDuplicates: Bool) {
    var entry = new
    entry.contentHash = countsDuplicates ? Content(entry.notification)?.hashValue : nil
    let id = entry.notification.id
    guard let banner = banners[id], let old = entries[banner] else { return insert(entry) }
    if old.ids.count > 1 {
      detach(id)
      return insert(entry)
    }
    forgetIndices(of: old, banner)
    entry.ids = old.ids
    entry.output = old.output ?? entry.output
    (entry.record, entry.firstRecord) = (old.record, old.firstRecord)
    entries[banner] = entry
    index(entry, banner)
    count(1, in: entry.group)
    count(-1, in: old.group)
  }

  private mutating func insert(_ new: OpenNotification) {
    lastBanner += 1
    let banner = BannerID(rawValue: lastBanner)
    var entry = new
    entry.ids = [entry.notification.id]
    entry.firstRecord = entry.record
    entries[banner] = entry
    banners[entry.notification.id] = banner
    order.append(banner)
    count(1, in: entry.group)
    index(entry, banner)
  }

  private mutating func count(_ new: OpenNotification, in same: BannerID) {
    guard var entry = entries[same] else { return }
    entry.notification = new.notification
    entry.ids.append(new.notification.id)
    entry.count += 1
    entry.stay = new.stay
    entry.pauseLevel = new.pauseLevel
    entry.keepsHistory = new.keepsHistory
    entry.record = new.record
    entry.origin = new.origin
    banners[new.notification.id] = same
    entries[same] = entry
    order.append(same)
  }

  private mutating func index(_ entry: OpenNotification, _ banner: BannerID) {
    if let tag = entry.tag { tags[tag] = banner }
    if let hash = entry.contentHash { duplicates[hash] = banner }
  }

  private mutating func forgetIndices(of entry: OpenNotification, _ banner: BannerID) {
    if let tag = entry.tag, tags[tag] == banner { tags[tag] = nil }
    if let hash = entry.contentHash, duplicates[hash] == banner { duplicates[hash] = nil }
  }

  // MARK: - Changes

  /// Sets the deadline of the banner of a notification; nil for none.
  mutating func setDeadline(_ time: Duration?, of id: NotificationID) {
    if let banner = banners[id] { deadlines.set(time, for: banner) }
  }

  /// Removes the earliest deadline if it is due, and returns its banner; among equal ones that with the lower number.
  mutating func popDue(_ time: Duration) -> BannerID? { deadlines.popDue(time) }

  /// Counts the memory of a notification's pictures, and makes those of the oldest banners beyond the limit smaller, or drops them.
  mutating func keepPictures(of id: NotificationID) {
    guard let banner = banners[id], let pictures = entries[banner]?.notification.pictures else { return }
    pictureQueue.add(cost(of: banner), isLarge: pictures.contains(where: \.isLarge), of: banner)
    while let relief = pictureQueue.relieve(beyond: Limits.keptImageBytes) {
      switch relief {
      case .shrink(let oldest):
        let reduced = entries[oldest]?.notification.pictures.map(\.reduced) ?? []
        entries[oldest]?.notification.pictures = reduced
        pictureQueue.shrink(oldest, to: cost(of: oldest))
      case .drop(let oldest): entries[oldest]?.notification.pictures.removeAll { $0.cost > 0 }
      }
    }
  }

  /// The memory of the pictures of a banner, in bytes.
  private func cost(of banner: BannerID) -> Int {
    entries[banner]?.notification.pictures.reduce(0) { $0 + $1.cost } ?? 0
  }

  /// Stores a picture that was read, or removes it if it could not be read (nil); returns false if its notification was closed
  /// or replaced meanwhile.
  mutating func set(_ bitmap: Bitmap?, for picture: SentImage, of id: NotificationID) -> Bool {
    guard let banner = banners[id], let pictures = entries[banner]?.notification.pictures,
      let index = pictures.firstIndex(of: .sent(picture))
    else { return false }
    if let bitmap {
      entries[banner]?.notification.pictures[index] = .bitmap(bitmap)
    } else {
      entries[banner]?.notification.pictures.remove(at: index)
    }
    keepPictures(of: id)
    return true
  }

  /// Removes the reply field of a notification; returns false if it is not the one that its banner shows, or has none.
  mutating func removeReply(of id: NotificationID) -> Bool {
    guard let banner = banners[id], let notification = entries[banner]?.notification, notification.id == id,
      notification.reply != nil
    else { return false }
    entries[banner]?.notification.reply = nil
    return true
  }

  /// Expands a stack, or folds it.
  mutating func toggle(group: String) {
    if expandedGroups.remove(group) == nil { expandedGroups.insert(group) }
  }

  /// Changes the size of a stack (nil: none); a stack that becomes empty is folded when it fills again.
  private mutating func count(_ change: Int, in group: String?) {
    guard let group else { return }
    groupSizes[group, default: 0] += change
    if groupSizes[group] == 0 {
      groupSizes[group] = nil
      expandedGroups.remove(group)
    }
  }

  // MARK: - Closing

  /// Removes a banner with all notifications that it counts; returns its entry, or nil if it is not open.
  mutating func remove(_ banner: BannerID) -> OpenNotification? {
    guard let entry = entries[banner] else { return nil }
    forgetIndices(of: entry, banner)
    entries[banner] = nil
    for id in entry.ids { banners[id] = nil }
    order.remove(banner)
    deadlines.set(nil, for: banner)
    pictureQueue.remove(banner)
    count(-1, in: entry.group)
    giveBackRoom()
    return entry
  }

  /// Removes a notification from a banner that counts others; with `keepsCount`, the number of arrivals stays.
  mutating func detach(_ id: NotificationID, keepsCount: Bool = false) {
    guard let banner = banners.removeValue(forKey: id) else { return }
    entries[banner]?.ids.removeAll { $0 == id }
    if !keepsCount { entries[banner]?.count -= 1 }
    if entries[banner]?.notification.id == id, let newest = entries[banner]?.ids.last {
      entries[banner]?.notification.id = newest
    }
  }

  /// Replaces the tables of an empty store, which would keep the memory of the most notifications ever open.
  private mutating func giveBackRoom() {
    guard banners.isEmpty, banners.capacity > Self.usualRoom else { return }
    (entries, banners, order) = (EntryTable(), [:], ArrivalOrder())
    (tags, duplicates, groupSizes) = ([:], [:], [:])
    (deadlines, pictureQueue) = (DeadlineQueue(), PictureQueue())
  }

  /// Capacity of the tables below which they are kept: a few more notifications than are visible at a time.
  private static let usualRoom = 64
}

extension Notification {
  /// Whether others can have the same content: one with a picture of its own, a progress bar or a reply field is like no other.
  var mayBeDuplicate: Bool {
    progress == nil && reply == nil && !pictures.contains { $0.cost > 0 }
  }
}

/// The content by which duplicates are recognised.
private struct Content: Hashable {
  private let application, desktopEntry, summary: String
  private let body: MarkedText
  private let icon: String
  private let urgency: Urgency
  private let actions: [String]

  /// Makes the content of a notification; returns nil if it is never a duplicate.
  init?(_ notification: Notification) {
    guard notification.mayBeDuplicate else { return nil }
    application = notification.applicationName
    desktopEntry = notification.desktopEntry
    summary = notification.summary
    body = notification.body
    icon = HistoryRecord(notification).icon
    urgency = notification.urgency
    actions =
      notification.buttons.flatMap { [$0.key, $0.label] } + (notification.hasDefaultAction ? [""] : [])
  }
}
