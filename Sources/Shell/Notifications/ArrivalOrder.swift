/// Banners in the order of their arrival; a removal leaves a gap, and gaps are closed later, many at once.
struct ArrivalOrder: Equatable, Sendable {
  /// The banners from the oldest to the newest; 0 marks a gap, since no banner has that identifier.
  private var slots: [BannerID] = []
  /// The indices in `slots`, by the numbers of the banners: a number is hashed in half the time of a typed identifier.
  private var places: [UInt64: Int] = [:]
  private var firstSlot = 0

  var count: Int { places.count }

  /// Puts `id` after all others, even if it is contained already.
  mutating func append(_ id: BannerID) {
    remove(id)
    places[id.rawValue] = slots.count
    slots.append(id)
  }

  mutating func remove(_ id: BannerID) {
    guard let place = places.removeValue(forKey: id.rawValue) else { return }
    slots[place] = 0
    while firstSlot < slots.count, slots[firstSlot] == 0 { firstSlot += 1 }
    if slots.count > 2 * places.count + 64 { closeGaps() }
  }

  /// The identifiers from the oldest to the newest.
  var oldestFirst: some Sequence<BannerID> { slots[firstSlot...].lazy.filter { $0 != 0 } }

  var newestFirst: some Sequence<BannerID> { slots[firstSlot...].reversed().lazy.filter { $0 != 0 } }

  /// The position of a banner, which grows from the oldest to the newest; nil if it is not contained.
  func position(of id: BannerID) -> Int? { places[id.rawValue] }

  private mutating func closeGaps() {
    slots = slots.filter { $0 != 0 }
    firstSlot = 0
    for (place, id) in slots.enumerated() { places[id.rawValue] = place }
  }
}
