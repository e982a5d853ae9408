import Geometry

extension View {
  /// Puts other views below this one; they are as large as this view, or smaller and at one side of it.
  public func background(alignment: Alignment = .center, @ViewBuilder _ views: () -> ViewTree) -> ViewTree {
    ViewTree(LayersElement(content: element, back: views(), alignment: alignment))
  }

  /// Puts other views over this one; they are as large as this view, or smaller and at one side of it.
  public func overlay(alignment: Alignment = .center, @ViewBuilder _ views: () -> ViewTree) -> ViewTree {
    ViewTree(LayersElement(content: element, front: views(), alignment: alignment))
  }

  /// Puts other views over a corner of this one; they have their ideal sizes, which may be larger than this
  /// view.
  public func badge(alignment: Alignment = .bottomTrailing, @ViewBuilder _ views: () -> ViewTree) -> ViewTree
  {
    ViewTree(LayersElement(content: element, front: views(), alignment: alignment, isLimited: false))
  }

  /// Draws the view moved by `x` points towards the trailing side and `y` points down; its room in the layout
  /// does not move.
  public func offset(x: Double = 0, y: Double = 0) -> ViewTree {
    ViewTree(OffsetElement(content: element, x: x, y: y))
  }
}

extension View {
  /// Hides the view, which still takes its room.
  public func hidden() -> ViewTree { ViewTree(HiddenElement(content: element)) }
}

private struct HiddenElement: Element {
  var content: any Element

  func box(in context: LayoutContext) -> any Box { HiddenBox(content: content.box(in: context)) }
}

private struct HiddenBox: Wrapper {
  let content: any Box

  func wrap(_ content: any FittedBox) -> any FittedBox { FittedHidden(content: content) }
}

private struct FittedHidden: FittedWrapper {
  let content: any FittedBox

  func place(_ placement: Placement, on canvas: inout Canvas) {}
}

private struct LayersElement: Element {
  var content: any Element
  var back, front: ViewTree?
  var alignment: Alignment
  /// Whether the layers are at most as large as the content.
  var isLimited = true

  func box(in context: LayoutContext) -> any Box {
    LayersBox(
      content: content.box(in: context.inside(0, axis: context.axis)),
      back: back?.element.box(in: context.inside(1, axis: nil)),
      front: front?.element.box(in: context.inside(2, axis: nil)),
      layers: LayersPlacement(
        alignment: alignment, isLimited: isLimited, isMirrored: context.environment.isRightToLeft))
  }
}

/// The places of layers on a view.
private struct LayersPlacement {
  var alignment: Alignment
  var isLimited: Bool
  var isMirrored: Bool

  func place(_ layer: any Box, _ frame: PixelRect, on canvas: inout Canvas) {
    if isLimited {
      return layer.fitted(layer.width.taken(of: frame.width))
        .place(alignment, in: frame, isMirrored: isMirrored, on: &canvas)
    }
    let box = layer.fitted(layer.width.ideal)
    let height = box.height.ideal
    let x = alignment.horizontal.start(of: box.width, in: frame.width, isMirrored: isMirrored)
    let y =
      switch alignment.vertical {
      case .top, .firstTextBaseline: 0
      case .center: (frame.height - height) / 2
      case .bottom: frame.height - height
      }
    box.place(
      Placement(frame: PixelRect(x: frame.x + x, y: frame.y + y, width: box.width, height: height)),
      on: &canvas)
  }
}

private struct LayersBox: Wrapper {
  let content: any Box
  let back, front: (any Box)?
  let layers: LayersPlacement

  func wrap(_ content: any FittedBox) -> any FittedBox {
    FittedLayers(content: content, back: back, front: front, layers: layers)
  }
}

private struct FittedLayers: FittedWrapper {
  let content: any FittedBox
  let back, front: (any Box)?
  let layers: LayersPlacement

  // Layers are as large as the content, not as the row in which the view is centred.
  var centresItself: Bool { false }
  var centredHeight: Int { content.height.ideal }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    if let back { layers.place(back, placement.frame, on: &canvas) }
    content.place(placement, on: &canvas)
    if let front { layers.place(front, placement.frame, on: &canvas) }
  }
}

private struct OffsetElement: Element {
  var content: any Element
  var x, y: Double

  func box(in context: LayoutContext) -> any Box {
    OffsetBox(
      content: content.box(in: context),
      x: context.environment.isRightToLeft ? -context.pixels(x) : context.pixels(x), y: context.pixels(y))
  }
}

private struct OffsetBox: Wrapper {
  let content: any Box
  let x, y: Int

  func wrap(_ content: any FittedBox) -> any FittedBox { FittedOffset(content: content, x: x, y: y) }
}

private struct FittedOffset: FittedWrapper {
  let content: any FittedBox
  let x, y: Int

  func place(_ placement: Placement, on canvas: inout Canvas) {
    content.place(placement.with(placement.frame.offset(x: x, y: y)), on: &canvas)
  }
}
