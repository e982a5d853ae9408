import BarUI
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Settings

extension BluetoothSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    BluetoothSource(settings: self, bluetooth: start.services.bluetooth, outlet: start.outlet)
  }
}

/// Shows Bluetooth and the devices that are connected by it, and connects others.
final class BluetoothSource: PerformsActions, KeepsPanels {
  private let settings: BluetoothSettings
  private let bluetooth: Bluetooth
  private let outlet: ModuleOutlet
  private var observation: Observation?
  let panels: OpenPanels
  /// The question to which something was typed that cannot be an answer.
  private var refused: BluetoothPairing?
  /// The device of which it is shown what else can be done with it; nil: of none.
  private var unfolded: String?
  /// The reasons of failures that the log has, by device.
  private var reported: [String: String] = [:]

  init(settings: BluetoothSettings = BluetoothSettings(), bluetooth: Bluetooth, outlet: ModuleOutlet) {
    (self.settings, self.bluetooth, self.outlet) = (settings, bluetooth, outlet)
    panels = OpenPanels(outlet)
    observation = bluetooth.observe { [unowned self] in
      show()
      reportFailures()
      panels.tell()
    }
    panels.follow = { _ in bluetooth.discover() }
    panels.onClose = { [unowned self] in (refused, unfolded) = (nil, nil) }
    show()
  }

  func stop() {
    outlet.close()
    panels.stop()
    observation.end()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    if action == "toggle", let status = bluetooth.status { turn(on: !status.isOn) }
  }

  private func turn(on isOn: Bool) {
    bluetooth.turn(on: isOn) { [panels] in panels.failure.take($0?.words, because: $0?.reason) }
  }

  private func show() { outlet.show(BluetoothStatus.reading(bluetooth.status, order: settings.order)) }

  /// Writes to the log what BlueZ has said of operations that have failed, of which the panel tells in words of our own.
  private func reportFailures() {
    let reasons = bluetooth.reasons
    for (id, reason) in reasons.sorted(by: { $0.key < $1.key }) where reported[id] != reason {
      outlet.report(reason)
    }
    reported = reasons
  }

  // MARK: - The panel

  func panel(of item: String?) -> ControlPanel? {
    let question = bluetooth.pairing.map { BluetoothQuestion($0, isRefused: $0 == refused) }
    var panel = ControlPanel.bluetooth(bluetooth.status, bluetooth.tasks, question, unfolded: unfolded)
    panel.rows += panels.failure.rows
    return panel
  }

  func use(_ use: ControlUse, of item: String?) {
    switch use {
    case .turn(let isOn): turn(on: isOn)
    case .choose(let row): choose(row.as(BluetoothRow.self))
    case .unfold(let row):
      guard case .device(let device)? = row.as(BluetoothRow.self) else { return }
      unfolded = unfolded == device ? nil : device
      panels.tell()
    case .submit(let row, let text):
      if case .field(let device)? = row.as(BluetoothRow.self) { submit(text, about: device) }
    case .press(let row, let button): press(button, row.as(BluetoothRow.self))
    case .set, .toggle: break
    }
  }

  private func submit(_ text: String, about device: String) {
    guard let pairing = question(about: device) else { return }
    if let answer = pairing.answer(text) {
      refused = nil
      bluetooth.answer(answer)
    } else {
      refused = pairing
      panels.tell()
    }
  }

  private func choose(_ row: BluetoothRow?) {
    panels.failure.clear()
    switch row {
    case .device(let device): bluetooth.toggle(device)
    case .forget(let device):
      unfolded = nil
      bluetooth.forget(device) { [panels] in panels.failure.take($0?.words, because: $0?.reason) }
      panels.tell()
    case .answers, .field, nil: break
    }
  }

  private func press(_ button: String, _ row: BluetoothRow?) {
    guard case .answers(let device)? = row else { return }
    let isAsked = question(about: device) != nil
    switch BluetoothQuestion.Button(rawValue: button) {
    case .accept: if isAsked { bluetooth.answer(.accept) }
    case .reject: if isAsked { bluetooth.rejectPairing() }
    case .cancel: bluetooth.cancelPairing(device)
    case nil: break
    }
  }

  /// The current question about a device; nil if there is none about it.
  private func question(about device: String) -> BluetoothPairing? {
    bluetooth.pairing.flatMap { $0.device == device ? $0 : nil }
  }
}
