import Geometry
import LiveGlass
import Loop
import NotificationUI
import Notifications
import Scenes
import ShellModel

/// What pointers, fingers and keys do on the banners of an output.
extension OutputBanners {
  /// Listens on a surface that was made.
  func listen(to surface: LiveSurface) {
    surface.onPointer = { [unowned self] in take($0) }
    surface.onTouch = { [unowned self] in take($0) }
    surface.onKey = { [unowned self] key in
      perform(interaction.press(key, now: now) { self.banners[$0] })
    }
    surface.onKeyboardFocus = { [unowned self] hasKeyboard in
      // It came for the asking; from now on others can take it by a click.
      if hasKeyboard { self.surface?.placement.keyboard = .onDemand }
      perform(interaction.focus(hasKeyboard))
    }
  }

  var now: Instant { host.session.loop.now }

  private func take(_ event: PointerEvent) {
    let (x, y, time) = (event.x, event.y, event.time)
    pointer.update(event, surfaceAt: origin)
    switch event.kind {
    case .entered, .moved:
      point(at: BannerPointer.Place(x: x, y: y))
      react(to: .dragged(.pointer, x: x, y: y, time: time))
    case .left: react(to: .pointerLeft)
    case .pressed(let button):
      guard let button = BannerGestures.Button(button) else { return }
      react(to: .pressed(.pointer, button, x: x, y: y, time: time, hit(x, y)))
    case .released(let button):
      guard let button = BannerGestures.Button(button) else { return }
      react(to: .released(.pointer, button, x: x, y: y, time: time, hit(x, y)))
      pointAgain()
    case .scrolled: break
    }
  }

  private func take(_ event: TouchEvent) {
    let (x, y, time, finger) = (event.x, event.y, event.time, BannerGestures.Source.finger(event.id))
    switch event.kind {
    case .began: react(to: .pressed(finger, .left, x: x, y: y, time: time, hit(x, y)))
    case .moved: react(to: .dragged(finger, x: x, y: y, time: time))
    case .ended: react(to: .released(finger, .left, x: x, y: y, time: time, hit(x, y)))
    case .cancelled: react(to: .cancelled)
    }
  }

  private func hit(_ x: Double, _ y: Double) -> BannerGestures.Hit? {
    column.hit(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)), now: now)
  }

  /// Of the surface, on the output.
  private var origin: (x: Int, y: Int) { surface.map { ($0.frame.x, $0.frame.y) } ?? (0, 0) }

  /// The banners have come to rest, perhaps other ones under the pointer.
  func pointAgain() {
    if let place = pointer.place(onSurfaceAt: origin) { point(at: place) }
  }

  private func point(at place: BannerPointer.Place) {
    surface?.cursor = column.cursor(x: Int(place.x.rounded(.down)), y: Int(place.y.rounded(.down)), now: now)
    if pointer.isMoved { react(to: .pointed(x: place.x, y: place.y, hit(place.x, place.y))) }
  }

  private func react(to input: BannerGestures.Input) {
    perform(interaction.update(input, now: now) { self.banners[$0] })
  }

  // MARK: - Effects

  func perform(_ effects: [BannerInteraction.Effect]) {
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: BannerInteraction.Effect) {
    switch effect {
    case .happen(let event): host.happen(event, surface)
    case .open(let link): host.open(link, surface)
    case .pull(let key, let distance):
      column.pull(key, by: distance)
      animate()
    case .release(let key):
      column.release(key, now: now, reducesMotion: presentation.reducesMotion)
      animate()
    case .needKeyboard(let isNeeded): surface?.placement.keyboard = isNeeded ? .always : .never
    case .offerKeyboard: surface?.placement.keyboard = .onDemand
    case .saveDraft(let draft): host.saveDraft(draft)
    case .copy(let text): host.session.copy(text)
    case .paste:
      host.session.paste { [weak self] text in
        guard let self, let text else { return }
        perform(interaction.paste(text, now: now))
      }
    case .placeCursor(let x, let extending): placeCursor(x: x, extending: extending)
    case .quietForAnHour:
      host.happen(.doNotDisturbSet(.until(host.time() + 3600)), surface)
    case .redraw: host.onChange()
    }
  }

  /// The cursor goes to the letter that is nearest to `x`.
  private func placeCursor(x: Double, extending: Bool) {
    guard let editor = interaction.reply,
      let offset = column.replyOffset(
        on: editor.banner, atX: Int(x.rounded(.down)), now: now, measurer: host.session.text)
    else { return }
    perform(interaction.place(at: offset, extending: extending, now: now))
  }
}

extension BannerGestures.Button {
  fileprivate init?(_ button: PointerEvent.Button) {
    switch button {
    case .left: self = .left
    case .middle: self = .middle
    case .right: self = .right
    case .other: return nil
    }
  }
}
