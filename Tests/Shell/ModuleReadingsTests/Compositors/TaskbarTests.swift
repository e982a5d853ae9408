import BarUI
import DesktopModel
import ModuleModel
import Testing
import TextProcessing

@testable import ModuleReadings
@testable import Settings

/// Programs that have a place of their own in the taskbar, and what has no room in it.
struct TaskbarTests {
  /// Windows of foot, 11 with the keyboard and 12, and of Web, 13, which is on another output.
  private static func state(
    focused: Int = 11, urgent: Int? = nil, _ apps: [String] = ["foot", "foot", "Web"]
  )
    -> CompositorState
  {
    var state = CompositorState(tellsContents: true)
    let windows = apps.enumerated().map { place, app in
      Window(
        id: WindowID(rawValue: 11 + place), title: "\(app) \(11 + place)", appID: app,
        outputs: [app == "Web" ? "B" : "A"], isFocused: 11 + place == focused, isUrgent: 11 + place == urgent)
    }
    _ = state.update([.windowsListed(windows, active: nil), .statusChanged(.connected)])
    return state
  }

  private static func taskbar(
    _ state: CompositorState, pinned: [String] = [], isGrouped: Bool = false, most: Int? = nil,
    showsAllOutputs: Bool = true, front: Int? = nil
  ) -> TaskbarReading {
    var settings = TaskbarSettings()
    settings.pinned = pinned
    settings.isGrouped = isGrouped
    settings.mostItems = most
    settings.showsAllOutputs = showsAllOutputs
    return TaskbarReading(
      state, settings, front: front.map { WindowID(rawValue: $0) }, icon: { $0 + ".icon" },
      program: { id in
        switch id {
        case "web": TaskbarProgram(name: "World", command: ["web", "--new"])
        case "foot": TaskbarProgram(name: "Terminal", command: ["foot"])
        case "mail": TaskbarProgram(name: "", windowClass: "FOOT", command: ["mail"])
        case "broken": TaskbarProgram(name: "Broken", command: nil)
        default: nil
        }
      })
  }

  @Test(
    arguments: [
      (TaskbarSettings.Order.compositor, false, [], ["foot 11", "Web 12", "bar 13", "foot 14"]),
      (.program, false, [], ["bar 13", "foot 11", "foot 14", "Web 12"]),
      (.title, false, [], ["bar 13", "foot 11", "foot 14", "Web 12"]),
      (.compositor, true, [], ["bar 13", "foot 11", "Web 12", "foot 14"]),
      (.compositor, true, ["bar*"], ["foot 11", "Web 12", "foot 14"]),
      (.title, true, ["foot", "* 12"], ["bar 13"]),
    ] as [(TaskbarSettings.Order, Bool, [String], [String])])
  func `windows are left out, sorted, and the active one put in front`(
    order: TaskbarSettings.Order, isActiveFirst: Bool, ignored: [String], titles: [String]
  ) throws {
    var settings = TaskbarSettings()
    (settings.showsAllOutputs, settings.order, settings.isActiveFirst) = (true, order, isActiveFirst)
    settings.ignored = try ignored.map { try TextPattern($0) }
    let state = Self.state(focused: 13, ["foot", "Web", "bar", "foot"])
    let reading = TaskbarReading(state, settings, icon: { _ in nil }).reading
    #expect(reading.items.map { $0.fields["title"] } == titles.map { .text($0) })
    #expect(reading.fields["count"] == .integer(titles.count))
  }

  @Test func `items of one width take equal parts, with the item that stands for others`() {
    var settings = TaskbarSettings()
    (settings.isEven, settings.showsAllOutputs) = (true, true)
    let even = TaskbarReading(Self.state(), settings, icon: { _ in nil }).reading
    #expect(even.items.count == 3 && even.items.allSatisfy { $0.look.expands == true })
    #expect(!even.rests.isEmpty && even.rests.allSatisfy { $0.look.expands == true })
    settings.isEven = false
    let plain = TaskbarReading(Self.state(), settings, icon: { _ in nil }).reading
    #expect(plain.items.allSatisfy { $0.look.expands == nil })
  }

  @Test func `an item with a menu stands for those that there is no room for`() throws {
    let taskbar = Self.taskbar(Self.state(focused: 13, ["foot", "foot", "Web", "foot"]))
    let reading = taskbar.reading
    #expect(reading.items.count == 4 && reading.keptItem == "window-13")
    #expect(reading.rests.map(\.id) == ["more@#0", "more@#1", "more@#2", "more@#3"])
    #expect(reading.rests.map { $0.fields["hidden"] } == [4, 3, 2, 1].map { .integer($0) })
    func entries(_ id: String) -> [String]? { taskbar.overflow(item: id)?.entries.map(\.label) }
    // The window with the keyboard is shown beside it.
    #expect(entries("more@#1") == ["foot 11", "foot 12", "foot 14"])
    #expect(entries("more@#2") == ["foot 12", "foot 14"])
    // The item that is shown alone stands for that window, too.
    #expect(entries("more@#0") == ["foot 11", "foot 12", "Web 13", "foot 14"])
    #expect(entries("more@#-1") == entries("more@#0") && entries("more@#9") == nil)
    let limited = Self.taskbar(Self.state(["foot", "foot", "Web", "foot"]), most: 2).reading
    #expect(limited.items.map(\.id) == ["window-11", "window-12", "more@"])
    #expect(limited.rests.map(\.id) == ["more@#0", "more@#1"])
    #expect(limited.rests.map { $0.fields["hidden"] } == [.integer(4), .integer(3)])
    #expect(Self.taskbar(Self.state(["foot"])).reading.rests.map(\.id) == ["more@#0"])
    #expect(Self.taskbar(Self.state([])).reading.rests.isEmpty)
  }

  @Test(arguments: [10, 63, 500], [nil, 11, 200, 505])
  func `items that stand for others are few, and each has all of what it stands for`(count: Int, front: Int?)
  {
    let state = Self.state(focused: -1, urgent: 16, (0..<count).map { "app\($0)" })
    let reading = Self.taskbar(state, front: front).reading
    #expect(reading.items.count == count && reading.rests.count == min(count, 64))
    let all = (0..<count).map { 11 + $0 }
    for (place, rest) in reading.rests.enumerated() {
      // One of the items that are shown is the one that is kept, wherever it is.
      let others = all.filter { $0 != front }
      let hidden = place == 0 ? all[...] : others.dropFirst(others.count == all.count ? place : place - 1)
      #expect(
        rest.fields["hidden"] == .integer(hidden.count) && rest.fields["windows"] == .integer(hidden.count))
      #expect(rest.states == (hidden.contains(16) ? ["more", "urgent"] : ["more"]))
      guard case .text(let titles)? = rest.fields["title"] else {
        Issue.record("no titles")
        return
      }
      let whole = hidden.map { "app\($0 - 11) \($0)" }.joined(separator: ", ")
      #expect(whole.hasPrefix(titles) && (titles == whole || titles.utf8.count > 4096))
      #expect(titles.utf8.count <= 4096 + 16)
    }
  }

  @Test func `items offer what the compositor can do to windows`() {
    func actions(_ possible: @escaping (CompositorCommand) -> Bool) -> [[String]?] {
      TaskbarReading(
        Self.state(), TaskbarSettings(), icon: { _ in nil }, canPerform: possible
      ).reading.byOutput["B"]?.items.map(\.actions) ?? []
    }
    #expect(actions { _ in true } == [nil])
    #expect(actions { _ in false } == [["launch"]])
    #expect(
      actions { if case .closeWindow = $0 { true } else { false } } == [["close", "launch", "menu"]])
  }

  @Test(arguments: [
    ([], false, ["window-11", "window-12", "window-13"]),
    (["web"], false, ["window-13", "window-11", "window-12"]),
    (["web.desktop", "foot", "web"], true, ["web", "foot"]),
    (["calc", "broken", "files"], false, ["window-11", "window-12", "window-13"]),
    (["mail"], true, ["mail", "Web"]),
    (["mail", "foot"], false, ["window-11", "window-12", "launch-foot", "window-13"]),
  ]) func `pinned programs come first, each once, with their windows or as launchers`(
    pinned: [String], isGrouped: Bool, ids: [String]
  ) {
    let reading = Self.taskbar(Self.state(), pinned: pinned, isGrouped: isGrouped).reading
    #expect(reading.items.map(\.id) == ids)
    #expect(reading.fields["count"] == .integer(3))
  }

  @Test func `a pinned program without windows is started by what would show one`() {
    let taskbar = Self.taskbar(Self.state(["foot"]), pinned: ["web", "mail", "broken", "gone"])
    #expect(taskbar.unknownPins == ["broken", "gone"])
    let item = taskbar.reading.items[0]
    #expect(item.id == "launch-web" && item.states == ["pinned", "launcher"])
    #expect(item.fields == ["title": .text("World"), "app_id": .text("web"), "windows": .integer(0)])
    #expect(item.icon?.candidates.first == .named("web.icon") && item.icon?.letter != nil)
    for action in ["toggle", "activate", "launch"] {
      #expect(taskbar.program(action, item: "launch-web") == ["web", "--new"])
    }
    #expect(taskbar.program("close", item: "launch-web") == nil)
    #expect(taskbar.program("toggle", item: "launch-gone") == nil)
    #expect(taskbar.command("toggle", item: "launch-web") == nil)
    #expect(taskbar.menu(item: "launch-web") { _ in true } == nil)
    // With a window it is used as any other, and started once more by an action of its own.
    #expect(taskbar.reading.items.map(\.id) == ["launch-web", "window-11"])
    #expect(taskbar.reading.items[1].states == ["pinned", "focused"])
    #expect(taskbar.program("toggle", item: "window-11") == nil)
    #expect(taskbar.program("launch", item: "window-11") == ["mail"])
    #expect(Self.taskbar(Self.state()).program("launch", item: "window-12") == ["foot"])
    #expect(Self.taskbar(Self.state()).program("launch", item: "window-13") == nil)
  }

  @Test func `a pinned program is a launcher where its windows are on another output`() {
    let reading = Self.taskbar(Self.state(), pinned: ["web"], isGrouped: true, showsAllOutputs: false).reading
    #expect(reading.items.map(\.id) == ["launch-web"])
    #expect(reading.byOutput["A"]?.items.map(\.id) == ["launch-web", "foot"])
    #expect(reading.byOutput["B"]?.items.map(\.id) == ["web"])
  }

  @Test(arguments: [
    (1, 11, ["window-11", "more@"]), (2, 11, ["window-11", "window-12", "more@"]),
    (2, 13, ["window-11", "window-13", "more@"]), (1, 13, ["window-13", "more@"]),
    (3, 13, ["window-11", "window-12", "window-13"]), (2, 0, ["window-11", "window-12", "more@"]),
  ]) func `what has no room is behind one item, but never the focused window`(
    most: Int, focused: Int, ids: [String]
  ) throws {
    let taskbar = Self.taskbar(Self.state(focused: focused), most: most)
    #expect(taskbar.reading.items.map(\.id) == ids)
    // Each window is shown or in the menu.
    let menu = taskbar.overflow(item: "more@")
    let commands = menu?.entries.map { menu?.command(for: $0.id) } ?? []
    let hidden = [11, 12, 13].filter { !ids.contains("window-\($0)") }
    #expect(commands == hidden.map { .focusWindow(WindowID(rawValue: $0)) })
    #expect(taskbar.reading.fields["count"] == .integer(3))
    #expect(taskbar.overflow(item: "window-11") == nil && taskbar.overflow(item: nil) == nil)
  }

  @Test(arguments: [
    (0, 13, ["window-11", "window-13", "more@"]), (12, 13, ["window-11", "window-12", "more@"]),
    (0, 99, ["window-11", "window-12", "more@"]),
  ]) func `items stay in their places while the bar has the keyboard`(focused: Int, front: Int, ids: [String])
  {
    let taskbar = Self.taskbar(Self.state(focused: focused), most: 2, front: front)
    #expect(taskbar.reading.items.map(\.id) == ids)
    let hidden = [11, 12, 13].filter { !ids.contains("window-\($0)") }
    let menu = taskbar.overflow(item: "more@")
    let commands = menu?.entries.map { menu?.command(for: $0.id) } ?? []
    #expect(commands == hidden.map { .focusWindow(WindowID(rawValue: $0)) })
  }

  @Test func `the menu of what has no room activates windows and starts programs`() throws {
    let taskbar = Self.taskbar(
      Self.state(urgent: 12, ["other", "a_b", "a_b"]), pinned: ["foot", "web", "mail"], isGrouped: true,
      most: 2)
    let item = try #require(taskbar.reading.items.last)
    #expect(taskbar.reading.items.map(\.id) == ["launch-foot", "other", "more@"])
    #expect(item.states == ["more", "urgent"] && item.actions == nil)
    #expect(item.fields["title"] == .text("World, mail, a_b 12, a_b 13"))
    #expect(item.fields["hidden"] == .integer(3) && item.fields["windows"] == .integer(2))
    let menu = try #require(taskbar.overflow(item: item.id))
    #expect(menu.entries.map(\.label) == ["World", "mail", "a_b 12", "a_b 13"])
    #expect(menu.entries.map { menu.program(for: $0.id) } == [["web", "--new"], ["mail"], nil, nil])
    #expect(
      menu.entries.map { menu.command(for: $0.id) } == [
        nil, nil, .focusWindow(WindowID(rawValue: 12)), .focusWindow(WindowID(rawValue: 13)),
      ])
    #expect(menu.entries[3].icon == .icon(ModuleIcon([.named("a_b.icon"), .letter("A")])))
    #expect(menu.command(for: 1) == nil && menu.program(for: 1) == nil)
  }

  @Test func `each output has a menu of its own for what has no room`() {
    let state = Self.state(focused: 0, ["foot", "foot", "Web", "Web", "Web"])
    let taskbar = Self.taskbar(state, most: 1, showsAllOutputs: false)
    #expect(taskbar.reading.byOutput["A"]?.items.map(\.id) == ["window-11", "more@A"])
    #expect(taskbar.reading.byOutput["B"]?.items.map(\.id) == ["window-13", "more@B"])
    #expect(taskbar.overflow(item: "more@A")?.entries.map(\.label) == ["foot 12"])
    #expect(taskbar.overflow(item: "more@B")?.entries.map(\.label) == ["Web 14", "Web 15"])
    #expect(taskbar.overflow(item: "more@") == nil)
  }

  @Test func `launchers are icons, and what has no room is a number`() {
    let settings = ModuleSettings.defaults(of: .taskbar)
    let reading = Self.taskbar(Self.state(), pinned: ["broken", "mail", "foot", "web"], most: 2).reading
    let shown = settings.style.shown(reading, ModuleKind.taskbar.summary)
    #expect(shown.items.map(\.text) == ["foot 11", "foot 12", "+2"])
    #expect(shown.items.last?.tooltip == "Terminal, Web 13")
    let launcher = Self.taskbar(Self.state(["x"]), pinned: ["web"]).reading
    let item = settings.style.shown(launcher, ModuleKind.taskbar.summary).items[0]
    #expect(item.pieces.count == 1 && item.icon?.description.hasPrefix("web.icon") == true)
    #expect(item.tooltip == "World" && item.look.ink != nil)
    #expect(item.actions[.click] == .builtIn("toggle") && item.actions[.middle] == nil)
  }
}
