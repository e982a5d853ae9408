public import DBusValues

/// An entry of a menu that a program tells over the bus, by com.canonical.dbusmenu, with its submenu.
public struct ServiceMenu: Equatable, Sendable {
  /// How an entry shows that it is chosen.
  public enum Toggle: String, Sendable {
    case check = "checkmark"
    case radio
  }

  /// How much an entry wants to be looked at.
  public enum Disposition: String, CaseIterable, Sendable {
    case normal
    /// It tells something that is good to know.
    case informative
    /// It tells of something that may go wrong.
    case warning
    /// It tells of something that has gone wrong.
    case alert
  }

  /// Tells it from the other entries of the menu; 0 is the menu as a whole.
  public var id: Int32
  /// Without the underscore before the mnemonic.
  public var label = ""
  /// The letter that chooses it, in lower case; nil: it has none.
  public var mnemonic: Character?
  /// Which character of the label it is, counted from 0; nil: it has none.
  public var mnemonicPlace: Int?
  public var isSeparator = false
  public var isEnabled = true
  public var isVisible = true
  /// Nil: it cannot be chosen for good.
  public var toggle: Toggle?
  public var isOn = false
  /// Whether it is neither on nor off, as what stands for several things of which some are on.
  public var isMixed = false
  /// The name of an icon; empty: there is none.
  public var icon = ""
  /// A picture as a file has it, PNG as a rule, for where no theme has an icon of that name; empty: there is none.
  public var iconData: [UInt8] = []
  /// As `Ctrl+Q`; empty: it has none.
  public var shortcut = ""
  public var disposition = Disposition.normal
  /// What a screen reader says in place of the label; empty: it says the label.
  public var spokenLabel = ""
  /// Whether it has a submenu, whose entries may not be known before it is about to be shown.
  public var hasSubmenu = false
  public var entries: [ServiceMenu] = []

  public init(id: Int32) {
    self.id = id
  }

  /// What a menu may hold; what is beyond is left out.
  public struct Limits: Equatable, Sendable {
    public var entries = 2000
    public var depth = 12
    /// The bytes of one picture.
    public var pictureBytes = 256 << 10
    /// The bytes of all pictures together.
    public var allPictureBytes = 4 << 20

    public init() {}
  }

  /// Reads the structure `(ia{sv}av)`; nil: it is something else.
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

  /// Takes properties that the program has set; one of another type than it should have is left as it is.
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

  /// Takes properties of the entry of that number, wherever it is; false: there is none.
  public mutating func update(_ id: Int32, _ properties: [String: DBusValue]) -> Bool {
    if self.id == id {
      take(properties)
      return true
    }
    for index in entries.indices where entries[index].update(id, properties) { return true }
    return false
  }

  /// Takes the arguments of the signal `ItemsPropertiesUpdated`: properties that entries have now, `a(ia{sv})`, and names of
  /// properties that they have no more, `a(ias)`. What has another form is left out, as is what comes after as many
  /// entries as a menu may have.
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
    // What is taken away has its standard value again.
    for item in items(arguments[1]) {
      let names = Set(item.value.strings?.prefix(Self.standard.count * 4) ?? [])
      _ = update(item.id, Self.standard.filter { names.contains($0.key) })
    }
    limit(limits)
  }

  /// The values of properties that programs do not tell.
  private static let standard: [String: DBusValue] = [
    "label": .string(""), "type": .string("standard"), "enabled": .boolean(true), "visible": .boolean(true),
    "toggle-type": .string(""), "toggle-state": .int32(0), "icon-name": .string(""),
    "icon-data": .bytes([]), "children-display": .string(""),
    "shortcut": .strings([]), "disposition": .string("normal"), "accessible-desc": .string(""),
  ]

  /// Puts another subtree in the place of the entry of its number; false: there is none.
  public mutating func replace(_ subtree: ServiceMenu) -> Bool {
    if id == subtree.id {
      self = subtree
      return true
    }
    for index in entries.indices where entries[index].replace(subtree) { return true }
    return false
  }

  /// Leaves out the last entries of a menu that has too many, entries that are too deep, pictures that are larger than may
  /// be, and pictures beyond the bytes that all may have together.
  ///
  /// Each subtree keeps the limits by itself when it is read; this is for the menu that they are put into.
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

  /// The entry and those below it, at any depth.
  public var all: [ServiceMenu] { [self] + entries.flatMap(\.all) }

  /// The entry of that number; nil: there is none.
  public func entry(_ id: Int32) -> ServiceMenu? {
    if self.id == id { return self }
    for entry in entries {
      if let found = entry.entry(id) { return found }
    }
    return nil
  }

  /// The number of characters that are read of a text.
  public static let longest = 500

  /// A text in which an underscore stands before the mnemonic, and two for one.
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

  /// A text on one line.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// Keys that are pressed together, of which the first of several combinations is told.
  private static func shortcut(_ combinations: [DBusValue]) -> String {
    let names = ["Control": "Ctrl"]
    let keys = combinations.first?.unwrapped.strings ?? []
    return keys.prefix(6).map { names[$0] ?? $0.beginning(40) }.joined(separator: "+").beginning(40)
  }
}
