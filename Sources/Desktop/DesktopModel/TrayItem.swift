public import Geometry

/// An item of the system tray, as `org.kde.StatusNotifierItem` describes it.
public struct TrayItem: Equatable, Sendable {
  public enum Status: String, CaseIterable, Sendable {
    /// The item has nothing to report and may be hidden.
    case passive
    case active
    /// The item requests the attention of the user.
    case needsAttention = "attention"
  }

  /// The kinds of items, in the order in which trays show them: what the user has started comes before what the system has.
  public enum Category: String, CaseIterable, Sendable {
    case applicationStatus = "ApplicationStatus"
    case communications = "Communications"
    case systemServices = "SystemServices"
    case hardware = "Hardware"
  }

  /// A picture that was received from the bus: bytes in the order red, green, blue, alpha, premultiplied; rows without padding.
  public struct Pixmap: Equatable, Sendable {
    public var size: PixelSize
    public var bytes: [UInt8]
  }

  /// An icon: a name, or else a picture.
  public struct Icon: Equatable, Sendable {
    /// The name of an icon, or an absolute path; empty if there is none.
    public var name = ""
    /// The most suitable of the pictures that the program has sent; nil if there is none.
    public var pixmap: Pixmap?

    public init(name: String = "", pixmap: Pixmap? = nil) {
      self.name = name
      self.pixmap = pixmap
    }

    public var isEmpty: Bool { name.isEmpty && pixmap == nil }
  }

  /// The bus name and the object path of the item, which identify it.
  public var id: String
  /// The name that the program gives to its items, the same for all of them.
  public var name = ""
  public var title = ""
  /// The kind of the item: the status of an application if the program names none of the known ones.
  public var category = Category.applicationStatus
  public var status = Status.active
  public var icon = Icon()
  /// The icon that replaces `icon` while the item requests attention.
  public var attentionIcon = Icon()
  /// A small icon that is drawn over a corner of the other one.
  public var overlay = Icon()
  /// The number of times the program has announced a new icon, whose name and file may be the same as before.
  public var iconChanges = 0
  /// The folder in which icon names are looked up first; empty if there is none.
  public var themePath = ""
  public var tooltip = ""
  /// A short text that is shown beside the icon, such as a temperature; empty if there is none.
  public var label = ""
  /// The object path of the menu; nil if the item has none.
  public var menu: String?
  /// Whether the item has no other action than its menu; nil: the program does not tell.
  private var hasMenuOnly: Bool?

  /// Reads the properties of `org.kde.StatusNotifierItem`. A property of an unexpected type is ignored.
  public init(id: String, properties: [String: DBusValue]) {
    self.id = id
    adopt(properties)
  }

  /// Adopts properties that have changed; the others stay as they are.
  public mutating func adopt(_ properties: [String: DBusValue]) {
    func read(_ property: String, _ text: inout String) {
      if let told = properties[property] { text = (told.string ?? "").beginning(Self.longestText) }
    }
    func read(_ property: String, _ icon: inout Icon) {
      read(property + "Name", &icon.name)
      if let told = properties[property + "Pixmap"] { icon.pixmap = Pixmap(told) }
    }
    read("Id", &name)
    read("Title", &title)
    read("IconThemePath", &themePath)
    read("XAyatanaLabel", &label)
    read("Icon", &icon)
    read("AttentionIcon", &attentionIcon)
    read("OverlayIcon", &overlay)
    if let told = properties["Category"] {
      category = Category(rawValue: told.string ?? "") ?? .applicationStatus
    }
    if let told = properties["Status"] {
      status =
        switch told.string?.lowercased() {
        case "passive": .passive
        case "needsattention": .needsAttention
        default: .active
        }
    }
    if let told = properties["ToolTip"] { tooltip = Self.tooltip(told) }
    if let told = properties["Menu"] {
      // Some programs name a path at which there is no menu.
      menu = (told.objectPath ?? told.string).flatMap {
        $0.hasPrefix("/") && $0 != "/" && $0 != "/NO_DBUSMENU" ? $0 : nil
      }
    }
    if let told = properties["ItemIsMenu"] { hasMenuOnly = told.boolean }
  }

  /// Whether a click opens the menu, because the item has no other action.
  public var isMenu: Bool {
    // Items of Ayatana's libraries do not tell, and have no method Activate or one that does nothing.
    get { hasMenuOnly ?? (menu != nil) }
    set { hasMenuOnly = newValue }
  }

  /// The icon that is shown now.
  public var shownIcon: Icon { status == .needsAttention && !attentionIcon.isEmpty ? attentionIcon : icon }

  /// The description of the item for the user, which may have several lines.
  public var words: String { [tooltip, title, name].first { !$0.isEmpty } ?? "" }

  /// The names of the properties that are read.
  public static let propertyNames: Set<String> = [
    "Id", "Title", "Category", "Status", "IconThemePath", "ToolTip", "XAyatanaLabel", "Menu", "ItemIsMenu",
    "IconName", "IconPixmap",
    "AttentionIconName", "AttentionIconPixmap", "OverlayIconName", "OverlayIconPixmap",
  ]
  private static let pictureNames = ["IconPixmap", "AttentionIconPixmap", "OverlayIconPixmap"]
  /// The longest text that is kept, in characters; more than is shown.
  public static let longestText = 1024

  /// Returns the number of bytes of all pictures among the properties, which determines how long it takes to read them.
  public static func pictureBytes(in properties: [String: DBusValue]) -> Int {
    pictureNames.reduce(0) { sum, name in
      guard case .array(_, let elements)? = properties[name] else { return sum }
      return elements.reduce(sum) { $0 + ($1.members?.last?.bytes?.count ?? 0) }
    }
  }

  /// The title and the text of a tooltip `(sa(iiay)ss)`, without markup.
  private static func tooltip(_ value: DBusValue) -> String {
    guard let members = value.members, members.count == 4 else { return "" }
    let texts = members[2...].compactMap { $0.string.map(plain) }.filter { !$0.isEmpty }
    return texts.joined(separator: "\n").beginning(longestText)
  }

  /// Removes tags from a text and replaces XML entities.
  private static func plain(_ text: String) -> String {
    let text = text.beginning(longestText * 4)
    guard text.contains("<") || text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    // Searching for the end of a tag at each of thousands of unclosed ones would take quadratic time.
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
