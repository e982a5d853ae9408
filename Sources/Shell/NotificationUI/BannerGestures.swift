/// What people do with pointers and fingers on banners, made of what happens at points of their surface.
///
/// Points are physical pixels of the surface, times milliseconds of the compositor's clock, which wraps round.
public struct BannerGestures: Equatable, Sendable {
  /// What is at a point of the surface.
  public struct Hit: Equatable, Sendable {
    public var key: BannerColumn.Key
    public var action: BannerAction

    public init(_ key: BannerColumn.Key, _ action: BannerAction) {
      self.key = key
      self.action = action
    }
  }

  public enum Button: Equatable, Sendable {
    case left, middle, right
  }

  /// What holds: the pointer, or a finger by its number.
  public enum Source: Equatable, Sendable {
    case pointer
    case finger(Int32)
  }

  public enum Input: Equatable, Sendable {
    /// The pointer is at a point, with what is there.
    case pointed(x: Double, y: Double, Hit?)
    case pointerLeft
    case pressed(Source, Button, x: Double, y: Double, time: UInt32, Hit?)
    /// A finger, or the pointer with a button held.
    case dragged(Source, x: Double, y: Double, time: UInt32)
    case released(Source, Button, x: Double, y: Double, time: UInt32, Hit?)
    /// The compositor takes the fingers away.
    case cancelled
  }

  /// What follows, in this order.
  public enum Reaction: Equatable, Sendable {
    /// The banner under the pointer; nil: none.
    case hover(BannerColumn.Key?)
    case click(Hit)
    /// Put away without more.
    case dismiss(BannerColumn.Key)
    case menu(BannerColumn.Key)
    /// The cursor of the field under the pointer is wanted at `x`; extending: the selection reaches there.
    case caret(x: Double, extending: Bool)
    /// Held aside by so many pixels.
    case pull(BannerColumn.Key, Double)
    /// Let go, to go back to its place.
    case release(BannerColumn.Key)
    /// Let go far or fast enough to go away.
    case swipe(BannerColumn.Key)
  }

  /// Pixels after which a hold is a pull and no click, for scale 1.
  public static let slack = 8.0
  /// Of a banner's width, after which it goes away when it is let go.
  public static let farEnough = 0.35
  /// Pixels per millisecond at scale 1, with which it goes away from anywhere.
  public static let fastEnough = 0.5

  /// Physical per logical pixels.
  public var scale = 1.0
  /// Of banners, physical pixels.
  public var width = 1.0
  private var hold: Hold?
  /// What is under the pointer; nil: nothing.
  public private(set) var hovered: Hit?

  private struct Hold: Equatable, Sendable {
    var source: Source
    var button: Button
    var hit: Hit
    var startX, startY: Double
    var lastX: Double
    var lastTime: UInt32
    /// Pixels per millisecond of the last part of the way.
    var speed = 0.0
    var isPull = false
    /// It went where no pull and no click leads, such as along the column.
    var isLost = false
  }

  public init() {}

  /// The banner that is held aside; nil: none.
  public var pulled: BannerColumn.Key? { hold.flatMap { $0.isPull ? $0.hit.key : nil } }

  /// What a click would be for if it was let go; nil: nothing is held, or what is held has moved.
  public var pressed: Hit? {
    hold.flatMap { $0.button == .left && !$0.isPull && !$0.isLost ? $0.hit : nil }
  }

  /// Takes in what happened.
  public mutating func update(_ input: Input) -> [Reaction] {
    switch input {
    case .pointed(_, _, let hit): return hover(hit)
    case .pointerLeft: return letGo(of: .pointer) + hover(nil)
    case .pressed(let source, let button, let x, let y, let time, let hit):
      // Another finger or button changes nothing.
      guard hold == nil, let hit else { return [] }
      hold = Hold(
        source: source, button: button, hit: hit, startX: x, startY: y, lastX: x, lastTime: time)
      return hit.action == .reply && button == .left ? [.caret(x: x, extending: false)] : []
    case .dragged(let source, let x, let y, let time): return drag(source, x, y, time)
    case .released(let source, let button, _, _, let time, let hit):
      guard let held = hold, held.source == source, held.button == button else { return [] }
      hold = nil
      return end(held, at: time, over: hit)
    case .cancelled:
      guard let source = hold?.source, source != .pointer else { return [] }
      return letGo(of: source)
    }
  }

  /// Banners have gone: what is held is held no more if it is not among `keys`.
  public mutating func keep(_ keys: [BannerColumn.Key]) {
    if let hold, !keys.contains(hold.hit.key) { self.hold = nil }
    if let hovered, !keys.contains(hovered.key) { self.hovered = nil }
  }

  private mutating func hover(_ hit: Hit?) -> [Reaction] {
    // What is pulled keeps the pointer.
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

  private mutating func letGo(of source: Source) -> [Reaction] {
    guard let held = hold, held.source == source else { return [] }
    hold = nil
    return held.isPull ? [.release(held.hit.key)] : []
  }

  private func end(_ held: Hold, at time: UInt32, over hit: Hit?) -> [Reaction] {
    if held.isPull {
      let across = held.lastX - held.startX
      // A hand that rests before it lets go has no speed.
      let speed = time &- held.lastTime < 100 ? held.speed : 0
      let isFast = abs(speed) >= Self.fastEnough * scale && speed * across > 0
      return abs(across) >= Self.farEnough * width || isFast
        ? [.swipe(held.hit.key)] : [.release(held.hit.key)]
    }
    guard !held.isLost, let hit, hit.key == held.hit.key else { return [] }
    switch held.button {
    case .left: return hit == held.hit ? [.click(hit)] : []
    case .middle: return [.dismiss(hit.key)]
    case .right: return [.menu(hit.key)]
    }
  }
}
