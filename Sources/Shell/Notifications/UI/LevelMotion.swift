public import DesktopModel
public import Geometry
import Scenes

/// The banner of a level with its motion: what lies on it fades in, it moves to other levels, and all of it fades out.
///
/// The glass itself does not fade in: the screen would be seen through it as it is, not blurred. The type reads no clock: every time
/// is passed in.
public struct LevelMotion: Equatable, Sendable {
  /// The level that is on the screen, also while it fades out; nil: nothing is.
  public private(set) var level: Level?
  /// The part of its way in that the banner has made.
  private var presence = Animated(0.0)
  private var sheetOpacity = Animated(1.0)
  private var content = Animated(1.0)
  private var track = Animated(0.0)
  /// Whether the banner was not drawn yet; its motion begins with the first frame.
  private var isWaiting = false
  private var isLeaving = false

  /// The opacity of what lies on the banner in the first frame.
  static let firstOpacity = 0.2
  /// The part of its way in that the banner has made in the first frame.
  static let firstPresence = 0.2
  /// The distance over which the banner comes and goes, in logical pixels.
  static let travel = 8.0
  /// The factor by which the banner is scaled when it is out of sight.
  static let leastScale = 0.96
  static let coming = Timing.curve(.easeOut, duration: .milliseconds(160))
  static let leaving = Timing.curve(.easeOut, duration: .milliseconds(250))
  static let sliding = Timing.curve(.easeOut, duration: .milliseconds(120))

  public init() {}

  /// Whether a level is shown already and does not fade out.
  public func shows(_ level: Level) -> Bool { !isLeaving && level == self.level }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool {
    isWaiting || track.isMoving(at: now)
      || [presence, sheetOpacity, content].contains { $0.isMoving(at: now) }
  }

  /// Whether the banner has faded out, so that nothing is left to be seen of it.
  public func hasLeft(at now: Instant) -> Bool { isLeaving && !sheetOpacity.isMoving(at: now) }

  /// The opacity of the banner, 0 … 1.
  public func opacity(at now: Instant) -> Double { sheetOpacity.value(at: now) }

  /// The opacity of what lies on the banner, beside that of the banner, 0 … 1.
  public func contentOpacity(at now: Instant) -> Double { content.value(at: now) }

  /// The distance in logical pixels between the banner and its place, towards the edge from which it comes.
  public func distance(at now: Instant) -> Double { Self.travel * (1 - presence.value(at: now)) }

  /// The factor by which the banner is scaled about its middle, up to 1.
  public func scale(at now: Instant) -> Double { 1 - (1 - Self.leastScale) * (1 - presence.value(at: now)) }

  /// The filled part of the track, 0 … 1.
  public func part(at now: Instant) -> Double { min(max(track.value(at: now), 0), 1) }

  /// Shows a level in place of the one that is shown. With reduced motion it fades in at its place, in its size.
  public mutating func show(_ new: Level, now: Instant, reducesMotion: Bool) {
    let old = level
    level = new
    if old == nil {
      isWaiting = true
      presence = Animated(reducesMotion ? 1 : Self.firstPresence)
      (sheetOpacity, content) = (Animated(1), Animated(Self.firstOpacity))
    } else if isLeaving {
      appear(now: now, reducesMotion: reducesMotion)
    }
    isLeaving = false
    guard let part = new.part else { return }
    if let old, old.kind == new.kind, old.device == new.device, old.part != nil {
      track.animate(to: part, Self.sliding, now: now, reducesMotion: reducesMotion)
    } else {
      track = Animated(part)
    }
  }

  /// Lets the banner fade out, with reduced motion at its place, in its size.
  public mutating func leave(now: Instant, reducesMotion: Bool = false) {
    guard level != nil, !isLeaving else { return }
    isWaiting = false
    isLeaving = true
    sheetOpacity.animate(to: 0, Self.leaving, now: now)
    if !reducesMotion { presence.animate(to: 0, Self.leaving, now: now) }
  }

  /// Begins a frame for `now` that will be seen, with which a banner that waited for one begins to fade in.
  public mutating func begin(now: Instant) {
    guard isWaiting else { return }
    isWaiting = false
    appear(now: now, reducesMotion: false)
  }

  private mutating func appear(now: Instant, reducesMotion: Bool) {
    presence.animate(to: 1, Self.coming, now: now, reducesMotion: reducesMotion)
    sheetOpacity.animate(to: 1, Self.coming, now: now)
    content.animate(to: 1, Self.coming, now: now)
  }
}
