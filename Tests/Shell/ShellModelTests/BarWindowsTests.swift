import DesktopModel
import Geometry
import ModuleModel
import Settings
import ShellModel
import Testing

struct BarWindowsTests {
  private let now = Instant(sinceOrigin: .zero)

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
