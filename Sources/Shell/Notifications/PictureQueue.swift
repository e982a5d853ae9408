/// The memory of banners' pictures, from the oldest to the newest, so that the oldest are made smaller and then dropped first.
struct PictureQueue: Equatable, Sendable {
  /// The means against too much memory.
  enum Relief: Equatable {
    /// The pictures of a banner are to be made smaller; `shrink` has to follow.
    case shrink(BannerID)
    /// The pictures of a banner, which count no longer, are to be dropped.
    case drop(BannerID)
  }

  private var order = ArrivalOrder()
  /// The banners whose pictures can be made smaller.
  private var large = ArrivalOrder()
  private var costs: [BannerID: Int] = [:]
  private var total = 0

  /// Sets the size of the pictures of `id`, in bytes; `isLarge`: they can be made smaller.
  mutating func add(_ cost: Int, isLarge: Bool, of id: BannerID) {
    remove(id)
    guard cost > 0 else { return }
    order.append(id)
    if isLarge { large.append(id) }
    costs[id] = cost
    total += cost
  }

  mutating func remove(_ id: BannerID) {
    guard let cost = costs.removeValue(forKey: id) else { return }
    order.remove(id)
    large.remove(id)
    total -= cost
  }

  /// Sets the size in bytes of the pictures of `id` after they have become smaller.
  mutating func shrink(_ id: BannerID, to cost: Int) {
    guard let former = costs[id] else { return }
    large.remove(id)
    costs[id] = cost
    total += cost - former
  }

  /// Returns what has to be done if all together take more than `limit` bytes, first with the oldest whose pictures can be made
  /// smaller, then with the oldest of all; nil: nothing.
  mutating func relieve(beyond limit: Int) -> Relief? {
    guard total > limit else { return nil }
    if let oldest = large.oldestFirst.first(where: { _ in true }) { return .shrink(oldest) }
    guard let oldest = order.oldestFirst.first(where: { _ in true }) else { return nil }
    remove(oldest)
    return .drop(oldest)
  }
}
