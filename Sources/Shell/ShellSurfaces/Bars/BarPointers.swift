import Geometry
import Loop
import ShellModel

/// The pointers and fingers on one bar and on the strip at its edge, which waits for them while the bar is hidden.
@MainActor final class BarPointers {
  /// Called when a pointer or a finger has done something on the strip.
  var onStripUsed: (() -> Void)?
  private let output: any ShellOutput
  private let loop: EventLoop
  private var strip: (any InputWatch)?
  /// Whether the compositor has closed the strip.
  private var isStripClosed = false
  /// Decides when a strip is made again that the compositor has closed.
  private var reopening = ReopeningSchedule()
  private var onBar = ActivePointers()
  private var onStrip = ActivePointers()

  init(on output: any ShellOutput, loop: EventLoop) { (self.output, self.loop) = (output, loop) }

  /// When `wait` makes a strip again that the compositor has closed; nil: there is none.
  var nextDeadline: Instant? { reopening.deadline }

  /// Whether a pointer or a finger is on the bar or on the strip.
  var areThere: Bool { !(onBar.isEmpty && onStrip.isEmpty) }
  /// Whether a pointer, and not only a finger, is on the bar or on the strip.
  var includePointer: Bool { onBar.hasPointer || onStrip.hasPointer }

  func follow(_ event: PointerEvent) { onBar.follow(event) }
  func follow(_ event: TouchEvent) { onBar.follow(event) }

  /// Forgets the pointers and fingers on the bar, whose surface is gone.
  func barWentAway() { onBar = ActivePointers() }

  /// Makes sure that a strip waits at an edge; nil removes the strip.
  func wait(at edge: OutputEdge?) {
    guard let edge else { return dropStrip() }
    if isStripClosed { (strip, isStripClosed) = (nil, false) }
    guard strip == nil, reopening.allowsOpening(at: loop.now) else { return }
    strip = output.watchEdge(edge) { [unowned self] in
      onStrip.follow($0)
      onStripUsed?()
    } onTouch: { [unowned self] in
      onStrip.follow($0)
      onStripUsed?()
    }
    strip?.onClosed = { [unowned self] in stripClosed() }
  }

  private func stripClosed() {
    reopening.surfaceClosed(wasShown: true, now: loop.now)
    // The strip calls this method, so that `wait` releases it later.
    isStripClosed = true
    onStrip = ActivePointers()
    onStripUsed?()
  }

  /// Removes the strip, and ends the pause before another one; idempotent.
  func dropStrip() {
    reopening.reset()
    strip?.destroy()
    (strip, isStripClosed) = (nil, false)
    onStrip = ActivePointers()
  }
}
