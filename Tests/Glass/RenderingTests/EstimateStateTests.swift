import Geometry
import Testing
import VisualEffects

@testable import Rendering

@Suite struct EstimateStateTests {
  /// The output's last column of blocks extends beyond it.
  private static let output = PixelSize(width: 62, height: 32)
  private static let bar = PixelRect(x: 0, y: 0, width: 16, height: 2)

  private static func state(_ needed: PixelRect?, withGaps: Bool = false) -> EstimateState {
    var state = EstimateState(output: output)
    _ = state.cover(needed, withGaps: withGaps)
    return state
  }

  @Test func `the whole output is kept with a ring of blocks around it`() {
    #expect(Self.state(nil).cells == PixelRect(x: -1, y: -1, width: 18, height: 10))
  }

  @Test func `new blocks are painted, or unknown if a background was captured`() {
    var state = Self.state(Self.bar)
    let same = state.cover(Self.bar, withGaps: true)
    #expect(same == nil)
    let painted = state.cover(Self.bar.outset(by: 1), withGaps: false)
    #expect(painted?.isPainted == true && painted?.unknown == [])
    let wasKnown = !state.fillGaps(from: .empty)
    #expect(wasKnown)
    let taller = PixelRect(x: 0, y: 0, width: 16, height: 5)
    let unknown = state.cover(taller, withGaps: true)
    #expect(unknown?.isPainted == false)
    #expect(unknown?.unknown == [PixelRect(x: 0, y: 3, width: 16, height: 5)])
  }

  @Test func `gaps are filled by a capture of all blocks that are kept`() {
    var state = Self.state(Self.bar)
    let moves = [2, 3].map { state.extend(to: PixelRect(x: 0, y: 0, width: 4, height: $0)) }
    #expect(moves == [nil, .init()])
    #expect(state.cells == PixelRect(x: 0, y: 0, width: 16, height: 3))
    let wanted = [11, 12, 12].map { state.fillGaps(from: PixelRect(x: 0, y: 0, width: 62, height: $0)) }
    #expect(wanted == [true, true, false])
  }

  @Test func `of forgotten blocks only those that are kept become gaps`() {
    var state = Self.state(Self.bar)
    let outside = state.forget([PixelRect(x: 0, y: 4, width: 9, height: 2)])
    let hadGaps = state.fillGaps(from: .empty)
    #expect(outside == [] && !hadGaps)
    let inside = state.forget([PixelRect(x: 3, y: 1, width: 2, height: 9)])
    let hasGaps = state.fillGaps(from: .empty)
    #expect(inside == [PixelRect(x: 3, y: 1, width: 2, height: 1)] && hasGaps)
  }

  @Test func `blocks that the output cuts are taken apart`() {
    let (inner, edges) = Self.state(nil).split([PixelRect(x: 13, y: -1, width: 6, height: 2)])
    #expect(inner == [PixelRect(x: 13, y: 0, width: 2, height: 1)])
    #expect(edges == [PixelRect(x: 15, y: 0, width: 1, height: 1)])
  }

  @Test func `smoothed blocks recolour their neighbours`() {
    var state = Self.state(Self.bar)
    let block = PixelRect(x: 4, y: 1, width: 1, height: 1)
    #expect(state.recoloured(block) == block)
    state.base = .smoothedMean
    #expect(state.recoloured(block) == PixelRect(x: 3, y: 0, width: 3, height: 2))
    #expect(state.plan(sigma: 1).sigma == BlurPlan.minimumLiveSigma)
    #expect(state.plan(sigma: 30).base == .smoothedMean)
  }
}
