/// A command of Waybar's configuration, with signals to Waybar as signals to Hyaline.
struct WaybarCommand {
  /// The command as the settings have it.
  let text: String
  /// The numbers of the signals that the command sends.
  private(set) var signals: Set<Int> = []
  /// Whether the command still names Waybar in a way that is not known.
  private(set) var namesWaybar = false
  /// Whether the command looks for the process of Waybar, or ends it.
  private(set) var asksForWaybar = false

  /// The programs that send signals by the name of a program.
  private static let senders: Set<Substring> = ["pkill", "killall"]
  /// The programs that find processes by their names.
  private static let finders: Set<Substring> = senders.union(["pgrep", "pidof"])

  init(_ command: String) {
    var result = ""
    var rest = command[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { ";&|\n".contains($0) } ?? rest.endIndex
      let part = rest[..<end]
      let converted = Self.converted(part)
      if let signal = converted?.signal { signals.insert(signal) }
      if converted == nil {
        let words = Self.words(part)
        if words.contains("waybar") { namesWaybar = true }
        if let finder = words.firstIndex(where: Self.finders.contains), words[finder...].contains("waybar") {
          asksForWaybar = true
        }
      }
      result += converted?.text ?? String(part)
      rest = rest[end...]
      while let sign = rest.first, ";&|\n".contains(sign) { result.append(rest.removeFirst()) }
    }
    text = result
  }

  private static func words(_ part: Substring) -> [Substring] {
    part.split { $0.isWhitespace || "()'\"`".contains($0) }
  }

  /// A simple command that tells Waybar something, as one that tells Hyaline the same; nil: it is another command.
  private static func converted(_ part: Substring) -> (text: String, signal: Int?)? {
    let words = words(part)
    guard let sender = words.firstIndex(where: senders.contains), words[sender...].contains("waybar") else {
      return nil
    }
    let names = words[sender...].compactMap { signalName($0) }
    guard let name = names.first else { return nil }
    if let number = realTimeNumber(name) {
      return (part.replacingAll("waybar", with: "hyaline"), number)
    }
    let command = name == "USR2" ? "hyaline reload" : name == "USR1" ? "hyaline bar toggle" : nil
    guard let command, let start = part.firstIndex(where: { !$0.isWhitespace }) else { return nil }
    let last = part.reversed().prefix(while: \.isWhitespace).count
    let isQuoted = part.contains { "()'\"`".contains($0) }
    return isQuoted ? nil : (part[..<start] + command + part.suffix(last), nil)
  }

  /// The name of the signal that an option such as `-SIGUSR2` names, without `SIG`.
  private static func signalName(_ word: Substring) -> String? {
    var name = word.uppercased()
    guard name.hasPrefix("-") || name.hasPrefix("SIG") || name.hasPrefix("RTMIN") else { return nil }
    name = name.droppingPrefix("-") ?? name
    name = name.droppingPrefix("-SIGNAL=") ?? name
    name = name.droppingPrefix("SIG") ?? name
    switch name {
    case "10": return "USR1"
    case "12": return "USR2"
    default: return name.hasPrefix("RTMIN") || name.hasPrefix("USR") ? name : nil
    }
  }

  private static func realTimeNumber(_ name: String) -> Int? {
    name.droppingPrefix("RTMIN+").flatMap { Int($0) }
  }

  /// The paths of scripts that a command runs, as the settings have them: words with a slash that begin with one, `~` or `$`.
  static func scripts(in command: String) -> [String] {
    words(command[...]).filter { word in
      word.contains("/") && (word.hasPrefix("/") || word.hasPrefix("~/") || word.hasPrefix("$"))
        && !word.hasPrefix("/dev/") && !word.hasPrefix("/proc/") && !word.hasPrefix("/sys/")
    }.map { word in word.prefix { $0 != ";" }.droppingSuffix(";") }
  }
}
