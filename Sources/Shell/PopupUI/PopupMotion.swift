public import Geometry
public import Scenes

/// A popup that comes onto the screen: its glass unfolds away from its module, while the surface fades in.
///
/// The first frame shows a part of the glass already, so that a click has a visible effect at once. What is on the glass is
/// at its final place from the first frame on.
public struct PopupMotion: Equatable, Sendable {
  /// The opacity of the surface in its first frame, 0 … 1.
  public static let firstOpacity = 0.4
  /// The timing with which the surface fades in from there, and out at its end; macOS' menus take about this time.
  public static let fading = Timing.curve(.easeOut, duration: .milliseconds(120))
  /// The part of the glass that the first frame shows.
  static let firstReach = 0.6
  /// The timing with which the glass unfolds.
  static let unfolding = Timing.spring(Spring(duration: 0.25))

  private var reach: Animated<Double>
  /// Whether the first frame is still to come, with which the motion begins.
  private var isWaiting: Bool

  /// The motion of a popup that is not on the screen yet.
  public init() { (reach, isWaiting) = (Animated(Self.firstReach), true) }

  /// The motion of a popup whose glass has become larger; `share` of the glass is on the screen already.
  public init(from share: Double) { (reach, isWaiting) = (Animated(share), true) }

  private init(reach: Double) { (self.reach, isWaiting) = (Animated(reach), false) }

  /// No motion: all of the glass is there from the first frame on.
  public static let none = PopupMotion(reach: 1)

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { isWaiting || reach.isMoving(at: now) }

  /// How much of the glass is shown, 0 … 1.
  public func reach(at now: Instant) -> Double { min(max(reach.value(at: now), 0), 1) }

  /// Begins with the frame of `now` unless the motion has begun already.
  public mutating func begin(now: Instant) {
    guard isWaiting else { return }
    isWaiting = false
    reach.animate(to: 1, Self.unfolding, now: now)
  }
}

extension Scene {
  /// The scene with the first part of each of its sheets, `share` of the whole, by the direction `away` in which a sheet
  /// unfolds. What lies on a sheet keeps its place, and is cut off where the sheet ends.
  public func unfolded(_ share: Double, away: OutputEdge) -> Scene {
    var scene = self
    scene.nodes = nodes.map { node in
      guard case .effect(var sheet) = node else { return node }
      sheet.frame = sheet.frame.unfolded(share, away: away)
      return .effect(sheet)
    }
    return scene
  }
}

extension PixelRect {
  /// The first part of the rectangle in a direction, of at least one pixel.
  fileprivate func unfolded(_ share: Double, away: OutputEdge) -> PixelRect {
    if isEmpty { return self }
    func length(of whole: Int) -> Int { min(whole, max(1, Int((Double(whole) * share).rounded()))) }
    var part = self
    if away.isLevel { part.height = length(of: height) } else { part.width = length(of: width) }
    if away == .top { part.y = maxY - part.height }
    if away == .left { part.x = maxX - part.width }
    return part
  }
}

extension OutputEdge {
  /// On which side of `parent` a popup lies that was asked for on this side, and that the compositor may have flipped.
  public func side(of popup: PixelRect, beside parent: PixelRect) -> OutputEdge {
    let isAfter =
      isLevel
      ? 2 * popup.y + popup.height >= 2 * parent.y + parent.height
      : 2 * popup.x + popup.width >= 2 * parent.x + parent.width
    return if isLevel { isAfter ? .bottom : .top } else { isAfter ? .right : .left }
  }
}
