import DBus
import DesktopModel
import Glibc
import Loop

/// Finds out whether callers are sandboxed: the bus reports their process, which a thread examines.
///
/// Answers come in the order of the questions.
@MainActor final class SandboxProbe {
  private let bus: MessageBus
  private let processes: String
  private let worker: Worker<Void>
  /// The number of outstanding answers by name.
  private var examinations: [String: Int] = [:]

  /// Time limit for examining a process; it takes a tenth of a millisecond.
  private static let limit = Duration.seconds(10)

  /// Makes a probe; `processes` is the folder in which the system lists its processes.
  init(_ bus: MessageBus, processes: String) {
    self.bus = bus
    self.processes = processes
    worker = Worker(loop: bus.loop, limit: Self.limit) {}
  }

  /// Ends the thread; outstanding answers are not given any more.
  func stop() { worker.stop() }

  /// Whether an answer about a name is outstanding.
  func isExamining(_ name: String) -> Bool { examinations[name] != nil }

  /// Calls `answer` with whether the owner of a unique name is sandboxed.
  ///
  /// A caller that has disconnected or cannot be examined counts as sandboxed, since refusing it does no
  /// harm. If the bus reports no process, or one of another user, the caller counts as not sandboxed.
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
      // The worker is used even if there is nothing to examine, so that answers keep their order.
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
