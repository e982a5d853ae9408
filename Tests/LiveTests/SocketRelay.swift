import Glibc
import HeadlessSession
import TestSupport

/// Stands between a client and a socket of the compositor, so that a test can have that end and return.
final class SocketRelay {
  /// The path of the socket on which the relay listens.
  let path: String
  private let sway: HeadlessSway
  private let script: String
  private let target: String
  private var process: SessionProcess?
  private var count = 0

  init(_ sway: HeadlessSway, to target: String) throws {
    try requireProgram("python3", of: "python3")
    self.sway = sway
    self.target = target
    path = sway.directory.file("relay.sock")
    script = try sway.directory.write(Self.script, to: "relay.py")
    try start()
  }

  /// Listens again.
  func start() throws {
    count += 1
    let process = try sway.start(["/usr/bin/python3", script, path, target], name: "relay-\(count)")
    self.process = process
    let listens = Deadline.patient.wait { [path] in
      unsafe access(path, F_OK) == 0 || process.poll() != nil
    }
    guard listens, process.poll() == nil else { throw SessionError.failed(["relay"], log: process.logText) }
  }

  /// Ends every connection, and refuses new ones.
  func stop() {
    process?.stop()
    process = nil
    _ = unsafe unlink(path)
  }

  private static let script = """
    import os, select, socket, sys
    path, target = sys.argv[1:]
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path + '.new')
    os.chmod(path + '.new', 0o666)
    listener.listen(16)
    os.rename(path + '.new', path)
    others = {}
    while True:
        for ready in select.select([listener, *others], [], [])[0]:
            if ready is listener:
                client = listener.accept()[0]
                server = socket.socket(socket.AF_UNIX)
                server.connect(target)
                others[client], others[server] = server, client
                continue
            if ready not in others:
                continue
            other = others[ready]
            try:
                data = ready.recv(65536)
                if data:
                    other.sendall(data)
                    continue
            except OSError:
                pass
            for end in [ready, other]:
                del others[end]
                end.close()
    """
}
