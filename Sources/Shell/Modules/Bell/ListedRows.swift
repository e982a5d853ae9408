import Notifications

/// The identities of the rows of a panel that lists notifications. A row keeps its identity, and with it the keyboard focus, while the
/// list changes: another notification that tells the same may arrive, and a banner may close.
nonisolated struct ListedRows {
  /// The identity of a row, which no other row ever has.
  struct ID: Hashable {
    fileprivate let number: Int
  }

  private var known: [ListedNotification.Origin: ID] = [:]
  private var own: [ListedNotification.Key: ID] = [:]
  private var last = 0

  /// The row of a notification that was followed last; nil for others.
  subscript(key: ListedNotification.Key) -> ID? { own[key] }

  /// Gives each of these notifications the row of one that was followed before and has an origin in common with it, or else a new row,
  /// and forgets all other rows.
  mutating func follow(_ notifications: [ListedNotification]) {
    let former = known
    (known, own) = ([:], [:])
    var taken: Set<ID> = []
    for listed in notifications {
      let rows = listed.origins.compactMap { former[$0] }.filter { !taken.contains($0) }
      let row = rows.min { $0.number < $1.number } ?? makeRow()
      taken.insert(row)
      own[listed.key] = row
      for origin in listed.origins { known[origin] = row }
    }
  }

  private mutating func makeRow() -> ID {
    last += 1
    return ID(number: last)
  }
}
