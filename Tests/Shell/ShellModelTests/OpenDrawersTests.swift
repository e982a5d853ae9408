import Geometry
import Settings
import Testing

@testable import ShellModel

struct OpenDrawersTests {
  private let group = ModuleName(.group, "g")

  private func outputs(_ drawers: OpenDrawers) -> [String] {
    ["A", "B"].filter { drawers.open(on: $0).contains(group) }
  }

  @Test func `a pointer opens a drawer on its output alone`() {
    var drawers = OpenDrawers()
    func hover(_ isOpen: Bool, _ output: String) -> Bool { drawers.hover(group, isOpen: isOpen, on: output) }
    #expect(hover(true, "A") && outputs(drawers) == ["A"])
    #expect(!hover(true, "A") && drawers.open(on: nil).isEmpty)
    #expect(hover(true, "B") && outputs(drawers) == ["A", "B"])
    #expect(hover(false, "A") && outputs(drawers) == ["B"])
    #expect(hover(false, "B") && drawers == OpenDrawers())
  }

  @Test func `a click opens a drawer on all outputs, and closes one that a pointer has opened on its own`() {
    var drawers = OpenDrawers()
    drawers.toggle(group, on: "A")
    #expect(outputs(drawers) == ["A", "B"])
    drawers.toggle(group, on: "B")
    #expect(outputs(drawers) == [])
    _ = drawers.hover(group, isOpen: true, on: "A")
    _ = drawers.hover(group, isOpen: true, on: "B")
    drawers.toggle(group, on: "A")
    #expect(outputs(drawers) == ["B"])
    // Whoever looks at no output closes all.
    drawers.toggle(group, on: nil)
    #expect(outputs(drawers) == [])
    drawers.toggle(group, on: nil)
    #expect(outputs(drawers) == ["A", "B"])
  }

  @Test func `a drawer that was opened by a click closes when the pointer leaves it`() {
    var drawers = OpenDrawers()
    func hover(_ isOpen: Bool, _ output: String) -> Bool { drawers.hover(group, isOpen: isOpen, on: output) }
    drawers.toggle(group, on: "A")
    #expect(!hover(true, "A"))
    #expect(hover(false, "A") && outputs(drawers) == [])
  }
}
