import Geometry
import Glibc
import HeadlessSession
import Rendering
import RenderingCPU
import RenderingGLES
import Scenes
import TestSupport
import Testing

@testable import LiveGlass

extension LiveTests {
  /// Tests of the choice of a renderer, and of the one that replaces it.
  @Suite struct RendererTests {
    private static let bar = "appearance = \"dark\"\n[bar]\nstart = []\ncenter = []\nend = []\n"

    @Test func `where the CPU draws no graphics driver is mapped, and nothing is compiled`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let cache = try stage.sway.directory.makeDirectory("driver")
      let hyaline = try stage.start(
        [], settings: "renderer = \"cpu\"\n" + Self.bar, environment: ["MESA_SHADER_CACHE_DIR": cache])
      try stage.waitUntilServing(hyaline)
      try stage.notify(NotificationClient.notify("seen", timeout: 0))
      try hyaline.waitForStatistics("bar and banner") {
        $0.has("source", "live") && $0["shown"] == 1 && $0.values("awaits").isEmpty && $0["rehearsals"] == 0
      }
      let maps = try #require(readText("/proc/\(hyaline.process.pid)/maps"))
      #expect(maps.contains("libwayland-client"))
      for library in ["libEGL", "libGLES", "libGL.", "libgallium", "_dri.so", "libLLVM"] {
        #expect(!maps.contains(library), "\(library)")
      }
      #expect(try stage.sway.run(["find", cache, "-type", "f"]).isEmpty)
      #expect(hyaline.log.isEmpty, "\(hyaline.log)")
    }

    @Test func `another renderer of the settings takes over while the bar runs, and shows the same`() throws {
      let session = try TestSession.start(output: "resolution 640x360@60Hz position 0 0")
      defer { session.stop() }
      let client = try TestClient(session)
      _ = try client.showWallpaper(TestPictures.desktop(PixelSize(width: 640, height: 360)))
      let bar = try RunningHyaline(in: session, settings: "renderer = \"cpu\"\n" + Self.bar)
      try Self.wait(for: bar, by: "CPU")
      let former = try client.capture()
      try bar.replaceSettings("renderer = \"gles\"\n" + Self.bar)
      try Self.wait(for: bar, by: "OpenGL ES")
      try eventually("the same picture") { try client.capture().isClose(to: former) }
      try bar.replaceSettings("renderer = \"cpu\"\n" + Self.bar)
      try Self.wait(for: bar, by: "CPU")
      try eventually("the same picture again") { try client.capture().isClose(to: former) }
      #expect(bar.linesButBus.isEmpty, "\(bar.log)")
    }

    @Test func `where OpenGL ES cannot start the CPU draws, and says so once`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(
        [], settings: "renderer = \"gles\"\n" + Self.bar,
        environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent/vendor.json"])
      try stage.waitUntilServing(hyaline)
      try stage.notify(NotificationClient.notify("seen", timeout: 0))
      try hyaline.waitForStatistics("bar and banner") {
        $0.has("source", "live") && $0["shown"] == 1 && $0.values("awaits").isEmpty
      }
      let lines = hyaline.log.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("OpenGL ES does not draw: "), "\(hyaline.log)")
      let doctor = String(
        decoding: try stage.sway.run([try Program.path(in: stage.sway.directory), "doctor"]), as: UTF8.self)
      #expect(doctor.contains("OpenGL ES: cannot draw: "), "\(doctor)")
    }

    @Test func `a GPU that is reset again and again is given up for the CPU`() throws {
      let stage = try GlassStage(renderer: .gles.fallingBack(to: .cpu))
      defer { stage.stop() }
      stage.output.open(.strip(along: .top, thickness: 40), content: GlassStage.sheet())
      let former = try stage.settle()
      for _ in 0..<6 { stage.session.recoverGraphics() }
      #expect(
        stage.messages.last
          == "OpenGL ES has stopped drawing: the GPU was reset again and again; everything is drawn anew by CPU"
      )
      #expect(stage.session.rendererName == "CPU")
      #expect(stage.session.rejectedRenderers.map(\.name) == ["OpenGL ES"])
      #expect(try stage.settle().isClose(to: former))
      #expect(!stage.messages.contains { $0.hasPrefix("failed") }, "\(stage.messages)")
    }

    private static func wait(for bar: RunningHyaline, by renderer: String) throws {
      try eventually("live glass by \(renderer)") {
        guard let status = try? bar.request(#"{"command":"status"}"#) else { return false }
        return status.contains("\"renderer\":\"\(renderer)\"") && status.contains("\"phase\":\"watching\"")
      }
    }
  }
}

extension Bitmap {
  /// Whether no channel of a pixel is more than two steps apart: a step of each renderer, of which the leak may be a third.
  fileprivate func isClose(to other: Bitmap) -> Bool {
    size == other.size && zip(bytes, other.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
  }
}
