/// The entries of a store by their banners, each allocated separately: a dictionary reserves room for twice
/// as many values and moves them all when it grows, which takes time and memory for values of a kilobyte.
struct EntryTable: Equatable, Sendable {
  /// The entries by the numbers of the banners, as in `ArrivalOrder`.
  private var places: [UInt64: Boxed<OpenNotification>] = [:]
  private var hiddenCount = 0

  subscript(id: BannerID) -> OpenNotification? {
    get { places[id.rawValue]?.value }
    set {
      if newValue?.isHidden == true { hiddenCount += 1 }
      let old =
        if let newValue {
          places.updateValue(.of(newValue), forKey: id.rawValue)
        } else {
          places.removeValue(forKey: id.rawValue)
        }
      if old?.value.isHidden == true { hiddenCount -= 1 }
    }
  }

  var count: Int { places.count }

  /// The number of entries that no rule hides.
  var visibleCount: Int { places.count - hiddenCount }

  var values: some Sequence<OpenNotification> { places.values.lazy.map(\.value) }

  func contains(_ id: BannerID) -> Bool { places[id.rawValue] != nil }
}
