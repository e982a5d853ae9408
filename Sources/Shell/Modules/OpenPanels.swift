import Loop

/// The open panels of a source, which are told of changes, and the reason why the last command failed.
final class OpenPanels {
  /// Tells the panels of a command that was not done, until they are closed.
  let failure: CommandFailure
  /// Begins work that the open panels need, until its observation is released; the handler tells them of changes.
  var follow: (_ tell: @escaping () -> Void) -> Observation? = { _ in nil }
  /// Called when the last panel was closed.
  var onClose: () -> Void = {}
  private let observers = Observers()
  private var following: Observation?
  /// Whether a panel was opened and the work for it has not ended.
  private(set) var isOpen = false

  /// `outlet` is that of the module.
  init(_ outlet: ModuleOutlet) {
    failure = CommandFailure(outlet) { [observers] in observers.tell() }
    observers.onEmpty = { [unowned self] in closed() }
  }

  /// Calls `onChange` at each `tell`, until the observation is cancelled or released, which closes the panel.
  func open(_ onChange: @escaping () -> Void) -> Observation {
    let opened = observers.add(onChange)
    isOpen = true
    if following == nil { following = follow { [observers] in observers.tell() } }
    return opened
  }

  /// Tells the open panels that their content may have changed.
  func tell() { observers.tell() }

  /// Ends the work for the panels, as their source ends; idempotent.
  func stop() {
    // A change that is told later would reach a source that is gone.
    observers.onEmpty = nil
    observers.removeAll()
    closed()
  }

  private func closed() {
    guard isOpen else { return }
    isOpen = false
    following = nil
    failure.clear()
    onClose()
  }
}

/// A source whose open panels are kept by an `OpenPanels`.
protocol KeepsPanels: HasPanel {
  var panels: OpenPanels { get }
}

extension KeepsPanels {
  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? { panels.open(onChange) }
}
