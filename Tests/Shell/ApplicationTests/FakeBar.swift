import BarUI
import Geometry
import ModuleModel
import Settings
import ShellModel
import ShellSurfaces

/// A bar without a surface, which records the requests to it.
final class FakeBar: ShellBar {
  let index: Int
  let outputName: String
  var visibility: MissingBar.Bar.Visibility {
    didSet {
      guard visibility == .shown else { return }
      let bodies = waiting
      waiting = []
      for body in bodies { body() }
    }
  }
  var canBeShown = true
  var report: BarReport?
  var popupReports: [PopupReport] = []
  var popupOpener: BarItem?
  var isPopupAwaited = false
  /// The places of the modules that the bar shows.
  var places: [BarItem] = []
  /// The commands, and the ends from which the bar was given the focus, in order.
  private(set) var requests: [String] = []
  private(set) var toggled: [(popup: ModulePopup, item: BarItem, source: UseSource)] = []
  /// The entries to which the open menu was led.
  private(set) var entries: [Int] = []
  private var waiting: [() -> Void] = []

  init(_ outputName: String = "DP-1", index: Int = 0, _ visibility: MissingBar.Bar.Visibility = .shown) {
    (self.outputName, self.index, self.visibility) = (outputName, index, visibility)
  }

  /// The menu that was toggled last; nil if the last popup was none.
  var menu: ModuleMenu? { if case .menu(let menu)? = toggled.last?.popup { menu } else { nil } }
  /// The panel that was toggled last; nil if the last popup was none.
  var panel: ModulePanel? { if case .panel(let panel)? = toggled.last?.popup { panel } else { nil } }
  /// The calendar that was toggled last; nil if the last popup was none.
  var calendar: CalendarPopup? {
    if case .calendar(let calendar)? = toggled.last?.popup { calendar } else { nil }
  }

  func obey(_ command: BarPresence.Command, now: Instant) { requests.append(command.rawValue) }
  func peek(for time: Duration, now: Instant) { requests.append("peek \(time)") }
  func focus(fromEnd: Bool) { requests.append(fromEnd ? "focus from the end" : "focus") }

  func whenShown(_ body: @escaping () -> Void) {
    if visibility == .shown { body() } else { waiting.append(body) }
  }

  func place(of module: ModuleName, item: String?) -> BarItem? {
    var place = places.first { $0.module == module }
    place?.item = item
    return place
  }

  func contact(_ gesture: ModuleGesture, with module: ModuleName, item: String?, at place: BarItem?)
    -> ModuleContact
  {
    ModuleContact(gesture, on: outputName)
  }

  func toggle(_ popup: ModulePopup, at item: BarItem, for source: UseSource) {
    toggled.append((popup, item, source))
    popupOpener = popupOpener == item ? nil : item
  }

  func leadMenu(to entry: Int) { entries.append(entry) }
}
