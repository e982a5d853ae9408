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
  func `the centre is in the middle of the bar while it fits there`(width: Int) {
    for letters in [3, 10, 20, 60] {
      let view = bar([String(repeating: "a", count: letters)], ["clock"], ["e"], width: width)
      guard let clock = view.scene.texts.first(where: { $0.text.string == "clock" })?.frame else {
        Issue.record("no clock at \(width)")
        continue
      }
      // The clock's own 40, and twice the least of a start, a gap and the padding.
      if width >= 40 + 2 * (32 + 20 + 12) {
        #expect(clock.x == (width - clock.width) / 2 && clock.width == 40, "\(width), \(letters) letters")
      }
      #expect(clock.x >= (view.textFrames.first?.maxX ?? 0) + 20 || view.textFrames[0] == clock)
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
