import Testing
import Wayland
import WaylandTestSupport

@testable import CompositorSources

/// Tests against a compositor that only pretends to keep the session from becoming idle.
@Suite struct IdlenessTests {
  @Test
  func `an inhibitor that the compositor closes is made again, unless it was closed before it was shown`()
    throws
  {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([
      ("wl_compositor", 4), ("wl_shm", 1), ("zwlr_layer_shell_v1", 4), ("zwp_idle_inhibit_manager_v1", 1),
    ])
    defer { connection.close() }
    let idleness = Idleness()
    defer { idleness.close() }
    idleness.attach(connection)
    /// Returns the layer surface that was made since the last call; nil if none was.
    func made() throws -> UInt32? {
      // The request has the numbers of four objects and values before the text "hyaline-idle".
      try compositor.requests(of: connection).first {
        $0.opcode == 0 && $0.words.count == 9 && $0.words[4] == 13
      }?.words.first
    }
    idleness.isInhibited = true
    let first = try #require(try made())
    compositor.send(first, 0, [.word(1), .word(1), .word(1)])
    try compositor.deliver(connection)
    #expect(try made() == nil)
    compositor.send(first, 1)
    try compositor.deliver(connection)
    let second = try #require(try made())
    compositor.send(second, 1)
    try compositor.deliver(connection)
    #expect(try made() == nil)
    idleness.outputsChanged()
    #expect(try made() != nil)
  }
}
