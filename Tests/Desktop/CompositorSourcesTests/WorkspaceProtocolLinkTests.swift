import DesktopModel
import Geometry
import Loop
import TestSupport
import Testing
import Wayland
import WaylandTestSupport

@testable import CompositorSources

/// Workspaces by ext-workspace-v1, of a compositor that a test plays, and a clock that it turns.
@Suite struct WorkspaceProtocolLinkTests {
  private static let manager: UInt32 = 4
  private static let group: UInt32 = 0xFF00_0000

  private let compositor = ScriptedCompositor()
  private let clock = ManualClock()
  private let loop: EventLoop

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  /// A link that was told of one group with the workspace `1`; `canCreate`: workspaces are made at request.
  private func start(canCreate: Bool = true) throws -> (Connection, WorkspaceProtocolLink) {
    let connection = try compositor.connect([("ext_workspace_manager_v1", 1)])
    let link = try #require(WorkspaceProtocolLink(connection, loop: loop))
    compositor.send(Self.manager, 0, [.word(Self.group)])
    if canCreate { compositor.send(Self.group, 0, [.word(1)]) }
    try tell(connection, of: "1", number: 1)
    return (connection, link)
  }

  /// Tells of a workspace, which is the object of a number after that of the group.
  private func tell(_ connection: Connection, of name: String, number: UInt32) throws {
    let object = Self.group + number
    compositor.send(Self.manager, 1, [.word(object)])
    compositor.send(object, 1, [.text(name)])
    compositor.send(Self.group, 3, [.word(object)])
    compositor.send(Self.manager, 2)
    try compositor.deliver(connection)
    _ = try compositor.requests(of: connection)
  }

  private func objects(_ connection: Connection) throws -> [UInt32] {
    try compositor.requests(of: connection).map(\.object)
  }

  @Test func `a workspace that does not exist is made, and shown when it is there`() throws {
    let (connection, link) = try start()
    defer { connection.close() }
    #expect(link.canPerform(.openWorkspace(name: "mail")))
    link.perform(.openWorkspace(name: "mail", output: "DP-1"))
    #expect(try objects(connection) == [Self.group, Self.manager])
    compositor.send(Self.manager, 1, [.word(Self.group + 2)])
    compositor.send(Self.group + 2, 1, [.text("mail")])
    compositor.send(Self.manager, 2)
    try compositor.deliver(connection)
    #expect(try objects(connection) == [Self.group + 2, Self.manager], "it is activated")
    #expect(link.state.workspaces.map(\.name) == ["1", "mail"])
    // One that exists is shown at once.
    link.perform(.openWorkspace(name: "1"))
    #expect(try objects(connection) == [Self.group + 1, Self.manager])
    link.close()
  }

  @Test func `a workspace that comes too late, or after another wish, is not shown`() throws {
    let (connection, link) = try start()
    defer { connection.close() }
    link.perform(.openWorkspace(name: "late"))
    clock.advance(by: .seconds(3))
    loop.serveWhatIsReady()
    try tell(connection, of: "other", number: 2)
    compositor.send(Self.manager, 1, [.word(Self.group + 3)])
    compositor.send(Self.group + 3, 1, [.text("late")])
    compositor.send(Self.manager, 2)
    _ = try objects(connection)
    try compositor.deliver(connection)
    #expect(try objects(connection).isEmpty)
    link.perform(.openWorkspace(name: "left"))
    link.perform(.openWorkspace(name: "1"))
    _ = try objects(connection)
    compositor.send(Self.manager, 1, [.word(Self.group + 4)])
    compositor.send(Self.group + 4, 1, [.text("left")])
    compositor.send(Self.manager, 2)
    try compositor.deliver(connection)
    #expect(try objects(connection).isEmpty)
    #expect(link.state.workspaces.map(\.name) == ["1", "other", "late", "left"])
    link.close()
  }

  @Test func `where the compositor makes no workspaces none is asked for`() throws {
    let (connection, link) = try start(canCreate: false)
    defer { connection.close() }
    #expect(!link.canPerform(.openWorkspace(name: "mail")) && link.canPerform(.openWorkspace(name: "1")))
    link.perform(.openWorkspace(name: "mail"))
    #expect(try objects(connection).isEmpty)
    link.close()
  }
}
