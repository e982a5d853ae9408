import BarUI
import Geometry
import GlassModel
import Scenes
import Views

/// The popups of one bar: the tooltip of the module under the pointer, and what a module has opened.
///
/// A bar has one of each at most, and no tooltip while a module has opened something.
@MainActor final class BarPopups {
  /// Called when what a module has opened has been closed.
  var onClosed: (() -> Void)?
  private var tooltips = TooltipModel<ViewID>()
  private var tooltip: (popup: BarPopup, text: String)?
  private var opened: (popup: BarPopup, item: BarItem)?
  /// Where the pointer is on the bar, in physical pixels of its surface; nil: it is not there.
  private var pointer: (x: Double, y: Double)?

  /// When `settle` is due; nil: never.
  var nextDeadline: Instant? { tooltips.nextDeadline }
  /// Whether a popup wants the keys of its bar.
  var takesKeys: Bool { opened != nil }

  /// The popups on the screen, with their names and frames in physical pixels of the output.
  var shown: [(name: String, frame: PixelRect)] {
    [opened?.popup, tooltip?.popup].compactMap { popup in
      popup?.frame.flatMap { frame in popup.map { ($0.content.name, frame) } }
    }
  }

  /// A pointer did something on the bar, by which it is over a view.
  func follow(_ event: PointerEvent, over hovered: ViewID?, _ layout: LaidOutView?, now: Instant) {
    switch event.kind {
    case .left:
      pointer = nil
      tooltips.pointerLeft(now: now)
    case .pressed, .released, .scrolled: tooltips.dismiss()
    case .entered, .moved:
      pointer = (event.x, event.y)
      let target = opened == nil ? layout?.tooltips.first { $0.id == hovered }?.id : nil
      tooltips.pointerMoved(to: (event.x, event.y), over: target, now: now)
    }
  }

  /// A key was pressed or a finger did something on the bar.
  func dismissTooltip() { tooltips.dismiss() }

  /// Shows the tooltip that is due and hides the one that is not; `parent` is asked if one is to be shown.
  func settle(_ layout: LaidOutView?, now: Instant, parent: () -> BarPopup.Parent?) {
    tooltips.deadlineReached(now: now)
    let target = layout?.tooltips.first { $0.id == tooltips.shown }
    // What has another text has another tooltip.
    if tooltip?.text != target?.text { closeTooltip() }
    guard let target, let pointer, tooltip == nil, opened == nil, let parent = parent() else { return }
    guard let made = BarPopup(tooltip: target.text, of: target.frame, pointer: pointer, parent) else {
      return tooltips.dismiss()
    }
    tooltip = (made, target.text)
    made.onClosed = { [weak self] in self?.tooltip = nil }
  }

  /// Opens what a module asks for, or closes it if that module has opened it; nothing is opened for what is not shown.
  func toggle(
    _ content: any PopupContent, at item: BarItem, _ layout: LaidOutView?, _ parent: BarPopup.Parent
  ) {
    let former = opened?.item
    closeAll()
    guard former != item,
      let place = layout?.identities.first(where: { $0.key.value as? BarItem == item }),
      let made = BarPopup(content, beside: place.frame, parent)
    else { return }
    opened = (made, item)
    made.onClosed = { [weak self] in
      self?.opened = nil
      self?.onClosed?()
    }
  }

  /// A key was pressed while a popup takes them.
  func follow(_ event: KeyEvent) { opened?.popup.follow(event) }

  /// Closes all of them.
  func closeAll() {
    tooltips.dismiss()
    closeTooltip()
    opened?.popup.close()
  }

  private func closeTooltip() {
    tooltip?.popup.close()
    tooltip = nil
  }
}
