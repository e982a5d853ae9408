import Glibc
public import HeadlessSession

/// A PulseAudio or PipeWire of its own, with devices that play to nobody and record silence.
public final class PrivateSoundServer {
  public enum Kind: String, CaseIterable, Sendable {
    case pulseAudio, pipeWire
  }

  /// What programs take for PULSE_SERVER.
  public let address: String
  private let directory: PrivateDirectory
  private let socket: String
  private let kind: Kind
  private var bus: PrivateBus?
  private var process: ChildProcess?

  /// Makes none yet; `directory` contains its files and must outlive it.
  public init(_ kind: Kind = .pulseAudio, in directory: PrivateDirectory) throws {
    let needed = kind == .pulseAudio ? ["pulseaudio"] : ["pipewire", "pipewire-pulse", "wireplumber"]
    for program in needed { try requireProgram(program, of: program) }
    for program in ["pactl", "pacat"] { try requireProgram(program, of: "pulseaudio-utils") }
    self.kind = kind
    self.directory = directory
    socket = try directory.makeDirectory("pulse") + "/native"
    address = "unix:" + socket
  }

  deinit { process?.stop() }

  /// Starts it with a sink `one` and a source `mic`; it may not be ready when this returns.
  public func start() throws {
    switch kind {
    case .pulseAudio: try startPulseAudio()
    case .pipeWire: try startPipeWire()
    }
  }

  private func startPulseAudio() throws {
    // Whoever knows its directory may use it, also with another user's account.
    let modules = [
      "module-null-sink sink_name=one sink_properties=device.description=One",
      "module-null-source source_name=mic description=Mic",
      "module-native-protocol-unix auth-anonymous=1 socket=" + socket,
    ]
    process = try ChildProcess(
      [
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
        "--high-priority=no", "--log-target=stderr",
      ] + modules.map { "--load=" + $0 },
      environment: environment, log: directory.file("pulseaudio.log"))
  }

  /// The session manager, which chooses the default devices, needs a bus.
  private func startPipeWire() throws {
    if bus == nil { bus = try PrivateBus(in: directory) }
    let script = """
      pipewire & wireplumber & pipewire-pulse &
      until pactl info >/dev/null 2>&1; do sleep 0.05; done
      pactl load-module module-null-sink sink_name=one
      pactl load-module module-null-sink sink_name=mic media.class=Audio/Source/Virtual
      wait
      """
    var environment = environment
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus?.address
    process = try ChildProcess(
      ["sh", "-c", script], environment: environment, log: directory.file("pipewire.log"))
  }

  /// Kills it; the socket stays, as after a crash, unless it is removed.
  public func kill(removingSocket: Bool = true) {
    process?.send(SIGKILL)
    process?.stop()
    process = nil
    if removingSocket { unsafe unlink(socket) }
  }

  /// Starts `pactl` or another client with its arguments.
  public func run(_ arguments: [String]) throws -> ChildProcess {
    clients += 1
    return try ChildProcess(
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
