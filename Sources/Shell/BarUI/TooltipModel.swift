public import Geometry
public import Scenes

/// Decides which tooltip is shown: one is shown a while after the pointer has come to rest over something
/// that has a tooltip, and at once while another one is shown or was just hidden.
///
/// `ID` identifies the things that have tooltips. Presses, turns of a wheel and keys hide a tooltip until the
/// pointer is over something else.
public struct TooltipModel<ID: Hashable & Sendable>: Equatable, Sendable {
  /// The time for which the pointer rests before a tooltip is shown.
  public static var delay: Duration { .milliseconds(500) }
  /// The time after the end of a tooltip within which the next one is shown at once.
  public static var memory: Duration { .milliseconds(300) }

  /// The thing whose tooltip is to be shown; nil: none is.
  public private(set) var shown: ID?
  /// The thing with a tooltip under the pointer; nil: there is none.
  private var target: ID?
  /// The last place of the pointer, in any unit, since places are only compared.
  private var place: SIMD2<Double>?
  /// The moment at which a tooltip is shown if the pointer rests until then; nil: none is.
  private var restDue: Instant?
  /// Whether a press, a turn of a wheel or a key has hidden the tooltip of `target`.
  private var isDismissed = false
  /// The moment at which the last tooltip was hidden; nil: there was none, or one is shown.
  private var hiddenAt: Instant?

  public init() {}

  /// The thing whose tooltip is shown, or will be if the pointer stays over it; nil: there is none.
  public var awaited: ID? { isDismissed ? nil : target }

  /// The moment at which `deadlineReached` is due; nil: none.
  public var nextDeadline: Instant? { restDue }

  /// Notes that the pointer is at `place`, over `new`, which has a tooltip; nil: over nothing that has one.
  public mutating func pointerMoved(to place: (x: Double, y: Double), over new: ID?, now: Instant) {
    let place = SIMD2(place.x, place.y)
    let hasMoved = self.place != place
    self.place = place
    if new != target {
      target = new
      isDismissed = false
      let isNeighbour = shown != nil || hiddenAt.map { now - $0 <= Self.memory } == true
      hide(now: now)
      guard let new else { return }
      if isNeighbour { show(new) } else { restDue = now + Self.delay }
    } else if restDue != nil, hasMoved {
      restDue = now + Self.delay
    }
  }

  /// Notes that the keyboard focus has moved to something that has a tooltip, or to nothing that has one (nil): a
  /// tooltip is shown after `delay`.
  public mutating func focusMoved(to new: ID?, now: Instant) {
    hide(now: now)
    (target, isDismissed) = (new, false)
    if new != nil { restDue = now + Self.delay }
  }

  /// Notes that the pointer has left the surface, or that the surface was closed.
  public mutating func pointerLeft(now: Instant) {
    hide(now: now)
    (target, place, isDismissed) = (nil, nil, false)
  }

  /// Hides the tooltip after a press, a turn of a wheel or a key; the next one is not shown at once.
  public mutating func dismiss() {
    isDismissed = true
    (shown, restDue, hiddenAt) = (nil, nil, nil)
  }

  /// Shows the tooltip if `nextDeadline` has come.
  public mutating func deadlineReached(now: Instant) {
    guard let due = restDue, due <= now, let target, !isDismissed else { return }
    show(target)
  }

  private mutating func show(_ id: ID) {
    (shown, restDue, hiddenAt) = (id, nil, nil)
  }

  private mutating func hide(now: Instant) {
    if shown != nil { hiddenAt = now }
    (shown, restDue) = (nil, nil)
  }
}

extension PopupPlacement {
  /// The placement of a tooltip of this size on the side `gravity` of the part of a surface that it explains,
  /// in logical pixels of that surface. It takes no input; nil if the tooltip would lie under the pointer.
  ///
  /// `surface` is where the surface lies on `output`, from whose ends the tooltip stays `margin` away; `outset` is the part of a
  /// surface that is a popup that is there for its shadow.
  public static func tooltip(
    of part: LogicalRect, width: Int, height: Int, gravity: OutputEdge, margin: Double = 0,
    outset: SurfacePlacement.Margins = SurfacePlacement.Margins(),
    pointer: (x: Double, y: Double), at surface: LogicalRect, in output: LogicalRect
  ) -> PopupPlacement? {
    var placement = PopupPlacement(anchor: part, width: width, height: height, gravity: gravity)
    (placement.gap, placement.parentOutset) = (8, outset)
    placement.takesInput = false
    placement = placement.keeping(margin, at: surface, in: output)
    let frame = placement.expectedFrame(at: surface, in: output)
    let isUnder =
      pointer.x >= frame.x && pointer.x < frame.maxX && pointer.y >= frame.y && pointer.y < frame.maxY
    return isUnder ? nil : placement
  }
}
