import Testing

@testable import DesktopModel

struct SourceChoiceTests {
  @Test(
    arguments: [
      ([:], .workspaces, nil),
      ([.sway: .connected, .workspaceProtocol: .connected], .workspaces, .sway),
      ([.sway: .connecting, .workspaceProtocol: .connected], .workspaces, .workspaceProtocol),
      ([.sway: .failed("x"), .workspaceProtocol: .connected], .workspaces, .workspaceProtocol),
      ([.sway: .failed("x")], .workspaces, .sway),
      ([.sway: .failed("x"), .workspaceProtocol: .connecting], .workspaces, .workspaceProtocol),
      ([.niri: .connected, .sway: .failed("x")], .workspaces, .niri),
      ([.windowManagement: .connected, .sway: .connected], .windows, .windowManagement),
      ([.windowList: .connected, .hyprland: .connected], .windows, .hyprland),
      ([.windowList: .connected], .windows, .windowList), ([.windowList: .connected], .frontWindow, nil),
      ([.windowManagement: .connected, .sway: .connected], .frontWindow, .sway),
      ([.windowManagement: .connected, .workspaceProtocol: .connected], .frontWindow, .windowManagement),
      ([.niri: .connected], .mode, nil), ([.hyprland: .connected], .mode, .hyprland),
      ([.niri: .connected], .scratchpad, nil), ([.sway: .connected], .scratchpad, .sway),
      ([.niri: .connected], .keyboard, .niri), ([.workspaceProtocol: .connected], .keyboard, nil),
    ] as [([CompositorSource: CompositorStatus], CompositorFact, CompositorSource?)])
  func `the best source that tells a fact is believed`(
    statuses: [CompositorSource: CompositorStatus], fact: CompositorFact, source: CompositorSource?
  ) {
    #expect(SourceChoice(statuses).source(of: fact) == source)
  }

  @Test(
    arguments: [
      ([:], [.workspaces], [.sway, .workspaceProtocol], [.sway]),
      (
        [.sway: .connected], [.workspaces, .frontWindow], [.sway, .workspaceProtocol, .windowManagement],
        [.sway]
      ),
      ([.sway: .failed("x")], [.workspaces], [.sway, .workspaceProtocol], [.sway, .workspaceProtocol]),
      ([.sway: .failed("x")], [.mode], [.sway, .workspaceProtocol], [.sway]),
      ([:], [.windows], [.sway, .windowManagement, .windowList], [.windowManagement]),
      ([:], [.windows, .workspaces], [.sway, .windowManagement], [.windowManagement, .sway]),
      ([:], [.keyboard], [.windowManagement], []), ([:], [], [.sway], []),
    ]
      as [(
        [CompositorSource: CompositorStatus], Set<CompositorFact>, Set<CompositorSource>,
        Set<CompositorSource>
      )])
  func `no more sources are opened than are needed`(
    statuses: [CompositorSource: CompositorStatus], facts: Set<CompositorFact>,
    offered: Set<CompositorSource>,
    needed: Set<CompositorSource>
  ) {
    #expect(SourceChoice(statuses).needed(for: facts, offered: offered) == needed)
  }
}
