import Geometry
public import Scenes

/// A picture that keeps its proportions and fills its frame as far as they allow; without a frame it has its
/// own size in pixels.
public struct Image: View {
  var bitmap: Bitmap
  var isTemplate: Bool
  var cornerRadius: Double
  var alignment: HorizontalAlignment

  /// Makes a view of a picture; `isTemplate`: only its alpha is used, and it has the ink of texts. `cornerRadius` is
  /// in points; `alignment` is the place in a frame that is wider than the picture.
  public init(
    _ bitmap: Bitmap, isTemplate: Bool = false, cornerRadius: Double = 0,
    alignment: HorizontalAlignment = .center
  ) {
    self.bitmap = bitmap
    self.isTemplate = isTemplate
    self.cornerRadius = cornerRadius
    self.alignment = alignment
  }

  public var body: ViewTree { return ViewTree(self) }

  /// Makes the picture as large as its proportions allow within a width and a height in points, which do not
  /// depend on the room.
  public func fitted(width: Double, height: Double) -> ViewTree {
    modified { _, context in
      let slot = PixelRect(x: 0, y: 0, width: context.pixels(width), height: context.pixels(height))
      let size = bitmap.size.fitted(in: slot).size
      let box = imageBox(in: context)
      return FlexibleBox(width: Span(size.width), height: Span(size.height)) { frame, canvas in
        // There may be less room than the picture wants.
        box.draw(in: frame.size == size ? frame : bitmap.size.fitted(in: frame), on: &canvas)
      }
    }
  }

  /// Makes the middle of the picture fill a width and a height in points; what is outside of them is cut off.
  public func filling(width: Double, height: Double) -> ViewTree {
    modified { _, context in
      let box = imageBox(in: context)
      let size = PixelSize(width: context.pixels(width), height: context.pixels(height))
      return FlexibleBox(width: Span(size.width), height: Span(size.height)) { frame, canvas in
        box.draw(bitmap.size.filling(frame), cutTo: frame, on: &canvas)
      }
    }
  }
}

extension Image: Element {
  func box(in context: LayoutContext) -> any Box { imageBox(in: context) }

  fileprivate func imageBox(in context: LayoutContext) -> ImageBox {
    let isTemplate = isTemplate || context.environment.vibrantMask != nil
    return ImageBox(
      bitmap: bitmap, ink: isTemplate ? context.ink(context.environment.ink) : nil,
      alignment: context.unmirrored(alignment),
      isMirrored: context.environment.isRightToLeft,
      corners: cornerRadius > 0
        ? { context.corners(LogicalCorners(cornerRadius), for: $0) } : { _ in .square })
  }
}

private struct ImageBox: Box {
  let bitmap: Bitmap
  let ink: Ink?
  let alignment: HorizontalAlignment
  let isMirrored: Bool
  let corners: (PixelSize) -> Corners

  var width: Span { Span(least: 0, ideal: bitmap.size.width, most: Span.unbounded) }

  func fitted(_ width: Int) -> any FittedBox { FittedImage(image: self, width: width) }

  func draw(in frame: PixelRect, on canvas: inout Canvas) { draw(frame, cutTo: frame, on: &canvas) }

  /// Draws what lies in `frame` of the picture that fills `picture`.
  func draw(_ picture: PixelRect, cutTo frame: PixelRect, on canvas: inout Canvas) {
    if frame.isEmpty { return }
    canvas.addAccessible(AccessibilityNode(role: .image, label: "", frame: frame))
    let node = Node.image(ImageNode(frame: picture, bitmap: bitmap, ink: ink))
    let corners = corners(frame.size)
    canvas.add(
      corners == .square && picture == frame
        ? node : .effect(EffectNode(frame: frame, material: nil, corners: corners, content: [node])))
  }
}

private struct FittedImage: FittedBox {
  let image: ImageBox
  let width: Int

  var height: Span {
    let size = image.bitmap.size
    if size.isEmpty || width <= 0 { return Span(0) }
    return Span(least: 0, ideal: max(1, width * size.height / size.width), most: Span.unbounded)
  }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let slot = placement.frame
    var frame = image.bitmap.size.fitted(in: slot)
    if frame.isEmpty { return }
    if image.alignment == .center {
      frame = frame.mirrored(in: slot, if: image.isMirrored)
    } else {
      frame.x = slot.x + image.alignment.start(of: frame.width, in: slot.width)
    }
    image.draw(in: frame, on: &canvas)
  }
}

extension PixelSize {
  /// The largest rectangle of these proportions in the middle of `slot`.
  func fitted(in slot: PixelRect) -> PixelRect {
    guard !isEmpty, !slot.isEmpty else { return PixelRect(x: slot.x, y: slot.y, width: 0, height: 0) }
    var size = slot.size
    if width * slot.height > height * slot.width {
      size.height = max(1, height * slot.width / width)
    } else {
      size.width = max(1, width * slot.height / height)
    }
    return size.centred(in: slot)
  }

  /// The smallest rectangle of these proportions that covers `slot`, with the same middle.
  fileprivate func filling(_ slot: PixelRect) -> PixelRect {
    guard !isEmpty, !slot.isEmpty else { return slot }
    var size = slot.size
    if width * slot.height > height * slot.width {
      size.width = (slot.height * width + height - 1) / height
    } else {
      size.height = (slot.width * height + width - 1) / width
    }
    return size.centred(in: slot)
  }

  private func centred(in slot: PixelRect) -> PixelRect {
    PixelRect(
      x: slot.x + (slot.width - width) / 2, y: slot.y + (slot.height - height) / 2, width: width,
      height: height)
  }
}
