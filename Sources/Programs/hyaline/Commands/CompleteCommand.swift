import Arguments
import Control
import Glibc
import Loop
import ModuleModel
import Settings
import TextProcessing
import Toml
import VisualEffects

/// `hyaline complete`: prints the words that a shell offers for a kind of word, one in a line.
///
/// The command prints no messages; if no instance runs, words that only an instance knows are left out.
struct CompleteCommand: RunnableCommand {
  /// A kind of word.
  enum Kind: String, CaseIterable {
    case modules
    /// Modules of the kind `text`.
    case texts
    case outputs
    /// Keys of settings.
    case keys
    /// Values of the setting whose key is the last word of the line.
    case values
    /// Numbers of open notifications.
    case notifications
    /// Modes, and names, of the rules for notifications.
    case modes, rules
  }

  var kind = Kind.modules
  var line = ""

  static var rows: [Row<Self>] {
    [
      .argument(needed: "kind", \.kind, .name, "The kind of word."),
      .argument("line", \.line, .text, "The line before the cursor."),
    ]
  }

  func run() throws { for word in words { print(word) } }

  private var words: [String] {
    switch kind {
    case .modules: Self.modules
    case .texts: Self.modules.filter { $0.hasPrefix("text.") }
    case .outputs: Self.outputs
    // Some shells ask for the words of all arguments at once, behind a key too.
    case .keys: option == nil ? SettingsShape.file.paths(in: file.merged()).map { Diagnostic.key($0) } : []
    case .values: values
    case .notifications: Self.notifications
    case .modes: Self.words(of: \.mode)
    case .rules: Self.words(of: \.name)
    }
  }

  /// The file that the line names, or the user's.
  private var file: SettingsFile {
    let words = line.split(separator: " ").map(String.init)
    let named = words.firstIndex(of: "--settings").flatMap { words.dropFirst($0 + 1).first }
    return named.map { SettingsFile(path: $0) } ?? .standard() ?? SettingsFile(path: "/dev/null")
  }

  private static var settings: Settings { SettingsFile.standard()?.load().settings ?? Settings() }

  private static var modules: [String] {
    // A kind whose modules need names has no options of a module without a name.
    let plain = ModuleKind.all.map(\.name).filter {
      SettingsShape.file.shape(at: [$0])?.keys.isEmpty == false
    }
    let named = settings.modules.keys.map(\.description)
    return Set(plain + named).sorted()
  }

  /// The outputs with bars of the running instance; without one, the connected ones by the kernel.
  private static var outputs: [String] {
    let answer = try? BarCommand.ask("inspect", [:])
    if case .array(let bars)? = answer?["bars"] {
      return Set(bars.compactMap { $0["output"]?.string }).sorted()
    }
    let names = Directory.names(in: "/sys/class/drm").filter { name in
      RegularFile.text(ofPath: "/sys/class/drm/\(name)/status", upTo: 64)?.hasPrefix("connected") == true
    }
    return names.compactMap { name in
      name.firstIndex(of: "-").map { String(name[name.index(after: $0)...]) }
    }.sorted()
  }

  private static var notifications: [String] {
    guard let answer = try? NotificationInstance.ask("list", [:]),
      case .array(let list)? = answer["notifications"]
    else { return [] }
    return list.compactMap { $0["id"]?.number.flatMap { Int(exactly: $0) }.map(String.init) }
  }

  /// The words that rules for notifications have, each once.
  private static func words(of path: KeyPath<NotificationRule, String?>) -> [String] {
    Set(settings.notifications.rules.compactMap { $0[keyPath: path] }).sorted()
  }

  /// The option whose key is the last word of the line; nil if that is none.
  private var option: OptionSummary? {
    guard let key = line.split(separator: " ").last, let path = SettingsEditor.path(String(key)),
      case .option(let option)? = SettingsShape.file.shape(at: path[...])
    else { return nil }
    return option
  }

  private var values: [String] {
    guard let option else { return [] }
    let settings = file.load().settings
    let colours = settings.colours.keys.sorted()
    switch option.type {
    case "name of a material":
      return Material.names + (option.key == "base" ? [] : settings.materials.keys.sorted())
    case "name of a vibrancy, or colour": return VibrancyEffect.Style.allCases.map(\.rawValue) + colours
    case let type where type.hasPrefix("name of a fill"): return ModuleFill.names + colours
    case _ where option.type.hasSuffix("a colour"):
      return (option.key == "accent" ? AccentColour.names : []) + colours
    default: break
    }
    switch option.shape {
    case .names(let names): return names
    case .boolean: return ["true", "false"]
    case .any(let shapes):
      return shapes.flatMap { shape in if case .names(let names) = shape { names } else { [] as [String] } }
    default: return option.key == "output" ? ["focused", "all"] + Self.outputs : []
    }
  }
}
