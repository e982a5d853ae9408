import DBusValues
import Loop

/// Who owns a name.
public nonisolated struct NameOwner: Hashable, Sendable {
  /// As `:1.42`.
  public var uniqueName: String
  /// Nil: the bus does not tell.
  public var processID: Int?
  /// As `mako`; nil: the system does not tell.
  public var processName: String?

  public init(uniqueName: String, processID: Int? = nil, processName: String? = nil) {
    self.uniqueName = uniqueName
    self.processID = processID
    self.processName = processName
  }

  /// For people, as `mako (process 1234)`.
  public var words: String {
    switch (processName, processID) {
    case (let name?, let id?): "\(name) (process \(id))"
    case (nil, let id?): "process \(id)"
    default: "connection \(uniqueName)"
    }
  }

  /// The system's short name of a process.
  static func name(ofProcess id: Int) -> String? {
    let text = RegularFile.text(ofPath: "/proc/\(id)/comm", upTo: 64)
    return text.flatMap { $0.split(separator: "\n").first.map(String.init) }
  }
}

extension MessageBus {
  /// Finds out who owns a name; nil: nobody, or it cannot be found out.
  public func findOwner(of name: String, _ answer: @escaping (NameOwner?) -> Void) {
    call(.ofBus("GetNameOwner", [.string(name)], expects: "s")) { [weak self] result in
      guard let self, case .success(let values) = result, let unique = values.first?.string else {
        return answer(nil)
      }
      call(.ofBus("GetConnectionUnixProcessID", [.string(unique)], expects: "u")) { result in
        let id = (try? result.get())?.first?.integer
        answer(
          NameOwner(
            uniqueName: unique, processID: id, processName: id.flatMap(NameOwner.name(ofProcess:))))
      }
    }
  }
}
