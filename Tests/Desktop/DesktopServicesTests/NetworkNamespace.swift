import CPlatform
import Glibc
import HeadlessSession
import Loop
import TestSupport

@testable import DesktopServices

/// A network of its own, without a way out, that a test changes by commands: a process holds it, which opens sockets in it.
@MainActor final class NetworkNamespace {
  /// The number of sockets for links, addresses and routes that were opened in the namespace.
  private(set) var openings = 0
  /// The number of sockets of any kind that were opened in the namespace.
  private(set) var sockets = 0
  /// The size of the room for what sockets of it have not read, in bytes; nil: that of the system.
  var room: Int32?
  private let process: SessionProcess
  private let link: Descriptor

  private static let script = """
    import socket, struct, subprocess, sys
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen()
    link, _ = server.accept()
    for line in link.makefile("r"):
      if line.startswith("open "):
        number, groups = map(int, line.split()[1:])
        kind = socket.SOCK_RAW | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC
        opened = socket.socket(socket.AF_NETLINK, kind, number)
        opened.bind((0, groups))
        port = opened.getsockname()[0]
        socket.send_fds(link, [struct.pack("=I", port)], [opened.fileno()])
        opened.close()
      else:
        link.send(struct.pack("=I", subprocess.run(["sh", "-c", line]).returncode))
    """

  /// Makes the network. A user who is not root may do that in a namespace of users, and root where there are none.
  init(on stage: BusStage) throws {
    try requireProgram("unshare", of: "util-linux")
    try requireProgram("ip", of: "iproute2")
    let path = stage.directory.file("network")
    let command = #"if unshare -rn true; then exec unshare -rn "$@"; else exec unshare -n "$@"; fi"#
    process = try SessionProcess(
      ["/bin/sh", "-c", command, "sh", "/usr/bin/python3", "-c", Self.script, path],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"],
      log: stage.directory.file("network.log"))
    let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    link = Descriptor(adopting: raw)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    try stage.wait("the network") {
      if process.poll() != nil { return true }
      return unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe connect(
          raw, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
      }
    }
    if let ending = process.poll() {
      throw SessionError.failed(["unshare", "\(ending)"], log: process.logText)
    }
  }

  isolated deinit { process.stop() }

  /// Runs a command of the shell in the network, to its end.
  func run(_ command: String) throws {
    guard answer(to: command)?.number == 0 else {
      throw SessionError.failed([command], log: process.logText)
    }
  }

  /// Opens a socket of netlink in the network.
  func open(_ protocol: Int32, _ groups: UInt32) -> NetlinkSocket.Endpoint? {
    guard let answer = answer(to: "open \(`protocol`) \(groups)"), answer.descriptor >= 0 else { return nil }
    sockets += 1
    if `protocol` == NetlinkSocket.routes { openings += 1 }
    if var room {
      unsafe setsockopt(answer.descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    }
    return NetlinkSocket.Endpoint(descriptor: Descriptor(adopting: answer.descriptor), port: answer.number)
  }

  private func answer(to line: String) -> (number: UInt32, descriptor: Int32)? {
    let bytes = Array((line + "\n").utf8)
    guard unsafe send(link.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return nil }
    var (number, descriptor): (UInt32, Int32) = (0, -1)
    guard unsafe hyaline_receive_descriptor(link.raw, &number, 4, &descriptor) == 4 else { return nil }
    return (number, descriptor)
  }
}
