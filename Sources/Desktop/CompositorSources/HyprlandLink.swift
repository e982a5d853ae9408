import DesktopModel
import Loop

/// Hyprland as a source: its event socket reports changes, its request socket answers queries.
final class HyprlandLink: SocketLink {
  /// The longest answer that is accepted, in bytes; a longer one counts as one that cannot be read.
  private static let answerLimit = 16 << 20

  let socket: CompositorSocket
  private let folder: String
  private var conversation = HyprlandConversation()
  /// Whether Hyprland has refused a call of Lua and accepted the dispatcher that was sent in its place.
  private var speaksWords = false

  /// Connects to the instance whose sockets are in the directory `folder`; `report` takes lines for the log.
  init(folder: String, loop: EventLoop, report: @escaping (String) -> Void) {
    self.folder = folder
    socket = CompositorSocket(name: "Hyprland", loop: loop, report: report)
    socket.begin { [unowned self] () throws(LoopError) in
      conversation = HyprlandConversation()
      // The event socket is opened first, so that no change is missed while the answers come.
      try socket.open(folder + "/.socket2.sock") { [unowned self] in take(conversation.receive($0)) }
      ask()
    }
  }

  func canPerform(_ command: CompositorCommand) -> Bool {
    speaksWords
      ? HyprlandCommandText.isKnownWithoutLua(command) : !HyprlandCommandText.texts(of: command).isEmpty
  }

  func perform(_ command: CompositorCommand) {
    perform(HyprlandCommandText.texts(of: command, special: conversation.special)[...])
  }

  /// Sends the first of the texts that Hyprland accepts.
  private func perform(_ texts: ArraySlice<String>) {
    guard let text = texts.first else { return }
    request(text) { [weak self] answer in
      guard let self, let answer else { return }
      if !HyprlandCommandText.isAccepted(answer) {
        perform(texts.dropFirst())
      } else if texts.startIndex > 0 {
        // The call comes first, the words after it.
        speaksWords = true
      }
    }
  }

  func refresh() {
    guard socket.isConnected else { return }
    conversation.refresh()
    ask()
  }

  private func take(_ events: [CompositorEvent]) {
    ask()
    socket.take(events, faults: conversation.takeFaults())
  }

  private func ask() {
    for query in conversation.takeQueries() where socket.stream != nil {
      request(query.request) { [unowned self] answer in
        if let answer {
          take(conversation.receive(answer, for: query))
        } else if socket.isConnected {
          conversation.fail(query)
        } else {
          // An initial query is sent again only with an event that needs its answer, which may not come for long.
          socket.fail("it takes no requests")
        }
      }
    }
  }

  /// Sends a request as `CompositorSocket.request` does, whose answer ends when the compositor closes the connection.
  ///
  /// Hyprland does nothing else while such a connection is open, so that the request is sent
  /// right after connecting.
  private func request(_ text: String, handle: @escaping ([UInt8]?) -> Void) {
    socket.request(
      text, at: folder + "/.socket.sock", until: { $0.count > Self.answerLimit },
      handle: { [unowned self] answer in
        // Hyprland answers one request after another: each has the time limit for itself.
        if answer != nil { socket.expectAnswer(false) }
        socket.expectAnswer(socket.isAsked)
        handle(answer.map { $0.count > Self.answerLimit ? [] : $0 })
      })
    socket.expectAnswer(socket.isAsked)
  }
}
