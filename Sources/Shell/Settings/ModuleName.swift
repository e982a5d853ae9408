/// `clock`, `text.hello`, `script.load`: a kind and, where there are several of it, a name.
public struct ModuleName: Hashable, Sendable, CustomStringConvertible {
  /// What a module shows.
  public enum Kind: String, CaseIterable, Sendable {
    case clock, text, script
    case cpu, memory, disk, load, temperature, rates
    case workspaces, window, taskbar, mode, scratchpad, keyboard, idle, bell
    case battery, media, backlight
    case audio, microphone
    case keyboardLight = "keyboard_light"
    case powerProfile = "power_profile"
    case systemd, session, tray
    case privacy
    case network, bluetooth
    case image, separator, spacer
    /// Other modules together; last, as it names others.
    case group
  }

  public var kind: Kind
  /// Nil for the module of its kind without a name; some kinds have none.
  public var name: String?

  public init(_ kind: Kind, _ name: String? = nil) {
    self.kind = kind
    self.name = name
  }

  public static let clock = ModuleName(.clock)

  public var description: String {
    guard let name else { return kind.rawValue }
    return "\(kind.rawValue).\(name)"
  }

  /// Reads what `description` gives; nil if there is no such kind, or no name where one is needed.
  public init?(_ description: String) {
    let (kind, name) = description.splitAtDot
    guard let kind = Kind(rawValue: kind), name != "", name != nil || kind.needs == nil else { return nil }
    self.init(kind, name)
  }
}

extension ModuleName.Kind {
  /// Which options of every module the kind has, as it shows nothing of its own; nil: it has all of them, a menu, states and
  /// gestures.
  var lookKeys: [String]? {
    switch self {
    case .separator: ["ink", "hidden", "priority", "padding"]
    case .spacer: ["hidden", "priority"]
    case .group: ["ink", "hidden", "priority", "pill", "padding", "font"]
    default: nil
    }
  }

  /// What a table of this kind cannot do without; nil: it need not be there, and the module needs no name.
  var needs: String? {
    switch self {
    case .text: "a text"
    case .script: "a command"
    case .image: "a path or a command"
    case .group: "modules"
    default: nil
    }
  }
}

extension String {
  /// What is before the first dot, and what after it if there is one.
  var splitAtDot: (String, String?) {
    guard let dot = firstIndex(of: ".") else { return (self, nil) }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
