public import Geometry
public import Scenes

/// A part of a surface that takes input.
public struct Region: Equatable, Sendable {
  /// The view that it belongs to.
  public var id: ViewID
  public var shape: Shape
  /// What of the shape is seen: views around may clip it.
  public var visible: PixelRect
  /// What is to be done for what; what is not here is up to the region around.
  public var actions: [Gesture: ErasedAction]
  /// How the pointer looks over it; nil: as over the region around.
  public var cursor: CursorShape?
  /// The place among a view's regions of the one around this one; nil: there is none.
  public var parent: Int?

  /// Whether a point of the surface is in it: whether its shape covers at least half of the pixel there.
  public func contains(x: Int, y: Int) -> Bool {
    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
    guard visible.contains(pixel) else { return false }
    return shape.isRectangle || shape.coverage(in: pixel)[0] >= 128
  }
}

/// What a view says while the pointer rests on it.
public struct Tooltip: Equatable, Sendable {
  public var id: ViewID
  public var frame: PixelRect
  public var text: String
}

/// A view with a key, to be found again in the next layout.
public struct Identity: Equatable, Sendable {
  public var key: ViewKey
  public var frame: PixelRect
  public var transition: Transition
}

/// How a view with a key comes and goes. What stays moves from its former place to its new one.
public enum Transition: Hashable, Sendable {
  /// At once.
  case none
  case opacity
  /// From this side, and back to it.
  case slide(Side)

  /// A side of what is around.
  public enum Side: Hashable, Sendable {
    case leading, trailing, top, bottom
  }
}

/// What a scroll view shows of its content.
public struct Scrollable: Equatable, Sendable {
  public var id: ViewID
  /// What is seen of the content.
  public var frame: PixelRect
  /// How long the content is along the axis of scrolling.
  public var contentLength: Int
  /// How much of the content lies before what is seen, within its limits.
  public var offset: Int
}

/// What has come, gone and moved from one layout to another.
public struct IdentityChanges: Equatable, Sendable {
  public var came, went: [Identity]
  /// Those in both whose frames differ.
  public var moved: [Move]

  /// A view that is elsewhere, or of another size.
  public struct Move: Equatable, Sendable {
    public var key: ViewKey
    public var from, to: PixelRect
  }
}

extension LaidOutView {
  /// What is different from a former layout of the same surface, by the keys of views.
  public func changes(since former: LaidOutView) -> IdentityChanges {
    let old = Dictionary(former.identities.map { ($0.key, $0) }) { first, _ in first }
    let new = Dictionary(identities.map { ($0.key, $0) }) { first, _ in first }
    return IdentityChanges(
      came: identities.filter { old[$0.key] == nil }, went: former.identities.filter { new[$0.key] == nil },
      moved: identities.compactMap { identity in
        guard let before = old[identity.key], before.frame != identity.frame else { return nil }
        return IdentityChanges.Move(key: identity.key, from: before.frame, to: identity.frame)
      })
  }
}
