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

  /// How much wider and higher than at first, which is `size`, the content may become while it is open, in points; zero: it
  /// keeps its size.
  func growth(from size: LogicalSize) -> LogicalSize
  /// Whether one end of the glass stays in line with the module when the content grows beside a vertical bar; the middle of
  /// other popups is in line with it.
  var keepsEnd: Bool { get }
  /// Called when the popup was opened, and when it is closed.
  func opened()
  func closed()
  /// Takes the height that the content wants and the height that there is for it, in points; called at least once.
  func fit(wanted: Double, available: Double)
  /// Takes what pointers, fingers and keys did on a layout; `scale` is physical pixels per point.
  func perform(
    _ act: ViewInput.Act, notches: PointerEvent.Notches?, in layout: LaidOutView, scale: Double
  ) -> PopupOutcome
  /// Takes a key that was pressed; `focused` is the action of the view with the focus.
  func follow(_ event: KeyEvent, focused: ErasedAction?, now: Instant) -> PopupOutcome
  /// Takes that the view with an action has the focus on a layout, nil: none has; `scale` is physical pixels per point. It is
  /// called when the focus moves and before each key, as the view may have been scrolled out of sight.
  func focus(on action: ErasedAction?, in layout: LaidOutView?, scale: Double) -> PopupOutcome
  /// Takes a text of the clipboard, which an outcome has asked for.
  func paste(_ text: String) -> PopupOutcome
  /// When the content looks different because time has passed; nil: never.
  func nextDeadline(after now: Instant) -> Instant?
  /// What of it can be chosen, by the layout that is on the screen: labels, frames in pixels of the popup, and states.
  func items(_ layout: LaidOutView) -> [(label: String, frame: PixelRect, states: [String])]
}

extension PopupContent {
  func growth(from size: LogicalSize) -> LogicalSize { LogicalSize(width: 0, height: 0) }
  var keepsEnd: Bool { false }
  func opened() {}
  func closed() {}
  func fit(wanted: Double, available: Double) {}
  func focus(on action: ErasedAction?, in layout: LaidOutView?, scale: Double) -> PopupOutcome {
    .none
  }
  func paste(_ text: String) -> PopupOutcome { .none }
  func nextDeadline(after now: Instant) -> Instant? { nil }
  func items(_ layout: LaidOutView) -> [(label: String, frame: PixelRect, states: [String])] { [] }
}

/// What has to be done after a popup's content has taken input.
enum PopupOutcome: Equatable {
  /// It means nothing to the content.
  case none
  case redraw
  /// The content has done all that there was to do.
  case done
  /// The keyboard focus goes to the next view that can have it, or to the one before.
  case moveFocus(back: Bool)
  /// The keyboard focus goes to the view whose tap asks for an action.
  case focus(ErasedAction)
  /// A text goes to the clipboard.
  case copy(String)
  /// The content wants the text of the clipboard.
  case paste
}

/// The tooltip of a module.
final class TooltipContent: PopupContent {
  /// What it says; a part of it that is empty stays on the glass if the text becomes shorter.
  var text: String

  init(_ text: String) {
    self.text = text
  }

  var view: ViewTree { TooltipView(text).body }
  var glassRadius: Double { TooltipView.glassRadius }
  var takesInput: Bool { false }
  var name: String { "tooltip" }

  func perform(
    _ act: ViewInput.Act, notches: PointerEvent.Notches?, in layout: LaidOutView, scale: Double
  ) -> PopupOutcome { .none }
  func follow(_ event: KeyEvent, focused: ErasedAction?, now: Instant) -> PopupOutcome { .none }
}
