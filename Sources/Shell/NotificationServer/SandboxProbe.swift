import DBus
import DBusValues
import Glibc
import Loop

/// Finds out of callers whether they live in a sandbox: the bus tells their process, and a thread looks at that.
///
/// Answers come in the order of the questions.
@MainActor final class SandboxProbe {
  private let bus: MessageBus
  private let processes: String
  private let worker: Worker<Void>
  /// Answers that are awaited, by the names that were asked about.
  private var examinations: [String: Int] = [:]

  /// What the look at a process may take; it takes a tenth of a millisecond.
  private static let limit = Duration.seconds(10)

  /// `processes`: Where the system shows its processes.
  init(_ bus: MessageBus, processes: String) {
    self.bus = bus
    self.processes = processes
    worker = Worker(loop: bus.loop, limit: Self.limit) {}
  }

  /// Ends the thread; what was asked is not answered any more.
  func stop() { worker.stop() }

  /// Whether an answer about a name is awaited.
  func isExamining(_ name: String) -> Bool { examinations[name] != nil }

  /// Calls `answer` with whether the owner of a unique name lives in a sandbox.
  ///
  /// Who has hung up or cannot be looked at counts as one that does: what is left undone for it harms nobody. Where the
  /// bus tells no process, or one of another user, that is none.
  func examine(_ name: String, _ answer: @escaping (Bool) -> Void) {
    examinations[name, default: 0] += 1
    bus.call(.ofBus("GetConnectionCredentials", [.string(name)], expects: "a{sv}")) { [weak self] result in
      guard let self else { return }
      let told = (try? result.get())?.first?.options
      let user = told?["UnixUserID"]?.unwrapped.uint32
      let process = told?["ProcessID"]?.unwrapped.integer
      let label = told?["LinuxSecurityLabel"]?.unwrapped.bytes.map {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let isKnown = told != nil
      // Also where nothing is to be looked at, so that no later answer comes before this one.
      worker.run(
        { [processes] _ in
          guard isKnown else { return true }
          guard let process, user == nil || user == getuid() else { return false }
          return Sandbox.confines(process: process, label: label, processes: processes)
        },
        then: { [weak self] (confines: Bool?) in
          answer(confines ?? true)
          self?.end(name)
        })
    }
  }

  private func end(_ name: String) {
    let left = (examinations[name] ?? 1) - 1
    examinations[name] = left > 0 ? left : nil
    worker.rest()
  }
}
