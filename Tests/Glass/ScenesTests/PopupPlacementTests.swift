import Geometry
import Testing

@testable import Scenes

struct PopupPlacementTests {
  private static let output = LogicalRect(x: 0, y: 0, width: 1000, height: 600)
  /// Bars of 40 pixels along each edge, with a module in their middle.
  private static let bars: [(edge: OutputEdge, bar: LogicalRect, module: LogicalRect)] = [
    (.top, .init(x: 0, y: 0, width: 1000, height: 40), .init(x: 480, y: 4, width: 40, height: 32)),
    (.bottom, .init(x: 0, y: 560, width: 1000, height: 40), .init(x: 480, y: 4, width: 40, height: 32)),
    (.left, .init(x: 0, y: 0, width: 40, height: 600), .init(x: 4, y: 280, width: 32, height: 40)),
    (.right, .init(x: 960, y: 0, width: 40, height: 600), .init(x: 4, y: 280, width: 32, height: 40)),
  ]

  /// Places on the output of popups of 200 × 100 pixels, 6 pixels away from their modules.
  @Test(arguments: zip(0..<4, [(400.0, 42.0), (400, 458), (42, 250), (758, 250)]))
  func `a popup of a bar lies towards the middle of the output`(index: Int, place: (x: Double, y: Double)) {
    let (edge, bar, module) = Self.bars[index]
    var popup = PopupPlacement(anchor: module, width: 200, height: 100, awayFrom: edge)
    popup.gap = 6
    let frame = popup.expectedFrame(at: bar, in: Self.output)
    #expect(frame.x + bar.x == place.x && frame.y + bar.y == place.y)
    #expect(frame.width == 200 && frame.height == 100)
  }

  @Test(arguments: [
    (PopupPlacement.Alignment.start, 480.0), (.centre, 400), (.end, 320),
  ])
  func `a popup is aligned along the side of its anchor`(alignment: PopupPlacement.Alignment, x: Double) {
    let (edge, bar, module) = Self.bars[0]
    var popup = PopupPlacement(anchor: module, width: 200, height: 100, awayFrom: edge)
    popup.alignment = alignment
    #expect(popup.expectedFrame(at: bar, in: Self.output).x == x)
  }

  /// The places, along the bar, of popups of 200 pixels beside modules of 40 at the ends, near them and in the middle.
  @Test(arguments: zip([0.0, 90, 480, 870, 960], [8.0, 10, 400, 790, 792]))
  func `a popup keeps a margin to the ends of the output`(x: Double, expected: Double) {
    let (edge, bar, _) = Self.bars[0]
    let module = LogicalRect(x: x, y: 0, width: 40, height: 40)
    let popup = PopupPlacement(anchor: module, width: 200, height: 100, awayFrom: edge)
    let kept = popup.keeping(8, at: bar, in: Self.output)
    #expect(kept.expectedFrame(at: bar, in: Self.output).x == expected)
    #expect((kept == popup) == (x >= 90 && x <= 870))
    let upright = PopupPlacement(
      anchor: LogicalRect(x: 0, y: x * 0.6, width: 40, height: 24), width: 100, height: 120, gravity: .right)
    let own = LogicalRect(x: 0, y: 0, width: 40, height: 600)
    let y = upright.keeping(8, at: own, in: Self.output).expectedFrame(at: own, in: Self.output).y
    #expect(abs(y - min(max(8, x * 0.6 + 12 - 60), 472)) <= 1)
  }

  @Test func `a popup without room for both margins keeps the one at its start`() {
    let (edge, bar, module) = Self.bars[0]
    let popup = PopupPlacement(anchor: module, width: 990, height: 100, awayFrom: edge)
      .keeping(8, at: bar, in: Self.output)
    #expect(popup.expectedFrame(at: bar, in: Self.output).x == 8)
  }

  @Test func `a popup that would leave the output slides along its bar`() {
    let (edge, bar, _) = Self.bars[0]
    for (x, expected) in [(0.0, 0.0), (960, 800)] {
      let module = LogicalRect(x: x, y: 0, width: 40, height: 40)
      let popup = PopupPlacement(anchor: module, width: 200, height: 100, awayFrom: edge)
      #expect(popup.expectedFrame(at: bar, in: Self.output).x == expected)
    }
  }

  @Test func `a popup without room on its side flips to the other one`() {
    let (_, bar, module) = Self.bars[0]
    var popup = PopupPlacement(anchor: module, width: 200, height: 100, gravity: .top)
    #expect(popup.expectedFrame(at: bar, in: Self.output).y == 36)
    // With room on neither side it stays and slides.
    popup.height = 580
    #expect(popup.expectedFrame(at: bar, in: Self.output).y == 0)
    popup.height = 700
    #expect(popup.expectedFrame(at: bar, in: Self.output).y == 0)
  }

  @Test(arguments: [
    (LogicalRect(x: 1.5, y: 2.25, width: 10, height: 5), PixelRect(x: 1, y: 2, width: 11, height: 6)),
    (LogicalRect(x: -5, y: -5, width: 20, height: 100), PixelRect(x: 0, y: 0, width: 15, height: 40)),
    (LogicalRect(x: 2000, y: 50, width: 10, height: 10), PixelRect(x: 99, y: 39, width: 1, height: 1)),
    (LogicalRect(x: 7, y: 7, width: 0, height: 0), PixelRect(x: 7, y: 7, width: 1, height: 1)),
  ])
  func `an anchor is made whole, not empty and part of its surface`(anchor: LogicalRect, whole: PixelRect) {
    let popup = PopupPlacement(anchor: anchor, width: 10, height: 10, gravity: .bottom)
    #expect(popup.wholeAnchor(in: LogicalSize(width: 100, height: 40)) == whole)
  }

  @Test func `room for a shadow makes the surface larger and moves the popup nowhere`() {
    let bar = LogicalRect(x: 0, y: 0, width: 1920, height: 32)
    let output = LogicalRect(x: 0, y: 0, width: 1920, height: 1080)
    for x in [0.0, 900, 1880] {
      var popup = PopupPlacement(
        anchor: LogicalRect(x: x, y: 0, width: 40, height: 32), width: 320, height: 200, gravity: .bottom)
      let plain = popup.expectedFrame(at: bar, in: output)
      popup.outset = .init(top: 8, right: 36, bottom: 44, left: 20)
      let surface = popup.expectedFrame(at: bar, in: output)
      #expect(surface.x + 20 == plain.x && surface.y + 8 == plain.y)
      #expect(surface.width == 376 && surface.height == 252)
      #expect(popup.inputRegion == [LogicalRect(x: 20, y: 8, width: 320, height: 200)])
    }
  }

  @Test func `a popup of a popup lies beside that, not beside its shadow`() {
    let output = LogicalRect(x: 0, y: 0, width: 1920, height: 1080)
    let row = LogicalRect(x: 36, y: 40, width: 200, height: 26)
    var popup = PopupPlacement(anchor: row, width: 150, height: 100, gravity: .right)
    popup.alignment = .start
    popup.parentOutset = .init(top: 28, right: 36, bottom: 44, left: 36)
    let frame = popup.expectedFrame(at: LogicalRect(x: 300, y: 300, width: 272, height: 200), in: output)
    #expect(frame == LogicalRect(x: 236, y: 40, width: 150, height: 100))
    popup.outset = popup.parentOutset
    let larger = popup.expectedFrame(at: LogicalRect(x: 300, y: 300, width: 272, height: 200), in: output)
    #expect(larger == LogicalRect(x: 200, y: 12, width: 222, height: 172))
  }
}
