import Geometry
import PopupUI
import Scenes
import Views

/// What a popup of the bar shows, and what pointer and keys do with it.
@MainActor protocol PopupContent: AnyObject {
  /// What lies on the glass.
  var view: ViewTree { get }
  /// The radius of the glass, in points.
  var glassRadius: Double { get }
  /// Whether pointers, fingers and keys are for the popup; a tooltip lets them through.
  var takesInput: Bool { get }
  /// The name by which `hyaline bar inspect` tells it.
  var name: String { get }

  /// Takes what pointers and fingers did; `scale` is physical pixels per point.
  func perform(_ act: ViewInput.Act, notches: PointerEvent.Notches?, scale: Double) -> PopupOutcome
  /// Takes a key other than Escape.
  func follow(_ event: KeyEvent, now: Instant) -> PopupOutcome
}

/// What has to be done after a popup's content has taken input.
enum PopupOutcome: Equatable {
  case none
  case redraw
  case close
}

/// The tooltip of a module.
final class TooltipContent: PopupContent {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  var view: ViewTree { TooltipView(text).body }
  var glassRadius: Double { TooltipView.glassRadius }
  var takesInput: Bool { false }
  var name: String { "tooltip" }

  func perform(_ act: ViewInput.Act, notches: PointerEvent.Notches?, scale: Double) -> PopupOutcome { .none }
  func follow(_ event: KeyEvent, now: Instant) -> PopupOutcome { .none }
}
