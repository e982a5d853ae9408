import Geometry
import GlassModel
import Wayland

/// Captures of one output, in its panel's pixels.
protocol OutputCapture: AnyObject {
  /// As `CaptureSource`.
  var isPending: Bool { get }
  /// As `CaptureSource.capture`.
  func capture(
    _ region: PixelRect, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void)
  /// As `CaptureSource`.
  func cancel()
  /// As `CaptureSource`.
  func destroy()
}

/// Captures of an output by one of the compositor's protocols.
final class SourceCapture: OutputCapture {
  private let source: any CaptureSource
  private let output: Output

  init(_ source: any CaptureSource, of output: Output) {
    self.source = source
    self.output = output
  }

  var isPending: Bool { source.isPending }

  func capture(
    _ region: PixelRect, when moment: CaptureMoment,
    deliver: @escaping (Result<CapturedFrame, CaptureFailure>) -> Void
  ) {
    source.capture(region, of: output, when: moment, deliver: deliver)
  }

  func cancel() { source.cancel() }
  func destroy() { source.destroy() }
}

/// Asks for captures of one output after what was drawn is committed, and knows which answers count.
final class CaptureScheduler {
  /// Takes an answer; `epoch` is that in which the capture was asked for.
  var onAnswer: ((_ answer: Result<CapturedFrame, CaptureFailure>, _ epoch: Int) -> Void)?
  /// Nil where the compositor cannot be asked for captures.
  private let capture: (any OutputCapture)?
  private var state = CaptureState()
  /// What is to be asked for when this iteration's frames are committed; nil: nothing.
  private var wish: CaptureMoment?
  /// What a dropped capture was to tell is not told again: unless something is drawn, the next one must not wait.
  private var mustNotWait = false
  /// The last frame in which nothing of ours appears, until the first surface is shown.
  private var background: CapturedFrame?

  init(_ capture: (any OutputCapture)?) { self.capture = capture }

  /// Whether the compositor can be asked for captures.
  var isAvailable: Bool { capture != nil }
  /// A capture was asked for and has not come.
  var isPending: Bool { capture?.isPending == true }
  /// The next capture counts as a whole, wherever its damage is.
  var needsWhole: Bool { state.needsWhole }
  /// A capture is to be asked for when this iteration's frames are committed.
  var hasWish: Bool { wish != nil }

  // MARK: - What captures show

  /// What is shown of ours, or where, will change with the next picture: a capture that is under way counts no more.
  func changeSurfaces() { state.changeSurfaces() }

  /// What a capture was to tell has not been heard, or not been kept.
  func loseDamage() { state.loseDamage() }

  /// A capture was taken in, wholly if that was needed.
  func absorbed(isKept: Bool) { state.absorbed(isKept: isKept) }

  /// Whether a capture that was asked for in `epoch` shows what is thought to be on the screen.
  func isCurrent(_ epoch: Int) -> Bool { epoch == state.epoch }

  /// Keeps a frame in which nothing of ours appears.
  func keepBackground(_ frame: CapturedFrame) { background = frame }

  /// Gives that frame away.
  func takeBackground() -> CapturedFrame? {
    defer { background = nil }
    return background
  }

  // MARK: - Asking

  /// Has a capture asked for after the commits of this iteration, in place of one that was wanted before.
  func want(_ moment: CaptureMoment) {
    if wish == .now { mustNotWait = true }
    wish = moment
  }

  /// Drops the capture that is under way or wanted.
  ///
  /// The compositor may have answered it already, and counts its damage as told.
  func drop() {
    if wish != nil {
      if wish == .now { mustNotWait = true }
      wish = nil
    }
    guard let capture, capture.isPending else { return }
    capture.cancel()
    state.loseDamage()
    mustNotWait = true
  }

  /// Asks for what is wanted, after the commits; with something `isDrawn`, the compositor will have damage to tell of.
  /// `region` says what part of the panel, and whether the capture may wait.
  func askForWanted(isDrawn: Bool, _ region: () -> (panel: PixelRect, mayWait: Bool)) {
    defer { mustNotWait = false }
    guard let wish else { return }
    self.wish = nil
    let (panel, mayWait) = region()
    ask(mayWait && !(mustNotWait && !isDrawn) ? wish : .now, panel)
  }

  /// Asks for a capture at once, in place of one that is under way.
  func ask(_ moment: CaptureMoment, _ panel: PixelRect) {
    guard let capture, !panel.isEmpty else { return }
    capture.cancel()
    capture.capture(panel, when: moment) { [weak self, epoch = state.epoch] in self?.onAnswer?($0, epoch) }
  }

  /// Drops everything: nothing is shown any more, or another rung is.
  func cancel() {
    wish = nil
    mustNotWait = false
    capture?.cancel()
  }

  /// The same, and what was captured before is forgotten.
  func reset() {
    cancel()
    background = nil
    state.changeSurfaces()
  }

  /// Frees all buffers; idempotent.
  func destroy() {
    cancel()
    capture?.destroy()
  }
}
