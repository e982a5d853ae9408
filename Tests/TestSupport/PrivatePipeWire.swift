import Glibc
public import HeadlessSession

/// A PipeWire of its own, whose programs record from nobody.
public final class PrivatePipeWire {
  /// The path of its socket.
  public let address: String
  /// The folder of its socket, for `PIPEWIRE_RUNTIME_DIR`.
  public let folder: String
  private let directory: PrivateDirectory
  private var process: SessionProcess?
  private var clients = 0

  /// Makes none yet; `directory` contains its files and must outlive it.
  public init(in directory: PrivateDirectory) throws {
    for program in ["pipewire", "pw-record", "pw-cli"] {
      try requireProgram(program, of: program == "pipewire" ? "pipewire" : "pipewire-bin")
    }
    self.directory = directory
    folder = try directory.makeDirectory("pipewire")
    address = folder + "/pipewire-0"
    try directory.write(Self.settings, to: "pipewire.conf")
  }

  deinit { process?.stop() }

  /// Starts it; it may not be ready when this returns.
  public func start() throws {
    process = try SessionProcess(
      ["pipewire", "-c", directory.file("pipewire.conf")], environment: environment,
      log: directory.file("pipewire.log"))
  }

  /// Whether it answers; a socket may be left over from another one.
  public func isReady() throws -> Bool { try listNodes() != nil }

  /// Kills it; the socket stays, as after a crash, unless it is removed.
  public func kill(removingSocket: Bool = true) {
    process?.send(SIGKILL)
    process?.stop()
    process = nil
    if removingSocket { unsafe unlink(address) }
  }

  /// Starts a program of this name whose node has a class, such as `Stream/Input/Audio`; it does not run before `run`.
  public func record(as name: String, class mediaClass: String = "Stream/Input/Audio") throws
    -> SessionProcess
  {
    let properties = """
      { node.always-process = true node.want-driver = true node.name = "\(name)" application.name = "\(name)" \
      media.class = "\(mediaClass)" }
      """
    return try client(["pw-record", "-P", properties, "/dev/null"])
  }

  /// Lets the node of a program run, as a session manager does for programs that use something; false: it is not there yet.
  public func run(_ name: String) throws -> Bool {
    var id: Substring?
    for line in try listNodes()?.split(separator: "\n") ?? [] {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "," }
      if words.first == "id" { id = words.dropFirst().first }
      guard line.contains("\"\(name)\""), let id else { continue }
      let configuration = """
        { direction: Input, mode: dsp, format: { mediaType: audio, mediaSubtype: raw, format: F32P, rate: 48000, \
        channels: 1, position: [ MONO ] } }
        """
      let set = try client(["pw-cli", "set-param", String(id), "PortConfig", configuration])
      defer { set.stop() }
      return set.waitForEnd() == .exited(0)
    }
    return false
  }

  /// Returns the list of nodes; nil: there is no server.
  private func listNodes() throws -> String? {
    let list = try client(["pw-cli", "ls", "Node"])
    defer { list.stop() }
    return list.waitForEnd() == .exited(0) ? list.logText : nil
  }

  private func client(_ arguments: [String]) throws -> SessionProcess {
    clients += 1
    return try SessionProcess(
      arguments, environment: environment, log: directory.file("pipewire client \(clients).log"))
  }

  private var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": directory.path, "XDG_RUNTIME_DIR": folder,
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
    ]
  }

  /// The server's settings: no devices, no sound, and a clock by which nodes run.
  private static let settings = """
    context.properties = { core.daemon = true core.name = pipewire-0 }
    context.spa-libs = {
      audio.convert.* = audioconvert/libspa-audioconvert
      support.* = support/libspa-support
    }
    context.modules = [
      { name = libpipewire-module-protocol-native }
      { name = libpipewire-module-metadata }
      { name = libpipewire-module-spa-node-factory }
      { name = libpipewire-module-client-node }
      { name = libpipewire-module-access }
      { name = libpipewire-module-adapter }
      { name = libpipewire-module-link-factory }
    ]
    context.objects = [
      { factory = spa-node-factory args = {
        factory.name = support.node.driver node.name = Clock node.group = pipewire.dummy priority.driver = 20000 } }
    ]
    """
}
