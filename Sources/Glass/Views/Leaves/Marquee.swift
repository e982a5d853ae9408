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
  /// The distance that the text has moved towards its beginning, in points.
  var offset: Double { max(0, seconds - Self.rest) * Self.speed }
  /// The time until the text is at another place. It is no shorter than a millisecond, so that rounding cannot stop time.
  var untilMotion: Duration { .seconds(isResting ? max(Self.rest - seconds, 0.001) : Self.step) }
}

/// The ends of the room at which a passing text fades out, so that no letter is cut.
///
/// The ends become wider and narrower with the text's offset: at rest, when the beginning of the text is at the end of the
/// room, nothing of it fades.
struct MarqueeFade: Equatable, Sendable {
  /// The greatest width of an end, in points.
  static let width = 16.0

  /// Widths of the ends at which the text leaves and comes, in pixels.
  let leaving, coming: Double

  /// Makes the ends for a text that has moved by `shift` pixels of the `round` after which it begins again, in a room of
  /// `room` pixels.
  init(shift: Int, round: Int, room: Int, scale: Double) {
    let most = min(Self.width * scale, Double(room) / 4)
    leaving = max(0, min(most, Double(shift), Double(round - shift)))
    coming = max(0, min(most, Double(shift)))
  }

  /// A row of `room` pixels whose alpha is the text's opacity; the text leaves at the left end, or at the right one.
  func mask(_ room: Int, leavesRight: Bool) -> Mask {
    let (left, right) = leavesRight ? (coming, leaving) : (leaving, coming)
    var bitmap = Bitmap(size: PixelSize(width: room, height: 1))
    for x in 0..<room {
      let fromLeft = Self.opacity(Double(x) + 0.5, left)
      let fromRight = Self.opacity(Double(room - x) - 0.5, right)
      bitmap.bytes[4 * x + 3] = UInt8((min(fromLeft, fromRight) * 255).rounded())
    }
    return .image(bitmap)
  }

  private static func opacity(_ distance: Double, _ width: Double) -> Double {
    distance < width ? distance / width : 1
  }
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
    let fade = MarqueeFade(shift: shift, round: round, room: frame.width, scale: scale)
    let mask = fade.mask(frame.width, leavesRight: extent.isRightToLeft)
    canvas.encloseAccessible {
      $0.enclose(clip: frame) { canvas in
        for x in [first, next] where x < frame.maxX && x + extent.size.width > frame.x {
          still.pen.draw(text, extent, x: x, y: y, on: &canvas)
        }
      } as: {
        .effect(EffectNode(frame: frame, material: nil, mask: mask, content: $0))
      }
    } as: { _ in
      AccessibilityNode(role: .text, label: text.string, frame: frame)
    }
  }
}
