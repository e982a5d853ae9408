import CPlatform
import Glibc
import Loop

@testable import DesktopServices

/// The sender of uevents in place of the kernel.
@MainActor final class FakeKernel {
  private(set) var openings = 0
  private var end: End?

  /// The end of a connection that stands for the kernel.
  private final class End {
    let socket: Descriptor

    init(_ raw: Int32) { socket = Descriptor(adopting: raw) }
  }

  func open(_ protocol: Int32, _ groups: UInt32) -> NetlinkSocket.Endpoint? {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    openings += 1
    end = End(pair[1])
    return NetlinkSocket.Endpoint(descriptor: Descriptor(adopting: pair[0]), port: 1)
  }

  func announce(_ action: String, _ subsystem: String) {
    let lines = [
      "\(action)@/devices/x", "ACTION=\(action)", "DEVPATH=/devices/x", "SUBSYSTEM=\(subsystem)",
    ]
    let bytes: [UInt8] = lines.flatMap { Array($0.utf8) + [0] }
    let count = unsafe send(end!.socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    precondition(count == bytes.count, "sent \(count)")
  }
}
