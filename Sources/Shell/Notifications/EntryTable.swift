/// The entries of a store by their banners, each allocated separately: a dictionary reserves room for twice
/// as many values and moves them all when it grows, which takes time and memory for values of a kilobyte.
struct EntryTable: Equatable, Sendable {
  private indirect enum Place: Equatable, Sendable {
    case of(NotificationStore.Entry)

    var entry: NotificationStore.Entry {
      switch self {
      case .of(let entry): entry
      }
    }
  }

  private var places: [BannerID: Place] = [:]
  private var hiddenCount = 0

  subscript(id: BannerID) -> NotificationStore.Entry? {
    get { places[id]?.entry }
    set {
      if places[id]?.entry.isHidden == true { hiddenCount -= 1 }
      if newValue?.isHidden == true { hiddenCount += 1 }
      places[id] = newValue.map { .of($0) }
    }
  }

  var count: Int { places.count }

  /// How many are not hidden by a rule.
  var visibleCount: Int { places.count - hiddenCount }

  var values: some Sequence<NotificationStore.Entry> { places.values.lazy.map(\.entry) }

  func contains(_ id: BannerID) -> Bool { places[id] != nil }
}
