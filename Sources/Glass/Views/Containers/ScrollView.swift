import Geometry
import Scenes

/// A view that shows a part of a content that may be higher than itself.
///
/// The program holds the offset. The layout's result says what can be scrolled and how far. At an end beyond which
/// there is more, the content fades out, so that no letter is cut. There is no kinetic or horizontal scrolling, and
/// the program computes a new offset from a wheel's events itself.
public struct ScrollView: View, Element {
  private let content: any Element
  private let offset, barOutset: Double

  /// `offset`, in points, is the height of the content above the part that is seen; it is limited to the content's height.
  /// `barOutset` is the distance in points by which the scroll bar reaches beyond the view, where it hides nothing of the content if
  /// there is a margin.
  public init(offset: Double, barOutset: Double = 0, @ViewBuilder content: () -> ViewTree) {
    (self.content, self.offset, self.barOutset) = (content().element, offset, barOutset)
  }

  /// The length over which the content of a view of a height fades out where there is more of it, both in points.
  public static func fade(inHeight height: Double) -> Double { min(16, height / 4) }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    ScrollBox(
      content: content.box(in: context.inside(0, axis: nil)), offset: offset, barOutset: barOutset,
      context: context)
  }
}

private struct ScrollBox: Wrapper {
  let content: any Box
  let offset, barOutset: Double
  let context: LayoutContext

  func wrap(_ content: any FittedBox) -> any FittedBox {
    FittedScroll(content: content, box: self)
  }
}

private struct FittedScroll: FittedBox {
  let content: any FittedBox
  let box: ScrollBox

  private var context: LayoutContext { box.context }

  var width: Int { content.width }
  var height: Span { Span(least: 0, ideal: content.height.ideal, most: content.height.most) }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    let length = max(content.height.ideal, frame.height)
    let hidden = min(max(context.pixels(box.offset), 0), length - frame.height)
    let scale = context.environment.scale
    let most = Int((ScrollView.fade(inHeight: Double(frame.height) / scale) * scale).rounded())
    let fade = ScrollFade(before: hidden, after: length - frame.height - hidden, most: most)
    canvas.result.scrollables.append(
      Scrollable(id: context.id, frame: frame, contentLength: length, offset: hidden, fade: most))
    let whole = PixelRect(x: frame.x, y: frame.y - hidden, width: frame.width, height: length)
    canvas.enclose(
      clip: frame, scrolling: whole, draw: { content.place(Placement(frame: whole), on: &$0) },
      as: { .effect(EffectNode(frame: frame, material: nil, mask: fade.mask(frame.height), content: $0)) })
    if length > frame.height { drawBar(in: frame, length: length, hidden: hidden, on: &canvas) }
  }

  /// Draws the scroll bar at the trailing side; its share of the height is that of the content that is seen.
  private func drawBar(in frame: PixelRect, length: Int, hidden: Int, on canvas: inout Canvas) {
    let thickness = min(frame.width, max(1, context.pixels(3)))
    let height = min(frame.height, max(frame.height * frame.height / length, 2 * thickness))
    let travel = (frame.height - height) * hidden / (length - frame.height)
    let end = frame.maxX + context.pixels(box.barOutset)
    let bar = PixelRect(x: end - thickness, y: frame.y + travel, width: thickness, height: height)
      .mirrored(in: frame, if: context.environment.isRightToLeft)
    if bar.isEmpty { return }
    canvas.add(
      .fill(FillNode(frame: bar, corners: Corners(Double(thickness) / 2), ink: context.ink(.mark(0.35)))))
  }
}

/// The ends of a scroll view at which its content fades out. They become shorter as the end of the content comes near,
/// and nothing fades there.
struct ScrollFade: Equatable, Sendable {
  /// The lengths of the upper and the lower end, in pixels.
  let upper, lower: Int

  /// Makes the ends of a view with `before` and `after` pixels of its content out of sight, of `most` pixels each.
  init(before: Int, after: Int, most: Int) {
    (upper, lower) = (min(before, most), min(after, most))
  }

  /// A column of `height` pixels whose alpha is the opacity of the content; nil: nothing fades.
  func mask(_ height: Int) -> Mask? {
    if upper <= 0 && lower <= 0 || height <= 0 { return nil }
    var bitmap = Bitmap(size: PixelSize(width: 1, height: height))
    for y in 0..<height {
      let opacity = min(Self.opacity(y, upper), Self.opacity(height - 1 - y, lower))
      bitmap.bytes[4 * y + 3] = UInt8((opacity * 255).rounded())
    }
    return .image(bitmap)
  }

  /// The opacity of a row at a distance from an end, which begins and ends to grow softly.
  private static func opacity(_ distance: Int, _ length: Int) -> Double {
    guard distance < length else { return 1 }
    let part = (Double(distance) + 0.5) / Double(length)
    return part * part * (3 - 2 * part)
  }
}
