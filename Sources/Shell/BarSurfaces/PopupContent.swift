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

  /// Takes the height that the popup has got, in points, which is less than wanted where the output has no more.
  func fit(height: Double)
  /// Takes what pointers and fingers did; `scale` is physical pixels per point.
  func perform(_ act: ViewInput.Act, notches: PointerEvent.Notches?, scale: Double) -> PopupOutcome
  /// Takes a key.
  func follow(_ event: KeyEvent, now: Instant) -> PopupOutcome
  /// What of it can be chosen, by the layout that is on the screen: labels, frames in pixels of the popup, and states.
  func items(_ layout: LaidOutView) -> [(label: String, frame: PixelRect, states: [String])]
}

extension PopupContent {
  func fit(height: Double) {}
  func items(_ layout: LaidOutView) -> [(label: String, frame: PixelRect, states: [String])] { [] }
}

/// What has to be done after a popup's content has taken input.
enum PopupOutcome: Equatable {
  /// It means nothing to the content.
  case none
  case redraw
  /// The content has done all that there was to do.
  case done
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
