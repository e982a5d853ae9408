import Geometry
import Scenes
import TestSupport
import Testing
import Views

@Suite struct StackTests {
  @Test func `a row puts views beside one another, in the middle of its height`() {
    let row = HStack(spacing: 4) {
      block(10, 10)
      block(20, 5)
    }
    let view = laidOut(row)
    #expect(view.size == PixelSize(width: 34, height: 10))
    #expect(view.fillFrames == [rect(0, 0, 10, 10), rect(14, 2, 20, 5)])
  }

  @Test func `a column puts views below one another, at the side that it is told`() {
    func column(_ alignment: HorizontalAlignment) -> [PixelRect] {
      let column = VStack(spacing: 3, alignment: alignment) {
        block(10, 10)
        block(21, 5)
      }
      return laidOut(column).fillFrames
    }
    #expect(column(.leading) == [rect(0, 0, 10, 10), rect(0, 13, 21, 5)])
    #expect(column(.center) == [rect(5, 0, 10, 10), rect(0, 13, 21, 5)])
    #expect(column(.trailing) == [rect(11, 0, 10, 10), rect(0, 13, 21, 5)])
  }

  @Test func `each length is rounded by itself, and gaps and frames follow the scale`() {
    let row = HStack(spacing: 3) {
      block(5, 5)
      block(5, 5)
    }
    // 7.5 and 4.5 pixels.
    #expect(laidOut(row, scale: 1.5).fillFrames == [rect(0, 0, 8, 8), rect(13, 0, 8, 8)])
  }

  @Test func `flexible views share what is left, to the last pixel`() {
    let row = HStack {
      Fill(.mark(1))
      block(10, 10)
      Fill(.mark(1))
      Fill(.mark(1))
    }
    let frames = laidOut(row, width: 30, height: 10).fillFrames
    #expect(frames.map(\.width) == [6, 10, 7, 7])
    #expect(frames.last?.maxX == 30)
  }

  @Test func `a spacer pushes what follows to the end, also behind a text that leaves a part of its width`() {
    let row = HStack(alignment: .firstTextBaseline) {
      Text("a long name")
      Spacer()
      Text("now").layoutPriority(1)
    }
    let view = laidOut(row, width: 70)
    #expect(view.scene.texts.map(\.text.string) == ["a long name", "now"])
    #expect(view.textFrames.map(\.width) == [40, 24])
    #expect(view.textFrames.last?.maxX == 70)
  }

  @Test func `an even row gives each view as much, and its last view ends with it`() {
    let row = HStack(spacing: 6, distribution: .even) {
      for _ in 0..<3 { Fill(.mark(1)) }
    }
    let frames = laidOut(row, width: 100, height: 10).fillFrames
    #expect(frames.map(\.x) == [0, 35, 70])
    #expect(frames.map(\.width) == [29, 29, 30])
  }

  @Test func `a low priority shrinks first, the longest before others, and then vanishes`() {
    func texts(_ width: Int) -> [String: Int] {
      let row = HStack {
        Text("aaaaaaaaaa").layoutPriority(1)
        Text("bbbbbbbbbb")
        Text("ccccc")
      }
      let pairs = laidOut(row, width: width, height: 20).scene.texts.map { ($0.text.string, $0.frame.width) }
      return Dictionary(pairs) { first, _ in first }
    }
    let (a, b, c) = ("aaaaaaaaaa", "bbbbbbbbbb", "ccccc")
    #expect(texts(200) == [a: 80, b: 80, c: 40])
    #expect(texts(180) == [a: 80, b: 56, c: 40])
    #expect(texts(150) == [a: 80, b: 32, c: 32])
    #expect(texts(144) == [a: 80, b: 32, c: 32])
    #expect(texts(120) == [a: 56, b: 32, c: 32])
    #expect(texts(95) == [a: 56, b: 32])
    #expect(texts(60) == [a: 56])
    #expect(texts(20) == [:])
  }

  @Test func `right to left, a row begins at the right`() {
    let row = HStack(spacing: 4) {
      block(10, 10)
      block(20, 10).padding(leading: 2)
    }
    let view = laidOut(row, width: 100, height: 10) { $0.isRightToLeft = true }
    #expect(view.fillFrames == [rect(58, 0, 10, 10), rect(32, 0, 20, 10)])
  }

  @Test func `views over one another are aligned in the largest of them`() {
    let stack = ZStack(alignment: .bottomTrailing) {
      block(20, 10)
      block(6, 4)
    }
    #expect(laidOut(stack).fillFrames == [rect(0, 0, 20, 10), rect(14, 6, 6, 4)])
  }

  @Test func `frames hug, limit and fill`() {
    let text = Text("abcdef")
    #expect(laidOut(text.frame(maxWidth: 100)).size.width == 48)
    #expect(laidOut(text.frame(maxWidth: 40)).textFrames.map(\.width) == [40])
    #expect(laidOut(text.frame(minWidth: 60)).textFrames == [rect(6, 0, 48, 19)])
    let filling = laidOut(text.frame(maxWidth: .infinity, alignment: .trailing), width: 100)
    #expect(filling.textFrames == [rect(52, 0, 48, 19)])
  }

  @Test func `a separator crosses the stack that it is in`() {
    let row = HStack {
      block(10, 10)
      Divider()
      block(10, 20)
    }
    #expect(laidOut(row).fillFrames[1] == rect(10, 0, 1, 20))
    let column = VStack {
      block(10, 10)
      Divider(thickness: 2)
    }
    #expect(laidOut(column, scale: 1.5).fillFrames[1] == rect(0, 15, 15, 3))
  }

  @Test func `views at places that touch in points touch in pixels`() {
    let stack = ZStack {
      for column in 0..<3 {
        Fill(.mark(1)).position(LogicalRect(x: 5 * Double(column), y: 1, width: 5, height: 5))
      }
    }
    let frames = laidOut(stack, width: 100, height: 20, scale: 1.5).fillFrames
    #expect(frames == [rect(0, 2, 8, 7), rect(8, 2, 7, 7), rect(15, 2, 8, 7)])
    let mirrored = laidOut(stack, width: 100, height: 20, scale: 1.5) { $0.isRightToLeft = true }
    #expect(mirrored.fillFrames.map(\.maxX) == [100, 92, 85])
  }
}
