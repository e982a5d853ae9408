import DesktopModel

/// Any bytes as what compositors tell by their sockets: the first byte says which one, and how large packets are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCompositors(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let first = input.first else { return 0 }
  var state = CompositorState(tellsContents: true)
  var told = Told(which: first % 4)
  var rest = input.dropFirst()
  while !rest.isEmpty {
    let part = rest.prefix(Int(first / 4) + 1)
    rest = rest.dropFirst(part.count)
    guard let events = told.take(part) else { break }
    for event in events {
      state.update(event)
      precondition(Set(state.windows.map(\.id)).count == state.windows.count, "a window is there twice")
      precondition(
        Set(state.workspaces.map(\.id)).count == state.workspaces.count, "a workspace is there twice")
    }
  }
  if told.which == 1 || told.which == 2 {
    // The bytes before may have begun a line.
    let line = told.which == 1 ? "submap>>after" : #"{"WindowFocusChanged":{"id":7}}"#
    let event =
      told.which == 1
      ? CompositorEvent.modeChanged("after") : .windowFocused(WindowID(rawValue: 7))
    let events = told.take(Array("\n\(line)\n".utf8)[...])
    precondition(events == nil || events?.last == event, "a message is not read after others")
  }
  for workspace in state.workspaces {
    precondition(CommandLines.count(of: .focusWorkspace(workspace)) == 1, "a name ends a command")
  }
  return 0
}

/// One of the conversations, and what it was told.
private struct Told {
  let which: UInt8
  var sway = SwayConversation()
  var hyprland = HyprlandConversation()
  var niri = NiriConversation()

  init(which: UInt8) {
    self.which = which
    _ = sway.takeOutput()
  }

  /// Returns the events in a part of the stream; nil: the connection would be closed.
  mutating func take(_ part: ArraySlice<UInt8>) -> [CompositorEvent]? {
    switch which {
    case 0: return try? sway.receive(part)
    case 1: return hyprland.receive(part)
    case 2: return try? niri.receive(part)
    default:
      let queries = hyprland.takeQueries()
      for query in queries.dropFirst() { hyprland.fail(query) }
      return queries.first.map { hyprland.receive(Array(part), for: $0) } ?? hyprland.receive(part)
    }
  }
}

/// Counts the lines of a command to Hyprland or niri, each of which the compositor takes for a command.
private enum CommandLines {
  static func count(of command: CompositorCommand) -> Int {
    let texts =
      HyprlandCommandText.texts(of: command) + [NiriCommandText.text(of: command)].compactMap(\.self)
    return texts.map { $0.utf8.split(separator: UInt8(ascii: "\n")).count }.max() ?? 1
  }
}
