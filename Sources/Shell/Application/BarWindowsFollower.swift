import CompositorSources
import DesktopModel
import Geometry
import Loop
import Settings
import ShellModel

/// Reports the windows of the outputs with bars as events, while the settings have states of bars or bars that dodge windows.
final class BarWindowsFollower {
  private let model: Model
  private let compositor: Compositor
  /// Returns the names of the outputs with bars.
  private let outputs: () -> Set<String>
  /// The observation of windows; nil: they are not followed.
  private var observation: Observation?
  /// The next query for floating windows, which compositors move without an event; nil: none is due.
  private var timer: Timer?
  /// The time between two such queries.
  private static let interval = Duration.seconds(1)

  /// Creates the object without observing anything; `outputs` returns the names of the outputs with bars.
  init(_ model: Model, _ compositor: Compositor, outputs: @escaping () -> Set<String>) {
    (self.model, self.compositor, self.outputs) = (model, compositor, outputs)
  }

  /// Starts or stops following windows; idempotent.
  func follow(_ follows: Bool) {
    guard follows != (observation != nil) else { return }
    observation?.cancel()
    timer.end()
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
    guard model.state.bars.contains(where: { $0.mode == .dodge }) else { return }
    let frames = outputs().map { ($0, BarWindows.frames(on: $0, workspaces: workspaces, windows: windows)) }
    model.take(.windowFramesChanged(Dictionary(uniqueKeysWithValues: frames)))
    let mayMove = outputs().contains {
      BarWindows.mayMoveSilently(on: $0, workspaces: workspaces, windows: windows)
    }
    if mayMove, timer == nil { schedule() }
  }

  /// Asks the compositor again after a while where the windows are.
  private func schedule() {
    timer = model.loop.schedule(at: model.loop.now + Self.interval, tolerance: Self.interval / 10) {
      [unowned self] in
      timer = nil
      compositor.refresh()
      update()
    }
  }
}
