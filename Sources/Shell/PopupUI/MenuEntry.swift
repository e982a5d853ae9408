public import Scenes

/// An entry of a menu.
public struct MenuEntry: Equatable, Sendable {
  /// A sign before the label that says whether something is on.
  public enum Mark: Equatable, Sendable {
    case checkbox(isOn: Bool)
    /// One of several entries of which one is on.
    case radio(isOn: Bool)
    /// It stands for several things of which some are on.
    case mixed
  }

  /// What is drawn before the label.
  public enum Icon: Equatable, Sendable {
    /// A symbol by its name, drawn in the ink of the label.
    case symbol(String)
    /// A picture in its own colours, or, as a template, in the ink of the label.
    case picture(Bitmap, isTemplate: Bool = false)
  }

  /// How much an entry wants to be looked at, which its ink shows.
  public enum Tone: Equatable, Sendable, CaseIterable {
    case normal
    case informative
    case warning
    case alert
  }

  /// What tells the entry from all others of the menu and its submenus.
  public var id: Int
  /// The text, without the underscore that marks a mnemonic.
  public var label: String
  /// The letter that chooses the entry, in lower case; nil: none does.
  public var mnemonic: Character?
  /// Which character of the label it is, counted from 0; nil: it is not known.
  public var mnemonicPlace: Int?
  public var icon: Icon?
  public var mark: Mark?
  /// The keys that do the same elsewhere, for people to read, such as `Ctrl+Q`; empty: none do.
  public var shortcut = ""
  public var isEnabled = true
  public var tone = Tone.normal
  /// What a screen reader says in place of the label; empty: it says the label.
  public var spokenLabel = ""
  /// Whether it is a line that keeps groups apart and nothing else.
  public var isSeparator = false
  /// The entries that it opens; nil: it opens none. An empty list is one that has not been loaded yet.
  public var submenu: [MenuEntry]?

  /// `markedLabel` is a text in which an underscore stands before the mnemonic and two stand for one underscore, as
  /// com.canonical.dbusmenu and GTK have it.
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

  /// A line between groups.
  public static func separator(_ id: Int) -> MenuEntry {
    var entry = MenuEntry(id, "", isEnabled: false)
    entry.isSeparator = true
    return entry
  }

  /// Whether the pointer and the keyboard stop at it.
  public var canBeHighlighted: Bool { isEnabled && !isSeparator }

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
      // A label is one line.
      label.append(character.isNewline ? " " : character)
    }
    return (label, mnemonic, place)
  }
}

extension Character {
  /// The character in lower case, by which an entry is chosen; the character itself where its lower case is several.
  var mnemonic: Character {
    let lowercase = lowercased()
    return lowercase.count == 1 ? lowercase.first ?? self : self
  }
}

extension [MenuEntry] {
  /// The identifiers of the entries that lead to one, which is the last; empty: there is no such entry.
  func path(to id: Int) -> [Int] {
    for entry in self {
      if entry.id == id { return [id] }
      if let rest = entry.submenu?.path(to: id), !rest.isEmpty { return [entry.id] + rest }
    }
    return []
  }

  /// The entry with an identifier, at any depth.
  public func entry(_ id: Int) -> MenuEntry? {
    for entry in self {
      if entry.id == id { return entry }
      if let found = entry.submenu?.entry(id) { return found }
    }
    return nil
  }
}
