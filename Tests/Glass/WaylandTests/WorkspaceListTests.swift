import Testing
import WaylandTestSupport

@testable import Wayland

/// Tests against a compositor that only pretends to have workspaces and windows.
@Suite struct WorkspaceListTests {
  /// The first object that the client binds after the display, the registry and the round trip.
  private static let manager: UInt32 = 4
  /// Objects of the compositor's have numbers of their own.
  private static let group: UInt32 = 0xFF00_0000
  private static let first: UInt32 = 0xFF00_0001
  private static let second: UInt32 = 0xFF00_0002

  /// A client that was told of a group with two workspaces, of which the first is shown.
  private func begun(_ compositor: ScriptedCompositor) throws -> (Connection, WorkspaceList) {
    let connection = try compositor.connect([("ext_workspace_manager_v1", 1)])
    let list = try #require(WorkspaceList(connection))
    compositor.send(Self.manager, 0, [.word(Self.group)])
    for (object, name, state) in [(Self.first, "1", UInt32(1)), (Self.second, "2: web", 6)] {
      compositor.send(Self.manager, 1, [.word(object)])
      compositor.send(object, 1, [.text(name)])
      compositor.send(object, 3, [.word(state)])
      compositor.send(Self.group, 3, [.word(object)])
    }
    return (connection, list)
  }

  @Test func `nothing is listed before all was told, and then all of it`() throws {
    let compositor = ScriptedCompositor()
    let (connection, list) = try begun(compositor)
    defer { connection.close() }
    var changes = 0
    list.onChange = { changes += 1 }
    try compositor.deliver(connection)
    #expect(list.all.isEmpty && !list.isComplete && changes == 0)
    compositor.send(Self.manager, 2)
    try compositor.deliver(connection)
    #expect(changes == 1 && list.isComplete)
    #expect(list.all.map(\.name) == ["1", "2: web"])
    #expect(list.all.map(\.isActive) == [true, false])
    #expect(list.all.map(\.isUrgent) == [false, true])
    #expect(list.all.map(\.isHidden) == [false, true])
    list.destroy()
  }

  @Test func `a workspace is activated with a commit, and one that goes is given back`() throws {
    let compositor = ScriptedCompositor()
    let (connection, list) = try begun(compositor)
    defer { connection.close() }
    compositor.send(Self.manager, 2)
    try compositor.deliver(connection)
    _ = try compositor.requests(of: connection)
    let last = try #require(list.all.last)
    list.activate(last.id)
    let requests = try compositor.requests(of: connection)
    #expect(requests.map(\.object) == [Self.second, Self.manager])
    #expect(requests.map(\.opcode) == [1, 0])
    compositor.send(Self.second, 5)
    compositor.send(Self.manager, 2)
    try compositor.deliver(connection)
    #expect(list.all.map(\.name) == ["1"])
    #expect(try compositor.requests(of: connection).map(\.object) == [Self.second])
    list.activate(last.id)
    #expect(try compositor.requests(of: connection) == [])
    list.destroy()
  }

  @Test func `a workspace is made in a group that can, the wanted output's before others, with a commit`()
    throws
  {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("ext_workspace_manager_v1", 1), ("wl_output", 4)])
    defer { connection.close() }
    let list = try #require(WorkspaceList(connection))
    // There are three groups. The first makes no workspaces, and the last has the output.
    let groups = (0..<3).map { Self.group + $0 }
    for group in groups { compositor.send(Self.manager, 0, [.word(group)]) }
    compositor.send(Self.manager, 2)
    // The output is the next object that the client makes.
    _ = connection.outputs
    let (number, isDone): (UInt32, UInt16) = (Self.manager + 1, 2)
    compositor.send(number, 1, [.word(1), .word(800), .word(600), .word(0)])
    compositor.send(number, isDone)
    try compositor.deliver(connection)
    #expect(!list.canCreate && !list.create("new") { _ in true })
    #expect(try !compositor.requests(of: connection).contains { groups.contains($0.object) })
    for group in groups[1...] { compositor.send(group, 0, [.word(1)]) }
    let output = try #require(connection.outputs.all.first?.proxy)
    compositor.send(groups[2], 1, [.word(number)])
    try compositor.deliver(connection)
    _ = try compositor.requests(of: connection)
    #expect(list.canCreate)
    for (isWanted, group) in [(true, groups[2]), (false, groups[1])] {
      #expect(list.create("new") { $0 === output && isWanted })
      let requests = try compositor.requests(of: connection)
      #expect(requests.map(\.object) == [group, Self.manager] && requests.map(\.opcode) == [0, 0])
      // The length of the text with its end, and its bytes in words.
      #expect(requests.first?.words == [4, 0x77_65_6e])
    }
    list.destroy()
    #expect(!list.create("new") { _ in true })
  }

  @Test func `a list that the compositor ends is empty and finished`() throws {
    let compositor = ScriptedCompositor()
    let (connection, list) = try begun(compositor)
    defer { connection.close() }
    compositor.send(Self.manager, 2)
    try compositor.deliver(connection)
    _ = try compositor.requests(of: connection)
    var changes = 0
    list.onChange = { changes += 1 }
    #expect(!list.isFinished)
    compositor.send(Self.manager, 3)
    try compositor.deliver(connection)
    #expect(list.isFinished && list.all.isEmpty && changes == 1)
    #expect(
      Set(try compositor.requests(of: connection).map(\.object)) == [Self.group, Self.first, Self.second])
    list.destroy()
    #expect(try compositor.requests(of: connection) == [])
  }

  @Test func `the list of windows tells titles when they are complete`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("ext_foreign_toplevel_list_v1", 1)])
    defer { connection.close() }
    let list = try #require(WindowList(connection))
    var changes: [WindowChange] = []
    list.onChange = { changes.append($0) }
    compositor.send(Self.manager, 0, [.word(Self.group)])
    compositor.send(Self.group, 2, [.text("title")])
    compositor.send(Self.group, 3, [.text("app")])
    try compositor.deliver(connection)
    #expect(changes.isEmpty)
    compositor.send(Self.group, 1)
    compositor.send(Self.group, 0)
    try compositor.deliver(connection)
    #expect(changes.count == 2)
    guard case .changed(let entry) = changes[0], case .closed(let id) = changes[1] else {
      Issue.record("other changes: \(changes)")
      return
    }
    #expect(entry.title == "title" && entry.appID == "app" && entry.id == id)
    list.destroy()
  }

  @Test func `all who observe the windows share one list, which goes with the last of them`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("zwlr_foreign_toplevel_manager_v1", 3)])
    defer { connection.close() }
    var windows = WindowManagement.shared(on: connection)
    var fullscreen = FullscreenWindows(connection)
    var changes = 0
    fullscreen?.onChange = { changes += 1 }
    #expect(windows != nil && WindowManagement.shared(on: connection) === windows)
    // One object was bound.
    let binds = try compositor.requests(of: connection).filter { $0.object == ScriptedCompositor.registry }
    #expect(binds.count == 1)
    compositor.send(Self.manager, 0, [.word(Self.group)])
    for title in ["one", "two"] {
      compositor.send(Self.group, 0, [.text(title)])
      compositor.send(Self.group, 4, [.word(4), .word(2)])
      compositor.send(Self.group, 5)
    }
    try compositor.deliver(connection)
    #expect(changes == 1, "another title covers nothing")
    // An observer that comes later is told of the windows that there are.
    var titles: [String] = []
    let owner = ScriptedCompositor()
    windows?.observe(by: owner) { change in
      if case .changed(let entry) = change { titles.append(entry.title) }
    }
    #expect(titles == ["two"])
    windows?.forget(owner)
    windows = nil
    #expect(try compositor.requests(of: connection) == [])
    fullscreen?.destroy()
    fullscreen = nil
    let requests = try compositor.requests(of: connection)
    #expect(
      requests.map(\.object) == [Self.group, Self.manager], "the window is given back, and the list stopped")
  }

  @Test func `a fullscreen window whose output is not known covers every output`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("zwlr_foreign_toplevel_manager_v1", 3), ("wl_output", 4)])
    defer { connection.close() }
    // The output is bound when the list of outputs is asked for.
    _ = connection.outputs
    let (output, manager) = (UInt32(4), UInt32(5))
    compositor.send(output, 1, [.word(1), .word(800), .word(600), .word(0)])
    compositor.send(output, 2)
    try compositor.deliver(connection)
    let described = try #require(connection.outputs.all.first)
    let windows = try #require(FullscreenWindows(connection))
    defer { windows.destroy() }
    let (activated, fullscreen) = (UInt32(2), UInt32(3))
    func tell(_ states: [UInt32], _ covers: Bool, line: Int = #line) throws {
      // The states are an array: its length in bytes comes first.
      compositor.send(Self.group, 4, ([UInt32(4 * states.count)] + states).map { .word($0) })
      compositor.send(Self.group, 5)
      try compositor.deliver(connection)
      #expect(windows.cover(described) == covers, "line \(line)")
    }
    compositor.send(manager, 0, [.word(Self.group)])
    try tell([activated], false)
    try tell([activated, fullscreen], true)
    try tell([fullscreen], false)
    compositor.send(Self.group, 2, [.word(output)])
    try tell([activated, fullscreen], true)
    compositor.send(Self.group, 3, [.word(output)])
    try tell([activated, fullscreen], true)
    try tell([activated], false)
  }

  @Test func `what the compositor does not offer is not there`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_compositor", 4)])
    defer { connection.close() }
    #expect(WorkspaceList(connection) == nil && WindowList(connection) == nil)
    #expect(WindowManagement.shared(on: connection) == nil && IdleInhibitor(connection) == nil)
  }
}
