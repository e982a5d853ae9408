public import Geometry
public import Scenes
public import Views

/// The fills of selected items, such as the workspace on the screen, which slide from one item to the next.
///
/// All frames are physical pixels of the bar's surface.
public struct PillMotion: Equatable, Sendable {
  /// The timing with which a fill moves from one item to another.
  public static let timing = Timing.curve(.easeOut, duration: .milliseconds(200))

  /// The fill of a module.
  private struct Pill: Equatable, Sendable {
    /// The selected item.
    var item: BarItem
    /// The item that was selected before; nil: there was none.
    var former: BarItem?
    /// The frame of the fill at rest.
    var frame: PixelRect
    /// The frame from which the fill moves.
    var start: PixelRect
    /// The fraction of the way from `start` to `frame` that is done.
    var share = Animated(1.0)

    func place(at now: Instant) -> PixelRect { start.mixed(with: frame, share.value(at: now)) }
  }

  /// The fills by their modules.
  private var pills: [BarItem: Pill] = [:]

  public init() {}

  /// Sets the frames of the fills in the layout for `now`, by their items. A fill moves if another item of the same module
  /// had it in the last layout; a module with several fills moves none of them. `isAnimated` is false while the bar is not
  /// visible, or motion is to be reduced.
  public mutating func follow(_ frames: [BarItem: PixelRect], isAnimated: Bool, now: Instant) {
    let selected = Dictionary(grouping: frames.keys) { $0.whole }.filter { $0.value.count == 1 }
    pills = pills.filter { selected[$0.key] != nil }
    for (module, items) in selected {
      guard let item = items.first, let frame = frames[item] else { continue }
      var pill = pills[module] ?? Pill(item: item, frame: frame, start: frame)
      if !isAnimated {
        pill = Pill(item: item, frame: frame, start: frame)
      } else if pill.item != item {
        (pill.start, pill.former) = (pill.place(at: now), pill.item)
        pill.share = Animated(0)
        pill.share.animate(to: 1, Self.timing, now: now)
      } else {
        // The fill moves on within its module while that moves, as in a drawer that slides.
        pill.start = pill.start.offset(x: frame.x - pill.frame.x, y: frame.y - pill.frame.y)
      }
      (pill.item, pill.frame) = (item, frame)
      pills[module] = pill
    }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { pills.values.contains { $0.share.isMoving(at: now) } }

  /// The frames at `now` of the fills that move, by their items.
  public func frames(at now: Instant) -> [BarItem: PixelRect] {
    pills.values.reduce(into: [:]) { frames, pill in
      if pill.share.isMoving(at: now) { frames[pill.item] = pill.place(at: now) }
    }
  }

  /// Returns a scene of the layout that was given to `follow`, with the fills that move where they are at `now`, below the texts of
  /// their modules. Texts that lie on an opaque fill in part have its ink there alone.
  public func scene(_ scene: Scene, of layout: LaidOutView, at now: Instant) -> Scene {
    var scene = scene
    for (module, pill) in pills where pill.share.isMoving(at: now) {
      func frame(of item: BarItem?) -> PixelRect? {
        item.flatMap { item in layout.identities.first { $0.key.value as? BarItem == item }?.frame }
      }
      guard let room = frame(of: module) else { continue }
      let items = frame(of: pill.item).flatMap { own in frame(of: pill.former).map { (own, $0) } }
      scene = scene.withSheets {
        $0.content.move(fillAt: pill.frame, to: pill.place(at: now), in: room, from: items)
      }
    }
    return scene
  }
}

/// The key of the fill of a selected item in the layout of a bar.
struct PillKey: Hashable, Sendable {
  var item: BarItem
}

extension LaidOutView {
  /// The frames of the fills of selected items, in physical pixels of the bar's surface.
  public var pills: [BarItem: PixelRect] {
    identities.reduce(into: [:]) { pills, identity in
      if let key = identity.key.value as? PillKey { pills[key.item] = identity.frame }
    }
  }
}

extension BarItem {
  /// The module of the item.
  fileprivate var whole: BarItem { BarItem(zone: zone, place: place, module: module) }
}

extension [Node] {
  /// Moves the fill with the frame `old` to the frame `new`, with the line along its edge. It lies below all other nodes in `room`, the
  /// frame of its module; the contents below an opaque one are drawn again on it, in the ink of the item `own` that is selected now.
  /// Those of `own` have the ink of the item `former` elsewhere. A drawer that slides cuts its modules out, so that the fill is among
  /// the nodes of a part.
  fileprivate mutating func move(
    fillAt old: PixelRect, to new: PixelRect, in room: PixelRect,
    from items: (own: PixelRect, former: PixelRect)?
  ) {
    let found = firstIndex { node in
      if case .fill(let fill) = node { fill.frame == old } else { false }
    }
    guard let found, case .fill(var fill) = self[found] else {
      for index in indices {
        guard case .effect(var part) = self[index], part.material == nil else { continue }
        part.content.move(fillAt: old, to: new, in: room, from: items)
        self[index] = .effect(part)
      }
      return
    }
    let lowest = firstIndex { room.contains($0.frame) && $0.frame != room } ?? found
    fill.frame = new
    remove(at: found)
    var moved = [Node.fill(fill)]
    if indices.contains(found), case .effect(var line) = self[found], line.frame == old, line.content.isEmpty
    {
      line.frame = new
      remove(at: found)
      moved.append(.effect(line))
    }
    let contents = indices.filter {
      room.contains(self[$0].frame) && self[$0].frame != room && self[$0].isContent
    }
    guard let last = contents.last, let items, fill.isOpaque,
      let own = firstInk(of: contents, in: items.own), case .plain = own,
      let other = firstInk(of: contents, in: items.former), own != other
    else { return insert(contentsOf: moved, at: Swift.min(lowest, found)) }
    let copies = contents.filter { self[$0].frame.intersects(new) }.map { self[$0].inked(own) }
    for index in contents where items.own.contains(self[index].frame) {
      self[index] = self[index].inked(other)
    }
    moved.append(.effect(EffectNode(frame: new, material: nil, corners: fill.corners, content: copies)))
    insert(contentsOf: moved, at: last + 1)
  }

  /// The first ink of the nodes at `places` that lie in `frame`.
  private func firstInk(of places: [Int], in frame: PixelRect) -> Ink? {
    places.lazy.filter { frame.contains(self[$0].frame) }.compactMap { self[$0].firstInk }.first
  }
}

extension FillNode {
  /// Whether nothing is seen through the fill.
  fileprivate var isOpaque: Bool {
    if case .colour(let colour) = ink { colour.w >= 1 } else { false }
  }
}

extension Node {
  fileprivate var frame: PixelRect {
    switch self {
    case .effect(let node): node.frame
    case .text(let node): node.frame
    case .image(let node): node.frame
    case .fill(let node): node.frame
    }
  }

  /// Whether the node is a text or a picture, or has one.
  fileprivate var isContent: Bool {
    switch self {
    case .effect(let node): node.content.contains(where: \.isContent)
    case .text, .image: true
    case .fill: false
    }
  }

  /// The ink of the first text or template of the node; nil: it has neither.
  fileprivate var firstInk: Ink? {
    switch self {
    case .effect(let node): node.content.lazy.compactMap(\.firstInk).first
    case .text(let node): node.ink
    case .image(let node): node.ink
    case .fill: nil
    }
  }

  /// The node with another ink for its texts and templates.
  fileprivate func inked(_ ink: Ink) -> Node {
    switch self {
    case .effect(var node):
      node.content = node.content.map { $0.inked(ink) }
      return .effect(node)
    case .text(var node):
      node.ink = ink
      return .text(node)
    case .image(var node):
      if node.ink != nil { node.ink = ink }
      return .image(node)
    case .fill: return self
    }
  }
}
