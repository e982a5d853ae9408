import DesktopModel
import Loop

/// A single reading of the connections of the wireless interfaces, from nl80211.
@MainActor final class WirelessReader: Cancellable {
  private var socket: NetlinkSocket?
  private var links: [WirelessLink] = []
  private let onRead: ([UInt32: WirelessLink]) -> Void

  /// Starts reading; `onRead` is called at the end, with an empty dictionary if there are no wireless interfaces.
  init(
    loop: EventLoop, open: NetlinkSocket.Opening, onRead: @escaping ([UInt32: WirelessLink]) -> Void
  ) {
    self.onRead = onRead
    guard let endpoint = open(NetlinkSocket.generic, 0) else { return }
    let socket = NetlinkSocket(endpoint, loop: loop, onEvent: { _ in }, onLoss: {})
    self.socket = socket
    var family: UInt16?
    socket.ask(
      WirelessLink.familyRequest, each: { family = WirelessLink.family($0) },
      done: { [unowned self] _ in
        if let family { askInterfaces(family) } else { finish() }
      })
  }

  isolated deinit { cancel() }

  /// Stops reading; idempotent.
  func cancel() {
    socket.end()
  }

  private func askInterfaces(_ family: UInt16) {
    socket?.ask(
      WirelessLink.interfacesRequest(family: family),
      each: { [unowned self] message in
        if let link = WirelessLink(interface: message), links.count < 16 { links.append(link) }
      }, done: { [unowned self] _ in askStations(family) })
  }

  private func askStations(_ family: UInt16) {
    guard !links.isEmpty else { return finish() }
    for place in links.indices {
      socket?.ask(
        WirelessLink.stationRequest(family: family, index: links[place].index),
        each: { [unowned self] message in
          links[place].take(station: message)
        },
        done: { [unowned self] _ in
          if place == links.count - 1 { finish() }
        })
    }
  }

  private func finish() {
    cancel()
    onRead(Dictionary(links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first }))
  }
}
