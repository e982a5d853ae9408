public import Geometry
public import Settings
import Views

/// The state of the input on the banners of one surface: the banner under the pointer, the open menu, and the
/// reply that is typed.
public struct BannerInteraction: Equatable, Sendable {
  /// The effects of an input that the caller has to perform, in this order.
  public enum Effect: Equatable, Sendable {
    case happen(NotificationEvent)
    /// A link of a body was clicked.
    case open(String)
    case pull(BannerColumn.Key, Double)
    case release(BannerColumn.Key)
    /// The surface needs the keyboard, or needs it no more.
    case needKeyboard(Bool)
    /// The keyboard is taken if the field is clicked.
    case offerKeyboard
    /// The text that is typed is to be kept until the banner is shown again.
    case saveDraft(ReplyEditor)
    case copy(String)
    /// The clipboard's text goes to `paste`.
    case paste
    /// The cursor goes to the place of the pointer, which only the layout can turn into an offset; `place` takes that.
    case placeCursor(x: Double, extending: Bool)
    /// A menu opens at a point of the surface; nil: below the button that asks for it.
    case openMenu(BannerMenu, at: BannerPointer.Place?)
    /// The open menu closes; `menuClosed` is called then.
    case closeMenu
    /// Do not disturb, for an hour from now.
    case quietForAnHour
    /// The settings of a program's notifications change.
    case set(NotifyingProgram.Switch)
    /// The content of banners has changed.
    case redraw
    /// The hand has moved on a button, whose light follows it.
    case light
  }

  public private(set) var reply: ReplyEditor?
  /// The open menu; nil: none is.
  public private(set) var menu: BannerMenu?
  /// The banner under the pointer.
  public private(set) var hovered: BannerID?
  public var gestures = BannerGestures()
  /// The time at which a finger began to rest on a banner; nil: none does, or its long touch was handled.
  private var touchBegan: Instant?
  private var isLongTouchHandled = false

  /// The banners with pictures that the pointer has come to since it was over no banner for a while. Their pictures stay large, so
  /// that the banners below them do not move away from a pointer that goes on to these.
  public private(set) var enlarged: Set<BannerID> = []
  /// The time at which the pointer has left the banners; nil: it is over one, or no picture stays large.
  private var leftAt: Instant?
  /// The time for which pictures stay large after the pointer has left the banners: it is over none on its way from one to the next.
  public static let pictureStay = Duration.milliseconds(500)

  /// The time after which a touch is a long one.
  public static let longTouch = Duration.milliseconds(500)

  public init() {}

  /// The ways in which a banner is used, the one with precedence first.
  public enum Use: CaseIterable, Sendable {
    /// A reply to the banner is being typed.
    case reply
    /// A menu of the banner is open.
    case menu
    /// The pointer is over the banner.
    case pointer
  }

  /// The banner that is used in a way; nil: none is.
  public func banner(of use: Use) -> BannerID? {
    switch use {
    case .reply: reply?.banner
    case .menu: menu?.banner
    case .pointer: hovered
    }
  }

  /// The banner that is used, whose timeout is paused.
  public var used: BannerID? { Use.allCases.lazy.compactMap(banner).first }

  /// Handles an input of the pointer or of a finger; `banner` returns the content of a banner.
  public mutating func update(
    _ input: BannerGestures.Input, now: Instant, banner: (BannerID) -> Arrangement.Banner?
  ) -> [Effect] {
    // Compositors send presses on surfaces of the program that a grab belongs to.
    if menu != nil, case .pressed = input { return [.closeMenu] }
    let before = (gestures.pressed?.button, gestures.hovered?.button, hand)
    let effects = gestures.update(input).flatMap { react($0, now: now, banner: banner) }
    followTouch(now)
    if effects.contains(.redraw) { return effects }
    let isSeen = (before.0, before.1) != (gestures.pressed?.button, gestures.hovered?.button)
    return effects + (isSeen ? [.redraw] : hand != before.2 ? [.light] : [])
  }

  /// When `timePassed` is due; nil: never.
  public var nextDeadline: Instant? { [touchDue, picturesDue].compactMap(\.self).min() }

  /// The time at which the touch is a long one; nil: there is none, or it was handled.
  private var touchDue: Instant? { isLongTouchHandled ? nil : touchBegan.map { $0 + Self.longTouch } }
  /// The time at which the pictures that stay large become small; nil: none does.
  private var picturesDue: Instant? { leftAt.map { $0 + Self.pictureStay } }

  /// Handles a touch that has become long, and a pointer that has stayed away. A touch without an effect remains one.
  public mutating func timePassed(
    now: Instant, banner: (BannerID) -> Arrangement.Banner?
  ) -> [Effect] {
    var effects: [Effect] = []
    if let due = picturesDue, due <= now {
      (enlarged, leftAt) = ([], nil)
      effects.append(.redraw)
    }
    guard let due = touchDue, due <= now else { return effects }
    isLongTouchHandled = true
    let shown = gestures.touched?.key.banner.flatMap(banner)
    guard let shown, shown.style.response(to: .touchLong) != .builtIn(.nothing) else { return effects }
    return effects + update(.rested, now: now, banner: banner)
  }

  private mutating func followTouch(_ now: Instant) {
    guard gestures.touched != nil else {
      (touchBegan, isLongTouchHandled) = (nil, false)
      return
    }
    touchBegan = touchBegan ?? now
  }

  /// The button of a banner that is held down; nil: none is.
  public func pressed(on banner: BannerID) -> BannerAction? { gestures.pressed?.button(on: banner) }

  /// The button of a banner that the pointer is over; nil: none.
  public func pointed(on banner: BannerID) -> BannerAction? { gestures.hovered?.button(on: banner) }

  /// The pointer or the finger on a button.
  public struct Hand: Equatable, Sendable {
    public var banner: BannerID
    public var button: BannerAction
    /// The place on the surface, in physical pixels.
    public var place: BannerPointer.Place
    public var isPressed: Bool
  }

  /// The pointer or the finger that is on a button; nil: none is.
  public var hand: Hand? {
    let pressed = gestures.pressed?.button
    guard let hit = pressed ?? gestures.hovered?.button, let banner = hit.key.banner else { return nil }
    return Hand(banner: banner, button: hit.action, place: gestures.place, isPressed: pressed != nil)
  }

  private mutating func react(
    _ reaction: BannerGestures.Reaction, now: Instant, banner: (BannerID) -> Arrangement.Banner?
  ) -> [Effect] {
    switch reaction {
    case .hover(let key):
      let id = key?.banner
      return hover(
        id, hasPicture: id.flatMap(banner)?.notification.broughtPictures.isEmpty == false, now: now)
    case .pull(let key, let distance): return [.pull(key, distance)]
    case .release(let key): return [.release(key)]
    case .caret(let x, let extending): return reply == nil ? [] : [.placeCursor(x: x, extending: extending)]
    case .gesture(let gesture, let key, let x, let y):
      guard let id = key.banner, let shown = banner(id) else { return [] }
      return respond(to: gesture, id, shown, at: BannerPointer.Place(x: x, y: y), now: now)
    case .click(let hit, let x, let y):
      guard let id = hit.key.banner, let shown = banner(id) else { return [] }
      return click(hit.action, id, shown, at: BannerPointer.Place(x: x, y: y), now: now)
    }
  }

  /// Returns the effects that the settings give a gesture on a banner; `place` is that of the gesture on the surface, nil: it has
  /// none, as a swipe.
  private mutating func respond(
    to gesture: BannerGesture, _ banner: BannerID, _ shown: Arrangement.Banner,
    at place: BannerPointer.Place?,
    now: Instant
  ) -> [Effect] {
    let id = shown.notification.id
    switch shown.style.response(to: gesture) {
    case .builtIn(.dismiss): return end(banner) + [.happen(.dismissed(id: id))]
    case .builtIn(.forget): return end(banner) + [.happen(.forgotten(id: id))]
    case .builtIn(.dismissGroup): return end(banner) + [.happen(.groupDismissed(id: id))]
    case .builtIn(.dismissAll): return end(banner) + [.happen(.allDismissed)]
    case let response:
      // A banner that was swiped and may stay goes back to its place.
      let back: [Effect] = gesture == .swipe ? [.release(.banner(banner))] : []
      return back + respond(response, banner, shown, at: place, now: now)
    }
  }

  private mutating func respond(
    _ response: BannerResponse, _ banner: BannerID, _ shown: Arrangement.Banner,
    at place: BannerPointer.Place?, now: Instant
  ) -> [Effect] {
    let notification = shown.notification
    switch response {
    case .builtIn(.invoke): return end(banner) + [.happen(.clicked(id: notification.id))]
    case .builtIn(.menu): return open(.banner(banner), at: place)
    case .builtIn(.link):
      return (notification.body.links.first ?? notification.urls.first).map { [.open($0)] } ?? []
    case .builtIn(.reply):
      return notification.reply == nil ? [] : click(.reply, banner, shown, now: now)
    case .command(let command): return [.happen(.commandChosen(id: notification.id, command))]
    case .builtIn(.dismiss), .builtIn(.forget), .builtIn(.dismissGroup), .builtIn(.dismissAll),
      .builtIn(.nothing):
      return []
    }
  }

  private mutating func hover(_ banner: BannerID?, hasPicture: Bool, now: Instant) -> [Effect] {
    hovered = banner
    if let banner, hasPicture { enlarged.insert(banner) }
    leftAt = banner == nil && !enlarged.isEmpty ? now : nil
    return use() + [.redraw]
  }

  private mutating func open(_ menu: BannerMenu, at place: BannerPointer.Place?) -> [Effect] {
    self.menu = menu
    return use() + [.openMenu(menu, at: place), .redraw]
  }

  /// Records that a menu was closed, or could not be opened.
  public mutating func menuClosed(_ closed: BannerMenu) -> [Effect] {
    guard menu == closed else { return [] }
    menu = nil
    return use() + [.redraw]
  }

  /// Performs the entry that the user has chosen of a menu, which was closed before; `banner` returns the content of a
  /// banner.
  public mutating func choose(
    _ choice: BannerMenu.Choice, of menu: BannerMenu, now: Instant,
    banner: (BannerID) -> Arrangement.Banner?
  ) -> [Effect] {
    guard let shown = banner(menu.banner) else { return [] }
    let (banner, id) = (menu.banner, shown.notification.id)
    switch choice {
    case .close: return click(.close, banner, shown, now: now)
    case .closeApplication: return [.happen(.applicationDismissed(id: id))]
    case .closeAll: return [.happen(.allDismissed)]
    case .quietForAnHour: return [.quietForAnHour]
    case .set(let wanted): return [.set(wanted)]
    case .action(let key): return click(.action(key: key), banner, shown, now: now)
    case .reply: return click(.reply, banner, shown, now: now)
    case .copy(let text): return click(.copy(text), banner, shown, now: now)
    }
  }

  /// Tells the store which banner is used.
  private func use() -> [Effect] { [.happen(.pointerMoved(over: used))] }

  /// `place` is that of the pointer on the surface; nil: the click is an entry of a menu.
  private mutating func click(
    _ action: BannerAction, _ banner: BannerID, _ shown: Arrangement.Banner,
    at place: BannerPointer.Place? = nil,
    now: Instant
  ) -> [Effect] {
    let id = shown.notification.id
    switch action {
    case .banner:
      // A click beside the reply field neither sends nor discards the typed reply.
      if reply?.banner == banner { return [] }
      if shown.isUnfoldedByClick { return [.happen(.groupToggled(id: id))] }
      return respond(to: .left, banner, shown, at: place, now: now)
    case .close: return end(banner) + [.happen(.dismissed(id: id))]
    case .action(let key): return end(banner) + [.happen(.actionChosen(id: id, key: key))]
    case .link(let uri): return [.open(uri)]
    case .copy(let text): return [.copy(text)] + end(banner) + [.happen(.dismissed(id: id))]
    case .stack: return [.happen(.groupToggled(id: id))]
    case .reply:
      if reply?.banner == banner { return [] }
      // A reply field that is open on another banner may already have the keyboard.
      let hasKeyboard = reply?.editor.isFocused == true
      let former = draft
      reply = ReplyEditor(on: banner, now: now)
      reply?.editor.isFocused = hasKeyboard
      return former + use() + (hasKeyboard ? [] : [.needKeyboard(true)]) + [.redraw]
    case .sendReply: return send(id)
    case .options: return open(.options(banner), at: nil)
    }
  }

  private mutating func send(_ id: NotificationID) -> [Effect] {
    guard let reply, !reply.editor.line.isEmpty else { return [] }
    return end(reply.banner) + [.happen(.replied(id: id, text: reply.editor.line.text)), .redraw]
  }

  /// The effect that keeps what is typed; none if nothing is.
  private var draft: [Effect] {
    reply.map { $0.editor.line.isEmpty ? [] : [.saveDraft($0)] } ?? []
  }

  /// Ends everything that was done with a banner.
  private mutating func end(_ banner: BannerID) -> [Effect] {
    guard reply?.banner == banner else { return [] }
    reply = nil
    return [.needKeyboard(false)] + use()
  }

  // MARK: - Typing

  /// Handles a key event; `banner` returns the content of a banner.
  public mutating func press(
    _ key: KeyEvent, now: Instant, banner: (BannerID) -> Arrangement.Banner?
  ) -> [Effect] {
    guard let outcome = reply?.editor.press(key, now: now), let id = reply?.banner else { return [] }
    switch outcome {
    case .ignored: return []
    case .changed: return [.redraw]
    case .send: return banner(id).map { send($0.notification.id) } ?? []
    case .cancel: return end(id) + [.redraw]
    case .copy(let text): return [.copy(text), .redraw]
    case .paste: return [.paste]
    }
  }

  /// Records that the surface has gained or lost the keyboard focus; the typed text is kept.
  public mutating func focus(_ isFocused: Bool) -> [Effect] {
    guard reply != nil else { return [] }
    reply?.editor.isFocused = isFocused
    return [.redraw]
  }

  public mutating func paste(_ text: String, now: Instant) -> [Effect] {
    guard reply != nil else { return [] }
    reply?.editor.perform(.insert(text), now: now)
    return [.redraw]
  }

  /// Puts the cursor at an offset in the UTF-8 of the text.
  public mutating func place(at offset: Int, extending: Bool, now: Instant) -> [Effect] {
    guard reply != nil else { return [] }
    reply?.editor.perform(.place(offset, extending: extending), now: now)
    return [.redraw]
  }

  /// Whether a draft that was typed on a banner can be restored: no reply is typed, or the field on that banner is still empty.
  public func takesDraft(of banner: BannerID) -> Bool {
    reply.map { $0.banner == banner && $0.editor.line.isEmpty } ?? true
  }

  /// Restores a draft that was typed before the banner was hidden, or before another one was replied to. A field that was not
  /// open has no keyboard focus until it is clicked.
  public mutating func restore(_ draft: ReplyEditor) -> [Effect] {
    guard takesDraft(of: draft.banner) else { return [] }
    let (wasOpen, hadKeyboard) = (reply != nil, reply?.editor.isFocused == true)
    reply = draft
    reply?.editor.isFocused = hadKeyboard
    return use() + (wasOpen ? [] : [.offerKeyboard]) + [.redraw]
  }

  /// Ends the interaction with banners that are not among the shown ones, and a reply to a banner that takes none any
  /// more.
  public mutating func keep(
    _ keys: [BannerColumn.Key], now: Instant, takesReply: (BannerID) -> Bool = { _ in true }
  ) -> [Effect] {
    gestures.keep(keys)
    if gestures.touched == nil { (touchBegan, isLongTouchHandled) = (nil, false) }
    let shown = Set(keys.compactMap(\.banner))
    enlarged.formIntersection(shown)
    var effects: [Effect] = []
    if let reply {
      let isShown = shown.contains(reply.banner)
      if !isShown { effects += draft }
      if !isShown || !takesReply(reply.banner) { effects += end(reply.banner) }
    }
    if let menu, !shown.contains(menu.banner) { effects.append(.closeMenu) }
    if let hovered, !shown.contains(hovered) {
      self.hovered = nil
      // The pointer has left a banner that is gone, and no event tells that.
      leftAt = now
      effects += use()
    }
    if enlarged.isEmpty { leftAt = nil }
    return effects
  }
}

extension Arrangement.Banner {
  /// Whether a click on the banner unfolds its stack: others are behind it, and the settings give clicks no other effect than the
  /// usual one.
  fileprivate var isUnfoldedByClick: Bool { behind > 0 && style.response(to: .left) == .builtIn(.invoke) }
}

extension BannerColumn.Key {
  /// The banner that the key stands for; nil: it stands for the note.
  public var banner: BannerID? {
    if case .banner(let banner) = self { return banner }
    return nil
  }
}

extension BannerGestures.Hit {
  /// The hit itself if it is on a button; nil: it is on none.
  fileprivate var button: BannerGestures.Hit? { action.isButton ? self : nil }

  fileprivate func button(on banner: BannerID) -> BannerAction? {
    key.banner == banner && action.isButton ? action : nil
  }
}
