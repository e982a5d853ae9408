import Glibc

/// A sway without a screen or input in a directory of its own, separate from the user's session.
public final class HeadlessSway {
  public let directory: PrivateDirectory
  /// The complete environment of a client.
  public private(set) var environment: [String: String]
  public let process: SessionProcess
  /// The number of clients that were run, for the names of their files.
  private var count = 0
  /// Time limit for the compositor's end.
  private var patience = Duration.seconds(2)

  /// Starts sway and waits until it answers; it has one output, `HEADLESS-1`.
  ///
  /// - Parameters:
  ///   - output: The options of the output as in sway-output(5).
  ///   - configuration: Further lines of the configuration as in sway(5).
  public init(
    output: String = "resolution 1920x1080@60Hz position 0 0", configuration: String = ""
  ) throws(SessionError) {
    let missing = HeadlessSway.missingPackages(["sway", "swaymsg"])
    guard missing.isEmpty else { throw .missing(packages: ["sway"]) }
    directory = try PrivateDirectory()
    environment = try baseEnvironment(directory)
    let socket = directory.file("sway.sock")
    environment["SWAYSOCK"] = socket
    let config = try directory.write(
      """
      output HEADLESS-1 \(output)
      default_border none
      default_floating_border none
      focus_follows_mouse no
      xwayland disable
      \(configuration)

      """, to: "sway.config")
    var own = environment
    own["WLR_BACKENDS"] = "headless"
    own["WLR_RENDERER"] = "pixman"
    own["WLR_LIBINPUT_NO_DEVICES"] = "1"
    process = try SessionProcess(
      ["sway", "--config", config], environment: own, log: directory.file("sway.log"))
    try waitUntilReady()
  }

  /// Uses another compositor, which `command` starts around a program that is given as its further arguments.
  ///
  /// Any compositor will do; `message` works only if it is a sway.
  ///
  /// - Parameters:
  ///   - command: Starts the compositor, sets WAYLAND_DISPLAY and XDG_RUNTIME_DIR (a sway also SWAYSOCK)
  ///     for the program, and ends with it.
  ///   - own: The command's environment.
  public init(inside command: [String], environment own: [String: String]) throws(SessionError) {
    directory = try PrivateDirectory()
    environment = try baseEnvironment(directory)
    let told = directory.file("environment")
    process = try SessionProcess(
      command + ["sh", "-c", #"env -0 > "$0.new" && mv "$0.new" "$0" && exec sleep 1000000"#, told],
      environment: own, log: directory.file("compositor.log"), isUnprivileged: false)
    patience = .seconds(20)
    let variables = Deadline(.seconds(120)).answer { [process] () -> [String: String]?? in
      if let bytes = readBytes(told) { return .some(parseVariables(bytes)) }
      return process.poll() == nil ? nil : .some(nil)
    }
    guard let variables = variables ?? nil, let display = variables["WAYLAND_DISPLAY"] else {
      throw .failed(command, log: process.logText)
    }
    let socket = display.hasPrefix("/") ? display : (variables["XDG_RUNTIME_DIR"] ?? "") + "/" + display
    // Unprivileged clients may not be able to enter the compositor's directory, and its path may be long.
    try directory.link("wayland-0", to: socket)
    environment["WAYLAND_DISPLAY"] = "wayland-0"
    environment["SWAYSOCK"] = variables["SWAYSOCK"]
  }

  /// Whether the compositor is a sway, so that `message` works.
  public var isSway: Bool { environment["SWAYSOCK"] != nil }

  /// The names of the programs that are not in PATH; their Debian packages have the same names.
  public static func missingPackages(_ programs: [String]) -> [String] {
    let path = environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return programs.filter { program in
      !path.split(separator: ":").contains { unsafe access("\($0)/\(program)", X_OK) == 0 }
    }
  }

  /// The absolute path of the Wayland socket.
  public var socket: String { directory.file(environment["WAYLAND_DISPLAY"] ?? "") }

  /// Starts a client; its log is named after `name`.
  public func start(
    _ arguments: [String], name: String, environment more: [String: String] = [:], output: String? = nil
  ) throws(SessionError) -> SessionProcess {
    try SessionProcess(
      arguments, environment: environment.merging(more) { $1 }, log: directory.file(name + ".log"),
      output: output)
  }

  /// Runs a client to its end and returns its standard output.
  @discardableResult
  public func run(
    _ arguments: [String], limit: Duration = .seconds(120)
  ) throws(SessionError) -> [UInt8] {
    count += 1
    let output = directory.file("run-\(count).out")
    let log = directory.file("run-\(count).log")
    defer {
      unsafe unlink(output)
      unsafe unlink(log)
    }
    let process = try SessionProcess(arguments, environment: environment, log: log, output: output)
    guard let ending = process.waitForEnd(within: limit) else {
      throw .timeout(awaited: "the end of \(arguments.joined(separator: " "))", log: process.logText)
    }
    guard ending == .exited(0) else {
      throw .failed(arguments, log: process.logText + (readText(output) ?? ""))
    }
    return readBytes(output) ?? []
  }

  /// Starts the session's bus, whose address is in the programs' environment from the start.
  public func startBus() throws(SessionError) -> PrivateBus { try PrivateBus(in: directory) }

  /// Sends a message by swaymsg, a command or a query (`-t get_outputs`); returns its JSON.
  @discardableResult
  public func message(_ arguments: String...) throws(SessionError) -> String {
    String(decoding: try run(["swaymsg", "--raw"] + arguments), as: UTF8.self)
  }

  /// Ends the compositor and its clients, and removes the directory.
  public func stop() {
    process.stop(within: patience)
    directory.remove()
  }

  private func waitUntilReady() throws(SessionError) {
    let deadline = Deadline(.seconds(120))
    let display = deadline.answer { [directory, process] () -> String?? in
      if process.poll() != nil { return .some(nil) }
      return (0..<32).lazy.map { "wayland-\($0)" }.first { unsafe access(directory.file($0), F_OK) == 0 }
        .map(Optional.some)
    }
    guard let display else { throw .timeout(awaited: "sway's socket", log: process.logText) }
    guard let display else { throw .failed(["sway"], log: process.logText) }
    environment["WAYLAND_DISPLAY"] = display
    // sway answers only after it has read the configuration and added the output; it refuses connections
    // until its IPC socket listens, which happens later than with the Wayland socket.
    let answers = deadline.wait { [self] in
      (try? message("-t", "get_outputs")) != nil || process.poll() != nil
    }
    guard answers, process.poll() == nil else { throw .failed(["sway"], log: process.logText) }
  }
}

/// An environment with little of the user's session: what programs need to be found, and
/// addresses of future buses.
private func baseEnvironment(_ directory: PrivateDirectory) throws(SessionError) -> [String: String] {
  var environment: [String: String] = [:]
  for name in ["PATH", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "TZ", "LP_NUM_THREADS", "MESA_SHADER_CACHE_DIR"]
  {
    environment[name] = environmentVariable(name)
  }
  environment["LANG"] = "C.UTF-8"
  environment["HOME"] = directory.path
  environment["XDG_RUNTIME_DIR"] = directory.path
  environment["XDG_CONFIG_HOME"] = try directory.makeDirectory("config")
  environment["XDG_CACHE_HOME"] = try directory.makeDirectory("cache")
  environment["DBUS_SESSION_BUS_ADDRESS"] = PrivateBus.address(in: directory)
  // Replacements of the system's services own names that no session bus has.
  environment["DBUS_SYSTEM_BUS_ADDRESS"] = PrivateBus.address(in: directory)
  environment["SWIFT_BACKTRACE"] = "enable=no"
  return environment
}

/// Parses the output of `env -0`.
private func parseVariables(_ bytes: [UInt8]) -> [String: String] {
  let pairs = bytes.split(separator: 0).compactMap { line -> (String, String)? in
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (
      String(decoding: line[..<equals], as: UTF8.self), String(decoding: line[(equals + 1)...], as: UTF8.self)
    )
  }
  return Dictionary(pairs) { $1 }
}

/// The value of a variable of our own environment.
public func environmentVariable(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}
