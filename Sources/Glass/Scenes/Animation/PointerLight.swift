public import Geometry
import VisualEffects

/// The light over the fill of a view under the pointer or a finger, which follows the hand.
///
/// Only vibrant fills that show hovering or pressing are lit, each no more than by the strongest vibrant fill, so that texts on
/// them are as legible as on that one.
public struct PointerLight: Equatable, Sendable {
  /// The place of a hand on a view, in physical pixels of the surface.
  public struct Hand: Equatable, Sendable {
    public var x, y: Double
    /// The frame of the view.
    public var view: PixelRect
    /// Whether a button or a finger holds the view down, which makes the light wider.
    public var isPressed: Bool

    public init(x: Double, y: Double, view: PixelRect, isPressed: Bool = false) {
      (self.x, self.y, self.view, self.isPressed) = (x, y, view, isPressed)
    }
  }

  /// The radius of the light, as a multiple of the shorter side of a fill.
  static let (radius, pressedRadius) = (1.5, 3.0)
  /// The opacity in the middle of the light: with it, the weakest vibrant fill becomes almost the strongest one on dark glass.
  private static let darkOpacity = 0.435
  /// The opacity of white in the middle of the light on light glass, chosen by eye.
  private static let lightOpacity = 0.5
  private static let (dark, light) = (picture(darkOpacity), picture(lightOpacity))

  /// The hand, and where it was before it came to its view: the fill that it has left may still fade out.
  private var hand: Hand?
  private var former: Hand?

  public init() {}

  /// Sets the hand that scenes show from now on; nil: there is none.
  public mutating func follow(_ hand: Hand?) {
    guard hand != self.hand else { return }
    if let own = self.hand, own.view != hand?.view { former = own }
    self.hand = hand
  }

  /// Returns a scene with the light of the hand.
  public func scene(_ scene: Scene) -> Scene {
    if hand == nil && former == nil { return scene }
    var scene = scene
    scene.nodes = lit(scene.nodes, isDark: nil)
    return scene
  }

  /// Returns nodes on glass that is dark or light; nil: there is no glass.
  private func lit(_ nodes: [Node], isDark: Bool?) -> [Node] {
    nodes.flatMap { node -> [Node] in
      switch node {
      case .fill(let fill):
        guard let isDark, let hand = hand(on: fill) else { return [node] }
        return Self.lit(fill, by: hand, isDark: isDark)
      case .effect(var effect):
        effect.content = lit(effect.content, isDark: effect.material?.isDark ?? isDark)
        return [.effect(effect)]
      case .text, .image: return [node]
      }
    }
  }

  /// Returns the hand that lights a fill; nil: none does.
  private func hand(on fill: FillNode) -> Hand? {
    guard [.vibrant(.secondaryFill), .vibrant(.tertiaryFill)].contains(fill.ink), !fill.frame.isEmpty else {
      return nil
    }
    return [hand, former].lazy.compactMap(\.self).first { $0.view.contains(fill.frame) }
  }

  private static func lit(_ fill: FillNode, by hand: Hand, isDark: Bool) -> [Node] {
    var ground = fill
    ground.ink = .vibrant(.tertiaryFill)
    let reach = Double(min(fill.frame.width, fill.frame.height)) * (hand.isPressed ? pressedRadius : radius)
    let side = max(1, Int((2 * reach).rounded()))
    let glow = ImageNode(
      frame: PixelRect(
        x: Int((hand.x - Double(side) / 2).rounded()), y: Int((hand.y - Double(side) / 2).rounded()),
        width: side,
        height: side),
      bitmap: isDark ? dark : light, ink: isDark ? .vibrant(.fill) : nil)
    return [
      .fill(ground),
      .effect(EffectNode(frame: fill.frame, material: nil, corners: fill.corners, content: [.image(glow)])),
    ]
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
