public import Geometry
public import Scenes

/// Decides which tooltip is shown: a while after the pointer has come to rest over something that has one, and at once
/// while another one is shown or has just been.
///
/// `ID` names what has a tooltip. Presses, turns of a wheel and keys hide it until the pointer has gone elsewhere.
public struct TooltipModel<ID: Hashable & Sendable>: Equatable, Sendable {
  /// How long the pointer rests before a tooltip is shown.
  public static var delay: Duration { .milliseconds(500) }
  /// How long after a tooltip has gone the next one comes at once.
  public static var memory: Duration { .milliseconds(300) }

  /// What the tooltip that is to be shown belongs to; nil: none is.
  public private(set) var shown: ID?
  /// What the pointer is over.
  private var target: ID?
  /// Where the pointer was last, in any pixels.
  private var place: (x: Double, y: Double)?
  /// When the pointer will have rested; nil: nothing is to be shown.
  private var restDue: Instant?
  /// The tooltip of `target` was hidden by what somebody did.
  private var isDismissed = false
  /// When the last tooltip went; nil: none did, or one is shown.
  private var hiddenAt: Instant?

  public init() {}

  public static func == (first: TooltipModel, second: TooltipModel) -> Bool {
    first.shown == second.shown && first.target == second.target && first.place?.x == second.place?.x
      && first.place?.y == second.place?.y && first.restDue == second.restDue
      && first.isDismissed == second.isDismissed && first.hiddenAt == second.hiddenAt
  }

  /// When `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? { restDue }

  /// The pointer is at a place, over what has a tooltip or over nothing that has one.
  public mutating func pointerMoved(to place: (x: Double, y: Double), over new: ID?, now: Instant) {
    let hasMoved = self.place.map { $0.x != place.x || $0.y != place.y } ?? true
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

  /// The pointer has left the surface, or that has gone.
  public mutating func pointerLeft(now: Instant) {
    hide(now: now)
    (target, place, isDismissed) = (nil, nil, false)
  }

  /// Something was done with what the pointer is over, which ends its tooltip; the next one does not come at once.
  public mutating func dismiss() {
    isDismissed = true
    (shown, restDue, hiddenAt) = (nil, nil, nil)
  }

  /// `nextDeadline` may have come.
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
  /// Where a tooltip of this size lies beside the part of a surface that it explains, all in logical pixels of that
  /// surface: on the side `gravity`, taking no input, and not under the pointer; nil where there is no such place.
  ///
  /// `surface` is where the surface lies on `output`.
  public static func tooltip(
    of part: LogicalRect, width: Int, height: Int, gravity: OutputEdge, pointer: (x: Double, y: Double),
    at surface: LogicalRect, in output: LogicalRect
  ) -> PopupPlacement? {
    var placement = PopupPlacement(anchor: part, width: width, height: height, gravity: gravity)
    placement.gap = 4
    placement.takesInput = false
    let frame = placement.expectedFrame(at: surface, in: output)
    let isUnder =
      pointer.x >= frame.x && pointer.x < frame.maxX && pointer.y >= frame.y && pointer.y < frame.maxY
    return isUnder ? nil : placement
  }
}
