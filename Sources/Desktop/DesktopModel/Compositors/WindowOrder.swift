/// The order in which windows were opened, by the numbers that a compositor's own socket has for them.
///
/// A protocol of windows announces those that are there at the start in an order of its own, in wlroots the newest first, and
/// gives them no numbers.
public struct WindowOrder: Equatable, Sendable {
  /// The number of each window at the socket. It is kept while the window is there: titles, by which windows of two sources are
  /// compared, change at different moments.
  private var numbers: [WindowID: Int] = [:]

  public init() {}

  /// Looks up the numbers of windows that have none yet, and forgets windows that are not among them.
  public mutating func follow(_ windows: [Window], _ twins: WindowTwins) {
    let there = Set(windows.map(\.id))
    numbers = numbers.filter { there.contains($0.key) }
    var taken = Set(numbers.values.map { WindowID(rawValue: $0) })
    for window in windows where numbers[window.id] == nil {
      guard let twin = twins.twin(of: window, besides: taken) else { continue }
      numbers[window.id] = twin.id.rawValue
      taken.insert(twin.id)
    }
  }

  /// The windows in the order in which they were opened; those without a number are the last ones, in their order.
  public func sorted(_ windows: [Window]) -> [Window] {
    windows.enumerated().sorted {
      (numbers[$0.element.id] ?? .max, $0.offset) < (numbers[$1.element.id] ?? .max, $1.offset)
    }.map(\.element)
  }
}
