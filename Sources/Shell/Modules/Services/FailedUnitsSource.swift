import BarUI
import DesktopServices
import Localization
import ModuleModel
import Settings

extension SystemdSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    FailedUnitsSource(failed: start.services.failedUnits, outlet: start.outlet)
  }
}

/// Shows how many units of systemd have failed, and lists them in a panel, where they are started again.
final class FailedUnitsSource: KeepsPanels {
  private let failed: FailedUnits
  private let shown: ObservingSource
  let panels: OpenPanels
  /// The rows of units that are being started again.
  private var restarting: Set<PanelRowKey> = []

  init(failed: FailedUnits, outlet: ModuleOutlet) {
    self.failed = failed
    panels = OpenPanels(outlet)
    shown = ObservingSource(outlet: outlet, observe: failed.observe) {
      .failedUnits(system: failed.system, user: failed.user)
    }
    panels.follow = { tell in
      let observation = failed.observe(tell)
      failed.readUnits()
      return observation
    }
    panels.onClose = { failed.forgetUnits() }
  }

  func stop() {
    panels.stop()
    shown.stop()
  }

  func panel(of item: String?) -> ControlPanel? {
    guard let units = failed.units else {
      return ControlPanel.awaitedUnits(system: failed.system ?? 0, user: failed.user ?? 0)
    }
    var panel = ControlPanel.failedUnits(units, restarting: restarting)
    panel.rows += panels.failure.rows
    return panel
  }

  func use(_ use: ControlUse, of item: String?) {
    guard case .press(let row, ControlPanel.restart) = use,
      let unit = failed.units?.first(where: { $0.row == row }), restarting.insert(row).inserted
    else { return }
    panels.failure.clear()
    failed.restart(unit) { [weak self] error in
      guard let self else { return }
      restarting.remove(row)
      panels.failure.take(
        error.map { _ in localized("“\(unit.name)” could not be started.") },
        because: error.map { "\(unit.name) could not be started: \($0)" })
      panels.tell()
    }
    panels.tell()
  }
}

nonisolated extension ControlPanel {
  /// The button of a unit that starts it again.
  static let restart = "restart"

  /// The panel of failed units, those of the system before those of the user; `restarting` are the rows of units that are being
  /// started again.
  static func failedUnits(_ units: [FailedUnits.Unit], restarting: Set<PanelRowKey> = []) -> ControlPanel {
    guard !units.isEmpty else {
      return ControlPanel(
        localized("Failed services"), rows: [Row("none", .text(localized("No service has failed.")))])
    }
    let groups = [
      ("system", localized("System"), units.filter { !$0.isOfUser }),
      ("user", localized("User"), units.filter(\.isOfUser)),
    ]
    let rows = groups.filter { !$0.2.isEmpty }.flatMap { id, title, units in
      [Row(id, .heading(title))] + units.map { row($0, isRestarting: restarting.contains($0.row)) }
    }
    return ControlPanel(localized("Failed services"), rows: rows)
  }

  /// The panel before systemd has named the units of which it has told the numbers: it is as high as with their names.
  static func awaitedUnits(system: Int, user: Int) -> ControlPanel {
    let words = localized("Asking systemd…")
    guard system + user > 0 else {
      return ControlPanel(localized("Failed services"), rows: [.init("looking", .text(words))])
    }
    let groups = [("system", localized("System"), system), ("user", localized("User"), user)]
    let rows = groups.filter { $0.2 > 0 }.flatMap { id, title, count in
      [Row(id, .heading(title))]
        + (1...min(count, FailedUnits.mostUnits)).map {
          Row("\(id) \($0)", .entry(Entry(words, detail: "…", buttons: [])))
        }
    }
    return ControlPanel(localized("Failed services"), rows: rows)
  }

  private static func row(_ unit: FailedUnits.Unit, isRestarting: Bool) -> Row {
    var copy = Button("copy", localized("Copy the name"), icon: "edit-copy-symbolic")
    copy.copies = unit.name
    let restart = Button(
      restart, localized("Start again"), icon: "view-refresh-symbolic", isEnabled: !isRestarting)
    let isNamed = !unit.description.isEmpty && unit.description != unit.name
    let detail = isRestarting ? localized("Starting again…") : isNamed ? unit.name : ""
    return Row(
      unit.row,
      .entry(Entry(isNamed ? unit.description : unit.name, detail: detail, buttons: [copy, restart])))
  }
}

nonisolated extension FailedUnits.Unit {
  /// The identifier of the unit's row in a panel.
  fileprivate var row: PanelRowKey { "\(isOfUser ? "user" : "system") \(name)" }
}
