public import Geometry
import VisualEffects

/// The effects of a pointer or a finger on the fill of a view: a light that follows it, and, while the view is pressed, a fill that
/// is a little smaller and springs back afterwards.
///
/// The type reads no clock: every time is passed in. Only vibrant fills that show hovering or pressing are lit: in the middle of the
/// light each looks like the next stronger one, so that texts on it are as legible as on that one. On light glass, where fills are
/// darker than the glass, the light is a shade: white would take away what the fill shows.
public struct PointerLight: Equatable, Sendable {
  /// The place of a hand on a view, in physical pixels of the surface.
  public struct Hand: Equatable, Sendable {
    public var x, y: Double
    /// The frame of the view.
    public var view: PixelRect
    /// Whether a button or a finger holds the view down, which makes the light wider and the fill smaller.
    public var isPressed: Bool

    public init(x: Double, y: Double, view: PixelRect, isPressed: Bool = false) {
      (self.x, self.y, self.view, self.isPressed) = (x, y, view, isPressed)
    }
  }

  /// The radius of the light, as a multiple of the shorter side of a fill.
  static let (radius, pressedRadius) = (1.5, 3.0)
  /// The pictures of lights by the fills on which they lie.
  private static let (dark, light) = (pictures(isDark: true), pictures(isDark: false))
  /// The distance in points by which the edges of a pressed fill move inwards.
  static let depth = 1.0
  static let sinking = Timing.curve(.easeOut, duration: .milliseconds(80))
  static let rising = Timing.spring(Spring(duration: 0.25, bounce: 0.2))

  private var hand: Hand?
  /// The hand where it was before it came to its view or left the surface, and the strength of its light there, which fades out as
  /// fills do.
  private var former: Hand?
  private var fading = Animated(0.0)
  /// The frame of the view that was pressed last, and the part of the way that its fill has sunk.
  private var pressed = PixelRect.empty
  private var press = Animated(0.0)

  public init() {}

  /// Sets the hand that scenes show from now on; nil: there is none.
  public mutating func follow(_ hand: Hand?, now: Instant) {
    guard hand != self.hand else { return }
    let isHeld = self.hand?.isPressed == true && hand?.isPressed == true
    if let own = self.hand, !isHeld, hand.map({ !$0.view.isSameView(as: own.view) }) ?? true {
      (former, fading) = (own, Animated(1))
      fading.animate(to: 0, FillFade.vanishing, now: now)
    }
    let wasPressed = self.hand?.isPressed == true
    self.hand = hand
    if let hand, hand.isPressed {
      // A view that moves or grows while it is held stays sunk.
      if hand.view != pressed, !wasPressed { press = Animated(0) }
      pressed = hand.view
      press.animate(to: 1, Self.sinking, now: now)
    } else {
      press.animate(to: 0, Self.rising, now: now)
    }
  }

  /// The end of the last motion of a pressed fill and of the last fading light; nil: there was neither.
  public var end: Instant? { [press.end, fading.end].compactMap(\.self).max() }

  /// Whether a fill sinks or rises, or a light fades out, so that frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { press.isMoving(at: now) || fading.isMoving(at: now) }

  /// Returns a scene with the light of the hand and the fill that is pressed; `scale` is the number of physical pixels per point.
  public func scene(_ scene: Scene, scale: Double, at now: Instant) -> Scene {
    if hand == nil && former == nil { return scene }
    var scene = scene
    let sunk = press.value(at: now)
    scene.nodes = lit(scene.nodes, isDark: nil, sunk: sunk, fading: fading.value(at: now))
    let depth = Int((scale * Self.depth * sunk).rounded())
    if depth > 0 { scene.nodes = scene.nodes.map { $0.sunk(by: depth, in: pressed) } }
    return scene
  }

  /// Returns nodes on glass that is dark or light; nil: there is no glass.
  private func lit(_ nodes: [Node], isDark: Bool?, sunk: Double, fading: Double) -> [Node] {
    nodes.flatMap { node -> [Node] in
      switch node {
      case .fill(let fill):
        guard let isDark, let (hand, strength) = hand(on: fill, fading: fading) else { return [node] }
        let reach = hand.view == pressed ? sunk : 0
        return Self.lit(
          fill, by: hand, radius: Self.radius + (Self.pressedRadius - Self.radius) * reach, strength,
          isDark: isDark)
      case .effect(var effect):
        effect.content = lit(
          effect.content, isDark: effect.material?.isDark ?? isDark, sunk: sunk, fading: fading)
        return [.effect(effect)]
      case .text, .image: return [node]
      }
    }
  }

  /// Returns the hand that lights a fill, and the strength of its light; nil: none does.
  private func hand(on fill: FillNode, fading: Double) -> (hand: Hand, strength: Double)? {
    guard Self.dark[fill.ink] != nil, !fill.frame.isEmpty else { return nil }
    if let hand, hand.view.contains(fill.frame) { return (hand, 1) }
    guard let former, fading > 0, former.view.contains(fill.frame) else { return nil }
    return (former, fading)
  }

  private static func lit(
    _ fill: FillNode, by hand: Hand, radius: Double, _ strength: Double, isDark: Bool
  ) -> [Node] {
    guard let bitmap = (isDark ? dark : light)[fill.ink] else { return [.fill(fill)] }
    let reach = Double(min(fill.frame.width, fill.frame.height)) * radius
    let side = max(1, Int((2 * reach).rounded()))
    let glow = ImageNode(
      frame: PixelRect(
        x: Int((hand.x - Double(side) / 2).rounded()), y: Int((hand.y - Double(side) / 2).rounded()),
        width: side, height: side),
      bitmap: bitmap, ink: .vibrant(.fill))
    var light = EffectNode(
      frame: fill.frame, material: nil, corners: fill.corners, content: [.image(glow)])
    light.alpha = strength
    return [.fill(fill), .effect(light)]
  }

  private static func pictures(isDark: Bool) -> [Ink: Bitmap] {
    let steps: [(fill: VibrancyEffect.Style, middle: VibrancyEffect.Style)] = [
      (.tertiaryFill, .secondaryFill), (.secondaryFill, .fill),
    ]
    let strongest = VibrancyEffect.Style.fill.level(isDark: isDark)
    return steps.reduce(into: [:]) { pictures, step in
      let rest = (1 - step.middle.level(isDark: isDark)) / (1 - step.fill.level(isDark: isDark))
      pictures[.vibrant(step.fill)] = picture((1 - rest) / strongest)
    }
  }

  /// Makes a round spot of white that is strongest in its middle and ends smoothly at the edge of its square.
  private static func picture(_ opacity: Double) -> Bitmap {
    let side = 96
    var bitmap = Bitmap(size: PixelSize(width: side, height: side))
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (Double(2 * x + 1 - side) / Double(side), Double(2 * y + 1 - side) / Double(side))
        let rest = max(0, 1 - dx * dx - dy * dy)
        let value = UInt8((255 * opacity * rest * rest).rounded())
        for channel in 0..<4 { bitmap.bytes[(y * side + x) * 4 + channel] = value }
      }
    }
    return bitmap
  }
}

extension Node {
  /// Returns the node with the fill of the pressed view `view` smaller by `depth` pixels on each side.
  fileprivate func sunk(by depth: Int, in view: PixelRect) -> Node {
    switch self {
    case .fill(var fill):
      guard view.isGround(fill.frame) else { return self }
      (fill.frame, fill.corners) = (fill.frame.inset(by: depth), fill.corners.reduced(by: depth))
      return .fill(fill)
    case .effect(var effect):
      if effect.isPicture, view.isGround(effect.frame) {
        (effect.frame, effect.corners) = (effect.frame.inset(by: depth), effect.corners.reduced(by: depth))
      }
      effect.content = effect.content.map { $0.sunk(by: depth, in: view) }
      return .effect(effect)
    case .text, .image: return self
    }
  }
}

extension EffectNode {
  /// Whether the node has no glass of its own and shows only fills and pictures, such as a light.
  fileprivate var isPicture: Bool {
    material == nil
      && content.allSatisfy {
        switch $0 {
        case .fill, .image: true
        case .text, .effect: false
        }
      }
  }
}

extension PixelRect {
  /// Whether the frame may be that of the same view as another one, which has grown, shrunk or moved a little.
  fileprivate func isSameView(as other: PixelRect) -> Bool {
    contains(x: other.x + other.width / 2, y: other.y + other.height / 2)
      && other.contains(x: x + width / 2, y: y + height / 2)
  }

  /// Whether `fill` is the ground of a view with this frame, and not a part of what lies on it.
  fileprivate func isGround(_ fill: PixelRect) -> Bool {
    contains(fill) && fill.contains(x: x + width / 2, y: y + height / 2)
      && 4 * min(fill.width, fill.height) >= 3 * min(width, height)
  }

  /// Returns the rectangle without `depth` pixels on each side, or itself if little would be left of it.
  fileprivate func inset(by depth: Int) -> PixelRect {
    if min(width, height) < 8 * depth { return self }
    return PixelRect(x: x + depth, y: y + depth, width: width - 2 * depth, height: height - 2 * depth)
  }
}

extension Corners {
  /// Returns the corners of a shape whose sides lie `depth` pixels further inside.
  fileprivate func reduced(by depth: Int) -> Corners {
    func radius(_ radius: Double) -> Double { max(0, radius - Double(depth)) }
    return Corners(
      topLeft: radius(topLeft), topRight: radius(topRight), bottomRight: radius(bottomRight),
      bottomLeft: radius(bottomLeft))
  }
}
