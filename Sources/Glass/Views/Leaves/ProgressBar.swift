public import Geometry
import Localization
import Scenes

/// A line that shows progress from the leading side and takes all the width.
public struct ProgressBar: View {
  private let meter: MeterElement

  /// Shows `part` of `whole`, to whose range `part` is clamped; `height` is in points. There are gaps at `stops`, parts of the
  /// range of 0 … 1, unless they are too near to one another. Traps unless `whole` is positive.
  public init(
    _ part: Int, of whole: Int = 100, height: Double = 4, ink: ViewInk = .accentMark, stops: [Double] = []
  ) {
    precondition(whole > 0, "a progress of \(whole)")
    meter = MeterElement(
      part: min(max(part, 0), whole), whole: whole, height: height, ink: ink, knob: 0, stops: stops)
  }

  public var body: ViewTree {
    ViewTree(meter).accessibility(.progress, label: "", value: meter.percentage)
  }
}

/// A line whose filled part the user can drag longer and shorter.
///
/// The act of the action has the place of the pointer or finger; the program computes the value from that.
public struct Slider: View {
  private let meter: any Element
  private let percentage: String
  private let form: Form
  private let label: String
  private let action: ErasedAction

  /// The form of a slider.
  public enum Form: Equatable, Sendable {
    /// A control with a white knob, which has the focus and is scrolled by itself.
    case control
    /// A part of a line of texts, in their ink, which leaves focus and scrolling to the view around. If it `isUpright`, its lower
    /// end is the beginning; `room` is the extent across the line that takes input, in points.
    case inline(isUpright: Bool, room: Double)

    /// The diameter of the knob, in points.
    var knob: Double { if case .control = self { 16 } else { 12 } }

    /// Whether the line runs upwards.
    var isUpright: Bool { if case .inline(true, _) = self { true } else { false } }
  }

  /// Shows `part` of `whole`, to whose range `part` is clamped; `ink` is that of the filled part of a control, whose knob is
  /// white. The line of a control has gaps at `stops`, parts of the range of 0 … 1, unless they are too near to one another.
  /// Assistive technology reads `label`. Traps unless `whole` is positive.
  public init(
    _ part: Int, of whole: Int = 100, ink: ViewInk = .accentMark, form: Form = .control,
    stops: [Double] = [], label: String = "", _ action: some ViewAction
  ) {
    precondition(whole > 0, "a slider of \(whole)")
    let part = min(max(part, 0), whole)
    let control = MeterElement(
      part: part, whole: whole, height: 4, ink: ink, knob: form.knob, stops: stops)
    switch form {
    case .control: meter = control
    case .inline(let isUpright, let room):
      meter = InlineMeter(
        part: Double(part) / Double(whole), knob: form.knob, room: room, isUpright: isUpright)
    }
    percentage = control.percentage
    (self.form, self.label) = (form, label)
    self.action = ErasedAction(action)
  }

  /// The part of the range, 0 … 1, for which the middle of the knob lies at a place on the surface, in a slider at `frame`; all
  /// in physical pixels, of which a point has `scale`.
  public static func part(
    at place: (x: Double, y: Double), in frame: PixelRect, form: Form = .control, scale: Double,
    isRightToLeft: Bool = false
  ) -> Double {
    let knob = (form.knob * scale).rounded()
    let travel = Double(form.isUpright ? frame.height : frame.width) - knob
    guard travel > 0 else { return 0 }
    let distance = form.isUpright ? Double(frame.maxY) - place.y : place.x - Double(frame.x)
    let part = min(max((distance - knob / 2) / travel, 0), 1)
    return isRightToLeft && !form.isUpright ? 1 - part : part
  }

  public var body: ViewTree {
    ViewTree(meter).input {
      $0.actions = [.tap(.primary): action, .drag: action]
      if form == .control {
        $0.actions[.scroll(.vertical)] = action
        $0.isFocusable = true
      }
      $0.cursor = .pointer
    }
    .accessibility(.slider, label: label, value: percentage)
  }
}

/// A line with a filled part, and a knob at the end of that.
private struct MeterElement: Element {
  var part, whole: Int
  /// The height of the line, in points.
  var height: Double
  var ink: ViewInk
  /// The diameter of the knob, in points; 0: there is none.
  var knob: Double
  /// The parts of the range at which the line has gaps.
  var stops: [Double]

  /// The percentage as the user's language writes it.
  var percentage: String { localized("\(100 * part / whole)%") }

  func box(in context: LayoutContext) -> any Box {
    let line = max(1, context.pixels(height))
    let knob = context.pixels(knob)
    let pen = MeterPen(context)
    return FlexibleBox(
      width: Span(least: knob, ideal: knob, most: Span.unbounded),
      height: Span(max(line + 2 * pen.edgeWidth, knob))
    ) { frame, canvas in
      draw(in: frame, line: line, knob: knob, pen, on: &canvas)
    }
  }

  private func draw(in frame: PixelRect, line: Int, knob: Int, _ pen: MeterPen, on canvas: inout Canvas) {
    if frame.isEmpty { return }
    let edge = pen.edgeWidth
    let track = PixelRect(
      x: frame.x + edge, y: frame.y + (frame.height - line) / 2, width: frame.width - 2 * edge, height: line)
    let room = knob > 0 ? frame.width - knob : track.width
    let gaps = MeterGaps(
      stops.map { Double(knob > 0 ? frame.x + knob / 2 : track.x) + $0 * Double(room) }, in: track)
    pen.fill(track, gaps, .mark(0.18), in: frame, on: &canvas)
    let travel = room * part / whole
    // The least filled part is as wide as it is high, so that it is round.
    var done = track
    done.width = part == 0 ? 0 : min(track.width, max(line, knob > 0 ? knob / 2 + travel - edge : travel))
    pen.fill(done, gaps, ink, in: frame, on: &canvas)
    pen.stroke(track.outset(by: edge), in: frame, on: &canvas)
    if knob > 0 {
      let place = PixelRect(
        x: frame.x + travel, y: frame.y + (frame.height - knob) / 2, width: knob, height: knob)
      pen.knob(place, in: frame, on: &canvas)
    }
  }
}

/// The gaps in the line of a meter, which are a fifth as wide as it is high.
private struct MeterGaps {
  /// The starts of the gaps and their width, in pixels.
  private var starts: [Int] = []
  private let width: Int

  /// Makes the gaps around places in a line; none if parts of the line would be shorter than three gaps.
  init(_ places: [Double], in track: PixelRect) {
    width = max(1, Int((Double(track.height) / 5).rounded()))
    let starts = places.sorted().map { Int(($0 - Double(width) / 2).rounded()) }
    let ends = [track.x] + starts.map { $0 + width }
    let isWide = zip(ends, starts + [track.maxX]).allSatisfy { $1 - $0 >= 3 * width }
    if isWide { self.starts = starts }
  }

  /// The parts of a line between the gaps, from the leading side.
  func parts(of line: PixelRect) -> [PixelRect] {
    zip([line.x] + starts.map { $0 + width }, starts + [line.maxX]).compactMap { start, end in
      let part = PixelRect(x: start, y: line.y, width: max(0, end - start), height: line.height)
        .intersection(line)
      return part.isEmpty ? nil : part
    }
  }
}

/// Draws the round parts of a meter, from the leading side of its frame.
private struct MeterPen {
  private let context: LayoutContext
  /// The line along the edges of track and knob, outside of the track and inside of the knob; nil: the environment's edges are not
  /// stroked.
  private let edge: Border?

  init(_ context: LayoutContext) {
    self.context = context
    edge = context.controlEdge(nil, strokeWidth: 1).flatMap(context.border)
  }

  /// The width of the line along the edges, in pixels.
  var edgeWidth: Int { Int(edge?.width ?? 0) }

  /// Draws the parts of a line between gaps, whose ends are round and whose parts are square at the gaps.
  func fill(
    _ line: PixelRect, _ gaps: MeterGaps, _ ink: ViewInk, in frame: PixelRect, on canvas: inout Canvas
  ) {
    let radius = Double(line.height) / 2
    for part in gaps.parts(of: line) {
      let (start, end) = (part.x == line.x ? radius : 0, part.maxX == line.maxX ? radius : 0)
      let (left, right) = context.environment.isRightToLeft ? (end, start) : (start, end)
      let corners = Corners(topLeft: left, topRight: right, bottomRight: right, bottomLeft: left)
      canvas.add(.fill(FillNode(frame: mirrored(part, in: frame), corners: corners, ink: context.ink(ink))))
    }
  }

  func fill(_ rect: PixelRect, _ ink: ViewInk, in frame: PixelRect, on canvas: inout Canvas) {
    canvas.add(
      .fill(
        FillNode(
          frame: mirrored(rect, in: frame), corners: Corners(Double(rect.height) / 2), ink: context.ink(ink)))
    )
  }

  /// Draws the line along the inner edge of a rectangle, if there is one.
  func stroke(_ rect: PixelRect, in frame: PixelRect, on canvas: inout Canvas) {
    guard let edge else { return }
    canvas.add(
      .effect(
        EffectNode(
          frame: mirrored(rect, in: frame), material: nil, corners: Corners(Double(rect.height) / 2),
          border: edge)))
  }

  /// Draws a white knob, and around it a paler disc while the meter is used.
  func knob(_ rect: PixelRect, in frame: PixelRect, on canvas: inout Canvas) {
    let look = context.look
    let reach = look.isFocused || look.isPressed ? context.pixels(4) : look.isHovered ? context.pixels(2) : 0
    if reach > 0 {
      fill(rect.outset(by: reach), .mark(0.2), in: frame, on: &canvas)
      stroke(rect.outset(by: reach), in: frame, on: &canvas)
    }
    let (place, corners) = (mirrored(rect, in: frame), Corners(Double(rect.width) / 2))
    let hairline = context.border(ViewBorder(width: ViewBorder.hairline, ink: .colour([0, 0, 0, 0.08])))
    canvas.add(
      .effect(
        EffectNode(
          frame: place, material: nil, corners: corners, border: edge ?? hairline,
          shadows: [context.shadow(LogicalShadow(sigma: 1.5, offsetY: 1, colour: [0, 0, 0, 0.3]))],
          content: [.fill(FillNode(frame: place, corners: corners, ink: .colour(.one)))])))
  }

  private func mirrored(_ rect: PixelRect, in frame: PixelRect) -> PixelRect {
    rect.mirrored(in: frame, if: context.environment.isRightToLeft)
  }
}
