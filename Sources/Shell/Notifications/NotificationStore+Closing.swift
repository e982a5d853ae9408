extension NotificationStore {
  /// Closes a banner with all that it counts.
  mutating func close(_ id: UInt32, _ reason: CloseReason) -> [NotificationCommand] {
    guard let owner = owners[id] ?? (entries.contains(id) ? id : nil), let entry = entries[owner] else {
      return []
    }
    forgetIndices(of: owner)
    entries[owner] = nil
    for id in entry.ids { owners[id] = nil }
    order.remove(owner)
    deadlines.set(nil, for: owner)
    pictureQueue.remove(owner)
    count(-1, in: entry.group)
    giveBackRoom()
    return entry.ids.map { .emitClosed(id: $0, reason) } + [.redraw]
  }

  /// Tables keep the room of the most that were ever open; a store that is empty again begins with new ones.
  private mutating func giveBackRoom() {
    guard owners.isEmpty, owners.capacity > Self.usualRoom else { return }
    (entries, owners, order) = (EntryTable(), [:], ArrivalOrder())
    (tags, duplicates, groupSizes) = ([:], [:], [:])
    (deadlines, pictureQueue) = (DeadlineQueue(), PictureQueue())
  }

  /// A few more than are seen at a time.
  private static let usualRoom = 64

  /// Closes one identifier; the banner stays if it counts others.
  mutating func closeOne(_ id: UInt32, _ reason: CloseReason, keepsCount: Bool = false)
    -> [NotificationCommand]
  {
    guard let owner = owners[id], let entry = entries[owner] else { return [] }
    guard entry.ids.count > 1 else { return close(id, reason) }
    detach(id, from: owner)
    if keepsCount { entries[owner]?.count += 1 }
    return [.emitClosed(id: id, reason), .redraw]
  }

  /// Takes an identifier out of an entry that has others.
  mutating func detach(_ id: UInt32, from owner: UInt32) {
    owners[id] = nil
    entries[owner]?.ids.removeAll { $0 == id }
    entries[owner]?.count -= 1
    if entries[owner]?.notification.id == id, let newest = entries[owner]?.ids.last {
      entries[owner]?.notification.id = newest
    }
  }

  /// Keeps an entry under another of its identifiers than `key`, which is none of them any more.
  mutating func rename(_ key: UInt32) {
    guard let entry = entries.remove(key), let new = entry.ids.first else { return }
    entries[new] = entry
    for id in entry.ids { owners[id] = new }
    if let tag = entry.tag, tags[tag] == key { tags[tag] = new }
    if let hash = entry.contentHash, duplicates[hash] == key { duplicates[hash] = new }
    order.rename(key, to: new)
    deadlines.rename(key, to: new)
    pictureQueue.rename(key, to: new)
  }

  mutating func forgetIndices(of owner: UInt32) {
    guard let entry = entries[owner] else { return }
    if let tag = entry.tag, tags[tag] == owner { tags[tag] = nil }
    if let hash = entry.contentHash, duplicates[hash] == owner { duplicates[hash] = nil }
  }
}
