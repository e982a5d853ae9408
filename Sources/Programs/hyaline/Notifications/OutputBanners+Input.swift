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
    column.target(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)), now: now)
      .map { BannerGestures.Hit($0.key, $0.target) }
  }

  /// Of the surface, on the output.
  private var origin: (x: Int, y: Int) { surface.map { ($0.frame.x, $0.frame.y) } ?? (0, 0) }

  /// The banners have come to rest, perhaps other ones under the pointer.
  func pointAgain() {
    if let place = pointer.place(onSurfaceAt: origin) { point(at: place) }
  }

  private func point(at place: BannerPointer.Place) {
    let hit = hit(place.x, place.y)
    showCursor(for: hit)
    if pointer.isMoved { react(to: .pointed(x: place.x, y: place.y, hit)) }
  }

  private func showCursor(for hit: BannerGestures.Hit?) {
    let shown = hit?.key.banner.flatMap { banners[$0] }
    surface?.cursor =
      switch hit?.target {
      case nil: .default
      case .banner: shown?.notification.hasDefaultAction == true ? .pointer : .default
      case .reply where interaction.reply != nil && interaction.reply?.banner == hit?.key.banner: .text
      default: .pointer
      }
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
    guard let editor = interaction.reply, let shown = banners[editor.banner],
      let frame = column.shownFrame(of: .banner(editor.banner), now: now), let laidOut
    else { return }
    let view = view(shown, scale: laidOut.scale, now: now, time: host.time())
    let at = Int(x.rounded(.down)) - frame.x
    guard let offset = view.replyOffset(atX: at, measurer: host.session.text) else { return }
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
