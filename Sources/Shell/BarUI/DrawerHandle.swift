import Geometry
import Localization
import ModuleModel
import Scenes
import Settings
import Views
import VisualEffects

/// A handle that toggles the drawer of a group. Its arrow points to where the modules will appear, or back to the first one
/// while they are shown.
struct DrawerHandle: View, Equatable {
  /// The place of the group.
  var id: BarItem
  var isOpen: Bool
  /// Whether the modules appear in front of the handle.
  var isReversed = false
  var isRightToLeft: Bool
  var isUpright: Bool
  var thickness: Double
  /// The corner radius of the background fill, in points.
  var radius: Double
  /// The ground of texts that lie on no glass; nil: there is glass below the handle.
  var screen: ColourGround?

  /// The side of the arrow, in points.
  static let arrowSide = 12.0

  var body: ViewTree {
    let (isUpright, thickness, radius, screen) = (isUpright, thickness, radius, screen)
    let (plain, lit) = (sign(isLit: false), sign(isLit: true))
    return Reactive { look in
      ModuleSurface(
        label: look.isLit ? lit : plain, look: look, ground: nil, isUpright: isUpright, thickness: thickness,
        outline: ModuleOutline(ModuleLook(), radius: radius), screen: screen
      )
    }
    .frame(maxWidth: isUpright ? .infinity : nil, maxHeight: isUpright ? nil : .infinity).onTap(
      .primary, BarAction.toggleDrawer(id.module)
    ).focusable()
    .accessibility(.button, label: "\(id.module)", value: Self.value(isOpen: isOpen))
    .expandable(isExpanded: isOpen).id(id)
  }

  /// The word for whether a drawer is open.
  static func value(isOpen: Bool) -> String {
    isOpen ? localized("Open", context: "drawer") : localized("Closed", context: "drawer")
  }

  /// The arrow, on a ground of its own where neither glass nor a fill lies below it.
  private func sign(isLit: Bool) -> ViewTree {
    let arrow = Symbol(arrow, side: Self.arrowSide).environment { $0.symbols = BuiltInSymbolSource() }
      .ink(screen.map { .onGround($0, nil) } ?? .vibrant(.secondaryLabel))
    return (isLit ? arrow : arrow.ground(screen))
      .padding(horizontal: isUpright ? 0 : 4, vertical: isUpright ? 4 : 0)
  }

  private var arrow: String {
    if isUpright { return isOpen != isReversed ? "go-up" : "go-down" }
    return (isOpen != isReversed) != isRightToLeft ? "go-previous" : "go-next"
  }
}
