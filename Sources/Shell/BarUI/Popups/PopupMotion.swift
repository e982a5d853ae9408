public import Geometry
public import Scenes

/// The animation that opens a popup: its glass grows away from its module, while the surface fades in.
///
/// The first frame already shows a part of the glass, so that a click has a visible effect at once. The content has
/// its final position from the first frame on.
public struct PopupMotion: Equatable, Sendable {
  /// The opacity of the surface in its first frame, 0 … 1.
  public static let firstOpacity = 0.4
  /// The timing with which the surface fades in from `firstOpacity`, and fades out when it closes. Menus of macOS
  /// take about this time.
  public static let fading = Timing.curve(.easeOut, duration: .milliseconds(120))
  /// The fraction of the glass that the first frame shows, 0 … 1.
  static let firstReach = 0.6
  /// The timing with which the glass grows.
  static let unfolding = Timing.spring(Spring(duration: 0.25))

  private var reach: Animated<Double>
  /// Whether the animation has not begun, because no frame was drawn yet.
  private var isWaiting: Bool

  /// Creates the animation of a popup that is not on the screen yet.
  public init() { (reach, isWaiting) = (Animated(Self.firstReach), true) }

  /// Creates the animation of a popup whose glass was enlarged; `share` is the fraction of the glass that is already
  /// on the screen.
  public init(from share: Double) { (reach, isWaiting) = (Animated(share), true) }

  private init(reach: Double) { (self.reach, isWaiting) = (Animated(reach), false) }

  /// The absence of an animation: the first frame shows all of the glass.
  public static let none = PopupMotion(reach: 1)

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { isWaiting || reach.isMoving(at: now) }

  /// The fraction of the glass that is shown at `now`, 0 … 1.
  public func reach(at now: Instant) -> Double { min(max(reach.value(at: now), 0), 1) }

  /// Starts the animation with the frame at `now`; does nothing if it has started already.
  public mutating func begin(now: Instant) {
    guard isWaiting else { return }
    isWaiting = false
    reach.animate(to: 1, Self.unfolding, now: now)
  }
}

extension Scene {
  /// Returns the scene with each sheet reduced to the fraction `share` of its extent in the direction `away`; the
  /// part at the opposite side remains. The content of a sheet keeps its position, and is clipped where the sheet
  /// ends.
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
  /// Returns the fraction `share` of the rectangle at the side opposite to `away`, at least one pixel long.
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
  /// Returns the side of `parent` on which a popup lies that was requested on this side; the compositor may have
  /// flipped it to the opposite side.
  public func side(of popup: PixelRect, beside parent: PixelRect) -> OutputEdge {
    let isAfter =
      isLevel
      ? 2 * popup.y + popup.height >= 2 * parent.y + parent.height
      : 2 * popup.x + popup.width >= 2 * parent.x + parent.width
    return if isLevel { isAfter ? .bottom : .top } else { isAfter ? .right : .left }
  }
}
