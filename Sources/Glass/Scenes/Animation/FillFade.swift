public import Geometry

/// The fills of a scene that fade in and out where pointer or keyboard change the looks of views.
///
/// Only fills are faded, and only while texts and pictures stay where they are: fills of another layout have moved with
/// their views. The type reads no clock: every time is passed in.
public struct FillFade: Equatable, Sendable {
  /// The timing with which a fill appears, or takes another ink.
  public static let appearing = Timing.curve(.easeOut, duration: .milliseconds(80))
  /// The timing with which a fill vanishes.
  public static let vanishing = Timing.curve(.easeOut, duration: .milliseconds(150))

  /// A fill on a sheet.
  private struct Spot: Hashable, Sendable {
    var fill: FillNode
    /// The frame of the sheet; nil: the fill lies on the surface itself.
    var sheet: PixelRect?

    var frame: PixelRect { fill.frame }
  }

  /// The fills of the last scene, and the frames of its texts and pictures.
  private var fills: Set<Spot> = []
  private var contents: [PixelRect] = []
  /// The opacities of the fills that fade; those that vanish have the target 0.
  private var moving: [Spot: Animated<Double>] = [:]

  public init() {}

  /// Sets the scene for `now`. Fills that have come or gone since the last scene fade if the state of the input `isChanged`
  /// between the two; fills with one of the frames `excluded` do not. `isAnimated` is false while the surface is not
  /// visible, or motion is to be reduced.
  public mutating func follow(
    _ scene: Scene, isChanged: Bool, excluded: Set<PixelRect> = [], isAnimated: Bool, now: Instant
  ) {
    let former = fills
    let formerContents = contents
    (fills, contents) = ([], [])
    collect(scene.nodes, on: nil, excluded)
    guard isAnimated, contents == formerContents else {
      moving = [:]
      return
    }
    moving = moving.filter { $0.value.isMoving(at: now) }
    if isChanged { fade(from: former, now: now) }
    // A fill that has come back by itself, or has gone, is no fill that fades.
    moving = moving.filter { fills.contains($0.key) == ($0.value.target == 1) }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { moving.values.contains { $0.isMoving(at: now) } }

  /// Returns the scene that was given to `follow`, or one that differs in the places of other fills, as it is at `now`.
  public func scene(_ scene: Scene, at now: Instant) -> Scene {
    guard isMoving(at: now) else { return scene }
    var scene = scene
    scene.nodes = faded(scene.nodes, on: nil, at: now)
    return scene
  }

  private mutating func fade(from former: Set<Spot>, now: Instant) {
    let kept = Set(fills.map { $0.frame })
    for spot in fills.subtracting(former) {
      var opacity = moving[spot] ?? Animated(0)
      opacity.animate(to: 1, Self.appearing, now: now)
      moving[spot] = opacity
    }
    for spot in former.subtracting(fills) {
      var opacity = moving[spot] ?? Animated(1)
      opacity.animate(to: 0, kept.contains(spot.frame) ? Self.appearing : Self.vanishing, now: now)
      moving[spot] = opacity
    }
  }

  private mutating func collect(_ nodes: [Node], on sheet: PixelRect?, _ excluded: Set<PixelRect>) {
    for node in nodes {
      switch node {
      case .fill(let fill):
        if !excluded.contains(fill.frame) { fills.insert(Spot(fill: fill, sheet: sheet)) }
      case .effect(let effect): collect(effect.content, on: effect.frame, excluded)
      case .text(let text): contents.append(text.frame)
      case .image(let image): contents.append(image.frame)
      }
    }
  }

  private func faded(_ nodes: [Node], on sheet: PixelRect?, at now: Instant) -> [Node] {
    var result = nodes.map { node in
      switch node {
      case .fill(let fill):
        let opacity = moving[Spot(fill: fill, sheet: sheet)]
        return opacity.map { fill.faded(to: $0.value(at: now)) } ?? node
      case .effect(var effect):
        effect.content = faded(effect.content, on: effect.frame, at: now)
        return .effect(effect)
      case .text, .image: return node
      }
    }
    // Sheets that only draw a border have the frame of another one.
    if nodes.isEmpty { return result }
    for (spot, opacity) in moving where opacity.target == 0 && spot.sheet == sheet {
      // The fill lies below the content of its view, and above other fills below it.
      let place = result.firstIndex { $0.isContent(over: spot.frame) } ?? result.endIndex
      result.insert(spot.fill.faded(to: opacity.value(at: now)), at: place)
    }
    return result
  }
}

extension FillNode {
  /// The fill in an opacity, 0 … 1.
  fileprivate func faded(to opacity: Double) -> Node {
    .effect(
      EffectNode(frame: frame, material: nil, alpha: min(max(opacity, 0), 1), content: [.fill(self)]))
  }
}

extension Node {
  /// Whether the node is a part of the content that lies in front of a fill with a frame.
  fileprivate func isContent(over frame: PixelRect) -> Bool {
    switch self {
    case .fill: false
    case .effect(let node): !node.frame.intersection(frame).isEmpty && !node.isFill
    case .text(let node): !node.frame.intersection(frame).isEmpty
    case .image(let node): !node.frame.intersection(frame).isEmpty
    }
  }
}

extension EffectNode {
  /// Whether the node shows a single fill.
  fileprivate var isFill: Bool {
    guard content.count == 1, case .fill? = content.first else { return false }
    return material == nil
  }
}
