import DBus

/// Another program that shows a bar or notifications in the same session.
nonisolated struct RivalProgram: Equatable {
  /// The part of the desktop that a program shows.
  enum Role: Equatable {
    case bar
    /// Notifications; `isShowing`: the program has their name on the message bus.
    case notifications(isShowing: Bool)
  }

  /// The name of the process.
  var name: String
  /// The process ID; nil if the bus does not report it.
  var processID: Int?
  var role: Role
  /// The service of the user's systemd that the process belongs to; nil: it belongs to none.
  var unit: String?

  /// The names of the processes of bars.
  private static let bars: Set = ["waybar", "yambar", "i3bar", "swaybar", "eww", "ironbar", "sfwbar"]
  /// The names of the processes of notification daemons.
  private static let daemons: Set = ["mako", "dunst", "swaync", "fnott", "wired", "xfce4-notifyd"]

  /// The role of a process by its name; nil if it is no known rival.
  static func role(ofProcess name: String) -> Role? {
    bars.contains(name) ? .bar : daemons.contains(name) ? .notifications(isShowing: false) : nil
  }

  /// The name of a program by that of its process, which some distributions wrap in a script.
  static func name(ofProcess name: String) -> String {
    let suffix = "-wrapped"
    guard name.hasPrefix("."), let end = name.range(ofPrefixBefore: suffix) else { return name }
    return end
  }

  /// The service in a text of the form of `/proc/PID/cgroup`; nil if it names none of the user's own services.
  static func unit(inGroup text: String) -> String? {
    let path = text.split(separator: "\n").last?.split(separator: "/") ?? []
    guard let last = path.last, last.hasSuffix(".service"), path.contains(where: { $0.hasPrefix("user@") }),
      !last.hasPrefix("user@")
    else { return nil }
    return String(last)
  }

  /// The programs of which one has the name of the notification service.
  ///
  /// - Parameters:
  ///   - processes: The programs that were found by the names of their processes.
  ///   - owner: The owner of the name, which may be another program.
  ///   - unit: The service that the owner belongs to.
  static func list(_ processes: [RivalProgram], showing owner: NameOwner, unit: String?) -> [RivalProgram] {
    var programs = processes
    let daemons = programs.indices.filter { programs[$0].role == .notifications(isShowing: false) }
    // A bus in another namespace knows no process; one daemon that runs has the name then.
    let index =
      owner.processID == nil
      ? (daemons.count == 1 ? daemons[0] : nil) : programs.firstIndex { $0.processID == owner.processID }
    if let index {
      programs[index].role = .notifications(isShowing: true)
    } else {
      programs.append(
        RivalProgram(
          name: owner.processName ?? owner.uniqueName, processID: owner.processID,
          role: .notifications(isShowing: true), unit: unit))
    }
    return programs
  }

  /// The activity of the program, and the ways to end or to keep it.
  var words: String {
    let process = processID.map { "process \($0)" } ?? "a connection of the bus"
    switch role {
    case .bar:
      return "shows a bar too (\(process)): \(end); \"hyaline run --notifications-only\" leaves the bar to it"
    case .notifications(isShowing: true):
      return
        "shows notifications (\(process)), so hyaline shows none: \(end), and they come here; "
        + "\"notifications.enabled = false\" leaves them to it"
    case .notifications(isShowing: false):
      return "runs too (\(process)), but does not show notifications: \(end)"
    }
  }

  /// The way to end the program.
  private var end: String {
    if let unit { return "\"systemctl --user disable --now \(unit)\" ends it for good" }
    guard let processID else { return "end it" }
    return "\"kill \(processID)\" ends it until it is started again"
  }
}

nonisolated extension String {
  /// The text between a leading dot and a suffix, of which the system may have cut the end; nil if there is no such suffix.
  fileprivate func range(ofPrefixBefore suffix: String) -> String? {
    guard let hyphen = lastIndex(of: "-"), suffix.hasPrefix(self[hyphen...]) else { return nil }
    let name = self[..<hyphen].dropFirst()
    return name.isEmpty ? nil : String(name)
  }
}
