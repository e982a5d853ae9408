import Geometry
import Scenes
import TestSupport
import Testing

@testable import Views

@Suite struct TextTests {
  @Test func `parts of a text have inks of their own, in places of one layout`() {
    let red = ViewInk.colour([1, 0, 0, 1])
    let view = Text("abcdef", runs: [StyledText.Run(range: 1..<3, isBold: true)])
      .inks([Text.InkRun(2..<4, red), Text.InkRun(4..<4, .mark(1)), Text.InkRun(5..<6, red)])
    let texts = laidOut(view).scene.texts
    #expect(texts.count == 2 && texts[0].frame == texts[1].frame)
    #expect(texts[0].ink == laidOut(Text("a")).scene.texts[0].ink && texts[1].ink == .colour([1, 0, 0, 1]))
    func hidden(_ node: TextNode) -> [Int] {
      node.text.runs.filter(\.style.isHidden).flatMap(\.range)
    }
    #expect(hidden(texts[0]) == [2, 3, 5] && hidden(texts[1]) == [0, 1, 4])
    #expect(texts.allSatisfy { $0.text.runs.filter { $0.style.weight == 700 }.flatMap(\.range) == [1, 2] })
    #expect(
      laidOut(Text("ab").inks([Text.InkRun(0..<9, red)])).scene.texts.map(\.ink) == [.colour([1, 0, 0, 1])])
  }

  @Test(arguments: [(20, 5.0), (21, 5.0), (28, 9.0), (32, 11.0), (41, 16.0)])
  func `capital letters are in the middle of a height`(height: Int, above: Double) {
    let baseline = Capitals.baseline(centring: 10.5, in: height)
    #expect(abs(Double(baseline) - 10.5 / 2 - Double(height) / 2) <= 0.5)
    let frame = laidOut(Text("Xyz"), height: height).textFrames[0]
    #expect(frame.y + 14 == baseline)
    #expect(abs(Double(baseline) - 10.5 - above) < 1)
  }

  @Test(arguments: [(nil, 19), (7, 21), (0, 14), (-4, 10)] as [(Double?, Int)])
  func `a letter whose ink is centred has the middle of its ink in the middle`(middle: Double?, baseline: Int)
  {
    let measurer = MonospaceMeasurer(inkMiddle: middle)
    func drawn(_ text: Text) -> Int {
      let view = layout(
        text, in: Proposal(width: nil, height: 28), environment: ViewEnvironment(scale: 1), measurer: measurer
      )
      return view.textFrames[0].y + 14
    }
    #expect(drawn(Text("ر").centresInk()) == baseline)
    #expect(drawn(Text("ر")) == 19)
  }

  @Test func `texts of a row stand on one line, whatever their heights are`() {
    let row = HStack {
      Text("one")
      Text("😀")
    }
    let frames = laidOut(row, height: 40).textFrames
    #expect(frames[0].y + 14 == frames[1].y + 18)
    let onBaseline = HStack(alignment: .firstTextBaseline) {
      Text("one")
      Text("😀")
    }
    #expect(laidOut(onBaseline).textFrames.map(\.y) == [4, 0])
    #expect(laidOut(onBaseline).size.height == 23)
  }

  @Test func `a row of texts is high enough for lines with centred capitals`() {
    let row = HStack { Text("one") }
    let view = laidOut(VStack { row })
    #expect(PixelRect(view.size).contains(view.textFrames[0]))
  }

  /// Texts of `MonospaceMeasurer` have letters 8 wide; a round is (80 + 36) / 30 s of motion after 2 s of rest.
  @Test(
    arguments: [
      (0, [], 2), (1500, [], 0.5), (2000, [0], 1.0 / 30), (3000, [-30], 1.0 / 30),
      (4000, [-60, 56], 1.0 / 30),
      (5000, [26], 1.0 / 30), (5900, [], 1.966667), (-1000, [], 2),
    ] as [(Int, [Int], Double)])
  func `a text that scrolls rests with an ellipsis, and then passes until it begins again`(
    milliseconds: Int, places: [Int], next: Double
  ) throws {
    for scale in [1.0, 2] {
      let view = laidOut(
        Text("abcdefghij").scrolling(at: .milliseconds(milliseconds)), width: Int(60 * scale), scale: scale)
      let untilMotion = try #require(view.untilMotion)
      #expect(abs(untilMotion / .seconds(1) - next) < 0.0001)
      guard !places.isEmpty else {
        #expect(view.scene.texts.map(\.text.maxWidth) == [Int(60 * scale)])
        continue
      }
      guard case .effect(let room)? = view.scene.nodes.first else {
        Issue.record("nothing clips the text")
        return
      }
      #expect(room.frame.width == Int(60 * scale) && room.material == nil)
      #expect(room.mask != nil)
      let texts = room.content.compactMap { if case .text(let text) = $0 { text } else { nil } }
      #expect(texts.map(\.frame.x) == places.map { Int(Double($0) * scale) })
      #expect(texts.allSatisfy { $0.text.maxWidth == nil })
      #expect(view.accessibility.map(\.label) == ["abcdefghij"])
    }
  }

  /// The ends are 16 points wide, or a quarter of the room.
  @Test(
    arguments: [(0, 0, 0), (5, 5, 5), (50, 16, 16), (108, 8, 16), (116, 0, 16)] as [(Int, Double, Double)])
  func `a passing text fades out at both ends, and not where its beginning stands`(
    shift: Int, leaving: Double, coming: Double
  ) {
    let fade = MarqueeFade(shift: shift, round: 116, room: 70, scale: 1)
    #expect(fade.leaving == leaving && fade.coming == coming)
    for (leavesRight, left, right) in [(false, leaving, coming), (true, coming, leaving)] {
      guard case .image(let row) = fade.mask(70, leavesRight: leavesRight) else {
        Issue.record("no picture")
        return
      }
      let opacity = (0..<70).map { row.bytes[4 * $0 + 3] }
      #expect(opacity.prefix { $0 < 255 }.count == Int(left))
      #expect(opacity.reversed().prefix { $0 < 255 }.count == Int(right))
      #expect(opacity[35] == 255 && opacity.prefix(35) == opacity.prefix(35).sorted()[...])
    }
    #expect(MarqueeFade(shift: 50, round: 116, room: 20, scale: 1).leaving == 5)
    #expect(MarqueeFade(shift: 50, round: 116, room: 200, scale: 2).leaving == 32)
  }

  @Test func `a text that has room does not scroll, and stands where others do`() {
    let moving = laidOut(Text("abc").scrolling(at: .seconds(4)), width: 60, height: 30)
    #expect(moving == laidOut(Text("abc"), width: 60, height: 30) && moving.untilMotion == nil)
    let long = laidOut(Text("abcdefghij").scrolling(at: .seconds(4)), width: 60, height: 30)
    #expect(long.scene != laidOut(Text("abcdefghij"), width: 60, height: 30).scene)
    #expect(laidOut(Text("abcdefghij"), width: 60, height: 30).untilMotion == nil)
  }

  @Test func `a text that fits has no width to wrap at, so that its cached pixels serve`() {
    #expect(laidOut(Text("abc"), width: 100).scene.texts[0].text.maxWidth == nil)
    #expect(laidOut(Text("abcdef"), width: 40).scene.texts[0].text.maxWidth == 40)
  }

  @Test func `paragraphs begin at the side from which they are read`() {
    let column = VStack(alignment: .leading) {
      Text("abc").textAlignment(.natural)
      Text("אבג").textAlignment(.natural)
    }
    #expect(laidOut(column, width: 100).textFrames.map(\.x) == [0, 76])
    #expect(laidOut(column, width: 100) { $0.isRightToLeft = true }.textFrames.map(\.x) == [0, 76])
    let leading = laidOut(Text("abc").textAlignment(.leading), width: 100) { $0.isRightToLeft = true }
    #expect(leading.textFrames.map(\.x) == [76])
  }

  @Test(
    arguments: [
      (nil, nil, nil), (.natural, nil, nil), (.leading, .left, .right), (.center, .center, .center),
      (.trailing, .right, .left),
    ] as [(Text.Alignment?, StyledText.LineAlignment?, StyledText.LineAlignment?)])
  func `the lines of a text stand where the text does`(
    alignment: Text.Alignment?, plain: StyledText.LineAlignment?, mirrored: StyledText.LineAlignment?
  ) throws {
    let text = Text("abc def").lineLimit(3).textAlignment(alignment)
    #expect(laidOut(text, width: 40).scene.texts.map(\.text.lineAlignment) == [plain])
    let other = laidOut(text, width: 40) { $0.isRightToLeft = true }
    #expect(other.scene.texts.map(\.text.lineAlignment) == [mirrored])
    let line = laidOut(Text("abc").textAlignment(alignment), width: 40)
    #expect(line.scene.texts.map(\.text.lineAlignment) == [nil], "one line has no others")
  }

  @Test func `paragraphs have fewer lines where there is less height`() {
    let column = VStack(alignment: .leading) {
      Text("title")
      Text(String(repeating: "a", count: 40)).lineLimit(10)
    }
    #expect(laidOut(column, width: 80).textFrames.map(\.height) == [19, 76])
    let short = laidOut(column, width: 80, height: 60)
    #expect(short.textFrames.map(\.height) == [19, 38])
    #expect(short.scene.texts[1].text.maxLines == 2)
  }

  @Test func `a control is as high as it is told, or as its font needs`() {
    let button = Text("Reply").controlHeight(28)
    #expect(laidOut(button).size.height == 28)
    // The line's lower edge is 10.25 below the middle of its capitals.
    #expect(laidOut(Text("Reply").controlHeight(10)).size.height == 25)
    #expect(laidOut(Text("Reply").height { $0 + 3 }).size.height == 24)
  }

  @Test func `bold covers the whole text`() {
    #expect(
      laidOut(Text("äb").bold()).scene.texts[0].text.runs == [StyledText.Run(range: 0..<3, isBold: true)])
  }
}
