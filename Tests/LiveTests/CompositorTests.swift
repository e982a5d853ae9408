import CompositorSources
import DesktopModel
import Geometry
import HeadlessSession
import Loop
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Tests of the events of a real sway with two outputs, by its socket and by its protocols.
  @Suite struct CompositorTests {
    private static let picture = TestPictures.desktop(PixelSize(width: 200, height: 200))

    /// A sway, a client that shows windows, and who follows what the sway tells.
    private final class Session {
      let sway: HeadlessSway
      let client: TestClient
      let loop: EventLoop
      let compositor: Compositor
      private var observation: Observation?

      /// Follows by its socket, or by its protocols alone.
      init(bySocket: Bool) throws {
        sway = try HeadlessSway(
          output: "resolution 640x360@60Hz position 0 0",
          configuration: "mode \"resize\" {\n  bindsym Escape mode default\n}")
        try sway.message("create_output")
        client = try TestClient(sway)
        try client.wait("both outputs") { [client] in client.connection.outputs.all.count == 2 }
        loop = try EventLoop()
        compositor = Compositor(
          Compositor.Addresses(sway: bySocket ? sway.environment["SWAYSOCK"] : nil), loop: loop)
        client.connection.attach(to: loop)
        if !bySocket { compositor.attach(client.connection) }
        observation = compositor.observe(Set(CompositorFact.allCases)) {}
      }

      func wait(_ awaited: String, until condition: () -> Bool) throws {
        guard loop.wait(until: condition) else { throw SessionError.timeout(awaited: awaited, log: "") }
      }

      /// Waits until the state of a fact is as it has to be.
      func wait(_ fact: CompositorFact, _ awaited: String, until isTrue: (CompositorState) -> Bool) throws {
        try wait(awaited) { compositor.state(of: fact).map(isTrue) ?? false }
      }

      /// Shows a window, with the loop off the connection meanwhile.
      func showWindow(_ name: String) throws -> TestSurface {
        client.connection.detach()
        defer { client.connection.attach(to: loop) }
        return try client.showWindow(CompositorTests.picture, appID: name)
      }

      isolated deinit {
        observation?.cancel()
        compositor.close()
        client.connection.detach()
        sway.stop()
      }
    }

    @Test func `workspaces, windows, modes and the scratchpad are followed by sway's socket`() throws {
      let session = try Session(bySocket: true)
      let sway = session.sway
      try session.wait(.workspaces, "the first workspaces") { state in
        state.status == .connected && Set(state.workspaces.compactMap(\.output)).count == 2
      }
      try sway.message("workspace", "'5: a \"b\"'")
      try session.wait(.workspaces, "the workspace") { state in
        state.workspaces.contains { $0.name == "5: a \"b\"" && $0.number == 5 && $0.isFocused }
      }
      let window = try session.showWindow("one")
      try session.wait(.frontWindow, "the window") { $0.focusedWindow?.appID == "one" }
      try session.wait(.workspaces, "a filled workspace") { state in
        state.workspaces.first(where: \.isFocused)?.isEmpty == false
      }
      try sway.message("rename workspace to code")
      try session.wait(.workspaces, "the new name") { state in
        state.workspaces.contains { $0.name == "code" && $0.isFocused }
      }
      try sway.message("workspace 6")
      try session.wait(.frontWindow, "nothing in front") { $0.focusedWindow == nil }
      try sway.message("[app_id=one] urgent enable")
      try session.wait(.workspaces, "the urgent workspace") { state in
        state.workspaces.contains { $0.name == "code" && $0.isUrgent }
      }
      try sway.message("mode resize")
      try session.wait(.mode, "the mode") { $0.mode == "resize" }
      session.compositor.perform(.leaveMode, by: .mode)
      try session.wait(.mode, "the usual mode") { $0.mode == nil }
      try sway.message("[app_id=one] move scratchpad")
      try session.wait(.scratchpad, "the scratchpad") { $0.scratchpad.map(\.appID) == ["one"] }
      session.compositor.perform(.showScratchpad, by: .scratchpad)
      try session.wait(.scratchpad, "an empty scratchpad") {
        $0.scratchpad.isEmpty && $0.focusedWindow?.appID == "one"
      }
      window.close()
      try session.wait(.workspaces, "no window") { $0.windows.isEmpty }
    }

    @Test func `commands do by sway's socket what they say`() throws {
      let session = try Session(bySocket: true)
      try session.wait(.workspaces, "the first workspaces") { $0.status == .connected }
      session.compositor.perform(.openWorkspace(name: "w \"1\""), by: .workspaces)
      try session.wait(.workspaces, "the workspace") { state in
        state.workspaces.contains { $0.name == "w \"1\"" && $0.isFocused }
      }
      let first = try session.showWindow("one")
      let second = try session.showWindow("two")
      try session.wait(.frontWindow, "the second window") { $0.focusedWindow?.appID == "two" }
      let state = try #require(session.compositor.state(of: .frontWindow))
      let one = try #require(state.windows.first { $0.appID == "one" })
      session.compositor.perform(.focusWindow(one.id), by: .frontWindow)
      try session.wait(.frontWindow, "the first window") { $0.focusedWindow?.appID == "one" }
      let output = try #require(state.workspaces.first(where: \.isFocused)?.output)
      try session.sway.message("workspace 9")
      try session.wait(.workspaces, "another workspace") { $0.visibleWorkspace(on: output)?.name == "9" }
      let next = try #require(
        session.compositor.state(of: .workspaces)?.workspace(stepping: 1, on: output, wraps: true))
      let target = try #require(session.compositor.state(of: .workspaces)?.workspace(next))
      session.compositor.perform(.focusWorkspace(target), by: .workspaces)
      try session.wait(.workspaces, "the next workspace") { $0.visibleWorkspace(on: output)?.id == next }
      first.close()
      second.close()
    }

    @Test func `a reload of sway's configuration loses nothing`() throws {
      let session = try Session(bySocket: true)
      try session.sway.message("workspace before")
      try session.wait(.workspaces, "the workspace") { $0.workspaces.contains { $0.name == "before" } }
      try session.sway.message("reload")
      try session.sway.message("workspace after")
      try session.wait(.workspaces, "the workspace after") { state in
        state.status == .connected && state.workspaces.contains { $0.name == "after" && $0.isFocused }
      }
      let window = try session.showWindow("one")
      try session.wait(.frontWindow, "the window") { $0.focusedWindow?.appID == "one" }
      window.close()
    }

    @Test func `windows are followed and acted upon by wlr-foreign-toplevel-management`() throws {
      let session = try Session(bySocket: false)
      #expect(session.compositor.source(of: .windows) == .windowManagement)
      let first = try session.showWindow("one")
      let second = try session.showWindow("two")
      try session.wait(.windows, "both windows") { state in
        state.windows.map(\.appID) == ["one", "two"] && state.windows.map(\.isFocused) == [false, true]
          && state.windows.allSatisfy { $0.outputs.count == 1 }
      }
      let output = try #require(session.compositor.state(of: .windows)?.windows.first?.outputs.first)
      #expect(session.compositor.state(of: .frontWindow)?.frontWindow(on: output)?.appID == "two")
      first.close()
      try session.wait(.windows, "one window") { $0.windows.map(\.appID) == ["two"] }
      second.close()
    }
  }
}
