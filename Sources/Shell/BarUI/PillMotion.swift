public import Geometry
public import Scenes
public import Views
import VisualEffects

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

  /// Returns a scene of the layout that was given to `follow`, with the fills that move where they are at `now`, so that all other
  /// nodes of their modules are seen on them. Texts that lie on an opaque fill in part have its ink there alone.
  public func scene(_ scene: Scene, of layout: LaidOutView, at now: Instant) -> Scene {
    var scene = scene
    for (module, pill) in pills where pill.share.isMoving(at: now) {
      func frame(of item: BarItem?) -> PixelRect? {
        item.flatMap { item in layout.identities.first { $0.key.value as? BarItem == item }?.frame }
      }
      guard let room = frame(of: module) else { continue }
      let (own, former) = (frame(of: pill.item), frame(of: pill.former))
      scene = scene.withSheets { sheet in
        let isGlass = sheet.material != nil
        sheet.content.changeNodes(aroundFillAt: pill.frame) { nodes, index in
          nodes.movePill(
            at: index, from: pill.frame, to: pill.place(at: now), in: room, of: own, and: former,
            onGlass: isGlass)
        }
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
  /// Moves the fill at an index from its frame `old` to the frame `new`, with the line along its edge.
  ///
  /// The fill lies below all other nodes in `room`, the frame of its module, unless nothing is seen through it and the texts in the
  /// frame `own` of the selected item have an ink for it. Then it lies above all of them, and those that it meets are drawn again on
  /// it, texts in that ink unless an item has an opaque fill below them. Those of `own` have the ink of the frame `former` of the item
  /// that was selected before, or of another item, or that of glass, elsewhere.
  fileprivate mutating func movePill(
    at index: Int, from old: PixelRect, to new: PixelRect, in room: PixelRect, of own: PixelRect?,
    and former: PixelRect?, onGlass isGlass: Bool
  ) {
    let lowest = Swift.min(indices.first { isPart($0, of: room) } ?? index, index)
    var pill = [remove(at: index)]
    if indices.contains(index), case .effect(let line) = self[index], line.frame == old, line.content.isEmpty
    {
      pill.append(remove(at: index))
    }
    let isClear = pill[0].isFaded || pill[0].movableFill?.opaqueColour == nil
    let corners = pill[0].movableFill?.corners ?? .square
    pill = pill.map { $0.moved(from: old, to: new) }
    let parts = indices.filter { isPart($0, of: room) }
    guard let last = parts.last, let own, !isClear,
      let inks = inks(of: parts, in: own, former, glass: isGlass ? .vibrant(.label) : nil)
    else { return insert(contentsOf: pill, at: lowest) }
    let copies = parts.filter { self[$0].frame.intersects(new) }.map { index in
      hasFill(below: self[index].frame, among: parts) ? self[index] : self[index].inked(inks.own)
    }
    for index in parts where own.contains(self[index].frame) { self[index] = self[index].inked(inks.other) }
    pill.append(.effect(EffectNode(frame: new, material: nil, corners: corners, content: copies)))
    insert(contentsOf: pill, at: last + 1)
  }

  private func isPart(_ index: Int, of room: PixelRect) -> Bool {
    room.contains(self[index].frame) && self[index].frame != room
  }

  /// Whether one of the nodes at `parts` is an opaque fill below all of a frame.
  private func hasFill(below frame: PixelRect, among parts: [Int]) -> Bool {
    parts.contains { self[$0].movableFill?.opaqueColour != nil && self[$0].frame.contains(frame) }
  }

  /// The ink that the texts among the nodes at `parts` have in the frame `own` on its fill, and that of texts without a fill, first
  /// those in the frame `former`; nil: these are the same, or unknown. Where there are no others, it is the ink `glass`, unless a
  /// colour lies below.
  private func inks(
    of parts: [Int], in own: PixelRect, _ former: PixelRect?, glass: Ink?
  ) -> (own: Ink, other: Ink)? {
    func first(_ isIncluded: (PixelRect) -> Bool) -> Ink? {
      parts.filter { isIncluded(self[$0].frame) }.lazy.compactMap { self[$0].firstInk }.first
    }
    func isBare(_ frame: PixelRect) -> Bool { !own.contains(frame) && !hasFill(below: frame, among: parts) }
    let others = former.flatMap { former in first { former.contains($0) && isBare($0) } } ?? first(isBare)
    let isColoured = contains { $0.frame.contains(own) && $0.movableFill?.opaqueColour != nil }
    guard let ink = first(own.contains), case .plain = ink,
      let other = others ?? (isColoured ? nil : glass), ink != other
    else { return nil }
    return (ink, other)
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

  /// Whether the node is a group that is translucent.
  fileprivate var isFaded: Bool {
    if case .effect(let group) = self { group.alpha < 1 } else { false }
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
