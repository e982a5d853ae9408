import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Bars that come and go.
  @Suite struct ShowInTests {
    /// A background of one colour lets the alpha of the bar be seen; nothing else moves.
    private static let settings = """
      appearance = "light"
      [backdrop]
      source = "solid"
      [bar]
      show_in = "portrait"
      exclusive = false
      start = []
      center = []

      """

    @Test func `a bar of portrait fades out when its output is turned, and is unmapped`() throws {
      let session = try TestSession.start(output: "resolution 640x360@60Hz position 0 0")
      defer { session.stop() }
      let client = try TestClient(session)
      let (bar, background, glass) = try showUpright(session, client)

      func isGone() throws -> Bool { try bar.request(#"{"command":"status"}"#).contains(#""width":0"#) }
      var alphas: [Double] = []
      func look() throws { alphas.append((try sample(client) - background) / (glass - background)) }
      // Turning takes a few frames; where they take longer than the fade, it is tried again.
      try eventually("a fade that is seen") {
        alphas = []
        try turn(session, client, "0")
        try eventually("no surface") {
          try look()
          return try isGone()
        }
        if alphas.contains(where: { $0 > 0.5 }) { return true }
        try turn(session, client, "90")
        try eventually("the bar to be turned again") { try sample(client) == glass }
        return false
      }
      try eventually("the bare output") {
        try look()
        return alphas.last == 0
      }
      // From where it is first seen on the turned output it only falls.
      let seen = alphas.drop { $0 < 0.02 }
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $1 <= $0 + 0.02 }, "\(alphas)")
      try bar.waitForStatistics("no capture") { $0["pendingCaptures"] == 0 }

      try turn(session, client, "90")
      try eventually("the bar again") { try sample(client) == glass }
    }

    @Test func `turned back on the way it fades in again from where it is, and is never gone`() throws {
      let session = try TestSession.start(output: "resolution 640x360@60Hz position 0 0")
      defer { session.stop() }
      let client = try TestClient(session)
      let (bar, background, glass) = try showUpright(session, client)
      var alphas: [Double] = []
      func look() {
        // While the output turns, captures fail.
        guard let seen = try? sample(client) else { return }
        alphas.append((seen - background) / (glass - background))
      }

      // Turning takes a few frames in which it goes on fading; where they take longer than the fade, it is tried again.
      try eventually("an output that is turned back before the bar is gone") {
        alphas = []
        try turn(session, client, "0")
        try eventually("the beginning of the fade") {
          look()
          return (alphas.last ?? 1) < 0.9
        }
        let change = try session.startChange("transform 90")
        defer { change.stop() }
        try eventually("all of it") {
          look()
          return alphas.last == 1 && change.poll() != nil
        }
        return alphas.min()! > 0.02
      }
      let lowest = alphas.firstIndex(of: alphas.min()!)!
      let (out, back) = (alphas[...lowest], alphas[lowest...])
      #expect(zip(out, out.dropFirst()).allSatisfy { $1 <= $0 + 0.02 }, "\(alphas)")
      #expect(zip(back, back.dropFirst()).allSatisfy { $1 >= $0 - 0.02 }, "\(alphas)")
      #expect(bar.process.poll() == nil)
    }

    @Test func `commands slide a bar out and in, and nothing is captured while it is away`() throws {
      let session = try TestSession.start(output: "resolution 640x360@60Hz position 0 0")
      defer { session.stop() }
      let client = try TestClient(session)
      let background = try sample(client)
      let bar = try RunningHyaline(in: session, settings: BarSettingsText.empty)
      func isLive(_ statistics: Statistics) -> Bool {
        statistics.has("source", "live") && statistics.has("phase", "watching")
      }
      try bar.waitForStatistics("live glass", until: isLive)
      let glass = try sample(client)
      #expect(glass != background)
      for _ in 0..<3 {
        _ = try bar.request(#"{"command":"bar","action":"hide"}"#)
        try eventually("no bar") { try sample(client) == background }
        try bar.waitForStatistics("no capture") { $0["pendingCaptures"] == 0 }
        _ = try bar.request(#"{"command":"bar","action":"toggle","output":"HEADLESS-1"}"#)
        try bar.waitForStatistics("live glass", until: isLive)
        try eventually("the same glass") { try abs(sample(client) - glass) <= 1 }
      }
      #expect(try bar.request(#"{"command":"bar","action":"show","output":"DP-9"}"#).contains("HEADLESS-1"))
    }

    /// Turns the output to portrait and waits for its bar; gives what is sampled without that and with it.
    private func showUpright(
      _ session: HeadlessSway, _ client: TestClient
    ) throws -> (bar: RunningHyaline, background: Double, glass: Double) {
      try turn(session, client, "90")
      let background = try sample(client)
      let bar = try RunningHyaline(in: session, settings: Self.settings)
      try bar.waitForStatistics("the bar") { ($0["commits"] ?? 0) > 0 }
      try eventually("the bar") { try abs(sample(client) - background) > 8 }
      return (bar, background, try sample(client))
    }

    private func turn(_ session: HeadlessSway, _ client: TestClient, _ transform: String) throws {
      try session.change("transform \(transform)")
      try client.wait("the output to turn") {
        client.output.description.transform.isTransposed == (transform == "90")
      }
    }

    /// The green of a point of the bar, as people see it.
    private func sample(_ client: TestClient) throws -> Double {
      let point = PixelRect(x: 100, y: 10, width: 4, height: 4)
      return Double(try client.capture(client.output.description.geometry.panelRect(of: point)).bytes[1])
    }
  }
}
