import Geometry
import LiveGlass
import Loop
import Scenes
import Settings
import ShellModel
import VisualEffects

/// What the glass of a surface is made of, which may change with the desktop and with what lies behind it.
final class GlassLook {
  /// It is to be drawn again.
  var onChange: (() -> Void)?
  /// While there is one.
  weak var surface: LiveSurface?
  private let loop: EventLoop
  private var glass: AdaptiveMaterial
  /// For which the glass is made.
  private var adopted: Settings
  private var reducesMotion: Bool
  private var timer: Loop.Timer?
  /// When the backdrop was looked at last.
  private var measured: Instant?
  /// When it is to be looked at again.
  private var measureDue: Instant?

  /// While its look changes; the compositor shows no more of them than it has frames.
  private static let frameInterval = Duration.milliseconds(16)
  /// From one look at the backdrop to the next: a third of the time that a change has to last to count.
  private static let measureInterval = Duration.milliseconds(100)

  init(_ effect: BlurEffect, _ state: State, loop: EventLoop) {
    self.loop = loop
    adopted = state.settings
    reducesMotion = state.presentation.reducesMotion
    glass = AdaptiveMaterial(
      effect: effect, look: state.presentation.look,
      legibility: state.presentation.legibility)
  }

  isolated deinit { timer?.cancel() }

  func material(at now: Instant) -> Material { glass.material(at: now) }

  /// The look that it has or is going to have.
  var isDark: Bool { glass.isDark }

  /// It changes by itself, or looks at the backdrop soon.
  var isChanging: Bool { timer?.isPending == true }

  /// What the user has written is there at once; what the desktop or the backdrop asks for fades in.
  func adopt(_ effect: BlurEffect, _ state: State) {
    let presentation = state.presentation
    let isWritten = state.settings != adopted
    adopted = state.settings
    reducesMotion = presentation.reducesMotion
    glass.change(
      effect: effect, look: presentation.look,
      legibility: presentation.legibility, now: loop.now, reducesMotion: changesAtOnce || isWritten)
    if surface?.isShown == true { measure() }
    arm()
  }

  func backgroundChanged() {
    guard glass.needsBackdrop else { return }
    if let measured, surface?.isShown == true, loop.now < measured + Self.measureInterval {
      measureDue = measured + Self.measureInterval
    } else {
      measure()
    }
    arm()
  }

  /// Nothing fades that is not seen.
  private var changesAtOnce: Bool { reducesMotion || surface?.isShown != true }

  /// Looks at the backdrop, if it decides anything.
  private func measure() {
    measureDue = nil
    guard glass.needsBackdrop, let surface, let colours = try? surface.background() else { return }
    measured = loop.now
    glass.measured(colours, range: surface.range, now: loop.now, reducesMotion: changesAtOnce)
    onChange?()
  }

  private func tick() {
    if let due = measureDue, due <= loop.now { measure() }
    glass.update(now: loop.now, reducesMotion: changesAtOnce)
    onChange?()
    arm()
  }

  /// Wakes for the next frame of a change of look, and for what decides about one.
  private func arm() {
    timer?.cancel()
    let frame = glass.isMoving(at: loop.now) ? loop.now + Self.frameInterval : nil
    let due = [frame, glass.deadline, measureDue].compactMap(\.self).min()
    timer = due.map { loop.schedule(at: $0) { [unowned self] in tick() } }
  }
}
