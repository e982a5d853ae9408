import Geometry
import TestSupport
import Testing

@testable import DesktopModel

/// The lines here are written by the types of niri's sockets, of the versions 25.02 to 26.04, but for those of `NiriRecording`.
struct NiriConversationTests {
  private static let beginning = [
    #"{"Ok":"Handled"}"#,
    #"{"WorkspacesChanged":{"workspaces":[{"id":3,"idx":1,"name":null,"output":"eDP-1","is_urgent":false,"is_active":true,"is_focused":false,"active_window_id":null},{"id":2,"idx":2,"name":"web","output":"DP-1","is_active":false,"is_focused":false,"active_window_id":8},{"id":1,"idx":1,"name":null,"output":"DP-1","is_active":true,"is_focused":true,"active_window_id":7}]}}"#,
    #"{"WindowsChanged":{"windows":[{"id":7,"title":"shell","app_id":"foot","pid":1,"workspace_id":1,"is_focused":true,"is_floating":false,"is_urgent":false,"layout":{"pos_in_scrolling_layout":[1,1],"tile_size":[640.0,704.5],"window_size":[640,704],"tile_pos_in_workspace_view":null,"window_offset_in_tile":[0.0,0.5]},"focus_timestamp":{"secs":4021,"nanos":999999999}},{"id":8,"title":null,"app_id":null,"workspace_id":2,"is_focused":false}]}}"#,
    #"{"KeyboardLayoutsChanged":{"keyboard_layouts":{"names":["English (US)","German"],"current_idx":0}}}"#,
    #"{"OverviewOpenedOrClosed":{"is_open":false}}"#, #"{"ConfigLoaded":{"failed":false}}"#,
    #"{"CastsChanged":{"casts":[]}}"#,
  ]

  private static func begun(
    _ beginning: [String] = beginning
  ) throws -> (NiriConversation, CompositorState) {
    var conversation = NiriConversation()
    var state = CompositorState(tellsContents: true)
    try receive(beginning, &conversation, &state)
    return (conversation, state)
  }

  private static func receive(
    _ lines: [String], _ conversation: inout NiriConversation, _ state: inout CompositorState
  ) throws {
    for event in try conversation.receive(Array((lines.joined(separator: "\n") + "\n").utf8)) {
      state.update(event)
    }
  }

  @Test func `the first events tell everything, ordered by output and number`() throws {
    let (_, state) = try Self.begun()
    #expect(state.status == .connected)
    #expect(state.workspaces.map(\.name) == ["1", "web", "1"])
    #expect(state.workspaces.map(\.output) == ["DP-1", "DP-1", "eDP-1"])
    #expect(state.workspaces.map(\.isVisible) == [true, false, true])
    #expect(state.workspaces.map(\.isEmpty) == [false, false, true])
    #expect(state.focusedWindow?.title == "shell")
    #expect(state.workspaces[1].activeWindow?.rawValue == 8)
    #expect(state.keyboard?.current == "English (US)")
  }

  @Test func `floating windows have their places, and tiled ones none`() throws {
    var (conversation, state) = try Self.begun()
    #expect(state.windows.map { $0.frame } == [nil, nil])
    let change =
      #"{"WindowLayoutsChanged":{"changes":[[7,{"tile_size":[640,480],"tile_pos_in_workspace_view":[12.5,30]}],[8],3]}}"#
    try Self.receive([change], &conversation, &state)
    #expect(state.windows[0].frame?.x == 12.5 && state.windows[0].frame?.maxY == 510)
    try Self.receive(
      [#"{"WindowLayoutsChanged":{"changes":[[7,{"tile_pos_in_workspace_view":null}]]}}"#], &conversation,
      &state)
    #expect(state.windows[0].frame == nil)
  }

  @Test func `a recorded stream tells workspaces, windows and the layout`() throws {
    var (conversation, state) = try Self.begun(NiriRecording.beginning)
    #expect(state.workspaces.map(\.name) == ["chat", "2"])
    #expect(state.workspaces.map(\.isVisible) == [false, true])
    #expect(state.workspaces.map(\.isEmpty) == [false, true])
    #expect(state.focusedWindow == nil && state.keyboard?.current == "Serbian")
    try Self.receive(NiriRecording.secondWindow, &conversation, &state)
    #expect(state.workspaces.map(\.isFocused) == [true, false])
    #expect(state.focusedWindow?.title == "second" && state.focusedWindow?.appID == "foot")
    #expect(state.workspaces[0].activeWindow?.rawValue == 3)
    #expect(state.windows.map(\.title).sorted() == ["first", "second"])
  }

  @Test func `a recorded bell makes window and workspace urgent until they are looked at`() throws {
    var (conversation, state) = try Self.begun([
      #"{"Ok":"Handled"}"#,
      #"{"WorkspacesChanged":{"workspaces":[{"id":2,"idx":1,"name":null,"output":"eDP-1","is_urgent":false,"is_active":false,"is_focused":false,"active_window_id":30},{"id":4,"idx":2,"name":null,"output":"eDP-1","is_urgent":false,"is_active":true,"is_focused":true,"active_window_id":24}]}}"#,
      #"{"WindowsChanged":{"windows":[{"id":30,"title":"other","app_id":"foot","workspace_id":2,"is_focused":false}]}}"#,
    ])
    var urgent: [[Bool]] = []
    for line in NiriRecording.bell {
      try Self.receive([line], &conversation, &state)
      urgent.append([state.workspaces[1].isUrgent, state.windows.contains(where: \.isUrgent)])
    }
    #expect(
      urgent == Array(repeating: [false, false], count: 3) + [[true, false], [true, true], [true, true]]
        + Array(repeating: [false, true], count: 3) + Array(repeating: [false, false], count: 3))
    #expect(state.focusedWindow?.title == "other")
    #expect(state.windows.first { $0.id.rawValue == 24 }?.title == "rung")
  }

  @Test(
    arguments: [
      (
        #"{"WorkspaceActivated":{"id":2,"focused":true}}"#,
        .workspaceActivated(WorkspaceID(rawValue: 2), isFocused: true)
      ),
      (
        #"{"WorkspaceUrgencyChanged":{"id":2,"urgent":true}}"#,
        .workspaceUrgencyChanged(WorkspaceID(rawValue: 2), isUrgent: true)
      ),
      (
        #"{"WorkspaceActiveWindowChanged":{"workspace_id":2,"active_window_id":null}}"#,
        .activeWindowChanged(WorkspaceID(rawValue: 2), nil)
      ),
      (
        #"{"WindowOpenedOrChanged":{"window":{"id":9,"title":"é","app_id":"a","workspace_id":2,"is_focused":true}}}"#,
        .windowChanged(
          Window(
            id: WindowID(rawValue: 9), title: "é", appID: "a", workspace: WorkspaceID(rawValue: 2),
            isFocused: true))
      ),
      (#"{"WindowClosed":{"id":7}}"#, .windowClosed(WindowID(rawValue: 7))),
      (#"{"WindowFocusChanged":{"id":null}}"#, .windowFocused(nil)),
      (
        #"{"WindowUrgencyChanged":{"id":7,"urgent":true}}"#,
        .windowUrgencyChanged(WindowID(rawValue: 7), isUrgent: true)
      ),
      (#"{"KeyboardLayoutSwitched":{"idx":1}}"#, .layoutSwitched(index: 1)),
      (#"{"ConfigLoaded":{"failed":false}}"#, nil), (#"{"WindowLayoutsChanged":{"changes":[]}}"#, nil),
      (#"{"WindowFocusTimestampChanged":{"id":7,"focus_timestamp":{"secs":1,"nanos":2}}}"#, nil),
      (#"{"ScreenshotCaptured":{"path":null}}"#, nil), (#"{"CastStopped":{"stream_id":7}}"#, nil),
      (#"{"WindowClosed":{"id":-1.5}}"#, nil), (#"{"WindowClosed":{}}"#, nil), ("[]", nil), ("{", nil),
      (#"{"WorkspaceActivated":{"id":1e99}}"#, nil), (#"{"WindowOpenedOrChanged":{"window":null}}"#, nil),
    ] as [(String, CompositorEvent?)])
  func `a line is one event or none`(line: String, event: CompositorEvent?) throws {
    var (conversation, _) = try Self.begun()
    #expect(try conversation.receive(Array((line + "\r\n").utf8)) == (event.map { [$0] } ?? []))
  }

  @Test func `a refusal ends the conversation with niri's words`() throws {
    var conversation = NiriConversation()
    #expect(throws: NiriConversation.Failure.refused("no such request")) {
      try conversation.receive(Array("{\"Err\":\"no such request\"}\n".utf8))
    }
  }

  @Test(
    arguments: [
      (
        .focusWorkspace(Workspace(id: WorkspaceID(rawValue: 4), name: "x")),
        #"{"Action":{"FocusWorkspace":{"reference":{"Id":4}}}}"#
      ),
      (.openWorkspace(name: "a\"\n"), #"{"Action":{"FocusWorkspace":{"reference":{"Name":"a\"\n"}}}}"#),
      (.openWorkspace(name: "3"), #"{"Action":{"FocusWorkspace":{"reference":{"Index":3}}}}"#),
      (.focusWindow(WindowID(rawValue: 7)), #"{"Action":{"FocusWindow":{"id":7}}}"#),
      (.closeWindow(WindowID(rawValue: 7)), #"{"Action":{"CloseWindow":{"id":7}}}"#),
      (.switchLayout(isForward: true), #"{"Action":{"SwitchLayout":{"layout":"Next"}}}"#),
      (
        .moveWindow(WindowID(rawValue: 7), Workspace(id: WorkspaceID(rawValue: 4), name: "x")),
        #"{"Action":{"MoveWindowToWorkspace":{"focus":false,"reference":{"Id":4},"window_id":7}}}"#
      ),
      (
        .moveWorkspace(Workspace(id: WorkspaceID(rawValue: 4), name: "x"), output: "DP-1"),
        #"{"Action":{"MoveWorkspaceToMonitor":{"output":"DP-1","reference":{"Id":4}}}}"#
      ),
      (.focusOutput("DP-1"), #"{"Action":{"FocusMonitor":{"output":"DP-1"}}}"#),
      (.toggleSpecial(Workspace(id: WorkspaceID(rawValue: 4), name: "x")), nil),
      (.setMinimised(WindowID(rawValue: 7), true), nil), (.leaveMode, nil),
    ] as [(CompositorCommand, String?)])
  func `commands are one line of JSON each`(command: CompositorCommand, text: String?) {
    #expect(NiriCommandText.text(of: command) == text.map { $0 + "\n" })
  }

  @Test func `a line that cannot be read or is too long costs itself alone`() throws {
    var (conversation, _) = try Self.begun()
    let closed = Array(#"{"WindowClosed":{"id":7}}"#.utf8) + [0x0A]
    let event = CompositorEvent.windowClosed(WindowID(rawValue: 7))
    #expect(try conversation.receive(Array("{\"Win\n[1\n".utf8) + closed) == [event])
    for _ in 0..<3 {
      #expect(try conversation.receive([UInt8](repeating: 0x7B, count: 10 << 20)) == [])
    }
    #expect(try conversation.receive([0x0A] + closed) == [event])
    #expect(
      conversation.takeFaults() == [
        "an event cannot be read: byte 5: expected the end of a string",
        "an event is longer than 16777216 bytes",
      ])
  }

  /// Damage to one message costs that message; what lists everything leads to the state to which it leads without.
  @Test(arguments: DailySeeds.first(60) as [UInt64])
  func `after a damaged event the next ones are read as they are`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let lines = NiriRecording.beginning + NiriRecording.secondWindow
    let share = Int.random(in: 1..<8, using: &random)
    func replay(isDamaged: Bool) throws -> CompositorState {
      var (conversation, state) = (NiriConversation(), CompositorState(tellsContents: true))
      for line in lines + NiriRecording.beginning.dropFirst() {
        for event in try conversation.receive(Array((line + "\n").utf8)) { state.update(event) }
        guard isDamaged, Int.random(in: 0..<share, using: &random) == 0 else { continue }
        // A refusal ends the conversation.
        let damaged = Damage.applied(to: Array(line.utf8), using: &random) + [0x0A]
        for event in (try? conversation.receive(damaged)) ?? [] { state.update(event) }
      }
      for line in NiriRecording.beginning.dropFirst() + NiriRecording.secondWindow {
        for event in try conversation.receive(Array((line + "\n").utf8)) { state.update(event) }
      }
      return state
    }
    #expect(try replay(isDamaged: true) == replay(isDamaged: false), "seed \(seed)")
  }

  @Test(arguments: DailySeeds.first(30) as [UInt64])
  func `mangled events never trap`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var conversation = NiriConversation()
    var state = CompositorState(tellsContents: true)
    for _ in 0..<50 {
      let lines = Self.beginning + NiriRecording.beginning + NiriRecording.secondWindow + NiriRecording.bell
      var line = Array(lines.randomElement(using: &random)!.utf8)
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      for event in (try? conversation.receive(line + [0x0A])) ?? [] { state.update(event) }
    }
  }
}
