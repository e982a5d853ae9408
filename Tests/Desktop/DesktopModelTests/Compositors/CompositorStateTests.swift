import TestSupport
import Testing

@testable import DesktopModel

struct CompositorStateTests {
  private static func workspace(_ id: Int, _ output: String, _ isVisible: Bool, _ isFocused: Bool = false)
    -> Workspace
  {
    Workspace(
      id: WorkspaceID(rawValue: id), name: "w\(id)", number: id, output: output, isVisible: isVisible,
      isFocused: isFocused)
  }

  private static func window(_ id: Int, in workspace: Int?, isFocused: Bool = false) -> Window {
    Window(
      id: WindowID(rawValue: id), title: "t\(id)", appID: "a",
      workspace: workspace.map { WorkspaceID(rawValue: $0) }, isFocused: isFocused)
  }

  /// Workspaces 1 (shown, with the keyboard) to 3 on A and 4 (shown) on B; windows 11 and 12 in 1, 14 in 4.
  private static var filled: CompositorState {
    var state = CompositorState(tellsContents: true)
    state.update(
      .workspacesListed([
        workspace(1, "A", true, true), workspace(2, "A", false), workspace(3, "A", false),
        workspace(4, "B", true),
      ]))
    state.update(
      .windowsListed(
        [window(11, in: 1), window(12, in: 1, isFocused: true), window(14, in: 4)],
        active: [
          WorkspaceID(rawValue: 1): WindowID(rawValue: 12), WorkspaceID(rawValue: 4): WindowID(rawValue: 14),
        ]
      ))
    return state
  }

  @Test(arguments: [
    ([1], [], [1]), ([1], ["B"], [1]), ([1, 4], [], []), ([1, 4], ["B"], [4]), ([1, 4], ["A", "B"], []),
    ([], ["A"], []), ([1, 4], ["C"], []),
  ]) func `the focused workspace is the only visible one, or that on the output of the focused window`(
    visible: [Int], outputs: [String], focused: [Int]
  ) {
    let workspaces = [(1, "A"), (2, "A"), (4, "B")].map { Self.workspace($0, $1, visible.contains($0), true) }
    let found = workspaces.focused(byWindowOn: outputs)
    #expect(found.filter(\.isFocused).map(\.id.rawValue) == focused)
    #expect(found.map(\.isVisible) == workspaces.map(\.isVisible))
  }

  @Test func `workspaces know what they contain, and outputs which window is in front`() {
    let state = Self.filled
    #expect(state.workspaces.map(\.isEmpty) == [false, true, true, false])
    #expect(state.focusedWindow?.id.rawValue == 12)
    #expect(state.frontWindow(on: "A")?.id.rawValue == 12)
    #expect(state.frontWindow(on: "B")?.id.rawValue == 14)
    #expect(state.frontWindow(on: "C") == nil)
    #expect(state.outputs(of: state.windows[2]) == ["B"])
  }

  @Test func `an empty workspace that is shown has no window in front`() {
    var state = Self.filled
    state.update(.workspaceActivated(WorkspaceID(rawValue: 2), isFocused: true))
    #expect(state.workspaces.map(\.isVisible) == [false, true, false, true])
    #expect(state.workspaces.map(\.isFocused) == [false, true, false, false])
    #expect(state.focusedWindow == nil)
    #expect(state.frontWindow(on: "A") == nil)
  }

  @Test func `a window that gets the keyboard is in front of its workspace`() {
    var state = Self.filled
    state.update(.windowFocused(WindowID(rawValue: 11)))
    #expect(state.frontWindow(on: "A")?.title == "t11")
    state.update(.windowClosed(WindowID(rawValue: 11)))
    #expect(state.frontWindow(on: "A") == nil)
    #expect(state.windows.count == 2)
  }

  @Test func `a title changes in place, and only a different one is a change`() {
    var state = Self.filled
    let changes = [12, 12, 99].map { state.update(.windowTitleChanged(WindowID(rawValue: $0), "new")) }
    #expect(changes == [true, false, false])
    #expect(state.focusedWindow?.title == "new")
  }

  @Test(
    arguments: [
      ([], true), ([.windowTitleChanged(WindowID(rawValue: 12), "new")], true),
      (
        [.windowTitleChanged(WindowID(rawValue: 11), "a"), .windowTitleChanged(WindowID(rawValue: 14), "b")],
        true
      ),
      ([.windowTitleChanged(WindowID(rawValue: 12), "new"), .windowFocused(WindowID(rawValue: 11))], false),
      ([.windowClosed(WindowID(rawValue: 14))], false), ([.modeChanged("resize")], false),
      ([.windowUrgencyChanged(WindowID(rawValue: 12), isUrgent: true)], false),
      ([.windowChanged(Self.window(15, in: 4))], false), ([.statusChanged(.failed("gone"))], false),
    ] as [([CompositorEvent], Bool)]) func `titles alone are told from other changes`(
      events: [CompositorEvent], isOfTitles: Bool
    )
  {
    var state = Self.filled
    _ = state.update(events)
    #expect(state.differsInTitlesOnly(from: Self.filled) == isOfTitles)
    #expect(Self.filled.differsInTitlesOnly(from: state) == isOfTitles)
  }

  @Test func `a source that fails knows nothing any more, and says why`() {
    var state = Self.filled
    state.update(.modeChanged("resize"))
    state.update(.statusChanged(.failed("gone")))
    #expect(state.workspaces.isEmpty && state.windows.isEmpty && state.mode == nil)
    #expect(state.status == .failed("gone"))
  }

  @Test func `without workspaces the window with the keyboard is in front of its outputs`() {
    var state = CompositorState(tellsContents: false)
    var window = Self.window(1, in: nil, isFocused: true)
    window.outputs = ["A"]
    state.update(.windowChanged(window))
    #expect(state.focusedWindow == window)
    #expect(state.frontWindow(on: "A") == window)
    #expect(state.frontWindow(on: "B") == nil)
  }

  @Test(
    arguments: [
      (1, "A", true, 2), (-1, "A", true, 3), (-1, "A", false, nil), (2, "A", false, 3), (9, "A", false, 3),
      (3, "A", true, nil), (1, "B", true, nil), (1, nil, true, 2), (-1, nil, true, 4), (1, "C", true, nil),
      (Int.max, "A", true, 2), (Int.min, "A", false, nil),
    ] as [(Int, String?, Bool, Int?)])
  func `a step from the visible workspace leads to another of its output`(
    steps: Int, output: String?, wraps: Bool, expected: Int?
  ) {
    #expect(Self.filled.workspace(stepping: steps, on: output, wraps: wraps)?.rawValue == expected)
  }

  @Test func `a step skips what is not listed`() {
    let listed = [1, 3].map { WorkspaceID(rawValue: $0) }
    #expect(Self.filled.workspace(stepping: 1, on: "A", wraps: false, among: listed)?.rawValue == 3)
  }

  @Test func `another layout is in use only if there is such a layout`() {
    var state = CompositorState(tellsContents: true)
    let isKnown = state.update(.layoutSwitched(index: 0))
    #expect(!isKnown)
    state.update(.layoutsChanged(KeyboardLayouts(names: ["us", "de"], index: 0)))
    let changes = [1, 2, -1].map { state.update(.layoutSwitched(index: $0)) }
    #expect(changes == [true, false, false])
    #expect(state.keyboard?.current == "de")
  }

  @Test(arguments: DailySeeds.first(30) as [UInt64])
  func `random events keep ids unique, and it is known which workspaces are empty`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var state = CompositorState(tellsContents: true)
    for _ in 0..<200 {
      state.update(Self.randomEvent(&random))
      #expect(Set(state.workspaces.map(\.id)).count == state.workspaces.count)
      #expect(Set(state.windows.map(\.id)).count == state.windows.count)
      for workspace in state.workspaces {
        #expect(workspace.isEmpty == state.windows.allSatisfy { $0.workspace != workspace.id })
      }
      _ = state.workspace(stepping: Int(truncatingIfNeeded: random.next()), on: nil, wraps: true)
    }
  }

  private static func randomEvent(_ random: inout SplitMix) -> CompositorEvent {
    func number() -> Int { Int.random(in: 0..<6, using: &random) }
    let window = WindowID(rawValue: number())
    let workspace = WorkspaceID(rawValue: number())
    switch Int.random(in: 0..<11, using: &random) {
    case 0:
      return .workspacesListed(
        (0..<number()).map { _ in Self.workspace(number(), number() > 2 ? "A" : "B", number() > 3) })
    case 1: return .workspaceActivated(workspace, isFocused: .random(using: &random))
    case 2: return .workspaceUrgencyChanged(workspace, isUrgent: .random(using: &random))
    case 3: return .activeWindowChanged(workspace, number() > 2 ? window : nil)
    case 4:
      return .windowsListed(
        (0..<number()).map { _ in Self.window(number(), in: number() > 1 ? number() : nil) },
        active: number() > 2 ? [workspace: window] : nil)
    case 5: return .windowChanged(Self.window(number(), in: number(), isFocused: number() > 3))
    case 6: return .windowTitleChanged(window, "\(number())")
    case 7: return .windowClosed(window)
    case 8: return .windowFocused(number() > 1 ? window : nil)
    case 9: return .layoutSwitched(index: number() - 2)
    default: return .statusChanged(number() > 4 ? .failed("x") : .connected)
    }
  }
}
