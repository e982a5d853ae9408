/// The order in which windows were opened, by the numbers that a compositor's own socket has for them.
///
/// A protocol of windows announces those that are there at the start in an order of its own, in wlroots the newest first, and
/// gives them no numbers.
public struct WindowOrder: Equatable, Sendable {
  /// The number of each window at the socket. It is kept while the window is there: titles, by which windows of two sources are
  /// compared, change at different moments.
  private var numbers: [WindowID: Int] = [:]
  /// The numbers that windows of the same program and title share while it is not known which of them has which. Such windows may
  /// exchange their places later, and no others do.
  private var shared: [WindowID: Int] = [:]

  public init() {}

  /// Looks up the numbers of windows that have none yet, and forgets windows that are not among them.
  public mutating func follow(_ windows: [Window], _ twins: WindowTwins) {
    let there = Set(windows.map(\.id))
    numbers = numbers.filter { there.contains($0.key) }
    // Each window that is found leaves fewer twins for the others.
    while let (window, twin) = known(windows, twins) { numbers[window] = twin.rawValue }
    share(windows, twins)
  }

  /// The windows in the order in which they were opened; those without a number are the last ones, in their order.
  public func sorted(_ windows: [Window]) -> [Window] {
    func number(_ window: Window) -> Int { numbers[window.id] ?? shared[window.id] ?? .max }
    return windows.enumerated().sorted {
      (number($0.element), $0.offset) < (number($1.element), $1.offset)
    }.map(\.element)
  }

  private var taken: Set<WindowID> { Set(numbers.values.map { WindowID(rawValue: $0) }) }

  /// The first window without a number whose twin can be told from others; nil: there is none.
  private func known(_ windows: [Window], _ twins: WindowTwins) -> (WindowID, twin: WindowID)? {
    let taken = self.taken
    for window in windows where numbers[window.id] == nil {
      if let twin = twins.twin(of: window, besides: taken) { return (window.id, twin.id) }
    }
    return nil
  }

  /// Gives windows that cannot be distinguished the numbers of their twins, the smallest one to the window that was announced last,
  /// and leaves those that they have.
  private mutating func share(_ windows: [Window], _ twins: WindowTwins) {
    var taken = self.taken
    let unknown = windows.filter { numbers[$0.id] == nil }
    let ids = Set(unknown.map(\.id))
    shared = shared.filter { ids.contains($0.key) && !taken.contains(WindowID(rawValue: $0.value)) }
    taken.formUnion(shared.values.map { WindowID(rawValue: $0) })
    for window in unknown.reversed() where shared[window.id] == nil {
      let free = twins.twins(of: window).map(\.id).filter { !taken.contains($0) }
      guard let least = free.min(by: { $0.rawValue < $1.rawValue }) else { continue }
      shared[window.id] = least.rawValue
      taken.insert(least)
    }
  }
}
