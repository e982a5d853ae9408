public import DBusValues
public import Geometry

/// An item of the tray, as StatusNotifierItem tells it.
public struct TrayItem: Equatable, Sendable {
  public enum Status: String, CaseIterable, Sendable {
    /// It has nothing to say, and may be hidden.
    case passive
    case active
    /// It wants to be looked at.
    case needsAttention = "attention"
  }

  /// A picture that came over the bus: bytes in the order alpha, red, green, blue, rows without gaps.
  public struct Pixmap: Equatable, Sendable {
    public var size: PixelSize
    public var bytes: [UInt8]

    public init(size: PixelSize, bytes: [UInt8]) {
      self.size = size
      self.bytes = bytes
    }
  }

  /// What an icon is: a name, or else pictures of several sizes.
  public struct Icon: Equatable, Sendable {
    /// The name of an icon, or an absolute path; empty: there is none.
    public var name = ""
    public var pixmaps: [Pixmap] = []

    public init(name: String = "", pixmaps: [Pixmap] = []) {
      self.name = name
      self.pixmaps = pixmaps
    }

    public var isEmpty: Bool { name.isEmpty && pixmaps.isEmpty }

    /// The picture for a square of so many pixels: the smallest one that is as large, or else the largest.
    public func pixmap(side: Int) -> Pixmap? {
      let sorted = pixmaps.sorted { max($0.size.width, $0.size.height) < max($1.size.width, $1.size.height) }
      return sorted.first { max($0.size.width, $0.size.height) >= side } ?? sorted.last
    }
  }

  /// The name and the path of the item on the bus, which tell it from others.
  public var id: String
  /// What the program calls itself; the same for all its items.
  public var name: String
  public var title: String
  public var status: Status
  public var icon: Icon
  /// What is shown in place of `icon` while it needs attention.
  public var attentionIcon: Icon
  /// A small icon over the corner of the other.
  public var overlay: Icon
  /// A folder in which names of icons are looked up first; empty: there is none.
  public var themePath: String
  public var tooltip: String
  /// The path of its menu on the bus; nil: it has none.
  public var menu: String?
  /// A click opens the menu, as it can do nothing else.
  public var isMenu: Bool

  /// Reads the properties of `org.kde.StatusNotifierItem`. A property of another type than it should have is left out.
  public init(id: String, properties: [String: DBusValue]) {
    self.id = id
    func text(_ name: String) -> String { (properties[name]?.string ?? "").beginning(Self.longestText) }
    name = text("Id")
    title = text("Title")
    status =
      switch properties["Status"]?.string?.lowercased() {
      case "passive": .passive
      case "needsattention": .needsAttention
      default: .active
      }
    func icon(_ name: String) -> Icon {
      Icon(name: text(name + "Name"), pixmaps: Self.pixmaps(properties[name + "Pixmap"]))
    }
    self.icon = icon("Icon")
    attentionIcon = icon("AttentionIcon")
    overlay = icon("OverlayIcon")
    themePath = text("IconThemePath")
    tooltip = Self.tooltip(properties["ToolTip"])
    // Some programs name a path where nothing is.
    menu = properties["Menu"].flatMap { $0.objectPath ?? $0.string }.flatMap {
      $0.hasPrefix("/") && $0 != "/" && $0 != "/NO_DBUSMENU" ? $0 : nil
    }
    // Programs of Ayatana's libraries tell no such property, and have no Activate or one that does nothing.
    isMenu = properties["ItemIsMenu"]?.boolean ?? (menu != nil)
  }

  /// The icon that is shown now.
  public var shownIcon: Icon { status == .needsAttention && !attentionIcon.isEmpty ? attentionIcon : icon }

  /// What the item says of itself in a line.
  public var words: String { [tooltip, title, name].first { !$0.isEmpty } ?? "" }

  private static let longestText = 1024
  /// Larger pictures than anybody shows in a bar, in pixels a side.
  private static let largestSide = 512
  private static let mostPixmaps = 16

  /// Pictures whose size and bytes agree.
  private static func pixmaps(_ value: DBusValue?) -> [Pixmap] {
    guard case .array(_, let elements)? = value else { return [] }
    return elements.prefix(mostPixmaps).compactMap { element in
      guard let members = element.members, members.count == 3, let width = members[0].integer,
        let height = members[1].integer, let bytes = members[2].bytes, (1...largestSide).contains(width),
        (1...largestSide).contains(height), bytes.count == width * height * 4
      else { return nil }
      return Pixmap(size: PixelSize(width: width, height: height), bytes: bytes)
    }
  }

  /// The title and the text of `(sa(iiay)ss)`, without markup.
  private static func tooltip(_ value: DBusValue?) -> String {
    guard let members = value?.members, members.count == 4 else { return "" }
    let texts = members[2...].compactMap { $0.string.map(plain) }.filter { !$0.isEmpty }
    return texts.joined(separator: "\n").beginning(longestText)
  }

  /// A text without tags; entities of XML become what they stand for.
  private static func plain(_ text: String) -> String {
    let text = text.beginning(longestText * 4)
    guard text.contains("<") || text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    // Looking for the end of a tag from each of thousands of beginnings would take long.
    let last = text.lastIndex(of: ">") ?? text.startIndex
    while let character = rest.first {
      if character == "<", rest.startIndex < last, let end = rest.firstIndex(of: ">") {
        if rest.hasPrefix("<br") { result.append("\n") }
        rest = rest[rest.index(after: end)...]
      } else if character == "&", let entity = entities.first(where: { rest.hasPrefix($0.key) }) {
        result += entity.value
        rest = rest.dropFirst(entity.key.count)
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static let entities = [
    "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&nbsp;": " ",
  ]
}
