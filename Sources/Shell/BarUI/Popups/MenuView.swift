import Geometry
public import ModuleModel
import Scenes
public import Views
import VisualEffects

/// An input of the pointer or of fingers on a menu.
public enum MenuAction: ViewAction {
  /// An entry of a level is clicked or touched.
  case choose(Int, level: Int)
  /// The pointer enters an entry of a level, or leaves it.
  case point(Int, level: Int)
  /// A level is scrolled by a wheel or two fingers, or dragged by one finger.
  case scroll(level: Int)
}

/// The anchor of a menu entry, at which its submenu is positioned.
public struct MenuAnchor: Hashable, Sendable {
  public var id: Int

  public init(_ id: Int) {
    self.id = id
  }
}

/// The view of one level of a menu: a vertical list of its entries. The popup that contains it draws the glass.
public struct MenuView: View {
  public var level: MenuNavigation.Level
  /// The number of the level, 0 for the menu itself.
  public var number: Int
  /// The scroll offset of the entries, in points; see `MenuMetrics.offset`.
  public var offset: Double
  /// Whether the entries are higher than the visible area, so that dragging scrolls them.
  public var isScrollable: Bool
  /// Whether the layout runs from right to left; has to agree with the view's environment.
  public var isRightToLeft: Bool
  /// The icon of a checkbox that is on.
  public var checkMark: MenuEntry.Icon
  /// Whether mnemonics are underlined.
  public var showsMnemonics = false

  public init(
    _ level: MenuNavigation.Level, number: Int = 0, offset: Double = 0, isScrollable: Bool = false,
    isRightToLeft: Bool = false, checkMark: MenuEntry.Icon = .icon(MenuMetrics.checkMark)
  ) {
    self.level = level
    self.number = number
    self.offset = offset
    self.isScrollable = isScrollable
    self.isRightToLeft = isRightToLeft
    self.checkMark = checkMark
  }

  public var body: ViewTree {
    // Only scrollable lists handle drags, since a drag cancels the tap: elsewhere the pointer may move within an
    // entry while its button is pressed.
    isScrollable ? list.onDrag(MenuAction.scroll(level: number)) : list
  }

  private var list: ViewTree {
    let gutter = MenuGutter(level.entries)
    return ScrollView(offset: offset, barOutset: PanelMetrics.barOutset) {
      VStack(alignment: .leading) {
        for entry in level.entries {
          if entry.isSeparator {
            Divider().padding(horizontal: MenuMetrics.textInset).frame(height: MenuMetrics.separatorHeight)
          } else {
            MenuRow(
              entry: entry, level: number, isHighlighted: entry.id == level.highlighted, gutter: gutter,
              isRightToLeft: isRightToLeft, checkMark: checkMark, showsMnemonic: showsMnemonics)
          }
        }
      }
    }
    .padding(MenuMetrics.inset)
    .onScroll(.vertical, MenuAction.scroll(level: number))
    .frame(minWidth: MenuMetrics.leastWidth, maxWidth: MenuMetrics.mostWidth)
  }
}

/// The columns before the labels of a level; all its entries have the same ones, so that the labels are aligned.
enum MenuGutter {
  case none
  /// One column for marks and icons, since no entry has both.
  case marksOrIcons
  case marksAndIcons

  init(_ entries: [MenuEntry]) {
    let hasBoth = entries.contains { $0.mark != nil && $0.icon != nil }
    let hasAny = entries.contains { $0.mark != nil || $0.icon != nil }
    self = hasBoth ? .marksAndIcons : hasAny ? .marksOrIcons : .none
  }
}

/// The view of a menu entry that is not a separator.
struct MenuRow: View {
  var entry: MenuEntry
  var level: Int
  var isHighlighted: Bool
  var gutter: MenuGutter
  var isRightToLeft: Bool
  var checkMark: MenuEntry.Icon
  var showsMnemonic: Bool

  var body: ViewTree {
    // A normal entry has the ink of the menu.
    let ink = isOnRed ? .onAccent : entry.isEnabled ? ViewInk(entry.tone) : .vibrant(.tertiaryLabel)
    return (ink.map { row.ink($0) } ?? row).popupAnchor(MenuAnchor(entry.id)).id(MenuAnchor(entry.id))
  }

  /// Whether the entry lies on red, on which its label is white.
  private var isOnRed: Bool { isHighlighted && entry.isEnabled && entry.tone == .alert }

  /// The ink of what stands after the label.
  private var secondInk: ViewInk { isOnRed ? .onAccent : .vibrant(.secondaryLabel) }

  private var row: ViewTree {
    HStack(spacing: MenuMetrics.gap) {
      if gutter != .none {
        square { if entry.mark != nil || gutter == .marksAndIcons { mark } else { icon } }
      }
      if gutter == .marksAndIcons { square { icon } }
      Text(entry.label, runs: showsMnemonic ? underline : [])
      Spacer(minLength: 2 * MenuMetrics.gap)
      if !entry.shortcut.isEmpty { Text(entry.shortcut).ink(secondInk) }
      if entry.submenu != nil {
        Symbol(isRightToLeft ? "go-previous" : "go-next", side: MenuMetrics.chevronSide).ink(secondInk)
      }
    }
    .padding(horizontal: MenuMetrics.textInset)
    .frame(maxWidth: .infinity, alignment: .leading)
    .frame(height: MenuMetrics.rowHeight)
    .background {
      if isHighlighted {
        Fill(
          isOnRed ? PanelMetrics.redFill.used(isHovered: true, isPressed: false) : .vibrant(.fill),
          cornerRadius: MenuMetrics.cornerRadius
        )
        .stroked()
      }
    }
    .onTap(.primary, MenuAction.choose(entry.id, level: level))
    .onHover(MenuAction.point(entry.id, level: level))
    .cursor(.default)
    .accessibility(.button, label: entry.spokenLabel.isEmpty ? entry.label : entry.spokenLabel)
    .disabled(!entry.isEnabled)
  }

  /// The underline of the mnemonic; empty if its place is not known.
  private var underline: [StyledText.Run] {
    guard let place = entry.mnemonicPlace, place < entry.label.count else { return [] }
    let start = entry.label.index(entry.label.startIndex, offsetBy: place)
    let end = entry.label.index(after: start)
    func offset(_ index: String.Index) -> Int { entry.label[..<index].utf8.count }
    return [StyledText.Run(range: offset(start)..<offset(end), isUnderlined: true)]
  }

  private func square(@ViewBuilder _ content: () -> ViewTree) -> ViewTree {
    ZStack { content() }.frame(width: MenuMetrics.signSide, height: MenuMetrics.signSide)
  }

  @ViewBuilder private var mark: ViewTree {
    switch entry.mark {
    case .checkbox(isOn: true): picture(checkMark)
    case .radio(isOn: true): Text("•")
    case .mixed: Text("–")
    case .checkbox(isOn: false), .radio(isOn: false), nil: Spacer()
    }
  }

  @ViewBuilder private var icon: ViewTree {
    if let icon = entry.icon { picture(icon) } else { Spacer() }
  }

  @ViewBuilder private func picture(_ icon: MenuEntry.Icon) -> ViewTree {
    switch icon {
    case .icon(let icon): Symbol(icon.description, side: MenuMetrics.signSide)
    case .picture(let bitmap, let isTemplate):
      Image(bitmap, isTemplate: isTemplate).fitted(width: MenuMetrics.signSide, height: MenuMetrics.signSide)
    }
  }
}

extension ViewInk {
  /// The ink of an entry by its tone, nil for a normal one; the colours are the system blue, orange and red of macOS in the
  /// dark appearance.
  fileprivate init?(_ tone: MenuEntry.Tone) {
    switch tone {
    case .normal: return nil
    case .informative: self = .colour(SIMD4(10, 132, 255, 255) / 255)
    case .warning: self = .colour(SIMD4(255, 159, 10, 255) / 255)
    case .alert: self = .colour(SIMD4(255, 69, 58, 255) / 255)
    }
  }
}

/// The dimensions of menus, in points.
public enum MenuMetrics {
  /// The distance between the edge of the glass and the highlight of an entry.
  public static let inset = 6.0
  /// The distance between the edge of a highlight and the label.
  static let textInset = 10.0
  static let gap = 8.0
  static let rowHeight = 28.0
  static let separatorHeight = 9.0
  static let signSide = 16.0
  /// The side of the icon of an entry that opens a submenu.
  static let chevronSide = 12.0
  /// The name of the icon of a checkbox that is on.
  public static let checkMark: ModuleIcon = "object-select-symbolic"
  static let cornerRadius = 8.0
  static let leastWidth = 140.0
  public static let mostWidth = 420.0
  /// The height by which a menu can grow while it is open.
  public static let growth = 20 * rowHeight
  /// The corner radius of the glass, which makes its corners concentric with those of a highlight at the distance
  /// `inset`.
  public static let glassRadius = cornerRadius + inset

  /// Returns the height at which a menu shows all its entries.
  public static func height(of entries: [MenuEntry]) -> Double {
    entries.reduce(2 * inset) { $0 + height(of: $1) }
  }

  /// Returns the number of whole entries that a menu of `height` points shows if none is a separator.
  public static func rows(_ height: Double) -> Int { max(0, Int((height - 2 * inset) / rowHeight)) }

  /// Clamps a scroll offset to the range of a menu of `height` points.
  public static func limited(_ offset: Double, of entries: [MenuEntry], height: Double) -> Double {
    min(max(offset, 0), max(0, self.height(of: entries) - height))
  }

  /// Returns the scroll offset nearest to `offset` at which a menu of `height` points shows its highlighted entry, where nothing fades.
  public static func offset(of level: MenuNavigation.Level, height: Double, near offset: Double = 0) -> Double
  {
    let room = height - 2 * inset
    var offset = limited(offset, of: level.entries, height: height)
    guard let index = level.entries.firstIndex(where: { $0.id == level.highlighted }) else { return offset }
    let top = level.entries[..<index].reduce(0) { $0 + self.height(of: $1) }
    let bottom = top + self.height(of: level.entries[index])
    let fade = ScrollView.fade(inHeight: room)
    offset = min(max(offset, bottom + fade - room), top - fade)
    return limited(offset, of: level.entries, height: height)
  }

  private static func height(of entry: MenuEntry) -> Double {
    entry.isSeparator ? separatorHeight : rowHeight
  }
}
