import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// A bar whose settings give it another frame.
  @Suite struct FrameChangeTests {
    private static func settings(_ frame: String, more: String = "") -> String {
      BarSettingsText.bar(material: "systemMaterial", appearance: "light", more: frame + "\n" + more)
    }

    /// A light bar over the compositor's own dark grey.
    private final class Scenery {
      let session: HeadlessSway
      let client: TestClient
      let bar: RunningHyaline
      let background: Double
      private(set) var glass = 0.0

      init(_ settings: String) throws {
        session = try TestSession.start(output: "mode 640x360@60Hz position 0 0")
        client = try TestClient(session)
        background = Double(try client.capture(PixelRect(x: 320, y: 180, width: 1, height: 1)).bytes[1])
        bar = try RunningHyaline(in: session, settings: settings)
        try waitUntilLive()
        let row = try client.capture(PixelRect(x: 320, y: 0, width: 1, height: 360))
        glass = Double((0..<360).map { row.bytes[$0 * 4 + 1] }.max()!)
      }

      func waitUntilLive() throws {
        try bar.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
      }

      /// The first row that is not the background's, and the last, in the middle of the output; nil: there is none.
      func rows() throws -> ClosedRange<Int>? {
        let column = try client.capture(PixelRect(x: 320, y: 0, width: 1, height: 360))
        let seen = (0..<360).filter { abs(Double(column.bytes[$0 * 4 + 1]) - background) > 8 }
        return seen.isEmpty ? nil : seen.first!...seen.last!
      }

      /// The opacity of the glass at the top and at the bottom, 0 … 1.
      func opacities() throws -> (top: Double, bottom: Double) {
        let column = try client.capture(PixelRect(x: 320, y: 0, width: 1, height: 360))
        func opacity(_ y: Int) -> Double {
          (Double(column.bytes[y * 4 + 1]) - background) / (glass - background)
        }
        return (opacity(4), opacity(355))
      }

      func stop() {
        bar.process.stop()
        session.stop()
      }
    }

    @Test func `a bar has another place while its output shows windows`() throws {
      let scenery = try Scenery(
        Self.settings(
          "height = 24\nmargin_top = 20",
          more: "[bar.states.used]\nwhen = { windows = \">= 1\", app_id = \"film\" }\nmargin_top = 2"))
      defer { scenery.stop() }
      #expect(try scenery.rows()?.lowerBound == 20)
      func waitForTop(_ row: Int) throws {
        try scenery.bar.waitForStatistics("the bar at \(row)") { _ in
          (try? scenery.bar.request(#"{"command":"status"}"#).contains("\"y\":\(row)}")) == true
        }
      }
      let film = try scenery.client.showWindow(
        TestPictures.desktop(PixelSize(width: 200, height: 100)), appID: "film")
      try waitForTop(2)
      film.close()
      try waitForTop(20)
    }

    /// The rows of the bar until it has those that are wanted, each once.
    private func watch(
      _ scenery: Scenery, until end: ClosedRange<Int>
    ) throws -> [ClosedRange<Int>] {
      var seen: [ClosedRange<Int>] = []
      try eventually("the bar in \(end)") {
        let rows = try #require(try scenery.rows(), "the bar is gone")
        if rows != seen.last { seen.append(rows) }
        return rows == end
      }
      return seen
    }

    @Test func `another height is reached without a gap and without a step back`() throws {
      let scenery = try Scenery(Self.settings("height = 32"))
      defer { scenery.stop() }
      try scenery.bar.rewriteSettings(Self.settings("height = 80"))
      let seen = try watch(scenery, until: 0...79)
      #expect(seen.allSatisfy { $0.lowerBound == 0 }, "\(seen)")
      let ends = seen.map(\.upperBound)
      #expect(ends == ends.sorted(), "\(ends)")
      try scenery.waitUntilLive()
      #expect(try scenery.rows() == 0...79)
    }

    @Test func `a bar at the lower edge grows upwards, and stays at its edge`() throws {
      let scenery = try Scenery(Self.settings("edge = \"bottom\"\nheight = 32"))
      defer { scenery.stop() }
      try scenery.bar.rewriteSettings(
        Self.settings("edge = \"bottom\"\nheight = 60\nmargin_bottom = 20\nlength = 400"))
      let seen = try watch(scenery, until: 280...339)
      let starts = seen.map(\.lowerBound)
      #expect(starts == starts.sorted(by: >), "\(seen)")
      let ends = seen.map(\.upperBound)
      #expect(ends == ends.sorted(by: >), "\(seen)")
      try scenery.waitUntilLive()
      #expect(try scenery.rows() == 280...339)
    }

    @Test func `turned round half-way it goes back from where it is`() throws {
      let scenery = try Scenery(Self.settings("height = 32"))
      defer { scenery.stop() }
      try scenery.bar.rewriteSettings(Self.settings("height = 132"))
      var last = 0
      try eventually("half of the way") {
        last = try scenery.rows()!.upperBound
        return last > 60
      }
      try scenery.bar.rewriteSettings(Self.settings("height = 32"))
      let ends = try watch(scenery, until: 0...31).map(\.upperBound)
      // The bar may go on growing a little before the new settings are read, and it turns round without a jump.
      let turn = ends.firstIndex(of: ends.max()!)!
      #expect(Array(ends[...turn]) == ends[...turn].sorted(), "\(ends)")
      #expect(Array(ends[turn...]) == ends[turn...].sorted(by: >), "\(ends)")
    }

    @Test func `with reduced motion it is there at once`() throws {
      let more = "[accessibility]\nreduce_motion = \"on\""
      let scenery = try Scenery(Self.settings("height = 32", more: more))
      defer { scenery.stop() }
      try scenery.bar.rewriteSettings(Self.settings("height = 80", more: more))
      #expect(try watch(scenery, until: 0...79).allSatisfy { [31, 79].contains($0.upperBound) })
    }

    @Test func `a bar that goes to another edge fades out here while it fades in there`() throws {
      let scenery = try Scenery(Self.settings("height = 32"))
      defer { scenery.stop() }
      try scenery.bar.rewriteSettings(Self.settings("height = 32\nedge = \"bottom\""))
      var seen: [(top: Double, bottom: Double)] = []
      try eventually("the bar at the bottom") {
        seen.append(try scenery.opacities())
        return seen.last!.top == 0 && seen.last!.bottom > 0.98
      }
      for (one, next) in zip(seen, seen.dropFirst()) {
        #expect(next.top <= one.top + 0.02 && next.bottom >= one.bottom - 0.02, "\(seen)")
      }
      try scenery.waitUntilLive()
      #expect(try scenery.rows() == 328...359)
    }
  }
}
