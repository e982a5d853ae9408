import Glibc

/// A separate message bus, which starts none of the user's services and is not connected to
/// the user's session.
public final class PrivateBus {
  /// The address for DBUS_SESSION_BUS_ADDRESS, which a later `start` does not change.
  public let address: String
  private let directory: PrivateDirectory
  private let configuration: String
  private let isUnprivileged: Bool
  private var process: SessionProcess?

  /// Starts the bus and waits until it listens; `directory` contains its files and must outlive it.
  ///
  /// - Parameters:
  ///   - services: The folder with the files of the services that it starts; nil for none.
  ///   - isUnprivileged: Whether the bus and its services run as nobody if we are root.
  public init(
    in directory: PrivateDirectory, services: String? = nil, isUnprivileged: Bool = true
  ) throws(SessionError) {
    guard HeadlessSway.missingPackages(["dbus-daemon"]).isEmpty else { throw .missing(packages: ["dbus"]) }
    self.directory = directory
    self.isUnprivileged = isUnprivileged
    address = Self.address(in: directory)
    // The system's configuration would start installed services. The limits are those of the system's bus.
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
        <limit name="service_start_timeout">120000</limit>
      </busconfig>

      """, to: Self.name + ".conf")
    try start()
  }

  /// The address of the bus in a directory, which may not be started yet.
  static func address(in directory: PrivateDirectory) -> String { "unix:path=\(directory.file(name))" }

  private static let name = "bus"

  /// Starts the bus again at the same address, after `stop`.
  public func start() throws(SessionError) {
    guard process == nil else { return }
    let ready = directory.file(Self.name + ".ready")
    let process = try SessionProcess(
      ["dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=1"],
      environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"],
      log: directory.file(Self.name + ".log"), output: ready, isUnprivileged: isUnprivileged)
    defer { unsafe unlink(ready) }
    // The bus prints its address once it listens.
    let isReady = Deadline(.seconds(60)).wait {
      (readText(ready) ?? "").hasSuffix("\n") || process.poll() != nil
    }
    guard isReady, process.poll() == nil else { throw .failed(["dbus-daemon"], log: process.logText) }
    self.process = process
  }

  /// Ends the bus, and with it every connection.
  public func stop() {
    process?.stop()
    process = nil
    unsafe unlink(directory.file(Self.name))
  }

  /// Sends a signal, such as SIGSTOP and SIGCONT to test with a bus that hangs.
  public func send(_ signal: Int32) { process?.send(signal) }
}
