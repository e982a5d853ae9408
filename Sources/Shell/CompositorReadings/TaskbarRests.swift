import CompositorModel

/// What items say that stand for the last ones of a taskbar, for each number of items that are shown before them.
///
/// What has to be counted is counted once for all of these items, of which there may be one for each entry.
struct TaskbarRests {
  /// What one item stands for.
  struct Summary: Equatable {
    var entries: Int
    var windows: Int
    var isUrgent: Bool
    /// The titles of the windows and the names of programs without windows, separated by commas, as far as a tooltip shows
    /// them.
    var titles: String
  }

  /// The entries that can be hidden, in order.
  private let names: [[String]]
  /// How many windows there are from each of these entries on.
  private let windows: [Int]
  /// The place of the last entry with an urgent window; nil: there is none.
  private let lastUrgent: Int?
  /// How many items stand before the first of these entries in any case.
  private let kept: Int

  /// More than a tooltip has room for, in bytes of UTF-8.
  static let longestTitles = 4096

  /// The window `front` is always shown; `title` returns the title of a window as it is shown.
  init(_ entries: [TaskbarEntry], front: WindowID? = nil, title: (Window) -> String) {
    var hidden = entries
    let front = hidden.firstIndex { $0.windows.contains { $0.id == front } }
    if let front { hidden.remove(at: front) }
    kept = front == nil ? 0 : 1
    names = hidden.map { $0.windows.isEmpty ? [$0.name] : $0.windows.map(title) }
    lastUrgent = hidden.lastIndex { $0.windows.contains(where: \.isUrgent) }
    let sums = hidden.reversed().reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.windows.count) }
    windows = sums.reversed()
  }

  /// What the item stands for behind so many others.
  func summary(behind count: Int) -> Summary {
    let first = min(max(0, count - kept), names.count)
    return Summary(
      entries: names.count - first, windows: windows[first],
      isUrgent: lastUrgent.map { $0 >= first } ?? false,
      titles: titles(from: first))
  }

  private func titles(from first: Int) -> String {
    var titles = ""
    for name in names[first...].joined() {
      if titles.utf8.count > Self.longestTitles { return titles }
      if !titles.isEmpty { titles += ", " }
      titles += name
    }
    return titles
  }
}
