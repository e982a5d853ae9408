/// The full name of a module, such as `clock` or `script.load`: a kind and, if there are several modules of the kind,
/// a name.
public struct ModuleName: Hashable, Sendable, CustomStringConvertible {
  /// The kind of a module, which determines what it shows.
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
  /// The name of the module among those of its kind; nil for the one without a name, which not all kinds have.
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
  /// The keys of the common options that the kind has, if it shows no content of its own; nil for kinds with all
  /// common options, a menu, states and gestures.
  var lookKeys: [String]? {
    switch self {
    case .separator: ["ink", "hidden", "priority", "padding"]
    case .spacer: ["hidden", "priority"]
    case .group: ["ink", "hidden", "priority", "pill", "padding", "font"]
    default: nil
    }
  }

  /// The required content of a table of this kind, in words; nil if the table is optional, and the module needs no
  /// name.
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
  /// The text before the first dot, and the text after it; the second one is nil if there is no dot.
  var splitAtDot: (String, String?) {
    guard let dot = firstIndex(of: ".") else { return (self, nil) }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
