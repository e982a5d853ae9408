import Geometry
import Testing
import Views

@Suite struct RevealTests {
  @Test(arguments: [(0.0, 0), (0.25, 10), (0.5, 20), (1, 40)], [false, true])
  func `what slides into sight ends where the next view begins, and takes no more room`(
    part: (share: Double, shown: Int), isRightToLeft: Bool
  ) {
    let (share, shown) = part
    let row = HStack {
      block(10, 10)
      HStack {
        block(30, 10)
        block(10, 10)
      }
      .revealed(share, along: .level)
      block(5, 10)
    }
    let view = laidOut(row) { $0.isRightToLeft = isRightToLeft }
    let width = 10 + shown + 5
    #expect(view.size == PixelSize(width: width, height: 10))
    var frames = [rect(0, 0, 10, 10), rect(10 + shown, 0, 5, 10)]
    if shown > 0 {
      frames.insert(contentsOf: [rect(shown - 30, 0, 30, 10), rect(shown, 0, 10, 10)], at: 1)
    }
    if isRightToLeft { frames = frames.map { rect(width - $0.maxX, 0, $0.width, 10) } }
    #expect(view.fillFrames == frames)
  }

  @Test(arguments: [false, true])
  func `what slides out of the view behind it begins where the view before it ends`(isRightToLeft: Bool) {
    let row = HStack {
      block(10, 10)
      HStack {
        block(30, 10)
        block(10, 10)
      }
      .revealed(0.5, along: .level, isReversed: true)
      block(5, 10)
    }
    let view = laidOut(row) { $0.isRightToLeft = isRightToLeft }
    var frames = [rect(0, 0, 10, 10), rect(10, 0, 30, 10), rect(40, 0, 10, 10), rect(30, 0, 5, 10)]
    if isRightToLeft { frames = frames.map { rect(35 - $0.maxX, 0, $0.width, 10) } }
    #expect(view.size == PixelSize(width: 35, height: 10) && view.fillFrames == frames)
  }

  @Test func `in a column a view slides into sight from below if it is reversed`() {
    let column = VStack {
      VStack { block(10, 40) }.revealed(0.25, along: .upright, isReversed: true)
      block(10, 10)
    }
    #expect(laidOut(column).fillFrames == [rect(0, 0, 10, 40), rect(0, 10, 10, 10)])
  }

  @Test func `in a column a view slides into sight from above, and only what is seen takes input`() throws {
    let column = VStack {
      block(10, 10)
      VStack {
        block(10, 30).onTap(.primary, RevealAction.hidden)
        block(10, 10).onTap(.primary, RevealAction.seen)
      }
      .revealed(0.25, along: .upright)
    }
    let view = laidOut(column)
    #expect(view.size == PixelSize(width: 10, height: 20))
    #expect(view.fillFrames == [rect(0, 0, 10, 10), rect(0, -20, 10, 30), rect(0, 10, 10, 10)])
    #expect(view.regions.map(\.visible) == [rect(0, 10, 10, 10)])
  }
}

private enum RevealAction: ViewAction {
  case hidden, seen
}
