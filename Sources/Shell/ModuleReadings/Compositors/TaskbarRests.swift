import DesktopModel

/// The summaries of the last entries of a taskbar, of which a single item is shown, for each number of items before
/// it.
///
/// The counts are made once for all summaries, of which there may be one for each entry.
struct TaskbarRests {
  /// The summary of the entries that one item stands for.
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
  /// The number of windows from each of these entries on, with a 0 after the last.
  private let windows: [Int]
  /// The place of the last entry with an urgent window; nil: there is none.
  private let lastUrgent: Int?
  /// The number of items that are shown before these entries in any case: 1 for the window `front`.
  private let kept: Int

  /// The length after which no more titles are added, in bytes of UTF-8: more than a tooltip has room for.
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

  /// Returns the summary for an item after `count` other items.
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
