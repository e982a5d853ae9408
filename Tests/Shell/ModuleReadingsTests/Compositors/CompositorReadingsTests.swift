import BarUI
import DesktopModel
import ModuleModel
import Testing
import TextProcessing

@testable import ModuleReadings
@testable import Settings

struct CompositorReadingsTests {
  private static func id(_ number: Int) -> WorkspaceID { WorkspaceID(rawValue: number) }

  /// Two outputs: on A workspaces 1 (shown, focused, with windows 11 and 12), 3 (urgent, empty); on B workspace `2: web`.
  private static var state: CompositorState {
    var state = CompositorState(tellsContents: true)
    state.update(
      .workspacesListed([
        Workspace(id: id(1), name: "1", number: 1, output: "A", isVisible: true, isFocused: true),
        Workspace(id: id(3), name: "3", number: 3, output: "A", isUrgent: true),
        Workspace(id: id(2), name: "2: web", number: 2, output: "B", isVisible: true),
      ]))
    func window(_ number: Int, _ app: String, in workspace: Int, isFocused: Bool = false) -> Window {
      Window(
        id: WindowID(rawValue: number), title: "\(app) \(number)", appID: app, workspace: id(workspace),
        isFocused: isFocused)
    }
    state.update(
      .windowsListed(
        [window(11, "foot", in: 1), window(12, "foot", in: 1, isFocused: true), window(13, "web", in: 2)],
        active: [id(1): WindowID(rawValue: 12), id(2): WindowID(rawValue: 13)]))
    state.update(.statusChanged(.connected))
    return state
  }

  // MARK: - Workspaces

  @Test func `each output has its own workspaces, with their states`() {
    let reading = WorkspacesReading(Self.state, WorkspacesSettings()).reading
    #expect(reading.items == [])
    #expect(reading.byOutput["A"]?.items.map(\.id) == ["1", "3"])
    #expect(reading.byOutput["A"]?.items.map(\.states) == [["visible", "focused"], ["empty", "urgent"]])
    #expect(reading.byOutput["A"]?.items[0].fields["windows"] == .integer(2))
    #expect(reading.byOutput["A"]?.items[0].fields["titles"] == .text("foot 11, foot 12"))
    #expect(reading.byOutput["B"]?.items.map(\.fields["name"]) == [.text("2: web")])
  }

  @Test func `with all outputs there is one list`() {
    var settings = WorkspacesSettings()
    settings.showsAllOutputs = true
    let reading = WorkspacesReading(Self.state, settings).reading
    #expect(reading.items.map(\.id) == ["1", "3", "2: web"])
    #expect(reading.byOutput.isEmpty)
    #expect(reading.fields["count"] == .integer(3))
  }

  @Test func `persistent workspaces are shown in their places, and made by a click`() {
    var settings = WorkspacesSettings()
    settings.showsAllOutputs = true
    settings.persistent = PersistentWorkspaces(["2", "1", "mail"])
    let workspaces = WorkspacesReading(Self.state, settings)
    #expect(workspaces.reading.items.map(\.id) == ["1", "2", "3", "2: web", "mail"])
    #expect(
      workspaces.reading.items.map(\.states) == [
        ["visible", "focused", "persistent"], ["empty", "persistent"], ["empty", "urgent"],
        ["visible", "unfocused"],
        ["empty", "persistent"],
      ])
    #expect(workspaces.command("activate", item: "mail") == .openWorkspace(name: "mail"))
    #expect(
      workspaces.command("activate", item: "mail", on: "B") == .openWorkspace(name: "mail", output: "B"))
    #expect(workspaces.reading.items.allSatisfy { $0.actions == nil })
    // If the compositor cannot open a new workspace, a click does nothing.
    let fixed = WorkspacesReading(
      Self.state, settings, canPerform: { if case .openWorkspace = $0 { false } else { true } })
    #expect(
      fixed.reading.items.map(\.actions) == [nil, ["next", "previous"], nil, nil, ["next", "previous"]])
    let partly = WorkspacesReading(
      Self.state, settings, canPerform: { $0 != .openWorkspace(name: "mail", output: nil) })
    #expect(partly.reading.items.map(\.actions) == [nil, nil, nil, nil, ["next", "previous"]])
  }

  @Test func `a persistent workspace of an output is shown there alone, and made there`() {
    var settings = WorkspacesSettings()
    settings.persistent = PersistentWorkspaces(parts: [
      .init(output: "B", names: ["1", "mail"]), .init(output: nil, names: ["9"]),
      .init(output: "C", names: ["chat"]),
    ])
    let workspaces = WorkspacesReading(Self.state, settings)
    let reading = workspaces.reading
    #expect(reading.byOutput["A"]?.items.map { $0.fields["name"] } == ["1", "3", "9"].map { .text($0) })
    #expect(
      reading.byOutput["B"]?.items.map { $0.fields["name"] }
        == ["1", "2: web", "9", "mail"].map { .text($0) })
    #expect(reading.byOutput["C"]?.items.map { $0.fields["name"] } == ["9", "chat"].map { .text($0) })
    #expect(
      workspaces.command("activate", item: "mail", on: "A") == .openWorkspace(name: "mail", output: "B"))
    #expect(workspaces.command("activate", item: "9", on: "A") == .openWorkspace(name: "9", output: "A"))
  }

  @Test(
    arguments: [
      (.all, ["1", "3", "4", "2: web", "mail"]), (.occupied, ["1", "3", "2: web", "mail"]),
      (.active, ["1", "2: web"]),
    ] as [(WorkspacesSettings.Shown, [String])])
  func `workspaces are shown by what is in them`(shown: WorkspacesSettings.Shown, names: [String]) {
    var state = Self.state
    // 3 is urgent, and 4 empty.
    var all = state.workspaces
    all.insert(Workspace(id: Self.id(4), name: "4", number: 4, output: "A"), at: 2)
    state.update(.workspacesListed(all))
    var settings = WorkspacesSettings()
    (settings.showsAllOutputs, settings.shown) = (true, shown)
    settings.persistent = PersistentWorkspaces(["mail"])
    #expect(WorkspacesReading(state, settings).reading.items.map(\.id) == names)
  }

  @Test func `workspaces are left out by patterns and sorted`() throws {
    var state = Self.state
    state.update(
      .workspacesListed(
        [("b", nil), ("10", 10), ("2", 2), ("a", nil), ("2: x", 2)].enumerated().map { place, workspace in
          Workspace(id: Self.id(place), name: workspace.0, number: workspace.1, output: "A")
        }))
    var settings = WorkspacesSettings()
    settings.showsAllOutputs = true
    func names() -> [String] { WorkspacesReading(state, settings).reading.items.map(\.id) }
    settings.order = .number
    #expect(names() == ["2", "2: x", "10", "a", "b"])
    settings.order = .name
    #expect(names() == ["10", "2", "2: x", "a", "b"])
    (settings.order, settings.ignored) = (.compositor, [try TextPattern("2*"), try TextPattern("a")])
    #expect(names() == ["b", "10"])
  }

  @Test func `windows have items behind their workspace, which give them the keyboard`() throws {
    var settings = WorkspacesSettings()
    (settings.showsAllOutputs, settings.items) = (true, .windows)
    settings.windowIcons = [TextRewrite(try TextPattern("web"), "W")]
    let workspaces = WorkspacesReading(Self.state, settings, icon: { $0 == "foot" ? "terminal" : nil })
    let items = workspaces.reading.items
    #expect(items.map(\.id) == ["1", "window-11", "window-12", "3", "2: web", "window-13"])
    #expect(items[2].states == ["window", "focused"] && items[1].states == ["window"])
    #expect(items[1].icon?.description == "terminal" && items[5].icon?.description == "W")
    #expect(items[1].fields["titles"] == .text("foot 11"))
    #expect(workspaces.command("activate", item: "window-11") == .focusWindow(WindowID(rawValue: 11)))
    settings.items = .workspaces
    #expect(WorkspacesReading(Self.state, settings).command("activate", item: "window-11") == nil)
    let shown = ModuleSettings.defaults(of: .workspaces).style.shown(
      workspaces.reading, ModuleKind.workspaces.summary)
    #expect(shown.items[1].pieces.count == 1 && shown.items[1].tooltip == "foot 11")
  }

  @Test func `special workspaces are shown behind the others if that is set, and a click toggles them`()
    throws
  {
    var state = Self.state
    var magic = Workspace(id: Self.id(-98), name: "1", output: "A", isVisible: true)
    var unnamed = Workspace(id: Self.id(-99), name: "", output: "B")
    (magic.isSpecial, unnamed.isSpecial) = (true, true)
    state.update(.workspacesListed(state.workspaces + [magic, unnamed]))
    #expect(WorkspacesReading(state, WorkspacesSettings()).reading.byOutput["A"]?.items.count == 2)
    var settings = WorkspacesSettings()
    settings.showsSpecials = true
    let workspaces = WorkspacesReading(state, settings)
    let items = workspaces.reading.byOutput["A"]?.items
    #expect(items?.map(\.id) == ["1", "3", "special:1"])
    #expect(items?.last?.states == ["visible", "special"] && items?.last?.fields["name"] == .text("1"))
    #expect(workspaces.reading.byOutput["B"]?.items.last?.fields["name"] == .text("special"))
    #expect(workspaces.commands("activate", item: "special:1") == [.toggleSpecial(magic)])
    #expect(workspaces.commands("next_output", item: "special:1") == [])
    settings.ignored = [try TextPattern("1")]
    #expect(WorkspacesReading(state, settings).reading.byOutput["A"]?.items.map(\.id) == ["3"])
  }

  @Test func `a workspace is brought, shown, or moved on, and takes the window with the keyboard`() throws {
    let workspaces = WorkspacesReading(Self.state, WorkspacesSettings())
    let (one, web) = (try #require(Self.state.workspaces.first), try #require(Self.state.workspaces.last))
    #expect(
      workspaces.commands("bring", item: "2: web", on: "A") == [
        .moveWorkspace(web, output: "A"), .focusWorkspace(web),
      ])
    #expect(workspaces.commands("bring", item: "1", on: "A") == [.focusWorkspace(one)])
    #expect(
      workspaces.commands("show", item: "2: web", on: "B") == [.focusWorkspace(web), .focusOutput("A")])
    #expect(workspaces.commands("show", item: "1", on: "A") == [.focusWorkspace(one)])
    #expect(workspaces.commands("next_output", item: "1") == [.moveWorkspace(one, output: "B")])
    #expect(workspaces.commands("next_output", item: "2: web") == [.moveWorkspace(web, output: "A")])
    #expect(
      workspaces.commands("move_window", item: "2: web") == [.moveWindow(WindowID(rawValue: 12), web)])
    #expect(workspaces.commands("move_window", item: nil) == [])
    #expect(workspaces.commands("activate", item: "1") == [.focusWorkspace(one)])
  }

  @Test func `names are rewritten, and of two workspaces of a name each has an item of its own`() throws {
    var state = Self.state
    state.update(
      .workspacesListed([
        Workspace(id: Self.id(1), name: "1", output: "A"), Workspace(id: Self.id(2), name: "1", output: "B"),
      ]))
    var settings = WorkspacesSettings()
    settings.showsAllOutputs = true
    settings.rewrites = [TextRewrite(try TextPattern("1"), "one")]
    let reading = WorkspacesReading(state, settings).reading
    #expect(reading.items.map(\.id) == ["1@A", "1@B"])
    #expect(reading.items.map(\.fields["name"]) == [.text("one"), .text("one")])
  }

  @Test func `the windows of a workspace are shown as texts by their programs`() throws {
    var settings = WorkspacesSettings()
    settings.showsAllOutputs = true
    settings.windowIcons = [
      TextRewrite(try TextPattern("/^fo(.)/"), "<$1>"), TextRewrite(try TextPattern("foot"), "never"),
    ]
    func icons() -> [FieldValue?] {
      WorkspacesReading(Self.state, settings).reading.items.map { $0.fields["window_icons"] }
    }
    #expect(icons() == [.text("<o> <o>"), .text(""), .text("")])
    settings.windowIcons.append(TextRewrite(try TextPattern("*"), "any"))
    #expect(icons() == [.text("<o> <o>"), .text(""), .text("any")])
    // The first pattern that matches determines the text, even an empty one.
    settings.windowIcons.insert(TextRewrite(try TextPattern("foot"), ""), at: 0)
    #expect(icons() == [.text(""), .text(""), .text("any")])
  }

  @Test func `windows of a workspace have icons by their titles, by their programs, or of their entries`()
    throws
  {
    var settings = WorkspacesSettings()
    settings.showsAllOutputs = true
    func icons() -> [FieldValue?] {
      WorkspacesReading(Self.state, settings, icon: { $0 == "foot" ? "terminal" : nil }).reading.items
        .map { $0.fields["icons"] }
    }
    #expect(icons() == [nil, nil, nil])
    settings.showsIcons = true
    let terminal = FieldIcon.named(ModuleIcon([.named("terminal"), .letter("F")]))
    let other = FieldIcon.named(ModuleIcon([.letter("W")]))
    #expect(icons() == [.icons([terminal, terminal]), .icons([]), .icons([other])])
    settings.windowIcons = [TextRewrite(try TextPattern("web"), "W")]
    settings.titleIcons = [TextRewrite(try TextPattern("foot 12"), "T")]
    #expect(icons() == [.icons([terminal, .chosen("T")]), .icons([]), .icons([.chosen("W")])])
    settings.windowIcons.append(TextRewrite(try TextPattern("foot"), ""))
    #expect(icons() == [.icons([.chosen("T")]), .icons([]), .icons([.chosen("W")])])
  }

  @Test(
    arguments: [
      ("activate", "3", "3"), ("activate", "9", nil), ("activate", nil, nil), ("next", "1", "3"),
      ("previous", "1", "3"), ("next", nil, "3"), ("next", "2: web", nil), ("nonsense", "1", nil),
    ] as [(String, String?, String?)])
  func `an action of an item leads to a workspace of its output`(
    action: String, item: String?, target: String?
  ) {
    let command = WorkspacesReading(Self.state, WorkspacesSettings()).command(action, item: item)
    let name: String? = if case .focusWorkspace(let workspace)? = command { workspace.name } else { nil }
    #expect(name == target)
  }

  @Test(
    arguments: [
      ("A", "9", "3"), ("B", "9", nil), ("B", nil, nil), ("B", "1", "3"), ("C", "9", "3"), (nil, "9", "3"),
    ] as [(String?, String?, String?)])
  func `a wheel over a workspace that is missing goes on among those of the bar's output`(
    output: String?, item: String?, target: String?
  ) {
    var settings = WorkspacesSettings()
    settings.persistent = PersistentWorkspaces(["9"])
    let command = WorkspacesReading(Self.state, settings).command("next", item: item, on: output)
    let name: String? = if case .focusWorkspace(let workspace)? = command { workspace.name } else { nil }
    #expect(name == target)
  }

  // MARK: - Windows

  @Test func `a window that has lost the keyboard to a bar stays in front where nothing else tells`() {
    func reading(isFocused: Bool = false, isMinimised: Bool = false, held: Int?) -> ModuleReading {
      var state = CompositorState(tellsContents: false)
      state.update(
        .windowChanged(
          Window(
            id: WindowID(rawValue: 1), title: "notes", appID: "editor", outputs: ["A"],
            isMinimised: isMinimised)))
      state.update(
        .windowChanged(
          Window(
            id: WindowID(rawValue: 2), title: "page", appID: "web", outputs: ["B"], isFocused: isFocused)))
      state.update(.statusChanged(.connected))
      let held = held.map { WindowID(rawValue: $0) }
      return WindowReading(state, WindowSettings(), held: held, icon: { _ in nil }).reading
    }
    func titles(_ reading: ModuleReading) -> [FieldValue?] {
      [
        reading.fields["title"], reading.byOutput["A"]?.fields["title"],
        reading.byOutput["B"]?.fields["title"],
      ]
    }
    #expect(titles(reading(held: nil)) == [.text(""), .text(""), .text("")])
    #expect(titles(reading(held: 1)) == [.text("notes"), .text("notes"), .text("")])
    #expect(titles(reading(held: 9)) == [.text(""), .text(""), .text("")])
    #expect(titles(reading(isMinimised: true, held: 1)) == [.text(""), .text(""), .text("")])
    #expect(titles(reading(isFocused: true, held: 1)) == [.text("page"), .text(""), .text("page")])
    // The workspaces of sway tell that there is no window in front.
    var state = Self.state
    state.update(
      .workspacesListed([Workspace(id: Self.id(1), name: "1", output: "A", isVisible: true, isFocused: true)])
    )
    state.update(.windowsListed([], active: [:]))
    state.update(.windowChanged(Window(id: WindowID(rawValue: 1), title: "notes", appID: "", outputs: ["A"])))
    #expect(
      WindowReading(state, WindowSettings(), held: WindowID(rawValue: 1), icon: { _ in nil }).reading
        .fields["title"] == .text(""))
  }

  @Test func `each output has the window in front of it`() throws {
    var settings = WindowSettings()
    settings.rewrites = [TextRewrite(try TextPattern("/^web (.*)/"), "page $1")]
    let reading = WindowReading(Self.state, settings, icon: { $0 + ".icon" }).reading
    #expect(reading.byOutput["A"]?.fields["title"] == .text("foot 12"))
    #expect(reading.byOutput["A"]?.icon == ModuleIcon([.named("foot.icon"), .letter("F")]))
    #expect(reading.byOutput["B"]?.fields["title"] == .text("page 13"))
    #expect(reading.byOutput["B"]?.fields["workspace"] == .text("2: web"))
    #expect(reading.fields["title"] == .text("foot 12"))
  }

  @Test func `a text of several fields is rewritten as a whole, and empty without a window`() throws {
    var settings = WindowSettings()
    settings.rewrittenText = try FormatTemplate("{app_id}: {title}", fields: ModuleKind.window.summary.fields)
    settings.rewrites = [
      TextRewrite(try TextPattern("/^foot: (.*)/"), "terminal $1"), TextRewrite(try TextPattern("*"), "any"),
    ]
    let reading = WindowReading(Self.state, settings, icon: { _ in nil }).reading
    #expect(reading.byOutput["A"]?.fields["title"] == .text("terminal foot 12"))
    #expect(reading.byOutput["B"]?.fields["title"] == .text("any"))
    let empty = WindowReading(CompositorState(tellsContents: false), settings, icon: { _ in nil }).reading
    #expect(empty.fields["title"] == .text(""))
  }

  @Test(arguments: [("A", false, 12), ("B", false, 13), ("B", true, 12), ("C", false, 12), (nil, false, 12)])
  func `the window that a bar shows is closed, and no other`(output: String?, showsAll: Bool, window: Int) {
    var settings = WindowSettings()
    settings.showsAllOutputs = showsAll
    let reading = WindowReading(Self.state, settings, icon: { _ in nil })
    #expect(reading.command("close", on: output) == .closeWindow(WindowID(rawValue: window)))
  }

  @Test func `on an output whose workspace is empty there is no window to close`() {
    var state = Self.state
    state.update(.workspaceActivated(Self.id(3), isFocused: false))
    let reading = WindowReading(state, WindowSettings(), icon: { _ in nil })
    #expect(reading.command("close", on: "A") == nil)
  }

  @Test func `workspaces that outputs share are shown on each of them`() {
    var state = CompositorState(tellsContents: false)
    let workspaces = [1, 2].map { number in
      var workspace = Workspace(id: Self.id(number), name: "\(number)", isVisible: number == 1)
      workspace.outputs = ["A", "B"]
      return workspace
    }
    state.update(.workspacesListed(workspaces))
    let reading = WorkspacesReading(state, WorkspacesSettings())
    for output in ["A", "B"] {
      #expect(reading.reading.byOutput[output]?.items.map(\.id) == ["1", "2"])
      #expect(reading.command("next", item: "1", on: output) == .focusWorkspace(workspaces[1]))
      #expect(state.visibleWorkspace(on: output)?.name == "1")
    }
    #expect(reading.reading.byOutput["A"]?.items[0].fields["output"] == .text("A, B"))
  }

  @Test func `an empty workspace shows no title`() {
    var state = Self.state
    state.update(.workspaceActivated(Self.id(3), isFocused: true))
    let reading = WindowReading(state, WindowSettings(), icon: { $0 }).reading
    #expect(reading.byOutput["A"]?.fields["title"] == .text(""))
    #expect(reading.byOutput["A"]?.states == ["empty"])
  }

  @Test func `windows of a program share an item if they are grouped`() {
    var settings = TaskbarSettings()
    settings.isGrouped = true
    settings.showsAllOutputs = true
    let taskbar = TaskbarReading(Self.state, settings, icon: { $0 })
    #expect(taskbar.reading.items.map(\.id) == ["foot", "web"])
    #expect(taskbar.reading.items.map(\.fields["windows"]) == [.integer(2), .integer(1)])
    #expect(taskbar.reading.items[0].fields["title"] == .text("foot 12"))
    #expect(taskbar.command("toggle", item: "foot") == .focusWindow(WindowID(rawValue: 11)))
    #expect(taskbar.command("close", item: "foot") == .closeWindow(WindowID(rawValue: 12)))
  }

  @Test(
    arguments: [
      ("toggle", "window-12", .setMinimised(WindowID(rawValue: 12), true)),
      ("toggle", "window-11", .focusWindow(WindowID(rawValue: 11))),
      ("minimise", "window-11", .setMinimised(WindowID(rawValue: 11), true)),
      ("activate", "window-13", .focusWindow(WindowID(rawValue: 13))), ("close", "gone", nil),
      ("close", nil, nil),
    ] as [(String, String?, CompositorCommand?)])
  func `an action of a window is done to it`(action: String, item: String?, command: CompositorCommand?) {
    #expect(
      TaskbarReading(Self.state, TaskbarSettings(), icon: { $0 }).command(action, item: item) == command)
  }

  /// The labels of a menu, of submenus after them in brackets.
  private func labels(_ entries: [MenuEntry]) -> [String] {
    entries.map { entry in
      let sign = entry.mark == .checkbox(isOn: true) || entry.mark == .radio(isOn: true) ? "*" : ""
      let submenu = entry.submenu.map { " \(labels($0))" } ?? ""
      return entry.isSeparator ? "-" : sign + entry.label + (entry.isEnabled ? "" : "!") + submenu
    }
  }

  @Test func `the menu of a window has what the compositor can do`() throws {
    let taskbar = TaskbarReading(Self.state, TaskbarSettings(), icon: { $0 })
    let menu = try #require(taskbar.menu(item: "window-12") { _ in true })
    #expect(labels(menu.entries) == ["Activate", "Minimise", "Maximised", "Full screen", "-", "Close"])
    let id = WindowID(rawValue: 12)
    let commands = menu.entries.map { menu.commands(for: $0.id) }
    #expect(
      commands == [
        [.focusWindow(id)], [.setMinimised(id, true)], [.setMaximised(id, true)], [.setFullscreen(id, true)],
        [],
        [.closeWindow(id)],
      ])
    let poor = taskbar.menu(item: "window-11") { $0 == .closeWindow(WindowID(rawValue: 11)) }
    #expect(labels(poor?.entries ?? []) == ["Close"])
    #expect(labels(taskbar.menu(item: "window-11") { _ in false }?.entries ?? []) == [])
    #expect(taskbar.menu(item: "gone") { _ in true } == nil)
  }

  @Test func `a window can be moved to the workspaces that another source tells`() throws {
    let taskbar = TaskbarReading(Self.state, TaskbarSettings(), icon: { $0 })
    let window = try #require(Self.state.windows.first { $0.id.rawValue == 12 })
    func workspaces(_ windows: [Window], canMove: Bool = true) -> TaskbarMenu.Workspaces {
      var others = CompositorState(tellsContents: true)
      let places = [1, 2].map { Workspace(id: WorkspaceID(rawValue: $0), name: "w_\($0)", number: $0) }
      _ = others.update([.workspacesListed(places), .windowsListed(windows, active: nil)])
      return TaskbarMenu.Workspaces(others, isSame: false) { _ in canMove }
    }
    func twin(_ id: Int) -> Window {
      Window(
        id: WindowID(rawValue: id), title: window.title, appID: window.appID,
        workspace: WorkspaceID(rawValue: 2))
    }
    let menu = try #require(taskbar.menu(item: "window-12", among: workspaces([twin(700)])) { _ in true })
    #expect(
      labels(menu.entries) == [
        "Activate", "Minimise", "Maximised", "Full screen", "Move to [\"w_1\", \"*w_2!\"]", "-", "Close",
      ])
    let entry = try #require(menu.entries.first { $0.label == "Move to" })
    let moves = entry.submenu?.map { menu.move(for: $0.id) }
    #expect(moves?.count == 2 && moves?[1] == nil)
    guard case .moveWindow(let id, let workspace)?? = moves?.first else {
      Issue.record("\(moves ?? [])")
      return
    }
    #expect(id.rawValue == 700 && workspace.name == "w_1")
    #expect(Set(menu.entries.map(\.id) + (entry.submenu ?? []).map(\.id)).count == menu.entries.count + 2)
    // None is moved that cannot be told from another one, or that the source does not know, or cannot move.
    for others in [
      workspaces([twin(700), twin(701)]), workspaces([]), workspaces([twin(7)], canMove: false),
    ] {
      let menu = taskbar.menu(item: "window-12", among: others) { _ in true }
      #expect(menu?.entries.contains { $0.label == "Move to" } == false)
    }
  }

  @Test func `workspaces whose identifiers have the same lower bits have entries of their own`() throws {
    let window = Window(
      id: WindowID(rawValue: 12), title: "a", appID: "b", workspace: WorkspaceID(rawValue: 5))
    let places = [5, 1029, 2053].map { Workspace(id: WorkspaceID(rawValue: $0), name: "\($0)", number: $0) }
    var state = CompositorState(tellsContents: true)
    _ = state.update([.workspacesListed(places), .windowsListed([window], active: nil)])
    let workspaces = TaskbarMenu.Workspaces(state, isSame: true) { _ in true }
    let menu = TaskbarMenu([window], among: workspaces) { _ in true }
    let entry = try #require(menu.entries.first { $0.label == "Move to" })
    let moves = (entry.submenu ?? []).map { menu.move(for: $0.id) }
    let expected = state.workspaces.map { workspace in
      workspace.id == window.workspace ? nil : CompositorCommand.moveWindow(window.id, workspace)
    }
    #expect(moves == expected && moves.count == 3)
  }

  @Test func `windows that share an item have a submenu each, and can be closed together`() throws {
    var settings = TaskbarSettings()
    settings.isGrouped = true
    var state = Self.state
    state.update(.windowTitleChanged(WindowID(rawValue: 11), "a_b"))
    let menu = try #require(
      TaskbarReading(state, settings, icon: { $0 }).menu(item: "foot") {
        $0 == .closeWindow(WindowID(rawValue: 11)) || $0 == .focusWindow(WindowID(rawValue: 11))
      })
    #expect(labels(menu.entries) == ["a_b [\"Activate\", \"-\", \"Close\"]", "foot 12 []", "-", "Close all"])
    let all = try #require(menu.entries.last)
    #expect(menu.commands(for: all.id) == [11, 12].map { .closeWindow(WindowID(rawValue: $0)) })
    #expect(menu.commands(for: menu.entries[0].id) == [])
    // An address as Hyprland has them is no reason to fail.
    let hostile = Window(id: WindowID(rawValue: Int.max), title: "", appID: "x")
    let ids = TaskbarMenu([hostile]) { _ in true }.entries.map(\.id)
    #expect(Set(ids).count == ids.count && ids.allSatisfy { $0 >= 0 })
  }

  @Test func `each output has its own windows`() {
    let reading = TaskbarReading(Self.state, TaskbarSettings(), icon: { $0 }).reading
    #expect(reading.byOutput["A"]?.items.map(\.id) == ["window-11", "window-12"])
    #expect(reading.byOutput["B"]?.items.map(\.id) == ["window-13"])
    #expect(reading.items == [])
  }

  // MARK: - Mode, scratchpad and keyboard

  @Test func `the mode is shown while it is not the usual one`() {
    var state = Self.state
    #expect(state.modeReading.fields["mode"] == .text(""))
    state.update(.modeChanged("resize"))
    #expect(state.modeReading == ModuleReading(["mode": .text("resize")], states: ["active"]))
  }

  @Test func `the name of a mode is markup only if the compositor says so`() {
    var state = Self.state
    let name = "<span foreground='#ff0000'><b>r</b>esize &amp; move</span>"
    state.update(.modeChanged(BindingMode(name, isMarkup: true)))
    #expect(state.modeReading.fields["mode"] == .markup(name, plain: "resize & move"))
    state.update(.modeChanged(BindingMode("plain <b> &amp; x")))
    #expect(state.modeReading.fields["mode"] == .text("plain <b> &amp; x"))
  }

  @Test func `the scratchpad counts what is put away`() {
    var state = Self.state
    #expect(state.scratchpadReading.states == ["empty"])
    var window = Window(id: WindowID(rawValue: 20), title: "song", appID: "music")
    window.isInScratchpad = true
    state.update(.windowChanged(window))
    #expect(state.scratchpadReading.fields == ["count": .integer(1), "titles": .text("song")])
    #expect(state.scratchpadReading.states == [])
  }

  @Test func `the keyboard has the short name of its layout, or the whole one`() {
    var state = Self.state
    #expect(state.keyboardReading { $0 }.states == ["empty"])
    state.update(.layoutsChanged(KeyboardLayouts(names: ["English (US)", "German"], index: 1)))
    let names = LayoutNames(rules: "! layout\n  us   English (US)\n  de   German\n")
    #expect(state.keyboardReading(short: names.code).fields["short"] == .text("de"))
    #expect(state.keyboardReading { _ in nil }.fields["short"] == .text("German"))
    #expect(state.keyboardReading { _ in nil }.fields["count"] == .integer(2))
  }

  @Test(
    arguments: [
      ("English (US)", "us"), ("German", "de"), ("English (Dvorak)", "us"), ("Model", nil), ("", nil),
      ("broken", nil), (#"Czech (with <\|> key)"#, "cz"), ("A & B", "ab"), ("A &B; C", "abc"),
    ] as [(String, String?)])
  func `short names are those of layouts and of the layouts of variants`(name: String, code: String?) {
    let rules = """
      ! model
        pc105           Model

      ! layout
        us              English (US)
        de              German
        xx              German
        ab              A &amp; B
        abc             A &B; C
      ! variant
        dvorak          us: English (Dvorak)
        broken
        bksl            cz: Czech (with &lt;\\|&gt; key)
        odd             no colon
      """
    #expect(LayoutNames(rules: rules).code(of: name) == code)
  }
}
