import ModuleModel
import Settings

/// Converts the modules `custom/NAME`: scripts, the state of swaync, texts and blank texts, which are spacers.
enum CustomModules {
  private static let fields: [String: WaybarField] = [
    "": "text", "text": "text", "alt": "alt", "percentage": "percentage",
    "tooltip": "tooltip", "icon": "icon", "class": "class",
  ]

  /// Commands that end by themselves, so that a module without an interval need not wait for further lines.
  private static let ending: Set = ["echo", "date", "uname", "printf", "cat", "whoami", "hostname", "id"]

  /// The kind that a custom module becomes.
  static func kind(_ source: SourceValue) -> ModuleKind {
    if let command = source["exec"]?.string, !command.isEmpty {
      return followsSwaync(command) ? .bell : .script
    }
    let text = source["format"]?.string ?? ""
    let isBlank = WaybarFormat.withoutMarkup(text).allSatisfy(\.isWhitespace)
    let hasUse = source.members.contains { $0.name.hasPrefix("on-") || $0.name == "menu" }
    return isBlank && !hasUse && source["format-icons"] == nil ? .spacer : .text
  }

  /// Whether a command tells Waybar the state of swaync, which the module `bell` tells of the notifications of hyaline.
  private static func followsSwaync(_ command: String) -> Bool {
    command.has("swaync-client") && ["-swb", "--subscribe-waybar"].contains { command.has($0) }
  }

  /// Whether Waybar never shows the module, not even its padding: it has neither a text nor an action.
  static func isNeverShown(_ source: SourceValue) -> Bool {
    kind(source) == .spacer && WaybarFormat.withoutMarkup(source["format"]?.string ?? "").isEmpty
  }

  /// Converts a custom module.
  static func convert(_ module: inout ModuleConversion) {
    module.fields = fields
    module.isMarkup = WaybarModuleConverter.hasMarkup(module)
    switch module.kind {
    case .spacer: module.ignore("format", "exec", "tooltip", "interval")
    case .text: text(&module)
    case .bell: bell(&module)
    default: script(&module)
    }
    WaybarModuleConverter.reportRest(&module)
  }

  private static func text(_ module: inout ModuleConversion) {
    let source = module.string("format") ?? ""
    let icon = module.source["format-icons"]?["default"]?.string ?? module.source["format-icons"]?.string
    let format = module.converted(source.replacingAll("{icon}", with: icon ?? ""), from: "format")
    module.ignore("format-icons")
    let plain = WaybarFormat.withoutMarkup(format)
    if plain == format, !plain.contains(where: { $0.isNewline || $0 == "{" || $0 == "}" }) {
      module.set("text", .string(plain), from: "format")
    } else {
      let line = plain.map { $0.isNewline ? " " : String($0) }.joined()
      module.set("text", .string(line.trimmedSpace), from: "format")
      module.set("format", .string(format), from: "format")
    }
    if source.isEmpty {
      module.set("text", " ", from: "format")
      module.set("hidden", true, from: "format")
    }
    module.ignore("return-type", "signal", "exec", "hide-empty-text")
    WaybarModuleConverter.finish(false, &module)
  }

  private static func script(_ module: inout ModuleConversion) {
    let command = module.string("exec") ?? ""
    module.set("command", .shell(module.shellText(command, from: "exec", isRead: true)), from: "exec")
    if module.string("return-type") == "json" { module.set("json", true, from: "return-type") }
    if module.boolean("escape") != true { module.set("text_markup", true, from: "escape") }
    interval(command, &module)
    condition(&module)
    module.copyBoolean("exec-on-event", to: "exec_on_event")
    module.setFormat(module.string("format") ?? "{}")
    WaybarIcons.convert(&module)
    WaybarModuleConverter.finish(false, &module)
    module.approximate(["restart-interval": "a command that ends is started again after one second and more"])
    module.ignore("hide-empty-text")
    if DaemonCommand.client(namedIn: command) != nil {
      module.approximate("exec", "the module bell shows the notifications of hyaline itself")
    }
  }

  private static func condition(_ module: inout ModuleConversion) {
    guard let condition = module.string("exec-if") else { return }
    if let daemon = DaemonCommand.daemon(soughtBy: condition) {
      return module.leaveOut("exec-if", "it looks for \(daemon), which does not run beside hyaline")
    }
    module.set("exec_if", .shell(module.shellText(condition, from: "exec-if")), from: "exec-if")
  }

  private static func bell(_ module: inout ModuleConversion) {
    module.fields = ["": "count", "text": "count", "alt": "state", "icon": "icon"]
    module.setFormat(module.string("format") ?? "{}")
    WaybarIcons.convert(&module)
    module.ignore(
      "exec", "exec-if", "exec-on-event", "return-type", "escape", "restart-interval", "signal",
      "hide-empty-text")
    WaybarModuleConverter.finish(false, &module)
    module.approximate("exec", "the module bell shows the notifications of hyaline itself")
  }

  private static func interval(_ command: String, _ module: inout ModuleConversion) {
    let interval = module.take("interval")
    let signal = module.number("signal")
    if let signal, 1...30 ~= signal { module.set("signal", .number(signal.rounded()), from: "signal") }
    if let seconds = interval?.value.number, seconds > 0 {
      module.set("interval", .number(seconds), from: "interval")
    } else if interval?.value.string == "once" || signal != nil {
      module.set("interval", 0, from: "interval")
    } else if ending.contains(command.trimmedSpace.prefix { !$0.isWhitespace }.description),
      !command.has("while")
    {
      module.set("interval", 0, from: "exec")
    } else {
      module.set("continuous", true, from: "interval")
    }
  }
}
