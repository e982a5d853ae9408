public import Geometry
public import Scenes
import Settings
public import Views

/// The titles of windows and of what is played, of which one fades into the next. Of titles that change less than
/// `LengthMotion.pause` apart, only the first change fades.
///
/// The type reads no clock: every time is passed in.
public struct TitleFade: Equatable, Sendable {
  /// The timing with which a title fades into the next one.
  public static let timing = Timing.curve(.easeInOut, duration: .milliseconds(120))
  private static let kinds: Set<ModuleKind> = [.window, .media]

  /// The change of the texts of a module.
  private struct Change: Equatable, Sendable {
    var former: [TextNode]
    /// The opacity of the new texts, 0 … 1.
    var share = Animated(0.0)
  }

  /// The frame of each module in the last layout, and the texts in it.
  private var rooms: [BarItem: PixelRect] = [:]
  private var texts: [BarItem: [TextNode]] = [:]
  private var changes: [BarItem: Change] = [:]
  /// The time at which the words of each module have changed last.
  private var changed: [BarItem: Instant] = [:]

  public init() {}

  /// Sets the layout for `now`, in which no module becomes longer or shorter any more. Texts of which other words than numbers have
  /// changed fade. `isAnimated` is false while the bar is not visible, or motion is to be reduced.
  public mutating func follow(_ layout: LaidOutView, isAnimated: Bool, now: Instant) {
    let former = texts
    (rooms, texts) = ([:], [:])
    for (item, room) in Self.rooms(layout) {
      (rooms[item], texts[item]) = (room, layout.scene.nodes.flatMap { $0.texts(in: room) })
    }
    guard isAnimated else {
      (changes, changed) = ([:], [:])
      return
    }
    changes = changes.filter { texts[$0.key] != nil && $0.value.share.isMoving(at: now) }
    changed = changed.filter { texts[$0.key] != nil && now < $0.value + LengthMotion.pause }
    for (item, new) in texts {
      guard let old = former[item], !old.isEmpty, !new.isEmpty, old.words != new.words else { continue }
      let isRare = changed.updateValue(now, forKey: item) == nil
      changes[item] = isRare ? Change(former: old) : nil
      changes[item]?.share.animate(to: 1, Self.timing, now: now)
    }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { changes.values.contains { $0.share.isMoving(at: now) } }

  /// Returns a scene of a layout of the modules that were given to `follow`, with the titles as they are at `now`. In this layout,
  /// modules may be on the way to other lengths; `isUpright` says that the bar is at the left or right edge.
  public func scene(
    _ scene: Scene, of layout: LaidOutView, isUpright: Bool = false, isRightToLeft: Bool = false,
    at now: Instant
  ) -> Scene {
    guard isMoving(at: now) else { return scene }
    var scene = scene
    for (item, room) in Self.rooms(layout) {
      guard let change = changes[item], change.share.isMoving(at: now) else { continue }
      let anchor = item.zone.anchor.mirrored(if: isRightToLeft && !isUpright)
      let (x, y) = way(of: change.former, in: room, item, anchor, isUpright: isUpright)
      let former = change.former.map { text in
        var text = text
        text.frame = text.frame.offset(x: x, y: y)
        return Node.text(text)
      }
      let share = min(max(change.share.value(at: now), 0), 1)
      let leaving = EffectNode(frame: room, material: nil, alpha: 1 - share, content: former)
      var isPlaced = false
      scene.nodes = scene.nodes.map { $0.faded(to: share, in: room, after: leaving, &isPlaced) }
    }
    return scene
  }

  /// The distances by which the former texts of a module are moved, so that they lie where the new ones do: the module may have
  /// another length, and other modules may have moved. Texts in the module at rest keep their place at `anchor` in any `room`.
  private func way(
    of former: [TextNode], in room: PixelRect, _ item: BarItem, _ anchor: HorizontalAlignment, isUpright: Bool
  ) -> (x: Int, y: Int) {
    guard let rest = rooms[item], let texts = texts[item] else { return (0, 0) }
    let (old, new) = (former.extent, texts.extent)
    func twice(from old: PixelRect, to new: PixelRect) -> Int {
      isUpright
        ? anchor.twice(from: (old.y, old.maxY), to: (new.y, new.maxY))
        : anchor.twice(from: (old.x, old.maxX), to: (new.x, new.maxX))
    }
    let along = (twice(from: old, to: new) + twice(from: rest, to: room)) / 2
    return isUpright ? (new.x - old.x, along) : (along, new.y - old.y)
  }

  /// The frames of the modules whose titles fade.
  private static func rooms(_ layout: LaidOutView) -> [(item: BarItem, room: PixelRect)] {
    layout.identities.compactMap { identity in
      guard let item = identity.key.value as? BarItem, item.item == nil, kinds.contains(item.module.kind)
      else {
        return nil
      }
      return (item, identity.frame)
    }
  }
}

extension Node {
  /// The texts whose middle is in a frame.
  fileprivate func texts(in room: PixelRect) -> [TextNode] {
    switch self {
    case .effect(let effect): effect.content.flatMap { $0.texts(in: room) }
    case .text(let text): text.isIn(room) ? [text] : []
    case .image, .fill: []
    }
  }

  /// Returns the node in which the texts of `room` have an opacity, and `former` lies below the first of them unless it `isPlaced`
  /// already. A text is one of `room` if the middle of the part of it that is seen in `clip` lies there.
  fileprivate func faded(
    to opacity: Double, in room: PixelRect, clip: PixelRect? = nil, after former: EffectNode,
    _ isPlaced: inout Bool
  ) -> Node {
    switch self {
    case .effect(var effect):
      let inner = clip?.intersection(effect.frame) ?? effect.frame
      effect.content = effect.content.map {
        $0.faded(to: opacity, in: room, clip: inner, after: former, &isPlaced)
      }
      return .effect(effect)
    case .text(let text) where text.isIn(room, clip: clip):
      let new = EffectNode(frame: text.frame, material: nil, alpha: opacity, content: [self])
      if isPlaced { return .effect(new) }
      isPlaced = true
      return .effect(
        EffectNode(frame: room, material: nil, content: [.effect(former), .effect(new)]))
    case .text, .image, .fill: return self
    }
  }
}

extension TextNode {
  /// Whether the middle of the text, or of the part of it in `clip` unless that is nil, is in `room`.
  fileprivate func isIn(_ room: PixelRect, clip: PixelRect? = nil) -> Bool {
    let seen = clip?.intersection(frame) ?? frame
    if clip != nil, seen.isEmpty { return false }
    return room.contains(x: seen.x + seen.width / 2, y: seen.y + seen.height / 2)
  }
}

extension HorizontalAlignment {
  /// The alignment with leading and trailing exchanged if `isMirrored`, for coordinates from left to right.
  fileprivate func mirrored(if isMirrored: Bool) -> HorizontalAlignment {
    switch self {
    case .leading where isMirrored: .trailing
    case .trailing where isMirrored: .leading
    default: self
    }
  }

  /// Twice the distance by which a span has to be moved so that its start, its middle or its end, as the alignment says, lies at
  /// that of the new span.
  fileprivate func twice(from old: (Int, Int), to new: (Int, Int)) -> Int {
    switch self {
    case .leading: 2 * (new.0 - old.0)
    case .center: new.0 + new.1 - old.0 - old.1
    case .trailing: 2 * (new.1 - old.1)
    }
  }
}

extension [TextNode] {
  /// The smallest rectangle around the texts.
  fileprivate var extent: PixelRect { reduce(.empty) { $0.union($1.frame) } }

  /// The letters of the texts, without the numbers: a position that counts on is no other title.
  fileprivate var words: String {
    String(flatMap { $0.text.string }.filter { !$0.isNumber })
  }
}
