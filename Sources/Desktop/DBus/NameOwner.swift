import DesktopModel
import Loop

/// The owner of a bus name.
public nonisolated struct NameOwner: Hashable, Sendable {
  /// The owner's unique name, such as `:1.42`.
  public var uniqueName: String
  /// The owner's process ID; nil if the bus does not report it.
  public var processID: Int?
  /// The process's name, such as `mako`; nil if the system does not report it.
  public var processName: String?

  /// A description for the user, such as `mako (process 1234)`.
  public var words: String {
    switch (processName, processID) {
    case (let name?, let id?): "\(name) (process \(id))"
    case (nil, let id?): "process \(id)"
    default: "connection \(uniqueName)"
    }
  }

  /// The system's short name of a process; nil if it has ended.
  static func name(ofProcess id: Int) -> String? {
    let text = RegularFile.text(ofPath: "/proc/\(id)/comm", upTo: 64)
    return text.flatMap { $0.split(separator: "\n").first.map(String.init) }
  }
}

extension MessageBus {
  /// Queries the owner of a name from the bus; the answer is nil if there is none or it cannot be found out.
  public func findOwner(of name: String, _ answer: @escaping (NameOwner?) -> Void) {
    call(.ofBus("GetNameOwner", [.string(name)], expects: "s")) { [weak self] result in
      guard let self, case .success(let values) = result, let unique = values.first?.string else {
        return answer(nil)
      }
      findProcess(of: unique) { id in
        answer(
          NameOwner(
            uniqueName: unique, processID: id, processName: id.flatMap(NameOwner.name(ofProcess:))))
      }
    }
  }

  /// Queries the process ID of a connection from the bus; the answer is nil if it cannot be found out.
  package func findProcess(of uniqueName: String, _ answer: @escaping (Int?) -> Void) {
    call(.ofBus("GetConnectionUnixProcessID", [.string(uniqueName)], expects: "u")) { result in
      // The bus says 0 of a process in a namespace that it cannot see.
      let id = (try? result.get())?.first?.integer
      answer(id == 0 ? nil : id)
    }
  }
}
