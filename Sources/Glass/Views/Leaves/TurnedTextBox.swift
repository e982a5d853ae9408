import Geometry
import Scenes

/// A text of one line that runs downwards or upwards.
struct TurnedTextBox: Box {
  let pen: TextPen
  let text: StyledText
  /// The extent of the turned text: as wide as a line is high.
  let extent: TextExtent
  let turn: StyledText.Turn
  /// The least length in pixels to which the text is shortened.
  let leastLength: Int

  var width: Span { Span(extent.size.width) }

  func fitted(_ width: Int) -> any FittedBox { FittedTurnedText(box: self) }
}

private struct FittedTurnedText: FittedBox {
  let box: TurnedTextBox

  private var extent: TextExtent { box.extent }

  var width: Int { extent.size.width }
  var height: Span {
    Span(least: min(extent.size.height, box.leastLength), ideal: extent.size.height, most: 0)
  }
  var baseline: Int? { nil }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    var (shown, size) = (box.text, extent)
    if size.size.height > frame.height {
      shown.maxWidth = max(0, frame.height)
      size = box.pen.measurer.measure(shown)
    }
    box.pen.draw(
      shown, size, x: frame.x + left(of: size, in: frame.width),
      y: frame.y + (frame.height - size.size.height) / 2, on: &canvas)
  }

  /// The distance of the text from the left edge of a width, which has the middle of its capital letters in the middle.
  private func left(of extent: TextExtent, in width: Int) -> Int {
    let middle = Double(extent.baseline) - box.pen.letterHeight / 2
    let fromLeft = box.turn == .counterclockwise ? middle : Double(extent.size.width) - middle
    return Int((Double(width) / 2 - fromLeft).rounded())
  }
}
