import Geometry
import Scenes
import TestSupport
import Testing
import Views

/// Texts have letters of 8 points, and can be cut to 32 points.
@Suite struct ShortFormTests {
  private func texts(_ view: some View, _ width: Int) -> [String] {
    laidOut(view, width: width, height: 20).scene.texts.map(\.text.string)
  }

  @Test(
    arguments: [
      (224, ["window title", "volume 45%", "memory"]), (223, ["window title", "volume 45%", "mem"]),
      (200, ["window title", "volume 45%", "mem"]), (199, ["window title", "45%", "mem"]),
      (144, ["window title", "45%", "mem"]), (136, ["window title", "45%", "mem"]),
    ])
  func `as many short forms as have to be are shown before a text is cut`(width: Int, shown: [String]) {
    let row = HStack {
      Text("window title")
      Text("volume 45%").shortForm(Text("45%"))
      Text("memory").shortForm(Text("mem"))
    }
    #expect(texts(row, width) == shown)
    let frames = laidOut(row, width: width, height: 20).textFrames
    let whole = shown.map { 8 * $0.utf8.count }
    #expect(frames.map(\.width) == [min(whole[0], width - whole[1] - whole[2]), whole[1], whole[2]])
  }

  @Test(arguments: [(176, ["one two", "volume", "memory"]), (151, ["one two", "vol", "memory"])])
  func `views of a lower priority take their short forms first`(width: Int, shown: [String]) {
    let row = HStack {
      Text("one two")
      Text("volume").shortForm(Text("vol"))
      Text("memory").shortForm(Text("mem")).layoutPriority(1)
    }
    #expect(texts(row, width) == shown)
    #expect(texts(row, 127) == ["one two", "vol", "mem"])
  }

  @Test(
    arguments: [
      (216, ["window title", "volume 45%", "09:41"], 96), (200, ["window title", "volume 45%", "09:41"], 80),
      (152, ["window title", "volume 45%", "09:41"], 32),
      // The short form saves more than is missing, and the rest goes back to the title.
      (151, ["window title", "45%", "09:41"], 87), (96, ["window title", "45%", "09:41"], 32),
      (95, ["45%", "09:41"], nil), (63, ["09:41"], nil),
    ] as [(Int, [String], Int?)])
  func `elastic views shrink before short forms are shown, and others are shown whole or not at all`(
    width: Int, shown: [String], title: Int?
  ) {
    let row = HStack {
      Text("window title").elastic()
      Text("volume 45%").fixedSize().shortForm(Text("45%").fixedSize()).layoutPriority(1)
      Text("09:41").fixedSize().layoutPriority(2)
    }
    let view = laidOut(row, width: width, height: 20)
    #expect(view.scene.texts.map(\.text.string) == shown)
    #expect(
      view.scene.texts.filter { $0.text.maxWidth != nil }.allSatisfy { $0.text.string == "window title" })
    if let title { #expect((title - 7...title).contains(view.textFrames[0].width)) }
  }

  @Test(
    arguments: [
      (144, ["volume", "Monday 09:41"]), (143, ["vol", "Monday 09:41"]), (120, ["vol", "Monday 09:41"]),
      // The clock's short form saves more than is missing.
      (119, ["volume", "09:41"]), (88, ["volume", "09:41"]), (87, ["vol", "09:41"]), (64, ["vol", "09:41"]),
    ])
  func `what a short form leaves goes back to short forms of a lower priority`(width: Int, shown: [String]) {
    let row = HStack {
      Text("volume").fixedSize().shortForm(Text("vol").fixedSize())
      Text("Monday 09:41").fixedSize().shortForm(Text("09:41").fixedSize()).layoutPriority(1)
    }
    #expect(texts(row, width) == shown)
  }

  @Test func `a short form that is not narrower is never shown`() {
    let row = HStack { Text("abcdef").shortForm(Text("uvwxyz")) }
    #expect(texts(row, 48) == ["abcdef"])
    #expect(texts(row, 40) == ["abcdef"])
  }

  @Test func `frames, layers and paddings around pass the short form on`() {
    let row = HStack {
      Text("abcdefgh").shortForm(Text("abcd")).frame(minWidth: 40).padding(horizontal: 4)
      ZStack {
        Text("efghijkl").shortForm(Text("e"))
        Text("wide").hidden()
      }
    }
    #expect(texts(row, 136).filter { $0 != "wide" } == ["abcdefgh", "efghijkl"])
    let short = laidOut(row, width: 80, height: 20).scene.texts.filter { $0.text.string != "wide" }
    #expect(short.map(\.text.string) == ["abcd", "e"])
    #expect(short.map(\.text.maxWidth) == [nil, nil])
  }

  @Test func `zones take short forms before they lose a view, and not while the centre can move aside`() {
    let bar = ZoneStack {
      Text("start")
      Text("volume 45%").shortForm(Text("45%")).layoutPriority(-1)
    } center: {
      Text("clock")
    } end: {
      Text("end")
    }
    #expect(texts(bar, 280) == ["start", "volume 45%", "clock", "end"])
    let tight = laidOut(bar, width: 200, height: 20)
    #expect(tight.scene.texts.map(\.text.string) == ["start", "volume 45%", "clock", "end"])
    #expect(tight.textFrames.map(\.x) == [0, 40, 120, 176])
    #expect(texts(bar, 180) == ["start", "45%", "clock", "end"])
    #expect(texts(bar, 128) == ["start", "45%", "clock", "end"])
  }
}
