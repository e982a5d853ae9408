import Geometry
import Loop
import Scenes
import Views
import VisualEffects

/// The host of one surface's views: it lays them out, and passes the surface's input to them.
final class ViewHost {
  private unowned let session: GlassSession
  private let isDark: Bool
  private let legibility: Legibility
  /// Whether no light follows the hand, and nothing sinks under it.
  private let reducesMotion: Bool
  private let act: (ViewInput.Act) -> Void
  private let views: (LiveSurface.Layout) -> ViewTree
  private var input = ViewInput()
  private var light = PointerLight()
  /// The views that the last layout left for the next one.
  private let memory = LayoutMemory()
  /// Actions that follow from a layout, which are reported with the next event, since a layout has no side
  /// effects.
  private var waiting: [ViewInput.Act] = []
  private weak var surface: LiveSurface?
  private var timer: Timer?
  /// The timer for the moment from which a fill that is pressed or let go rests.
  private var rest: Timer?

  init(
    _ session: GlassSession, isDark: Bool, legibility: Legibility, reducesMotion: Bool,
    act: @escaping (ViewInput.Act) -> Void, views: @escaping (LiveSurface.Layout) -> ViewTree
  ) {
    self.session = session
    self.isDark = isDark
    self.legibility = legibility
    self.reducesMotion = reducesMotion
    self.act = act
    self.views = views
  }

  isolated deinit {
    timer?.cancel()
    rest?.cancel()
  }

  /// Becomes the receiver of the input events of the surface that shows the views.
  func follow(_ surface: LiveSurface) {
    self.surface = surface
    surface.onPointer = { [unowned self] event in take { $0.follow(event) } }
    surface.onTouch = { [unowned self] event in
      take { $0.follow(event, now: session.loop.now) }
    }
    surface.onKey = { [unowned self] event in take { $0.follow(event) ?? [] } }
    surface.onKeyboardFocus = { [unowned self] hasKeyboard in
      if !hasKeyboard {
        take {
          $0.loseKeyboard()
          return []
        }
      }
    }
  }

  /// Lays the views out for a surface and returns their scene.
  func scene(_ layout: LiveSurface.Layout) -> Scene {
    var shown = laidOut(layout)
    let before = input.interaction
    waiting += input.show(shown, scale: layout.scale)
    // A view that has moved under a resting pointer shows that it is pointed at.
    if input.interaction != before { shown = laidOut(layout) }
    if reducesMotion { return shown.scene }
    light.follow(input.hand, now: layout.now)
    // A view may have moved away from under a resting pointer.
    if light.isMoving(at: layout.now) { drawAtRest() }
    return light.scene(shown.scene, scale: layout.scale, at: layout.now)
  }

  private func laidOut(_ layout: LiveSurface.Layout) -> LaidOutView {
    var environment = ViewEnvironment(scale: layout.scale, isDark: isDark, legibility: legibility)
    environment.interaction = input.interaction
    environment.reducesMotion = reducesMotion
    return Views.layout(
      views(layout), in: Proposal(layout.size), environment: environment, measurer: session.text,
      memory: memory)
  }

  /// Lets the light follow the hand, and moves what sinks or rises unless the program moves the surface itself.
  private func followHand() {
    if reducesMotion { return }
    let now = session.loop.now
    light.follow(input.hand, now: now)
    guard let surface, surface.isShown, light.isMoving(at: now) else { return }
    guard surface.animation.isRunning == nil else { return drawAtRest() }
    surface.animate(while: { [weak self] in self?.light.isMoving(at: $0) == true })
  }

  /// Draws the surface once more when the fill that sinks or rises rests and no light fades out, since the motion of the program may have ended before.
  private func drawAtRest() {
    guard let end = light.end else { return }
    rest?.cancel()
    rest = session.loop.schedule(at: end) { [unowned self] in surface?.setNeedsDisplay() }
  }

  private func take(_ change: (inout ViewInput) -> [ViewInput.Act]) {
    let before = (input.interaction, input.hand)
    let acts = waiting + change(&input)
    waiting = []
    if input.interaction != before.0 || input.hand != before.1 && !reducesMotion {
      surface?.setNeedsDisplay()
      followHand()
    }
    surface?.cursor = input.cursor
    timer?.cancel()
    timer = input.nextDeadline.map { due in
      session.loop.schedule(at: due) { [unowned self] in
        take { $0.deadlineReached(now: session.loop.now) }
      }
    }
    for each in acts { act(each) }
  }
}
