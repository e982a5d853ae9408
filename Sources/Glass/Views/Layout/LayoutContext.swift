import Geometry
import Scenes
import VisualEffects

/// What a view knows in the first pass of the layout.
struct LayoutContext {
  var environment: ViewEnvironment
  let measurer: any TextMeasurer
  /// The view's own.
  var id = ViewID.root
  /// Along which the next stack around puts its views; nil: there is none.
  var axis: Axis?
  /// Of the next glass around; nil: there is none.
  var material: Material?
  /// Of the next view around that takes input.
  var look = InteractionLook()

  /// A length in whole pixels.
  func pixels(_ points: Double) -> Int { Int((points * environment.scale).rounded()) }

  /// A length in whole pixels that may be missing or endless.
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

  /// A text of one line in the environment's font, as wide as it comes.
  func line(_ string: String) -> StyledText {
    StyledText(string: string, font: environment.font, scale: environment.scale, maxWidth: nil)
  }

  /// The height of a capital letter in the environment's font, in pixels.
  var capHeight: Double { measurer.capHeight(font: environment.font, scale: environment.scale) }

  /// The least height in which a line does not stick out once its capital letters are centred, in pixels.
  func controlHeight(of line: TextExtent) -> Int {
    Capitals.height(centring: capHeight, baseline: line.baseline, lineHeight: line.size.height)
  }

  /// What `ink` is where the view lies.
  func ink(_ ink: ViewInk) -> Ink {
    switch ink {
    case .automatic: material?.finish?.ink.map { .colour($0) } ?? self.ink(.vibrant(.label))
    case .vibrant(let style):
      material == nil
        ? mark(style.level(isDark: environment.isDark, legibility: environment.legibility)) : .vibrant(style)
    case .colour(let colour): .colour(colour)
    case .mark(let opacity): mark(opacity)
    }
  }

  private func mark(_ opacity: Double) -> Ink {
    let isDark = material?.isDark ?? environment.isDark
    return .colour(isDark ? [1, 1, 1, opacity] : [0, 0, 0, opacity])
  }

  /// Radii in pixels for a view of this size: none is larger than half of it.
  func corners(_ corners: LogicalCorners, for size: PixelSize) -> Corners {
    let limit = Double(max(0, min(size.width, size.height))) / 2
    func radius(_ points: Double) -> Double { min(max(points * environment.scale, 0), limit) }
    return Corners(
      topLeft: radius(corners.topLeft), topRight: radius(corners.topRight),
      bottomRight: radius(corners.bottomRight), bottomLeft: radius(corners.bottomLeft))
  }

  /// A border in pixels, one at least; nil: none is seen.
  func border(_ border: LogicalBorder) -> Border? {
    guard border.width > 0, border.colour.w > 0 else { return nil }
    return Border(width: max((border.width * environment.scale).rounded(), 1), colour: border.colour)
  }

  /// A border whose ink depends on what the view lies on.
  func border(_ border: ViewBorder) -> Border? {
    let colour =
      switch border.ink {
      case .vibrant(let style):
        mark(style.level(isDark: material?.isDark ?? environment.isDark, legibility: environment.legibility))
      default: ink(border.ink)
      }
    guard case .colour(let value) = colour else {
      return self.border(ViewBorder(width: border.width, ink: .vibrant(.label)))
    }
    return self.border(LogicalBorder(width: border.width, colour: value))
  }

  /// A shadow in pixels.
  func shadow(_ shadow: LogicalShadow) -> Shadow {
    let scale = environment.scale
    return Shadow(
      sigma: max(shadow.sigma * scale, 0), offsetX: (shadow.offsetX * scale).rounded(),
      offsetY: (shadow.offsetY * scale).rounded(), colour: shadow.colour)
  }
}

/// A direction.
enum Axis: Sendable {
  case horizontal, vertical
}
