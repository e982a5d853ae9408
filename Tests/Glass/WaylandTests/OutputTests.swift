import Geometry
import Testing
import WaylandTestSupport

@testable import Wayland

@Suite struct OutputTests {
  /// The first objects that a client makes for an output: the binding of the manager, the output and its extension.
  private let manager: UInt32 = 4
  private let output: UInt32 = 5
  private let logical: UInt32 = 6

  private func describe(_ compositor: ScriptedCompositor, width: UInt32, height: UInt32, transform: UInt32) {
    compositor.send(
      output, 0,
      [.word(0), .word(0), .word(0), .word(0), .word(0), .text("maker"), .text("type"), .word(transform)])
    compositor.send(output, 1, [.word(2), .word(1), .word(1), .word(1)])
    compositor.send(output, 1, [.word(1), .word(width), .word(height), .word(59_951)])
    compositor.send(output, 3, [.word(2)])
    compositor.send(output, 4, [.text("DP-1")])
    compositor.send(output, 5, [.text("A fine output")])
  }

  @Test func `an output is announced complete, changes as a whole and goes`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_output", 4), ("zxdg_output_manager_v1", 3)])
    var events: [String] = []
    connection.outputs.onAdded = { added in
      events.append("added \(added.description.name)")
      added.onChange = { events.append("changed to \($0.description.realScale)") }
      added.onRemoved = { events.append("removed \($0.globalName), \($0.proxy.isDestroyed)") }
    }
    describe(compositor, width: 2560, height: 1440, transform: 1)
    compositor.send(output, 2)
    try compositor.deliver(connection)
    // The logical size is still to come.
    #expect(events.isEmpty)
    compositor.send(logical, 0, [.word(1920), .word(0)])
    compositor.send(logical, 1, [.word(960), .word(1706)])
    compositor.send(output, 2)
    try compositor.deliver(connection)
    #expect(events == ["added DP-1"])
    var expected = OutputDescription()
    expected.name = "DP-1"
    expected.make = "maker"
    expected.model = "type"
    expected.text = "A fine output"
    expected.mode = PixelSize(width: 2560, height: 1440)
    expected.refreshMillihertz = 59_951
    expected.integerScale = 2
    expected.transform = .rotated90
    expected.logicalFrame = LogicalRect(x: 1920, y: 0, width: 960, height: 1706)
    let known = try #require(connection.outputs.all.first)
    #expect(known.description == expected)
    #expect(known.description.realScale == 1.5)

    compositor.send(logical, 1, [.word(1440), .word(2560)])
    try compositor.deliver(connection)
    #expect(events.count == 1)
    compositor.send(output, 2)
    // One without news is no change.
    compositor.send(output, 2)
    try compositor.deliver(connection)
    compositor.withdraw(1)
    try compositor.deliver(connection)
    #expect(events == ["added DP-1", "changed to 1.0", "removed 1, false"])
    #expect(known.isRemoved)
    #expect(known.proxy.isDestroyed)
    #expect(connection.outputs.all.isEmpty)
  }

  @Test(arguments: [
    ("1920x1080", "1920x1080", 1.0), ("1920x1080", "1280x720", 1.5), ("2560x1440", "2048x1152", 1.25),
    ("1366x768", "910x512", 1.5), ("1366x768", "911x512", 1.5), ("3840x2160", "1920x1080", 2.0),
    ("2560x1600", "1969x1230", 1.3), ("3840x2160", "3491x1964", 1.1), ("2256x1504", "1692x1128", 4.0 / 3),
  ])
  func `the real scale is the step that explains the logical size`(
    mode: String, logical: String, scale: Double
  ) throws {
    let mode = mode.split(separator: "x").compactMap { Int($0) }
    let logical = logical.split(separator: "x").compactMap { Double($0) }
    var description = OutputDescription()
    description.mode = PixelSize(width: mode[0], height: mode[1])
    description.logicalFrame = LogicalRect(x: 0, y: 0, width: logical[0], height: logical[1])
    #expect(abs(description.realScale - scale) < 1e-9)
    description.transform = .flipped270
    description.logicalFrame = LogicalRect(x: 0, y: 0, width: logical[1], height: logical[0])
    #expect(abs(description.realScale - scale) < 1e-9)
  }

  @Test func `without a logical size the announced scale is all there is`() {
    var description = OutputDescription()
    description.mode = PixelSize(width: 1920, height: 1080)
    description.integerScale = 2
    #expect(description.realScale == 2)
  }
}
