import BarUI
import Geometry
import Loop
import Views

/// The tooltip of a control of a popup, such as a button without words. It is a popup of that popup, and is closed before it.
@MainActor final class PopupTooltip {
  private let loop: EventLoop
  /// Returns the layout of the popup as it is now; nil: the popup is not on the screen.
  private let layout: () -> LaidOutView?
  /// Opens the tooltip of a control, for a pointer at a place in pixels of the popup; nil: there is no room for it.
  private let open: (_ target: Tooltip, _ pointer: (x: Double, y: Double)) -> BarPopup?
  private var model = TooltipModel<ViewID>()
  private var shown: (popup: BarPopup, target: Tooltip)?
  /// The position of the pointer, in pixels of the popup.
  private var pointer = (x: 0.0, y: 0.0)
  /// Calls `settle` when the tooltip is due; nil if none is.
  private var timer: Loop.Timer?

  init(
    _ loop: EventLoop, layout: @escaping () -> LaidOutView?,
    open: @escaping (_ target: Tooltip, _ pointer: (x: Double, y: Double)) -> BarPopup?
  ) {
    (self.loop, self.layout, self.open) = (loop, layout, open)
  }

  /// The visible tooltip, as reports of popups tell it.
  var reports: [PopupReport] { shown?.popup.reports ?? [] }

  /// Handles an event of a pointer on the popup, after which the pointer is over the view `hovered` of a layout.
  func follow(_ event: PointerEvent, over hovered: ViewID?, _ layout: LaidOutView?) {
    switch event.kind {
    case .left: model.pointerLeft(now: loop.now)
    case .pressed, .released, .scrolled: model.dismiss()
    case .entered, .moved:
      pointer = (event.x, event.y)
      let target = layout?.tooltips.first { $0.id == hovered }
      model.pointerMoved(to: pointer, over: target?.id, now: loop.now)
    }
    settle()
  }

  /// A key was pressed, or a finger did something on the popup.
  func dismiss() {
    model.dismiss()
    settle()
  }

  /// Shows the tooltip that is due, and closes one whose control is another one now or lies elsewhere.
  func settle() {
    timer.end()
    model.deadlineReached(now: loop.now)
    let target = model.shown.flatMap { id in layout()?.tooltips.first { $0.id == id } }
    if let shown, shown.target != target { closeShown() }
    if let target, shown == nil { show(target) }
    guard let due = model.nextDeadline else { return }
    timer = loop.schedule(at: due) { [weak self] in self?.settle() }
  }

  /// Closes the tooltip, since its popup is closed; idempotent.
  func close() {
    model.pointerLeft(now: loop.now)
    timer.end()
    closeShown()
  }

  private func show(_ target: Tooltip) {
    guard let popup = open(target, pointer) else { return model.dismiss() }
    shown = (popup, target)
    popup.onClosed = { [weak self, weak popup] in
      // A tooltip that the compositor refuses would be refused again with each event of the pointer.
      if popup?.wasDismissed == true { self?.model.dismiss() }
      self?.shown = nil
    }
  }

  private func closeShown() {
    let popup = shown?.popup
    shown = nil
    popup?.close()
  }
}
