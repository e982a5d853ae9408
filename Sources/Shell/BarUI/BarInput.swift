public import Geometry
public import ModuleModel
public import Settings
public import Views

/// What pointers, fingers and keys do with the modules of one bar.
public struct BarInput: Sendable {
  /// What follows from that.
  public enum Effect: Equatable, Sendable {
    case use(BarItem, ModuleGesture)
    case toggleDrawer(ModuleName)
    /// The bar wants the keyboard no more.
    case leaveKeyboard
  }

  /// The layout that is on the screen; nil before the first.
  public var layout: LaidOutView? { input.layout }
  /// What the modules are to show of the input.
  public var interaction: Interaction { input.interaction }
  /// How the pointer is to look.
  public var cursor: CursorShape { input.cursor }
  /// When `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? { input.nextDeadline }
  private var input = ViewInput()
  private var steps = ScrollSteps()
  /// Physical pixels per point.
  private var scale = 1.0

  public init() {}

  /// Takes the layout that is on the screen from now on.
  public mutating func show(_ layout: LaidOutView, scale: Double) {
    self.scale = scale
    // Modules do nothing for the pointer's coming and going but to look different.
    _ = input.show(layout, scale: scale)
  }

  /// A pointer did something on the bar.
  public mutating func follow(_ event: PointerEvent) -> [Effect] {
    let acts = input.follow(event)
    return acts.flatMap { effects(of: $0, notches: event.notches) }
  }

  /// A finger did something on the bar.
  public mutating func follow(_ event: TouchEvent, now: Instant) -> [Effect] {
    let acts = input.follow(event, now: now)
    return acts.flatMap { effects(of: $0) }
  }

  /// A key was pressed while the bar has the keyboard: arrows go from module to module, as the tabulator does.
  public mutating func follow(_ event: KeyEvent) -> [Effect] {
    guard event.isPressed else { return [] }
    var event = event
    switch event.keysym {
    case Keysym.left, Keysym.up: event.keysym = Keysym.backTab
    case Keysym.right, Keysym.down: (event.keysym, event.modifiers) = (Keysym.tab, [])
    case Keysym.escape: return [.leaveKeyboard]
    default: break
    }
    return (input.follow(event) ?? []).flatMap { effects(of: $0) }
  }

  /// The first module has the keyboard's focus unless another has it.
  public mutating func focusFirst() {
    if input.interaction.focused == nil { _ = input.follow(KeyEvent(keysym: Keysym.tab)) }
  }

  /// The bar has the keyboard no more.
  public mutating func loseKeyboard() { input.loseKeyboard() }

  /// Takes in that time has passed.
  public mutating func deadlineReached(now: Instant) -> [Effect] {
    let acts = input.deadlineReached(now: now)
    return acts.flatMap { effects(of: $0) }
  }

  private mutating func effects(of act: ViewInput.Act, notches: PointerEvent.Notches? = nil) -> [Effect] {
    switch act.action.as(BarAction.self) {
    case .toggleDrawer(let group)?: return [.toggleDrawer(group)]
    case .use(let item)?:
      guard case .scroll(let direction) = act.gesture else {
        return ModuleGesture(act.gesture).map { [.use(item, $0)] } ?? []
      }
      let isVertical = direction == .vertical
      let done = steps.add(
        isVertical ? act.dy : act.dx, notches: notches.map { isVertical ? $0.y : $0.x }, direction,
        on: act.view,
        scale: scale)
      return done.map { .use(item, $0) }
    case nil: return []
    }
  }
}
