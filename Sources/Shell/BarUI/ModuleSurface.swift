import Geometry
import ModuleModel
import Scenes
import Views
import VisualEffects

/// The shape of the fill under a module.
struct ModuleOutline: Equatable, Sendable {
  var corners: LogicalCorners
  /// The distance from the long sides of the bar to the fill, in points.
  var inset: Double
  /// The line along the edge of the fill; nil: there is none.
  var stroke: ViewBorder?
  /// The shadow around the fill; nil: there is none.
  var shadow: LogicalShadow?
  /// The opacity of a vibrant fill, and of lines and shadow, 0 … 1; colours have it already.
  var opacity = 1.0
  /// Whether the fill has a colour of its own.
  private var isColoured = false

  /// Whether a fill in this outline has an edge where the user wants more contrast. The accent and what takes its colour from the glass
  /// are hardly told from glass with which texts have much contrast.
  var isStroked: Bool { !isColoured && stroke == nil }

  /// The outline of a look, with a default for the radius of corners in points.
  init(_ look: ModuleLook, radius: Double) {
    let radii = look.radii ?? Array(repeating: radius, count: 4)
    corners = LogicalCorners(
      topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
    inset = look.fillInset ?? ModuleItem.inset
    opacity = look.opacity ?? 1
    isColoured = look.fill?.hasColour == true
    stroke = look.strokeColour.map { ViewBorder(width: look.strokeWidth ?? 1, ink: .colour($0)) }
    // The radius of a shadow is twice its standard deviation, as in CSS.
    shadow = look.shadowColour.map {
      LogicalShadow(sigma: (look.shadowRadius ?? 4) / 2, offsetY: look.shadowOffset ?? 1, colour: $0)
    }
  }

  /// Applies the opacity to the line and the shadow alone.
  mutating func fadeLines() {
    if let line = stroke, case .colour(let colour) = line.ink {
      stroke?.ink = .colour(SIMD4(colour.x, colour.y, colour.z, colour.w * opacity))
    }
    shadow?.colour.w *= opacity
    opacity = 1
  }

  /// The fill in this outline, with its shadow and its opacity.
  func shown(_ fill: some View) -> ViewTree {
    if shadow == nil, opacity >= 1 { return fill.body }
    return fill.glass(
      GlassSheet(nil, corners: corners, shadows: shadow.map { [$0] } ?? [], opacity: opacity))
  }
}

/// The background of a module: none, that of a selected module, or a weaker one that shows hovering, pressing or focus.
struct ModuleSurface: View {
  /// The fill of a module that is neither hovered nor pressed.
  enum Ground: Equatable {
    case vibrant(VibrancyEffect.Style)
    /// The accent, on which the label has the ink `onAccent`.
    case accent
    /// A colour, on which the label has the ink `onGround`.
    case colour(ColourGround)
    /// Colours that pass into one another, on which the label has the ink `onGround`.
    case gradient(ColourGradient)
  }

  var label: ViewTree
  /// The state of the input; nil if the module has no actions.
  var look: InteractionLook?
  /// The fill of its own; nil for none.
  var ground: Ground?
  /// The room at the trailing end of the label that the fill leaves out; nil: the fill lies under all of it.
  var roomAtEnd: ViewTree?
  /// The key by which the fill of a selected item is found in a layout; nil for other views.
  var pill: PillKey?
  /// The colour under the module; nil: there is none.
  var below: ColourGround?
  /// Whether a text on glass has a hue that it would lose on a usual fill. A fill that shows use is darker than dark glass then, and
  /// lighter than light glass, with a line along its edge by which it is seen on any glass.
  var keepsHue = false
  /// Whether motion is to be reduced, so that no light on the fill shows use, but a line along its edge.
  var isStill = false
  var isUpright: Bool
  var thickness: Double
  var outline: ModuleOutline
  /// The ground of texts that lie on no glass; nil: there is glass below the module.
  var screen: ColourGround?
  /// The least width, in points; nil: that of the label.
  var leastWidth: Double?
  /// The greatest width, in points; nil: that of the label.
  var width: Double?
  /// The place of the label in a greater width.
  var alignment = Alignment.center
  /// The length while it changes; nil: it is that of the label.
  var length: MovingLength?
  /// The place of the label in another length than its own.
  var anchor = HorizontalAlignment.leading
  /// The distances from both ends of the label to its content, in points.
  var ends = [0.0, 0.0]

  var body: ViewTree {
    let framed = sized
    if let fill = fill {
      framed.background {
        if let pill {
          fill.id(pill)
        } else if let roomAtEnd {
          HStack(spacing: 0) {
            fill
            roomAtEnd
          }
        } else {
          fill
        }
      }
    } else {
      framed
    }
  }

  /// The label in the size of the fill.
  private var sized: ViewTree {
    let framed = label.frame(
      minWidth: leastWidth, maxWidth: isUpright ? .infinity : width,
      minHeight: isUpright ? nil : height, maxHeight: isUpright ? nil : height, alignment: alignment)
    guard let length else { return framed }
    return framed.resized(
      to: length.shown, from: length.rest, along: isUpright ? .upright : .level, anchor: anchor,
      insets: (ends[0], ends[1]))
  }

  /// The background; nil: there is none.
  private var fill: ViewTree? {
    if case .gradient(let gradient) = ground {
      return outline.shown(GradientFill(gradient, corners: outline.corners, border: border))
    }
    if ink == nil && border == nil { return nil }
    let shape = Fill(ink, corners: outline.corners, border: border)
    // A fill that only shows the use of a module has no such edge, as that of a button without a well has none.
    guard ground != nil, outline.isStroked else { return outline.shown(shape) }
    let isUsed = border != nil || look?.isPressed == true
    return outline.shown(shape.stroked(width: isUsed ? 2 : 1, ink: .edge(on: below)))
  }

  /// The ink of the background; nil for no background.
  private var ink: ViewInk? {
    // A colour stays under the pointer, since another fill would take the ground from the label.
    switch ground {
    case .accent: return .accent
    case .colour(let ground): return .ground(ground)
    // The light of the hand makes up for what a pressed fill loses.
    case .vibrant(let style): return ink(look?.isPressed == true && !isStill ? .secondaryFill : style)
    case .gradient: break
    case nil:
      if marksUse { return look?.isLit == true ? .counterMark(look?.isPressed == true ? 0.4 : 0.25) : nil }
    }
    if look?.isPressed == true { return ink(.secondaryFill) }
    return look?.isLit == true ? ink(.tertiaryFill) : nil
  }

  /// A vibrant fill, or one that stands for it on a colour or where there is no glass.
  private func ink(_ style: VibrancyEffect.Style) -> ViewInk {
    screen.map { .ground(.screen(inks: $0.inks, lift: Self.lift(of: style))) }
      ?? below.map { .ground($0.veiled(style)) } ?? .vibrant(style)
  }

  /// The lightness of the ground that stands for a vibrant fill where there is no glass.
  static func lift(of style: VibrancyEffect.Style) -> Double {
    switch style {
    case .fill: 0.14
    case .secondaryFill: 0.1
    default: 0.07
    }
  }

  private var border: ViewBorder? {
    let marksPress = isColoured || isStill && ground != nil
    let isMarked = look?.isFocused == true || look?.isPressed == true && marksPress
    if isMarked { return ViewBorder(width: 1.5, ink: .mark(0.6)) }
    // No light that follows the pointer shows it, since motion is to be reduced or no fill is stronger.
    if look?.isHovered == true, case .vibrant(let style)? = ground, isStill || style == .fill {
      return outline.stroke.map { ViewBorder(width: $0.width + 1, ink: $0.ink) }
        ?? ViewBorder(width: 1, ink: .mark(0.3))
    }
    if let stroke = outline.stroke { return stroke }
    return marksUse && look?.isLit == true ? ViewBorder(width: ViewBorder.hairline, ink: .mark(0.3)) : nil
  }

  /// Whether use is shown by a fill on which texts keep their hue.
  private var marksUse: Bool { keepsHue && ground == nil && screen == nil && below == nil }

  private var isColoured: Bool {
    switch ground {
    case .accent, .colour, .gradient: true
    case .vibrant, nil: false
    }
  }

  private var height: Double { max(4, thickness - 2 * outline.inset) }
}

extension ModuleFill {
  /// Whether the fill has a colour of its own, and is neither vibrant nor the accent.
  var hasColour: Bool {
    switch self {
    case .colour, .gradient: true
    case .accent, .vibrant: false
    }
  }
}

extension ViewInk {
  /// The ink of the line along the edge of a fill on a colour, where the user wants more contrast; nil: the fill lies on glass.
  static func edge(on ground: ColourGround?) -> ViewInk { ground.map { .onGround($0, nil) } ?? .mark(1) }
}

extension InteractionLook {
  /// Whether a module shows that it has the pointer or the focus.
  var isLit: Bool { isHovered || isFocused || isPressed }
}
