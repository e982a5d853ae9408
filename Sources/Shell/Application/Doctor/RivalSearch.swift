import DBus
import DesktopModel
import Loop
import NotificationService

/// Looks for programs that show a bar or notifications in the same session.
enum RivalSearch {
  /// The programs that were found, in the order of their process IDs.
  static func find() -> [RivalProgram] {
    guard let owner = notificationOwner(), owner.processName != ownName else { return processes() }
    return RivalProgram.list(processes(), showing: owner, unit: owner.processID.flatMap(unit))
  }

  /// The name of the processes of this program.
  private static let ownName = "hyaline"
  /// Most bytes of the environment of a process that are read.
  private static let mostBytes = 1 << 18

  private static func processes() -> [RivalProgram] {
    Directory.names(in: "/proc").compactMap(Int.init).sorted().compactMap { id in
      guard let text = RegularFile.text(ofPath: "/proc/\(id)/comm", upTo: 64) else { return nil }
      let name = RivalProgram.name(ofProcess: text.split(separator: "\n").first.map(String.init) ?? "")
      guard let role = RivalProgram.role(ofProcess: name), isInThisSession(id) else { return nil }
      return RivalProgram(name: name, processID: id, role: role, unit: unit(id))
    }
  }

  /// Whether a process of the same user has the same compositor; false for processes of others.
  private static func isInThisSession(_ id: Int) -> Bool {
    guard let text = RegularFile.text(ofPath: "/proc/\(id)/environ", upTo: mostBytes), !text.isEmpty else {
      return false
    }
    let variables = text.split(separator: "\0")
    let display = socket { name in
      variables.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    // A process that was started by the message bus may have no such variable.
    return display == nil || display == socket(Environment.value)
  }

  /// The path of the compositor's socket by an environment; nil if it names none.
  private static func socket(_ variable: (String) -> String?) -> String? {
    guard let display = variable("WAYLAND_DISPLAY") else { return nil }
    return display.hasPrefix("/") ? display : (variable("XDG_RUNTIME_DIR") ?? "") + "/" + display
  }

  private static func unit(_ id: Int) -> String? {
    RegularFile.text(ofPath: "/proc/\(id)/cgroup", upTo: 4096).flatMap(RivalProgram.unit(inGroup:))
  }

  /// The owner of the name of the notification service; nil if there is none or the bus does not answer.
  private static func notificationOwner() -> NameOwner? {
    guard let address = BusAddress.session(Environment.value), let loop = try? EventLoop() else { return nil }
    let bus = MessageBus(address, loop: loop)
    defer { bus.close() }
    bus.start()
    var answer: NameOwner??
    bus.findOwner(of: NotificationInterface.name) { answer = .some($0) }
    _ = loop.run(for: .seconds(2)) { answer != nil }
    return answer ?? nil
  }
}
