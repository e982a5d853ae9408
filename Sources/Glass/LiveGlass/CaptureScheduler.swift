import Geometry
import GlassModel
import Wayland

/// Asks for captures of one output after drawn frames are committed, and decides which answers are current.
final class CaptureScheduler {
  /// Called with an answer, and with the epoch in which the capture was asked for.
  var onAnswer: ((_ answer: Result<CapturedFrame, CaptureFailure>, _ epoch: Int) -> Void)?
  /// The source of captures; nil if the compositor does not support them.
  private let source: (any CaptureSource)?
  /// A number that grows when our surfaces change other than by new scenes: a capture that was asked for under another number
  /// is outdated.
  private var epoch = 0
  /// Whether the next capture is absorbed as a whole, wherever its damage is.
  private(set) var needsWhole = true
  /// The capture that is asked for when this iteration's frames are committed; nil: none.
  private var wish: CaptureMoment?
  /// Whether the next capture must not wait for damage unless something is drawn, because the damage of a
  /// dropped capture is not reported again.
  private var mustNotWait = false
  /// The last frame without any surface of ours; nil once the first surface is shown.
  private var background: CapturedFrame?

  init(_ source: (any CaptureSource)?) { self.source = source }

  /// Whether the compositor supports captures.
  var isAvailable: Bool { source != nil }
  /// Whether a capture was asked for and has not come.
  var isPending: Bool { source?.isPending == true }
  /// Whether a capture is asked for when this iteration's frames are committed.
  var hasWish: Bool { wish != nil }

  // MARK: - Results of captures

  /// Notes that our surfaces or their places change with the next picture, so that a capture under way is
  /// outdated.
  func changeSurfaces() {
    epoch += 1
    needsWhole = true
  }

  /// Notes that the damage of a capture was lost, because the capture was cancelled or not kept.
  func loseDamage() { needsWhole = true }

  /// Notes that a capture was absorbed, wholly if that was needed; `isKept` says whether its pixels were
  /// kept.
  func absorbed(isKept: Bool) { needsWhole = !isKept }

  /// Whether a capture that was asked for in `epoch` shows our surfaces as they were last committed.
  func isCurrent(_ epoch: Int) -> Bool { epoch == self.epoch }

  /// Keeps a frame without any surface of ours.
  func keepBackground(_ frame: CapturedFrame) { background = frame }

  /// Returns the frame of `keepBackground` and forgets it; nil: there is none.
  func takeBackground() -> CapturedFrame? {
    defer { background = nil }
    return background
  }

  // MARK: - Asking

  /// Requests or cancels a capture if an action of the backdrop says so; ignores all other actions.
  func perform(_ action: LiveBackdrop.Action) {
    switch action {
    case .captureNow: want(.now)
    case .captureWhenDamaged: want(.damaged)
    case .cancelCapture: drop()
    case .present, .requestFrame, .beginLive, .reportUnseen, .fallBack, .tryAgain: break
    }
  }

  /// Schedules a capture for after the commits of this iteration, in place of one that was wanted before.
  func want(_ moment: CaptureMoment) {
    if wish == .now { mustNotWait = true }
    wish = moment
  }

  /// Drops the capture that is under way or wanted.
  ///
  /// The compositor may have answered it already, and does not report its damage again; not every source can tell it
  /// with the next capture.
  func drop() {
    if wish != nil {
      if wish == .now { mustNotWait = true }
      wish = nil
    }
    guard let source, source.isPending else { return }
    if !source.cancel() { loseDamage() }
    mustNotWait = true
  }

  /// Asks for the wanted capture, after the commits; `isDrawn` says whether something was drawn, which gives
  /// the compositor damage to report. `region` returns the part of the panel, and whether the capture may
  /// wait for damage.
  func askForWanted(isDrawn: Bool, _ region: () -> (panel: PixelRect, mayWait: Bool)) {
    defer { mustNotWait = false }
    guard let wish else { return }
    self.wish = nil
    let (panel, mayWait) = region()
    ask(mayWait && !(mustNotWait && !isDrawn) ? wish : .now, panel)
  }

  /// Asks for a capture at once, in place of one that is under way.
  func ask(_ moment: CaptureMoment, _ panel: PixelRect) {
    guard let source, !panel.isEmpty else { return }
    source.cancel()
    source.capture(panel, when: moment) { [weak self, epoch] in self?.onAnswer?($0, epoch) }
  }

  /// Drops the capture that is under way or wanted; called when nothing is shown any more, or another rung
  /// than live glass.
  func cancel() {
    wish = nil
    mustNotWait = false
    source?.cancel()
  }

  /// Drops the capture that is under way or wanted, and forgets former captures.
  func reset() {
    cancel()
    background = nil
    changeSurfaces()
  }

  /// Frees all buffers; idempotent.
  func destroy() {
    cancel()
    source?.destroy()
  }
}
