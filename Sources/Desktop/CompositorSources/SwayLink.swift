import DesktopModel
import Loop

/// sway, or another compositor with its IPC protocol, as a source.
final class SwayLink: SocketLink {
  let socket: CompositorSocket
  private var conversation = SwayConversation()

  /// Connects to the socket at `path`; `report` takes lines for the log.
  init(path: String, loop: EventLoop, report: @escaping (String) -> Void) {
    socket = CompositorSocket(name: "sway", loop: loop, report: report)
    socket.begin { [unowned self] () throws(LoopError) in
      conversation = SwayConversation()
      try socket.open(path) { [unowned self] in receive($0) }
      send()
    }
  }

  func canPerform(_ command: CompositorCommand) -> Bool { SwayConversation.canPerform(command) }

  func perform(_ command: CompositorCommand) {
    conversation.perform(command)
    send()
  }

  func refresh() {
    // Until it is connected, all queries are under way anyway.
    guard socket.isConnected else { return }
    conversation.refresh()
    send()
  }

  private func send() {
    guard let stream = socket.stream else { return }
    stream.send(conversation.takeOutput())
    socket.expectAnswer(conversation.isWaiting)
  }

  private func receive(_ bytes: [UInt8]) {
    let messageCount = conversation.messageCount
    let events: [CompositorEvent]
    do throws(SwayConversation.Failure) {
      events = try conversation.receive(bytes)
    } catch {
      let isEnd = error == .shutdown
      return socket.fail(isEnd ? "the compositor ends or starts anew" : "what it sent cannot be read")
    }
    send()
    if conversation.messageCount > messageCount {
      // An answer has come or a new query was sent, so that the time limit starts anew.
      socket.expectAnswer(false)
      socket.expectAnswer(conversation.isWaiting)
    }
    socket.take(events, faults: conversation.takeFaults())
  }
}
