public import Geometry
public import ModuleModel
public import Scenes
public import Settings
public import Views

/// The input of pointers, fingers and keys on the modules of one bar.
public struct BarInput: Sendable {
  /// An effect of an input.
  public enum Effect: Equatable, Sendable {
    case use(BarItem, ModuleGesture)
    /// Sets the level of the module to a part of its range, 0 … 1.
    case slide(BarItem, to: Double)
    /// Opens the menu of the module, whatever actions its gestures have.
    case menu(BarItem)
    case toggleDrawer(ModuleName)
    /// Opens the file of the settings.
    case openSettings
    /// Moves the focus to the first module of another bar, or to the last one.
    case walkOn(isBack: Bool)
    /// The bar no longer needs the keyboard.
    case leaveKeyboard
  }

  /// The layout that is on the screen; nil before the first.
  public var layout: LaidOutView? { input.layout }
  /// The state of the input that modules show.
  public var interaction: Interaction { input.interaction }
  /// The module, or the item of one, that has the keyboard focus; nil if none has it, or the handle of a drawer.
  public var focused: BarItem? {
    // A module with a tooltip alone has no action that contains its place, but its view is named by it.
    (interaction.focused?.key?.value as? BarItem).flatMap { $0.module.kind == .group ? nil : $0 }
  }
  /// The use of the module, or the handle of the drawer, under the pointer; nil: there is none.
  public var pointed: BarAction? {
    guard let place = pointerPlace, let item = items(x: place.x, y: place.y).first else { return nil }
    return item.module.kind == .group ? .toggleDrawer(item.module) : .use(item)
  }
  /// The place of the pointer or the finger on the module that it points at or holds down; nil: there is none.
  public var hand: PointerLight.Hand? { input.hand }
  /// The shape of the cursor.
  public var cursor: CursorShape { input.cursor }
  /// The time at which `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? { input.nextDeadline }
  /// The position of the last input by pointer or finger, in physical pixels of the surface; nil before the first
  /// input, and after a pointer has left or a touch was cancelled. It is kept when a finger is lifted, since the tap
  /// is handled after that.
  public private(set) var place: (x: Double, y: Double)?
  /// Whether the layout runs from right to left, so that the key Left moves to the next module.
  public var isRightToLeft = false
  /// The ways in which scrolling is counted over modules, by their names; the usual way for others.
  public var scrollRules: [ModuleName: ScrollRule] = [:]
  /// The modules that do something when the pointer comes or leaves.
  public var motionModules: Set<ModuleName> = []
  /// Whether the focus moves to another bar after the last module, and before the first one.
  public var leadsOn = false
  private var input = ViewInput()
  /// The position of the pointer, in physical pixels of the surface; nil while it is not on the bar.
  public private(set) var pointerPlace: (x: Double, y: Double)?
  private var steps = ScrollSteps()
  /// The module under the pointer, if it is one of `motionModules`.
  private var entered: BarItem?
  /// Physical pixels per point.
  private var scale = 1.0
  /// The room at the ends of the bar's sheets that belongs to the first and the last module on them.
  private var reach: EndReach?

  public init() {}

  /// Sets the layout that is on the screen. `endPadding` is the distance between an end of a sheet of the bar and the
  /// module next to it, in points along the bar; `isLevel` is true for a horizontal bar.
  public mutating func show(
    _ layout: LaidOutView, scale: Double, endPadding: Double = 0, isLevel: Bool = true
  ) {
    self.scale = scale
    reach = EndReach(layout, length: endPadding * scale, isLevel: isLevel)
    // Effects of a pointer that enters or leaves modules are dropped, since these only look different.
    _ = input.show(layout, scale: scale)
  }

  /// Returns the event, moved onto the nearest module if it is between that and an end of the bar: a pointer in a
  /// corner of the screen uses the module there.
  public func onModule(_ event: PointerEvent) -> PointerEvent {
    var event = event
    if let reach { (event.x, event.y) = reach.place(event.x, event.y) }
    return event
  }

  /// Returns the touch event, moved onto the nearest module if it is between that and an end of the bar.
  public func onModule(_ event: TouchEvent) -> TouchEvent {
    var event = event
    if let reach { (event.x, event.y) = reach.place(event.x, event.y) }
    return event
  }

  /// Handles an event of a pointer on the bar.
  public mutating func follow(_ event: PointerEvent) -> [Effect] {
    pointerPlace = event.kind == .left ? nil : (event.x, event.y)
    let motion = motionEffects()
    place = pointerPlace
    let acts = input.follow(event)
    return motion + acts.flatMap { effects(of: $0, notches: event.notches) }
  }

  /// The uses of the module that the pointer has left, and of the one that it has come to.
  private mutating func motionEffects() -> [Effect] {
    if motionModules.isEmpty, entered == nil { return [] }
    var new: BarItem?
    if case .use(let item)? = pointed, motionModules.contains(item.module) {
      new = BarItem(zone: item.zone, place: item.place, module: item.module)
    }
    guard new != entered else { return [] }
    let effects = [entered.map { Effect.use($0, .leave) }, new.map { Effect.use($0, .enter) }]
    entered = new
    return effects.compactMap(\.self)
  }

  /// Handles an event of a finger on the bar.
  public mutating func follow(_ event: TouchEvent, now: Instant) -> [Effect] {
    place = event.kind == .cancelled ? nil : (event.x, event.y)
    let acts = input.follow(event, now: now)
    return acts.flatMap { effects(of: $0) }
  }

  /// Handles a key while the bar has the keyboard: arrow keys move the focus from module to module, as Tab does; with
  /// Control they scroll, as plus and minus do; Control+Return is a click with the middle button, and the Menu key or
  /// Shift+F10 opens the menu.
  public mutating func follow(_ event: KeyEvent) -> [Effect] {
    guard event.isPressed else { return [] }
    var event = event
    let isControl = event.modifiers.contains(.control)
    switch event.keysym {
    case Keysym.plus, Keysym.keypadAdd: return useFocused(.scrollUp)
    case Keysym.minus, Keysym.keypadSubtract: return useFocused(.scrollDown)
    case Keysym.up where isControl: return useFocused(.scrollUp)
    case Keysym.down where isControl: return useFocused(.scrollDown)
    case Keysym.left where isControl: return useFocused(.scrollLeft)
    case Keysym.right where isControl: return useFocused(.scrollRight)
    case Keysym.enter where isControl, Keysym.keypadEnter where isControl: return useFocused(.middle)
    case isRightToLeft ? Keysym.right : Keysym.left, Keysym.up: event.keysym = Keysym.backTab
    case Keysym.left, Keysym.right, Keysym.down: (event.keysym, event.modifiers) = (Keysym.tab, [])
    case Keysym.escape: return [.leaveKeyboard]
    case Keysym.menu: return focused.map { [.menu($0)] } ?? []
    case Keysym.f10 where event.modifiers.contains(.shift): return focused.map { [.menu($0)] } ?? []
    default: break
    }
    if let isBack = event.isBackTab, leadsOn, isAtEnd(isBack: isBack) { return [.walkOn(isBack: isBack)] }
    return (input.follow(event) ?? []).flatMap { effects(of: $0) }
  }

  /// Focuses the first module, or the last one with `fromEnd`, unless another has the focus.
  public mutating func focusFirst(fromEnd: Bool = false) {
    guard input.interaction.focused == nil else { return }
    _ = input.follow(KeyEvent(keysym: fromEnd ? Keysym.backTab : Keysym.tab))
  }

  /// Whether the module with the focus is the last one, or the first one with `isBack`.
  private func isAtEnd(isBack: Bool) -> Bool {
    guard let order = input.layout?.focusOrder else { return false }
    if order.isEmpty { return true }
    guard let focused = input.interaction.focused else { return false }
    return focused == (isBack ? order.first : order.last)
  }

  /// Returns the position of the last input on a module or on an item of one, or the middle of its frame if the input
  /// was elsewhere; nil if it is not on the bar. If `place` is nil, the first place of the module or item counts.
  /// `bar` is the output's name and scale, and the frame of the bar's surface on the output, in physical pixels.
  public func contact(
    _ gesture: ModuleGesture, with module: ModuleName, item: String?, at place: BarItem?,
    on bar: (output: String, scale: Double, surface: PixelRect)
  ) -> ModuleContact? {
    let found = layout?.identities.first {
      guard let shown = $0.key.value as? BarItem else { return false }
      return place.map { shown == $0 } ?? (shown.module == module && shown.item == item)
    }
    guard let frame = found?.frame else { return nil }
    var (x, y) = (Double(frame.x) + Double(frame.width) / 2, Double(frame.y) + Double(frame.height) / 2)
    if let hand = self.place, frame.contains(x: Int(hand.x), y: Int(hand.y)) { (x, y) = hand }
    let (left, top, scale) = (Double(bar.surface.x), Double(bar.surface.y), bar.scale)
    return ModuleContact(
      gesture, on: bar.output, x: (x + left) / scale, y: (y + top) / scale,
      left: (Double(frame.x) + left) / scale, top: (Double(frame.y) + top) / scale,
      width: Double(frame.width) / scale, height: Double(frame.height) / scale, scale: scale)
  }

  /// Records that the bar has lost the keyboard.
  public mutating func loseKeyboard() { input.loseKeyboard() }

  /// Handles the time of `nextDeadline`.
  public mutating func deadlineReached(now: Instant) -> [Effect] {
    let acts = input.deadlineReached(now: now)
    return acts.flatMap { effects(of: $0) }
  }

  /// Does what the view with the focus does for a gesture.
  private func useFocused(_ gesture: ModuleGesture) -> [Effect] {
    let region = input.layout?.regions.first { $0.id == input.interaction.focused }
    let action = region?.actions.first { $0.key.includes(gesture) }?.value
    guard case .use(let item)? = action?.as(BarAction.self) else { return [] }
    return [.use(item, gesture)]
  }

  /// The modules, items and handles of drawers at a place, in physical pixels of the surface.
  private func items(x: Double, y: Double) -> [BarItem] {
    (layout?.identities ?? []).compactMap { identity in
      let frame = identity.frame
      guard Double(frame.x) <= x, x < Double(frame.maxX), Double(frame.y) <= y, y < Double(frame.maxY) else {
        return nil
      }
      return identity.key.value as? BarItem
    }
  }

  /// The level that a tap or a drag on the slider of a module asks for.
  private func slide(_ item: BarItem, _ act: ViewInput.Act) -> [Effect] {
    let key = ViewKey(BarAction.slide(item))
    guard let frame = layout?.identities.first(where: { $0.key == key })?.frame else { return [] }
    let form = Slider.Form.inline(isUpright: frame.height > frame.width, room: 0)
    let part = Slider.part(
      at: (act.x, act.y), in: frame, form: form, scale: scale, isRightToLeft: isRightToLeft)
    return [.slide(item, to: part)]
  }

  private mutating func effects(of act: ViewInput.Act, notches: PointerEvent.Notches? = nil) -> [Effect] {
    switch act.action.as(BarAction.self) {
    case .toggleDrawer(let group)?: return [.toggleDrawer(group)]
    case .openSettings?: return [.openSettings]
    case .slide(let item)?: return slide(item, act)
    case .use(let item)?:
      guard case .scroll(let direction) = act.gesture else {
        return ModuleGesture(act.gesture).map { [.use(item, $0)] } ?? []
      }
      let isVertical = direction == .vertical
      let done = steps.add(
        isVertical ? act.dy : act.dx, notches: notches.map { isVertical ? $0.y : $0.x }, direction,
        on: act.view,
        scale: scale, rule: scrollRules[item.module] ?? ScrollRule())
      return done.map { .use(item, $0) }
    case nil: return []
    }
  }
}

extension KeyEvent {
  /// Whether the key moves the focus back; nil: it does not move it.
  fileprivate var isBackTab: Bool? {
    switch keysym {
    case Keysym.backTab: true
    case Keysym.tab: modifiers.contains(.shift)
    default: nil
    }
  }
}

extension Gesture {
  /// Whether a view takes this gesture for that of a module.
  fileprivate func includes(_ gesture: ModuleGesture) -> Bool {
    switch gesture {
    case .scrollUp, .scrollDown: self == .scroll(.vertical)
    case .scrollLeft, .scrollRight: self == .scroll(.horizontal)
    default: ModuleGesture(self) == gesture
    }
  }
}

extension Settings {
  /// The ways in which scrolling is counted over modules of a bar, without the usual way, and the modules that do something
  /// when the pointer comes or leaves.
  public func inputRules(on bar: BarSettings) -> (
    scroll: [ModuleName: ScrollRule], motion: Set<ModuleName>
  ) {
    var scroll: [ModuleName: ScrollRule] = [:]
    var motion: Set<ModuleName> = []
    for name in shownModules(of: bar) {
      guard let style = modules[name]?.style else { continue }
      if style.scrolling != ScrollRule() { scroll[name] = style.scrolling }
      if style.on.keys.contains(where: \.isMotion) { motion.insert(name) }
    }
    return (scroll, motion)
  }
}
