public import Geometry

/// The fills of a scene that fade in and out where pointer or keyboard change the looks of views.
///
/// Only fills are faded, and only while texts and pictures stay where they are: fills of another layout have moved with
/// their views. Texts on a colour that fades have the ink with which they are read on it. The type reads no clock: every
/// time is passed in.
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

  /// A fill that fades.
  private struct Motion: Equatable, Sendable {
    /// The opacity, whose target is 0 for a fill that vanishes.
    var opacity: Animated<Double>
    var ground: FadingFill.Ground
  }

  /// A text or a picture.
  private struct Content: Equatable, Sendable {
    var frame: PixelRect
    /// The ink; nil: a picture has its own colours.
    var ink: Ink?
  }

  /// The fills of the last scene with their surroundings, and its texts and pictures in the order of drawing.
  private var fills: [Spot: FadingFill.Ground] = [:]
  private var contents: [Content] = []
  /// The inks that texts and templates had before they got those of the last scene, by their places among `contents`.
  private var formerInks: [Int: Ink] = [:]
  /// The fills that fade.
  private var moving: [Spot: Motion] = [:]

  public init() {}

  /// Sets the scene for `now`. Fills that have come or gone since the last scene fade if the state of the input `isChanged`
  /// between the two; fills with one of the frames `excluded` do not. `isAnimated` is false while the surface is not
  /// visible, or motion is to be reduced.
  public mutating func follow(
    _ scene: Scene, isChanged: Bool, excluded: Set<PixelRect> = [], isAnimated: Bool, now: Instant
  ) {
    let (former, formerContents) = (fills, contents)
    (fills, contents) = ([:], [])
    var ground = FadingFill.Ground()
    var colours: [FillNode] = []
    collect(scene.nodes, on: nil, &ground, &colours, excluded)
    guard isAnimated, contents.map(\.frame) == formerContents.map(\.frame) else {
      (moving, formerInks) = ([:], [:])
      return
    }
    moving = moving.filter { $0.value.opacity.isMoving(at: now) }
    if moving.isEmpty { formerInks = [:] }
    if isChanged {
      for (index, content) in contents.enumerated() {
        if let ink = formerContents[index].ink, ink != content.ink { formerInks[index] = ink }
      }
      fade(from: former, now: now)
    }
    // A fill that has come back by itself, or has gone, is no fill that fades.
    moving = moving.filter { (fills[$0.key] != nil) == ($0.value.opacity.target == 1) }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { moving.values.contains { $0.opacity.isMoving(at: now) } }

  /// Returns the scene that was given to `follow` as it is at `now`.
  public func scene(_ scene: Scene, at now: Instant) -> Scene {
    guard isMoving(at: now) else { return scene }
    var scene = scene
    var frame = Frame(moving.mapValues { min(max($0.opacity.value(at: now), 0), 1) }, of: self)
    scene.nodes = frame.faded(scene.nodes, on: nil)
    return scene
  }

  private mutating func fade(from former: [Spot: FadingFill.Ground], now: Instant) {
    let kept = Set(fills.keys.map(\.frame))
    for (spot, ground) in fills where former[spot] == nil {
      var motion = moving[spot] ?? Motion(opacity: Animated(0), ground: ground)
      motion.opacity.animate(to: 1, Self.appearing, now: now)
      moving[spot] = motion
    }
    for (spot, ground) in former where fills[spot] == nil {
      var motion = moving[spot] ?? Motion(opacity: Animated(1), ground: ground)
      motion.opacity.animate(to: 0, kept.contains(spot.frame) ? Self.appearing : Self.vanishing, now: now)
      moving[spot] = motion
    }
  }

  /// Collects the fills and the contents of nodes; `colours` are the opaque fills below them on the same glass.
  private mutating func collect(
    _ nodes: [Node], on sheet: PixelRect?, _ ground: inout FadingFill.Ground, _ colours: inout [FillNode],
    _ excluded: Set<PixelRect>
  ) {
    for node in nodes {
      switch node {
      case .fill(let fill):
        if !excluded.contains(fill.frame) {
          ground.colour =
            colours.last { $0.frame != fill.frame && $0.frame.contains(fill.frame) }?.opaqueColour
          fills[Spot(fill: fill, sheet: sheet)] = ground
        }
        if fill.opaqueColour != nil { colours.append(fill) }
      case .effect(let effect):
        guard let material = effect.material else {
          collect(effect.content, on: effect.frame, &ground, &colours, excluded)
          continue
        }
        var (own, none) = (FadingFill.Ground(material: material, legibility: effect.legibility), [FillNode]())
        collect(effect.content, on: effect.frame, &own, &none, excluded)
      case .text(let text): contents.append(Content(frame: text.frame, ink: text.ink))
      case .image(let image): contents.append(Content(frame: image.frame, ink: image.ink))
      }
    }
  }
}

extension FillFade {
  /// The fills of one frame, and the texts and templates that have inks of the past in it.
  private struct Frame {
    private let opacities: [Spot: Double]
    private let vanishing: [Spot]
    /// The fills of colours below texts, by their frames.
    private var colours: [PixelRect: FillNode] = [:]
    /// The fills that others of the same frame draw.
    private var hidden: Set<Spot> = []
    /// The inks of the past by the places of the texts and templates.
    private var inks: [Int: Ink] = [:]
    /// The number of texts and pictures so far.
    private var count = 0

    init(_ opacities: [Spot: Double], of fade: FillFade) {
      self.opacities = opacities
      vanishing = fade.moving.filter { $0.value.opacity.target == 0 }.map(\.key)
      for (frame, spots) in Dictionary(grouping: opacities.keys, by: \.frame) {
        if spots.contains(where: \.fill.isColour) { merge(spots, in: frame, of: fade) }
      }
    }

    /// Lets one fill stand for several of a frame, if texts lie on it.
    private mutating func merge(_ spots: [Spot], in frame: PixelRect, of fade: FillFade) {
      let indices = fade.contents.indices.filter {
        fade.contents[$0].ink != nil && fade.contents[$0].frame.intersects(frame)
      }
      // The fill that comes is drawn, or else one that goes.
      let main = spots.first { fade.fills[$0] != nil } ?? spots[0]
      guard let ground = fade.moving[main]?.ground, !indices.isEmpty else { return }
      let own = indices.compactMap { fade.contents[$0].ink }
      let former = indices.compactMap { fade.formerInks[$0] ?? fade.contents[$0].ink }
      let parts = spots.map { (ink: $0.fill.ink, opacity: opacities[$0] ?? 0) }
      let shown = FadingFill(parts, on: ground).shown(former: former, own: own)
      var fill = main.fill
      (fill.ink, fill.limit) = (shown.ink, shown.limit)
      colours[frame] = fill
      hidden.formUnion(spots.filter { $0 != main })
      if !shown.isOwn { for index in indices { inks[index] = fade.formerInks[index] } }
    }

    mutating func faded(_ nodes: [Node], on sheet: PixelRect?) -> [Node] {
      var result: [Node] = []
      for node in nodes {
        switch node {
        case .fill(let fill):
          let spot = Spot(fill: fill, sheet: sheet)
          if !hidden.contains(spot) { result.append(opacities[spot].map { shown(fill, $0) } ?? node) }
        case .effect(var effect):
          effect.content = faded(effect.content, on: effect.frame)
          result.append(.effect(effect))
        case .text(var text):
          text.ink = inks[count] ?? text.ink
          count += 1
          result.append(.text(text))
        case .image(var image):
          image.ink = inks[count] ?? image.ink
          count += 1
          result.append(.image(image))
        }
      }
      // Sheets that only draw a border have the frame of another one.
      if nodes.isEmpty { return result }
      for spot in vanishing where spot.sheet == sheet && !hidden.contains(spot) {
        // The fill lies below the content of its view, and above other fills below it.
        let place = result.firstIndex { $0.isContent(over: spot.frame) } ?? result.endIndex
        result.insert(shown(spot.fill, opacities[spot] ?? 0), at: place)
      }
      return result
    }

    /// A fill in an opacity, or the colour that stands for all fills of its frame.
    private func shown(_ fill: FillNode, _ opacity: Double) -> Node {
      if let colour = colours[fill.frame] { return .fill(colour) }
      return .effect(EffectNode(frame: fill.frame, material: nil, alpha: opacity, content: [.fill(fill)]))
    }
  }
}

extension FillNode {
  /// Whether the fill has a colour that does not depend on the glass.
  fileprivate var isColour: Bool {
    if case .colour = ink { true } else { false }
  }

  /// The colour of a fill through which nothing is seen; nil: it is another fill.
  fileprivate var opaqueColour: SIMD3<Double>? {
    guard case .colour(let colour) = ink, colour.w >= 1 else { return nil }
    return SIMD3(colour.x, colour.y, colour.z)
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
