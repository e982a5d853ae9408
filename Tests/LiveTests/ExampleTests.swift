import Geometry
import HeadlessSession
import Pictures
import Scenes
import TestSupport
import Testing

extension LiveTests {
  @Suite struct ExampleTests {
    @Test(arguments: ["gles", "cpu"])
    func `the blurred status bar follows a turn of its output`(renderer: String) throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz position 0 0")
      defer { sway.stop() }
      let bar = try RunningExample("BlurredStatusBar", in: sway, arguments: ["overlay", renderer])
      for (transform, width) in [("normal", 640), ("90", 360)] {
        _ = try sway.message("output", "HEADLESS-1", "transform", transform)
        let strip = PixelRect(x: 0, y: 0, width: width, height: 24)
        let shown = try picture(of: sway, bar, awaiting: "a bar on top, turned \(transform)") { picture in
          picture.size.width == width && picture.differs(above: 24)
        }
        // Light over sway's dark grey, which is seen below.
        #expect(shown.cropped(to: strip).greys.allSatisfy { $0 > 100 })
        #expect(shown.greys[shown.size.width * 40] < 100)
        try Picture.writePNG(shown, to: ".build/blurred-status-bar-\(transform)-\(renderer).png")
      }
      bar.process.send(15)
      #expect(bar.process.waitForEnd() == .exited(0), "\(bar.log)")
    }

    @Test(arguments: ["gles", "cpu"]) func `islands are joined, and nothing is drawn beside them`(
      renderer: String
    ) throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz position 0 0")
      defer { sway.stop() }
      let bare = try sway.picture()
      let islands = try RunningExample("Islands", in: sway, arguments: [renderer])
      let strip = PixelRect(x: 0, y: 0, width: 640, height: 56)
      func columns(_ y: Int, of picture: Bitmap) -> [Int] {
        let row = PixelRect(x: 0, y: y, width: 640, height: 1)
        let (now, before) = (picture.cropped(to: row).greys, bare.cropped(to: row).greys)
        return (0..<640).filter { now[$0] != before[$0] }
      }
      let shown = try picture(of: sway, islands, awaiting: "islands") { columns(28, of: $0).count > 200 }
      let middle = columns(28, of: shown)
      let ends = (first: try #require(middle.first), last: try #require(middle.last))
      // One sheet goes through the middle, and there are gaps between the upper edges of the islands.
      #expect(middle.count == ends.last - ends.first + 1)
      #expect(columns(12, of: shown).count < middle.count - 20)
      #expect(abs(ends.first - (639 - ends.last)) <= 1)
      #expect(columns(1, of: shown).isEmpty && ends.first > 100)
      try Picture.writePNG(shown.cropped(to: strip), to: ".build/islands-\(renderer).png")
      islands.process.send(15)
      #expect(islands.process.waitForEnd() == .exited(0), "\(islands.log)")
    }

    @Test func `the panel slides up over what another session scrolls`() throws {
      let sway = try HeadlessSway(output: "resolution 800x600@60Hz position 0 0")
      defer { sway.stop() }
      let panel = try RunningExample("SlidingPanel", in: sway)
      // Beside text and buttons, and higher than a card of the list: between these it is light without a sheet.
      let place = PixelRect(x: 590, y: 600 - 40 - 152 + 30, width: 14, height: 92)
      let text = PixelRect(x: 200, y: 600 - 40 - 152, width: 400, height: 70)
      let first = try picture(of: sway, panel, awaiting: "light ink on dark glass") { picture in
        picture.size.width == 800 && picture.cropped(to: place).greys.allSatisfy { $0 < 110 }
          && picture.cropped(to: text).greys.count { $0 > 180 } > 100
          && picture.cropped(to: PixelRect(x: 4, y: 100, width: 12, height: 8)).greys.allSatisfy {
            $0 > 180
          }
      }
      // The picture is kept for people to look at.
      try Picture.writePNG(first, to: ".build/sliding-panel.png")
      _ = try picture(of: sway, panel, awaiting: "another place of the list") { $0 != first }
      panel.process.send(15)
      #expect(panel.process.waitForEnd() == .exited(0), "\(panel.log)")
    }

    @Test(arguments: ["BlurredStatusBar", "Islands", "SlidingPanel"])
    func `without a compositor an example says so and ends`(program: String) throws {
      let directory = try PrivateDirectory()
      defer { directory.remove() }
      let run = try CommandRun([], program: program, in: directory)
      #expect(run.ending == .exited(1))
      #expect(run.text.hasSuffix("cannot connect to a Wayland compositor: WAYLAND_DISPLAY is not set\n"))
    }

    /// The output's picture once it is as it must be.
    private func picture(
      of sway: HeadlessSway, _ example: RunningExample, awaiting what: String, until isTrue: (Bitmap) -> Bool
    ) throws -> Bitmap {
      let deadline = Deadline.patient
      while true {
        let shown = try sway.picture()
        if isTrue(shown) { return shown }
        if let ending = example.process.poll() {
          throw SessionError.failed([what, "\(ending)"], log: example.log)
        }
        if deadline.hasPassed { throw SessionError.timeout(awaited: what, log: example.log) }
      }
    }
  }
}

extension Bitmap {
  /// The green of each pixel.
  fileprivate var greys: [UInt8] { stride(from: 1, to: bytes.count, by: 4).map { bytes[$0] } }

  /// Whether no pixel above that row is as one below it.
  fileprivate func differs(above row: Int) -> Bool {
    let below = greys[size.width * (row + 10)]
    return greys.prefix(size.width * row).allSatisfy { abs(Int($0) - Int(below)) > 20 }
  }
}
