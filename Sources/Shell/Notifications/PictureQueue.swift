/// Knows whose pictures take memory, so that the oldest lose theirs first.
struct PictureQueue: Equatable, Sendable {
  private var order = ArrivalOrder()
  private var costs: [BannerID: Int] = [:]
  private var total = 0

  /// Sets what the pictures of `id` take, bytes.
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

  /// Takes out the oldest if all together take more than `limit`.
  mutating func popBeyond(_ limit: Int) -> BannerID? {
    guard total > limit, let oldest = order.oldestFirst.first(where: { _ in true }) else { return nil }
    remove(oldest)
    return oldest
  }
}
