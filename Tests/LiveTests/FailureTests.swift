import Geometry
import Glibc
import HeadlessSession
import Pictures
import Scenes
import TestSupport
import Testing
import VisualEffects
import Wayland

extension LiveTests {
  @Suite struct FailureTests {
    static let small = "resolution 640x360@60Hz"

    @Test func `without a compositor it says so and fails`() throws {
      let sway = try HeadlessSway(output: Self.small)
      defer { sway.stop() }
      let bar = try RunningHyaline(
        in: sway, settings: "", environment: ["WAYLAND_DISPLAY": "wayland-none"])
      #expect(bar.process.waitForEnd() == .exited(1))
      #expect(bar.log.contains("wayland-none"))
      #expect(bar.linesButBus.count == 1)
    }

    @Test func `a compositor without layer-shell is told by the protocol's name`() throws {
      let sway = try HeadlessSway(output: Self.small)
      defer { sway.stop() }
      try requireProgram("weston", of: "weston")
      let weston = try sway.start(
        ["weston", "--backend=headless-backend.so", "--socket=weston", "--no-config"], name: "weston")
      defer { weston.stop() }
      try eventually("weston") { unsafe access(sway.directory.file("weston"), F_OK) == 0 }
      let bar = try RunningHyaline(in: sway, settings: "", environment: ["WAYLAND_DISPLAY": "weston"])
      #expect(bar.process.waitForEnd() == .exited(1))
      #expect(bar.log.contains("compositor does not support zwlr_layer_shell_v1"))
      #expect(bar.linesButBus.count == 1)
    }

    @Test func `the end of the compositor ends it with one line`() throws {
      let stage = try Stage()
      defer { stage.stop() }
      let lines = stage.bar.linesButBus.count
      stage.sway.process.send(SIGKILL)
      #expect(stage.bar.process.waitForEnd() == .exited(1))
      #expect(stage.bar.linesButBus.count == lines + 1)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func `a signal to end undoes its surfaces`(_ signal: Int32) throws {
      let stage = try Stage()
      defer { stage.stop() }
      _ = try stage.settle()
      stage.bar.process.send(signal)
      #expect(stage.bar.process.waitForEnd() == .exited(0))
      try stage.client.waitUntilShown(Stage.wallpaper.cropped(to: Stage.strip))
      #expect(unsafe access(stage.bar.controlSocket, F_OK) != 0)
    }

    @Test func `a second instance says who runs already`() throws {
      let stage = try Stage()
      defer { stage.stop() }
      let second = try RunningHyaline(in: stage.sway, settings: "", name: "second")
      #expect(second.process.waitForEnd() == .exited(1))
      #expect(second.log.contains("\(stage.bar.process.pid)"), "\(second.log)")
      #expect(stage.bar.process.poll() == nil)
    }

    @Test func `a broken wallpaper is told, and the glass is of one colour`() throws {
      let sway = try HeadlessSway(output: Self.small)
      defer { sway.stop() }
      let client = try TestClient(sway)
      let path = try sway.directory.write("no picture", to: "broken.png")
      let bar = try RunningHyaline(
        in: sway,
        settings: BarSettingsText.empty + "[backdrop]\nsource = \"wallpaper\"\nwallpaper = \"\(path)\"\n")
      try bar.waitForStatistics("solid glass") { $0.has("source", "solid") && ($0["commits"] ?? 0) > 0 }
      #expect(bar.log.contains("broken.png"))
      try eventually("one colour") {
        let strip = try client.capture(PixelRect(x: 0, y: 0, width: 640, height: 32))
        let first = strip.cropped(to: PixelRect(x: 0, y: 0, width: 1, height: 1))
        return strip.bytes[0] != 63
          && PictureDifference(strip, ReferencePicture(TestPictures.flat(strip.size, first))).max <= 1
      }
      #expect(bar.terminate() == .exited(0))
    }

    @Test func `captures in a format that cannot be read are told, and the glass is opaque`() throws {
      let sway = try HeadlessSway(output: Self.small + " render_bit_depth 10")
      defer { sway.stop() }
      // A white background would be seen if anything shone through.
      let picture = try sway.directory.write([], to: "white.png")
      try Picture.writePNG(
        TestPictures.flat(PixelSize(width: 640, height: 360), SIMD3(1, 1, 1)), to: picture)
      try sway.message("output", "HEADLESS-1", "background", picture, "stretch")
      let bar = try RunningHyaline(in: sway, settings: BarSettingsText.empty)
      try bar.waitForStatistics("solid glass") { $0.has("source", "solid") && ($0["commits"] ?? 0) > 0 }
      #expect(bar.log.contains("no live glass: the compositor offers captures in XR30 only"))
      try eventually("one colour") {
        let strip = try sway.picture().cropped(to: PixelRect(x: 0, y: 0, width: 640, height: 32))
        let first = strip.cropped(to: PixelRect(x: 0, y: 0, width: 1, height: 1))
        return strip.bytes[0] < 128 && strip == TestPictures.flat(strip.size, first)
      }
    }

    @Test(arguments: [false, true])
    func `the wallpaper of the settings is blurred where live glass is unwanted`(areIslands: Bool) throws {
      let sway = try HeadlessSway()
      defer { sway.stop() }
      let client = try TestClient(sway)
      let path = try sway.directory.write([], to: "wallpaper.png")
      try Picture.writePNG(Stage.wallpaper, to: path)
      let bar = try RunningHyaline(
        in: sway,
        settings: (areIslands ? BarSettingsText.islands : BarSettingsText.empty)
          + "[backdrop]\nsource = \"wallpaper\"\nwallpaper = \"\(path)\"\n")
      try bar.waitForStatistics("the wallpaper") { $0.has("source", "wallpaper") && ($0["commits"] ?? 0) > 0 }
      var glass = ReferenceGlass(
        chain: Material.named("systemMaterial", isDark: true)!.chain,
        sigma: Material.named("systemMaterial", isDark: true)!.blurRadius)
      glass.leak = .opaque
      let seen = Stage.wallpaper.cropped(to: PixelRect(x: 0, y: 0, width: 1920, height: 200))
      let part = areIslands ? BarSettingsText.inIsland : Stage.strip
      let expected = glass.shown(over: ReferencePicture(seen), in: part)
      try eventually("the blurred wallpaper") {
        let difference = PictureDifference(try client.capture(part), expected)
        return difference.mean <= 1 && difference.max <= 4
      }
      if areIslands {
        // The desktop is of one colour.
        let beside = BarSettingsText.besideIsland
        #expect(try client.capture(beside).isSame(as: client.capture(beside.offset(x: 0, y: 200))))
      }
    }

    @Test func `where the compositor has no blur, one colour is shown and the log says why`() throws {
      let sway = try HeadlessSway(output: Self.small)
      defer { sway.stop() }
      let bar = try RunningHyaline(
        in: sway, settings: BarSettingsText.empty + "[backdrop]\nsource = \"compositor\"\n")
      try bar.waitForStatistics("one colour") { $0.has("source", "solid") && ($0["commits"] ?? 0) > 0 }
      #expect(bar.log.contains("the compositor blurs nothing behind surfaces"), "\(bar.log)")
      #expect(try bar.statistics()["captures"] == 0)
    }

    @Test func `scripts that fail or flood do not harm the bar`() throws {
      let sway = try HeadlessSway(output: Self.small)
      defer { sway.stop() }
      let settings = """
        [bar]
        start = ["script.missing", "script.failing"]
        center = ["script.flood"]
        [script.missing]
        command = ["/no/such/program"]
        [script.failing]
        command = ["sh", "-c", "echo broken >&2; exit 3"]
        [script.flood]
        command = ["sh", "-c", "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done"]
        continuous = true

        """
      let bar = try RunningHyaline(in: sway, settings: settings)
      try bar.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
      try eventually("the failures in the log") {
        bar.log.contains("script.missing") && bar.log.contains("script.failing")
      }
      // The bar answers, and it ends when it is told to.
      let before = try bar.statistics()
      try bar.waitForStatistics("more wake-ups") { $0["wakeUps"]! > before["wakeUps"]! + 10 }
      #expect(bar.log.count < 20_000)
      #expect(bar.terminate() == .exited(0))
    }
  }
}

extension TestPictures {
  /// The colour of the first pixel of `picture` everywhere.
  static func flat(_ size: PixelSize, _ picture: Bitmap) -> Bitmap {
    let colour = SIMD3(picture.bytes[0], picture.bytes[1], picture.bytes[2])
    return flat(size, SIMD3<Double>(colour) / 255)
  }
}
