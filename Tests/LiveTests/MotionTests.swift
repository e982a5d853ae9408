import HeadlessSession
import Measures
import Scenes
import TestSupport
import Testing
import VisualEffects
import Wayland

extension LiveTests {
  @Suite struct MotionTests {
    static let settings = BarSettingsText.empty + "[backdrop]\nmax_rate = 240\n"
    static let material = Material.named("systemMaterial", isDark: true)!
    /// Part of the strip behind which the window moves; less than all of it, since each is computed anew.
    static let seen = PixelRect(x: 500, y: 8, width: 400, height: 16)

    @Test func `the glass shows what was behind it at most two frames ago`() throws {
      let stage = try Stage(settings: Self.settings, swayRules: MovingContent.rule)
      defer { stage.stop() }
      let content = MovingContent()
      let window = try stage.client.showWindow(content.picture(0), appID: MovingContent.appID)
      _ = try stage.settle()

      let rows = PixelRect(x: 0, y: 0, width: Stage.size.width, height: MovingContent.frame.height)
      var shown: [Int: Bitmap] = [:]
      let waited = ProcessorTime.waited(by: stage.bar.process.pid)
      for number in 1...310 {
        try window.show(content.picture(number))
        let capture = try stage.client.capture(rows)
        let code = FrameCode.read(
          from: capture, x: MovingContent.frame.x + MovingContent.code.x, y: MovingContent.code.y)
        #expect(code == number)
        shown[number] = capture.cropped(to: Self.seen)
      }
      let wait = (ProcessorTime.waited(by: stage.bar.process.pid) - waited) / 310

      var lags: [Int: Int] = [:]
      var backgrounds: [Int: Bitmap] = [:]
      var glasses: [Int: ReferencePicture] = [:]
      for number in 1...310 {
        let background = content.background(number)
        backgrounds[number] = background.cropped(to: Self.seen)
        glasses[number] = Stage.expected(Self.material, over: background, in: Self.seen)
        (backgrounds[number - 4], glasses[number - 4]) = (nil, nil)
        guard number > 10, let strip = shown[number] else { continue }
        let lag = (0...3).first { lag in
          // The background's own share of what is seen is that of now; what compensates it is as old as the glass.
          let change = PictureDifference(
            backgrounds[number]!, ReferencePicture(backgrounds[number - lag]!))
          let difference = PictureDifference(strip, glasses[number - lag]!)
          return difference.mean <= 1 + change.mean * 5 / 255 && difference.max <= 4 + 5
        }
        lags[lag ?? -1, default: 0] += 1
      }
      let late = lags.filter { !(0...2).contains($0.key) }.values.reduce(0, +)
      // Not ours to answer for where others have the processor.
      #expect(late <= (wait < .milliseconds(1) ? 0 : 75), "frames by lag: \(lags), each \(wait) late")
    }

    @Test func `after 600 frames of motion the glass is as after a fresh start`() throws {
      let stage = try Stage(settings: Self.settings, swayRules: MovingContent.rule)
      defer { stage.stop() }
      let content = MovingContent()
      let window = try stage.client.showWindow(content.picture(0), appID: MovingContent.appID)
      for number in 1...600 { try window.showAndWait(content.picture(number)) }
      let moved = try stage.settle()

      let expected = Stage.expected(Self.material, over: content.background(600))
      let difference = PictureDifference(moved, expected)
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")

      #expect(stage.bar.terminate() == .exited(0))
      try stage.restart(settings: Self.settings)
      let change = PictureDifference(moved, ReferencePicture(try stage.settle()))
      #expect(change.mean <= 0.5 && change.max <= 3, "\(change)")
    }

    @Test func `nothing happens for ten seconds over a still scene`() throws {
      let settings = """
        [bar]
        center = ["clock"]
        [clock]
        format = "%A"

        """
      let stage = try Stage(settings: settings)
      defer { stage.stop() }
      _ = try stage.settle()
      func wakeUps() throws -> Int {
        let before = try stage.bar.statistics()
        _ = try stage.client.connection.wait(for: .seconds(10)) { false }
        let after = try stage.bar.statistics()
        #expect(after["commits"] == before["commits"])
        #expect(after["captures"] == before["captures"])
        return after["wakeUps"]! - before["wakeUps"]!
      }
      // What was needed at the start only is given back seconds after the last frame, which wakes once each; what goes
      // on does so all the time.
      let counts = try [wakeUps(), wakeUps()]
      // Asking costs up to three: the last one's hanging up, the connection, the request. One is the clock's.
      #expect(counts.min()! <= 3 + 1, "\(counts)")
    }
  }
}
