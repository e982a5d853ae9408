public import Geometry
public import VisualEffects

/// The material of one sheet of glass whose look can change, with the appearance or with what is behind it.
///
/// Every change is a cross-fade in which each frame is legible, see `Material.shown`.
public struct AdaptiveMaterial: Equatable, Sendable {
  /// The criterion that decides between the two looks of an effect.
  public enum Look: Equatable, Sendable {
    case light, dark
    /// The look follows the colours that are measured behind the glass.
    case backdrop
  }

  public private(set) var effect: BlurEffect
  public private(set) var look: Look
  private var legibility: Legibility
  /// The effect whose need of fill decides on the look.
  private let decisive: BlurEffect?
  private var polarity: Polarity
  private var need: Polarity.Need?
  private var material: Animated<Material>

  /// The timing of a change of look. UIKit's own duration is not documented; this one is long enough to be
  /// seen as a change and not as a fault.
  public static let timing = Timing.curve(.easeInOut, duration: .milliseconds(350))

  /// `decisive` is the effect that chooses the look `.backdrop`: the one in which it needs less fill; nil: `effect` chooses. The
  /// material is dark until the backdrop is measured.
  public init(effect: BlurEffect, look: Look, legibility: Legibility, decisive: BlurEffect? = nil) {
    (self.effect, self.look, self.legibility, self.decisive) = (effect, look, legibility, decisive)
    polarity = Polarity(isDark: look != .light)
    material = Animated(effect.material(isDark: look != .light))
  }

  /// Whether the look is dark, or is changing to dark.
  public var isDark: Bool { look == .backdrop ? polarity.isDark : look == .dark }

  /// Whether `measured` has any effect; the caller measures the backdrop only then.
  public var needsBackdrop: Bool { look == .backdrop && effect.isAdaptive }

  /// The material as it is drawn at `now`.
  public func material(at now: Instant) -> Material { material.value(at: now).shown }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { material.isMoving(at: now) }

  /// The moment at which `update` is due although nothing was measured; nil: none.
  public var deadline: Instant? { needsBackdrop ? polarity.deadline : nil }

  /// Changes the settings; a new effect or look fades in.
  public mutating func change(
    effect: BlurEffect, look: Look, legibility: Legibility, now: Instant, reducesMotion: Bool = false
  ) {
    if look == .backdrop, self.look != .backdrop {
      // The first measurement of the backdrop may change the look at once.
      polarity = Polarity(isDark: isDark)
      need = nil
    }
    (self.effect, self.look, self.legibility) = (effect, look, legibility)
    follow(now: now, reducesMotion: reducesMotion)
  }

  /// Notes the colours behind the glass, by which the look `.backdrop` is chosen: the encoded sRGB of equal blocks of
  /// a coarse picture.
  public mutating func measured(
    _ backdrop: [SIMD3<Double>], range: ShownRange, now: Instant, reducesMotion: Bool = false
  ) {
    guard needsBackdrop, !backdrop.isEmpty else { return }
    need = Polarity.Need(of: decisive ?? effect, over: backdrop, legibility: legibility, range: range)
    update(now: now, reducesMotion: reducesMotion)
  }

  /// Changes the look if the last measurement has called for that long enough.
  public mutating func update(now: Instant, reducesMotion: Bool = false) {
    guard needsBackdrop, let need else { return }
    polarity.update(need, now: now)
    follow(now: now, reducesMotion: reducesMotion)
  }

  /// Adopts the look that the backdrop of other glass has decided on, in place of what was measured.
  public mutating func decide(isDark: Bool, now: Instant, reducesMotion: Bool = false) {
    guard look == .backdrop else { return }
    polarity = Polarity(isDark: isDark, isSettled: true)
    need = nil
    follow(now: now, reducesMotion: reducesMotion)
  }

  private mutating func follow(now: Instant, reducesMotion: Bool) {
    material.animate(
      to: effect.material(isDark: isDark), Self.timing, now: now, reducesMotion: reducesMotion)
  }
}
