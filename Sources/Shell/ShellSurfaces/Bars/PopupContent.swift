import BarUI
import Geometry
import Scenes
import Settings
import Views
import VisualEffects

/// The content of a popup of the bar, and its reaction to pointers, fingers and keys.
@MainActor protocol PopupContent: AnyObject {
  /// The view on the glass.
  var view: ViewTree { get }
  /// The radius of the glass, in points.
  var glassRadius: Double { get }
  /// The tint over the material of the glass; nil: there is none.
  var tint: CoverTint? { get }
  /// The inks that may come to the glass, which does not change when they do.
  var reservedInks: Set<Ink> { get }
  /// The look of the popup by the settings.
  func style(_ settings: Settings) -> PopupSettings
  /// Whether pointers, fingers and keys are for the popup; a tooltip lets them through.
  var takesInput: Bool { get }
  /// The name of the popup in the output of `hyaline bar inspect`.
  var name: String { get }

  /// Returns the lengths by which the content may become wider and higher than its first `size` while it is open, in
  /// points; zero: it keeps its size.
  func growth(from size: LogicalSize) -> LogicalSize
  /// Whether one end of the glass stays in line with the module when the content grows beside a vertical bar; the
  /// middle of other popups is in line with it.
  var keepsEnd: Bool { get }
  /// Called when the popup was opened, and when it is closed.
  func opened()
  func closed()
  /// Leaves out a part of the content, for which the output has too little room; returns whether there was such a part.
  /// Called before the popup is opened.
  func shorten() -> Bool
  /// Sets the height that the content wants and the height that is available for it, in points; called at least once.
  func fit(wanted: Double, available: Double)
  /// Handles an act of a pointer, a finger or a key on a layout; `scale` is physical pixels per point.
  func perform(
    _ act: ViewInput.Act, notches: PointerEvent.Notches?, in layout: LaidOutView, scale: Double
  ) -> PopupOutcome
  /// Handles a key that was pressed; `focused` is the action of the view with the focus.
  func follow(_ event: KeyEvent, focused: ErasedAction?, now: Instant) -> PopupOutcome
  /// Sets the view that has the focus on a layout, by its action, nil: none has; `scale` is physical pixels per point.
  /// The popup calls this when the focus moves and before each key, as the view may have been scrolled out of sight.
  func focus(on action: ErasedAction?, in layout: LaidOutView?, scale: Double) -> PopupOutcome
  /// Inserts the text of the clipboard, which an outcome has asked for.
  func paste(_ text: String) -> PopupOutcome
  /// When the content looks different because time has passed; nil: never.
  func nextDeadline(after now: Instant) -> Instant?
  /// Returns the items of the layout on the screen that can be chosen: labels, frames in pixels of the popup, and
  /// states.
  func items(_ layout: LaidOutView) -> [(label: String, frame: PixelRect, states: [String])]
}

extension PopupContent {
  func style(_ settings: Settings) -> PopupSettings { PopupSettings() }
  func growth(from size: LogicalSize) -> LogicalSize { LogicalSize(width: 0, height: 0) }
  var keepsEnd: Bool { false }
  var tint: CoverTint? { nil }
  /// The glass of all panels and menus is the same, whether they have texts of less importance or not, and does not change with the
  /// fill of an item under the pointer.
  var reservedInks: Set<Ink> { takesInput ? [.vibrant(.fill), .vibrant(.secondaryLabel)] : [] }
  func opened() {}
  func closed() {}
  func shorten() -> Bool { false }
  func fit(wanted: Double, available: Double) {}
  func focus(on action: ErasedAction?, in layout: LaidOutView?, scale: Double) -> PopupOutcome {
    .none
  }
  func paste(_ text: String) -> PopupOutcome { .none }
  func nextDeadline(after now: Instant) -> Instant? { nil }
  func items(_ layout: LaidOutView) -> [(label: String, frame: PixelRect, states: [String])] { [] }
}

/// The action that a popup has to take after its content has handled input.
enum PopupOutcome: Equatable {
  /// The content does not handle this input.
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
  /// The text of the tooltip. The glass keeps its size if the text becomes a little shorter.
  var text: HelpText

  init(_ text: HelpText) {
    self.text = text
  }

  var view: ViewTree { TooltipView(text).body }
  var glassRadius: Double { TooltipView.glassRadius }
  var takesInput: Bool { false }
  var name: String { "tooltip" }
  func style(_ settings: Settings) -> PopupSettings { settings.tooltip }

  func perform(
    _ act: ViewInput.Act, notches: PointerEvent.Notches?, in layout: LaidOutView, scale: Double
  ) -> PopupOutcome { .none }
  func follow(_ event: KeyEvent, focused: ErasedAction?, now: Instant) -> PopupOutcome { .none }
}
