import BarUI
import Geometry
import GlassModel
import LiveGlass
import Loop
import Scenes
import Settings
import ShellModel
import Views
import VisualEffects

/// One popup of a bar on the screen: its surface, its glass and the input that it takes.
@MainActor final class BarPopup: OpenedPopup {
  var onClosed: (() -> Void)?
  private(set) var wasDismissed = false
  /// Called when the popup has got its place on the output, after which other popups can be opened beside its parts.
  var onPlaced: (() -> Void)?
  let content: any PopupContent
  var surface: (any ShellSurface)? { host.surface }
  /// Whether the place of the open popup is not known yet.
  var awaitsPlace: Bool { surface?.frame.isEmpty == true }
  private var parent: PopupParent
  private let host: SurfaceHost
  /// The look by the settings.
  private var style: PopupSettings
  /// The room of the glass in the surface.
  private var room: PopupRoom
  private var input = ViewInput()
  /// The view that the content knows to have the focus.
  private var focused: ViewID?
  /// Whether the first view that can have the focus gets it once it is laid out.
  private var awaitsFocus = false
  private var drawing: PopupDrawing
  /// The frame of the glass at the last call of `followGlass`, in pixels of the surface; nil before the first.
  private var lastGlass: PixelRect?
  /// Calls `redraw` after a scene has moved the glass; nil if none has.
  private var following: Loop.Timer?
  /// The tooltip of the control under the pointer.
  private lazy var tooltip = PopupTooltip(parent.loop) { [unowned self] in
    shownLayout
  } open: { [unowned self] target, pointer in
    BarPopup(target, pointer: pointer, of: self)
  }

  /// The number of points by which the text of a tooltip may be narrower than its glass.
  private static let tooltipSlack = 24
  /// The distance between a module and its popup, and the least one between a popup and the edge of the screen, in logical
  /// pixels.
  static let gap = 8
  /// The distance by which a submenu lies over its menu, in logical pixels.
  private static let overlap = 4.0
  /// The distance between a pointer or a button and its menu on a surface that is not a bar, in logical pixels.
  private static let freeGap = 2

  /// Opens a popup beside a part of the bar, given in physical pixels of the bar's surface; nil if no popup can be
  /// opened.
  convenience init?(_ content: any PopupContent, beside part: PixelRect, _ parent: PopupParent) {
    let growsUpwards = parent.growsUpwards(from: part)
    self.init(content, parent, room: parent.room, origin: parent.island ?? parent.logical(part)) {
      width, height in
      var placement = PopupPlacement(
        anchor: parent.logical(part), width: width, height: height, awayFrom: parent.settings.edge)
      placement.gap = parent.freeAnchor == nil ? Self.gap : Self.freeGap
      (placement.takesGrab, placement.takesInput) = (parent.takesGrab, content.takesInput)
      if parent.freeAnchor != nil { placement.alignment = parent.isRightToLeft ? .end : .start }
      if content.keepsEnd, !parent.settings.edge.isLevel {
        placement.alignment = growsUpwards ? .end : .start
      }
      return parent.keepingMargin(placement)
    }
  }

  /// Opens the tooltip of a part of the bar; nil also if it would lie under the pointer. The part and the pointer are
  /// in physical pixels of the bar's surface; `pointer` is nil if the pointer is not on the bar.
  convenience init?(
    tooltip text: HelpText, of part: PixelRect, pointer: (x: Double, y: Double)?, _ parent: PopupParent,
    outset: SurfacePlacement.Margins = SurfacePlacement.Margins()
  ) {
    self.init(TooltipContent(text), parent, room: .infinity) { width, height in
      PopupPlacement.tooltip(
        of: parent.logical(part), width: width, height: height, gravity: parent.settings.edge.opposite,
        margin: Double(Self.gap), outset: outset,
        pointer: pointer.map { ($0.x / parent.scale, $0.y / parent.scale) } ?? (-.infinity, -.infinity),
        at: parent.logical(parent.surface.frame), in: parent.logical(PixelRect(parent.outputSize)))
    }
  }

  /// Opens the tooltip of a control of a popup; nil if the popup is not on the screen, or the tooltip has no place.
  private convenience init?(_ tooltip: Tooltip, pointer: (x: Double, y: Double), of popup: BarPopup) {
    guard let surface = popup.surface else { return nil }
    var parent = popup.parent
    (parent.surface, parent.outset) = (surface, popup.room.outset)
    self.init(
      tooltip: tooltip.help, of: tooltip.frame, pointer: pointer, parent, outset: popup.room.outset)
  }

  /// Opens a submenu beside the entry of the menu that a popup shows, their first entries in line; nil if that popup or
  /// its entry is not on the screen.
  convenience init?(_ content: any PopupContent, besideEntry entry: Int, of popup: BarPopup) {
    guard let surface = popup.surface, let layout = popup.shownLayout,
      let row = layout.popupAnchors[ViewKey(MenuAnchor(entry))], let glass = layout.glass
    else { return nil }
    var parent = popup.parent
    (parent.surface, parent.outset) = (surface, popup.room.outset)
    let output = parent.logical(PixelRect(parent.outputSize))
    let place = parent.logical(glass.offset(x: surface.frame.x, y: surface.frame.y))
    // The compositor would flip a surface that is wider than the room at that side.
    let width = parent.isRightToLeft ? place.x : output.width - place.maxX
    self.init(content, parent, room: output.height - Double(2 * Self.gap), widthToGrow: width) {
      width, height in
      var anchor = parent.logical(row)
      anchor.y -= MenuMetrics.inset
      // The menu ends where the submenu begins, at whichever side the compositor puts it.
      let menu = parent.logical(glass)
      (anchor.x, anchor.width) = (menu.x + Self.overlap, max(0, menu.width - 2 * Self.overlap))
      var placement = PopupPlacement(
        anchor: anchor, width: width, height: height, gravity: parent.isRightToLeft ? .left : .right)
      placement.parentOutset = popup.room.outset
      // The placement has no gap, since compositors with wlroots 0.15 do not mirror the gap when they flip a popup.
      placement.alignment = .start
      placement.takesGrab = parent.takesGrab
      return placement
    }
  }

  /// `place` is given the size in logical pixels, of which the height is `room` at most, and the width `widthToGrow`
  /// unless the content needs more. The popup springs from `origin`, in logical pixels of the parent surface; nil: from the anchor
  /// of its placement.
  private init?(
    _ content: any PopupContent, _ parent: PopupParent, room: Double, widthToGrow: Double = .infinity,
    origin: LogicalRect? = nil,
    place: @escaping (_ width: Int, _ height: Int) -> PopupPlacement?
  ) {
    self.content = content
    self.parent = parent
    self.room = PopupRoom(
      parent, height: room, widthToGrow: widthToGrow, elevation: content.takesInput ? .raised : .low,
      place: place)
    drawing = PopupDrawing(.none, from: origin ?? LogicalRect(x: 0, y: 0, width: 0, height: 0), at: .bottom)
    style = content.style(parent.state.settings)
    host = SurfaceHost(
      parent.state.settings.effect(named: style.material ?? parent.settings.material), parent.state,
      loop: parent.loop, sharing: parent.look)
    let now = parent.loop.now
    // A module begins to read the data of its panel here, and may have some of it before the layout below.
    content.opened()
    func wantedSize() -> PixelSize { laidOut(in: Proposal(), scale: parent.scale, now: now).size }
    var size = wantedSize()
    while !self.room.holds(size), content.shorten() { size = wantedSize() }
    guard let (placement, wanted, available) = self.room.open(for: size, growth: content.growth) else {
      content.closed()
      return nil
    }
    content.fit(wanted: wanted, available: available)
    let fromIsland = origin != nil && parent.island != nil
    let motion =
      reducesMotion || !content.takesInput ? .appearing : PopupMotion(fromIsland: fromIsland)
    drawing = PopupDrawing(motion, from: origin ?? placement.anchor, at: placement.gravity)
    let opened = host.open(placement, of: parent.surface) { [unowned self] in scene($0) }
    guard let made = opened else {
      content.closed()
      return nil
    }
    followGlass(of: made)
    host.look.onChange = { [unowned self] in surface?.setNeedsDisplay() }
    host.onClosed = { [unowned self] in
      wasDismissed = true
      closed()
    }
    if drawing.isMoving(at: now) { move(made) }
    if content.takesInput { takeInput(of: made) }
    followDeadline()
  }

  func adopt(_ state: State, _ bar: BarSettings) {
    (parent.state, parent.settings) = (state, bar)
    style = content.style(state.settings)
    host.adopt(state.settings.effect(named: style.material ?? bar.material), state)
    // The tooltip has the look and the size that the former settings gave it.
    tooltip.close()
    redraw()
  }

  /// Moves the glass and fades the fills of views from the next frame on.
  private func move(_ surface: any ShellSurface) {
    // The surface may go on fading out after this popup is gone.
    surface.animate(
      while: { [weak self] now in
        guard let self, self.surface != nil else { return false }
        return drawing.begin(input.interaction, now: now)
      }, completion: nil)
  }

  /// Draws the popup, whose fills fade if the state of the input is another one than in the last frame.
  private func display(on surface: any ShellSurface) {
    surface.setNeedsDisplay()
    if surface.isShown, !reducesMotion, !drawing.shows(input.interaction) { move(surface) }
  }

  private func scene(_ layout: LiveSurface.Layout) -> Scene {
    let content = laidOut(in: Proposal(layout.size), scale: layout.scale, now: layout.now)
    // The compositor may have put the surface elsewhere than was expected. Nothing may be requested while a scene is
    // made.
    if self.content.takesInput, content.glass != lastGlass, following == nil {
      following = parent.loop.schedule(at: parent.loop.now) { [weak self] in
        self?.following = nil
        self?.redraw()
      }
    }
    let scene = drawing.frame(
      of: content.scene, input.interaction, under: input.hand,
      isAnimated: surface?.isShown == true && !reducesMotion, at: surface.map(place), scale: layout.scale,
      now: layout.now)
    parent.necks?.set(surface.flatMap { drawing.neck?.offset(x: $0.frame.x, y: $0.frame.y) }, of: self)
    return scene
  }

  private var reducesMotion: Bool { parent.state.presentation.reducesMotion }

  private func place(_ surface: any ShellSurface) -> PopupDrawing.Place {
    PopupDrawing.Place(
      surface: surface.frame, parent: parent.surface.frame, opener: parent.freeAnchor ?? parent.frame,
      scale: parent.scale)
  }

  func close() {
    guard let surface else { return }
    tooltip.close()
    let size = surface.frame.size
    let last =
      size.isEmpty
      ? Scene(size: size, nodes: [])
      : laidOut(in: Proposal(size), scale: parent.scale, now: parent.loop.now).scene
    let motion = reducesMotion || !content.takesInput ? PopupMotion.none : .closing
    let frame = drawing.closing(last, by: motion, at: place(surface))
    host.close(showing: { frame($0.size, $0.now) }, fading: PopupMotion.fading)
    closed()
  }

  func follow(_ event: KeyEvent) {
    guard event.isPressed else { return }
    tooltip.dismiss()
    giveAwaitedFocus()
    guard let shown = shownLayout else { return }
    _ = input.show(shown, scale: parent.scale)
    perform(content.focus(on: input.focusedAction, in: shown, scale: parent.scale))
    let outcome = content.follow(event, focused: input.focusedAction, now: parent.loop.now)
    if outcome != .none { return perform(outcome) }
    let before = input.interaction
    let acts = input.follow(event)
    if acts == nil, event.keysym == Keysym.escape { return close() }
    if input.interaction != before { redraw() }
    for act in acts ?? [] { perform(content.perform(act, notches: nil, in: shown, scale: parent.scale)) }
    tellFocus()
  }

  /// Focuses the first view that can have the focus, for a popup that was opened by a key. If no view can have it yet, the first
  /// one gets it in a later layout.
  func focusFirst() {
    awaitsFocus = true
    giveAwaitedFocus()
  }

  private func giveAwaitedFocus() {
    guard awaitsFocus, let shown = shownLayout, !shown.focusOrder.isEmpty else { return }
    awaitsFocus = false
    if input.interaction.focused == nil { perform(.moveFocus(back: false)) }
  }

  private(set) var nextDeadline: Instant?

  func deadlineReached(now: Instant) { redraw() }

  func refresh() { redraw() }

  /// Shows another text in a tooltip; false: it would need another size.
  ///
  /// A text that is a little narrower than its glass is no reason for another popup: numbers change with each second.
  func replaceTooltip(by text: HelpText) -> Bool {
    guard let content = content as? TooltipContent, let whole = surface?.frame.size, !whole.isEmpty else {
      return false
    }
    let room = room.area(in: whole, scale: parent.scale).size
    let former = content.text
    content.text = text
    let wanted = laidOut(in: Proposal(), scale: parent.scale, now: parent.loop.now).size
    // The sizes of surfaces are whole points.
    let point = Int(parent.scale.rounded(.up))
    if (room.height - point...room.height).contains(wanted.height),
      (room.width - Self.tooltipSlack * point...room.width).contains(wanted.width)
    {
      redraw()
      return true
    }
    content.text = former
    return false
  }

  /// Draws the content anew.
  func redraw() {
    giveAwaitedFocus()
    if let surface {
      display(on: surface)
      followGlass(of: surface)
      tooltip.settle()
    }
    followDeadline()
  }

  /// Asks the bar for a call at the moment when the content looks different.
  private func followDeadline() {
    let due = content.nextDeadline(after: parent.loop.now)
    if due != nextDeadline {
      nextDeadline = due
      parent.onChange()
    }
  }

  /// Lets input pass through beside the glass, which is smaller than the surface until its content grows, and unfolds
  /// the glass if it has become higher.
  private func followGlass(of surface: any ShellSurface) {
    // The place of the glass depends on that of the surface, which the compositor may not have sent yet.
    guard content.takesInput, !surface.frame.isEmpty, let shown = shownLayout, let glass = shown.glass else {
      return
    }
    // Something else may have come under a pointer that rests.
    let cursor = input.cursor(on: shown)
    if surface.cursor != cursor { surface.cursor = cursor }
    if let lastGlass, surface.isShown, !reducesMotion,
      drawing.unfold(from: lastGlass, to: glass, now: parent.loop.now)
    {
      move(surface)
    }
    let isFirst = lastGlass == nil
    if lastGlass != glass {
      lastGlass = glass
      parent.onChange()
    }
    let region = [parent.logical(glass)]
    if surface.placement.inputRegion != region { surface.placement.inputRegion = region }
    if isFirst { onPlaced?() }
  }

  /// The frame of the glass, in logical pixels of the output; nil: its place is not known yet, or it is no panel or menu.
  var glassFrame: LogicalRect? {
    guard let surface, let lastGlass else { return nil }
    return parent.logical(lastGlass.offset(x: surface.frame.x, y: surface.frame.y))
  }

  var reports: [PopupReport] {
    guard let surface, surface.isShown, let layout = shownLayout else { return [] }
    let glass = layout.glass.map { $0.offset(x: surface.frame.x, y: surface.frame.y) } ?? surface.frame
    let items = content.items(layout).map { item in
      PopupReport.Item(
        label: item.label, frame: parent.logical(item.frame.offset(x: surface.frame.x, y: surface.frame.y)),
        states: item.states)
    }
    let report = PopupReport(name: content.name, frame: parent.logical(glass), items: items)
    return [report] + tooltip.reports
  }

  /// Sets the direction of the layout, which takes effect when the content is drawn next.
  func setDirection(isRightToLeft: Bool) { parent.ownDirection = isRightToLeft }

  /// The layout of the content as it is now; nil: it is not on the screen or on its way there.
  private var shownLayout: LaidOutView? {
    surface.map { laidOut(in: Proposal($0.frame.size), scale: parent.scale, now: parent.loop.now) }
  }

  /// Lays the content out on its glass, which leaves a part of a surface free that is there for the content to grow.
  private func laidOut(in proposal: Proposal, scale: Double, now: Instant) -> LaidOutView {
    let material = host.look.material(at: now)
    var environment = ViewEnvironment(
      scale: scale, isDark: material.isDark, legibility: parent.state.presentation.legibility,
      font: style.font ?? parent.settings.font)
    environment.edge = parent.state.presentation.edge
    if let ink = style.ink { environment.ink = .colour(ink) }
    environment.interaction = input.interaction
    environment.isRightToLeft = parent.isRightToLeft
    environment.symbols = BuiltInSymbolSource()
    if let accent = parent.state.presentation.accent { environment.accent = Accent(accent) }
    let glass = glassSheet(of: material)
    func sheet(width: Double? = nil, height: Double? = nil) -> ViewTree {
      content.view.frame(width: width, height: height, alignment: .top).glass(glass).id(PopupGlassKey())
    }
    func laidOut(_ view: ViewTree, _ proposal: Proposal) -> LaidOutView {
      layout(view, in: proposal, environment: environment, measurer: parent.measurer)
        .sharingInks(with: content.reservedInks)
    }
    guard let width = proposal.width, let height = proposal.height else { return laidOut(sheet(), proposal) }
    let whole = PixelSize(width: width, height: height)
    let area = room.area(in: whole, scale: scale)
    var frame = area
    if room.canGrow {
      let shown = room.canWiden ? min(laidOut(sheet(), Proposal()).size.width, area.width) : area.width
      let wanted = laidOut(sheet(), Proposal(width: shown)).size.height
      content.fit(wanted: Double(wanted) / scale, available: Double(area.height) / scale)
      frame = room.glass(
        PixelSize(width: shown, height: min(wanted, area.height)), in: area, of: surface?.frame)
    }
    let after = whole.width - frame.maxX
    return laidOut(
      sheet(width: Double(frame.width) / scale, height: Double(frame.height) / scale)
        .padding(
          leading: Double(environment.isRightToLeft ? after : frame.x) / scale, top: Double(frame.y) / scale
        )
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading), proposal)
  }

  /// The sheet of the popup, with the edge and the corners that the settings give.
  private func glassSheet(of material: Material) -> GlassSheet {
    var tinted = style.relief.applied(to: material)
    if let tint = content.tint { tinted.chain.tint(tint.fill(isDark: material.isDark)) }
    var sheet = GlassSheet(
      BlurEffect(material: tinted), corners: LogicalCorners(style.cornerRadius ?? content.glassRadius)
    )
    .elevated(room.elevation, isDark: material.isDark)
    if let border = style.border { sheet.border = border }
    return sheet
  }

  private func takeInput(of surface: any ShellSurface) {
    // Some compositors give the keys of a popup with a grab to it, others leave them with the bar.
    surface.onKey = { [unowned self] event in follow(event) }
    surface.onPointer = { [unowned self] event in follow(event) }
    surface.onTouch = { [unowned self] event in
      let now = parent.loop.now
      tooltip.dismiss()
      follow {
        $0.follow(event, now: now)
      } notches: {
        nil
      }
    }
  }

  private func follow(_ event: PointerEvent) {
    follow {
      $0.follow(event)
    } notches: {
      event.notches
    }
    tooltip.follow(event, over: input.interaction.hovered, input.layout)
  }

  /// Input is followed on the layout for the content as it is now, which is that of the next frame at the latest.
  private func follow(
    _ change: (inout ViewInput) -> [ViewInput.Act], notches: () -> PointerEvent.Notches?
  ) {
    guard let surface, let shown = shownLayout else { return }
    awaitsFocus = false
    let (before, hand) = (input.interaction, input.hand)
    let acts = input.show(shown, scale: parent.scale) + change(&input)
    if input.interaction != before {
      display(on: surface)
    } else if input.hand != hand, !reducesMotion {
      surface.setNeedsDisplay()
    }
    if surface.cursor != input.cursor { surface.cursor = input.cursor }
    for act in acts {
      perform(content.perform(act, notches: notches(), in: shown, scale: parent.scale))
    }
    tellFocus()
  }

  /// Performs an outcome of input or of a change of the content.
  func perform(_ outcome: PopupOutcome) {
    switch outcome {
    case .none, .done: break
    case .redraw: redraw()
    case .moveFocus(let back):
      if let shown = shownLayout { _ = input.show(shown, scale: parent.scale) }
      _ = input.follow(KeyEvent(keysym: back ? Keysym.backTab : Keysym.tab))
      tellFocus()
      redraw()
    case .focus(let action):
      if let shown = shownLayout { _ = input.show(shown, scale: parent.scale) }
      input.focus(action)
      tellFocus()
      redraw()
    case .copy(let text):
      parent.clipboard?.copy(text)
      redraw()
    case .paste:
      parent.clipboard?.paste { [weak self] text in
        if let self, let text, surface != nil { perform(content.paste(text)) }
      }
    }
  }

  /// Tells the content which view has the focus, if that is another one than before.
  private func tellFocus() {
    guard input.interaction.focused != focused else { return }
    focused = input.interaction.focused
    perform(content.focus(on: input.focusedAction, in: input.layout, scale: parent.scale))
  }

  private func closed() {
    tooltip.close()
    parent.necks?.set(nil, of: self)
    content.closed()
    nextDeadline = nil
    let told = onClosed
    onClosed = nil
    told?()
  }
}

extension PopupSettings {
  /// The line along the edge of the glass; nil: that of the material.
  fileprivate var border: ViewBorder? {
    guard borderWidth != nil || borderColour != nil else { return nil }
    return ViewBorder(width: borderWidth ?? 1, ink: borderColour.map { .colour($0) } ?? .mark(0.15))
  }
}

/// The identity of the glass of a popup in its layout.
nonisolated private struct PopupGlassKey: Hashable, Sendable {}

extension LaidOutView {
  /// The frame of a popup's glass.
  fileprivate var glass: PixelRect? { identities.first { $0.key == ViewKey(PopupGlassKey()) }?.frame }
}
