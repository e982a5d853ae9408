import DesktopModel
import Loop

/// niri as a source: its event stream reports changes, and each command has a connection of its own.
final class NiriLink: SocketLink {
  let socket: CompositorSocket
  private let path: String
  private var conversation = NiriConversation()

  /// Connects to the socket at `path`; `report` takes lines for the log.
  init(path: String, loop: EventLoop, report: @escaping (String) -> Void) {
    self.path = path
    socket = CompositorSocket(name: "niri", loop: loop, report: report)
    socket.begin { [unowned self] () throws(LoopError) in
      conversation = NiriConversation()
      try socket.open(path) { [unowned self] in receive($0) }
      socket.expectAnswer(true)
      socket.stream?.send(NiriConversation.request)
    }
  }

  func canPerform(_ command: CompositorCommand) -> Bool { NiriCommandText.text(of: command) != nil }

  func perform(_ command: CompositorCommand) {
    guard let line = NiriCommandText.text(of: command) else { return }
    // A command fails to be sent only if niri is gone, which the event stream reports.
    socket.request(line, at: path, until: { _ in true }, handle: { _ in })
  }

  /// Does nothing, since the event stream reports everything by itself.
  func refresh() {}

  private func receive(_ bytes: [UInt8]) {
    let events: [CompositorEvent]
    do throws(NiriConversation.Failure) {
      events = try conversation.receive(bytes)
    } catch {
      switch error {
      case .refused(let reason): return socket.fail(reason)
      }
    }
    socket.take(events, faults: conversation.takeFaults())
    if socket.isConnected { socket.expectAnswer(false) }
  }
}
