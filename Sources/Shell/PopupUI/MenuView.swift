import Geometry
import Scenes
public import Views
import VisualEffects

/// What is done with a menu by pointer and fingers.
public enum MenuAction: ViewAction {
  /// An entry of a level is clicked or touched.
  case choose(Int, level: Int)
  /// The pointer comes over an entry of a level, or leaves it.
  case point(Int, level: Int)
  /// A level is scrolled by a wheel or two fingers, or dragged by one finger.
  case scroll(level: Int)
}

/// Where an entry of a menu is found, as an anchor for its submenu.
public struct MenuAnchor: Hashable, Sendable {
  public var id: Int

  public init(_ id: Int) {
    self.id = id
  }
}

/// One level of a menu: its entries below one another. Its glass is that of the popup around it.
public struct MenuView: View {
  public var level: MenuNavigation.Level
  /// The number of the level, 0 for the menu itself.
  public var number: Int
  /// How much of the entries lies above what is seen, in points; see `MenuMetrics.offset`.
  public var offset: Double
  /// Whether there is more than is seen, so that a finger drags it.
  public var isScrollable: Bool
  /// Whether the layout runs from right to left, as its environment has to say too.
  public var isRightToLeft: Bool
  /// The icon of what is on.
  public var checkMark: MenuEntry.Icon
  /// Whether the letters that choose entries are underlined.
  public var showsMnemonics = false

  public init(
    _ level: MenuNavigation.Level, number: Int = 0, offset: Double = 0, isScrollable: Bool = false,
    isRightToLeft: Bool = false, checkMark: MenuEntry.Icon = .symbol(MenuMetrics.checkMark)
  ) {
    self.level = level
    self.number = number
    self.offset = offset
    self.isScrollable = isScrollable
    self.isRightToLeft = isRightToLeft
    self.checkMark = checkMark
  }

  public var body: ViewTree {
    // A drag takes the place of a tap, for which a pointer may move as far as it likes within an entry.
    isScrollable ? list.onDrag(MenuAction.scroll(level: number)) : list
  }

  private var list: ViewTree {
    let gutter = MenuGutter(level.entries)
    return ScrollView(offset: offset) {
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

/// The room before the labels of a level: all entries leave the same, so that the labels are in line.
enum MenuGutter {
  case none
  /// Room for a mark or an icon: no entry has both.
  case marksOrIcons
  case marksAndIcons

  init(_ entries: [MenuEntry]) {
    let hasBoth = entries.contains { $0.mark != nil && $0.icon != nil }
    let hasAny = entries.contains { $0.mark != nil || $0.icon != nil }
    self = hasBoth ? .marksAndIcons : hasAny ? .marksOrIcons : .none
  }
}

/// An entry of a menu that is no separator.
struct MenuRow: View {
  var entry: MenuEntry
  var level: Int
  var isHighlighted: Bool
  var gutter: MenuGutter
  var isRightToLeft: Bool
  var checkMark: MenuEntry.Icon
  var showsMnemonic: Bool

  var body: ViewTree {
    HStack(spacing: MenuMetrics.gap) {
      if gutter != .none {
        square { if entry.mark != nil || gutter == .marksAndIcons { mark } else { icon } }
      }
      if gutter == .marksAndIcons { square { icon } }
      Text(entry.label, runs: showsMnemonic ? underline : [])
      Spacer(minLength: 2 * MenuMetrics.gap)
      if !entry.shortcut.isEmpty { Text(entry.shortcut).vibrancy(.secondaryLabel) }
      if entry.submenu != nil { Text(isRightToLeft ? "‹" : "›").letterShare(0.7).vibrancy(.secondaryLabel) }
    }
    .padding(horizontal: MenuMetrics.textInset)
    .frame(maxWidth: .infinity, alignment: .leading)
    .frame(height: MenuMetrics.rowHeight)
    .background {
      if isHighlighted { Fill(.vibrant(.fill), cornerRadius: MenuMetrics.cornerRadius) }
    }
    .onTap(.primary, MenuAction.choose(entry.id, level: level))
    .onHover(MenuAction.point(entry.id, level: level))
    .cursor(.default)
    .accessibility(.button, label: entry.spokenLabel.isEmpty ? entry.label : entry.spokenLabel)
    .disabled(!entry.isEnabled)
    .ink(entry.isEnabled ? ViewInk(entry.tone) : .vibrant(.tertiaryLabel))
    .popupAnchor(MenuAnchor(entry.id))
    .id(MenuAnchor(entry.id))
  }

  /// The line below the letter that chooses the entry.
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
    case .symbol(let name): Symbol(name, side: MenuMetrics.signSide)
    case .picture(let bitmap, let isTemplate):
      Image(bitmap, isTemplate: isTemplate).fitted(width: MenuMetrics.signSide, height: MenuMetrics.signSide)
    }
  }
}

extension ViewInk {
  /// The ink of an entry: the blue, orange and red of the system for what wants to be looked at.
  fileprivate init(_ tone: MenuEntry.Tone) {
    self =
      switch tone {
      case .normal: .automatic
      case .informative: .colour(SIMD4(10, 132, 255, 255) / 255)
      case .warning: .colour(SIMD4(255, 159, 10, 255) / 255)
      case .alert: .colour(SIMD4(255, 69, 58, 255) / 255)
      }
  }
}

/// The lengths of menus, in points.
public enum MenuMetrics {
  /// Between the edge of the glass and the highlight.
  public static let inset = 5.0
  /// Between the edge of a highlight and the label.
  static let textInset = 10.0
  static let gap = 8.0
  static let rowHeight = 26.0
  static let separatorHeight = 9.0
  static let signSide = 16.0
  /// The name of the icon of what is on.
  public static let checkMark = "object-select-symbolic"
  static let cornerRadius = 6.0
  static let leastWidth = 140.0
  public static let mostWidth = 420.0
  /// How much higher a menu may become while it is open.
  public static let growth = 20 * rowHeight
  /// The radius of the glass: that of a highlight and what lies between the two.
  public static let glassRadius = cornerRadius + inset

  /// How high a menu wants to be.
  public static func height(of entries: [MenuEntry]) -> Double {
    entries.reduce(2 * inset) { $0 + height(of: $1) }
  }

  /// How many whole entries a menu of `height` points shows.
  public static func rows(_ height: Double) -> Int { max(0, Int((height - 2 * inset) / rowHeight)) }

  /// The nearest to an offset by which a menu of `height` points can be scrolled.
  public static func limited(_ offset: Double, of entries: [MenuEntry], height: Double) -> Double {
    min(max(offset, 0), max(0, self.height(of: entries) - height))
  }

  /// How far a menu of `height` points is scrolled so that its highlighted entry is seen, as near to `offset` as can be.
  public static func offset(of level: MenuNavigation.Level, height: Double, near offset: Double = 0) -> Double
  {
    let room = height - 2 * inset
    var offset = limited(offset, of: level.entries, height: height)
    guard let index = level.entries.firstIndex(where: { $0.id == level.highlighted }) else { return offset }
    let top = level.entries[..<index].reduce(0) { $0 + self.height(of: $1) }
    let bottom = top + self.height(of: level.entries[index])
    if bottom > offset + room { offset = bottom - room }
    return min(offset, top)
  }

  private static func height(of entry: MenuEntry) -> Double {
    entry.isSeparator ? separatorHeight : rowHeight
  }
}
