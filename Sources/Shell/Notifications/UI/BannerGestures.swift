public import Geometry
public import Settings

/// A recogniser of clicks and drags by the pointer and by fingers on the banners of one surface.
///
/// Points are physical pixels of the surface, times milliseconds of the compositor's clock, which wraps round.
public struct BannerGestures: Equatable, Sendable {
  /// The banner, and the part of it, at a point of the surface.
  public struct Hit: Equatable, Sendable {
    public var key: BannerColumn.Key
    public var action: BannerAction

    public init(_ key: BannerColumn.Key, _ action: BannerAction) {
      self.key = key
      self.action = action
    }
  }

  /// The pointer, or a finger by its number.
  public enum Source: Equatable, Sendable {
    case pointer
    case finger(Int32)
  }

  public enum Input: Equatable, Sendable {
    /// The pointer is at a point, with what is there.
    case pointed(x: Double, y: Double, Hit?)
    case pointerLeft
    case pressed(Source, PointerEvent.Button, x: Double, y: Double, time: UInt32, Hit?)
    /// A finger, or the pointer with a button held, has moved.
    case dragged(Source, x: Double, y: Double, time: UInt32)
    case released(Source, PointerEvent.Button, x: Double, y: Double, time: UInt32, Hit?)
    /// A finger has rested where it began for the time of a long touch.
    case rested
    /// The compositor has taken over the touches.
    case cancelled
  }

  /// The effects of an input, which are to be done in this order.
  public enum Reaction: Equatable, Sendable {
    /// The banner under the pointer; nil: none.
    case hover(BannerColumn.Key?)
    case click(Hit, x: Double, y: Double)
    /// A gesture on a banner other than a click, at a point of the surface. After a swipe, which is a pull that was let go far
    /// or fast enough, the banner stays aside.
    case gesture(BannerGesture, BannerColumn.Key, x: Double, y: Double)
    /// The cursor of the field under the pointer moves to `x`; `extending`: the selection reaches from where it was to
    /// there.
    case caret(x: Double, extending: Bool)
    /// The banner is pulled aside by so many pixels.
    case pull(BannerColumn.Key, Double)
    /// The banner is let go and moves back to its place.
    case release(BannerColumn.Key)
  }

  /// The distance in logical pixels after which a press is a drag and not a click.
  public static let slack = 8.0
  /// The part of a banner's width by which a pull has to go to dismiss it.
  static let dismissalShare = 0.35
  /// The speed in logical pixels per millisecond at which a pull dismisses a banner from anywhere.
  static let dismissalSpeed = 0.5

  /// Physical per logical pixels.
  public var scale = 1.0
  /// The width of banners, in physical pixels.
  public var width = 1.0
  private var hold: Hold?
  /// The place of the pointer or of the finger that was last on the surface.
  private(set) var place = BannerPointer.Place(x: 0, y: 0)
  /// The part of a banner under the pointer; nil: there is none.
  public private(set) var hovered: Hit?

  private struct Hold: Equatable, Sendable {
    var source: Source
    var button: PointerEvent.Button
    var hit: Hit
    var startX, startY: Double
    var lastX: Double
    var lastTime: UInt32
    /// The speed on the last part of the way, in pixels per millisecond.
    var speed = 0.0
    var isPull = false
    /// Whether it moved in a way that is neither a pull nor a click, such as along the column.
    var isLost = false
  }

  /// The banner that is held aside; nil: none.
  public var pulled: BannerColumn.Key? { hold.flatMap { $0.isPull ? $0.hit.key : nil } }

  /// The part of a banner that a release would click; nil: nothing is held, or the hold has moved.
  public var pressed: Hit? {
    hold.flatMap { $0.button == .left && !$0.isPull && !$0.isLost ? $0.hit : nil }
  }

  /// The part of a banner on which a finger rests since it began to touch it; nil: none does.
  public var touched: Hit? {
    guard let hold, case .finger = hold.source, !hold.isPull, !hold.isLost, hold.hit.action != .reply else {
      return nil
    }
    return hold.hit
  }

  /// Handles an input; returns its effects.
  public mutating func update(_ input: Input) -> [Reaction] {
    if let place = input.place { self.place = place }
    switch input {
    case .pointed(_, _, let hit): return hover(hit)
    case .pointerLeft: return release(of: .pointer) + hover(nil)
    case .pressed(let source, let button, let x, let y, let time, let hit):
      // Another finger or button is ignored.
      guard hold == nil, let hit else { return [] }
      hold = Hold(
        source: source, button: button, hit: hit, startX: x, startY: y, lastX: x, lastTime: time)
      return hit.action == .reply && button == .left ? [.caret(x: x, extending: false)] : []
    case .dragged(let source, let x, let y, let time): return drag(source, x, y, time)
    case .released(let source, let button, let x, let y, let time, let hit):
      guard let held = hold, held.source == source, held.button == button else { return [] }
      hold = nil
      return end(held, atX: x, y, time: time, over: hit)
    case .rested:
      guard let held = hold, touched != nil else { return [] }
      // The end of the touch is no click.
      hold?.isLost = true
      return [.gesture(.touchLong, held.hit.key, x: held.startX, y: held.startY)]
    case .cancelled:
      guard let source = hold?.source, source != .pointer else { return [] }
      return release(of: source)
    }
  }

  /// Ends a hold on a banner that is not among `keys` any more.
  public mutating func keep(_ keys: [BannerColumn.Key]) {
    if let hold, !keys.contains(hold.hit.key) { self.hold = nil }
    if let hovered, !keys.contains(hovered.key) { self.hovered = nil }
  }

  private mutating func hover(_ hit: Hit?) -> [Reaction] {
    // A banner that is pulled keeps the pointer.
    guard hold?.isPull != true else { return [] }
    let isSame = hit?.key == hovered?.key
    hovered = hit
    return isSame ? [] : [.hover(hit?.key)]
  }

  private mutating func drag(_ source: Source, _ x: Double, _ y: Double, _ time: UInt32) -> [Reaction] {
    guard var held = hold, held.source == source else { return [] }
    if held.hit.action == .reply, held.button == .left { return [.caret(x: x, extending: true)] }
    defer { hold = held }
    let (across, down) = (x - held.startX, y - held.startY)
    if !held.isPull, !held.isLost, max(abs(across), abs(down)) > Self.slack * scale {
      if abs(across) > abs(down), held.button == .left, held.hit.key != .note {
        held.isPull = true
      } else {
        held.isLost = true
      }
    }
    guard held.isPull else { return [] }
    let elapsed = time &- held.lastTime
    if elapsed > 0, elapsed < 1000 { held.speed = (x - held.lastX) / Double(elapsed) }
    held.lastX = x
    held.lastTime = time
    return [.pull(held.hit.key, across)]
  }

  private mutating func release(of source: Source) -> [Reaction] {
    guard let held = hold, held.source == source else { return [] }
    hold = nil
    return held.isPull ? [.release(held.hit.key)] : []
  }

  private func end(_ held: Hold, atX x: Double, _ y: Double, time: UInt32, over hit: Hit?) -> [Reaction] {
    if held.isPull {
      let across = held.lastX - held.startX
      // A finger or pointer that rests before the release has no speed.
      let speed = time &- held.lastTime < 100 ? held.speed : 0
      let isFast = abs(speed) >= Self.dismissalSpeed * scale && speed * across > 0
      return abs(across) >= Self.dismissalShare * width || isFast
        ? [.gesture(.swipe, held.hit.key, x: x, y: y)] : [.release(held.hit.key)]
    }
    guard !held.isLost, let hit, hit.key == held.hit.key else { return [] }
    switch held.button {
    case .left: return hit == held.hit ? [.click(hit, x: x, y: y)] : []
    case .middle: return [.gesture(.middle, hit.key, x: x, y: y)]
    case .right: return [.gesture(.right, hit.key, x: x, y: y)]
    case .back: return [.gesture(.back, hit.key, x: x, y: y)]
    case .forward, .other: return []
    }
  }
}

extension BannerGestures.Input {
  /// The place of the pointer or the finger on the surface; nil: the input has none.
  fileprivate var place: BannerPointer.Place? {
    switch self {
    case .pointed(let x, let y, _), .pressed(_, _, let x, let y, _, _), .dragged(_, let x, let y, _),
      .released(_, _, let x, let y, _, _):
      BannerPointer.Place(x: x, y: y)
    case .pointerLeft, .rested, .cancelled: nil
    }
  }
}
