import Geometry

extension View {
  /// Known by a key, which is unique in its tree: it is found again in the next layout wherever it is then, and the state
  /// of what takes input is its own. It covers what is changed before it, so it stands last.
  public func id(_ key: some Hashable & Sendable) -> ViewTree {
    ViewTree(IdentityElement(content: element, key: ViewKey(key), transition: .opacity))
  }

  /// Comes and goes in this way. It stands after `.id`, without which it says nothing.
  public func transition(_ transition: Transition) -> ViewTree {
    guard var identity = element as? IdentityElement else { return body }
    identity.transition = transition
    return ViewTree(identity)
  }

  /// Popups that grow out of this view find it by the key.
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
    inner.id = ViewID(key)
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

/// A view that says something of its frame.
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
