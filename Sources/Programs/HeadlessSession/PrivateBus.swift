import Glibc

/// A message bus of its own, that starts no services of the user's and shares nothing with the user's session.
public final class PrivateBus {
  /// For DBUS_SESSION_BUS_ADDRESS; the same after `start`.
  public let address: String
  private let directory: PrivateDirectory
  private let configuration: String
  private let isUnprivileged: Bool
  private var process: ChildProcess?

  /// Starts it and waits until it listens; `directory`, in which its files lie, outlives it.
  ///
  /// - Parameters:
  ///   - services: The folder of files that name the services which it starts; nil: none.
  ///   - isUnprivileged: As nobody, if we are root; so are its services.
  public init(
    in directory: PrivateDirectory, services: String? = nil, isUnprivileged: Bool = true
  ) throws(SessionError) {
    guard HeadlessSway.missingPackages(["dbus-daemon"]).isEmpty else { throw .missing(packages: ["dbus"]) }
    self.directory = directory
    self.isUnprivileged = isUnprivileged
    address = Self.address(in: directory)
    // Its own: the system's would start the services that are installed. The limits are those of the system's.
    configuration = try directory.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        \(services.map { "<servicedir>\($0)</servicedir>" } ?? "")
        <policy context="default">
          <allow user="*"/>
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
        <limit name="max_incoming_bytes">1000000000</limit>
        <limit name="max_outgoing_bytes">1000000000</limit>
        <limit name="max_message_size">1000000000</limit>
        <limit name="max_replies_per_connection">50000</limit>
      </busconfig>

      """, to: Self.name + ".conf")
    try start()
  }

  /// Where the bus of a directory listens, once it is started.
  static func address(in directory: PrivateDirectory) -> String { "unix:path=\(directory.file(name))" }

  private static let name = "bus"

  /// Starts it again at the same address, after `stop`.
  public func start() throws(SessionError) {
    guard process == nil else { return }
    let ready = directory.file(Self.name + ".ready")
    let process = try ChildProcess(
      ["dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=1"],
      environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"],
      log: directory.file(Self.name + ".log"), output: ready, isUnprivileged: isUnprivileged)
    defer { unsafe unlink(ready) }
    // It says its address once it listens.
    let isReady = Deadline(.seconds(60)).wait {
      (readText(ready) ?? "").hasSuffix("\n") || process.poll() != nil
    }
    guard isReady, process.poll() == nil else { throw .failed(["dbus-daemon"], log: process.logText) }
    self.process = process
  }

  /// Ends it, and with it every connection.
  public func stop() {
    process?.stop()
    process = nil
    unsafe unlink(directory.file(Self.name))
  }

  /// Stops answering, or goes on: what a bus that hangs looks like.
  public func send(_ signal: Int32) { process?.send(signal) }
}
