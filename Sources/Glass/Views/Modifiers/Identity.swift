import Geometry

extension View {
  /// Identifies the view by a key, which is unique in its tree: the view is recognised in the next layout
  /// wherever it is, and keeps the state of its input. The modifier applies to those before it, so it stands
  /// last.
  public func id(_ key: some Hashable & Sendable) -> ViewTree {
    modified { [key = ViewKey(key)] content, context in
      var inner = context
      inner.id = ViewID(key: key)
      return DrawnBox(content: content.box(in: inner)) { content, placement, canvas in
        canvas.result.identities.append(Identity(key: key, frame: placement.frame))
        content.place(placement, on: &canvas)
      }
    }
  }

  /// Identifies the view by a key as the anchor of popups.
  public func popupAnchor(_ key: some Hashable & Sendable) -> ViewTree {
    modified { [key = ViewKey(key)] content, context in
      DrawnBox(content: content.box(in: context)) { content, placement, canvas in
        canvas.result.popupAnchors[key] = placement.frame
        content.place(placement, on: &canvas)
      }
    }
  }
}
