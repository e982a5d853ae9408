/// Deadlines of banners, the earliest first: a binary heap in which cancelled deadlines stay until
/// they reach the top.
struct DeadlineQueue: Equatable, Sendable {
  private struct Item: Equatable {
    var time: Duration
    var id: BannerID
  }

  private var heap: [Item] = []
  /// The current deadlines, by the numbers of the banners, as in `ArrivalOrder`.
  private var times: [UInt64: Duration] = [:]

  /// Sets the deadline of `id`, or removes it if nil.
  mutating func set(_ time: Duration?, for id: BannerID) {
    times[id.rawValue] = time
    if let time {
      heap.append(Item(time: time, id: id))
      siftUp()
    }
    dropCancelled()
    // Many deadlines were replaced before they reached the top: the heap is rebuilt, at no more cost
    // than setting them.
    if heap.count > 2 * times.count + 64 {
      heap = times.map { Item(time: $1, id: BannerID(rawValue: $0)) }.sorted { $0.time < $1.time }
    }
  }

  var first: Duration? { heap.first?.time }

  /// Removes and returns the earliest if it is due; among equal ones that with the lower id.
  mutating func popDue(_ now: Duration) -> BannerID? {
    guard let item = heap.first, item.time <= now else { return nil }
    removeFirst()
    times[item.id.rawValue] = nil
    dropCancelled()
    return item.id
  }

  private mutating func dropCancelled() {
    while let item = heap.first, times[item.id.rawValue] != item.time { removeFirst() }
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    (heap[a].time, heap[a].id) < (heap[b].time, heap[b].id)
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, least) {
        least = child
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
