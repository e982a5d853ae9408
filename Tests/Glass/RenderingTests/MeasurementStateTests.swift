import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite struct MeasurementStateTests {
  private static let frame = PixelRect(x: 6, y: 0, width: 20, height: 8)
  private static let output = PixelSize(width: 64, height: 32)

  private static func state(mask: OverlapMask? = nil) -> MeasurementState {
    let material = Material(name: "test", isDark: true, blurRadius: 20, chain: .identity)
    let glass = Glass(frame: frame, scale: 1, leak: .standard, material: material)
    return MeasurementState(.standard, frame: frame, glass.coverage, mask: mask, output: output)
  }

  @Test func `all blocks are measured first, and again under other conditions`() {
    var state = Self.state()
    let changed = PixelRect(x: 2, y: 0, width: 1, height: 1)
    let visible = PixelRect(x: 0, y: 0, width: 16, height: 8)
    #expect(state.wanted(changed, of: visible) == PixelRect(x: 1, y: 0, width: 6, height: 2))
    state.isJudged = true
    #expect(state.wanted(changed, of: visible) == changed)
    state.conditions.tolerance = 0
    #expect(state.isJudged)
    state.conditions.tolerance = 1
    #expect(!state.isJudged)
  }

  @Test func `blocks that glass covers wholly are compensated unless a sheet is translucent`() {
    var state = Self.state()
    #expect(state.evenBlocks == [PixelRect(x: 2, y: 0, width: 4, height: 2)])
    #expect(state.wholePixels == [PixelRect(x: 2, y: 0, width: 16, height: 8)])
    state.conditions.isEven = false
    #expect(state.wholePixels == [])
  }

  @Test func `blocks are bare that lie on the surface and the output and have no pixel of glass`() {
    let material = Material(name: "test", isDark: true, blurRadius: 20, chain: .identity)
    let panes = [Pane(frame: PixelRect(x: 10, y: 4, width: 5, height: 4), material: material)]
    func bare(_ frame: PixelRect) -> [PixelRect] {
      let coverage = GlassCoverage(panes, size: frame.size)
      return MeasurementState(.standard, frame: frame, coverage, mask: nil, output: Self.output).bareBlocks()
    }
    #expect(
      bare(Self.frame)
        == [
          PixelRect(x: 2, y: 0, width: 4, height: 1), PixelRect(x: 2, y: 1, width: 2, height: 1),
        ])
    // The surface extends beyond the output by half of a block and one more.
    #expect(
      bare(PixelRect(x: 42, y: 24, width: 28, height: 8))
        == [
          PixelRect(x: 11, y: 6, width: 5, height: 1), PixelRect(x: 11, y: 7, width: 2, height: 1),
          PixelRect(x: 15, y: 7, width: 1, height: 1),
        ])
    #expect(Self.state().bareBlocks() == [])
  }

  @Test func `blocks are shared with neighbours and with surfaces that overlap`() {
    let bytes = [UInt8](repeating: 0, count: Self.frame.area)
    let part = PixelRect(x: 0, y: 0, width: 2, height: 2)
    var state = Self.state(mask: OverlapMask(size: Self.frame.size, bytes: bytes, parts: [part]))
    state.conditions.neighbours = [PixelRect(x: 26, y: 0, width: 4, height: 4)]
    #expect(
      state.sharedBlocks
        == [PixelRect(x: 6, y: 0, width: 2, height: 1), PixelRect(x: 1, y: 0, width: 1, height: 1)])
  }

  @Test func `blocks around covered ones change with the capture that shows them and the next one`() {
    var state = Self.state()
    let clear = BlockFlags(flags: [UInt8](repeating: BlockFlags.valid, count: 12), width: 6)
    let covered = BlockFlags(flags: [UInt8](repeating: 0, count: 12), width: 6)
    let reaches = [clear, covered, clear, clear].map { state.reach(of: $0) }
    #expect(reaches == [1, 8, 8, 1])
  }

  @Test func `the background is seen where a capture shows nothing of ours`() {
    let state = Self.state()
    let all = PixelRect(Self.output)
    #expect(state.blocks(seenIn: all, ours: [], outside: .empty) == [state.blocks])
    let left = PixelRect(x: 0, y: 0, width: 12, height: 8)
    #expect(
      state.blocks(seenIn: all, ours: [left], outside: .empty)
        == [PixelRect(x: 3, y: 0, width: 4, height: 2)])
    // The former frame is known from its own measurement, whatever hides it now.
    #expect(state.blocks(seenIn: all, ours: [left], outside: left) == [state.blocks])
    #expect(
      state.blocks(seenIn: PixelRect(x: 0, y: 0, width: 14, height: 32), ours: [], outside: .empty)
        == [PixelRect(x: 1, y: 0, width: 2, height: 2)])
  }
}
