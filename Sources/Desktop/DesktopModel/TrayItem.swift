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

  /// What an icon is: a name, or else a picture.
  public struct Icon: Equatable, Sendable {
    /// The name of an icon, or an absolute path; empty: there is none.
    public var name = ""
    /// The one that suits a bar best of the pictures that the program has sent; nil: there is none.
    public var pixmap: Pixmap?

    public init(name: String = "", pixmap: Pixmap? = nil) {
      self.name = name
      self.pixmap = pixmap
    }

    public var isEmpty: Bool { name.isEmpty && pixmap == nil }
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
  /// The number of new icons that its program has told of; their names and files may be the same as before.
  public var iconChanges = 0
  /// A folder in which names of icons are looked up first; empty: there is none.
  public var themePath: String
  public var tooltip: String
  /// A short text that belongs beside the icon, such as a temperature; empty: there is none.
  public var label: String
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
      Icon(name: text(name + "Name"), pixmap: Pixmap(properties[name + "Pixmap"]))
    }
    self.icon = icon("Icon")
    attentionIcon = icon("AttentionIcon")
    overlay = icon("OverlayIcon")
    themePath = text("IconThemePath")
    tooltip = Self.tooltip(properties["ToolTip"])
    label = text("XAyatanaLabel")
    // Some programs name a path where nothing is.
    menu = properties["Menu"].flatMap { $0.objectPath ?? $0.string }.flatMap {
      $0.hasPrefix("/") && $0 != "/" && $0 != "/NO_DBUSMENU" ? $0 : nil
    }
    // Programs of Ayatana's libraries tell no such property, and have no Activate or one that does nothing.
    isMenu = properties["ItemIsMenu"]?.boolean ?? (menu != nil)
  }

  /// The icon that is shown now.
  public var shownIcon: Icon { status == .needsAttention && !attentionIcon.isEmpty ? attentionIcon : icon }

  /// What the item says of itself; it may have several lines.
  public var words: String { [tooltip, title, name].first { !$0.isEmpty } ?? "" }

  /// The names of the properties that are read.
  public static let propertyNames: Set<String> = [
    "Id", "Title", "Status", "IconThemePath", "ToolTip", "XAyatanaLabel", "Menu", "ItemIsMenu", "IconName",
    "IconPixmap",
    "AttentionIconName", "AttentionIconPixmap", "OverlayIconName", "OverlayIconPixmap",
  ]
  private static let pictureNames = ["IconPixmap", "AttentionIconPixmap", "OverlayIconPixmap"]
  /// More characters than are shown of any text.
  public static let longestText = 1024

  /// The same properties without the pictures that no bar shows, to be kept in place of what the program has sent.
  public static func condensed(_ properties: [String: DBusValue]) -> [String: DBusValue] {
    var properties = properties
    for name in pictureNames where properties[name] != nil {
      properties[name] = Pixmap(properties[name])?.value ?? .array(.variant, [])
    }
    if case .structure(var members)? = properties["ToolTip"], members.count > 1 {
      members[1] = .array(.variant, [])
      properties["ToolTip"] = .structure(members)
    }
    return properties
  }

  /// The bytes of all pictures among the properties, which determine how long they take to be read.
  public static func pictureBytes(in properties: [String: DBusValue]) -> Int {
    pictureNames.reduce(0) { sum, name in
      guard case .array(_, let elements)? = properties[name] else { return sum }
      return elements.reduce(sum) { $0 + ($1.members?.last?.bytes?.count ?? 0) }
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
