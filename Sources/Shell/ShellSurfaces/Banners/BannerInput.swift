import Geometry
import Notifications
import Scenes

/// The pointers, fingers and keys on the banners of one surface; it returns effects that the caller performs.
struct BannerInput: Equatable {
  typealias Effect = BannerInteraction.Effect

  /// The banners that can be pointed at on the surface at one moment.
  struct Stage {
    var column: BannerColumn
    /// The contents of the banners.
    var banners: [BannerID: Arrangement.Banner]
    /// The place of the surface on the output, in physical pixels.
    var origin: (x: Int, y: Int)
    /// When the banners were drawn last; nil: they were not.
    var drawn: Instant?
    var now: Instant

    /// The time after which a pointer that enters the surface was moved by hand: compositors tell of surfaces that come
    /// beneath a pointer far earlier.
    private static let rest = Duration.seconds(1)

    /// Whether nothing has changed on the surface for a while.
    fileprivate var isAtRest: Bool { drawn.map { now >= $0 + Self.rest } ?? false }

    fileprivate func hit(_ x: Double, _ y: Double) -> BannerGestures.Hit? {
      column.hit(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)), now: now)
    }

    fileprivate func cursor(_ place: BannerPointer.Place) -> CursorShape {
      column.cursor(x: Int(place.x.rounded(.down)), y: Int(place.y.rounded(.down)), now: now)
    }
  }

  /// The shape of the cursor at the pointer's position.
  private(set) var cursor = CursorShape.default
  /// The state of the input.
  var interaction = BannerInteraction()
  private var pointer = BannerPointer()

  /// Adds the state of the input to a banner's content.
  func fill(_ content: inout BannerContent, of banner: BannerID, now: Instant) {
    content.showsOptions = interaction.menu == .options(banner)
    content.keepsLargePicture = interaction.enlarged.contains(banner)
    content.pointed = interaction.pointed(on: banner)
    content.pressed = interaction.pressed(on: banner)
    if let reply = interaction.reply, reply.banner == banner { content.reply = reply.field(at: now) }
  }

  /// The hand on a button of a banner in a column; nil: it is on none.
  func hand(on column: BannerColumn, at now: Instant) -> PointerLight.Hand? {
    guard let hand = interaction.hand, let view = column.frame(of: hand.button, on: hand.banner, now: now)
    else { return nil }
    return PointerLight.Hand(x: hand.place.x, y: hand.place.y, view: view, isPressed: hand.isPressed)
  }

  // MARK: - Events

  mutating func take(_ event: PointerEvent, on stage: Stage) -> [Effect] {
    let (x, y, time) = (event.x, event.y, event.time)
    pointer.update(event, surfaceAt: stage.origin, atRest: stage.isAtRest)
    switch event.kind {
    case .entered, .moved:
      return point(at: BannerPointer.Place(x: x, y: y), on: stage)
        + react(to: .dragged(.pointer, x: x, y: y, time: time), on: stage)
    case .left: return react(to: .pointerLeft, on: stage)
    case .pressed(.forward), .released(.forward), .pressed(.other), .released(.other), .scrolled: return []
    case .pressed(let button):
      return react(to: .pressed(.pointer, button, x: x, y: y, time: time, stage.hit(x, y)), on: stage)
    case .released(let button):
      return react(to: .released(.pointer, button, x: x, y: y, time: time, stage.hit(x, y)), on: stage)
        + pointAgain(on: stage)
    }
  }

  mutating func take(_ event: TouchEvent, on stage: Stage) -> [Effect] {
    let (x, y, time, finger) = (event.x, event.y, event.time, BannerGestures.Source.finger(event.id))
    let input: BannerGestures.Input =
      switch event.kind {
      case .began: .pressed(finger, .left, x: x, y: y, time: time, stage.hit(x, y))
      case .moved: .dragged(finger, x: x, y: y, time: time)
      case .ended: .released(finger, .left, x: x, y: y, time: time, stage.hit(x, y))
      case .cancelled: .cancelled
      }
    return react(to: input, on: stage)
  }

  mutating func take(_ key: KeyEvent, on stage: Stage) -> [Effect] {
    interaction.press(key, now: stage.now) { stage.banners[$0] }
  }

  /// Performs the entry that the user has chosen of a menu, which was closed before.
  mutating func choose(_ choice: BannerMenu.Choice, of menu: BannerMenu, on stage: Stage) -> [Effect] {
    interaction.choose(choice, of: menu, now: stage.now) { stage.banners[$0] }
  }

  /// Updates the hovered banner after the banners have come to rest, since another may be under the pointer.
  mutating func pointAgain(on stage: Stage) -> [Effect] {
    pointer.place(onSurfaceAt: stage.origin).map { point(at: $0, on: stage) } ?? []
  }

  /// Looks up the shape of the cursor again, since another part of a banner may lie under a pointer that rests.
  mutating func updateCursor(on stage: Stage) {
    if let place = pointer.place(onSurfaceAt: stage.origin) { cursor = stage.cursor(place) }
  }

  private mutating func point(at place: BannerPointer.Place, on stage: Stage) -> [Effect] {
    let hit = stage.hit(place.x, place.y)
    cursor = stage.cursor(place)
    return pointer.isMoved ? react(to: .pointed(x: place.x, y: place.y, hit), on: stage) : []
  }

  private mutating func react(to input: BannerGestures.Input, on stage: Stage) -> [Effect] {
    interaction.update(input, now: stage.now) { stage.banners[$0] }
  }

  /// Handles a touch that has become long.
  mutating func timePassed(on stage: Stage) -> [Effect] {
    interaction.timePassed(now: stage.now) { stage.banners[$0] }
  }

  // MARK: - What is shown

  /// Ends the input on banners that are not among `keys` any more.
  mutating func keep(
    _ keys: [BannerColumn.Key], _ banners: [BannerID: Arrangement.Banner], now: Instant
  ) -> [Effect] {
    interaction.keep(keys, now: now) { banners[$0].map { $0.notification.reply != nil } ?? true }
  }

  /// Ends all input, since the surface was closed.
  mutating func end(now: Instant) -> [Effect] {
    pointer = BannerPointer()
    cursor = .default
    return interaction.keep([], now: now)
  }
}
