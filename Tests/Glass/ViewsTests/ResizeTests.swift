import Geometry
import Scenes
import Testing
import Views

@Suite struct ResizeTests {
  /// The clips of a layout.
  private func clips(_ view: LaidOutView) -> [PixelRect] {
    view.scene.nodes.compactMap { if case .effect(let clip) = $0 { clip.frame } else { nil } }
  }

  /// A room for a view that is 40 pixels long, the place of that view in it, and the part that is seen if that is not all.
  private typealias Room = (anchor: HorizontalAlignment, length: Double, x: Int, seen: ClosedRange<Int>?)

  private static let rooms: [Room] = [
    (.leading, 30, 0, -8...27), (.leading, 40, 0, nil), (.leading, 50, 0, nil), (.trailing, 30, -10, 2...38),
    (.trailing, 50, 10, nil), (.center, 30, -5, 2...27), (.center, 50, 5, nil), (.leading, 4, 0, -8...1),
    (.trailing, 4, -36, 2...12),
  ]

  @Test(arguments: rooms, [false, true])
  private func `a view keeps its place at an end of a shorter or longer room, or in the middle`(
    part: Room, isRightToLeft: Bool
  ) {
    let row = HStack {
      block(10, 10)
      HStack { block(40, 10) }.resized(
        to: part.length, from: 40, along: .level, anchor: part.anchor, insets: (2, 3))
      block(5, 10)
    }
    let view = laidOut(row) { $0.isRightToLeft = isRightToLeft }
    let (length, width) = (Int(part.length), 15 + Int(part.length))
    #expect(view.size == PixelSize(width: width, height: 10))
    var frames = [rect(0, 0, 10, 10), rect(10 + part.x, 0, 40, 10), rect(10 + length, 0, 5, 10)]
    var seen = part.seen.map { [rect(10 + $0.lowerBound, -8, $0.upperBound - $0.lowerBound, 26)] } ?? []
    if isRightToLeft {
      frames = frames.map { rect(width - $0.maxX, 0, $0.width, 10) }
      seen = seen.map { rect(width - $0.maxX, $0.y, $0.width, $0.height) }
    }
    #expect(view.fillFrames == frames && clips(view) == seen)
  }

  @Test(arguments: [41.0, 43, 47])
  func `a view in the middle does not tremble as its room becomes longer`(_ length: Double) {
    let view = laidOut(
      HStack { block(40, 10) }.resized(to: length, from: 40, along: .level, anchor: .center)
        .frame(width: 101))
    #expect(view.fillFrames == [rect(30, 0, 40, 10)])
  }

  @Test func `a view in a room that is too short is not seen, and takes no input`() {
    let view = laidOut(
      HStack { block(40, 10).onTap(.primary, ResizeAction.tap) }.resized(
        to: 4, from: 40, along: .level, anchor: .center, insets: (2, 3)))
    #expect(view.size.width == 4 && view.fillFrames.isEmpty && view.regions.isEmpty)
  }

  @Test func `only what is seen of a view takes input`() {
    let view = laidOut(
      HStack { block(40, 10).onTap(.primary, ResizeAction.tap) }.resized(
        to: 30, from: 40, along: .level, anchor: .leading))
    #expect(view.regions.map(\.visible) == [rect(0, 0, 30, 10)])
  }

  @Test func `in a column a view keeps its place at the upper end, in the middle or at the lower end`() {
    for (anchor, length, y) in [
      (HorizontalAlignment.leading, 30.0, 0), (.center, 30, -5), (.trailing, 30, -10), (.leading, 50, 0),
      (.trailing, 50, 10),
    ] {
      let column = VStack {
        block(10, 10)
        VStack { block(10, 40) }.resized(to: length, from: 40, along: .upright, anchor: anchor)
        block(10, 10)
      }
      let frames = [rect(0, 0, 10, 10), rect(0, 10 + y, 10, 40), rect(0, 10 + Int(length), 10, 10)]
      #expect(laidOut(column).fillFrames == frames, "\(anchor) \(length)")
    }
  }

  @Test func `a text is not laid out anew in a shorter room`() {
    let row = HStack { Text("a longer text").resized(to: 40, from: 104, along: .level, anchor: .leading) }
    #expect(laidOut(row).textFrames.map(\.width) == [104])
    // A row that has even less room for the text cuts it.
    #expect(laidOut(row, width: 36).textFrames.map(\.width) == [32])
  }
}

private enum ResizeAction: ViewAction {
  case tap
}
