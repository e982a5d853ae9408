public import Geometry
public import VisualEffects

/// What one sheet of glass is made of while its look can change: with the appearance, or with what is behind it.
///
/// Every change is a cross-fade in which each frame is legible, see `Material.shown`.
public struct AdaptiveMaterial: Equatable, Sendable {
  /// What decides between the two looks of an effect.
  public enum Look: Equatable, Sendable {
    case light, dark
    /// What is measured behind the glass.
    case backdrop
  }

  public private(set) var effect: BlurEffect
  public private(set) var look: Look
  private var legibility: Legibility
  private var polarity: Polarity
  private var need: Polarity.Need?
  private var material: Animated<Material>

  /// UIKit's own duration of a change of appearance is not documented; this is long enough to be seen as a change and not
  /// as a fault.
  public static let timing = Timing.curve(.easeInOut, duration: .milliseconds(350))

  /// By the backdrop it is dark until that is measured.
  public init(effect: BlurEffect, look: Look, legibility: Legibility) {
    (self.effect, self.look, self.legibility) = (effect, look, legibility)
    polarity = Polarity(isDark: look != .light)
    material = Animated(effect.material(isDark: look != .light))
  }

  /// The look it has or is going to have.
  public var isDark: Bool { look == .backdrop ? polarity.isDark : look == .dark }

  /// Whether `measured` is of any use: it costs nothing to know the backdrop only where it is asked for.
  public var needsBackdrop: Bool { look == .backdrop && effect.isAdaptive }

  /// What is drawn at `now`.
  public func material(at now: Instant) -> Material { material.value(at: now).shown }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { material.isMoving(at: now) }

  /// When to call `update` though nothing was measured; nil: never.
  public var deadline: Instant? { needsBackdrop ? polarity.deadline : nil }

  /// Takes other settings; a new effect or look fades in.
  public mutating func change(
    effect: BlurEffect, look: Look, legibility: Legibility, now: Instant, reducesMotion: Bool = false
  ) {
    if look == .backdrop, self.look != .backdrop {
      // The backdrop may decide anew at once.
      polarity = Polarity(isDark: isDark)
      need = nil
    }
    (self.effect, self.look, self.legibility) = (effect, look, legibility)
    follow(now: now, reducesMotion: reducesMotion)
  }

  /// Takes the colours behind the glass: those of equal blocks of a coarse picture, encoded sRGB.
  public mutating func measured(
    _ backdrop: [SIMD3<Double>], range: ShownRange, now: Instant, reducesMotion: Bool = false
  ) {
    guard needsBackdrop, !backdrop.isEmpty else { return }
    need = Polarity.Need(of: effect, over: backdrop, legibility: legibility, range: range)
    update(now: now, reducesMotion: reducesMotion)
  }

  /// Lets what was measured last take effect once it has lasted.
  public mutating func update(now: Instant, reducesMotion: Bool = false) {
    guard needsBackdrop, let need else { return }
    polarity.update(need, now: now)
    follow(now: now, reducesMotion: reducesMotion)
  }

  private mutating func follow(now: Instant, reducesMotion: Bool) {
    material.animate(
      to: effect.material(isDark: isDark), Self.timing, now: now, reducesMotion: reducesMotion)
  }
}
