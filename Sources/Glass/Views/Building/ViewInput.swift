public import Geometry
public import Scenes

/// Turns the events of pointers, fingers and keys on one surface into the actions of its views.
///
/// The layout that is on the screen is held here. `interaction` goes into the environment of the next layout, so that
/// views show the state of input on them; a changed value calls for a new layout. Positions are physical pixels of
/// the surface.
public struct ViewInput: Sendable {
  /// An action that is to be done, with the gesture that asks for it.
  public struct Act: Equatable, Sendable {
    public var action: ErasedAction
    public var gesture: Gesture
    /// The view whose action it is.
    public var view: ViewID
    /// The place of the pointer or the finger, or the middle of the view if a key asked for the action.
    public var x, y: Double
    /// The distance that was scrolled or dragged since the last act, to the right and down.
    public var dx = 0.0, dy = 0.0
    /// Whether the pointer has entered the view, for the gesture `hover`; otherwise it has left the view.
    public var isOver = false
  }

  /// The distance in points after which a tap becomes a drag; it is GTK's threshold.
  static let slack = 8.0
  /// The longest time between two taps of a double tap, in milliseconds; GTK's and Qt's default.
  static let doubleTapTime: UInt32 = 400
  /// The time after which a finger that stays is a long press; it is GTK's default.
  static let longPressDelay = Duration.milliseconds(500)

  /// The layout that is on the screen; nil before the first.
  public private(set) var layout: LaidOutView?
  /// The state of the input that views show.
  public private(set) var interaction = Interaction()
  /// Physical pixels per point.
  private var scale = 1.0
  /// The places of the pointers over the surface; the last element is that of the latest event.
  private var pointers: [(seat: SeatID, place: Point)] = []
  private var holds: [Source: Hold] = [:]
  private var lastTap: Tap?

  /// A place on the surface.
  private struct Point {
    var x, y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    /// The pixel that contains the place.
    var column: Int { Int(x.rounded(.down)) }
    var row: Int { Int(y.rounded(.down)) }
  }

  /// A button or a finger that can hold a view down.
  private enum Source: Hashable {
    case pointer(SeatID, TapButton)
    case finger(SeatID, Int32)

    func isPointer(of seat: SeatID) -> Bool {
      if case .pointer(let own, _) = self { own == seat } else { false }
    }

    /// Whether a drag can begin with this button or finger: of the buttons, only the primary one drags.
    var canDrag: Bool {
      if case .pointer(_, let button) = self { button == .primary } else { true }
    }
  }

  /// The state of a button or a finger that is down.
  private struct Hold {
    /// The view on which the button or finger went down; nil: there was none.
    var view: ViewID?
    /// The places where the button or finger went down, where it is, and up to which a drag was reported.
    var start, place, told: Point
    /// Whether the hold has moved too far for a tap.
    var isDrag = false
    /// Whether the hold has led to an action already, so that its release does nothing.
    var isSpent = false
    /// The moment at which the hold becomes a long press; nil: it becomes none.
    var longPress: Instant?
  }

  private struct Tap {
    var view: ViewID
    var time: UInt32
    /// The number of taps in a row, with this one.
    var count = 1
  }

  public init() {}

  /// The shape of the cursor, which the view under the pointer asks for.
  public var cursor: CursorShape { layout.map { cursor(on: $0) } ?? .default }

  /// The shape of the cursor on a layout that is not on the screen yet.
  public func cursor(on layout: LaidOutView) -> CursorShape {
    guard let place = pointers.last?.place else { return .default }
    return layout.cursor(x: place.column, y: place.row) ?? .default
  }

  /// The place of the pointer or the finger on the view that it points at or holds down; nil: there is none.
  public var hand: PointerLight.Hand? {
    guard let id = interaction.pressed ?? interaction.hovered,
      let region = region(of: id),
      let place = holds.values.first(where: { $0.view == id })?.place ?? pointers.last?.place
    else { return nil }
    return PointerLight.Hand(
      x: place.x, y: place.y, view: region.shape.frame, isPressed: interaction.pressed != nil)
  }

  /// The moment at which `deadlineReached` is to be called; nil: nothing waits for a time.
  public var nextDeadline: Instant? { holds.values.compactMap(\.longPress).min() }

  /// Replaces the layout by the one that is on the screen from now on; `scale` is its physical pixels per point.
  ///
  /// A view that was held or focused and is not in the new layout loses that.
  public mutating func show(_ layout: LaidOutView, scale: Double) -> [Act] {
    self.layout = layout
    self.scale = scale
    for (source, hold) in holds where hold.view != nil && region(of: hold.view) == nil {
      holds[source]?.view = nil
    }
    if let focused = interaction.focused, !layout.focusOrder.contains(focused) { interaction.focused = nil }
    return followPointers()
  }

  // MARK: - Pointers

  /// Handles an event of a pointer; returns the acts that follow from it.
  public mutating func follow(_ event: PointerEvent) -> [Act] {
    let place = Point(event.x, event.y)
    pointers.removeAll { $0.seat == event.seat }
    if event.kind != .left { pointers.append((event.seat, place)) }
    var acts = followPointers()
    switch event.kind {
    case .entered: break
    case .moved:
      for button in TapButton.allCases {
        acts += move(.pointer(event.seat, button), to: place)
      }
    case .left: holds = holds.filter { !$0.key.isPointer(of: event.seat) }
    case .pressed(let button):
      if let button = TapButton(button) { press(.pointer(event.seat, button), at: place) }
    case .released(let button):
      if let button = TapButton(button) {
        acts += release(.pointer(event.seat, button), button, at: place, time: event.time)
      }
    case .scrolled(let dx, let dy):
      if dx != 0 { acts += act(.scroll(.horizontal), at: place, dx: dx) }
      if dy != 0 { acts += act(.scroll(.vertical), at: place, dy: dy) }
    }
    followHolds()
    return acts
  }

  // MARK: - Fingers

  /// Handles an event of a finger at `now`; returns the acts that follow from it.
  public mutating func follow(_ event: TouchEvent, now: Instant) -> [Act] {
    let (source, place) = (Source.finger(event.seat, event.id), Point(event.x, event.y))
    var acts: [Act] = []
    switch event.kind {
    case .began:
      press(source, at: place)
      if found(.longPress, at: place) != nil { holds[source]?.longPress = now + Self.longPressDelay }
    case .moved: acts = move(source, to: place)
    case .ended: acts = release(source, .primary, at: place, time: event.time)
    case .cancelled: holds[source] = nil
    }
    followHolds()
    return acts
  }

  /// Turns fingers that have stayed long enough into long presses; called at `nextDeadline`.
  public mutating func deadlineReached(now: Instant) -> [Act] {
    var acts: [Act] = []
    for (source, hold) in holds {
      guard let due = hold.longPress, due <= now else { continue }
      holds[source]?.longPress = nil
      holds[source]?.isSpent = true
      acts += act(.longPress, at: hold.start)
    }
    followHolds()
    return acts
  }

  // MARK: - Keys

  /// Handles a key that was pressed while the surface has keyboard focus; returns nil if the views do not use it.
  ///
  /// Tab moves the focus through the views that can have it. Return and space do what a tap on the focused
  /// view would. Otherwise Return, Escape and other keys do what the layout's shortcuts say.
  public mutating func follow(_ event: KeyEvent) -> [Act]? {
    guard event.isPressed, let layout else { return nil }
    switch event.keysym {
    case Keysym.tab, Keysym.backTab:
      return moveFocus(back: event.keysym == Keysym.backTab || event.modifiers.contains(.shift))
    case Keysym.space where event.modifiers.isEmpty, Keysym.enter, Keysym.keypadEnter:
      if let act = focusedAct { return [act] }
      return event.keysym == Keysym.space ? nil : shortcut(layout.defaultAction)
    case Keysym.escape: return shortcut(layout.cancelAction)
    default: return shortcut(layout.shortcuts[.key(event.keysym, event.modifiers)])
    }
  }

  /// The action of a tap on the view that has the focus, or of a drag where a tap does nothing; nil: no view has the focus.
  public var focusedAction: ErasedAction? {
    region(of: interaction.focused).flatMap { $0.actions[.tap(.primary)] ?? $0.actions[.drag] }
  }

  /// Moves the focus to the view whose tap asks for an action; it stays where it is if no view does.
  public mutating func focus(_ action: ErasedAction) {
    let region = layout?.regions.first { $0.actions[.tap(.primary)] == action }
    if let region, layout?.focusOrder.contains(region.id) == true { interaction.focused = region.id }
  }

  /// Removes the focus from its view; called when the surface loses keyboard focus.
  public mutating func loseKeyboard() { interaction.focused = nil }

  private mutating func moveFocus(back: Bool) -> [Act]? {
    guard let order = layout?.focusOrder, !order.isEmpty else { return nil }
    let place = interaction.focused.flatMap { order.firstIndex(of: $0) }
    let next = place.map { $0 + (back ? -1 : 1) } ?? (back ? order.count - 1 : 0)
    interaction.focused = order[(next + order.count) % order.count]
    return []
  }

  private var focusedAct: Act? {
    region(of: interaction.focused).flatMap { region in
      region.actions[.tap(.primary)].map { Act($0, of: region) }
    }
  }

  private func shortcut(_ action: ErasedAction?) -> [Act]? {
    guard let action, let region = layout?.regions.first(where: { $0.actions.values.contains(action) })
    else { return nil }
    return [Act(action, of: region)]
  }

  // MARK: - Holds

  private mutating func press(_ source: Source, at place: Point) {
    holds[source] = Hold(view: region(at: place)?.id, start: place, place: place, told: place)
  }

  private mutating func move(_ source: Source, to place: Point) -> [Act] {
    guard var hold = holds[source] else { return [] }
    hold.place = place
    if max(abs(place.x - hold.start.x), abs(place.y - hold.start.y)) > Self.slack * scale {
      (hold.isDrag, hold.longPress) = (true, nil)
    }
    let isTold = hold.isDrag && source.canDrag && !hold.isSpent && hold.view != nil
    let told = hold.told
    if isTold { hold.told = place }
    holds[source] = hold
    guard isTold, let (region, action) = found(.drag, at: hold.start) else { return [] }
    return [
      Act(
        action: action, gesture: .drag, view: region.id, x: place.x, y: place.y, dx: place.x - told.x,
        dy: place.y - told.y)
    ]
  }

  /// Ends a hold; it was a tap if it ends on the view on which it began, without a drag between.
  private mutating func release(
    _ source: Source, _ button: TapButton, at place: Point, time: UInt32
  ) -> [Act] {
    guard let hold = holds.removeValue(forKey: source), let view = hold.view else { return [] }
    let lifted = button == .primary ? act(.release, at: hold.start) : []
    guard !hold.isSpent, region(at: place)?.id == view, !hold.isDrag || found(.drag, at: hold.start) == nil
    else { return lifted }
    return act(tapped(view, button, at: place, time: time), at: place) + lifted
  }

  /// Counts a tap, and returns the gesture that it makes: the second or third one of a row, where the view has an action for it.
  private mutating func tapped(
    _ view: ViewID, _ button: TapButton, at place: Point, time: UInt32
  ) -> Gesture {
    guard button == .primary else {
      lastTap = nil
      return .tap(button)
    }
    var tap = Tap(view: view, time: time)
    if let last = lastTap, last.view == view, time &- last.time <= Self.doubleTapTime {
      tap.count += last.count
    }
    let takesThree = found(.tripleTap, at: place) != nil
    let gesture: Gesture =
      switch tap.count {
      case 2 where found(.doubleTap, at: place) != nil: .doubleTap
      case 3 where takesThree: .tripleTap
      default: .tap(.primary)
      }
    let isLast = tap.count >= 3 || gesture == .doubleTap && !takesThree
    lastTap = isLast ? nil : tap
    return gesture
  }

  /// Updates the view that is shown as pressed: one held down by a button or finger that is still over it.
  private mutating func followHolds() {
    interaction.pressed =
      holds.values.first { hold in
        hold.view != nil && !hold.isSpent && region(at: hold.place)?.id == hold.view
      }?.view
  }

  // MARK: - Views

  private func region(at place: Point) -> Region? { layout?.region(x: place.column, y: place.row) }

  private func found(_ gesture: Gesture, at place: Point) -> (region: Region, action: ErasedAction)? {
    layout?.action(for: gesture, x: place.column, y: place.row)
  }

  private func region(of view: ViewID?) -> Region? { layout?.regions.first { $0.id == view } }

  private func act(_ gesture: Gesture, at place: Point, dx: Double = 0, dy: Double = 0) -> [Act] {
    guard let (region, action) = found(gesture, at: place) else { return [] }
    return [
      Act(action: action, gesture: gesture, view: region.id, x: place.x, y: place.y, dx: dx, dy: dy)
    ]
  }

  /// Updates the view under the pointer; returns the acts of the views that it has left and entered.
  private mutating func followPointers() -> [Act] {
    let place = pointers.last?.place
    let region = place.flatMap { self.region(at: $0) }
    let former = interaction.hovered
    guard region?.id != former else { return [] }
    interaction.hovered = region?.id
    var acts: [Act] = []
    let (x, y) = (place?.x ?? 0, place?.y ?? 0)
    if let gone = self.region(of: former), let action = gone.actions[.hover] {
      acts.append(Act(action: action, gesture: .hover, view: gone.id, x: x, y: y))
    }
    if let region, let action = region.actions[.hover] {
      acts.append(Act(action: action, gesture: .hover, view: region.id, x: x, y: y, isOver: true))
    }
    return acts
  }
}

extension ViewInput.Act {
  /// Makes the act of a key on a view.
  fileprivate init(_ action: ErasedAction, of region: Region) {
    // A view that has the focus may have been scrolled out of sight.
    let frame = region.visible.isEmpty ? region.shape.frame : region.visible
    self.init(
      action: action, gesture: .tap(.primary), view: region.id, x: Double(frame.x + frame.maxX) / 2,
      y: Double(frame.y + frame.maxY) / 2)
  }
}

extension TapButton {
  /// The kind of tap that a pointer's button makes; nil: it makes none.
  public init?(_ button: PointerEvent.Button) {
    switch button {
    case .left: self = .primary
    case .right: self = .secondary
    case .middle: self = .middle
    case .back: self = .back
    case .forward: self = .forward
    case .other: return nil
    }
  }
}
