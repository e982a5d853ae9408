import BarUI
import Geometry
import ModuleModel
import Settings
import Views

/// One level of a menu in a popup of its own.
final class MenuContent: PopupContent {
  /// The menu that the level belongs to, which handles the input on it.
  weak var menu: BarMenu?
  private(set) var level: MenuNavigation.Level
  private let number: Int
  /// Whether the entries are laid out from right to left.
  var isRightToLeft: Bool
  /// Whether the letters that choose entries are underlined.
  var showsMnemonics = false
  /// Returns the picture of an icon; nil: there is none, or it is still being read.
  private let picture: (_ icon: ModuleIcon, _ side: Double) -> PictureTable.Picture?
  /// Whether there is no such icon, which is known once it was looked for.
  private let isMissing: (_ icon: ModuleIcon, _ side: Double) -> Bool
  /// The height of the entries that are scrolled out of sight above the visible ones, in points.
  private var offset = 0.0
  /// The height of the glass, in points; nil before the first call of `fit`.
  private var height: Double?

  init(_ level: MenuNavigation.Level, number: Int, _ parent: PopupParent) {
    self.level = level
    self.number = number
    isRightToLeft = parent.isRightToLeft
    (picture, isMissing) = (parent.picture, parent.isMissing)
  }

  var view: ViewTree {
    // An icon keeps its room until it has been read.
    func shown(_ icon: MenuEntry.Icon) -> MenuEntry.Icon? {
      guard case .icon(let wanted) = icon else { return icon }
      if let read = picture(wanted, PictureTable.iconSide) {
        return .picture(read.bitmap, isTemplate: read.isTemplate)
      }
      return isMissing(wanted, PictureTable.iconSide) ? nil : icon
    }
    let hasCheckMark = level.entries.contains { $0.mark == .checkbox(isOn: true) }
    let checkMark = MenuEntry.Icon.icon(MenuMetrics.checkMark)
    var view = MenuView(
      level.withIcons(shown), number: number, offset: offset, isScrollable: isScrollable,
      isRightToLeft: isRightToLeft, checkMark: hasCheckMark ? shown(checkMark) ?? checkMark : checkMark)
    view.showsMnemonics = showsMnemonics
    return view.body
  }

  var glassRadius: Double { MenuMetrics.glassRadius }
  var takesInput: Bool { true }
  var name: String { "menu" }
  func style(_ settings: Settings) -> PopupSettings { settings.menu }

  /// Programs fill menus when they are opened, and add entries to those that are open.
  func growth(from size: LogicalSize) -> LogicalSize {
    LogicalSize(width: max(0, MenuMetrics.mostWidth - size.width), height: MenuMetrics.growth)
  }

  /// The number of entries that are visible at once, less one.
  var pageLength: Int { max(1, MenuMetrics.rows(height ?? MenuMetrics.height(of: level.entries)) - 1) }

  private var isScrollable: Bool { height.map { $0 < MenuMetrics.height(of: level.entries) } ?? false }

  func fit(wanted: Double, available: Double) {
    let former = height
    height = min(wanted, available)
    if former == nil { showHighlighted() } else if height != former { keepOffset() }
  }

  /// Shows the present state of the level; `showsHighlighted` scrolls to the highlighted entry.
  func update(_ level: MenuNavigation.Level, showsHighlighted: Bool) {
    self.level = level
    if showsHighlighted { showHighlighted() } else { keepOffset() }
  }

  func perform(
    _ act: ViewInput.Act, notches: PointerEvent.Notches?, in layout: LaidOutView, scale: Double
  ) -> PopupOutcome {
    switch act.action.as(MenuAction.self) {
    case .choose(let id, let level)?: menu?.choose(id, level: level)
    case .point(let id, let level)?: menu?.point(at: act.isOver ? id : nil, level: level)
    case .scroll?:
      // A finger takes the entries with it, a wheel moves what is seen of them.
      return scroll(by: (act.gesture == .drag ? -act.dy : act.dy) / scale)
    case nil: return .none
    }
    return .done
  }

  func follow(_ event: KeyEvent, focused: ErasedAction?, now: Instant) -> PopupOutcome {
    menu?.follow(event)
    return .done
  }

  func items(_ layout: LaidOutView) -> [(label: String, frame: PixelRect, states: [String])] {
    let seen = layout.scrollables.first?.frame ?? PixelRect(layout.size)
    return level.entries.compactMap { entry in
      guard !entry.isSeparator, let row = layout.popupAnchors[ViewKey(MenuAnchor(entry.id))] else {
        return nil
      }
      let frame = row.intersection(seen)
      if frame.isEmpty { return nil }
      var states = entry.id == level.highlighted ? ["highlighted"] : []
      if !entry.isEnabled { states.append("disabled") }
      if entry.mark == .checkbox(isOn: true) || entry.mark == .radio(isOn: true) { states.append("on") }
      if entry.mark == .mixed { states.append("mixed") }
      if entry.submenu != nil { states.append("submenu") }
      return (entry.label, frame, states)
    }
  }

  private func scroll(by distance: Double) -> PopupOutcome {
    guard let height else { return .none }
    let former = offset
    offset = MenuMetrics.limited(offset + distance, of: level.entries, height: height)
    return offset == former ? .none : .redraw
  }

  /// Keeps the scroll offset, limited by the height of the entries.
  private func keepOffset() {
    if let height { offset = MenuMetrics.limited(offset, of: level.entries, height: height) }
  }

  private func showHighlighted() {
    if let height { offset = MenuMetrics.offset(of: level, height: height, near: offset) }
  }
}
