import Geometry
import Scenes
import TestSupport
import Testing
import Views

@Suite struct ZoneTests {
  private func bar(
    _ start: [String], _ center: [String], _ end: [String], width: Int, gap: Double = 20
  ) -> LaidOutView {
    let bar = ZoneStack(spacing: gap) {
      for text in start { Text(text) }
    } center: {
      for text in center { Text(text) }
    } end: {
      for text in end { Text(text) }
    }
    return laidOut(bar.padding(horizontal: 12).frame(maxHeight: .infinity), width: width, height: 32)
  }

  @Test func `zones lie at the start, in the middle and at the end`() {
    let view = bar(["one", "two"], ["clock"], ["load"], width: 800)
    #expect(view.textFrames.map(\.x) == [12, 12 + 24 + 20, (800 - 40) / 2, 800 - 12 - 32])
  }

  @Test(arguments: [160, 200, 240, 399, 400, 800])
  func `the centre is in the middle of the bar, or moves aside so that nothing is cut while there is room`(
    width: Int
  ) {
    for letters in [3, 10, 20, 60] {
      for isAtEnd in [false, true] {
        let (long, short) = (String(repeating: "a", count: letters), "e")
        let view = bar(isAtEnd ? [short] : [long], ["clock"], isAtEnd ? [long] : [short], width: width)
        guard let clock = view.scene.texts.first(where: { $0.text.string == "clock" })?.frame else {
          Issue.record("no clock at \(width)")
          continue
        }
        // The padding, a gap at either side of the clock, and letters of 8 pixels.
        let side = 12 + 20
        let all = 2 * side + 8 * (letters + "clock".count + 1)
        let place = "\(width), \(letters) letters"
        guard all <= width else { continue }
        #expect(view.textFrames.map(\.width).reduce(0, +) == 8 * (letters + "clock".count + 1), "\(place)")
        let middle = (width - 40) / 2
        let nearest =
          isAtEnd
          ? min(middle, width - side - 8 * letters - 40) : max(middle, side + 8 * letters)
        #expect(clock.x == nearest, "\(place)")
      }
    }
  }

  @Test func `a low priority vanishes before a high one`() {
    let bar = ZoneStack(spacing: 20) {
      Text("window title")
      Text("mode")
    } center: {
      Text("clock").layoutPriority(2)
    } end: {
      Text("battery").layoutPriority(1)
    }
    func texts(_ width: Int) -> [String] {
      laidOut(bar, width: width, height: 20).scene.texts.map(\.text.string)
    }
    #expect(texts(400) == ["window title", "mode", "clock", "battery"])
    #expect(texts(180) == ["window title", "clock", "battery"])
    #expect(texts(130) == ["clock", "battery"])
    #expect(texts(60) == ["clock"])
    #expect(texts(10) == [])
  }
}
