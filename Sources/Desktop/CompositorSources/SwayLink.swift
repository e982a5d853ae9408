import DesktopModel
import Loop

/// sway, or another compositor with its IPC protocol, as a source.
final class SwayLink: CompositorLink {
  private(set) var state = CompositorState(tellsContents: true)
  var onChange: (() -> Void)?

  private let path: String
  private let loop: EventLoop
  private let report: (String) -> Void
  private var stream: LocalStream?
  private var conversation = SwayConversation()
  private var reconnecting: Reconnecting?

  /// Connects to the socket at `path`; `report` takes lines for the log.
  init(path: String, loop: EventLoop, report: @escaping (String) -> Void) {
    (self.path, self.report) = (path, report)
    self.loop = loop
    reconnecting = Reconnecting(
      loop: loop, connect: { [unowned self] in connect() },
      onSilence: { [unowned self] in fail("it does not answer") })
    connect()
  }

  isolated deinit { close() }

  func canPerform(_ command: CompositorCommand) -> Bool { SwayConversation.canPerform(command) }

  func perform(_ command: CompositorCommand) {
    conversation.perform(command)
    send()
  }

  func refresh() {
    // Until it is connected, all queries are under way anyway.
    guard state.status == .connected else { return }
    conversation.refresh()
    send()
  }

  func close() {
    onChange = nil
    reconnecting?.stop()
    reconnecting = nil
    stream?.close()
    stream = nil
  }

  private func connect() {
    conversation = SwayConversation()
    do throws(LoopError) {
      stream = try LocalStream(
        path: path, loop: loop, onRead: { [unowned self] in receive($0) },
        onEnd: { [unowned self] in fail($0) })
      send()
    } catch {
      fail("\(error)")
    }
  }

  private func send() {
    guard let stream else { return }
    stream.send(conversation.takeOutput())
    reconnecting?.expectAnswer(conversation.isWaiting)
  }

  private func receive(_ bytes: [UInt8]) {
    let messageCount = conversation.messageCount
    let events: [CompositorEvent]
    do throws(SwayConversation.Failure) {
      events = try conversation.receive(bytes)
    } catch {
      return fail(error == .shutdown ? "the compositor ends or starts anew" : "what it sent cannot be read")
    }
    for fault in conversation.takeFaults() { report("sway: \(fault)") }
    send()
    if conversation.messageCount > messageCount {
      // An answer has come or a new query was sent, so that the time limit starts anew.
      reconnecting?.expectAnswer(false)
      reconnecting?.expectAnswer(conversation.isWaiting)
    }
    let isChanged = state.update(events)
    if state.status == .connected { reconnecting?.succeed() }
    if isChanged { onChange?() }
  }

  private func fail(_ reason: String) {
    stream?.close()
    stream = nil
    reconnecting?.fail()
    if state.update(.statusChanged(.failed(reason))) { onChange?() }
  }
}
