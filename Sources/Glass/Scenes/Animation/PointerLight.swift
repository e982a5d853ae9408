public import Geometry
import VisualEffects

/// The effects of a pointer or a finger on the fill of a view: a light that follows it, and, while the view is pressed, a fill that
/// is a little smaller and springs back afterwards.
///
/// The type reads no clock: every time is passed in. Vibrant fills that show hovering or pressing are lit: in the middle of the light
/// each looks like the next stronger one, so that texts on it are as legible as on that one. On light glass, where fills are darker
/// than the glass, the light is a shade: white would take away what the fill shows.
///
/// A colour or a gradient under a view is lit too if all inks on the view are lighter than it, or all are darker. The light moves the
/// colour away from the inks, white below dark ones and black below light ones, so that their contrast only grows.
///
/// The light stands still where motion is to be reduced: it covers such a colour evenly, and comes, grows and goes at once.
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
  /// The opacity of the light in its middle on colours: glass of this program shows a pointer by 8 % of white, and a press by 15 %.
  static let (opacity, pressedOpacity) = (0.08, 0.15)
  /// The pictures of lights by the fills on which they lie.
  private static let (dark, light) = (pictures(isDark: true), pictures(isDark: false))
  /// The pictures of lights on colours.
  private static let (black, white) = (plainPictures(0), plainPictures(255))
  /// The distance in points by which the edges of a pressed fill move inwards.
  static let depth = 1.0
  static let sinking = Timing.curve(.easeOut, duration: .milliseconds(80))
  static let rising = Timing.spring(Spring(duration: 0.25, bounce: 0.2))

  private var hand: Hand?
  private var isStill = false
  /// The hand where it was before it came to its view or left the surface, and the strength of its light there, which fades out as
  /// fills do.
  private var former: Hand?
  private var fading = Animated(0.0)
  /// The frame of the view that was pressed last, and the part of the way that its fill has sunk.
  private var pressed = PixelRect.empty
  private var press = Animated(0.0)

  public init() {}

  /// Sets the hand that scenes show from now on; nil: there is none. The light stands still if `isStill` is true.
  public mutating func follow(_ hand: Hand?, isStill: Bool = false, now: Instant) {
    if isStill || self.isStill {
      self = PointerLight()
      self.isStill = isStill
    }
    if isStill {
      self.hand = hand
      return
    }
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
    let (sunk, fading) = (press.value(at: now), fading.value(at: now))
    var lights = hand.map { [Light($0, strength: 1, in: scene)] } ?? []
    if let former, fading > 0 { lights.append(Light(former, strength: fading, in: scene)) }
    scene.nodes = lit(scene.nodes, on: nil, by: lights, sunk: sunk)
    let depth = Int((scale * Self.depth * sunk).rounded())
    if depth > 0 { scene.nodes = scene.nodes.map { $0.sunk(by: depth, in: pressed) } }
    return scene
  }

  /// The light of a hand on its view.
  private struct Light {
    var hand: Hand
    /// The opacity of the light, 0 … 1, which falls while it fades out.
    var strength: Double
    /// The luminances of the darkest and the lightest ink on the view; nil: there is no ink.
    var inks: ClosedRange<Double>?

    init(_ hand: Hand, strength: Double, in scene: Scene) {
      (self.hand, self.strength) = (hand, strength)
      var luminances: [Double] = []
      scene.nodes.collectLuminances(in: hand.view, isDark: true, &luminances)
      if let least = luminances.min(), let most = luminances.max() { inks = least...most }
    }
  }

  /// The shape of a fill or a gradient.
  private struct Spot {
    var frame: PixelRect
    var corners: Corners
    /// The vibrant ink of a fill; nil: there is a colour.
    var ink: Ink?
    /// The colour of a fill, or the one in the middle of a gradient: encoded sRGB and opacity; nil: the ink is vibrant.
    var colour: SIMD4<Double>?
    /// Whether the colour fades, and is kept so that texts are read on it together with the glass.
    var isFading = false

    /// The part of the light that lies on the spot, 0 … 1: the light on a colour that fades comes and goes with it.
    var share: Double { isFading ? min(max(colour?.w ?? 1, 0), 1) : 1 }
  }

  /// Returns nodes on glass of a material with the lights on them; nil: there is no glass. `sunk` is the part of the way that the
  /// fill of the pressed view has sunk.
  private func lit(_ nodes: [Node], on glass: Material?, by lights: [Light], sunk: Double) -> [Node] {
    nodes.flatMap { node -> [Node] in
      switch node {
      case .fill(let fill):
        var spot = Spot(frame: fill.frame, corners: fill.corners)
        switch fill.ink {
        case .vibrant: spot.ink = fill.ink
        case .colour(let colour), .plain(let colour):
          (spot.colour, spot.isFading) = (colour, fill.limit != nil)
        }
        return [node] + glow(on: spot, of: glass, by: lights, sunk: sunk)
      case .effect(var effect):
        var above: [Node] = []
        if let colour = effect.gradientColour {
          let spot = Spot(frame: effect.frame, corners: effect.corners, colour: colour)
          above = glow(on: spot, of: glass, by: lights, sunk: sunk)
        }
        effect.content = lit(effect.content, on: effect.material ?? glass, by: lights, sunk: sunk)
        return [.effect(effect)] + above
      case .text, .image: return [node]
      }
    }
  }

  /// Returns the light on a fill or a gradient; nothing if no hand lights it.
  private func glow(on spot: Spot, of glass: Material?, by lights: [Light], sunk: Double) -> [Node] {
    guard let glass, glass.relief.pressLight > 0, !spot.frame.isEmpty,
      let light = lights.first(where: { $0.hand.view.contains(spot.frame) })
    else { return [] }
    if isStill { return wash(on: spot, of: glass, by: light) }
    let hand = light.hand
    let reach = hand.view == pressed ? sunk : 0
    guard let (bitmap, opacity) = picture(of: light, on: spot, isDark: glass.isDark, reach: reach) else {
      return []
    }
    let radius = Self.radius + (Self.pressedRadius - Self.radius) * reach
    let side = max(1, Int((2 * Double(min(spot.frame.width, spot.frame.height)) * radius).rounded()))
    let glow = ImageNode(
      frame: PixelRect(
        x: Int((hand.x - Double(side) / 2).rounded()), y: Int((hand.y - Double(side) / 2).rounded()),
        width: side, height: side),
      bitmap: bitmap, ink: spot.ink == nil ? nil : .vibrant(.fill))
    var shown = EffectNode(frame: spot.frame, material: nil, corners: spot.corners, content: [.image(glow)])
    shown.alpha = light.strength * spot.share * opacity * min(glass.relief.pressLight, 1)
    return [.effect(shown)]
  }

  /// Returns the light that stands still on a colour or a gradient. Vibrant fills change by themselves.
  private func wash(on spot: Spot, of glass: Material, by light: Light) -> [Node] {
    guard let isWhite = isWhite(light, on: spot, isDark: glass.isDark) else { return [] }
    let opacity = light.hand.isPressed ? Self.pressedOpacity : Self.opacity
    let (grey, strength) = (isWhite ? 1.0 : 0, opacity * spot.share * min(glass.relief.pressLight, 1))
    let ink = Ink.colour(SIMD4(grey, grey, grey, strength))
    return [.fill(FillNode(frame: spot.frame, corners: spot.corners, ink: ink))]
  }

  /// Whether a light on a colour is white and not black; nil: there is no light on the spot.
  private func isWhite(_ light: Light, on spot: Spot, isDark: Bool) -> Bool? {
    guard let colour = spot.colour, let inks = light.inks, light.hand.view.isGround(spot.frame) else {
      return nil
    }
    let isWhite = inks.upperBound < colour.luminance
    // A colour that is not opaque shows the glass, and inks are lighter than dark glass and darker than light glass. A colour that
    // fades is kept away from the inks together with the glass.
    guard isWhite || inks.lowerBound > colour.luminance,
      colour.w >= 1 || spot.isFading || isWhite != isDark
    else { return nil }
    return isWhite
  }

  /// Returns the picture of a light on a spot, and its opacity; nil: no light is seen on the spot. `reach` is the part of the way
  /// that the fill has sunk.
  private func picture(
    of light: Light, on spot: Spot, isDark: Bool, reach: Double
  ) -> (bitmap: Bitmap, opacity: Double)? {
    if let ink = spot.ink { return (isDark ? Self.dark : Self.light)[ink].map { (bitmap: $0, opacity: 1) } }
    guard let isWhite = isWhite(light, on: spot, isDark: isDark) else { return nil }
    let pictures = isWhite ? Self.white : Self.black
    guard reach > 0 else { return (pictures.rest, 1) }
    let opacity = Self.opacity + (Self.pressedOpacity - Self.opacity) * reach
    return (pictures.pressed, min(opacity / Self.pressedOpacity, 1))
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

  /// Makes the pictures of lights on colours, of a grey of 0 … 255.
  private static func plainPictures(_ grey: UInt8) -> (rest: Bitmap, pressed: Bitmap) {
    (picture(opacity, grey: grey), picture(pressedOpacity, grey: grey))
  }

  /// Makes a round spot of black or white that is strongest in its middle and ends smoothly at the edge of its square.
  private static func picture(_ opacity: Double, grey: UInt8 = 255) -> Bitmap {
    let side = 96
    var bitmap = Bitmap(size: PixelSize(width: side, height: side))
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (Double(2 * x + 1 - side) / Double(side), Double(2 * y + 1 - side) / Double(side))
        let rest = max(0, 1 - dx * dx - dy * dy)
        let value = UInt8((255 * opacity * rest * rest).rounded())
        let start = (y * side + x) * 4
        for channel in 0..<3 { bitmap.bytes[start + channel] = min(value, grey) }
        bitmap.bytes[start + 3] = value
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

extension [Node] {
  /// Adds the luminances of the texts and templates in a frame; vibrant ones count as black or white, as the glass requires.
  fileprivate func collectLuminances(in frame: PixelRect, isDark: Bool, _ luminances: inout [Double]) {
    for node in self {
      switch node {
      case .text(let text):
        if frame.intersects(text.frame) { luminances.append(text.ink.luminance(isDark: isDark)) }
      case .image(let image):
        if let ink = image.ink, frame.intersects(image.frame) {
          luminances.append(ink.luminance(isDark: isDark))
        }
      case .effect(let effect):
        effect.content.collectLuminances(
          in: frame, isDark: effect.material?.isDark ?? isDark, &luminances)
      case .fill: break
      }
    }
  }
}

extension Ink {
  /// The luminance of the ink of a text on dark or light glass.
  fileprivate func luminance(isDark: Bool) -> Double {
    switch self {
    case .colour(let colour), .plain(let colour): colour.luminance
    case .vibrant: isDark ? 1 : 0
    }
  }
}

extension SIMD4<Double> {
  /// The luminance of an encoded colour without its opacity.
  var luminance: Double { Luminance.of(SIMD3(x, y, z)) }
}

extension EffectNode {
  /// The colour in the middle of the picture that is all of the node, such as a gradient, all of which is on one side of its texts;
  /// nil: the node has other content.
  fileprivate var gradientColour: SIMD4<Double>? {
    guard material == nil, content.count == 1, case .image(let image)? = content.first, image.ink == nil,
      image.frame == frame, !image.bitmap.size.isEmpty
    else { return nil }
    let size = image.bitmap.size
    let start = 4 * (size.height / 2 * size.width + size.width / 2)
    let pixel = image.bitmap.bytes[start..<start + 4].map { Double($0) }
    guard pixel[3] > 0 else { return nil }
    return SIMD4(SIMD3(pixel[0], pixel[1], pixel[2]) / pixel[3], pixel[3] / 255)
  }

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
