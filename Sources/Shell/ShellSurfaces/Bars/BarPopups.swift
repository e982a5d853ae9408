import BarUI
import Geometry
import GlassModel
import Loop
import ModuleModel
import Scenes
import Settings
import ShellModel
import Views

/// The popups of one bar: the tooltip of the module under the pointer, and what a module has opened.
///
/// A bar has one of each at most, and no tooltip while a module has opened something.
@MainActor final class BarPopups {
  /// Called when what a module has opened has been closed, by the compositor or otherwise.
  var onClosed: ((_ wasDismissed: Bool) -> Void)?
  /// Called for a press beside a popup without a grab, which is closed after that.
  var onPressElsewhere: (() -> Void)?
  /// Returns the values that a popup takes from the bar; nil: the bar is not on the screen.
  var parent: () -> PopupParent? = { nil }
  /// Returns the input on the bar.
  var input: () -> BarInput = { BarInput() }
  /// The module whose tooltip is shown, or will be if the pointer stays over it; nil: there is none.
  private(set) var explained: ModuleName? {
    didSet { if explained != oldValue { host.explainedModulesChanged() } }
  }
  private var tooltips = TooltipModel<ViewID>() {
    didSet { explained = (tooltips.awaited?.key?.value as? BarItem)?.module }
  }
  private var tooltip: (popup: BarPopup, id: ViewID, text: HelpText)?
  /// Whether the layout on the screen has another text for the tooltip, or none.
  private var isTooltipStale = false
  private var opened: Opened? {
    didSet {
      if opened == nil {
        presses?.destroy()
        presses = nil
      }
    }
  }
  /// Notices presses elsewhere while a popup without a grab is open; nil otherwise.
  private var presses: (any InputWatch)?
  private let output: any ShellOutput
  private unowned let host: any BarHost
  /// The layout of the bar that is on the screen; nil: there is none.
  private var layout: LaidOutView? { input().layout }

  private struct Opened {
    var popup: any OpenedPopup
    var item: BarItem
    /// Whether input elsewhere closes it.
    var hasGrab: Bool
    /// Whether it is a panel or a calendar, and no menu.
    var isPanel: Bool
  }

  init(on output: any ShellOutput, host: any BarHost) { (self.output, self.host) = (output, host) }

  /// When `settle` is due; nil: never. It is due at once when a tooltip does not say what its module says any more.
  func nextDeadline(now: Instant) -> Instant? {
    [tooltips.nextDeadline, opened?.popup.nextDeadline, isTooltipStale ? now : nil].compactMap(\.self).min()
  }
  /// Whether a popup wants the keys of its bar.
  var takesKeys: Bool { opened != nil }
  /// Whether something is open that input elsewhere does not close by itself.
  var isUngrabbed: Bool { opened?.hasGrab == false }
  /// Whether a panel or a calendar is open.
  var isPanelOpen: Bool { opened?.isPanel == true }
  /// The frame of the open panel or calendar, in logical pixels of the output; nil: none is open, or its place is not known.
  private(set) var panelFrame: LogicalRect? {
    didSet { if panelFrame != oldValue { host.panelsChanged() } }
  }
  /// The module, or the item of one, that has opened something.
  var opener: BarItem? { opened?.item }

  /// The popups on the screen, the uppermost last.
  var reports: [PopupReport] { (opened?.popup.reports ?? []) + (tooltip?.popup.reports ?? []) }

  /// Handles an event of a pointer that the input of the bar has handled already.
  func follow(_ event: PointerEvent, now: Instant) {
    switch event.kind {
    case .left: tooltips.pointerLeft(now: now)
    case .pressed, .released, .scrolled: tooltips.dismiss()
    case .entered, .moved:
      let view = explainedView(input().interaction.hovered)
      tooltips.pointerMoved(to: (event.x, event.y), over: view, now: now)
    }
  }

  /// The keyboard focus has moved to another view of the bar, or to none.
  func focusMoved(now: Instant) {
    tooltips.focusMoved(to: explainedView(input().interaction.focused), now: now)
  }

  /// The view if its tooltip may be shown now; nil: it has none, or a module has opened something.
  private func explainedView(_ view: ViewID?) -> ViewID? {
    opened == nil ? layout?.tooltips.first { $0.id == view }?.id : nil
  }

  /// A button or a finger went down on the bar: what is open is closed, unless it is that of the module there, which
  /// closes it when the button or the finger goes up.
  func pressed(x: Double, y: Double) {
    guard let item = opened?.item else { return }
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    if layout?.frame(of: item)?.contains(x: column, y: row) != true { closeOpened() }
  }

  /// A key was pressed or a finger did something on the bar.
  func dismissTooltip() { tooltips.dismiss() }

  /// The bar shows another layout.
  func layoutChanged(_ layout: LaidOutView) {
    guard let tooltip else { return }
    isTooltipStale = layout.tooltips.first { $0.id == tooltip.id }?.help != tooltip.text
  }

  /// Shows the tooltip that is due and hides the one that is not.
  func settle(now: Instant) {
    if let due = opened?.popup.nextDeadline, due <= now { opened?.popup.deadlineReached(now: now) }
    panelFrame = isPanelOpen ? (opened?.popup as? BarPopup)?.glassFrame : nil
    tooltips.deadlineReached(now: now)
    let target = layout?.tooltips.first { $0.id == tooltips.shown }
    isTooltipStale = false
    if let tooltip, tooltip.id != target?.id || tooltip.text != target?.help { adaptTooltip(to: target) }
    guard let target, tooltip == nil, opened == nil, let parent = parent() else { return }
    guard let made = popup(for: target, parent) else { return tooltips.dismiss() }
    tooltip = (made, target.id, target.help)
    made.onClosed = { [weak self, weak made] in
      // A tooltip that the compositor refuses would be refused again with each event of the pointer.
      if made?.wasDismissed == true { self?.tooltips.dismiss() }
      self?.tooltip = nil
    }
  }

  /// The tooltip of a module, or the calendar that is shown in place of it; nil if there is no room for it.
  private func popup(for target: Tooltip, _ parent: PopupParent) -> BarPopup? {
    guard let item = target.id.key?.value as? BarItem, let calendar = parent.restingCalendar(item) else {
      return BarPopup(tooltip: target.help, of: target.frame, pointer: input().pointerPlace, parent)
    }
    let content = CalendarContent(
      calendar, isRightToLeft: parent.isRightToLeft, font: parent.settings.font, takesInput: false)
    return BarPopup(content, beside: target.frame, parent)
  }

  /// Opens a popup of a module, or closes the popup of that module if one is open; nothing is opened for a module that
  /// is not shown.
  ///
  /// The first entry of a menu is highlighted if `source`, the origin of the request, is a key.
  func toggle(_ popup: ModulePopup, at item: BarItem, for source: UseSource) {
    guard var parent = parent() else { return }
    parent.takesGrab = source != .command && parent.surface.canGrab
    let former = opened?.item
    closeAll()
    guard former != item, let layout, let place = layout.frame(of: item) else { return }
    parent.island = layout.island(around: place, on: parent.settings).map(parent.logical)
    let made: (any OpenedPopup)? =
      switch popup {
      case .calendar(let calendar):
        BarPopup(
          CalendarContent(calendar, isRightToLeft: parent.isRightToLeft, font: parent.settings.font),
          beside: place, parent)
      case .menu(let menu): BarMenu(menu, beside: place, parent, highlightsFirst: source == .key)
      case .panel(let panel): openPanel(panel, beside: place, parent, byKey: source == .key)
      }
    guard let made else { return }
    var isPanel = true
    if case .menu = popup { isPanel = false }
    opened = Opened(popup: made, item: item, hasGrab: parent.takesGrab, isPanel: isPanel)
    if !parent.takesGrab { watchPresses(on: parent.settings.layer) }
    made.onClosed = { [weak self, weak made] in
      self?.opened = nil
      self?.onClosed?(made?.wasDismissed == true)
    }
  }

  private func watchPresses(on layer: SurfaceLayer) {
    presses = output.watchPresses(on: layer) { [weak self] in
      self?.onPressElsewhere?()
      self?.closeOpened()
    }
  }

  private func openPanel(
    _ panel: ModulePanel, beside place: PixelRect, _ parent: PopupParent, byKey: Bool
  ) -> BarPopup? {
    let content = PanelContent(
      panel,
      PanelContent.Environment(
        picture: parent.picture, isMissing: parent.isMissing, measurer: parent.measurer,
        isRightToLeft: parent.isRightToLeft,
        now: { [loop = parent.loop] in loop.now }))
    let popup = BarPopup(content, beside: place, parent)
    content.onChange = { [weak popup] outcome in
      if panel.content() == nil { popup?.close() } else { popup?.perform(outcome) }
    }
    if byKey { popup?.focusFirst() }
    return popup
  }

  /// Handles a key event while a popup takes the keys.
  func follow(_ event: KeyEvent) { opened?.popup.follow(event) }

  /// Opens the submenus that lead to an entry of the open menu.
  func lead(to entry: Int) { (opened?.popup as? BarMenu)?.lead(to: entry) }

  /// Gives the popups the look by settings and preferences that may have changed.
  func adopt(_ bar: BarSettings) {
    opened?.popup.adopt(host.state, bar)
    tooltip?.popup.adopt(host.state, bar)
  }

  /// Shows changes of the content in the popup that a module has opened.
  func refresh() { opened?.popup.refresh() }

  /// Closes what a module has opened.
  func closeOpened() { opened?.popup.close() }

  /// Closes the open popup if it belongs to `module`.
  func closeOpened(by module: ModuleName) { if opened?.item.module == module { closeOpened() } }

  /// Closes what was opened by a module, or an item of one, that `bar` does not show any more.
  func closeOrphan(_ bar: BarSettings) {
    guard let opener else { return }
    let module = host.state.shown(opener.module, on: output.name)
    let isThere = opener.item.map { module?.item($0)?.isVisible == true } ?? (module != nil)
    if !isThere || !host.state.settings.shownModules(of: bar).contains(opener.module) { closeOpened() }
  }

  /// Closes all popups of the bar.
  func closeAll() {
    tooltips.dismiss()
    closeTooltip()
    closeOpened()
  }

  /// Shows the module's present text in the tooltip. A tooltip that would need another size, or that belongs to another
  /// module, is closed instead, so that another one is opened.
  private func adaptTooltip(to target: Tooltip?) {
    if let target, let tooltip, target.id == tooltip.id, tooltip.popup.content is CalendarContent {
      tooltip.popup.redraw()
      self.tooltip?.text = target.help
    } else if let target, let tooltip, target.id == tooltip.id, tooltip.popup.replaceTooltip(by: target.help)
    {
      self.tooltip?.text = target.help
    } else {
      closeTooltip()
    }
  }

  private func closeTooltip() {
    tooltip?.popup.close()
    (tooltip, isTooltipStale) = (nil, false)
  }
}

extension LaidOutView {
  /// Returns the frame of a module or an item of one; nil if the layout does not show it.
  fileprivate func frame(of item: BarItem) -> PixelRect? {
    identities.first { $0.key.value as? BarItem == item }?.frame
  }
}
