public import DesktopModel
public import Geometry
public import LiveGlass
import Loop
import Settings
public import ShellModel

/// Shows levels such as the volume on the outputs, in a short banner of glass, when they have changed.
///
/// While nothing is shown there is no surface, no capture and no timer.
@MainActor public final class LevelBanners {
  /// Returns the island out of which the banner of a level grows on the output with a name; nil: the banner does not grow.
  public var island: (_ level: Level, _ output: String) -> ModuleIsland? = { _, _ in nil }
  /// Called when `frames` has changed.
  public var onFramesChanged: (() -> Void)?
  /// The frames of the banners that are shown, in logical pixels of the outputs with these names.
  public private(set) var frames: [String: [LogicalRect]] = [:] {
    didSet { if frames != oldValue { onFramesChanged?() } }
  }
  private let session: any ShellSession
  private let makeState: () -> State
  private var display = LevelDisplay()
  private var outputs: [OutputLevel] = []
  /// The name of the output with the active window; nil while it is unknown.
  private var focusedName: String?
  private var mark: Mark?

  /// Shows nothing before the first report; `state` returns the settings and the desktop's preferences.
  public init(session: any ShellSession, state: @escaping () -> State) {
    self.session = session
    makeState = state
    mark = session.loop.register("levels", for: .update) { [unowned self] in settle() }
    settingsChanged()
    outputsChanged()
  }

  isolated deinit { close() }

  /// Shows the report of a source about a level.
  public func take(_ report: LevelReport) {
    display.update(.reported(report), now: session.loop.now)
    mark?.set()
  }

  /// Adapts to changed settings or preferences of the desktop, and to a lock of the session.
  public func settingsChanged() {
    let (state, now) = (makeState(), session.loop.now)
    display.update(.settingsChanged(state.levelSettings), now: now)
    display.update(.locked(state.isLocked == true), now: now)
    for output in outputs { output.arrange() }
    mark?.set()
  }

  /// Adapts to outputs that were added, removed or changed.
  public func outputsChanged() {
    let present = session.shellOutputs
    for gone in outputs where !present.contains(where: { $0 === gone.output }) { gone.close() }
    outputs.removeAll { gone in !present.contains { $0 === gone.output } }
    for output in present {
      if let known = outputs.first(where: { $0.output === output }) {
        known.arrange()
      } else {
        let made = OutputLevel(on: output, loop: session.loop, state: makeState)
        made.island = { [unowned self, name = output.name] in island($0, name) }
        // Surfaces are closed in a phase after the update, in which nothing may mark one.
        made.onChange = { [unowned self] in mark?.setForNextIteration() }
        outputs.append(made)
      }
    }
    mark?.set()
  }

  /// Sets the output with the active window, by its name.
  public func focus(_ name: String) { focusedName = name }

  /// Closes all surfaces; idempotent.
  public func close() {
    mark.end()
    for output in outputs { output.close() }
    outputs = []
  }

  private func settle() {
    let now = session.loop.now
    display.update(.deadlineReached, now: now)
    for output in outputs {
      output.show(isChosen(output) ? display.shown : nil, now: now)
    }
    frames = outputs.reduce(into: [:]) { frames, output in
      if let frame = output.frame { frames[output.output.name] = [frame] }
    }
    mark?.deadline = (outputs.compactMap(\.nextDeadline) + [display.deadline].compactMap(\.self)).min()
  }

  /// Whether levels are shown on an output. A banner stays on its output until it goes.
  private func isChosen(_ output: OutputLevel) -> Bool {
    let wanted = makeState().settings.levels.output
    if wanted == "all" { return true }
    if let named = outputs.first(where: { $0.output.name == wanted }) { return named === output }
    if let showing = outputs.first(where: { $0.surface != nil }) { return showing === output }
    return (outputs.first { $0.output.name == focusedName } ?? outputs.first) === output
  }

  /// The state of each output, for statistics and tests.
  public var report: [OutputReport] {
    outputs.map { output in
      OutputReport(
        output: output.output.name, level: output.level, last: output.last,
        shownCount: output.shownCount, frames: output.frameCount,
        glass: output.surface?.phase ?? .resting, isSettled: output.surface?.isSettled ?? true)
    }
  }

  /// The state of the level on an output.
  public struct OutputReport {
    /// The name of the output.
    public var output: String
    /// The level that is on the screen, also while it fades out; nil: none is.
    public var level: Level?
    /// The level that was shown last, also when it has gone; nil: none was.
    public var last: Level?
    /// The number of times that a level was shown or replaced another.
    public var shownCount: Int
    /// The number of frames that were committed to the compositor.
    public var frames: Int
    public var glass: LiveSurface.Phase
    /// Whether nothing is to come before the picture is as it should be.
    public var isSettled: Bool
  }
}
