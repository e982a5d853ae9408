/// The memory of banners' pictures, from the oldest to the newest, so that the oldest are dropped first.
struct PictureQueue: Equatable, Sendable {
  private var order = ArrivalOrder()
  private var costs: [BannerID: Int] = [:]
  private var total = 0

  /// Sets the size of the pictures of `id`, in bytes.
  mutating func add(_ cost: Int, of id: BannerID) {
    remove(id)
    guard cost > 0 else { return }
    order.append(id)
    costs[id] = cost
    total += cost
  }

  mutating func remove(_ id: BannerID) {
    guard let cost = costs.removeValue(forKey: id) else { return }
    order.remove(id)
    total -= cost
  }

  /// Removes and returns the oldest if all together take more than `limit` bytes; nil otherwise.
  mutating func popBeyond(_ limit: Int) -> BannerID? {
    guard total > limit, let oldest = order.oldestFirst.first(where: { _ in true }) else { return nil }
    remove(oldest)
    return oldest
  }
}
