import BarUI
import Geometry
import Loop
import ModuleModel
import Scenes
import Views

/// The panel that a module opens: levels, choices, fields and other controls of a service.
final class PanelContent: PopupContent {
  private let panel: ModulePanel
  private let environment: Environment
  /// The editors of fields, by the identifiers of their rows.
  private var editors: [PanelRowKey: LineEditor] = [:]
  /// The field with the keyboard focus; nil: none has it.
  private var edited: PanelRowKey?
  /// The rows that are messages, as they were when the focus moved or the panel changed last.
  private var messages: [PanelRowKey] = []
  /// The message whose row, or whose button, has the focus; nil: none has it.
  private var focusedMessage: PanelRowKey?
  private var steps = ScrollSteps()
  /// The height of the rows that are scrolled out of sight above the visible ones, in points.
  private var offset = 0.0
  private var isScrollable = false
  /// The cover whose tint was computed last, with that tint; nil: there was no cover.
  private var cover: (picture: PictureTable.Picture, tint: CoverTint?)?
  private var observation: Observation?
  /// Called when the panel has changed, with the action that the popup has to take.
  var onChange: ((PopupOutcome) -> Void)?

  /// The values that a panel takes from the bar that it belongs to.
  struct Environment {
    /// Returns an icon or a picture for a square of `side` points; nil: there is none, or it is being read.
    var picture: (_ icon: ModuleIcon, _ side: Double) -> PictureTable.Picture?
    /// Returns whether there is no such picture.
    var isMissing: (_ icon: ModuleIcon, _ side: Double) -> Bool = { _, _ in false }
    var measurer: any TextMeasurer
    var isRightToLeft: Bool
    var now: () -> Instant
  }

  /// The part of its range by which a key or a notch of a wheel moves a slider.
  private static let step = 0.05

  init(_ panel: ModulePanel, _ environment: Environment) {
    self.panel = panel
    self.environment = environment
  }

  var glassRadius: Double { PanelMetrics.glassRadius(panel.content()?.width ?? .regular) }
  var takesInput: Bool { true }
  var name: String { "panel" }
  var keepsEnd: Bool { true }

  func growth(from size: LogicalSize) -> LogicalSize {
    LogicalSize(width: 0, height: PanelMetrics.growth(panel.content()?.width ?? .regular))
  }

  var view: ViewTree {
    guard let content = panel.content() else { return ControlPanelView(ControlPanel("")).body }
    var fields: [PanelRowKey: ControlPanelView.FieldState] = [:]
    for row in content.rows {
      guard case .field(let field) = row.content, let editor = editors[row.id] else { continue }
      let shown = field.isSecret ? editor.line.dotted : (editor.line.text, editor.line.selection)
      fields[row.id] = ControlPanelView.FieldState(
        text: shown.0, selection: shown.1, showsCursor: editor.showsCursor(at: environment.now()))
    }
    var pictures = PictureTable()
    for key in content.pictures {
      if let picture = environment.picture(key.icon, key.side) {
        pictures.pictures[key] = picture
      } else if environment.isMissing(key.icon, key.side) {
        pictures.pictures.updateValue(nil, forKey: key)
      }
    }
    return ControlPanelView(
      content, fields: fields, pictures: pictures, offset: offset, isScrollable: isScrollable
    ).body
  }

  var tint: CoverTint? {
    let picture = panel.content()?.coverKey.flatMap { environment.picture($0.icon, $0.side) }
    if cover?.picture != picture { cover = picture.map { ($0, CoverTint($0.bitmap)) } }
    return cover?.tint
  }

  func opened() {
    observation = panel.open { [weak self] in
      guard let self else { return }
      forgetGoneFields()
      onChange?(focusAfterChange())
    }
  }

  func closed() {
    observation.end()
    for row in Array(editors.keys) { forget(row) }
  }

  func fit(wanted: Double, available: Double) {
    isScrollable = wanted > available
    offset = min(offset, max(0, wanted - available))
  }

  func focus(on action: ErasedAction?, in layout: LaidOutView?, scale: Double) -> PopupOutcome {
    let action = action?.as(PanelAction.self)
    messages = shownMessages
    focusedMessage = action?.row.flatMap { messages.contains($0) ? $0 : nil }
    let isMoved = layout.map { reveal(action?.row, in: $0, scale: scale) } ?? false
    var focused: PanelRowKey?
    if case .edit(let id)? = action { focused = id }
    guard focused != edited else { return isMoved ? .redraw : .none }
    if let edited { editors[edited]?.isFocused = false }
    edited = focused
    if let focused { editors[focused, default: LineEditor(now: environment.now())].isFocused = true }
    return .redraw
  }

  private var shownMessages: [PanelRowKey] {
    panel.content()?.rows.compactMap { if case .message = $0.content { $0.id } else { nil } } ?? []
  }

  /// Moves the focus of a message that is gone to the one that has its place, or else to the last.
  private func focusAfterChange() -> PopupOutcome {
    let former = messages
    messages = shownMessages
    guard let row = focusedMessage, !messages.contains(row), let place = former.firstIndex(of: row),
      let next = messages.dropFirst(place).first ?? messages.last
    else { return .redraw }
    return .focus(ErasedAction(PanelAction.choose(next)))
  }

  /// Scrolls the rows so that one of them is visible; returns whether they have moved.
  private func reveal(_ row: PanelRowKey?, in layout: LaidOutView, scale: Double) -> Bool {
    guard let row, let frame = layout.popupAnchors[ViewKey(row)],
      let rows = layout.scrollables.first
    else { return false }
    let wanted = rows.offset(showing: frame)
    guard wanted != rows.offset else { return false }
    offset = Double(wanted) / scale
    return true
  }

  func nextDeadline(after now: Instant) -> Instant? { edited.flatMap { editors[$0]?.nextBlink(after: now) } }

  // MARK: - Input

  func perform(
    _ act: ViewInput.Act, notches: PointerEvent.Notches?, in layout: LaidOutView, scale: Double
  ) -> PopupOutcome {
    switch act.action.as(PanelAction.self) {
    case .turn?: if let isOn = panel.content()?.switchState { return use(.turn(!isOn)) }
    case .choose(let row)?: return use(.choose(row))
    case .unfold(let row)?: return use(.unfold(row))
    case .toggle(let row)?: return use(.toggle(row))
    case .press(let row, let button)?: return press(button, of: row)
    case .submit(let row)?: return submit(row)
    case .edit(let row)?:
      placeCursor(row, act, layout)
      return .focus(ErasedAction(PanelAction.edit(row)))
    case .slide(let row)?: slide(row, act, notches: notches, in: layout, scale: scale)
    case .scroll?: return scroll(act, in: layout, scale: scale)
    case nil: return .none
    }
    return .redraw
  }

  func follow(_ event: KeyEvent, focused: ErasedAction?, now: Instant) -> PopupOutcome {
    switch focused?.as(PanelAction.self) {
    case .edit(let row)? where editors[row] != nil: return type(event, in: row, now: now)
    case .slide(let row)?:
      switch event.keysym {
      case Keysym.left, Keysym.right:
        let isBack = (event.keysym == Keysym.left) != isRightToLeft(row)
        move(row, by: isBack ? -Self.step : Self.step)
        return .redraw
      // A tap sets a slider to where it is tapped, and a key is at no place of it.
      case Keysym.enter, Keysym.keypadEnter, Keysym.space: return .done
      default: break
      }
    case .choose(let row)? where [Keysym.delete, Keysym.keypadDelete].contains(event.keysym):
      if let outcome = remove(row) { return outcome }
    default: break
    }
    switch event.keysym {
    case Keysym.up: return .moveFocus(back: true)
    case Keysym.down: return .moveFocus(back: false)
    default: return .none
    }
  }

  func paste(_ text: String) -> PopupOutcome {
    guard let edited else { return .none }
    editors[edited]?.perform(.insert(text), now: environment.now())
    return .redraw
  }

  private func type(_ event: KeyEvent, in row: PanelRowKey, now: Instant) -> PopupOutcome {
    switch editors[row]?.press(event, now: now) {
    case .changed?: return .redraw
    case .send?: return submit(row)
    case .paste?: return .paste
    case .copy(let text)?: return isSecret(row) ? .redraw : .copy(text)
    case .cancel?, .ignored?, nil: break
    }
    switch event.keysym {
    case Keysym.up: return .moveFocus(back: true)
    case Keysym.down: return .moveFocus(back: false)
    default: return .none
    }
  }

  private func press(_ id: String, of row: PanelRowKey) -> PopupOutcome {
    let copied = content(of: row)?.buttons.first { $0.id == id }?.copies
    return copied.map { .copy($0) } ?? use(.press(row: row, button: id))
  }

  /// Presses the button that removes a message; the focus goes to the message after it, or else to that before it. Nil: the row is no
  /// message.
  private func remove(_ row: PanelRowKey) -> PopupOutcome? {
    guard case .message(let message)? = content(of: row) else { return nil }
    let messages = shownMessages
    let place = messages.firstIndex(of: row) ?? 0
    let next = messages[(place + 1)...].first ?? messages[..<place].last
    let outcome = press(message.button.id, of: row)
    return next.map { .focus(ErasedAction(PanelAction.choose($0))) } ?? outcome
  }

  private func submit(_ row: PanelRowKey) -> PopupOutcome {
    guard var text = editors[row]?.line.text, !text.isEmpty else { return .redraw }
    // The field may stay on the panel, and is empty for its next use.
    var empty = LineEditor(now: environment.now())
    empty.isFocused = edited == row
    editors[row] = empty
    let outcome = use(.submit(row, text))
    EditedLine.wipe(&text)
    return outcome
  }

  /// Performs a use of the panel; a field that appears by it, such as one for a password, gets the focus.
  private func use(_ action: ControlUse) -> PopupOutcome {
    let before = fields
    panel.use(action)
    forgetGoneFields()
    let added = fields.first { !before.contains($0) }
    return added.map { .focus(ErasedAction(PanelAction.edit($0))) } ?? .redraw
  }

  /// The identifiers of the rows that are fields.
  private var fields: [PanelRowKey] {
    panel.content()?.rows.compactMap { if case .field = $0.content { $0.id } else { nil } } ?? []
  }

  /// Forgets what was typed in fields that are not there any more, which may be a part of a secret.
  private func forgetGoneFields() {
    let rows = Set(panel.content()?.rows.map(\.id) ?? [])
    for row in Array(editors.keys) where !rows.contains(row) { forget(row) }
    if let edited, editors[edited] == nil { self.edited = nil }
  }

  /// Removes what was typed in a field and overwrites its memory, since it may be a secret. Nothing else may refer to
  /// the dictionary, such as its keys: a copy of the text would be overwritten instead.
  private func forget(_ row: PanelRowKey) {
    editors[row]?.wipe()
    editors[row] = nil
  }

  private func isSecret(_ row: PanelRowKey) -> Bool {
    if case .field(let field)? = content(of: row) { return field.isSecret }
    return false
  }

  private func content(of row: PanelRowKey) -> ControlPanel.Content? {
    panel.content()?.rows.first { $0.id == row }?.content
  }

  private func placeCursor(_ row: PanelRowKey, _ act: ViewInput.Act, _ layout: LaidOutView) {
    let editor = editors[row] ?? LineEditor(now: environment.now())
    editors[row] = editor
    guard let field = layout.textFields.first(where: { $0.id == act.view }) else { return }
    var place = field.offset(atX: Int(act.x), measurer: environment.measurer)
    if isSecret(row) { place = editor.line.offset(ofDotted: place) }
    editors[row]?.perform(.place(place, extending: false), now: environment.now())
  }

  // MARK: - Sliders

  private func slide(
    _ row: PanelRowKey, _ act: ViewInput.Act, notches: PointerEvent.Notches?, in layout: LaidOutView,
    scale: Double
  ) {
    if case .scroll = act.gesture {
      for step in steps.add(act.dy, notches: notches?.y, .vertical, on: act.view, scale: scale) {
        move(row, by: step == .scrollUp ? Self.step : -Self.step)
      }
    } else if let frame = layout.popupAnchors[ViewKey(PanelAction.slide(row))] {
      let part = Slider.part(at: (act.x, act.y), in: frame, scale: scale, isRightToLeft: isRightToLeft(row))
      panel.use(.set(row, part))
    }
  }

  /// Whether the slider of a row begins at the right.
  private func isRightToLeft(_ row: PanelRowKey) -> Bool {
    guard case .level(let level)? = content(of: row) else { return false }
    return environment.isRightToLeft && !level.isTime
  }

  private func move(_ row: PanelRowKey, by distance: Double) {
    guard case .level(let level)? = content(of: row), level.isEnabled else { return }
    panel.use(.set(row, min(max(level.value + distance, 0), 1)))
  }

  private func scroll(_ act: ViewInput.Act, in layout: LaidOutView, scale: Double) -> PopupOutcome {
    guard let rows = layout.scrollables.first else { return .none }
    // A finger takes the rows with it, a wheel moves what is seen of them.
    let distance = (act.gesture == .drag ? -act.dy : act.dy) / scale
    let former = offset
    offset = min(max(offset + distance, 0), Double(max(0, rows.contentLength - rows.frame.height)) / scale)
    return offset == former ? .none : .redraw
  }

  func items(_ layout: LaidOutView) -> [(label: String, frame: PixelRect, states: [String])] {
    let seen = layout.scrollables.first?.frame ?? PixelRect(layout.size)
    guard let content = panel.content() else { return [] }
    var items: [(label: String, frame: PixelRect, states: [String])] = []
    if let button = content.button, let frame = layout.popupAnchors[ViewKey(ControlPanel.header)] {
      items.append((button.label, frame, ["button"]))
    }
    for row in content.rows {
      guard let frame = layout.popupAnchors[ViewKey(row.id)]?.intersection(seen), !frame.isEmpty,
        let item = row.content.report
      else { continue }
      items.append((item.label, frame, item.states))
    }
    return items
  }
}

extension ControlPanel.Content {
  /// The buttons of a row.
  fileprivate var buttons: [ControlPanel.Button] {
    switch self {
    case .buttons(let buttons), .tools(let buttons): buttons
    case .track(let track): track.buttons
    case .entry(let entry): entry.buttons
    default: []
    }
  }

  /// The label and the states by which `hyaline bar inspect` tells a row; nil: it only separates others.
  fileprivate var report: (label: String, states: [String])? {
    switch self {
    case .heading(let text), .text(let text): (text, ["text"])
    case .switchHeading(let text, let isOn): (text, isOn ? ["on"] : [])
    case .summary(let summary): (summary.title, ["text"])
    case .choice(let choice):
      (choice.label, (choice.isChosen ? ["on"] : []) + (choice.isEnabled ? [] : ["disabled"]))
    case .level(let level):
      (level.name, ["level \(Int((100 * level.value).rounded()))"] + (level.isEnabled ? [] : ["disabled"]))
    case .field(let field): (field.placeholder, ["field"])
    case .buttons(let buttons), .tools(let buttons):
      (buttons.map(\.label).joined(separator: " "), ["buttons"])
    case .tiles(let tiles):
      (tiles.map(\.title).joined(separator: " "), ["tiles"] + tiles.filter(\.isOn).map(\.title))
    case .track(let track): (track.title, ["text"])
    case .entry(let entry): (entry.title, ["text"])
    case .figure(let label, let figure, _): ("\(label) \(figure)", ["text"])
    case .message(let message): (message.title, ["message"])
    case .fold(let text, let isUnfolded): (text, isUnfolded ? ["on"] : [])
    case .placeholder(let text, _): (text, ["text"])
    case .graph, .separator: nil
    }
  }
}
