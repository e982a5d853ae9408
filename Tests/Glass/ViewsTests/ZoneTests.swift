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

  @Test(arguments: [false, true])
  func `a view that is longer than the bar goes alone, and its neighbours stay`(isUpright: Bool) {
    func texts(_ length: Int, wide: Double) -> [String] {
      let bar = ZoneStack(spacing: 20, isUpright: isUpright) {
        Text("mode").layoutPriority(1)
        Text("wide").frame(width: isUpright ? nil : wide, height: isUpright ? wide : nil).layoutPriority(9)
      } center: {
        Text("clock").layoutPriority(5)
      } end: {
        Text("cpu")
      }
      let view = laidOut(bar, width: isUpright ? 60 : length, height: isUpright ? length : 20)
      return view.scene.texts.map(\.text.string)
    }
    #expect(texts(300, wide: 301) == ["mode", "clock", "cpu"])
    #expect(texts(300, wide: 300) == ["wide"])
    #expect(texts(600, wide: 301) == ["mode", "wide", "clock", "cpu"])
  }

  @Test func `views of a lower priority return where one of a higher priority has no room`() {
    func texts(_ width: Int) -> [String] {
      let bar = ZoneStack(spacing: 20) {
        Text("a").frame(width: 30)
        Text("b").frame(width: 50).layoutPriority(1)
      } center: {
        Text("c").frame(width: 200).layoutPriority(2)
      } end: {
        Text("d").frame(width: 150).layoutPriority(3)
      }
      return laidOut(bar, width: width, height: 20).scene.texts.map(\.text.string)
    }
    #expect(texts(490) == ["a", "b", "c", "d"])
    #expect(texts(489) == ["b", "c", "d"])
    #expect(texts(370) == ["c", "d"])
    #expect(texts(369) == ["a", "b", "d"])
    #expect(texts(269) == ["b", "d"])
    #expect(texts(219) == ["a", "d"])
    #expect(texts(199) == ["d"])
    #expect(texts(149) == ["a", "b"])
  }

  @Test func `views of one priority vanish from the inside, though a later one is shorter`() {
    let bar = ZoneStack(spacing: 20) {
      Text("a").frame(width: 30)
      Text("b").frame(width: 100)
      Text("c").frame(width: 40)
    } center: {
    } end: {
    }
    #expect(laidOut(bar, width: 100, height: 20).scene.texts.map(\.text.string) == ["a"])
  }
}
