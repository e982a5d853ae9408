public import ModuleModel
public import Scenes

/// An entry of a menu.
public struct MenuEntry: Equatable, Sendable {
  /// The checkbox or radio button of an entry that represents a state.
  public enum Mark: Equatable, Sendable {
    case checkbox(isOn: Bool)
    /// A radio button: of several entries, only one is on.
    case radio(isOn: Bool)
    /// A checkbox in the mixed state: the entry represents several objects of which only some are on.
    case mixed
  }

  /// The icon before the label.
  public enum Icon: Equatable, Sendable {
    /// An icon that is still to be read; until then a symbol of its name is drawn in the colour of the label.
    case icon(ModuleIcon)
    /// A picture in its own colours, or, as a template, in the colour of the label.
    case picture(Bitmap, isTemplate: Bool = false)
  }

  /// The importance of an entry, shown by the colour of its label: the `disposition` of com.canonical.dbusmenu.
  public enum Tone: Equatable, Sendable, CaseIterable {
    case normal
    case informative
    case warning
    case alert
  }

  /// The identifier of the entry, unique within the menu and its submenus.
  public var id: Int
  /// The text, without the underscore that marks a mnemonic.
  public var label: String
  /// The mnemonic: the letter that chooses the entry, in lower case; nil for none.
  public var mnemonic: Character?
  /// The index of the mnemonic among the characters of the label, from 0; nil if it is not known.
  public var mnemonicPlace: Int?
  public var icon: Icon?
  public var mark: Mark?
  /// The keyboard shortcut in the program that owns the menu, for display only, such as `Ctrl+Q`; empty for none.
  public var shortcut = ""
  public var isEnabled = true
  public var tone = Tone.normal
  /// The text that a screen reader speaks; empty if it is the label.
  public var spokenLabel = ""
  /// Whether the entry is a separator line between groups of entries.
  public var isSeparator = false
  /// The entries of the submenu; nil if the entry opens none. An empty list has not been loaded yet.
  public var submenu: [MenuEntry]?

  /// Creates an entry. In `markedLabel`, an underscore precedes the mnemonic, and two underscores stand for one, as
  /// in com.canonical.dbusmenu and GTK.
  public init(
    _ id: Int, _ markedLabel: String, icon: Icon? = nil, mark: Mark? = nil, shortcut: String = "",
    isEnabled: Bool = true, submenu: [MenuEntry]? = nil
  ) {
    self.id = id
    (label, mnemonic, mnemonicPlace) = Self.parse(markedLabel)
    self.icon = icon
    self.mark = mark
    self.shortcut = shortcut
    self.isEnabled = isEnabled
    self.submenu = submenu
  }

  /// Creates a separator line between groups of entries.
  public static func separator(_ id: Int) -> MenuEntry {
    var entry = MenuEntry(id, "", isEnabled: false)
    entry.isSeparator = true
    return entry
  }

  /// Whether pointer and keyboard can highlight the entry.
  var canBeHighlighted: Bool { isEnabled && !isSeparator }

  private static func parse(_ text: String) -> (label: String, mnemonic: Character?, place: Int?) {
    var label = ""
    var (mnemonic, place): (Character?, Int?)
    var isMarked = false
    for character in text {
      if character == "_", !isMarked {
        isMarked = true
        continue
      }
      if isMarked, character != "_", mnemonic == nil {
        (mnemonic, place) = (character.mnemonic, label.count)
      }
      isMarked = false
      // A label is a single line.
      label.append(character.isNewline ? " " : character)
    }
    return (label, mnemonic, place)
  }
}

extension Character {
  /// The character in lower case, as mnemonics are compared; the character itself if its lower case consists of
  /// several characters.
  var mnemonic: Character {
    let lowercase = lowercased()
    return lowercase.count == 1 ? lowercase.first ?? self : self
  }
}

extension [MenuEntry] {
  /// Returns the identifiers on the path to an entry, from an entry of the menu itself to the entry with `id`; empty
  /// if there is no such entry.
  func path(to id: Int) -> [Int] {
    for entry in self {
      if entry.id == id { return [id] }
      if let rest = entry.submenu?.path(to: id), !rest.isEmpty { return [entry.id] + rest }
    }
    return []
  }

  /// Returns the entry with an identifier, at any depth; nil if there is none.
  public func entry(_ id: Int) -> MenuEntry? {
    for entry in self {
      if entry.id == id { return entry }
      if let found = entry.submenu?.entry(id) { return found }
    }
    return nil
  }
}
