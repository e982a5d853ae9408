extension NotificationStore {
  /// Closes a banner with all notifications that it counts.
  mutating func close(_ banner: BannerID, _ reason: CloseReason) -> [NotificationCommand] {
    guard let entry = entries[banner] else { return [] }
    if reason == .expired, !entry.isHidden { missedCount += 1 }
    forgetIndices(of: banner)
    entries[banner] = nil
    for id in entry.ids { banners[id] = nil }
    order.remove(banner)
    deadlines.set(nil, for: banner)
    pictureQueue.remove(banner)
    count(-1, in: entry.group)
    giveBackRoom()
    return entry.ids.map { .emitClosed(id: $0, reason) } + [.redraw]
  }

  /// Closes the banner of a notification with all notifications that it counts.
  mutating func close(_ id: NotificationID, _ reason: CloseReason) -> [NotificationCommand] {
    banners[id].map { close($0, reason) } ?? []
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

  /// Closes one notification; its banner stays if it counts others.
  mutating func closeOne(_ id: NotificationID, _ reason: CloseReason, keepsCount: Bool = false)
    -> [NotificationCommand]
  {
    guard let banner = banners[id], let entry = entries[banner] else { return [] }
    guard entry.ids.count > 1 else { return close(banner, reason) }
    detach(id, from: banner)
    if keepsCount { entries[banner]?.count += 1 }
    return [.emitClosed(id: id, reason), .redraw]
  }

  /// Removes an identifier from an entry that has others.
  mutating func detach(_ id: NotificationID, from banner: BannerID) {
    banners[id] = nil
    entries[banner]?.ids.removeAll { $0 == id }
    entries[banner]?.count -= 1
    if entries[banner]?.notification.id == id, let newest = entries[banner]?.ids.last {
      entries[banner]?.notification.id = newest
    }
  }

  mutating func forgetIndices(of banner: BannerID) {
    guard let entry = entries[banner] else { return }
    if let tag = entry.tag, tags[tag] == banner { tags[tag] = nil }
    if let hash = entry.contentHash, duplicates[hash] == banner { duplicates[hash] = nil }
  }
}
