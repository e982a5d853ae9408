import DesktopModel
import Geometry
import ModuleModel
import Settings
import ShellModel
import Testing

struct BarWindowsTests {
  private let now = Instant(sinceOrigin: .zero)

  @Test(
    arguments: [
      (.top, LogicalRect(x: 0, y: 39, width: 10, height: 10), true),
      (.top, LogicalRect(x: 0, y: 40, width: 10, height: 10), false),
      (.bottom, LogicalRect(x: 0, y: 100, width: 900, height: 460), false),
      (.bottom, LogicalRect(x: 0, y: 100, width: 900, height: 461), true),
      (.left, LogicalRect(x: 31, y: 300, width: 10, height: 10), true),
      (.left, LogicalRect(x: 31, y: 0, width: 10, height: 8), false),
      (.right, LogicalRect(x: 0, y: 0, width: 969, height: 600), true),
      (.right, LogicalRect(x: 0, y: 0, width: 968, height: 600), false), (.top, nil, true),
    ] as [(OutputEdge, LogicalRect?, Bool)])
  func `a window overlaps a bar in its place`(edge: OutputEdge, window: LogicalRect?, overlaps: Bool) {
    var bar = BarSettings()
    (bar.edge, bar.height, bar.marginTop, bar.marginBottom) = (edge, 32, 8, 8)
    let size = LogicalSize(width: 1000, height: 600)
    #expect(bar.isOverlapped(by: [window], on: size) == overlaps)
    #expect(!bar.isOverlapped(by: [], on: size))
    bar.length = 100
    #expect(bar.isOverlapped(by: [LogicalRect(x: 449, y: 249, width: 2, height: 2)], on: size) == false)
    let middle = LogicalRect(x: 540, y: 0, width: 20, height: 600)
    if edge == .top {
      #expect(bar.isOverlapped(by: [middle], on: size))
      #expect(!bar.isOverlapped(by: [LogicalRect(x: 551, y: 0, width: 20, height: 600)], on: size))
    }
  }

  @Test func `windows beside a bar that is as long as its content do not overlap it`() {
    var bar = BarSettings()
    bar.isAsLongAsContent = true
    let size = LogicalSize(width: 1000, height: 600)
    func overlaps(_ x: Double, _ length: Double?) -> Bool {
      bar.isOverlapped(
        by: [LogicalRect(x: x, y: 0, width: 20, height: 600)], on: size, contentLength: length)
    }
    #expect(!overlaps(0, 200) && !overlaps(380, 200) && overlaps(381, 200))
    #expect(overlaps(599, 200) && !overlaps(600, 200))
    // Before the length is known, windows over the middle count.
    #expect(overlaps(490, nil) && !overlaps(0, nil))
  }

  @Test func `frames of windows are followed while a bar dodges them`() {
    var settings = Settings()
    var state = State()
    settings.bar.mode = .dodge
    #expect(state.update(.settingsLoaded(settings), now: now).contains(.followBarWindows(true)))
    let frame = LogicalRect(x: 0, y: 0, width: 10, height: 10)
    #expect(state.update(.windowFramesChanged(["A": [frame, nil]]), now: now) == [.dodgeWindows])
    #expect(state.update(.windowFramesChanged(["A": [frame, nil]]), now: now) == [])
    settings.bar.mode = .docked
    #expect(state.update(.settingsLoaded(settings), now: now).contains(.followBarWindows(false)))
    #expect(state.windowFrames.isEmpty)
  }

  @Test func `the frames are those of the visible workspace and of special ones over it`() {
    var workspaces = CompositorState(tellsContents: true)
    let ids = (1...3).map { WorkspaceID(rawValue: $0) }
    var all = ids.map { Workspace(id: $0, name: "\($0.rawValue)", output: "A", isVisible: $0 != ids[1]) }
    all[2].isSpecial = true
    workspaces.update(.workspacesListed(all))
    let windows = ids.enumerated().map { place, id in
      var window = Window(
        id: WindowID(rawValue: place), title: "", appID: "", workspace: place == 2 ? nil : id,
        isInScratchpad: place == 2)
      window.frame = LogicalRect(x: Double(place), y: 0, width: 1, height: 1)
      if place == 2 { (window.special, window.isFloating) = (id, true) }
      return window
    }
    workspaces.update(.windowsListed(windows, active: nil))
    func places() -> [Double?] {
      BarWindows.frames(on: "A", workspaces: workspaces, windows: nil).map { $0?.x }
    }
    #expect(places() == [0, 2])
    #expect(BarWindows.mayMoveSilently(on: "A", workspaces: workspaces, windows: nil))
    workspaces.update(.windowMoved(WindowID(rawValue: 0), nil))
    #expect(places() == [nil, 2])
    #expect(!BarWindows.mayMoveSilently(on: "B", workspaces: workspaces, windows: nil))
    var others = CompositorState(tellsContents: false)
    for isMinimised in [true, false] {
      others.update(
        .windowChanged(
          Window(
            id: WindowID(rawValue: isMinimised ? 1 : 2), title: "", appID: "", outputs: ["B"],
            isMinimised: isMinimised)))
    }
    #expect(BarWindows.frames(on: "B", workspaces: nil, windows: others) == [nil])
  }

  @Test func `windows are followed while a bar has states`() {
    var settings = Settings()
    var state = State()
    var round = BarState("round")
    round.cornerRadius = 1
    #expect(!state.update(.settingsLoaded(settings), now: now).contains(.followBarWindows(true)))
    settings.bar.states = [round]
    #expect(state.update(.settingsLoaded(settings), now: now).contains(.followBarWindows(true)))
    #expect(!state.update(.settingsLoaded(settings), now: now).contains(.followBarWindows(true)))
    settings.bar.states = []
    #expect(state.update(.settingsLoaded(settings), now: now).contains(.followBarWindows(false)))
  }

  @Test func `bars are arranged when another state of theirs holds`() throws {
    var settings = Settings()
    var empty = BarState("empty")
    empty.conditions = [try FieldCondition("windows", .number(0), fields: BarState.fields)]
    empty.cornerRadius = 9
    settings.bar.states = [empty]
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: now)
    let (none, two): ([String: FieldValue], [String: FieldValue]) = (
      ["windows": .integer(0)], ["windows": .integer(2)]
    )
    #expect(state.bar(0, on: "A").cornerRadius == 0)
    #expect(state.update(.barWindowsChanged(["A": none, "B": two]), now: now) == [.arrangeBars, .redraw])
    #expect(state.bar(0, on: "A").cornerRadius == 9 && state.bar(0, on: "B").cornerRadius == 0)
    let three: [String: FieldValue] = ["windows": .integer(3)]
    #expect(state.update(.barWindowsChanged(["A": none, "B": three]), now: now) == [])
    #expect(state.update(.barWindowsChanged(["B": three]), now: now) == [.arrangeBars, .redraw])
  }

  @Test func `the windows of the visible workspace count, and the one in front is described`() {
    var workspaces = CompositorState(tellsContents: true)
    let (first, second) = (WorkspaceID(rawValue: 1), WorkspaceID(rawValue: 2))
    let shown = Window(
      id: WindowID(rawValue: 1), title: "notes", appID: "editor", workspace: first, isFocused: true)
    let hidden = Window(id: WindowID(rawValue: 2), title: "x", appID: "foot", workspace: second)
    workspaces.update(
      .workspacesListed([
        Workspace(id: first, name: "1", output: "A", isVisible: true, isFocused: true),
        Workspace(id: second, name: "2", output: "A"),
      ]))
    workspaces.update(.windowsListed([shown, hidden], active: [first: shown.id]))
    var windows = CompositorState(tellsContents: false)
    let same = Window(
      id: WindowID(rawValue: 7), title: "notes", appID: "editor", outputs: ["A"], isFocused: true,
      isMaximised: true)
    windows.update(.windowsListed([same], active: nil))
    let fields = BarWindows.fields(of: "A", workspaces: workspaces, windows: windows)
    #expect(fields["windows"] == .integer(1) && fields["app_id"] == .text("editor"))
    #expect(fields["title"] == .text("notes") && fields["maximized"] == .bool(true))
    #expect(fields["fullscreen"] == .bool(false))
    // Another output shows nothing.
    #expect(BarWindows.fields(of: "B", workspaces: nil, windows: windows)["windows"] == .integer(0))
    #expect(BarWindows.fields(of: "A", workspaces: nil, windows: nil)["windows"] == nil)
  }
}
