public import Geometry
public import Scenes
import Settings
public import Views

/// The titles of windows and of what is played, of which one fades into the next.
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

  /// The texts of each module in the last layout.
  private var texts: [BarItem: [TextNode]] = [:]
  private var changes: [BarItem: Change] = [:]

  public init() {}

  /// Sets the layout for `now`. Texts of which other words than numbers have changed fade. `isAnimated` is false while the bar
  /// is not visible, or motion is to be reduced.
  public mutating func follow(_ layout: LaidOutView, isAnimated: Bool, now: Instant) {
    let former = texts
    texts = [:]
    for (item, room) in Self.rooms(layout) { texts[item] = layout.scene.nodes.flatMap { $0.texts(in: room) } }
    guard isAnimated else {
      changes = [:]
      return
    }
    changes = changes.filter { texts[$0.key] != nil && $0.value.share.isMoving(at: now) }
    for (item, new) in texts {
      guard let old = former[item], !old.isEmpty, !new.isEmpty, old.words != new.words else { continue }
      changes[item] = Change(former: old)
      changes[item]?.share.animate(to: 1, Self.timing, now: now)
    }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { changes.values.contains { $0.share.isMoving(at: now) } }

  /// Returns a scene of the layout that was given to `follow`, with the titles as they are at `now`.
  public func scene(_ scene: Scene, of layout: LaidOutView, at now: Instant) -> Scene {
    guard isMoving(at: now) else { return scene }
    var scene = scene
    for (item, room) in Self.rooms(layout) {
      guard let change = changes[item], change.share.isMoving(at: now) else { continue }
      var former = change.former
      if let first = former.first, let new = texts[item]?.first {
        // The text begins where the new one does: its module may have become wider, and other modules have moved.
        let (x, y) = (new.frame.x - first.frame.x, new.frame.y - first.frame.y)
        for index in former.indices { former[index].frame = former[index].frame.offset(x: x, y: y) }
      }
      let share = min(max(change.share.value(at: now), 0), 1)
      let leaving = EffectNode(
        frame: room, material: nil, alpha: 1 - share, content: former.map { .text($0) })
      var isPlaced = false
      scene.nodes = scene.nodes.map { $0.faded(to: share, in: room, after: leaving, &isPlaced) }
    }
    return scene
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

  /// Returns the node with the texts in `room` at an opacity, and before the first of them the node `former`, unless that
  /// `isPlaced` already.
  fileprivate func faded(
    to opacity: Double, in room: PixelRect, after former: EffectNode, _ isPlaced: inout Bool
  ) -> Node {
    switch self {
    case .effect(var effect):
      effect.content = effect.content.map { $0.faded(to: opacity, in: room, after: former, &isPlaced) }
      return .effect(effect)
    case .text(let text) where text.isIn(room):
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
  fileprivate func isIn(_ room: PixelRect) -> Bool {
    room.contains(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
  }
}

extension [TextNode] {
  /// The letters of the texts, without the numbers: a position that counts on is no other title.
  fileprivate var words: String {
    String(flatMap { $0.text.string }.filter { !$0.isNumber })
  }
}
