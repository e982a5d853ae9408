import BarUI
import Geometry
import LiveGlass
import Loop
import ModuleModel
import Scenes
import Settings
import ShellModel

/// The values that a popup takes from the bar or the menu that it belongs to.
@MainActor struct PopupParent {
  var surface: any ShellSurface
  var settings: BarSettings
  var state: State
  var loop: EventLoop
  var measurer: any TextMeasurer
  /// Physical pixels per logical pixel of the output.
  var scale: Double
  /// The size of the output, in physical pixels.
  var outputSize: PixelSize
  /// The look of the output; nil: the backdrop of each popup decides on that of the popup.
  var look: OutputLook?
  /// The distances by which the surface extends beyond the bar or the menu, in logical pixels.
  var outset = SurfacePlacement.Margins()
  /// Whether what a module opens takes a grab, by which input elsewhere closes it.
  var takesGrab = false
  /// Returns an icon for a square of `side` points; nil: there is none, or it is still being read.
  var picture: (_ icon: ModuleIcon, _ side: Double) -> PictureTable.Picture? = { _, _ in nil }
  /// Whether there is no such icon, which is known once it was looked for.
  var isMissing: (_ icon: ModuleIcon, _ side: Double) -> Bool = { _, _ in false }
  /// Returns the calendar that is shown in place of the tooltip of a module; nil: its tooltip is shown.
  var restingCalendar: (_ item: BarItem) -> CalendarPopup? = { _ in nil }
  /// Called when the next deadline of the popup may have changed.
  var onChange: () -> Void = {}
  /// The part of an island out of which the popup grows, in logical pixels of the surface; nil: the popup does not grow out of one.
  var island: LogicalRect?
  /// The necks by which glass hangs on the islands of the bar; nil: the surface is not that of a bar.
  var necks: IslandNecks?
  /// The user's clipboard.
  var clipboard: (any Clipboard)?

  /// The part beside which the popup lies, in physical pixels of the output, if the surface is not a bar at an edge, such
  /// as one of banners; nil: it is a bar.
  var freeAnchor: PixelRect?

  /// The frame of the bar or the menu on the output, without its shadow, in physical pixels.
  var frame: PixelRect { outset.inner(surface.frame, scale: scale) }

  /// Whether the popup itself asks for a layout from right to left; nil: it is laid out as the bar is.
  var ownDirection: Bool?

  /// Whether what a module opens is laid out from right to left.
  var isRightToLeft: Bool { ownDirection ?? state.presentation.isRightToLeft }

  /// The greatest height at which all of a popup is on the output beside the bar, in logical pixels.
  var room: Double {
    let (frame, output) = (logical(frame), logical(PixelRect(outputSize)))
    if freeAnchor != nil { return output.height - Double(2 * BarPopup.gap) }
    let beside =
      switch settings.edge {
      case .top: output.height - frame.maxY
      case .bottom: frame.y
      case .left, .right: output.height - Double(BarPopup.gap)
      }
    return beside - Double(2 * BarPopup.gap)
  }

  /// The greatest width at which all of a popup is on the output beside the bar, in logical pixels.
  var roomAcross: Double {
    let (frame, width) = (logical(frame), logical(PixelRect(outputSize)).width)
    let beside =
      switch settings.edge {
      case .left where freeAnchor == nil: width - frame.maxX
      case .right where freeAnchor == nil: frame.x
      default: width
      }
    return beside - Double(2 * BarPopup.gap)
  }

  /// Returns the placement with which a popup keeps the distance `BarPopup.gap` to the ends of the output. The compositor would move
  /// a popup that is centred beside a module there to the very edge.
  func keepingMargin(_ popup: PopupPlacement) -> PopupPlacement {
    popup.keeping(Double(BarPopup.gap), at: logical(surface.frame), in: logical(PixelRect(outputSize)))
  }

  /// Whether a popup beside a part of the bar has more room above it than below.
  func growsUpwards(from part: PixelRect) -> Bool {
    switch settings.edge {
    case .top: false
    case .bottom: true
    case .left, .right: surface.frame.y + part.y + part.height / 2 > outputSize.height / 2
    }
  }

  /// Converts a frame from physical to logical pixels.
  func logical(_ rect: PixelRect) -> LogicalRect { LogicalRect(rect, scale: scale) }
}

extension PopupParent {
  /// Creates the values that a popup takes from a bar whose surface is on an output.
  init(_ surface: any ShellSurface, of bar: BarSettings, on output: any ShellOutput, host: any BarHost) {
    self.init(
      surface: surface, settings: bar, state: host.state, loop: host.loop, measurer: output.measurer,
      scale: output.scale, outputSize: output.size)
    outset = bar.outset { output.snapped($0, slack: 2) }
    (look, clipboard) = (output.look, host.clipboard)
    picture = { [host, output] in host.pictures.icon($0, side: $1, scale: output.scale) }
    isMissing = { [host, output] in host.pictures.isMissing($0, side: $1, scale: output.scale) }
  }
}
