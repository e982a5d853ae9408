public import Geometry
public import Scenes

/// The animation of a popup's glass: it springs from its module when the popup opens, or grows out of the island of its module,
/// while its content fades in, unfolds when its content has become higher, and shrinks a little while the surface fades out.
///
/// The first frame already shows most of the glass, so that a click has a visible effect at once. The glass itself does not fade
/// in: a surface that is partly transparent would let the screen be seen through it as it is, not blurred.
public struct PopupMotion: Equatable, Sendable {
  /// The part of the glass that a frame shows.
  public enum Shape: Equatable, Sendable {
    /// All of the glass, in its size.
    case whole
    /// All of the glass, scaled by a factor below 1 about the module's place.
    case scaled(Double)
    /// The glass on its way from the shape of its module's island, 0, to its own, 1, on which its content appears.
    case grown(Double)
    /// A fraction of the glass, 0 … 1, at the side from which it unfolds.
    case part(Double)
  }

  /// The opacity of the content of the glass in the first frame, 0 … 1.
  static let firstOpacity = 0.4
  /// The timing with which the content fades in from `firstOpacity`, and the surface fades out when it closes. Menus of macOS
  /// take about this time.
  public static let fading = Timing.curve(.easeOut, duration: .milliseconds(120))
  /// The factor by which the glass is scaled in the first frame.
  static let firstScale = 0.94
  /// The timing with which the glass reaches its size when the popup opens; its damping ratio is 0.8.
  static let opening = Timing.spring(Spring(duration: 0.35, bounce: 0.2))
  /// The factor by which the glass is scaled when the surface has faded out.
  static let lastScale = 0.97
  /// The timing with which the glass unfolds.
  static let unfolding = Timing.spring(Spring(duration: 0.25))

  /// The meaning of the extent.
  private enum Course: Sendable {
    case scale, growth, share
  }

  /// The factor, the progress or the fraction, as `course` says.
  private var extent: Animated<Double>
  /// The opacity of the content, which a growing sheet has as well.
  private var appearance = Animated(1.0)
  private let course: Course
  /// The extent at the end.
  private let end: Double
  private let timing: Timing
  /// Whether the animation has not begun, because no frame was drawn yet.
  private var isWaiting: Bool

  /// Creates the animation of a popup that is not on the screen yet; `fromIsland`: its module is on an island of its own glass.
  public init(fromIsland: Bool = false) {
    self.init(
      Animated(fromIsland ? 0 : Self.firstScale), Self.opening, fromIsland ? .growth : .scale, isWaiting: true
    )
    // The content of a sheet appears on its way from an island.
    if !fromIsland { appearance = Animated(Self.firstOpacity) }
  }

  /// Creates the animation of a popup whose glass was enlarged; `share` is the fraction of the glass that is already
  /// on the screen.
  public init(from share: Double) {
    self.init(Animated(share), Self.unfolding, .share, isWaiting: true)
  }

  private init(
    _ extent: Animated<Double>, to end: Double = 1, _ timing: Timing, _ course: Course, isWaiting: Bool
  ) {
    (self.extent, self.end, self.timing) = (extent, end, timing)
    (self.course, self.isWaiting) = (course, isWaiting)
  }

  /// The animation of a popup that closes, while its surface fades out.
  public static let closing = PopupMotion(
    Animated(1), to: lastScale, fading, .scale, isWaiting: true)

  /// The animation of a popup that has its size at once, as tooltips do, and all popups with reduced motion: its content fades in.
  public static let appearing: PopupMotion = {
    var motion = PopupMotion(Animated(1), .none, .scale, isWaiting: true)
    motion.appearance = Animated(firstOpacity)
    return motion
  }()

  /// The absence of an animation: the first frame shows all of the glass.
  public static let none = PopupMotion(Animated(1), .none, .scale, isWaiting: false)

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool {
    isWaiting || extent.isMoving(at: now) || appearance.isMoving(at: now)
  }

  /// The opacity of the content of the glass at `now`, 0 … 1.
  public func contentOpacity(at now: Instant) -> Double { appearance.value(at: now) }

  /// The part of the glass that is shown at `now`. The glass has no room to become larger than at rest, which the
  /// spring would exceed by a thousandth.
  public func shape(at now: Instant) -> Shape {
    let extent = min(max(extent.value(at: now), 0), 1)
    if extent == 1 { return .whole }
    return switch course {
    case .scale: .scaled(extent)
    case .growth: .grown(extent)
    case .share: .part(extent)
    }
  }

  /// Starts the animation with the frame at `now`; does nothing if it has started already.
  public mutating func begin(now: Instant) {
    guard isWaiting else { return }
    isWaiting = false
    extent.animate(to: end, timing, now: now)
    appearance.animate(to: 1, Self.fading, now: now)
  }
}

extension Scene {
  /// Returns the scene with each sheet scaled by `factor` about the point of the sheet that is nearest to the middle of
  /// `anchor`, in physical pixels of the surface.
  public func scaled(by factor: Double, towards anchor: LogicalRect) -> Scene {
    withSheets { sheet in
      func nearest(_ place: Double, _ start: Int, _ end: Int) -> Double {
        min(max(place, Double(start)), Double(end))
      }
      let x = nearest(anchor.x + anchor.width / 2, sheet.frame.x, sheet.frame.maxX)
      let y = nearest(anchor.y + anchor.height / 2, sheet.frame.y, sheet.frame.maxY)
      sheet = sheet.scaled(by: factor, about: (x, y))
    }
  }

  /// Returns the scene with each sheet on its way from the shape of `island`, in physical pixels of the surface, beside it, to its
  /// own, of which it has made the part `progress`. The content of a sheet keeps its position, and appears on the way.
  ///
  /// If the island ends at a side of the surface, and the surface reaches below the island, the sheet touches it at first, and hangs on
  /// it by a neck of glass until it has made some of its way. The neck is at most as long as `reach`, in pixels, and as the distance
  /// between the island and the sheet at rest.
  public func grown(
    _ progress: Double, from island: LogicalRect, within reach: Double = .infinity
  ) -> Scene {
    withSheets { sheet in
      let whole = sheet.frame
      let joint = joint(of: whole, with: island)
      let start = joint?.start ?? whole.start(from: island)
      sheet.frame = start.mixed(with: whole, progress)
      let shorter = Double(min(start.width, start.height))
      sheet.corners = sheet.corners.mixed(with: Corners(shorter / 2), 1 - progress)
      let opacity = min(max((progress - Self.firstContent) / (1 - Self.firstContent), 0), 1)
      sheet.content = [
        .effect(EffectNode(frame: whole, material: nil, alpha: opacity, content: sheet.content))
      ]
      guard let joint else { return }
      let length = min(Double(whole.distance(to: joint.side, of: size)), reach)
      sheet = sheet.joined(with: joint.neck, within: length * (1 - progress))
    }
  }

  /// The first shape of a sheet that hangs on an island at a side of the surface, and the neck beyond that side; nil: the island
  /// ends at no side, or beside the surface.
  private func joint(
    of sheet: PixelRect, with island: LogicalRect
  ) -> (side: OutputEdge, start: PixelRect, neck: PixelRect)? {
    guard let side = side(touching: island) else { return nil }
    let near = sheet.reaching(side, of: size)
    let joints = [near, near.widened(along: side, in: size)].lazy.map { room in
      let start = room.start(from: island)
      return (side, start, start.neck(beyond: side, of: size))
    }
    return joints.first { _, _, neck in
      side.isLevel
        ? Double(neck.x) > island.x - 1 && Double(neck.maxX) < island.maxX + 1
        : Double(neck.y) > island.y - 1 && Double(neck.maxY) < island.maxY + 1
    }
  }

  /// The pixels along the side of the surface beside an island by which glass hangs on it that grows out of the island; nil: no glass
  /// reaches that side.
  public func neck(from island: LogicalRect) -> PixelRect? {
    guard let side = side(touching: island), !size.isEmpty else { return nil }
    let line =
      switch side {
      case .top: PixelRect(x: 0, y: 0, width: size.width, height: 1)
      case .bottom: PixelRect(x: 0, y: size.height - 1, width: size.width, height: 1)
      case .left: PixelRect(x: 0, y: 0, width: 1, height: size.height)
      case .right: PixelRect(x: size.width - 1, y: 0, width: 1, height: size.height)
      }
    for case .effect(let sheet) in nodes where sheet.merging != nil {
      let shape = Shape(frame: sheet.frame, corners: sheet.corners, merging: sheet.merging)
      let bytes = shape.coverage(in: line)
      guard let first = bytes.firstIndex(where: { $0 >= 128 }),
        let last = bytes.lastIndex(where: { $0 >= 128 })
      else { continue }
      let length = last - first + 1
      return side.isLevel
        ? PixelRect(x: first, y: line.y, width: length, height: 1)
        : PixelRect(x: line.x, y: first, width: 1, height: length)
    }
    return nil
  }

  /// Returns the scene without the borders of its sheets where necks join them, pixels along the outside of a bar at `edge`.
  public func joined(by necks: [PixelRect], at edge: OutputEdge) -> Scene {
    withSheets { sheet in
      guard let border = sheet.border else { return }
      let depth = Int(border.depth.rounded(.up)) + 1
      let gaps = necks.map { neck in
        edge.isLevel
          ? PixelRect(x: neck.x, y: neck.y - depth, width: neck.width, height: neck.height + 2 * depth)
          : PixelRect(x: neck.x - depth, y: neck.y, width: neck.width + 2 * depth, height: neck.height)
      }
      // Islands that no neck joins are not painted anew.
      sheet.borderGaps = gaps.filter { $0.intersects(sheet.frame) }
    }
  }

  /// The side of the surface at which an island beside it ends; nil: there is room between them, or the surface reaches over it.
  private func side(touching island: LogicalRect) -> OutputEdge? {
    let distances: [(OutputEdge, Double)] = [
      (.top, island.maxY), (.bottom, Double(size.height) - island.y), (.left, island.maxX),
      (.right, Double(size.width) - island.x),
    ]
    return distances.first { abs($0.1) < 1 }?.0
  }

  /// The part of the way of a sheet from its island after which its content appears. The content keeps its position, so a narrower
  /// sheet would show texts that are cut at both sides.
  private static let firstContent = 0.8

  /// Returns the scene with the content of each sheet at the given opacity, 0 … 1; the sheets themselves keep theirs.
  public func withContent(opacity: Double) -> Scene {
    withSheets { $0 = $0.withContent(opacity: opacity) }
  }

  /// Returns the scene with each sheet reduced to the fraction `share` of its extent in the direction `away`; the
  /// part at the opposite side remains. The content of a sheet keeps its position, and is clipped where the sheet
  /// ends.
  public func unfolded(_ share: Double, away: OutputEdge) -> Scene {
    withSheets { $0.frame = $0.frame.unfolded(share, away: away) }
  }

  /// Returns the scene with a change to each of its sheets.
  func withSheets(_ change: (inout EffectNode) -> Void) -> Scene {
    var scene = self
    scene.nodes = nodes.map { node in
      guard case .effect(var sheet) = node else { return node }
      change(&sheet)
      return .effect(sheet)
    }
    return scene
  }
}

extension EffectNode {
  /// Returns the sheet as one with another shape of its glass, if that is near: two flat ends that are `distance` pixels apart are
  /// joined.
  fileprivate func joined(with shape: PixelRect, within distance: Double) -> EffectNode {
    var other = self
    (other.frame, other.corners, other.content) = (shape, .square, [])
    let both = Scene(size: frame.size, nodes: [.effect(self), .effect(other)]).merged(within: distance)
    guard both.nodes.count == 1, case .effect(let merged) = both.nodes[0] else { return self }
    return merged
  }
}

extension PixelRect {
  /// The distance of the rectangle from a side of a surface of `size`.
  fileprivate func distance(to side: OutputEdge, of size: PixelSize) -> Int {
    switch side {
    case .top: y
    case .bottom: size.height - maxY
    case .left: x
    case .right: size.width - maxX
    }
  }

  /// The rectangle made longer as far as a side of a surface of `size`.
  fileprivate func reaching(_ side: OutputEdge, of size: PixelSize) -> PixelRect {
    let distance = distance(to: side, of: size)
    return switch side {
    case .top: PixelRect(x: x, y: y - distance, width: width, height: height + distance)
    case .bottom: PixelRect(x: x, y: y, width: width, height: height + distance)
    case .left: PixelRect(x: x - distance, y: y, width: width + distance, height: height)
    case .right: PixelRect(x: x, y: y, width: width + distance, height: height)
    }
  }

  /// The rectangle made as long as a surface of `size` along a side of it.
  fileprivate func widened(along side: OutputEdge, in size: PixelSize) -> PixelRect {
    side.isLevel
      ? PixelRect(x: 0, y: y, width: size.width, height: height)
      : PixelRect(x: x, y: 0, width: width, height: size.height)
  }

  /// A rectangle beyond a side of a surface of `size`, on which glass in this rectangle hangs. It lies on the straight part of the
  /// edge of an island as large as this rectangle.
  fileprivate func neck(beyond side: OutputEdge, of size: PixelSize) -> PixelRect {
    let inset = min(width, height) / 4
    return switch side {
    case .top: PixelRect(x: x + inset, y: -height, width: width - 2 * inset, height: height)
    case .bottom: PixelRect(x: x + inset, y: size.height, width: width - 2 * inset, height: height)
    case .left: PixelRect(x: -width, y: y + inset, width: width, height: height - 2 * inset)
    case .right: PixelRect(x: size.width, y: y + inset, width: width, height: height - 2 * inset)
    }
  }

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

  /// The part of the rectangle that is nearest to an island beside it, as large as that as far as there is room.
  fileprivate func start(from island: LogicalRect) -> PixelRect {
    func part(_ place: Double, _ length: Double, _ start: Int, _ room: Int) -> (start: Int, length: Int) {
      let length = min(max(1, Int(length.rounded())), room)
      return (min(max(Int(place.rounded()), start), start + room - length), length)
    }
    let across = part(island.x, island.width, x, width)
    let down = part(island.y, island.height, y, height)
    return PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  /// Returns the rectangle whose edges have made the part `share` of the way to those of another one.
  func mixed(with other: PixelRect, _ share: Double) -> PixelRect {
    func place(_ own: Int, _ other: Int) -> Int { Int((Double(own) + Double(other - own) * share).rounded()) }
    let (left, top) = (place(x, other.x), place(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(1, place(maxX, other.maxX) - left),
      height: max(1, place(maxY, other.maxY) - top))
  }
}

extension Corners {
  /// Returns the corners whose radii have made the part `share` of the way to those of others.
  fileprivate func mixed(with other: Corners, _ share: Double) -> Corners {
    func radius(_ path: KeyPath<Corners, Double>) -> Double {
      self[keyPath: path] + (other[keyPath: path] - self[keyPath: path]) * share
    }
    return Corners(
      topLeft: radius(\.topLeft), topRight: radius(\.topRight), bottomRight: radius(\.bottomRight),
      bottomLeft: radius(\.bottomLeft))
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
