import CompositorModel
import Loop

/// What Hyprland tells by its socket of events, and answers by its socket of requests.
final class HyprlandLink: CompositorLink {
  /// The longest answer that is taken, in bytes.
  private static let answerLimit = 16 << 20

  private(set) var state = CompositorState(tellsContents: true)
  var onChange: (() -> Void)?

  private let folder: String
  private let loop: EventLoop
  private var events: LocalStream?
  private var conversation = HyprlandConversation()
  private var requests: [Int: LocalStream] = [:]
  private var lastRequest = 0
  private var reconnecting: Reconnecting?

  /// `folder` is where the instance has its sockets.
  init(folder: String, loop: EventLoop) {
    self.folder = folder
    self.loop = loop
    reconnecting = Reconnecting(
      loop: loop, connect: { [unowned self] in connect() },
      onSilence: { [unowned self] in fail("it does not answer") })
    connect()
  }

  isolated deinit { close() }

  func perform(_ command: CompositorCommand) {
    guard let text = HyprlandCommandText.text(of: command) else { return }
    request(text) { _ in }
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
      // Events first, so that nothing that changes while the answers come is missed.
      events = try LocalStream(
        path: folder + "/.socket2.sock", loop: loop, onRead: { [unowned self] in receive($0) },
        onEnd: { [unowned self] in fail($0) })
      ask()
    } catch {
      fail("\(error)")
    }
  }

  private func receive(_ bytes: [UInt8]) {
    do throws(HyprlandConversation.Unreadable) {
      take(try conversation.receive(bytes))
    } catch {
      fail("what it sent cannot be read")
    }
  }

  private func take(_ events: [CompositorEvent]) {
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

  /// Makes a request by a connection of its own; `handle` is called once, with nil if it cannot be made.
  ///
  /// Hyprland does nothing else while such a connection is open, so that the request is sent right after connecting.
  private func request(_ text: String, handle: @escaping ([UInt8]?) -> Void) {
    lastRequest += 1
    let number = lastRequest
    var answer: [UInt8] = []
    do throws(LoopError) {
      let stream = try LocalStream(
        path: folder + "/.socket.sock", loop: loop,
        onRead: { [unowned self] bytes in
          answer += bytes
          if answer.count > Self.answerLimit { fail("what it sent cannot be read") }
        },
        onEnd: { [unowned self] _ in
          requests[number] = nil
          reconnecting?.expectAnswer(!requests.isEmpty)
          handle(answer)
        })
      requests[number] = stream
      reconnecting?.expectAnswer(true)
      stream.send(Array(text.utf8))
    } catch {
      handle(nil)
    }
  }

  private func fail(_ reason: String) {
    hangUp()
    reconnecting?.fail()
    if state.update(.statusChanged(.failed(reason))) { onChange?() }
  }
}
