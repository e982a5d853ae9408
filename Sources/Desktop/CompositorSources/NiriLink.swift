import DesktopModel
import Loop

/// niri as a source: its event stream reports changes, and each command has a connection of its own.
final class NiriLink: CompositorLink {
  private(set) var state = CompositorState(tellsContents: true)
  var onChange: (() -> Void)?

  private let path: String
  private let loop: EventLoop
  private let report: (String) -> Void
  private var stream: LocalStream?
  private var conversation = NiriConversation()
  private var commands: [Int: LocalStream] = [:]
  private var lastCommand = 0
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

  func canPerform(_ command: CompositorCommand) -> Bool { NiriCommandText.text(of: command) != nil }

  func perform(_ command: CompositorCommand) {
    guard let line = NiriCommandText.text(of: command) else { return }
    lastCommand += 1
    let number = lastCommand
    // A command fails to be sent only if niri is gone, which the event stream reports.
    let stream = try? LocalStream(
      path: path, loop: loop, onRead: { [unowned self] _ in commands.removeValue(forKey: number)?.close() },
      onEnd: { [unowned self] _ in commands[number] = nil })
    commands[number] = stream
    stream?.send(Array(line.utf8))
  }

  /// Does nothing, since the event stream reports everything by itself.
  func refresh() {}

  func close() {
    onChange = nil
    reconnecting?.stop()
    reconnecting = nil
    hangUp()
  }

  private func hangUp() {
    stream?.close()
    stream = nil
    for command in commands.values { command.close() }
    commands = [:]
  }

  private func connect() {
    conversation = NiriConversation()
    do throws(LoopError) {
      stream = try LocalStream(
        path: path, loop: loop, onRead: { [unowned self] in receive($0) },
        onEnd: { [unowned self] in fail($0) })
      reconnecting?.expectAnswer(true)
      stream?.send(NiriConversation.request)
    } catch {
      fail("\(error)")
    }
  }

  private func receive(_ bytes: [UInt8]) {
    let events: [CompositorEvent]
    do throws(NiriConversation.Failure) {
      events = try conversation.receive(bytes)
    } catch {
      switch error {
      case .refused(let reason): return fail(reason)
      }
    }
    for fault in conversation.takeFaults() { report("niri: \(fault)") }
    let isChanged = state.update(events)
    if state.status == .connected {
      reconnecting?.expectAnswer(false)
      reconnecting?.succeed()
    }
    if isChanged { onChange?() }
  }

  private func fail(_ reason: String) {
    hangUp()
    reconnecting?.fail()
    if state.update(.statusChanged(.failed(reason))) { onChange?() }
  }
}
