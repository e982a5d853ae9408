import TestSupport
import Testing

@testable import RenderingGLES

@Suite struct RenderNodeTests {
  @Test func `the first node in the order of names that can be opened is usable`() {
    let scratch = ScratchDirectory()
    #expect(RenderNode.firstUsable(in: scratch.path) == nil)
    // No user can open a directory for writing.
    scratch.makeDirectory("renderD128")
    scratch.write("", to: "card0")
    #expect(RenderNode.firstUsable(in: scratch.path) == nil)
    scratch.write("", to: "renderD130")
    scratch.write("", to: "renderD129")
    #expect(RenderNode.firstUsable(in: scratch.path) == scratch.path + "/renderD129")
  }

  @Test func `without the directory no node is usable`() {
    let scratch = ScratchDirectory()
    #expect(RenderNode.firstUsable(in: scratch.path + "/none") == nil)
  }
}
