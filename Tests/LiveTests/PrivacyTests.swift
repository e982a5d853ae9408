import DBus
import Geometry
import HeadlessSession
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Tests of the report of programs that use microphones and the screen, in the bar and the notifications, with a
  /// PipeWire of the test's own.
  @Suite struct PrivacyTests {
    /// A bar, a message bus, and a PipeWire with programs that use something.
    @MainActor private final class Scenario {
      let stage: ServiceStage
      let pipeWire: PrivatePipeWire
      private let sender: MessageBus

      init(_ settings: String) throws {
        var made: PrivatePipeWire?
        stage = try ServiceStage(
          environment: { sway in
            let pipeWire = try PrivatePipeWire(in: sway.directory)
            made = pipeWire
            return ["PIPEWIRE_RUNTIME_DIR": pipeWire.folder]
          }, settings)
        pipeWire = try #require(made)
        sender = try stage.services.connect()
      }

      func stop() {
        pipeWire.kill()
        stage.stop()
      }

      func startPipeWire() throws {
        try pipeWire.start()
        try stage.wait("the server") { try pipeWire.isReady() }
      }

      /// Starts a program whose node runs.
      func use(_ name: String, class mediaClass: String) throws -> SessionProcess {
        let program = try pipeWire.record(as: name, class: mediaClass)
        try stage.wait("the node of \(name)") { try pipeWire.run(name) }
        return program
      }

      /// The states and tooltips of the module's items.
      func uses() throws -> [String] {
        try stage.desktop.items("privacy").map { item in
          "\(item["states"].elements.first?.string ?? ""): \(item["tooltip"]?.string ?? "")"
        }
      }

      func notify(_ summary: String) throws {
        _ = try stage.services.answer(sender, NotificationClient.notify(summary, timeout: 0)).get()
      }

      var banners: Int? { try? stage.desktop.bar.statistics()["shown"] }
    }

    @Test func `each use has an item on the bar as long as its program runs`() throws {
      let scenario = try Scenario("[bar]\nstart = [\"privacy\"]\n")
      defer { scenario.stop() }
      #expect(try scenario.uses() == [])
      // The server starts after the bar.
      try scenario.startPipeWire()
      let recorder = try scenario.use("Recorder", class: "Stream/Input/Audio")
      try scenario.stage.wait("the microphone") {
        try scenario.uses() == ["microphone: Microphone: Recorder"]
      }
      let viewer = try scenario.use("Viewer", class: "Stream/Input/Video")
      try scenario.stage.wait("the screen") {
        try scenario.uses() == ["microphone: Microphone: Recorder", "screen: Screen: Viewer"]
      }
      // Each item takes room of its own on the bar.
      let frames = try scenario.stage.desktop.items("privacy").compactMap { $0["frame"]?.frame }
      #expect(frames.count == 2 && frames[0].x + frames[0].width <= frames[1].x && frames[0].width > 0)
      recorder.send(9)
      recorder.stop()
      try scenario.stage.wait("the screen alone") { try scenario.uses() == ["screen: Screen: Viewer"] }
      viewer.stop()
      try scenario.stage.wait("nothing") { try scenario.uses().isEmpty }
      // A server that dies takes all with it.
      let last = try scenario.use("Last", class: "Stream/Input/Audio")
      try scenario.stage.wait("the last") { try scenario.uses().count == 1 }
      scenario.pipeWire.kill()
      try scenario.stage.wait("nothing without a server") { try scenario.uses().isEmpty }
      last.stop()
    }

    @Test func `a PipeWire that ends twenty times is followed each time, and nothing grows or stays`() throws
    {
      let scenario = try Scenario("[bar]\nstart = [\"privacy\"]\n")
      defer { scenario.stop() }
      let process = scenario.stage.desktop.bar.process.pid
      func descriptors() -> Int { names(in: "/proc/\(process)/fd").count }
      func restart(_ rounds: Int) throws {
        for round in 0..<rounds {
          try scenario.startPipeWire()
          let recorder = try scenario.use("Recorder", class: "Stream/Input/Audio")
          try scenario.stage.wait("the microphone \(round)") {
            try scenario.uses() == ["microphone: Microphone: Recorder"]
          }
          scenario.pipeWire.kill()
          recorder.send(9)
          recorder.stop()
          try scenario.stage.wait("nothing \(round)") { try scenario.uses().isEmpty }
        }
      }
      try restart(5)
      let open = descriptors()
      let growths = try growths(of: process, most: 1024) { try restart(20) }
      let stillOpen = descriptors()
      #expect(growths.last! <= 1024, "\(growths) kB")
      // One kept for each server would be twenty.
      #expect(stillOpen < open + 10, "descriptors: \(open) → \(stillOpen)")
    }

    @Test func `no banner is shown while the screen is shared, and later ones are`() throws {
      let scenario = try Scenario(
        "[bar]\nstart = [\"privacy\"]\n[notifications.do_not_disturb]\nwhile_sharing = true\n")
      defer { scenario.stop() }
      try scenario.startPipeWire()
      try scenario.notify("before")
      try scenario.stage.wait("a banner") { scenario.banners == 1 }
      // Recording sound is no sharing of the screen, so banners are shown.
      let recorder = try scenario.use("Recorder", class: "Stream/Input/Audio")
      try scenario.stage.wait("the microphone") { try scenario.uses().count == 1 }
      try scenario.notify("while recording")
      try scenario.stage.wait("two banners") { scenario.banners == 2 }
      recorder.stop()
      let viewer = try scenario.use("Viewer", class: "Stream/Input/Video")
      try scenario.stage.wait("no banner") { scenario.banners == 0 }
      try scenario.notify("meanwhile")
      func isListed(_ summary: String) throws -> Bool {
        let list = try scenario.stage.desktop.bar.request(#"{"command":"notifications","action":"list"}"#)
        return list.contains("\"\(summary)\"")
      }
      try scenario.stage.wait("its place in the history") { try isListed("meanwhile") }
      #expect(scenario.banners == 0)
      viewer.stop()
      try scenario.stage.wait("the end of the sharing") { try scenario.uses().isEmpty }
      let before = scenario.banners ?? 0
      try scenario.notify("after")
      try scenario.stage.wait("a banner again") { (scenario.banners ?? 0) > before }
    }
  }
}
