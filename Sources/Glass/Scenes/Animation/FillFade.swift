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
    /// The frame of the sheet, not that of a group which gives a shadow or an opacity to this fill alone; nil: the fill lies on the
    /// surface itself.
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
  /// The frames of the sheets of the last scene on which fills can be shown, nil for the surface itself.
  private var sheets: Set<PixelRect?> = []
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
    (fills, contents, sheets) = ([:], [], [nil])
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
    // A fill that has come back by itself, or has gone with or without its sheet, is no fill that fades.
    moving = moving.filter { spot, motion in
      (fills[spot] != nil) == (motion.opacity.target == 1) && sheets.contains(spot.sheet)
    }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { moving.values.contains { $0.opacity.isMoving(at: now) } }

  /// Returns the scene that was given to `follow` as it is at `now`.
  public func scene(_ scene: Scene, at now: Instant) -> Scene {
    guard isMoving(at: now) else { return scene }
    var scene = scene
    var moment = Moment(moving.mapValues { min(max($0.opacity.value(at: now), 0), 1) }, of: self)
    scene.nodes = moment.faded(scene.nodes, on: nil)
    return scene
  }

  /// The colour of an opaque fill of a frame that does not fade; nil: there is none.
  private func stillColour(in frame: PixelRect, on sheet: PixelRect?) -> SIMD3<Double>? {
    let still = fills.keys.first {
      $0.frame == frame && $0.sheet == sheet && moving[$0] == nil && $0.fill.opaqueColour != nil
    }
    return still?.fill.opaqueColour
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
        if fill.opaqueColour != nil, ground.opacity >= 1 { colours.append(fill) }
      case .effect(let effect):
        if effect.isFill {
          ground.opacity = effect.alpha
          collect(effect.content, on: sheet, &ground, &colours, excluded)
          ground.opacity = 1
          continue
        }
        if !effect.content.isEmpty { sheets.insert(effect.frame) }
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
  /// The fills in one moment, and the texts and templates that still have their former inks then.
  private struct Moment {
    private let opacities: [Spot: Double]
    /// The fills that the scene has no more, with the opacities of the groups in which they lay.
    private let vanishing: [(spot: Spot, opacity: Double)]
    /// The fills of colours below texts, by their frames.
    private var colours: [PixelRect: FillNode] = [:]
    /// The fills in place of which another one of the same frame is drawn.
    private var hidden: Set<Spot> = []
    /// The former inks by the places of the texts and templates.
    private var inks: [Int: Ink] = [:]
    /// The number of texts and pictures so far.
    private var count = 0

    init(_ opacities: [Spot: Double], of fade: FillFade) {
      self.opacities = opacities
      vanishing = fade.moving.filter { $0.value.opacity.target == 0 }.map {
        ($0.key, $0.value.ground.opacity)
      }
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
      guard var ground = fade.moving[main]?.ground, !indices.isEmpty else { return }
      ground.colour = fade.stillColour(in: frame, on: main.sheet) ?? ground.colour
      let own = indices.compactMap { fade.contents[$0].ink }
      let former = indices.compactMap { fade.formerInks[$0] ?? fade.contents[$0].ink }
      let parts = spots.map { spot in
        // The group of a fill that has gone is not there any more.
        let group = fade.fills[spot] == nil ? fade.moving[spot]?.ground.opacity ?? 1 : 1
        return (ink: spot.fill.ink, opacity: (opacities[spot] ?? 0) * group)
      }
      let shown = FadingFill(parts, on: ground).shown(former: former, own: own)
      var fill = main.fill
      (fill.ink, fill.limit) = (shown.ink, shown.limit)
      colours[frame] = fill
      hidden.formUnion(spots.filter { $0 != main })
      if !shown.isOwn { for index in indices { inks[index] = fade.formerInks[index] } }
    }

    mutating func faded(_ nodes: [Node], on sheet: PixelRect?) -> [Node] {
      var result = stayed(nodes, on: sheet)
      // Sheets that only draw a border have the frame of another one.
      if nodes.isEmpty { return result }
      for (spot, opacity) in vanishing where spot.sheet == sheet && !hidden.contains(spot) {
        // The fill lies below the content of its view, and above other fills below it.
        let place = result.firstIndex { $0.isContent(over: spot.frame) } ?? result.endIndex
        result.insert(shown(spot.fill, (opacities[spot] ?? 0) * opacity), at: place)
      }
      return result
    }

    /// The nodes of the scene itself on a sheet.
    private mutating func stayed(_ nodes: [Node], on sheet: PixelRect?) -> [Node] {
      var result: [Node] = []
      for node in nodes {
        switch node {
        case .fill(let fill):
          let spot = Spot(fill: fill, sheet: sheet)
          if !hidden.contains(spot) { result.append(opacities[spot].map { shown(fill, $0) } ?? node) }
        case .effect(var effect):
          effect.content =
            effect.isFill ? stayed(effect.content, on: sheet) : faded(effect.content, on: effect.frame)
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
  package var opaqueColour: SIMD3<Double>? {
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
  /// Whether the node shows a single fill, with or without the line along its edge.
  fileprivate var isFill: Bool {
    guard material == nil, case .fill(let fill)? = content.first, fill.frame == frame else { return false }
    return content.dropFirst().allSatisfy {
      if case .effect(let line) = $0 { line.material == nil && line.content.isEmpty } else { false }
    }
  }
}
