import Geometry
import TestSupport
import Testing
import TextProcessing

@testable import DesktopModel

struct SwayConversationTests {
  private static func frame(_ type: UInt32, _ json: String) -> [UInt8] {
    SwayFrame(type: type, payload: Array(json.utf8)).bytes
  }

  /// The answers to queries, by the types of the messages.
  private static let answers: [UInt32: String] = [
    1: SwayRecording.workspaces, 4: SwayRecording.tree, 12: SwayRecording.bindingState,
    100: SwayRecording.inputs,
  ]

  /// Returns the types of the messages that are to be sent.
  private static func asked(_ conversation: inout SwayConversation) throws -> [UInt32] {
    var reader = SwayFrameReader()
    reader.append(conversation.takeOutput())
    var types: [UInt32] = []
    while let frame = try reader.next() { types.append(frame.type) }
    return types
  }

  /// Returns a conversation and its state after the recorded answers to its first queries.
  private static func begun() throws -> (SwayConversation, CompositorState) {
    var conversation = SwayConversation()
    var state = CompositorState(tellsContents: true)
    _ = conversation.takeOutput()
    var bytes = SwayRecording.subscriptions.flatMap { frame(2, $0) }
    bytes += frame(1, SwayRecording.workspaces) + frame(4, SwayRecording.tree)
    bytes += frame(12, SwayRecording.bindingState) + frame(100, SwayRecording.inputs)
    for event in try conversation.receive(bytes) { state.update(event) }
    return (conversation, state)
  }

  @Test func `events are subscribed to one by one, and all that is to be known is asked for`() throws {
    var conversation = SwayConversation()
    #expect(try Self.asked(&conversation) == [2, 2, 2, 2, 2, 2, 1, 4, 12, 100])
    #expect(conversation.isWaiting)
    let more = conversation.takeOutput()
    #expect(more == [])
  }

  @Test func `windows have their places on their outputs`() throws {
    let tree = #"""
      {"type":"root","nodes":[{"type":"output","name":"A","rect":{"x":1920,"y":0,"width":800,"height":600},"nodes":[
      {"type":"workspace","id":1,"name":"1","nodes":[{"type":"con","id":2,"pid":1,"name":"a",
      "rect":{"x":1930,"y":40,"width":300,"height":200}}],"floating_nodes":[{"type":"floating_con","id":3,"pid":1,
      "name":"b"}],"focus":[2]}]}]}
      """#
    let read = try #require(SwayTree(try JSONValue(tolerating: Array(tree.utf8))))
    #expect(read.windows.map { $0.frame?.x } == [10, nil] && read.windows.map { $0.frame?.y } == [40, nil])
    #expect(read.windows.first?.frame?.maxX == 310 && read.windows.map(\.isFloating) == [false, true])
  }

  @Test func `recorded answers tell workspaces, windows and the keyboard`() throws {
    let (conversation, state) = try Self.begun()
    #expect(state.status == .connected)
    #expect(!conversation.isWaiting)
    #expect(state.workspaces.map(\.name) == ["2: web", "code", "2"])
    #expect(state.workspaces.map(\.number) == [2, nil, 2])
    #expect(state.workspaces.map(\.output) == ["HEADLESS-1", "HEADLESS-1", "HEADLESS-2"])
    #expect(state.workspaces.map(\.isVisible) == [false, true, true])
    #expect(state.workspaces.map(\.isFocused) == [false, false, true])
    #expect(state.workspaces.map(\.isUrgent) == [true, false, false])
    #expect(state.workspaces.map(\.isEmpty) == [false, false, false])
    #expect(state.windows.map(\.title) == ["new title é", "second", "third"])
    #expect(state.windows.map(\.appID) == ["term.one", "term.two", "term.three"])
    #expect(state.frontWindow(on: "HEADLESS-1")?.title == "second")
    #expect(state.frontWindow(on: "HEADLESS-2")?.title == "third")
    #expect(state.focusedWindow?.title == "third")
    #expect(
      state.keyboard
        == KeyboardLayouts(device: "0:0:virtual_keyboard", names: ["English (US)", "German"], index: 1))
    #expect(state.mode == nil)
  }

  @Test func `recorded events change the state, and ask again for what they do not say`() throws {
    var (conversation, state) = try Self.begun()
    func play(_ places: ClosedRange<Int>) throws -> [UInt32] {
      for event in SwayRecording.events[places] {
        for change in try conversation.receive(Self.frame(event.type, event.json)) { state.update(change) }
      }
      return try Self.asked(&conversation)
    }
    #expect(try play(31...31) == [])
    #expect(state.mode == "resize")
    #expect(try play(32...32) == [])
    #expect(state.mode == nil)
    // Workspace 1 is made, focused and left for the one of the first window, which takes the keyboard; the third window closes.
    #expect(try play(33...38) == [1, 4])
    #expect(state.windows.map(\.title) == ["new title é", "second"])
    // The answer is not the last word: what happened meanwhile is asked for once more.
    let answer = Self.frame(1, SwayRecording.laterWorkspaces) + Self.frame(4, SwayRecording.laterTree)
    for event in try conversation.receive(answer) { state.update(event) }
    #expect(try Self.asked(&conversation) == [1, 4])
    for event in try conversation.receive(answer) { state.update(event) }
    #expect(try Self.asked(&conversation) == [])
    #expect(state.workspaces.filter(\.isFocused).map(\.name) == ["2: web"])
    #expect(state.focusedWindow?.title == "new title é")
    // A reload: all is asked for.
    #expect(try play(39...41) == [100, 1, 4, 12])
    #expect(try play(42...43) == [])
    #expect(state.workspaces.map(\.isUrgent).contains(true) == false)
  }

  @Test func `recorded answers and events of a later version tell the same`() throws {
    var conversation = SwayConversation()
    var state = CompositorState(tellsContents: true)
    func take(_ bytes: [UInt8]) throws {
      for event in try conversation.receive(bytes) { state.update(event) }
    }
    #expect(try Self.asked(&conversation) == [2, 2, 2, 2, 2, 2, 1, 4, 12, 100])
    try take(SwayLaterRecording.subscriptions.flatMap { Self.frame(2, $0) })
    try take(Self.frame(1, SwayLaterRecording.workspaces) + Self.frame(4, SwayLaterRecording.tree))
    try take(Self.frame(12, SwayLaterRecording.bindingState) + Self.frame(100, "[]"))
    #expect(state.status == .connected && !conversation.isWaiting)
    #expect(state.mode == "resize" && state.keyboard == nil)
    #expect(state.workspaces.map(\.name) == ["2: web", "code", "2"])
    #expect(state.workspaces.map(\.isVisible) == [false, true, true])
    #expect(state.workspaces.map(\.isFocused) == [false, false, true])
    #expect(state.workspaces.map(\.isUrgent) == [true, false, false])
    #expect(state.windows.map(\.appID) == ["term.one", "term.two", "term.three"])
    #expect(state.focusedWindow?.title == "third")
    #expect(state.frontWindow(on: "HEADLESS-1")?.title == "second")
    // The mode ends, the first window takes the keyboard, the third one closes, and nothing is urgent any more.
    for event in SwayLaterRecording.events[29...34] { try take(Self.frame(event.type, event.json)) }
    #expect(state.mode == nil)
    #expect(try Self.asked(&conversation) == [1, 4])
    let answer =
      Self.frame(1, SwayLaterRecording.laterWorkspaces) + Self.frame(4, SwayLaterRecording.laterTree)
    for _ in 1...2 { try take(answer) }
    #expect(state.windows.map(\.title) == ["first", "second"])
    #expect(state.focusedWindow?.title == "first")
    #expect(state.workspaces.filter(\.isFocused).map(\.name) == ["2: web"])
    #expect(state.workspaces.filter(\.isUrgent).isEmpty)
    _ = try Self.asked(&conversation)
    // An output is switched off, disabled and enabled: each is told, and the workspaces are asked for.
    for event in SwayLaterRecording.events[35...] where event.type == 0x8000_0001 {
      try take(answer)
      _ = try Self.asked(&conversation)
      try take(Self.frame(event.type, event.json))
      try take(answer)
      let asked = try Self.asked(&conversation)
      #expect(asked.contains(1))
    }
  }

  @Test func `all events of a later version are read, byte by byte as well as at once`() throws {
    let stream = SwayLaterRecording.events.flatMap { Self.frame($0.type, $0.json) }
    var (whole, _) = try Self.begun()
    var (parts, _) = try Self.begun()
    let expected = try whole.receive(stream)
    var events: [CompositorEvent] = []
    for byte in stream { events += try parts.receive([byte]) }
    #expect(events == expected && expected.count > 10)
  }

  @Test func `after a switch to an empty workspace no window has the keyboard`() throws {
    var (conversation, state) = try Self.begun()
    #expect(state.windows.map(\.isFocused) == [false, false, true])
    func take(_ bytes: [UInt8]) throws {
      for event in try conversation.receive(bytes) { state.update(event) }
    }
    try take(Self.frame(0x8000_0000, #"{"change":"init","current":{"id":99,"name":"9"}}"#))
    try take(Self.frame(0x8000_0000, #"{"change":"focus","current":{"id":99,"name":"9"}}"#))
    #expect(try Self.asked(&conversation) == [1, 4])
    let tree = SwayRecording.tree.replacing(#""focused":true"#, with: #""focused":false"#)
    try take(Self.frame(1, #"[{"id":99,"name":"9","num":9,"visible":true,"focused":true}]"#))
    try take(Self.frame(4, tree))
    #expect(state.windows.map(\.isFocused) == [false, false, false] && state.focusedWindow == nil)
  }

  @Test func `a new title asks for nothing`() throws {
    var (conversation, _) = try Self.begun()
    let event = SwayRecording.events[9]
    #expect(
      try conversation.receive(Self.frame(event.type, event.json)) == [
        .windowTitleChanged(WindowID(rawValue: 8), "new title é")
      ])
    #expect(try Self.asked(&conversation) == [])
  }

  @Test func `all recorded events are read, byte by byte as well as at once`() throws {
    let stream = SwayRecording.events.flatMap { Self.frame($0.type, $0.json) }
    var (whole, _) = try Self.begun()
    var (parts, _) = try Self.begun()
    let expected = try whole.receive(stream)
    var events: [CompositorEvent] = []
    for byte in stream { events += try parts.receive([byte]) }
    #expect(events == expected)
    #expect(expected.count > 15)
  }

  @Test func `a shutdown ends the conversation`() throws {
    var (conversation, _) = try Self.begun()
    #expect(throws: SwayConversation.Failure.shutdown) {
      try conversation.receive(Self.frame(0x8000_0006, #"{"change":"exit"}"#))
    }
  }

  @Test func `an answer that an old version leaves out does not hold up the others`() throws {
    var conversation = SwayConversation()
    let bytes = SwayRecording.subscriptions.flatMap { Self.frame(2, $0) } + Self.frame(1, "[]")
    _ = try conversation.receive(bytes + Self.frame(4, SwayRecording.tree))
    #expect(!conversation.isWaiting)
    conversation.refresh()
    #expect(conversation.isWaiting)
    #expect(try conversation.receive(Self.frame(1, SwayRecording.workspaces)).count == 1)
  }

  @Test func `what a command was refused for is kept`() throws {
    var (conversation, _) = try Self.begun()
    conversation.perform(.leaveMode)
    _ = try conversation.receive(Self.frame(0, #"[{"success":false,"error":"no such mode"}]"#))
    #expect(conversation.complaint == "no such mode")
    conversation.perform(.leaveMode)
    _ = try conversation.receive(Self.frame(0, #"[{"success":true}]"#))
    #expect(conversation.complaint == nil)
  }

  @Test(
    arguments: [
      (Array("i3-ipd".utf8), .notSway), (Array("HTTP/1.1".utf8), .notSway),
      (Array("i3-ipc".utf8) + [0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0], .tooLong(0x7FFF_FFFF)),
      (Array("i3-ipc".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], .tooLong(0xFFFF_FFFF)),
      (Array("i3-ipc".utf8) + [1, 0, 0, 1, 0, 0, 0, 0], .tooLong(0x0100_0001)),
    ] as [([UInt8], SwayFrameReader.Failure)])
  func `a stream that is none of messages is given up`(bytes: [UInt8], failure: SwayFrameReader.Failure) {
    var conversation = SwayConversation()
    #expect(throws: SwayConversation.Failure.unreadable(failure)) { try conversation.receive(bytes) }
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "7", "{\"change\":", #"{"change":7}"#, #"{"change":"title"}"#,
    #"{"change":"title","container":{"id":"8"}}"#, #"{"change":"title","container":{"id":1e300}}"#,
    #"{"change":"urgent","container":{"id":8,"urgent":3}}"#, #"{"change":"focus","container":[]}"#,
    String(repeating: "[", count: 70000),
  ])
  func `an event of another form changes no window`(json: String) throws {
    var (conversation, _) = try Self.begun()
    for type: UInt32 in [0x8000_0003, 0x8000_0015, 0x8000_0007, 0xFFFF_FFFF] {
      #expect(try conversation.receive(Self.frame(type, json)) == [])
    }
  }

  @Test func `a title that is not UTF-8 is shown as far as it is`() throws {
    var (conversation, _) = try Self.begun()
    let title = SwayFrame(
      type: 0x8000_0003,
      payload: Array(#"{"change":"title","container":{"id":8,"name":"caf"#.utf8) + [0xE9]
        + Array(" x\"}}".utf8))
    #expect(
      try conversation.receive(title.bytes) == [
        .windowTitleChanged(WindowID(rawValue: 8), "caf\u{FFFD} x")
      ])
    var tree = Array(SwayRecording.tree.utf8)
    let place = try #require(tree.indices.first { tree[$0...].starts(with: "second".utf8) })
    tree[place] = 0xE9
    conversation.refresh()
    var state = CompositorState(tellsContents: true)
    for event in try conversation.receive(SwayFrame(type: 4, payload: tree).bytes) { state.update(event) }
    #expect(state.windows.map(\.title) == ["new title é", "\u{FFFD}econd", "third"])
  }

  @Test func `an event that cannot be read costs itself alone, and everything is queried`() throws {
    var (conversation, _) = try Self.begun()
    for _ in 0..<3 { #expect(try conversation.receive(Self.frame(0x8000_0003, "{\"change\":")) == []) }
    #expect(try Self.asked(&conversation) == [1, 4, 12, 100])
    #expect(
      conversation.takeFaults() == ["an event cannot be read: byte 10: expected a value"],
      "a kind of fault is told once")
    #expect(try conversation.receive(Self.frame(0x8000_0002, #"{"change":"x"}"#)) == [.modeChanged("x")])
  }

  @Test func `a query whose answer cannot be used is sent once more`() throws {
    var (conversation, _) = try Self.begun()
    conversation.refresh()
    _ = try Self.asked(&conversation)
    _ = try conversation.receive(Self.frame(1, "[{]"))
    #expect(try Self.asked(&conversation) == [1])
    _ = try conversation.receive(Self.frame(4, SwayRecording.tree))
    _ = try conversation.receive(Self.frame(1, "{}"))
    #expect(try Self.asked(&conversation) == [])
    #expect(conversation.takeFaults().count == 2)
    conversation.refresh()
    #expect(try Self.asked(&conversation) == [1, 4])
    #expect(try conversation.receive(Self.frame(1, SwayRecording.workspaces)).count == 1)
  }

  @Test func `a query whose answer was lost is sent once more`() throws {
    var (conversation, _) = try Self.begun()
    conversation.refresh()
    _ = try Self.asked(&conversation)
    #expect(try conversation.receive(Self.frame(4, SwayRecording.tree)).count == 1)
    #expect(try Self.asked(&conversation) == [1])
    #expect(try conversation.receive(Self.frame(1, SwayRecording.workspaces)).count == 1)
  }

  @Test func `an initial query whose answer is lost twice does not hold up the connection`() throws {
    var conversation = SwayConversation()
    _ = conversation.takeOutput()
    let subscriptions = SwayRecording.subscriptions.flatMap { Self.frame(2, $0) }
    let tree = Self.frame(4, SwayRecording.tree)
    #expect(!(try conversation.receive(subscriptions + tree)).contains(.statusChanged(.connected)))
    #expect(try Self.asked(&conversation) == [1])
    // The list of workspaces is outdated before it has come.
    conversation.refresh()
    #expect(try Self.asked(&conversation) == [4])
    #expect(try conversation.receive(tree).contains(.statusChanged(.connected)))
    #expect(try Self.asked(&conversation).contains(1))
  }

  @Test func `bytes between two messages are skipped, and everything is queried`() throws {
    var (conversation, _) = try Self.begun()
    let mode = Self.frame(0x8000_0002, #"{"change":"x"}"#)
    var damaged = Self.frame(0x8000_0002, #"{"change":"lost"}"#)
    damaged[3] = 0x20
    #expect(try conversation.receive(damaged + mode) == [.modeChanged("x")])
    #expect(try Self.asked(&conversation) == [1, 4, 12, 100])
    #expect(conversation.takeFaults() == ["there are bytes between two messages"])
    // A length that is too great for any message.
    damaged = Self.frame(0x8000_0002, #"{"change":"lost"}"#)
    damaged[9] = 0x7F
    #expect(try conversation.receive(damaged + mode) == [.modeChanged("x")])
  }

  @Test func `a length that has swallowed the next message does not cost that message`() throws {
    var (conversation, _) = try Self.begun()
    let mode = Self.frame(0x8000_0002, #"{"change":"x"}"#)
    var damaged = Self.frame(0x8000_0003, #"{"change":"title"}"#)
    damaged[6] += UInt8(mode.count)
    #expect(try conversation.receive(damaged + mode) == [.modeChanged("x")])
  }

  @Test func `a stream of which nothing is a message any more is given up`() throws {
    var (conversation, _) = try Self.begun()
    #expect(throws: SwayConversation.Failure.unreadable(.notSway)) {
      for _ in 0..<20 { _ = try conversation.receive([UInt8](repeating: 0x61, count: 1 << 20)) }
    }
  }

  @Test func `the flag of a mode whose name is markup is kept when the mode is queried`() throws {
    var (conversation, _) = try Self.begun()
    let name = "<b>a</b>"
    #expect(
      try conversation.receive(Self.frame(0x8000_0002, #"{"change":"<b>a</b>","pango_markup":true}"#))
        == [.modeChanged(BindingMode(name, isMarkup: true))])
    _ = try conversation.receive(Self.frame(0x8000_0000, #"{"change":"reload"}"#))
    #expect(
      try conversation.receive(Self.frame(12, #"{"name":"<b>a</b>"}"#))
        == [.modeChanged(BindingMode(name, isMarkup: true))])
    #expect(
      try conversation.receive(Self.frame(0x8000_0002, #"{"change":"<b>a</b>","pango_markup":false}"#))
        == [.modeChanged(BindingMode(name))])
  }

  @Test(arguments: ["null", "\"(null)\""])
  func `a keyboard whose layout has no name is shown only if there is no other`(name: String) throws {
    func keyboard(_ identifier: String, _ names: String) -> String {
      #"{"identifier":"\#(identifier)","type":"keyboard","xkb_layout_names":[\#(names)],"xkb_active_layout_index":0}"#
    }
    let (virtual, real) = (keyboard("wtype", "\(name),\(name)"), keyboard("kbd", "\"German\""))
    for (list, shown) in [([virtual, real], "kbd"), ([virtual], "wtype")] {
      var (conversation, state) = try Self.begun()
      _ = try conversation.receive(Self.frame(0x8000_0000, #"{"change":"reload"}"#))
      let answer = Self.frame(100, "[\(list.joined(separator: ","))]")
      for event in try conversation.receive(answer) { state.update(event) }
      #expect(state.keyboard?.device == shown)
      let event = Self.frame(0x8000_0015, #"{"change":"xkb_layout","input":\#(virtual)}"#)
      for event in try conversation.receive(event) { state.update(event) }
      #expect(state.keyboard?.device == shown)
    }
  }

  /// Damage to messages costs those messages; the answers to what is queried then lead to the state to which they lead without.
  @Test(arguments: DailySeeds.first(80) as [UInt64])
  func `after damaged messages the next ones are read as they are`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let share = Int.random(in: 2..<12, using: &random)
    func replay(isDamaged: Bool) throws -> CompositorState {
      var (conversation, state) = try Self.begun()
      func take(_ bytes: [UInt8]) throws {
        for event in try conversation.receive(bytes) { state.update(event) }
      }
      for event in SwayRecording.events {
        var frame = Self.frame(event.type, event.json)
        if isDamaged, Int.random(in: 0..<share, using: &random) == 0 {
          switch Int.random(in: 0..<4, using: &random) {
          case 0: frame[Int.random(in: 0..<6, using: &random)] = 0x20
          case 1: frame[6] = UInt8.random(in: 0...255, using: &random)
          case 2: frame[9] = 0xFF
          default:
            let payload = Damage.applied(to: Array(event.json.utf8), using: &random)
            frame = SwayFrame(type: event.type, payload: payload).bytes
          }
        }
        try take(frame)
      }
      // The messages that complete what a damaged length has announced.
      for _ in 0..<20 { try take(Self.frame(0x8000_0007, "{}")) }
      try take(Self.frame(0x8000_0000, #"{"change":"reload"}"#))
      for _ in 0..<20 {
        let queries = try Self.asked(&conversation)
        if queries.isEmpty { break }
        for query in queries { try take(Self.frame(query, try #require(Self.answers[query]))) }
      }
      return state
    }
    #expect(try replay(isDamaged: true) == replay(isDamaged: false), "seed \(seed)")
  }

  @Test func `negative ids and lists of wrong elements are taken as they are or left out`() throws {
    var conversation = SwayConversation()
    _ = try conversation.receive(SwayRecording.subscriptions.flatMap { Self.frame(2, $0) })
    let list = #"[1,null,{"id":-5,"name":"a","num":-1},{"id":-5,"name":"b"},{"num":3}]"#
    let events = try conversation.receive(Self.frame(1, list))
    var state = CompositorState(tellsContents: true)
    for event in events { state.update(event) }
    #expect(state.workspaces.map(\.name) == ["a"])
    #expect(state.workspaces.map(\.number) == [nil])
  }

  @Test(
    arguments: [
      (.openWorkspace(name: #"a "b\"#), #"workspace --no-auto-back-and-forth "a "'"'"b\\""#),
      (
        .focusWorkspace(
          Workspace(
            id: WorkspaceID(rawValue: 3), name: #"a\"#, activeWindow: WindowID(rawValue: 4))),
        "[con_id=4] focus"
      ),
      (
        .openWorkspace(name: "4", output: "DP-1"),
        #"focus output "DP-1"; workspace --no-auto-back-and-forth "4""#
      ),
      (.openWorkspace(name: "a\nexec x"), #"workspace --no-auto-back-and-forth "a exec x""#),
      (.focusWindow(WindowID(rawValue: 7)), "[con_id=7] focus"),
      (.closeWindow(WindowID(rawValue: 7)), "[con_id=7] kill"),
      (
        .setMinimised(WindowID(rawValue: 7), true),
        "[con_id=7] unmark _hyaline_tiled_7; [con_id=7 tiling] mark --add _hyaline_tiled_7; "
          + "[con_id=7] move scratchpad"
      ),
      (
        .setMinimised(WindowID(rawValue: 7), false),
        #"[con_id=7] focus; [con_id=7 con_mark="^_hyaline_tiled_7$"] floating disable; [con_id=7] unmark _hyaline_tiled_7"#
      ),
      (.setFullscreen(WindowID(rawValue: 7), true), "[con_id=7] fullscreen enable"),
      (
        .moveWindow(WindowID(rawValue: 7), Workspace(id: WorkspaceID(rawValue: 3), name: #"a "b"#)),
        #"[con_id=7] move container to workspace "a "'"'"b""#
      ),
      (
        .moveWorkspace(Workspace(id: WorkspaceID(rawValue: 3), name: "4"), output: "DP-1"),
        #"workspace --no-auto-back-and-forth "4"; move workspace to output "DP-1""#
      ),
      (.focusOutput("DP-1"), #"focus output "DP-1""#),
      (.leaveMode, "mode \"default\""),
      (.switchLayout(isForward: true), "input type:keyboard xkb_switch_layout next"),
    ] as [(CompositorCommand, String)])
  func `commands are written so that no name ends them`(command: CompositorCommand, text: String) {
    #expect(SwayCommandText.text(of: command) == text)
  }

  @Test(arguments: DailySeeds.first(40) as [UInt64])
  func `random bytes and mangled recordings never trap`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var conversation = SwayConversation()
    var stream = SwayRecording.subscriptions.flatMap { Self.frame(2, $0) }
    stream += Self.frame(1, SwayRecording.workspaces) + Self.frame(4, SwayRecording.tree)
    stream += SwayRecording.events.shuffled(using: &random).flatMap { Self.frame($0.type, $0.json) }
    for _ in 0..<Int.random(in: 0..<40, using: &random) {
      stream[Int.random(in: 0..<stream.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    var state = CompositorState(tellsContents: true)
    while !stream.isEmpty {
      let part = stream.prefix(Int.random(in: 1..<5000, using: &random))
      stream.removeFirst(part.count)
      guard let events = try? conversation.receive(part) else { return }
      for event in events { state.update(event) }
    }
  }
}
