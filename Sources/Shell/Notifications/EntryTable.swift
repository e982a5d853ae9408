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

  subscript(id: BannerID) -> NotificationStore.Entry? {
    get { places[id]?.entry }
    set { places[id] = newValue.map { .of($0) } }
  }

  var count: Int { places.count }

  var values: some Sequence<NotificationStore.Entry> { places.values.lazy.map(\.entry) }

  func contains(_ id: BannerID) -> Bool { places[id] != nil }
}
