import Geometry
import Scenes
import VisualEffects

/// The surroundings of a view in the first pass of the layout.
struct LayoutContext {
  /// The surroundings that most views share with the view around them.
  private var shared: Shared
  /// The identity of the view.
  var id = ViewID.root
  /// The axis of the nearest stack around; nil: there is none.
  var axis: Axis?
  /// The look of the nearest view around that takes input.
  var look = InteractionLook()

  /// An object, since each view copies its context: as fields of that, these took a twentieth of the layout of a bar.
  private final class Shared {
    let environment: ViewEnvironment
    let measurer: any TextMeasurer
    /// The revision of the measurer at the beginning of the layout.
    let revision: Int
    let material: Material?
    /// The memory of the layout outlives it, and itself keeps contexts.
    unowned let memory: LayoutMemory?

    init(
      _ environment: ViewEnvironment, _ measurer: any TextMeasurer, _ material: Material?,
      _ memory: LayoutMemory?
    ) {
      (self.environment, self.measurer, self.material) = (environment, measurer, material)
      revision = measurer.revision
      self.memory = memory
    }
  }

  init(environment: ViewEnvironment, measurer: any TextMeasurer, memory: LayoutMemory? = nil) {
    shared = Shared(environment, measurer, nil, memory)
  }

  var environment: ViewEnvironment {
    get { shared.environment }
    set { shared = Shared(newValue, shared.measurer, shared.material, shared.memory) }
  }
  var measurer: any TextMeasurer { shared.measurer }
  /// The material of the nearest glass around; nil: there is none.
  var material: Material? {
    get { shared.material }
    set { shared = Shared(shared.environment, shared.measurer, newValue, shared.memory) }
  }
  /// The views of the last layout that this one may reuse; nil: there are none, or the view lies in one that is
  /// reused as a whole.
  var memory: LayoutMemory? {
    get { shared.memory }
    set { shared = Shared(shared.environment, shared.measurer, shared.material, newValue) }
  }

  /// Whether the place of the view is equal to that in the other context.
  func hasPlace(of other: LayoutContext) -> Bool {
    id == other.id && axis == other.axis && look == other.look
  }

  /// Whether the surroundings are the very ones of the other context.
  func shares(_ other: LayoutContext) -> Bool { shared === other.shared }

  /// Whether a view looks the same in the other context, given the same measurer with the same extents and an equal place.
  func hasSurroundings(of other: LayoutContext) -> Bool {
    shares(other)
      || shared.revision == other.shared.revision && material == other.material
        && environment.isSame(as: other.environment)
  }

  /// A length in whole pixels.
  func pixels(_ points: Double) -> Int { Int((points * environment.scale).rounded()) }

  /// A rectangle whose edges are rounded to whole pixels, so that rectangles that touch in points touch in pixels.
  func pixels(_ rect: LogicalRect) -> PixelRect {
    let (left, top) = (pixels(rect.x), pixels(rect.y))
    return PixelRect(x: left, y: top, width: pixels(rect.maxX) - left, height: pixels(rect.maxY) - top)
  }

  /// A length in whole pixels; nil stays nil, and an infinite length becomes `Span.unbounded`.
  func limit(_ points: Double?) -> Int? {
    points.map { $0.isFinite ? pixels($0) : Span.unbounded }
  }

  /// The context of one view of several.
  func inside(_ place: Int, axis: Axis?) -> LayoutContext {
    var context = self
    context.id = id.inside(place)
    context.axis = axis
    return context
  }

  /// The boxes of the views of a container.
  func boxes(_ elements: [any Element], axis: Axis?) -> [any Box] {
    elements.enumerated().map { $1.box(in: inside($0, axis: axis)) }
  }

  /// The alignment that does the same where leading is left.
  func unmirrored(_ alignment: HorizontalAlignment) -> HorizontalAlignment {
    switch alignment {
    case .leading where environment.isRightToLeft: .trailing
    case .trailing where environment.isRightToLeft: .leading
    default: alignment
    }
  }

  /// The alignment that does the same where leading is left.
  func unmirrored(_ alignment: Alignment) -> Alignment {
    Alignment(unmirrored(alignment.horizontal), alignment.vertical)
  }

  /// A text of one line in the environment's font, without a limit to its width.
  func line(_ string: String) -> StyledText {
    StyledText(string: string, font: environment.font, scale: environment.scale, maxWidth: nil)
  }

  /// The height of a capital letter in the environment's font, in pixels.
  var capHeight: Double { measurer.capHeight(font: environment.font, scale: environment.scale) }

  /// The least height, in pixels, that contains a line once its capital letters are centred.
  func controlHeight(of line: TextExtent) -> Int {
    Capitals.height(centring: capHeight, baseline: line.baseline, lineHeight: line.size.height)
  }

  /// The ink that `ink` stands for on the glass around the view.
  func ink(_ ink: ViewInk) -> Ink {
    switch environment.vibrantMask.map(ViewInk.vibrant) ?? ink {
    case .automatic: material?.finish?.ink.map { .colour($0) } ?? self.ink(.vibrant(.label))
    case .vibrant(let style): material == nil ? .colour(mark(level(of: style))) : .vibrant(style)
    case .colour(let colour): .colour(colour)
    case .mark(let opacity): .colour(mark(opacity))
    case .counterMark(let opacity): .colour(counterMark(opacity))
    case .accent: .colour(accent)
    case .usedAccent(let own, let use):
      .colour(SIMD4((own ?? environment.accent).shown(environment.legibility, use), 1))
    case .accentMark: .colour(accentMark)
    case .accentLabel: .colour(SIMD4(environment.accent.colour, 1))
    case .onAccent: .plain(.one)
    case .ground(let ground): .colour(ground.shown(isDark: isDark, environment.legibility))
    case .onGround(let ground, let wanted): ground.ink(wanted, isDark: isDark, environment.legibility)
    }
  }

  /// The colour that `ink` stands for on the glass around the view, where vibrant ink cannot be drawn.
  private func colour(_ ink: ViewInk) -> SIMD4<Double> {
    switch self.ink(ink) {
    case .colour(let colour), .plain(let colour): colour
    case .vibrant(let style): mark(level(of: style))
    }
  }

  /// Whether what lies below the view is dark.
  var isDark: Bool { material?.isDark ?? environment.isDark }

  private var accent: SIMD4<Double> { SIMD4(environment.accent.shown(environment.legibility), 1) }

  private var accentMark: SIMD4<Double> {
    SIMD4(environment.accent.mark(isDark: isDark, environment.legibility), 1)
  }

  private func mark(_ opacity: Double) -> SIMD4<Double> {
    isDark ? [1, 1, 1, opacity] : [0, 0, 0, opacity]
  }

  private func counterMark(_ opacity: Double) -> SIMD4<Double> {
    isDark ? [0, 0, 0, opacity] : [1, 1, 1, opacity]
  }

  private func level(of style: VibrancyEffect.Style) -> Double {
    style.level(isDark: isDark, legibility: environment.legibility)
  }

  /// Radii in pixels for a view of this size: none is larger than half of it.
  func corners(_ corners: LogicalCorners, for size: PixelSize) -> Corners {
    let limit = Double(max(0, min(size.width, size.height))) / 2
    func radius(_ points: Double) -> Double { min(max(points * environment.scale, 0), limit) }
    return Corners(
      topLeft: radius(corners.topLeft), topRight: radius(corners.topRight),
      bottomRight: radius(corners.bottomRight), bottomLeft: radius(corners.bottomLeft))
  }

  /// The edge of a sheet in the look that the environment asks for: only one that catches light changes.
  func edge(_ border: ViewBorder) -> ViewBorder {
    guard border.rim != nil || border.lowerRim != nil else { return border }
    var border = border
    switch environment.edge {
    case .lit: break
    case .unlit: (border.rim, border.lowerRim, border.lightDepth) = (nil, nil, nil)
    case .stroked:
      var ink = colour(environment.ink)
      ink.w = 1
      border = ViewBorder(width: 1, ink: .colour(ink))
    }
    return border
  }

  /// The edge of the fill of a control in the look that the environment asks for: its border, or a line `strokeWidth` points wide, by
  /// default in an ink that is seen on any glass.
  func controlEdge(_ border: ViewBorder?, strokeWidth: Double, ink: ViewInk = .mark(1)) -> ViewBorder? {
    environment.edge == .stroked ? ViewBorder(width: strokeWidth, ink: ink) : border
  }

  /// A border in pixels, at least one pixel wide; nil: it is invisible.
  func border(_ border: ViewBorder) -> Border? {
    let colour = colour(border.ink)
    guard border.width > 0, colour.w > 0 || (border.rim?.w ?? 0) > 0 || (border.lowerRim?.w ?? 0) > 0
    else { return nil }
    return Border(
      width: max((border.width * environment.scale).rounded(), 1), colour: colour, rim: border.rim,
      lowerRim: border.lowerRim, lightDepth: border.lightDepth.map { $0 * environment.scale })
  }

  /// A shadow in pixels.
  func shadow(_ shadow: LogicalShadow) -> Shadow {
    let scale = environment.scale
    return Shadow(
      sigma: max(shadow.sigma * scale, 0), offsetX: (shadow.offsetX * scale).rounded(),
      offsetY: (shadow.offsetY * scale).rounded(), colour: shadow.colour)
  }

  /// A mask in pixels, of a sheet with this frame.
  func mask(_ mask: LogicalMask, of frame: PixelRect) -> Mask {
    switch mask {
    case .image(let bitmap): return .image(bitmap)
    case .shape(let rect, let corners):
      let shape = pixels(rect).offset(x: frame.x, y: frame.y)
        .mirrored(in: frame, if: environment.isRightToLeft)
      return .shape(shape, self.corners(corners, for: shape.size))
    }
  }
}

/// An axis along which views are put or measured.
enum Axis: Sendable {
  case horizontal, vertical
}
