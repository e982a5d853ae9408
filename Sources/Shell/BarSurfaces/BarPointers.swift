import Geometry

/// The pointers and fingers on one bar and on the strip at its edge, which waits for them while the bar is hidden.
@MainActor final class BarPointers<Output: BarOutput> {
  /// Called when a pointer or a finger has done something on the strip.
  var onStripUsed: (() -> Void)?
  private let output: Output
  private var strip: (any EdgeWatch)?
  private var onBar = ActivePointers()
  private var onStrip = ActivePointers()

  init(on output: Output) { self.output = output }

  /// Whether a pointer or a finger is on the bar or on the strip.
  var areThere: Bool { !(onBar.isEmpty && onStrip.isEmpty) }
  /// Whether a pointer is, and not only a finger.
  var includePointer: Bool { onBar.hasPointer || onStrip.hasPointer }

  func follow(_ event: PointerEvent) { onBar.follow(event) }
  func follow(_ event: TouchEvent) { onBar.follow(event) }

  /// Takes that the bar has no surface any more.
  func barWentAway() { onBar = ActivePointers() }

  /// Has a strip wait at an edge; nil: none is needed.
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

  /// Takes the strip away; idempotent.
  func dropStrip() {
    strip?.destroy()
    strip = nil
    onStrip = ActivePointers()
  }
}
