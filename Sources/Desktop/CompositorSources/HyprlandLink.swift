import DesktopModel
import Loop

/// Hyprland as a source: its event socket reports changes, its request socket answers queries.
final class HyprlandLink: CompositorLink {
  /// The longest answer that is accepted, in bytes; a longer one counts as one that cannot be read.
  private static let answerLimit = 16 << 20

  private(set) var state = CompositorState(tellsContents: true)
  var onChange: (() -> Void)?

  private let folder: String
  private let loop: EventLoop
  private let report: (String) -> Void
  private var events: LocalStream?
  private var conversation = HyprlandConversation()
  private var requests: [Int: LocalStream] = [:]
  private var lastRequest = 0
  /// Whether Hyprland has refused a call of Lua and accepted the dispatcher that was sent in its place.
  private var speaksWords = false
  private var reconnecting: Reconnecting?

  /// Connects to the instance whose sockets are in the directory `folder`; `report` takes lines for the log.
  init(folder: String, loop: EventLoop, report: @escaping (String) -> Void) {
    (self.folder, self.report) = (folder, report)
    self.loop = loop
    reconnecting = Reconnecting(
      loop: loop, connect: { [unowned self] in connect() },
      onSilence: { [unowned self] in fail("it does not answer") })
    connect()
  }

  isolated deinit { close() }

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
    guard state.status == .connected else { return }
    conversation.refresh()
    ask()
  }

  func close() {
    onChange = nil
    reconnecting?.stop()
    reconnecting = nil
    hangUp()
  }

  private func hangUp() {
    events?.close()
    events = nil
    for stream in requests.values { stream.close() }
    requests = [:]
  }

  private func connect() {
    conversation = HyprlandConversation()
    do throws(LoopError) {
      // The event socket is opened first, so that no change is missed while the answers come.
      events = try LocalStream(
        path: folder + "/.socket2.sock", loop: loop,
        onRead: { [unowned self] in take(conversation.receive($0)) },
        onEnd: { [unowned self] in fail($0) })
      ask()
    } catch {
      fail("\(error)")
    }
  }

  private func take(_ events: [CompositorEvent]) {
    for fault in conversation.takeFaults() { report("Hyprland: \(fault)") }
    ask()
    let isChanged = state.update(events)
    if state.status == .connected { reconnecting?.succeed() }
    if isChanged { onChange?() }
  }

  private func ask() {
    for query in conversation.takeQueries() {
      request(query.request) { [unowned self] answer in
        if let answer { take(conversation.receive(answer, for: query)) } else { conversation.fail(query) }
      }
    }
  }

  /// Sends a request by a connection of its own; `handle` is called once, with nil if the connection fails.
  ///
  /// Hyprland does nothing else while such a connection is open, so that the request is sent
  /// right after connecting.
  private func request(_ text: String, handle: @escaping ([UInt8]?) -> Void) {
    lastRequest += 1
    let number = lastRequest
    var answer: [UInt8] = []
    do throws(LoopError) {
      let stream = try LocalStream(
        path: folder + "/.socket.sock", loop: loop,
        onRead: { [unowned self] bytes in
          answer += bytes
          if answer.count > Self.answerLimit { end(number) { handle([]) } }
        },
        onEnd: { [unowned self] _ in end(number) { handle(answer) } })
      requests[number] = stream
      reconnecting?.expectAnswer(true)
      stream.send(Array(text.utf8))
    } catch {
      handle(nil)
    }
  }

  /// Records that a request was answered, and calls `handle`.
  private func end(_ request: Int, handle: () -> Void) {
    requests.removeValue(forKey: request)?.close()
    // Hyprland answers one request after another: each has the time limit for itself.
    reconnecting?.expectAnswer(false)
    reconnecting?.expectAnswer(!requests.isEmpty)
    handle()
  }

  private func fail(_ reason: String) {
    hangUp()
    reconnecting?.fail()
    if state.update(.statusChanged(.failed(reason))) { onChange?() }
  }
}
