import Geometry
import TestSupport
import Testing

@testable import DesktopModel

/// The lines and answers here are those of versions before 0.57, written by Hyprland's documentation of its sockets.
struct HyprlandConversationTests {
  private static let workspaces = #"""
    [{"id":2,"name":"2","monitor":"DP-1","windows":1,"lastwindow":"0x55aa0002"},
    {"id":-1337,"name":"mail","monitor":"DP-1","windows":0,"lastwindow":"0x0"},
    {"id":1,"name":"1","monitor":"DP-1","windows":2,"lastwindow":"0x55aa0001"},
    {"id":-98,"name":"special:music","monitor":"DP-1","windows":1},
    {"id":3,"name":"web","monitor":"DP-2","windows":0}]
    """#
  private static let monitors = #"""
    [{"id":0,"name":"DP-1","focused":true,"activeWorkspace":{"id":1,"name":"1"}},
    {"id":1,"name":"DP-2","focused":false,"activeWorkspace":{"id":3,"name":"web"}}]
    """#
  private static let clients = #"""
    [{"address":"0x55aa0001","mapped":true,"workspace":{"id":1,"name":"1"},"class":"foot","title":"shell","fullscreen":0,"focusHistoryID":0},
    {"address":"0x55aa0003","mapped":true,"workspace":{"id":1,"name":"1"},"class":"mpv","title":"film","fullscreen":2,"focusHistoryID":2},
    {"address":"0x55aa0002","mapped":true,"workspace":{"id":2,"name":"2"},"class":"firefox","title":"a, b","fullscreen":false,"focusHistoryID":1},
    {"address":"0x55aa0004","mapped":true,"workspace":{"id":-98,"name":"special:music"},"class":"music","title":"song","focusHistoryID":3},
    {"address":"0x55aa0005","mapped":false,"workspace":{"id":1,"name":"1"},"class":"x","title":"y","focusHistoryID":4}]
    """#
  private static let devices = #"""
    {"keyboards":[{"name":"power-button","layout":"us","active_keymap":"English (US)","main":false},
    {"name":"at-keyboard","layout":"us,de","active_layout_index":1,"active_keymap":"German","main":true}]}
    """#

  private static func begun() -> (HyprlandConversation, CompositorState) {
    var conversation = HyprlandConversation()
    var state = CompositorState(tellsContents: true)
    _ = conversation.takeQueries()
    for (query, text) in [
      (HyprlandQuery.workspaces, workspaces), (.monitors, monitors), (.clients, clients), (.devices, devices),
      (.submap, "\"default\""),
    ] {
      for event in conversation.receive(Array(text.utf8), for: query) { state.update(event) }
    }
    return (conversation, state)
  }

  @Test func `all is asked for at the start, and nothing twice`() {
    var conversation = HyprlandConversation()
    let queries = [conversation.takeQueries(), conversation.takeQueries()]
    #expect(queries == [[.workspaces, .monitors, .clients, .devices, .submap], []])
    #expect(HyprlandQuery.clients.request == "j/clients")
  }

  @Test func `answers tell workspaces by number and then by name, windows and the keyboard`() {
    let (_, state) = Self.begun()
    #expect(state.status == .connected)
    #expect(state.workspaces.map(\.name) == ["1", "2", "web", "mail"])
    #expect(state.workspaces.map(\.number) == [1, 2, 3, nil])
    #expect(state.workspaces.map(\.isVisible) == [true, false, true, false])
    #expect(state.workspaces.map(\.isFocused) == [true, false, false, false])
    #expect(state.workspaces.map(\.isEmpty) == [false, false, true, true])
    #expect(state.windows.map(\.title) == ["shell", "film", "a, b", "song"])
    #expect(state.windows.map(\.isFullscreen) == [false, true, false, false])
    #expect(state.scratchpad.map(\.appID) == ["music"])
    #expect(state.focusedWindow?.title == "shell")
    #expect(state.keyboard == KeyboardLayouts(device: "at-keyboard", names: ["us", "German"], index: 1))
  }

  @Test(
    arguments: [
      (#""fullscreen":true,"fullscreenMode":0"#, true), (#""fullscreen":true,"fullscreenMode":1"#, false),
      (#""fullscreen":false,"fullscreenMode":0"#, false), (#""fullscreen":true"#, true),
      (#""fullscreen":1"#, false), (#""fullscreen":3"#, true),
    ])
  func `a maximised window is not in fullscreen`(_ members: String, _ isFullscreen: Bool) {
    var (conversation, state) = Self.begun()
    let clients = #"[{"address":"0x7","workspace":{"id":1,"name":"1"},\#(members)}]"#
    for event in conversation.receive(Array(clients.utf8), for: .clients) { state.update(event) }
    #expect(state.windows.map(\.isFullscreen) == [isFullscreen])
  }

  @Test(
    arguments: [
      ("workspace>>2", [], [.workspaces, .monitors]),
      (
        "workspacev2>>2,2", [.workspaceActivated(WorkspaceID(rawValue: 2), isFocused: true)],
        [.workspaces, .monitors]
      ),
      ("activewindowv2>>55aa0003", [.windowFocused(WindowID(rawValue: 0x55aa_0003))], []),
      ("activewindowv2>>", [.windowFocused(nil)], []),
      ("activewindowv2>>55aa0099", [.windowFocused(WindowID(rawValue: 0x55aa_0099))], [.clients]),
      ("closewindow>>55aa0003", [.windowClosed(WindowID(rawValue: 0x55aa_0003))], []),
      ("closewindow>>55aa0004", [.windowClosed(WindowID(rawValue: 0x55aa_0004))], [.clients]),
      ("openwindow>>55aa0009,1,foot,a,b", [], [.clients]),
      ("windowtitle>>55aa0001", [], [.clients]),
      (
        "windowtitlev2>>55aa0001,x, y>>z", [.windowTitleChanged(WindowID(rawValue: 0x55aa_0001), "x, y>>z")],
        []
      ),
      ("submap>>resize", [.modeChanged("resize")], []), ("submap>>", [.modeChanged(nil)], []),
      (
        "urgent>>55aa0002",
        [
          .windowUrgencyChanged(WindowID(rawValue: 0x55aa_0002), isUrgent: true),
          .workspaceUrgencyChanged(WorkspaceID(rawValue: 2), isUrgent: true),
        ], []
      ),
      ("activelayout>>at-keyboard,German", [], [.devices]),
      ("configreloaded>>", [], [.workspaces, .monitors, .clients, .devices, .submap]),
      ("", [], []), (">>", [], []), ("nonsense", [], []), ("workspacev2>>x", [], [.workspaces, .monitors]),
      ("closewindow>>-1", [], []), ("urgent>>fffffffffffffffffff", [], []),
      ("windowtitlev2>>55aa0001", [], []),
    ] as [(String, [CompositorEvent], [HyprlandQuery])])
  func `an event tells what it says, and asks for the rest`(
    line: String, events: [CompositorEvent], queries: [HyprlandQuery]
  ) throws {
    var (conversation, _) = Self.begun()
    #expect(conversation.receive(Array((line + "\n").utf8)) == events)
    #expect(conversation.takeQueries() == queries)
  }

  @Test func `where titles come with their events, the older events ask for nothing`() throws {
    var (conversation, _) = Self.begun()
    _ = conversation.receive(Array("windowtitlev2>>55aa0001,x\nwindowtitle>>55aa0001\n".utf8))
    #expect(conversation.takeQueries() == [])
  }

  @Test func `urgency lasts until the window has the keyboard`() throws {
    var (conversation, state) = Self.begun()
    for event in conversation.receive(Array("urgent>>55aa0002\n".utf8)) { state.update(event) }
    for event in conversation.receive(Array(Self.workspaces.utf8), for: .workspaces) { state.update(event) }
    #expect(state.workspaces.map(\.isUrgent) == [false, true, false, false])
    for event in conversation.receive(Array("activewindowv2>>55aa0002\n".utf8)) { state.update(event) }
    #expect(state.workspaces.map(\.isUrgent) == [false, false, false, false])
  }

  @Test(arguments: ["", "[", "{}", "null", "[1,{}]", #"[{"id":"1"}]"#, "unknown request"])
  func `an answer of another form tells no wrong thing`(answer: String) {
    var conversation = HyprlandConversation()
    _ = conversation.takeQueries()
    var state = CompositorState(tellsContents: true)
    for query in HyprlandQuery.allCases {
      for event in conversation.receive(Array(answer.utf8), for: query) { state.update(event) }
    }
    #expect(state.workspaces.isEmpty && state.windows.isEmpty && state.keyboard == nil)
  }

  @Test func `the special workspace that had the keyboard last is the one that is shown`() {
    let (conversation, _) = Self.begun()
    #expect(conversation.special == "music")
    #expect(
      HyprlandCommandText.texts(of: .showScratchpad, special: "a\"b") == [
        #"dispatch hl.dsp.workspace.toggle_special("a\"b")"#, #"dispatch togglespecialworkspace a"b"#,
      ])
  }

  @Test func `the name of the special workspace is forgotten with its last window`() throws {
    var (conversation, _) = Self.begun()
    #expect(conversation.special == "music")
    _ = conversation.receive(Array("closewindow>>55aa0004\n".utf8))
    #expect(conversation.takeQueries() == [.clients])
    _ = conversation.receive(Array("[]".utf8), for: .clients)
    #expect(conversation.special == "")
  }

  @Test
  func `special workspaces are apart from the others, with their windows and the outputs that show them`() {
    var (conversation, state) = Self.begun()
    #expect(state.specials.map(\.name) == ["music"] && state.specials.map(\.isVisible) == [false])
    #expect(state.specials.flatMap { state.windows(in: $0.id) }.map(\.title) == ["song"])
    #expect(conversation.receive(Array("activespecial>>special:music,DP-2\n".utf8)) == [])
    #expect(conversation.takeQueries() == [.workspaces, .monitors])
    let shown = #"""
      [{"name":"DP-1","focused":true,"activeWorkspace":{"id":1,"name":"1"},"specialWorkspace":{"id":0,"name":""}},
      {"name":"DP-2","activeWorkspace":{"id":3,"name":"web"},"specialWorkspace":{"id":-98,"name":"special:music"}}]
      """#
    for event in conversation.receive(Array(shown.utf8), for: .monitors) { state.update(event) }
    #expect(state.specials.map(\.isVisible) == [true])
    #expect(state.workspaces.map(\.isVisible) == [true, false, true, false])
    let unnamed = #"[{"id":-99,"name":"special:special","monitor":"DP-1"}]"#
    for event in conversation.receive(Array(unnamed.utf8), for: .workspaces) { state.update(event) }
    #expect(state.specials.map(\.name) == [""] && state.workspaces.isEmpty)
  }

  @Test func `windows have their places on their monitors`() {
    var conversation = HyprlandConversation()
    var state = CompositorState(tellsContents: true)
    let monitors = #"[{"id":0,"name":"A","x":0,"y":0},{"id":1,"name":"B","x":1920,"y":-100}]"#
    let clients = #"""
      [{"address":"0x1","workspace":{"id":1,"name":"1"},"at":[2000,0],"size":[640,480],"monitor":1,"floating":true},
      {"address":"0x2","workspace":{"id":1,"name":"1"},"at":[0,0],"size":[640,480],"monitor":7},
      {"address":"0x3","workspace":{"id":1,"name":"1"},"at":[0],"monitor":1}]
      """#
    for (query, text) in [(HyprlandQuery.monitors, monitors), (.clients, clients)] {
      for event in conversation.receive(Array(text.utf8), for: query) { state.update(event) }
    }
    #expect(state.windows.map { $0.frame?.x } == [80, nil, nil])
    #expect(state.windows.map { $0.frame?.y } == [100, nil, nil])
    #expect(
      state.windows.first?.frame?.width == 640 && state.windows.map(\.isFloating) == [true, false, false])
  }

  @Test func `no identifier of a workspace that has only a name is given twice`() {
    var (conversation, state) = Self.begun()
    var identifiers: Set<WorkspaceID> = []
    for round in 0..<1100 {
      let answer = #"""
        [{"address":"first","name":"first","monitor":"DP-1"},
        {"address":"round \#(round)","name":"round \#(round)","monitor":"DP-1"}]
        """#
      for event in conversation.receive(Array(answer.utf8), for: .workspaces) { state.update(event) }
      identifiers.formUnion(state.workspaces.map(\.id))
    }
    #expect(identifiers.count == 1101)
    #expect(state.workspaces.map(\.name) == ["first", "round 1099"])
  }

  @Test func `the submap is asked for, and an event is newer than the answer`() throws {
    var conversation = HyprlandConversation()
    _ = conversation.takeQueries()
    #expect(
      conversation.receive(Array(HyprlandRecording.submaps.other.utf8), for: .submap) == [
        .modeChanged("resize")
      ])
    #expect(
      conversation.receive(Array(HyprlandRecording.submaps.usual.utf8), for: .submap) == [.modeChanged(nil)])
    #expect(conversation.receive(Array("unknown request".utf8), for: .submap) == [])
    #expect(conversation.receive(Array("submap>>move\n".utf8)) == [.modeChanged("move")])
    #expect(conversation.receive(Array("\"default\"".utf8), for: .submap) == [])
  }

  // MARK: - Recorded

  /// Tells a conversation what was recorded, each part of it changed by `change`.
  private static func replay(
    _ steps: [HyprlandRecording.Step], to conversation: inout HyprlandConversation,
    _ state: inout CompositorState, change: (String) -> [UInt8] = { Array($0.utf8) }
  ) {
    for step in steps {
      let lines = step.events.isEmpty ? [] : change(step.events + "\n")
      for event in conversation.receive(lines) { state.update(event) }
      _ = conversation.takeQueries()
      for (query, text) in [
        (HyprlandQuery.workspaces, step.workspaces), (.monitors, step.monitors), (.clients, step.clients),
      ] {
        for event in conversation.receive(change(text), for: query) { state.update(event) }
      }
    }
  }

  @Test func `workspaces of version 0.57 are known by their first names`() throws {
    var (conversation, state) = (HyprlandConversation(), CompositorState(tellsContents: true))
    Self.replay([HyprlandRecording.start], to: &conversation, &state)
    #expect(state.status == .connected)
    #expect(state.workspaces.map(\.name) == ["1"] && state.workspaces.map(\.isFocused) == [true])
    Self.replay([HyprlandRecording.named], to: &conversation, &state)
    #expect(state.workspaces.map(\.name) == ["1", "web, mail"])
    #expect(
      state.workspaces.map(\.number) == [1, nil] && state.workspaces.map(\.isFocused) == [true, false])
    #expect(state.workspaces.map { state.windows(in: $0.id).map(\.title) } == [["second"], ["first"]])
    let web = try #require(state.workspaces.last)
    Self.replay([HyprlandRecording.renamed], to: &conversation, &state)
    #expect(state.workspaces.map(\.name) == ["one, more", "2", "post"])
    #expect(state.workspaces.map(\.number) == [1, 2, nil] && state.workspaces.last?.id == web.id)
    #expect(state.focusedWindow == nil)
  }

  @Test func `special workspaces of version 0.57 are none of the others`() throws {
    var (conversation, state) = (HyprlandConversation(), CompositorState(tellsContents: true))
    let steps = Array(HyprlandRecording.steps.dropLast())
    Self.replay(steps, to: &conversation, &state)
    #expect(state.workspaces.map(\.name) == ["2", "post"])
    #expect(state.scratchpad.map(\.title) == ["second"] && conversation.special == "music")
    #expect(state.windows.map(\.isFocused) == [false, false])
    Self.replay([HyprlandRecording.moved], to: &conversation, &state)
    #expect(state.workspaces.map(\.name) == ["1", "post"] && state.mode == nil)
    #expect(state.workspaces.map(\.output) == ["HL-2", "Virtual-1"])
    #expect(state.workspaces.map(\.isVisible) == [true, true])
    #expect(state.workspaces.map(\.isFocused) == [true, false])
  }

  @Test(
    arguments: [("web, mail,web, mail", true), ("web, mail,post", true), ("web,web", false), ("web", false)])
  func `an event of a workspace with a name tells which at once, whatever the name`(
    data: String, isKnown: Bool
  )
    throws
  {
    var (conversation, state) = (HyprlandConversation(), CompositorState(tellsContents: true))
    Self.replay([HyprlandRecording.start, HyprlandRecording.named], to: &conversation, &state)
    let web = try #require(state.workspaces.last?.id)
    let events = conversation.receive(Array("workspacev2>>\(data)\n".utf8))
    #expect(events == (isKnown ? [.workspaceActivated(web, isFocused: true)] : []))
    // A name that begins with a number is none.
    #expect(conversation.receive(Array("workspacev2>>3, x,3, x\n".utf8)) == [])
    let third = CompositorEvent.workspaceActivated(WorkspaceID(rawValue: 3), isFocused: true)
    #expect(conversation.receive(Array("workspacev2>>3,more, of it\n".utf8)) == [third])
  }

  @Test(arguments: HyprlandRecording.refusals)
  func `a refusal of version 0.57 is told from an acceptance, and is no answer`(refusal: String) {
    #expect(!HyprlandCommandText.isAccepted(Array(refusal.utf8)))
    var (conversation, _) = Self.begun()
    for query in HyprlandQuery.allCases where query != .devices {
      #expect(conversation.receive(Array(refusal.utf8), for: query) == [])
    }
  }

  @Test(arguments: DailySeeds.first(40) as [UInt64])
  func `what was recorded, cut and changed, never traps`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var (conversation, state) = (HyprlandConversation(), CompositorState(tellsContents: true))
    let steps = HyprlandRecording.steps
    Self.replay(steps, to: &conversation, &state) { text in
      var bytes = Array(text.utf8)
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
      for _ in 0..<Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      return bytes
    }
    // A replay of the unchanged recording restores the true state.
    _ = conversation.receive([0x0A])
    Self.replay(steps, to: &conversation, &state)
    #expect(state.workspaces.map(\.name) == ["1", "post"] && state.scratchpad.map(\.title) == ["second"])
  }

  @Test func `a line that is too long is left out, and everything is queried`() {
    var (conversation, _) = Self.begun()
    _ = conversation.takeQueries()
    for query in HyprlandQuery.allCases { conversation.fail(query) }
    #expect(conversation.receive([UInt8](repeating: 0x61, count: 2 << 20)) == [])
    #expect(conversation.receive("a\nsubmap>>x\n".utf8) == [.modeChanged("x")])
    #expect(conversation.takeQueries() == HyprlandQuery.allCases)
    #expect(conversation.takeFaults() == ["an event is longer than 1048576 bytes"])
  }

  @Test(arguments: [Array(#"\xc7\xe5\xbb  "#.utf8), [0xC7, 0xE5, 0xBB]])
  func `a monitor whose maker has a name in another encoding is read`(model: [UInt8]) {
    var (conversation, state) = (HyprlandConversation(), CompositorState(tellsContents: true))
    _ = conversation.takeQueries()
    let monitors =
      Array(#"[{"id":0,"name":"DP-1","model":""#.utf8) + model
      + Array(#"","activeWorkspace":{"id":1,"name":"1"},"focused":true}]"#.utf8)
    let events =
      conversation.receive(Array(#"[{"id":1,"name":"1","monitor":"DP-1"}]"#.utf8), for: .workspaces)
      + conversation.receive(monitors, for: .monitors)
    for event in events { state.update(event) }
    #expect(state.workspaces.map(\.isFocused) == [true])
    #expect(conversation.takeFaults() == [])
  }

  @Test func `a query whose answer cannot be used is sent once more, and what is known is shown without it`()
  {
    var (conversation, state) = (HyprlandConversation(), CompositorState(tellsContents: true))
    func answer(_ text: String, for query: HyprlandQuery) {
      for event in conversation.receive(Array(text.utf8), for: query) { state.update(event) }
    }
    _ = conversation.takeQueries()
    answer(#"[{"id":1,"name":"1","monitor":"DP-1"}]"#, for: .workspaces)
    answer("[]", for: .clients)
    answer("[{", for: .monitors)
    #expect(conversation.takeQueries() == [.monitors] && state.status == .connecting)
    answer(#"{"error":7}"#, for: .monitors)
    #expect(conversation.takeQueries() == [])
    #expect(state.workspaces.map(\.name) == ["1"] && state.status == .connected)
    #expect(
      conversation.takeFaults() == [
        "the answer to j/monitors cannot be read: byte 2: expected a name in quotes",
        "the answer to j/monitors has an unknown form",
      ])
    answer("[{", for: .monitors)
    #expect(conversation.takeFaults() == [], "each kind of fault is told once")
  }

  @Test func `a version without the query of the submap is no fault`() {
    var (conversation, _) = Self.begun()
    #expect(conversation.receive(Array("unknown request".utf8), for: .submap) == [])
    #expect(conversation.takeFaults() == [])
  }

  @Test(arguments: ["error", "none"])
  func `a keyboard without layouts is shown only if there is no other`(name: String) {
    func device(_ name: String, _ layout: String, isMain: Bool) -> String {
      #"{"name":"\#(name)","layout":"us","active_layout_index":0,"active_keymap":"\#(layout)","main":\#(isMain)}"#
    }
    let virtual = device("wtype", name, isMain: true)
    for (list, layout) in [([virtual, device("kbd", "German", isMain: false)], "German"), ([virtual], name)] {
      var (conversation, state) = Self.begun()
      let answer = #"{"keyboards":[\#(list.joined(separator: ","))]}"#
      for event in conversation.receive(Array(answer.utf8), for: .devices) { state.update(event) }
      #expect(state.keyboard?.current == layout)
    }
  }

  /// The names and states of workspaces and windows, without identifiers, which depend on earlier messages.
  private static func names(_ state: CompositorState) -> [String] {
    state.workspaces.map { "\($0.name) \($0.outputs) \($0.isVisible) \($0.isFocused) \($0.isEmpty ?? true)" }
      + state.windows.map { window in
        let place = window.workspace.flatMap { state.workspace($0) }?.name ?? ""
        return "\(window.title) \(window.appID) \(place) \(window.isInScratchpad)"
      } + ["\(state.status)"]
  }

  /// Damage to one message costs that message; what comes after it leads to the state to which it leads without.
  @Test(arguments: DailySeeds.first(60) as [UInt64])
  func `after a damaged message the next ones are read as they are`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let steps = HyprlandRecording.steps
    var (plain, plainState) = (HyprlandConversation(), CompositorState(tellsContents: true))
    Self.replay(steps, to: &plain, &plainState)
    var (damaged, state) = (HyprlandConversation(), CompositorState(tellsContents: true))
    let count = Int.random(in: 1..<6, using: &random)
    Self.replay(steps, to: &damaged, &state) { text in
      Int.random(in: 0..<count, using: &random) == 0
        ? Damage.applied(to: Array(text.utf8), using: &random) : Array(text.utf8)
    }
    // A line break ends the line that a damage has left open.
    for event in damaged.receive([0x0A]) { state.update(event) }
    Self.replay(steps, to: &damaged, &state)
    #expect(Self.names(state) == Self.names(plainState), "seed \(seed)")
  }

  @Test(
    arguments: [
      (
        .focusWorkspace(Workspace(id: WorkspaceID(rawValue: 3), name: "web", number: 3)),
        ["dispatch hl.dsp.focus({ workspace = \"3\" })", "dispatch workspace 3"]
      ),
      (
        .focusWorkspace(Workspace(id: WorkspaceID(rawValue: -5), name: "a\n\"b\\")),
        [#"dispatch hl.dsp.focus({ workspace = "name:a \"b\\" })"#, #"dispatch workspace name:a "b\"#]
      ),
      (
        .focusWindow(WindowID(rawValue: 0x55aa)),
        [#"dispatch hl.dsp.focus({ window = "address:0x55aa" })"#, "dispatch focuswindow address:0x55aa"]
      ),
      (
        .closeWindow(WindowID(rawValue: -1)),
        [
          #"dispatch hl.dsp.window.close({ window = "address:0xffffffffffffffff" })"#,
          "dispatch closewindow address:0xffffffffffffffff",
        ]
      ),
      (
        .setMaximised(WindowID(rawValue: 10), true),
        [
          "dispatch hl.dsp.window.fullscreen({ mode = \"maximized\", action = \"set\", window = \"address:0xa\" })"
        ]
      ),
      (
        .setFullscreen(WindowID(rawValue: 10), false),
        [
          "dispatch hl.dsp.window.fullscreen({ mode = \"fullscreen\", action = \"unset\", window = \"address:0xa\" })"
        ]
      ),
      (
        .moveWindow(
          WindowID(rawValue: 10), Workspace(id: WorkspaceID(rawValue: 3), name: "web", number: 3)),
        [
          #"dispatch hl.dsp.window.move({ workspace = "3", follow = false, window = "address:0xa" })"#,
          "dispatch movetoworkspacesilent 3,address:0xa",
        ]
      ),
      (
        .moveWorkspace(Workspace(id: WorkspaceID(rawValue: 3), name: "web", number: 3), output: "DP-2"),
        [
          #"dispatch hl.dsp.workspace.move({ workspace = "3", monitor = "DP-2" })"#,
          "dispatch moveworkspacetomonitor 3 DP-2",
        ]
      ),
      (
        .focusOutput("DP-2"), [#"dispatch hl.dsp.focus({ monitor = "DP-2" })"#, "dispatch focusmonitor DP-2"]
      ),
      (
        .toggleSpecial(Workspace(id: WorkspaceID(rawValue: -98), name: "music")),
        [#"dispatch hl.dsp.workspace.toggle_special("music")"#, "dispatch togglespecialworkspace music"]
      ),
      (.leaveMode, [#"dispatch hl.dsp.submap("reset")"#, "dispatch submap reset"]),
      (.switchLayout(isForward: false), ["switchxkblayout current prev"]),
      (
        .showScratchpad,
        ["dispatch hl.dsp.workspace.toggle_special(\"\")", "dispatch togglespecialworkspace"]
      ),
    ] as [(CompositorCommand, [String])])
  func `commands are one line each, for versions with Lua and for those before`(
    command: CompositorCommand, texts: [String]
  ) {
    #expect(HyprlandCommandText.texts(of: command) == texts)
  }

  @Test func `a refusal is told from an acceptance`() {
    #expect(HyprlandCommandText.isAccepted(Array("ok".utf8)))
    #expect(!HyprlandCommandText.isAccepted(Array("Invalid dispatcher".utf8)))
    #expect(!HyprlandCommandText.isAccepted([]))
  }

  @Test(arguments: DailySeeds.first(30) as [UInt64])
  func `random bytes never trap`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var (conversation, state) = Self.begun()
    let names = ["workspacev2", "urgent", "closewindow", "windowtitlev2", "activewindowv2", "submap", "x"]
    for _ in 0..<100 {
      var line = Array(
        "\(names.randomElement(using: &random)!)>>55aa000\(Int.random(in: 0..<9, using: &random)),".utf8)
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        line.append(UInt8.random(in: 0...255, using: &random))
      }
      for event in conversation.receive(line + [0x0A]) { state.update(event) }
      for query in conversation.takeQueries() {
        var answer = Array((query == .clients ? Self.clients : Self.workspaces).utf8)
        answer[Int.random(in: 0..<answer.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        for event in conversation.receive(answer, for: query) { state.update(event) }
      }
    }
  }
}
