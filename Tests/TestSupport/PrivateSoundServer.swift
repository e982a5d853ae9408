import Glibc
public import HeadlessSession

/// A PulseAudio of its own, with devices that play to nobody and record silence.
public final class PrivateSoundServer {
  /// The value of PULSE_SERVER for clients.
  public let address: String
  private let directory: PrivateDirectory
  private let socket: String
  private var process: SessionProcess?

  /// Makes none yet; `directory` contains its files and must outlive it.
  public init(in directory: PrivateDirectory) throws {
    for program in ["pulseaudio", "pactl", "pacat"] {
      try requireProgram(program, of: program == "pulseaudio" ? "pulseaudio" : "pulseaudio-utils")
    }
    self.directory = directory
    socket = try directory.makeDirectory("pulse") + "/native"
    address = "unix:" + socket
  }

  deinit { process?.stop() }

  /// Starts it with a sink `one` and a source `mic`; it may not be ready when this returns.
  public func start() throws {
    // Whoever knows its directory may use it, also with another user's account.
    let modules = [
      "module-null-sink sink_name=one sink_properties=device.description=One",
      "module-null-source source_name=mic description=Mic",
      "module-native-protocol-unix auth-anonymous=1 socket=" + socket,
    ]
    process = try SessionProcess(
      [
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
        "--high-priority=no", "--log-target=stderr",
      ] + modules.map { "--load=" + $0 },
      environment: environment, log: directory.file("pulseaudio.log"))
  }

  /// Whether its socket exists.
  public var isListening: Bool { unsafe access(socket, F_OK) == 0 }

  /// Kills it; the socket stays, as after a crash, unless it is removed.
  public func kill(removingSocket: Bool = true) {
    process?.send(SIGKILL)
    process?.stop()
    process = nil
    if removingSocket { unsafe unlink(socket) }
  }

  /// Starts `pactl` or another client with its arguments.
  public func run(_ arguments: [String]) throws -> SessionProcess {
    clients += 1
    return try SessionProcess(
      arguments, environment: environment, log: directory.file("sound client \(clients).log"))
  }

  private var clients = 0

  private var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path,
      "PULSE_SERVER": address, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
    ]
  }
}
