import CompositorSources
import DesktopModel
import Loop
import ShellModel

/// Reports the windows of the outputs with bars as events, while the settings have states of bars.
final class BarWindowsFollower {
  private let model: Model
  private let compositor: Compositor
  /// Returns the names of the outputs with bars.
  private let outputs: () -> Set<String>
  /// The observation of windows; nil: they are not followed.
  private var observation: Observation?

  /// Creates the object without observing anything; `outputs` returns the names of the outputs with bars.
  init(_ model: Model, _ compositor: Compositor, outputs: @escaping () -> Set<String>) {
    (self.model, self.compositor, self.outputs) = (model, compositor, outputs)
  }

  /// Starts or stops following windows; idempotent.
  func follow(_ follows: Bool) {
    guard follows != (observation != nil) else { return }
    observation?.cancel()
    observation =
      follows ? compositor.observe([.workspaces, .windows]) { [unowned self] in update() } : nil
    update()
  }

  /// Reports the windows as they are, if they are followed.
  func update() {
    guard observation != nil else { return }
    let (workspaces, windows) = (compositor.state(of: .workspaces), compositor.state(of: .windows))
    let facts = outputs().map { output in
      (output, BarWindows.fields(of: output, workspaces: workspaces, windows: windows))
    }
    model.take(.barWindowsChanged(Dictionary(uniqueKeysWithValues: facts)))
  }
}
