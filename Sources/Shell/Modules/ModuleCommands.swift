public import Loop
public import Settings

/// Runs the commands that gestures on modules are bound to, so many at a time.
///
/// A command goes on when our program ends, in a unit of its own where systemd runs the session.
public final class ModuleCommands {
  /// Commands of one module that run at the same time at most: a wheel that is turned starts no storm of processes.
  static let mostOfOne = 16
  /// Commands of all modules that run at the same time at most.
  static let most = 128

  private let loop: EventLoop
  private let move: (Int32, _ unit: String, _ completion: @escaping () -> Void) -> Void
  private let report: (String) -> Void
  private let onEnd: (ModuleName) -> Void
  private var running: [ModuleName: Int] = [:]
  /// The modules of which it was said that commands are left out, until one of theirs has ended.
  private var told: Set<ModuleName> = []

  /// `move` puts a process into a scope of that name and calls its completion in any case; `report` takes lines for the
  /// log, `onEnd` the modules of which a command has ended.
  public init(
    loop: EventLoop, move: @escaping (Int32, _ unit: String, _ completion: @escaping () -> Void) -> Void,
    onEnd: @escaping (ModuleName) -> Void = { _ in }, report: @escaping (String) -> Void
  ) {
    (self.loop, self.move, self.onEnd, self.report) = (loop, move, onEnd, report)
  }

  /// Starts a program with its arguments; `environment` is added to ours. If it is not followed, its end is not reported.
  public func run(
    _ command: [String], of module: ModuleName, environment: [String: String], isFollowed: Bool = true
  ) {
    guard running[module, default: 0] < Self.mostOfOne, running.values.reduce(0, +) < Self.most else {
      if told.insert(module).inserted { report("\(module): commands are left out: too many run already") }
      return
    }
    do throws(LoopError) {
      let program = try ChildProcess(
        command, environment: environment, lifetime: .independent, loop: loop, onLine: nil
      ) { [weak self] status in
        self?.ended(module, isFollowed)
        if let failure = status.failure { self?.report("\(module): \"\(command[0])\" \(failure)") }
      }
      running[module, default: 0] += 1
      move(program.processID, Self.unit(of: command[0], process: program.processID)) { program.begin() }
    } catch {
      report("\(module): \(error)")
    }
  }

  private func ended(_ module: ModuleName, _ isFollowed: Bool) {
    running[module, default: 1] -= 1
    if running[module] == 0 { running[module] = nil }
    told.remove(module)
    if isFollowed { onEnd(module) }
  }

  /// The name of a scope as the Desktop Environment Integration of systemd has it; in names of units a hyphen stands
  /// between parts, and what is no letter or digit is escaped.
  static func unit(of program: String, process: Int32) -> String {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    var escaped = ""
    for byte in name.utf8.prefix(64) {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "app-hyaline-\(escaped)-\(process).scope"
  }
}
