import DesktopModel
import Localization
import ModuleModel
import Settings

/// The division of the tray's items into those that are always visible and those that are hidden behind one more item.
///
/// An item that wants attention is never hidden.
nonisolated struct TrayArrangement: Equatable {
  /// The identity of the item that shows and hides what is folded away; those of programs contain a slash.
  static let foldID = "fold"

  /// The items that are always seen, in their order.
  let shown: [TrayItem]
  /// The items that are folded away, in their order.
  let folded: [TrayItem]

  /// Arranges items that are in the order in which they came.
  init(_ items: [TrayItem], _ settings: TraySettings) {
    var room = settings.mostItems ?? .max
    var (shown, folded): ([TrayItem], [TrayItem]) = ([], [])
    let arranged = settings.arranged(items)
    room -= arranged.count { $0.status == .needsAttention }
    for item in arranged {
      if item.status == .needsAttention {
        shown.append(item)
      } else if room > 0, !settings.folded.contains(where: { item.matches($0) }) {
        shown.append(item)
        room -= 1
      } else {
        folded.append(item)
      }
    }
    (self.shown, self.folded) = (shown, folded)
  }

  var isEmpty: Bool { shown.isEmpty && folded.isEmpty }

  /// The items on the bar. Those that were folded away come first, next to the item that shows them: in a module at the
  /// end of the bar, the others stay where they are.
  func visible(isUnfolded: Bool) -> [TrayItem] { isUnfolded ? folded + shown : shown }

  /// The item that shows and hides what is folded away; nil: nothing is.
  func foldReading(isUnfolded: Bool) -> ItemReading? {
    guard !folded.isEmpty else { return nil }
    let names = folded.map { $0.title.isEmpty ? $0.name : $0.title }.listed()
    return ItemReading(
      id: Self.foldID,
      [
        "title": .text(names), "name": .text(""), "label": .text(""),
        "tooltip": .text(isUnfolded ? "" : names),
        "status": .text(TrayItem.Status.active.rawValue),
      ], icon: isUnfolded ? "go-next-symbolic" : "go-previous-symbolic",
      states: isUnfolded ? ["fold", "unfolded"] : ["fold"])
  }
}
