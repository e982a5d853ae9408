import BarUI
import Geometry
import GlassModel
import LiveGlass
import Loop
import PopupUI
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import Views
import VisualEffects

/// One popup of a bar on the screen: its surface, its glass and the input that it takes.
@MainActor final class BarPopup: OpenedPopup {
  /// What a popup has of the bar that it belongs to.
  struct Parent {
    var surface: any BarSurface
    var settings: BarSettings
    var state: State
    var loop: EventLoop
    var measurer: any TextMeasurer
    /// Physical pixels per logical pixel of the output.
    var scale: Double
    /// The size of the output, in physical pixels.
    var outputSize: PixelSize
    /// Whether what a module opens takes a grab, by which input elsewhere closes it.
    var takesGrab = false
    /// An icon by its name; nil: there is none, or it is still being read.
    var picture: (String) -> BarPictureTable.Picture? = { _ in nil }
    /// Called when something is due at another time than before.
    var onChange: () -> Void = {}

    /// How high a popup of the bar may be so that all of it is on the output beside the bar, in logical pixels.
    var room: Double {
      let (frame, output) = (logical(surface.frame), logical(PixelRect(outputSize)))
      let beside =
        switch settings.edge {
        case .top: output.height - frame.maxY
        case .bottom: frame.y
        case .left, .right: output.height - Double(BarPopup.gap)
        }
      return beside - Double(2 * BarPopup.gap)
    }

    /// How a popup lies along its module: in line with an end of it where the middle would bring it to the very edge of the
    /// output, as modules keep a distance from that.
    func alignment(of popup: PopupPlacement) -> PopupPlacement.Alignment {
      let (frame, output) = (logical(surface.frame), logical(PixelRect(outputSize)))
      let isLevel = settings.edge.isLevel
      let middle =
        isLevel
        ? frame.x + popup.anchor.x + popup.anchor.width / 2
        : frame.y + popup.anchor.y + popup.anchor.height / 2
      let half = Double(isLevel ? popup.width : popup.height) / 2
      if middle + half > (isLevel ? output.width : output.height) { return .end }
      return middle < half ? .start : .centre
    }

    /// Physical pixels as logical ones.
    func logical(_ rect: PixelRect) -> LogicalRect {
      LogicalRect(
        x: Double(rect.x) / scale, y: Double(rect.y) / scale, width: Double(rect.width) / scale,
        height: Double(rect.height) / scale)
    }
  }

  var onClosed: (() -> Void)?
  private(set) var wasDismissed = false
  let content: any PopupContent
  private(set) var surface: (any BarSurface)?
  private let parent: Parent
  private let look: GlassLook
  private var input = ViewInput()

  /// The time in which a popup comes and goes; macOS' menus fade in about this.
  static let timing = Timing.curve(.easeOut, duration: .milliseconds(120))
  /// Between the module and the popup, in logical pixels.
  static let gap = 6

  /// Opens it beside a part of the bar, in physical pixels of the bar's surface; nil where no popup can be opened.
  convenience init?(_ content: any PopupContent, beside part: PixelRect, _ parent: Parent) {
    self.init(content, parent, room: parent.room) { width, height in
      var placement = PopupPlacement(
        anchor: parent.logical(part), width: width, height: height, awayFrom: parent.settings.edge)
      placement.gap = Self.gap
      placement.takesGrab = parent.takesGrab
      placement.alignment = parent.alignment(of: placement)
      return placement
    }
  }

  /// Opens the tooltip of a part of the bar; nil also where it would lie under the pointer. The part and the pointer are
  /// in physical pixels of the bar's surface.
  convenience init?(
    tooltip text: String, of part: PixelRect, pointer: (x: Double, y: Double), _ parent: Parent
  ) {
    self.init(TooltipContent(text), parent, room: .infinity) { width, height in
      PopupPlacement.tooltip(
        of: parent.logical(part), width: width, height: height, gravity: parent.settings.edge.opposite,
        pointer: (pointer.x / parent.scale, pointer.y / parent.scale),
        at: parent.logical(parent.surface.frame), in: parent.logical(PixelRect(parent.outputSize)))
    }
  }

  /// Opens a submenu beside the entry of the menu that a popup shows, their first entries in line; nil where that is not
  /// on the screen.
  convenience init?(_ content: any PopupContent, besideEntry entry: Int, of popup: BarPopup) {
    guard let surface = popup.surface, let row = popup.shownLayout?.popupAnchors[ViewKey(MenuAnchor(entry))]
    else { return nil }
    var parent = popup.parent
    parent.surface = surface
    let output = parent.logical(PixelRect(parent.outputSize))
    self.init(content, parent, room: output.height - Double(2 * Self.gap)) { width, height in
      var anchor = parent.logical(row)
      anchor.y -= MenuMetrics.inset
      (anchor.x, anchor.width) = (0, parent.logical(surface.frame).width)
      var placement = PopupPlacement(anchor: anchor, width: width, height: height, gravity: .right)
      // No gap: compositors with wlroots 0.15 do not turn it round when they flip the popup.
      placement.alignment = .start
      placement.takesGrab = parent.takesGrab
      return placement
    }
  }

  /// `place` is given the size in logical pixels, of which the height is `room` at most.
  private init?(
    _ content: any PopupContent, _ parent: Parent, room: Double,
    place: (_ width: Int, _ height: Int) -> PopupPlacement?
  ) {
    self.content = content
    self.parent = parent
    look = GlassLook(parent.state.settings.effect(of: parent.settings), parent.state, loop: parent.loop)
    let now = parent.loop.now
    let size = laidOut(in: Proposal(), scale: parent.scale, now: now).size
    func points(_ pixels: Int) -> Int { Int((Double(pixels) / parent.scale).rounded(.up)) }
    let height = Int(min(Double(points(size.height)), max(1, room.rounded(.down))))
    guard !size.isEmpty, let placement = place(points(size.width), height) else { return nil }
    content.fit(height: Double(height))
    let reducesMotion = parent.state.presentation.reducesMotion
    let made = parent.surface.openPopup(
      placement, expecting: look.material(at: now), opacity: reducesMotion ? 1 : 0
    ) { [unowned self] layout in
      laidOut(in: Proposal(layout.size), scale: layout.scale, now: layout.now).scene
    }
    guard let made else { return nil }
    surface = made
    look.surface = made
    look.onChange = { [unowned self] in surface?.setNeedsDisplay() }
    made.onClosed = { [weak self] in
      self?.wasDismissed = true
      self?.closed()
    }
    made.onBackgroundChanged = { [unowned self] in look.backgroundChanged() }
    if !reducesMotion { made.fade(to: 1, Self.timing, reducesMotion: false, completion: nil) }
    if content.takesInput { takeInput(of: made) }
  }

  func close() {
    guard let surface else { return }
    surface.onClosed = nil
    (surface.onPointer, surface.onTouch, surface.onKey) = (nil, nil, nil)
    surface.onBackgroundChanged = nil
    if surface.frame.isEmpty {
      // It has no place yet, and nothing to fade out.
      surface.close()
    } else {
      // It goes on showing what it showed while it fades out.
      let last = laidOut(in: Proposal(surface.frame.size), scale: parent.scale, now: parent.loop.now).scene
      surface.content = { $0.size == last.size ? last : Scene(size: $0.size, nodes: []) }
      surface.close(fading: Self.timing, reducesMotion: parent.state.presentation.reducesMotion)
    }
    closed()
  }

  func follow(_ event: KeyEvent) {
    guard event.isPressed else { return }
    let outcome = content.follow(event, now: parent.loop.now)
    if outcome == .none, event.keysym == Keysym.escape { return close() }
    perform(outcome)
  }

  var nextDeadline: Instant? { nil }
  func deadlineReached(now: Instant) {}
  func refresh() { redraw() }

  /// Shows the content anew.
  func redraw() { surface?.setNeedsDisplay() }

  var reports: [PopupReport] {
    guard let surface, surface.isShown, let layout = shownLayout else { return [] }
    let items = content.items(layout).map { item in
      PopupReport.Item(
        label: item.label, frame: parent.logical(item.frame.offset(x: surface.frame.x, y: surface.frame.y)),
        states: item.states)
    }
    return [PopupReport(name: content.name, frame: parent.logical(surface.frame), items: items)]
  }

  /// The layout of the content as it is now; nil: it is not on the screen or on its way there.
  private var shownLayout: LaidOutView? {
    surface.map { laidOut(in: Proposal($0.frame.size), scale: parent.scale, now: parent.loop.now) }
  }

  private func laidOut(in proposal: Proposal, scale: Double, now: Instant) -> LaidOutView {
    let material = look.material(at: now)
    var environment = ViewEnvironment(
      scale: scale, isDark: material.isDark, legibility: parent.state.presentation.legibility,
      font: parent.settings.font)
    environment.interaction = input.interaction
    let sheet = content.view.glass(
      GlassSheet(
        BlurEffect(material: material), corners: LogicalCorners(content.glassRadius),
        border: ViewBorder(width: 0.75, ink: .mark(0.12))))
    return layout(sheet, in: proposal, environment: environment, measurer: parent.measurer)
  }

  private func takeInput(of surface: any BarSurface) {
    // Some compositors give the keys of a popup with a grab to it, others leave them with the bar.
    surface.onKey = { [unowned self] event in follow(event) }
    surface.onPointer = { [unowned self] event in
      follow {
        $0.follow(event)
      } notches: {
        event.notches
      }
    }
    surface.onTouch = { [unowned self] event in
      let now = parent.loop.now
      follow {
        $0.follow(event, now: now)
      } notches: {
        nil
      }
    }
  }

  /// Input is followed on the layout for the content as it is now, which is that of the next frame at the latest.
  private func follow(
    _ change: (inout ViewInput) -> [ViewInput.Act], notches: () -> PointerEvent.Notches?
  ) {
    guard let surface, let shown = shownLayout else { return }
    let before = input.interaction
    let acts = input.show(shown, scale: parent.scale) + change(&input)
    if input.interaction != before { surface.setNeedsDisplay() }
    if surface.cursor != input.cursor { surface.cursor = input.cursor }
    for act in acts { perform(content.perform(act, notches: notches(), scale: parent.scale)) }
  }

  private func perform(_ outcome: PopupOutcome) { if outcome == .redraw { redraw() } }

  private func closed() {
    surface = nil
    let told = onClosed
    onClosed = nil
    told?()
  }
}
