import DesktopModel
import Geometry
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// On which output banners appear, and whether they do, as windows come, go and fill outputs.
  @Suite struct BannerPlaceTests {
    private static let size = PixelSize(width: 640, height: 360)

    /// Two outputs beside each other, each with a window on it.
    private final class Scene {
      let stage: NotificationStage
      let client: TestClient
      let hyaline: RunningHyaline
      private var windows: [TestSurface] = []
      private var bare: [Bitmap] = []

      init(_ settings: String) throws {
        stage = try NotificationStage()
        try stage.sway.message("create_output")
        try stage.sway.message(
          "output HEADLESS-1 position 0 0; output HEADLESS-2 resolution 640x360 position 640 0")
        client = try TestClient(stage.sway)
        hyaline = try stage.start(["--notifications-only"], settings: settings)
        try stage.waitUntilServing(hyaline)
        for output in 1...2 {
          try focus(output)
          windows.append(
            try client.showWindow(
              TestPictures.flat(size, [0.2, 0.4, 0.6]), appID: "window \(output)"))
        }
        try stage.session.eventually("the windows") {
          bare = try (1...2).map { try picture($0) }
          return bare.allSatisfy { Set($0.bytes).count == 4 }
        }
      }

      func focus(_ output: Int) throws { try stage.sway.message("focus output HEADLESS-\(output)") }

      /// The pointer is in neither.
      func picture(_ output: Int) throws -> Bitmap {
        try stage.sway.picture(of: PixelRect(x: 640 * (output - 1) + 340, y: 0, width: 300, height: 360))
      }

      /// Waits until banners are on these outputs and on no other.
      func expect(_ outputs: Set<Int>, _ row: String) throws {
        var seen: Set<Int> = []
        do {
          try stage.session.eventually(row) {
            seen = Set(try (1...2).filter { try picture($0) != bare[$0 - 1] })
            return seen == outputs
          }
        } catch {
          Issue.record("\(row): expected on \(outputs), seen on \(seen) \(hyaline.log)")
        }
      }

      /// Shows a notification, and returns on which output it appears first.
      func showOne(_ summary: String) throws -> Int {
        var output: Int?
        try stage.notify(NotificationClient.notify(summary, timeout: 0))
        try stage.session.eventually("a banner") {
          output = try (1...2).first { try picture($0) != bare[$0 - 1] }
          return output != nil
        }
        return output!
      }

      func clear() throws {
        _ = try stage.command("dismiss", "--all")
        try expect([], "none")
      }
    }

    @Test func `banners appear where the active window is, and stay there`() throws {
      let scene = try Scene("")
      defer { scene.stage.stop() }
      for output in [1, 2, 1] {
        try scene.focus(output)
        // Events of windows may come after the answer to sway's command, so the right output is reached in the end.
        try scene.stage.session.eventually("a banner on output \(output)") {
          try scene.clear()
          return try scene.showOne("Here") == output
        }
        try scene.expect([output], "one")
        try scene.focus(3 - output)
        try scene.expect([output], "it stays")
        try scene.clear()
      }
    }

    @Test func `banners appear on all outputs, or on the one that is named`() throws {
      let scene = try Scene("[notifications]\noutput = \"all\"\n")
      defer { scene.stage.stop() }
      try scene.stage.notify(NotificationClient.notify("All", timeout: 0))
      try scene.expect([1, 2], "all")
      try scene.clear()
      for (name, outputs) in [("HEADLESS-2", [2]), ("HEADLESS-1", [1])] {
        try scene.hyaline.replaceSettings("[notifications]\noutput = \"\(name)\"\n")
        for focused in 1...2 {
          try scene.focus(focused)
          try scene.stage.session.eventually("the settings") {
            try scene.clear()
            return try scene.showOne("\(name) \(focused)") == outputs[0]
          }
          try scene.expect(Set(outputs), "\(name), focus on \(focused)")
          try scene.clear()
        }
      }
    }

    @Test func `nothing is shown while a window fills the output, if that is wished, but what is critical`()
      throws
    {
      let scene = try Scene(
        "[notifications]\nlayer = \"overlay\"\n[notifications.do_not_disturb]\nwhile_fullscreen = true\n")
      defer { scene.stage.stop() }
      let stage = scene.stage
      func waitForReasons(_ reasons: String) throws {
        try stage.session.eventually("the reasons \(reasons)") {
          try stage.command("do-not-disturb", "--json").contains("\"reasons\":\(reasons)")
        }
      }
      try scene.focus(1)
      try waitForReasons("[]")
      try stage.sway.message("fullscreen enable")
      try waitForReasons(#"["fullscreen"]"#)
      let film = try stage.notify(NotificationClient.notify("Film", timeout: 0))
      try scene.expect([], "nothing")
      try stage.notify(
        NotificationClient.notify("Fire", hints: ["urgency": .byte(2)], timeout: 0))
      try scene.expect([1], "what is critical")
      _ = try stage.command("dismiss")
      try scene.expect([], "nothing again")
      // The kept notification comes when the window gives way.
      try stage.sway.message("fullscreen disable")
      try waitForReasons("[]")
      try scene.expect([1], "what was kept back")
      #expect(try stage.command("dismiss", "\(film)") == "")
      // On another output the film goes on alone.
      try stage.sway.message("fullscreen enable")
      try waitForReasons(#"["fullscreen"]"#)
      try scene.focus(2)
      try waitForReasons("[]")
      #expect(scene.hyaline.log.isEmpty)
    }
  }
}
