import Geometry

/// The pointers and fingers on one bar and on the strip at its edge, which waits for them while the bar is hidden.
@MainActor final class BarPointers {
  /// Called when a pointer or a finger has done something on the strip.
  var onStripUsed: (() -> Void)?
  private let output: any ShellOutput
  private var strip: (any InputWatch)?
  private var onBar = ActivePointers()
  private var onStrip = ActivePointers()

  init(on output: any ShellOutput) { self.output = output }

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
    if strip != nil { return }
    strip = output.watchEdge(edge) { [unowned self] in
      onStrip.follow($0)
      onStripUsed?()
    } onTouch: { [unowned self] in
      onStrip.follow($0)
      onStripUsed?()
    }
  }

  /// Removes the strip; idempotent.
  func dropStrip() {
    strip?.destroy()
    strip = nil
    onStrip = ActivePointers()
  }
}
