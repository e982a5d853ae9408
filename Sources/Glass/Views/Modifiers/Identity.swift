import Geometry

extension View {
  /// Identifies the view by a key, which is unique in its tree: the view is recognised in the next layout
  /// wherever it is, and keeps the state of its input. The modifier applies to those before it, so it stands
  /// last.
  public func id(_ key: some Hashable & Sendable) -> ViewTree {
    ViewTree(IdentityElement(content: element, key: ViewKey(key), transition: .opacity))
  }

  /// Sets the way in which the view appears and disappears. It stands after `.id`, without which it has no
  /// effect.
  public func transition(_ transition: Transition) -> ViewTree {
    guard var identity = element as? IdentityElement else { return body }
    identity.transition = transition
    return ViewTree(identity)
  }

  /// Identifies the view by a key as the anchor of popups.
  public func popupAnchor(_ key: some Hashable & Sendable) -> ViewTree {
    ViewTree(AnchorElement(content: element, key: ViewKey(key)))
  }
}

private struct IdentityElement: Element {
  var content: any Element
  var key: ViewKey
  var transition: Transition

  func box(in context: LayoutContext) -> any Box {
    var inner = context
    inner.id = ViewID(key: key)
    return MarkedBox(content: content.box(in: inner)) { frame, canvas in
      canvas.addIdentity(Identity(key: key, frame: frame, transition: transition))
    }
  }
}

private struct AnchorElement: Element {
  var content: any Element
  var key: ViewKey

  func box(in context: LayoutContext) -> any Box {
    MarkedBox(content: content.box(in: context)) { frame, canvas in canvas.addAnchor(key, frame) }
  }
}

/// A view that reports its frame to the canvas.
private struct MarkedBox: Wrapper {
  let content: any Box
  let mark: (PixelRect, inout Canvas) -> Void

  func wrap(_ content: any FittedBox) -> any FittedBox { FittedMark(content: content, mark: mark) }
}

private struct FittedMark: FittedWrapper {
  let content: any FittedBox
  let mark: (PixelRect, inout Canvas) -> Void

  func place(_ placement: Placement, on canvas: inout Canvas) {
    mark(placement.frame, &canvas)
    content.place(placement, on: &canvas)
  }
}
