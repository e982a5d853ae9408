import Geometry
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

  /// The side of the arrow, in points.
  static let arrowSide = 12.0

  var body: ViewTree {
    let sign = Symbol(arrow, side: Self.arrowSide).environment { $0.symbols = BuiltInSymbolSource() }
      .vibrancy(.secondaryLabel)
      .padding(horizontal: isUpright ? 0 : 4, vertical: isUpright ? 4 : 0)
    let (isUpright, thickness, radius) = (isUpright, thickness, radius)
    return Reactive { look in
      ModuleSurface(
        label: sign, look: look, ground: nil, isUpright: isUpright, thickness: thickness,
        outline: ModuleOutline(ModuleLook(), radius: radius)
      )
    }
    .frame(maxWidth: isUpright ? .infinity : nil, maxHeight: isUpright ? nil : .infinity).onTap(
      .primary, BarAction.toggleDrawer(id.module)
    ).focusable()
    .accessibility(.button, label: "\(id.module)", value: isOpen ? "open" : "closed").id(id)
  }

  private var arrow: String {
    if isUpright { return isOpen != isReversed ? "go-up" : "go-down" }
    return (isOpen != isReversed) != isRightToLeft ? "go-previous" : "go-next"
  }
}
