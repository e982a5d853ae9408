import Geometry
import Scenes

/// The motion of a text that is longer than its room: it rests, passes by until its beginning has come again, and rests.
struct Marquee: Equatable, Sendable {
  /// The time for which the beginning can be read before it moves.
  static let rest = 2.0
  /// Points in a second.
  static let speed = 30.0
  /// The distance from the end of the text to its next beginning, in points.
  static let gap = 36.0
  /// The time from one place to the next. A text that moves by one point at a time is as smooth as it can be at scale 1.
  static let step = 1 / speed

  /// Seconds since the last rest began.
  private let seconds: Double

  /// `time` is the time since the text was shown first, `length` the text's length in points.
  init(time: Duration, length: Double) {
    let round = Self.rest + (length + Self.gap) / Self.speed
    let seconds = max(0, time / .seconds(1))
    self.seconds = seconds - (seconds / round).rounded(.down) * round
  }

  var isResting: Bool { seconds < Self.rest }
  /// How far the text has moved towards its beginning, in points.
  var offset: Double { max(0, seconds - Self.rest) * Self.speed }
  /// The time until the text is at another place. It is no shorter than a millisecond, so that rounding cannot stop time.
  var untilMotion: Duration { .seconds(isResting ? max(Self.rest - seconds, 0.001) : Self.step) }
}

/// A text of one line that passes through its room, which is too narrow for it.
struct FittedMarquee: FittedBox {
  /// The text in its room, shortened, as it is shown while it rests.
  let still: FittedText
  /// The whole text.
  let text: StyledText
  let extent: TextExtent
  let marquee: Marquee
  let scale: Double

  var width: Int { still.width }
  var height: Span { still.height }
  var baseline: Int? { still.baseline }
  var centresItself: Bool { still.centresItself }
  var centredHeight: Int { still.centredHeight }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    canvas.addMotion(after: marquee.untilMotion)
    if marquee.isResting { return still.place(placement, on: &canvas) }
    let frame = placement.frame
    let y = still.top(of: extent, in: placement)
    let shift = Int((marquee.offset * scale).rounded())
    let round = extent.size.width + Int((Marquee.gap * scale).rounded())
    // A text that is read from the right passes to the right.
    let first = extent.isRightToLeft ? frame.maxX - extent.size.width + shift : frame.x - shift
    let next = extent.isRightToLeft ? first - round : first + round
    canvas.encloseAccessible {
      $0.enclose(clip: frame) { canvas in
        for x in [first, next] where x < frame.maxX && x + extent.size.width > frame.x {
          still.pen.draw(text, extent, x: x, y: y, on: &canvas)
        }
      } as: {
        .effect(EffectNode(frame: frame, material: nil, content: $0))
      }
    } as: { _ in
      AccessibilityNode(role: .text, label: text.string, frame: frame)
    }
  }
}
