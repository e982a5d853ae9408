public import Geometry
public import LiveGlass
public import Loop
import Scenes
import Settings
public import ShellModel
public import VisualEffects

/// The material of a surface's glass, which may change with the desktop and with what lies behind the surface.
@MainActor public final class GlassLook: OutputLookMember {
  /// The kind of a surface; of those with a share in the look of their output, the last one decides.
  public enum Rank: Int {
    case popup, banners, bar
  }

  /// Called when the surface must be redrawn.
  public var onChange: (() -> Void)?
  /// The surface that has this look; nil while none is open.
  public weak var surface: (any ShellSurface)?
  private let loop: EventLoop
  /// The look of the output; nil: the glass decides for itself.
  private let shared: OutputLook?
  private var glass: AdaptiveMaterial
  /// The settings that the glass was made for.
  private var adopted: Settings
  private var reducesMotion: Bool
  private var timer: Loop.Timer?
  /// When the backdrop was last measured.
  private var measured: Instant?
  /// When the backdrop must be measured again.
  private var measureDue: Instant?

  /// Time between two frames of a change; the compositor's frame callbacks may allow fewer.
  static let frameInterval = Duration.milliseconds(16)
  /// Time between two measurements of the backdrop: a third of the time that a change must last to count.
  static let measureInterval = Duration.milliseconds(100)

  /// The effect whose need of fill decides for all glass on an output: the thinnest one, for which it matters most.
  private static let decisive = BlurEffect(style: .systemUltraThinMaterial)

  /// Makes the look of `effect` under these settings and preferences. If a look of the output is given, all glass there has the
  /// same one.
  public init(
    _ effect: BlurEffect, _ state: State, loop: EventLoop, shared: OutputLook? = nil, rank: Rank = .popup
  ) {
    (self.loop, self.shared) = (loop, shared)
    adopted = state.settings
    reducesMotion = state.presentation.reducesMotion
    glass = AdaptiveMaterial(
      effect: effect, look: state.presentation.look,
      legibility: state.presentation.legibility, decisive: shared == nil ? nil : Self.decisive)
    shared?.add(self, rank: rank.rawValue)
    followShared()
  }

  isolated deinit { timer?.cancel() }

  /// The material to draw at `now`.
  public func material(at now: Instant) -> Material { glass.material(at: now) }

  /// Whether the current look, or the one that it changes to, is dark.
  public var isDark: Bool { glass.isDark }

  /// Whether the look is changing, or the backdrop is about to be measured.
  public var isChanging: Bool { timer?.isPending == true }

  /// Adopts settings and preferences: changes of the settings take effect at once, those by the desktop or
  /// the backdrop fade in.
  public func adopt(_ effect: BlurEffect, _ state: State) {
    let presentation = state.presentation
    let isWritten = state.settings != adopted
    adopted = state.settings
    reducesMotion = presentation.reducesMotion
    glass.change(
      effect: effect, look: presentation.look,
      legibility: presentation.legibility, now: loop.now, reducesMotion: changesAtOnce || isWritten)
    followShared()
    if surface?.isShown == true { measure() }
    arm()
  }

  // MARK: - The look of the output

  public var canLead: Bool { glass.needsBackdrop && surface != nil }

  public func lookWasDecided(isDark: Bool) {
    glass.decide(isDark: isDark, now: loop.now, reducesMotion: changesAtOnce)
    onChange?()
    arm()
  }

  /// Adopts the look of the output, unless this glass decides on it.
  private func followShared() {
    guard let shared, let isDark = shared.isDark, shared.leader !== self else { return }
    glass.decide(isDark: isDark, now: loop.now, reducesMotion: true)
  }

  /// Whether the backdrop of this glass decides on its look.
  private var leads: Bool { shared?.leader.map { $0 === self } ?? true }

  /// Measures what lies behind the surface, now or soon, if the look depends on it.
  public func backgroundChanged() {
    guard glass.needsBackdrop, leads else { return }
    if let measured, surface?.isShown == true, loop.now < measured + Self.measureInterval {
      measureDue = measured + Self.measureInterval
    } else {
      measure()
    }
    arm()
  }

  /// Whether changes take effect without a fade, also because the surface is not visible.
  private var changesAtOnce: Bool { reducesMotion || surface?.isShown != true }

  private func measure() {
    measureDue = nil
    guard glass.needsBackdrop, leads, let surface, let colours = try? surface.background() else { return }
    measured = loop.now
    glass.measured(colours, range: surface.range, now: loop.now, reducesMotion: changesAtOnce)
    shared?.decide(isDark: glass.isDark, by: self)
    onChange?()
  }

  private func tick() {
    if let due = measureDue, due <= loop.now { measure() }
    glass.update(now: loop.now, reducesMotion: changesAtOnce)
    shared?.decide(isDark: glass.isDark, by: self)
    onChange?()
    arm()
  }

  /// Schedules the next frame of a change, the next measurement or the next decision about the look.
  private func arm() {
    timer?.cancel()
    let frame = glass.isMoving(at: loop.now) ? loop.now + Self.frameInterval : nil
    let due = [frame, glass.deadline, measureDue].compactMap(\.self).min()
    timer = due.map { loop.schedule(at: $0) { [unowned self] in tick() } }
  }
}
