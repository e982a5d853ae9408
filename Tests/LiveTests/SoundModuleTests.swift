import DesktopModel
import DesktopServices
import Geometry
import HeadlessSession
import Loop
import TestSupport
import Testing
import TextProcessing
import Wayland

extension LiveTests {
  /// The modules of sound, with a PulseAudio of their own.
  @Suite struct SoundModuleTests {
    private static let layout = LogicalSize(width: 640, height: 480)

    /// A bar, a sound server, and somebody else who looks at that.
    @MainActor private final class Scenario {
      let sway: HeadlessSway
      let pulse: PrivateSoundServer
      let loop: EventLoop
      let sound: SoundServer
      let observation: Observation
      let pointer: VirtualPointer
      let keyboard: VirtualKeyboard
      let bar: RunningHyaline

      init(_ settings: String) throws {
        sway = try HeadlessSway(output: "resolution 640x480@60Hz position 0 0")
        pulse = try PrivateSoundServer(in: sway.directory)
        loop = try EventLoop()
        sound = SoundServer(loop, address: pulse.address)
        observation = sound.observe {}
        let client = try TestClient(sway)
        pointer = try VirtualPointer(client)
        keyboard = try VirtualKeyboard(client)
        try pointer.move(x: 320, y: 400, in: layout)
        bar = try RunningHyaline(
          in: sway, settings: RunningHyaline.still + settings, environment: ["PULSE_SERVER": pulse.address])
        try bar.waitForStatistics("live glass") { $0.has("source", "live") }
      }

      func stop() {
        observation.cancel()
        pulse.kill()
        sway.stop()
      }

      func wait(_ awaited: String, _ condition: () throws -> Bool) throws {
        guard try loop.wait(until: condition) else {
          throw SessionError.timeout(awaited: awaited, log: bar.log)
        }
      }

      func inspect() throws -> JSONValue {
        try JSONValue(parsing: try bar.request(#"{"command":"bar","action":"inspect"}"#))
      }

      func module(_ name: String) throws -> JSONValue? {
        guard case .array(let bars)? = try inspect()["bars"],
          case .array(let modules)? = bars.first?["modules"]
        else { return nil }
        return modules.first { $0["name"]?.string == name }
      }

      func shows(_ name: String, _ percent: Int) throws -> Bool {
        try module(name)?["text"]?.string?.hasSuffix("\(percent)%") == true
      }

      /// The rows of an open panel.
      func rows() throws -> [JSONValue] {
        guard case .array(let popups)? = try inspect()["popups"] else { return [] }
        return popups.flatMap { popup -> [JSONValue] in
          if case .array(let items)? = popup["items"] { items } else { [] }
        }
      }

      /// The slider of an open panel whose state begins with a text.
      func slider(_ state: String) throws -> JSONValue? {
        try rows().first { item in
          if case .array(let states)? = item["states"] { states.first?.string == state } else { false }
        }
      }

      /// The choice of an open panel with a label; `isChosen`: whether it has a check mark.
      func choice(_ label: String, isChosen: Bool) throws -> JSONValue? {
        try rows().last { item in
          item["label"]?.string == label && item["states"] == .array(isChosen ? [.string("on")] : [])
        }
      }

      /// Runs a command of `pactl`, a client of the sound server.
      func pactl(_ arguments: [String]) throws {
        let client = try pulse.run(["pactl"] + arguments)
        defer { client.stop() }
        #expect(client.waitForEnd() == .exited(0), "pactl \(arguments): \(client.logText)")
      }

      var output: String? { sound.state?.defaultDevice(.output)?.name }

      /// Moves the pointer over a frame, to a part of its width.
      func move(over value: JSONValue?, part: Double = 0.5) throws {
        let frame = try #require(value?["frame"])
        func number(_ name: String) -> Double { frame[name]?.number ?? 0 }
        try pointer.move(
          x: number("x") + number("width") * part, y: number("y") + number("height") / 2, in: layout)
      }

      var volume: Int? { sound.state?.defaultDevice(.output)?.volume?.wholePercent }
      var isMuted: Bool? { sound.state?.defaultDevice(.output)?.isMuted }
    }

    @Test func `the wheel, a button and a slider on glass set how loud it is`() throws {
      let scenario = try Scenario(
        "[bar]\nstart = [\"audio\", \"microphone\"]\n[audio]\nformat = \"{icon} {percent}%\"\n")
      defer { scenario.stop() }
      try scenario.pulse.start()
      try scenario.wait("the module") {
        try scenario.shows("audio", 100) && scenario.module("microphone")?["states"] != nil
      }
      try scenario.move(over: try scenario.module("audio"))
      for _ in 0..<4 { try scenario.pointer.turn(.verticalScroll, notches: 1, value: 15) }
      try scenario.wait("what the wheel sets") { scenario.volume == 80 }
      try scenario.wait("what is shown") { try scenario.shows("audio", 80) }
      try scenario.pointer.click(0x111)
      try scenario.wait("the muting") { scenario.isMuted == true }
      try scenario.pointer.click(0x111)
      try scenario.wait("the end of it") { scenario.isMuted == false }

      try scenario.pointer.click()
      try scenario.wait("the mixer") { try scenario.slider("level 80") != nil }
      let slider = try scenario.slider("level 80")
      try scenario.move(over: slider, part: 0.7)
      try scenario.pointer.button(isPressed: true)
      for part in [0.8, 0.9, 0.2, 0.5] { try scenario.move(over: slider, part: part) }
      try scenario.pointer.button(isPressed: false)
      // The pointer was nowhere else near the middle.
      try scenario.wait("where the slider was left") {
        scenario.volume.map { (40...60).contains($0) } == true
      }
      let left = try #require(scenario.volume)
      try scenario.wait("what is shown") { try scenario.shows("audio", left) }
    }

    @Test func `the device that plays is chosen in the panel, by a click and by keys, as is how loud it is`()
      throws
    {
      let scenario = try Scenario("[bar]\nstart = [\"audio\"]\n[audio]\nformat = \"{percent}%\"\n")
      defer { scenario.stop() }
      try scenario.pulse.start()
      try scenario.wait("the module") { try scenario.shows("audio", 100) }
      try scenario.pactl([
        "load-module", "module-null-sink", "sink_name=two", "sink_properties=device.description=Two",
      ])
      try scenario.pactl(["set-sink-volume", "two", "30%"])
      try scenario.wait("the device of before") { scenario.output == "one" }
      try scenario.move(over: try scenario.module("audio"))
      try scenario.pointer.click()
      try scenario.wait("the other device") { try scenario.choice("Two", isChosen: false) != nil }
      try scenario.move(over: try scenario.choice("Two", isChosen: false))
      try scenario.pointer.click()
      try scenario.wait("the device") { scenario.output == "two" }
      try scenario.wait("the choice") { try scenario.choice("Two", isChosen: true) != nil }
      try scenario.wait("what the module shows") { try scenario.shows("audio", 30) }

      // The first controls are the button that mutes the device, and its slider.
      for _ in 0..<2 { try scenario.keyboard.type(.tab) }
      try scenario.keyboard.type(.right)
      try scenario.wait("a louder device") { scenario.volume == 35 }
      try scenario.wait("what is shown") { try scenario.slider("level 35") != nil }
      try scenario.keyboard.type(.left)
      try scenario.wait("the volume of before") { scenario.volume == 30 }
      // The button and the slider of the microphone come before the devices.
      for _ in 0..<3 { try scenario.keyboard.type(.tab) }
      try scenario.keyboard.type(.enter)
      try scenario.wait("the first device") { scenario.output == "one" }
      try scenario.wait("its choice") { try scenario.choice("One", isChosen: true) != nil }
      try scenario.wait("its volume") { try scenario.shows("audio", 100) }
    }

    @Test func `a sound server that ends twenty times is shown each time, and nothing grows`() throws {
      let scenario = try Scenario(
        "[bar]\nstart = [\"audio\", \"microphone\"]\n[audio]\nformat = \"{icon} {percent}%\"\n")
      defer { scenario.stop() }
      let process = scenario.bar.process.pid
      func restart(_ rounds: Int) throws {
        for _ in 0..<rounds {
          try scenario.pulse.start()
          try scenario.wait("the module") { try scenario.shows("audio", 100) }
          scenario.pulse.kill()
          try scenario.wait("nothing") { try scenario.module("audio")?["text"]?.string?.isEmpty != false }
        }
      }
      func descriptors() -> Int { names(in: "/proc/\(process)/fd").count }
      try restart(5)
      let open = descriptors()
      let growths = try growths(of: process, most: 1024) { try restart(20) }
      let stillOpen = descriptors()
      #expect(growths.last! <= 1024, "\(growths) kB")
      // A socket that is tried, or a capture, may be open at either moment; one kept for each server would be twenty.
      #expect(stillOpen < open + 10, "descriptors: \(open) → \(stillOpen)")
    }

    @Test func `a volume that the server refuses is told on the bar, and a change that it makes ends that`()
      throws
    {
      let sway = try HeadlessSway(output: "resolution 640x480@60Hz position 0 0")
      defer { sway.stop() }
      let card = try FakeSoundCard(in: sway.directory)
      let bar = try RunningHyaline(
        in: sway, settings: "[bar]\nstart = [\"audio\"]\n[audio]\nformat = \"{percent}%\"\n",
        environment: ["PULSE_SERVER": card.address])
      try bar.waitForStatistics("live glass") { $0.has("source", "live") }
      func module() throws -> JSONValue? {
        let answer = try JSONValue(parsing: try bar.request(#"{"command":"bar","action":"inspect"}"#))
        return (answer["bars"].elements.first?["modules"]).elements.first
      }
      func use(_ gesture: String) throws {
        _ = try bar.request(
          #"{"command":"bar","action":"activate","module":"audio","gesture":"\#(gesture)"}"#)
      }
      try eventually("the module") { try module()?["text"]?.string == "50%" }
      try use("scroll_up")
      let refusal = "The sound server refused the request."
      try eventually("the sign") { try module()?["refusal"]?.string == refusal }
      #expect(try module()?["text"]?.string == "50%" && module()?["failure"] == .null)
      #expect(try module()?["tooltip"]?.string?.hasPrefix(refusal + "\n") == true)
      try use("middle")
      try eventually("its end") {
        try module()?["refusal"] == .null && module()?["states"] == .array([.string("muted")])
      }
    }

    @Test func `a bar without the modules does not load the library`() throws {
      let scenario = try Scenario("[bar]\nstart = [\"text.a\"]\n[text.a]\ntext = \"a\"\n")
      defer { scenario.stop() }
      try scenario.wait("the bar") { try scenario.module("text.a")?["text"]?.string == "a" }
      func maps() -> Bool {
        (readText("/proc/\(scenario.bar.process.pid)/maps") ?? "").split(separator: "\n").contains {
          $0.split(separator: "/").last?.hasPrefix("libpulse") == true
        }
      }
      #expect(!maps())
      try scenario.bar.replaceSettings("[bar]\nstart = [\"audio\"]\n[audio]\nformat = \"{percent}%\"\n")
      try scenario.pulse.start()
      try scenario.wait("the module") { try scenario.shows("audio", 100) }
      #expect(maps())
    }
  }
}
