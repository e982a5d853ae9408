import CPlatform
import DesktopModel
import Glibc
import Loop

@testable import DesktopServices

/// A kernel with one wireless interface, which answers requests of nl80211.
@MainActor final class FakeRadio {
  /// The signal of the access point in dBm.
  var signal: Int8 = -60
  private(set) var openings = 0
  private var ends: [End] = []

  /// The end of a connection that stands for the kernel.
  private final class End {
    let socket: Descriptor

    init(_ raw: Int32) { socket = Descriptor(adopting: raw) }
  }

  func open(_ protocol: Int32, _ groups: UInt32) -> NetlinkSocket.Endpoint? {
    guard `protocol` == NetlinkSocket.generic else { return nil }
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    openings += 1
    ends.append(End(pair[1]))
    return NetlinkSocket.Endpoint(descriptor: Descriptor(adopting: pair[0]), port: 1)
  }

  /// Answers the requests that have come.
  func serve() {
    for end in ends {
      var buffer = [UInt8](repeating: 0, count: 1024)
      let count = unsafe recv(end.socket.raw, &buffer, buffer.count, 0)
      guard count > 0, let request = try? NetlinkMessage.all(in: Array(buffer[..<count])).first else {
        continue
      }
      for message in answers(to: request) {
        let bytes = message.bytes
        _ = unsafe send(end.socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  private func answers(to request: NetlinkMessage) -> [NetlinkMessage] {
    func message(_ type: UInt16, _ payload: [UInt8], hasMore: Bool = false) -> NetlinkMessage {
      var message = NetlinkMessage(
        type: type, flags: hasMore ? NetlinkMessage.hasMore : 0, sequence: request.sequence, payload: payload)
      message.port = 1
      return message
    }
    func attributes(_ attributes: [(UInt16, [UInt8])]) -> [UInt8] {
      attributes.flatMap { NetlinkAttributes.bytes($0.0, $0.1) }
    }
    let done = message(NetlinkMessage.done, [])
    switch request.payload.first {
    case 3: return [message(16, [1, 1, 0, 0] + attributes([(1, [28, 0])]))]
    case 5:
      let interface = attributes([
        (3, [3, 0, 0, 0]), (4, Array("wlan0\0".utf8)), (5, [2, 0, 0, 0]), (52, Array("home".utf8)),
      ])
      return [message(28, [7, 1, 0, 0] + interface, hasMore: true), done]
    case 17:
      let station = attributes([
        (6, [1, 2, 3, 4, 5, 6]), (21, attributes([(7, [UInt8(bitPattern: signal)])])),
      ])
      return [message(28, [19, 1, 0, 0] + station, hasMore: true), done]
    default: return [done]
    }
  }
}
