/// An entry, with its submenu, of a menu that a program exports on the bus by `com.canonical.dbusmenu`.
public struct ServiceMenu: Equatable, Sendable {
  /// Kind of an entry that is on or off.
  public enum Toggle: String, Sendable {
    case check = "checkmark"
    case radio
  }

  /// Urgency of an entry.
  public enum Disposition: String, CaseIterable, Sendable {
    case normal
    /// The entry gives additional information.
    case informative
    /// The entry warns of a possible problem.
    case warning
    /// The entry reports a problem.
    case alert
  }

  /// The number that identifies the entry in its menu; 0 is the menu as a whole.
  public var id: Int32
  /// The label without the underscore before the mnemonic.
  public var label = ""
  /// The letter that activates the entry, in lower case; nil if there is none.
  public var mnemonic: Character?
  /// The index of the mnemonic in the label, in characters; nil if there is none.
  public var mnemonicPlace: Int?
  public var isSeparator = false
  public var isEnabled = true
  public var isVisible = true
  /// The kind of toggle; nil if the entry is no toggle.
  public var toggle: Toggle?
  public var isOn = false
  /// Whether a toggle is neither on nor off, such as one for several things of which some are on.
  public var isMixed = false
  /// The name of an icon; empty if there is none.
  public var icon = ""
  /// The contents of an image file, usually PNG, for an icon that no theme has; empty if there is none.
  public var iconData: [UInt8] = []
  /// The keyboard shortcut, such as `Ctrl+Q`; empty if there is none.
  public var shortcut = ""
  public var disposition = Disposition.normal
  /// The label for screen readers; empty if it is the visible one.
  public var spokenLabel = ""
  /// Whether the entry has a submenu, whose entries may be unknown until it is about to be shown.
  public var hasSubmenu = false
  public var entries: [ServiceMenu] = []

  public init(id: Int32) {
    self.id = id
  }

  /// Limits on a menu, beyond which entries and pictures are left out.
  public struct Limits: Equatable, Sendable {
    public var entries = 2000
    public var depth = 12
    /// The limit on one picture, in bytes.
    public var pictureBytes = 256 << 10
    /// The limit on all pictures together, in bytes.
    public var allPictureBytes = 4 << 20

    public init() {}
  }

  /// Reads the structure `(ia{sv}av)`; nil if the value has another type.
  public init?(_ value: DBusValue, limits: Limits = Limits()) {
    var left = limits.entries
    self.init(value, depth: limits.depth, left: &left)
    limit(limits)
  }

  /// `left` counts the entries that may still be read.
  private init?(_ value: DBusValue, depth: Int, left: inout Int) {
    guard left > 0, let members = value.unwrapped.members, members.count == 3,
      case .int32(let id) = members[0],
      let properties = members[1].options, case .array(_, let children) = members[2]
    else { return nil }
    left -= 1
    self.init(id: id)
    take(properties)
    guard depth > 0 else { return }
    for child in children {
      guard left > 0 else { break }
      if let entry = ServiceMenu(child, depth: depth - 1, left: &left) {
        entries.append(entry)
      } else {
        left -= 1
      }
    }
    if !entries.isEmpty { hasSubmenu = true }
  }

  /// Applies properties that the program has set; one of an unexpected type is ignored.
  public mutating func take(_ properties: [String: DBusValue]) {
    if let text = properties["label"]?.string { (label, mnemonic, mnemonicPlace) = Self.label(text) }
    if let type = properties["type"]?.string { isSeparator = type == "separator" }
    if let value = properties["enabled"]?.boolean { isEnabled = value }
    if let value = properties["visible"]?.boolean { isVisible = value }
    if let type = properties["toggle-type"]?.string { toggle = Toggle(rawValue: type) }
    if let state = properties["toggle-state"]?.integer {
      (isOn, isMixed) = (state == 1, state != 0 && state != 1)
    }
    if let name = properties["icon-name"]?.string { icon = name.beginning(Self.longest) }
    if let bytes = properties["icon-data"]?.bytes { iconData = bytes }
    if let display = properties["children-display"]?.string { hasSubmenu = display == "submenu" }
    if case .array(_, let keys)? = properties["shortcut"] { shortcut = Self.shortcut(keys) }
    if let word = properties["disposition"]?.string { disposition = Disposition(rawValue: word) ?? .normal }
    if let text = properties["accessible-desc"]?.string {
      spokenLabel = Self.line(text.beginning(Self.longest))
    }
  }

  /// Applies properties to the entry with this number, at any depth; returns false if there is none.
  public mutating func update(_ id: Int32, _ properties: [String: DBusValue]) -> Bool {
    if self.id == id {
      take(properties)
      return true
    }
    for index in entries.indices where entries[index].update(id, properties) { return true }
    return false
  }

  /// Applies the arguments of the signal `ItemsPropertiesUpdated`: properties that were set, `a(ia{sv})`, and names of
  /// properties that were removed, `a(ias)`. Items of an unexpected type are ignored, as are items beyond the number of
  /// entries that a menu may have.
  public mutating func update(_ arguments: [DBusValue], limits: Limits = Limits()) {
    guard arguments.count == 2 else { return }
    func items(_ value: DBusValue) -> [(id: Int32, value: DBusValue)] {
      guard case .array(_, let items) = value else { return [] }
      return items.prefix(limits.entries).compactMap { item in
        guard let members = item.members, members.count == 2, case .int32(let id) = members[0] else {
          return nil
        }
        return (id, members[1])
      }
    }
    for item in items(arguments[0]) {
      if let properties = item.value.options { _ = update(item.id, properties) }
    }
    // A property that was removed has its default value again.
    for item in items(arguments[1]) {
      let names = Set(item.value.strings?.prefix(Self.standard.count * 4) ?? [])
      _ = update(item.id, Self.standard.filter { names.contains($0.key) })
    }
    limit(limits)
  }

  /// The default values of properties, which programs do not send.
  private static let standard: [String: DBusValue] = [
    "label": .string(""), "type": .string("standard"), "enabled": .boolean(true), "visible": .boolean(true),
    "toggle-type": .string(""), "toggle-state": .int32(0), "icon-name": .string(""),
    "icon-data": .bytes([]), "children-display": .string(""),
    "shortcut": .strings([]), "disposition": .string("normal"), "accessible-desc": .string(""),
  ]

  /// Replaces the entry that has the number of `subtree`; returns false if there is none.
  public mutating func replace(_ subtree: ServiceMenu) -> Bool {
    if id == subtree.id {
      self = subtree
      return true
    }
    for index in entries.indices where entries[index].replace(subtree) { return true }
    return false
  }

  /// Drops entries beyond the limit of their number, entries that are too deep, pictures that are too large, and
  /// pictures beyond the limit of all pictures.
  ///
  /// Each subtree was limited by itself when it was read; this limits the menu that contains several.
  public mutating func limit(_ limits: Limits = Limits()) {
    // The menu itself is one of the entries that are counted.
    var left = (entries: limits.entries - 1, bytes: limits.allPictureBytes)
    limit(limits, depth: limits.depth, left: &left)
  }

  private mutating func limit(_ limits: Limits, depth: Int, left: inout (entries: Int, bytes: Int)) {
    if iconData.count > min(limits.pictureBytes, left.bytes) { iconData = [] }
    left.bytes -= iconData.count
    if depth == 0 { entries = [] }
    var kept = 0
    while kept < entries.count, left.entries > 0 {
      left.entries -= 1
      entries[kept].limit(limits, depth: depth - 1, left: &left)
      kept += 1
    }
    entries.removeSubrange(kept...)
  }

  /// The entry and all entries below it, at any depth.
  public var all: [ServiceMenu] { [self] + entries.flatMap(\.all) }

  /// Returns the entry with this number; nil if there is none.
  public func entry(_ id: Int32) -> ServiceMenu? {
    if self.id == id { return self }
    for entry in entries {
      if let found = entry.entry(id) { return found }
    }
    return nil
  }

  /// The longest text that is read, in characters.
  public static let longest = 500

  /// Parses a label, in which an underscore precedes the mnemonic and two underscores stand for one.
  private static func label(_ text: String) -> (String, Character?, Int?) {
    var label = ""
    var (mnemonic, place): (Character?, Int?)
    var isMarked = false
    for character in text.beginning(longest) {
      if character == "_", !isMarked {
        isMarked = true
        continue
      }
      if isMarked, character != "_", mnemonic == nil {
        (mnemonic, place) = (character.lowercased().first, label.count)
      }
      isMarked = false
      label.append(character)
    }
    return (line(label), mnemonic, place)
  }

  /// Replaces line breaks by spaces.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// The text of the first of several key combinations.
  private static func shortcut(_ combinations: [DBusValue]) -> String {
    let names = ["Control": "Ctrl"]
    let keys = combinations.first?.unwrapped.strings ?? []
    return keys.prefix(6).map { names[$0] ?? $0.beginning(40) }.joined(separator: "+").beginning(40)
  }
}
