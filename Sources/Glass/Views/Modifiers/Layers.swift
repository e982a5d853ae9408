import Geometry

extension View {
  /// Puts other views below this one; they are as large as this view, or smaller and at one side of it.
  public func background(alignment: Alignment = .center, @ViewBuilder _ views: () -> ViewTree) -> ViewTree {
    layered(views(), alignment, isBelow: true)
  }

  /// Puts other views over this one; they are as large as this view, or smaller and at one side of it.
  public func overlay(alignment: Alignment = .center, @ViewBuilder _ views: () -> ViewTree) -> ViewTree {
    layered(views(), alignment)
  }

  /// Puts other views over a corner of this one; they have their ideal sizes, which may be larger than this
  /// view.
  public func badge(alignment: Alignment = .bottomTrailing, @ViewBuilder _ views: () -> ViewTree) -> ViewTree
  {
    layered(views(), alignment, isLimited: false)
  }

  private func layered(
    _ views: ViewTree, _ alignment: Alignment, isBelow: Bool = false, isLimited: Bool = true
  ) -> ViewTree {
    modified { content, context in
      let content = content.box(in: context.inside(0, axis: context.axis))
      let layer = Layer(
        box: views.element.box(in: context.inside(isBelow ? 1 : 2, axis: nil)),
        alignment: context.unmirrored(alignment), isLimited: isLimited)
      // The layer is as large as the content, not as the row in which the view is centred.
      return DrawnBox(content: content, fillsHeight: false) { content, placement, canvas in
        if isBelow { layer.place(on: placement.frame, on: &canvas) }
        content.place(placement, on: &canvas)
        if !isBelow { layer.place(on: placement.frame, on: &canvas) }
      }
    }
  }

  /// Draws the view moved by `x` points towards the trailing side and `y` points down; its room in the layout
  /// does not move.
  public func offset(x: Double = 0, y: Double = 0) -> ViewTree {
    modified { content, context in
      let dx = context.environment.isRightToLeft ? -context.pixels(x) : context.pixels(x)
      let dy = context.pixels(y)
      return DrawnBox(content: content.box(in: context)) { content, placement, canvas in
        content.place(placement.with(placement.frame.offset(x: dx, y: dy)), on: &canvas)
      }
    }
  }

  /// Hides the view, which still takes its room.
  public func hidden() -> ViewTree {
    modified { content, context in DrawnBox(content: content.box(in: context)) { _, _, _ in } }
  }
}

/// Views on a view, or below it.
private struct Layer {
  let box: any Box
  let alignment: Alignment
  /// Whether the layer is at most as large as the view.
  let isLimited: Bool

  func place(on frame: PixelRect, on canvas: inout Canvas) {
    if isLimited {
      return box.fitted(box.width.taken(of: frame.width)).place(alignment, in: frame, on: &canvas)
    }
    let fitted = box.fitted(box.width.ideal)
    let height = fitted.height.ideal
    let x = alignment.horizontal.start(of: fitted.width, in: frame.width)
    let y =
      switch alignment.vertical {
      case .top, .firstTextBaseline: 0
      case .center: (frame.height - height) / 2
      case .bottom: frame.height - height
      }
    fitted.place(
      Placement(frame: PixelRect(x: frame.x + x, y: frame.y + y, width: fitted.width, height: height)),
      on: &canvas)
  }
}
