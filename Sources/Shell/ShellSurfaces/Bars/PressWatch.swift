import Geometry

/// Notices presses beside a popup that has no grab.
@MainActor final class PressWatch {
  /// Called for each press.
  var onPress: (() -> Void)?
  private let output: any ShellOutput
  private var watch: (any InputWatch)?

  init(on output: any ShellOutput) { self.output = output }

  /// Begins to watch for presses beside popups of surfaces of a layer, unless the watch has begun already.
  func begin(on layer: SurfaceLayer) {
    if watch == nil { watch = output.watchPresses(on: layer) { [weak self] in self?.onPress?() } }
  }

  /// Ends the watch; idempotent.
  func end() {
    watch?.destroy()
    watch = nil
  }
}
