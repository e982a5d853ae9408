import Loop
import ModuleModel

/// A source that shows what a service tells, each time the service has changed, and does nothing else.
final class ObservingSource: ModuleSource {
  private let outlet: ModuleOutlet
  private var observation: Observation?

  /// `observe` has its handler called after changes, `reading` makes the reading of what the service tells at the moment; it
  /// is shown before this returns.
  init(
    outlet: ModuleOutlet, observe: (@escaping () -> Void) -> Observation,
    reading: @escaping () -> ModuleReading
  ) {
    self.outlet = outlet
    observation = observe { outlet.show(reading()) }
    outlet.show(reading())
  }

  func stop() {
    observation.end()
    outlet.close()
  }
}
