import CPlatform
import Glibc
import Synchronization

/// Reads files at paths that other programs have named, whose file systems may never answer.
///
/// A process of its own follows each path and copies the file into memory. If it does not answer in time it is left behind, and
/// so is the mount that it is stuck at: no reader touches anything below that until the process has ended. The next path is
/// followed by another process. It is used by one thread at a time; the process starts with the first path and ends with `rest`.
public nonisolated final class NamedFileReader {
  /// The greatest number of bytes of names that are read from a folder.
  static let mostNameBytes = 1 << 20

  /// The time limit for the answer of a file system.
  var patience: Duration
  /// Returns the folders at which file systems are mounted.
  private let mounts: () -> [String]
  private var agent: Agent?
  private let stuck: StuckProcesses
  /// A path at which the process waits until this is released or the path is gone; tests set it in place of a file system that
  /// does not answer.
  var halt = ""

  /// Makes a reader that waits up to `patience` for a file system to answer.
  public convenience init(patience: Duration) {
    self.init(patience: patience, mounts: { MountTable.current }, stuck: .shared)
  }

  /// Makes a reader with a list of its own of stuck processes, for tests.
  init(patience: Duration, mounts: @escaping () -> [String], stuck: StuckProcesses) {
    self.patience = patience
    self.mounts = mounts
    self.stuck = stuck
  }

  /// Ends the process unless it is stuck; the next path starts another. Idempotent.
  public func rest() { agent = nil }

  /// The version of the regular file at an absolute path; nil if the file is fresh, so that its version does not identify its
  /// content.
  public func settledVersion(ofPath path: String) throws(RegularFile.Problem) -> RegularFile.Version? {
    let state = try ask(hyaline_file_state, path, bytes: 0).state
    return RegularFile.isFresh(state.age) ? nil : RegularFile.Version(state)
  }

  /// Whether there is a regular file at an absolute path; false also if its file system does not answer.
  public func hasFile(at path: String) -> Bool { (try? ask(hyaline_file_state, path, bytes: 0)) != nil }

  /// Whether the file systems on an absolute path answer, whatever there is at it.
  public func isAnswered(at path: String) -> Bool {
    do throws(RegularFile.Problem) {
      _ = try ask(hyaline_file_state, path, bytes: 0)
      return true
    } catch { return error != .notAnswering }
  }

  /// A copy in memory of the regular file at an absolute path; a file of more than `limit` bytes is cut after one byte more.
  public func copy(ofPath path: String, upTo limit: Int) throws(RegularFile.Problem) -> RegularFile {
    let answer = try ask(hyaline_file_copy, path, bytes: limit)
    guard answer.descriptor >= 0 else { throw .system(EIO) }
    return RegularFile(
      copy: Descriptor(adopting: answer.descriptor), version: RegularFile.Version(answer.state),
      age: answer.state.age)
  }

  /// The beginning of a text file, with invalid UTF-8 replaced; nil if it cannot be read.
  public func text(ofPath path: String, upTo limit: Int) -> String? {
    guard let file = try? copy(ofPath: path, upTo: limit), let bytes = try? file.descriptor.bytes(upTo: limit)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The names in a folder but `.` and `..`, in no order; none if it cannot be read.
  public func names(in folder: String) -> [String] {
    guard let answer = try? ask(hyaline_file_names, folder, bytes: Self.mostNameBytes), answer.descriptor >= 0
    else { return [] }
    let file = Descriptor(adopting: answer.descriptor)
    guard lseek(file.raw, 0, SEEK_SET) == 0, let bytes = try? file.bytes(upTo: 2 * Self.mostNameBytes) else {
      return []
    }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.filter {
      $0 != "." && $0 != ".."
    }
  }

  private func ask(
    _ request: hyaline_file_request, _ path: String, bytes: Int
  ) throws(RegularFile.Problem) -> (state: hyaline_file_answer, descriptor: Int32) {
    let places = stuck.places
    guard path.hasPrefix("/"), places.count < StuckProcesses.mostPlaces else { throw .notAnswering }
    guard let agent = agent ?? Agent() else { throw .system(ENOMEM) }
    self.agent = agent
    // An empty place is that of a process that had not begun; it would end the list.
    let barred: [UInt8] = places.filter { !$0.isEmpty }.flatMap { $0.utf8 + [0] }
    let answer = agent.ask(request, path, barred: barred, bytes: bytes, within: patience, halt: halt)
    switch answer.failure {
    case 0: break
    case ETIMEDOUT:
      agent.leave()
      stuck.add(agent, at: MountTable.barred(at: agent.place, mounts: mounts()))
      self.agent = nil
      throw .notAnswering
    case let failure:
      // EPIPE: the process has ended, which is not the fault of the path.
      if failure == EPIPE { self.agent = nil }
      throw .system(failure)
    }
    switch answer.state.error {
    case 0: return (answer.state, answer.descriptor)
    case ETIMEDOUT: throw .notAnswering
    case ENOTSUP: throw .notRegular
    case let error: throw .system(error)
    }
  }
}

/// The processes that are stuck at file systems, and the places below which nothing is touched until they have ended.
///
/// All readers share one list: a reader that is released leaves its stuck processes to the others.
nonisolated final class StuckProcesses: Sendable {
  /// The greatest number of places that are left alone at a time; while there are as many, no path is followed. A mount is one place, however
  /// many readers have been at it at the same time.
  static let mostPlaces = Int(hyaline_file_most_barred)
  /// The list of this program.
  static let shared = StuckProcesses()

  private let list = Mutex<[(agent: Agent, place: String)]>([])

  /// The places of processes that have not ended, each once.
  var places: Set<String> {
    list.withLock { list in
      list.removeAll { $0.agent.hasEnded }
      return Set(list.map(\.place))
    }
  }

  /// Adds a process that does not answer, which is not used any more.
  fileprivate func add(_ agent: Agent, at place: String) { list.withLock { $0.append((agent, place)) } }
}

/// The owner of a process that follows paths; the process ends after this is released, as soon as it is not stuck.
@safe private nonisolated final class Agent: Sendable {
  /// One thread at a time asks the process; whether it has ended is known to all.
  private nonisolated(unsafe) let pointer: OpaquePointer

  /// Starts the process; returns nil if the system has no memory, thread or descriptor for it.
  ///
  /// The corresponding C function is `hyaline_file_agent_start`.
  init?() {
    guard let started = unsafe hyaline_file_agent_start() else { return nil }
    unsafe pointer = started
  }

  deinit { unsafe hyaline_file_agent_close(pointer) }

  /// The path, without links, at which the process is stuck.
  var place: String { unsafe String(cString: hyaline_file_agent_place(pointer)) }

  /// The corresponding C function is `hyaline_file_agent_leave`.
  func leave() { unsafe hyaline_file_agent_leave(pointer) }

  var hasEnded: Bool { unsafe hyaline_file_agent_has_ended(pointer) }

  /// The corresponding C function is `hyaline_file_agent_ask`.
  func ask(
    _ request: hyaline_file_request, _ path: String, barred: [UInt8], bytes: Int, within patience: Duration,
    halt: String
  ) -> (failure: Int32, state: hyaline_file_answer, descriptor: Int32) {
    var state = hyaline_file_answer()
    var descriptor: Int32 = -1
    let failure = unsafe barred.withUnsafeBytes { barred in
      unsafe halt.withCString { halt in
        var limits = unsafe hyaline_file_limits(
          milliseconds: Int32(patience / .milliseconds(1)), bytes: Int64(bytes),
          barred: barred.baseAddress?.assumingMemoryBound(to: CChar.self), barred_size: barred.count,
          halt: halt)
        return unsafe hyaline_file_agent_ask(pointer, request, path, &limits, &state, &descriptor)
      }
    }
    return (failure, state, descriptor)
  }
}

nonisolated extension hyaline_file_answer {
  /// The time since the last change of the file.
  fileprivate var age: Duration { .nanoseconds(now &- changed) }
}

/// The folders at which file systems are mounted.
nonisolated enum MountTable {
  /// Most bytes of the table that are read.
  private static let mostBytes = 4 << 20

  /// The table of this process. Reading it asks no file system.
  static var current: [String] {
    folders(in: RegularFile.text(ofPath: "/proc/self/mountinfo", upTo: mostBytes) ?? "")
  }

  /// The folders in a text of the form of `/proc/PID/mountinfo`, see proc_pid_mountinfo(5).
  static func folders(in text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      return fields.count > 4 ? unescaped(fields[4]) : nil
    }
  }

  /// The folder below which nothing is touched any more after what is at `place` has not answered: the mount that it is on, or
  /// the place itself if that is on the root.
  static func barred(at place: String, mounts: [String]) -> String {
    let around = mounts.filter { mount in
      // Paths are bytes: a combining mark after the slash would make one character of both.
      mount != "/" && (place.utf8.elementsEqual(mount.utf8) || place.utf8.starts(with: (mount + "/").utf8))
    }
    return around.max { $0.utf8.count < $1.utf8.count } ?? place
  }

  /// Decodes a path whose white space and backslashes are written as `\` and three octal digits.
  private static func unescaped(_ field: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
