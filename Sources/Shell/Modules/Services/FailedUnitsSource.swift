import BarUI
import DesktopServices
import Loop
import ModuleModel
import Settings

extension SystemdSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    FailedUnitsSource(
      failed: start.services.failedUnits, outlet: start.outlet, report: start.report)
  }
}

/// Shows how many units of systemd have failed, and lists them in a panel, where they are started again.
final class FailedUnitsSource: HasPanel {
  private let failed: FailedUnits
  private let shown: ObservingSource
  private let panels = Observers()
  private var observation: Observation?
  private let failure: CommandFailure

  /// `report` takes lines for the log.
  init(failed: FailedUnits, outlet: ModuleOutlet, report: @escaping (String) -> Void) {
    self.failed = failed
    failure = CommandFailure(outlet, report: report) { [panels] in panels.tell() }
    shown = ObservingSource(outlet: outlet, observe: failed.observe) {
      .failedUnits(system: failed.system, user: failed.user)
    }
    panels.onEmpty = { [unowned self] in reset() }
  }

  func stop() {
    panels.removeAll()
    reset()
    shown.stop()
  }

  func panel(of item: String?) -> ControlPanel? {
    guard let units = failed.units else { return ControlPanel("Failed units") }
    var panel = ControlPanel("Failed units", rows: units.map(Self.row))
    if units.isEmpty { panel.rows = [.init("none", .text("No unit has failed."))] }
    panel.rows += failure.rows
    return panel
  }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    let opened = panels.add(onChange)
    if observation == nil {
      observation = failed.observe { [panels] in panels.tell() }
      failed.readUnits()
    }
    return opened
  }

  func use(_ use: ControlUse, of item: String?) {
    guard case .choose(let id) = use, let unit = failed.units?.first(where: { Self.id($0) == id }) else {
      return
    }
    failure.clear()
    failed.restart(unit) { [failure] in failure.take($0) }
    panels.tell()
  }

  private func reset() {
    guard observation != nil else { return }
    observation?.cancel()
    observation = nil
    failure.clear()
    failed.forgetUnits()
  }

  private static func id(_ unit: FailedUnits.Unit) -> String {
    (unit.isOfUser ? "user " : "system ") + unit.name
  }

  private static func row(_ unit: FailedUnits.Unit) -> ControlPanel.Row {
    .init(
      id(unit),
      .choice(
        .init(
          unit.description.isEmpty ? unit.name : unit.description, detail: unit.isOfUser ? "User" : "System",
          mark: "view-refresh-symbolic")))
  }
}
