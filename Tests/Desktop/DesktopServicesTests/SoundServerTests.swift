import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DesktopServices

/// The sound server of the user, with a PulseAudio that other programs use, too.
@Suite(.serialized)
struct SoundServerTests {
  let directory: PrivateDirectory
  let pulse: PrivateSoundServer
  let loop: EventLoop
  let sound: SoundServer

  init() throws {
    directory = try PrivateDirectory()
    pulse = try PrivateSoundServer(in: directory)
    loop = try EventLoop()
    sound = SoundServer(loop, address: pulse.address)
  }

  private func wait(_ awaited: String, _ condition: () -> Bool) throws {
    guard loop.wait(until: condition) else { throw SessionError.timeout(awaited: awaited, log: "") }
  }

  /// Runs `pactl` and returns its output.
  @discardableResult
  private func pactl(_ arguments: String...) throws -> String {
    let process = try pulse.run(["pactl"] + arguments)
    try wait("the end of pactl") { process.poll() != nil }
    #expect(process.poll() == .exited(0), "\(arguments): \(process.logText)")
    return process.logText
  }

  private var output: SoundDevice? { sound.state?.defaultDevice(.output) }

  private func start() throws -> Observation {
    try pulse.start()
    let observation = sound.observe {}
    try wait("the server") { output?.name == "one" }
    return observation
  }

  @Test func `devices are told, and what other programs change of them`() throws {
    let observation = try start()
    #expect(output?.label == "One" && output?.volume?.wholePercent == 100 && output?.isMuted == false)
    #expect(sound.state?.devices(.input).map(\.name) == ["mic"], "a monitor is no microphone")
    try pactl("set-sink-volume", "one", "30%")
    try wait("the volume") { output?.volume?.wholePercent == 30 }
    try pactl("set-sink-mute", "one", "1")
    try wait("the muting") { output?.isMuted == true }
    let module = try pactl("load-module", "module-null-sink", "sink_name=two")
    try wait("another device") { sound.state?.devices(.output).map(\.name) == ["one", "two"] }
    try pactl("set-default-sink", "two")
    try wait("another default") { output?.name == "two" }
    try pactl("set-default-source", "mic")
    try wait("a default source") { sound.state?.defaultDevice(.input)?.name == "mic" }
    try pactl("unload-module", String(module.prefix { $0.isNumber }))
    try wait("its end") { output?.name == "one" && sound.state?.devices(.output).count == 1 }
    observation.cancel()
  }

  @Test func `what we set is shown at once, reaches the server and keeps the balance`() throws {
    let observation = try start()
    let id = try #require(output?.id)
    try pactl("set-sink-volume", "one", "20%", "80%")
    try wait("the volume") { output?.volume?.wholePercent == 80 }
    for percent in 1...40 { sound.setVolume(Double(percent), of: id) }
    sound.setMute(true, of: id)
    // One iteration, in which the server cannot have answered what was not sent before.
    loop.runOnce(until: loop.now)
    #expect(output?.volume?.wholePercent == 40 && output?.isMuted == true)
    try wait("the server's own values") { sound.state?.isChangedByUs(id) == false }
    #expect(output?.volume?.wholePercent == 40 && output?.isMuted == true)
    let volume = try pactl("get-sink-volume", "one")
    #expect(volume.split(separator: " ").filter { $0.hasSuffix("%") } == ["10%", "40%"], "\(volume)")
    #expect(try pactl("get-sink-mute", "one") == "Mute: yes\n")
    sound.setVolume(0, of: id)
    try wait("silence") { output?.volume?.wholePercent == 0 && sound.state?.isChangedByUs(id) == false }
    sound.setVolume(80, of: id)
    try wait("the balance again") {
      output?.volume?.channels.map { ($0 * 100 + 0x8000) / SoundVolume.whole } == [20, 80]
    }
    observation.cancel()
  }

  @Test func `programs that play and record come, are set and go`() throws {
    let observation = try start()
    let player = try pulse.run([
      "pacat", "--playback", "--raw", "--client-name=Player", "--stream-name=Piece", "/dev/zero",
    ])
    try wait("the player") { sound.state?.heard(.output).map(\.label) == ["Player"] }
    let stream = try #require(sound.state?.streams(.output).first)
    #expect(stream.title == "Piece" && stream.device == output?.id.index && stream.volume != nil)
    sound.setVolume(50, of: stream.id)
    sound.setMute(true, of: stream.id)
    try wait("its volume") { sound.state?.isChangedByUs(stream.id) == false }
    let list = try pactl("list", "sink-inputs")
    #expect(list.split(separator: " ").contains("50%") && list.split(separator: "\n").contains("\tMute: yes"))
    #expect(sound.state?.heard(.input).isEmpty == true)
    let recorder = try pulse.run(["pacat", "--record", "--client-name=Recorder", "--device=mic", "/dev/null"])
    try wait("the recorder") { sound.state?.heard(.input).map(\.label) == ["Recorder"] }
    let monitor = try pulse.run([
      "pacat", "--record", "--client-name=Caster", "--device=one.monitor", "/dev/null",
    ])
    try wait("the one that records what is played") { sound.state?.streams(.input).count == 2 }
    #expect(sound.state?.heard(.input).map(\.label) == ["Recorder"], "no microphone is in use by it")
    for program in [player, recorder, monitor] { program.stop() }
    try wait("their ends") {
      sound.state?.streams(.output).isEmpty == true && sound.state?.streams(.input).isEmpty == true
    }
    observation.cancel()
  }

  @Test func `another device and its muting are asked for by name and number`() throws {
    let observation = try start()
    try pactl("load-module", "module-null-sink", "sink_name=two")
    try pactl("load-module", "module-null-source", "source_name=other")
    try wait("the devices") {
      sound.state?.devices(.output).count == 2 && sound.state?.devices(.input).count == 2
    }
    sound.useDevice("two", for: .output)
    sound.useDevice("other", for: .input)
    try wait("them as defaults") {
      output?.name == "two" && sound.state?.defaultDevice(.input)?.name == "other"
    }
    let input = try #require(sound.state?.defaultDevice(.input)?.id)
    sound.setMute(true, of: input)
    sound.setVolume(35, of: input)
    try wait("the change") { sound.state?.isChangedByUs(input) == false }
    #expect(try pactl("get-source-mute", "other") == "Mute: yes\n")
    #expect(try pactl("get-source-volume", "other").split(separator: " ").contains("35%"))
    // Requests for objects that do not exist are refused, and the connection is kept.
    var refusals: [String?] = []
    sound.useDevice("nothing", for: .output) { refusals.append($0) }
    sound.usePort("nothing", of: input) { refusals.append($0) }
    sound.move(SoundID(.playback, 4711), to: "two") { refusals.append($0) }
    sound.setVolume(10, of: SoundID(.sink, 4711)) { refusals.append($0) }
    try wait("the refusals") { refusals.count == 3 }
    #expect(refusals.allSatisfy { $0?.isEmpty == false }, "\(refusals)")
    try pactl("set-sink-volume", "two", "12%")
    try wait("a further change") { output?.volume?.wholePercent == 12 }
    observation.cancel()
  }

  @Test func `profiles of a card are told, set by us and by others, and refused in words`() throws {
    let headset = try FakeSoundCard(in: directory)
    let sound = SoundServer(loop, address: headset.address)
    let observation = sound.observe {}
    var card: SoundCard? { sound.state?.defaultDevice(.output).flatMap { sound.state?.card(of: $0) } }
    try wait("the card") { card?.activeProfile == "a2dp_sink" }
    #expect(card?.choices.map(\.name) == ["a2dp_sink", "headset_head_unit", "broken"])
    #expect(sound.state?.devices(.input).isEmpty == true)
    let name = try #require(card?.name)
    var answers: [String?] = []
    sound.useProfile("headset_head_unit", of: name) { answers.append($0) }
    try wait("calls") {
      card?.activeProfile == "headset_head_unit" && sound.state?.devices(.input).isEmpty == false
    }
    #expect(answers == [nil])
    sound.useProfile("broken", of: name) { answers.append($0) }
    sound.useProfile("nothing", of: name) { answers.append($0) }
    try wait("the refusals") { answers.count == 3 }
    #expect(answers == [nil, "Input/Output error", "No such entity"])
    // The directory's other server has its socket at the same place.
    try pactl("set-card-profile", name, "a2dp_sink")
    try wait("music again") {
      card?.activeProfile == "a2dp_sink" && sound.state?.devices(.input).isEmpty == true
    }
    try pactl("set-card-profile", name, "off")
    try wait("no device") { sound.state?.devices(.output).isEmpty == true }
    observation.cancel()
  }

  @Test func `levels of the default device are told with who has changed them`() throws {
    var changes: [SoundLevelChange] = []
    let levels = sound.observeLevels { changes.append($0) }
    let observation = try start()
    #expect(changes.isEmpty)
    let id = try #require(output?.id)
    sound.setVolume(40, of: id)
    try wait("our change") { changes.count == 1 && sound.state?.isChangedByUs(id) == false }
    try pactl("set-sink-volume", "one", "55%")
    try wait("a change by others") { changes.count == 2 }
    #expect(changes.map(\.percent) == [40, 55] && changes.map(\.isOurs) == [true, false])
    #expect(changes.allSatisfy { $0.direction == .output && $0.label == "One" && !$0.isMuted })
    try pactl("load-module", "module-null-sink", "sink_name=two")
    try pactl("set-default-sink", "two")
    try wait("another device") { output?.name == "two" }
    #expect(changes.count == 2, "its level is another one, not a changed one")
    observation.cancel()
    levels.cancel()
    #expect(sound.state == nil)
  }

  @Test func `a server that is killed twenty times is there again each time`() throws {
    let observation = try start()
    for round in 1...20 {
      try pactl("set-sink-volume", "one", "\(round)%")
      try wait("the volume") { output?.volume?.wholePercent == round }
      pulse.kill(removingSocket: round.isMultiple(of: 2))
      try wait("its end") { sound.state == nil }
      try pulse.start()
      try wait("its return") { output?.volume?.wholePercent == 100 }
    }
    observation.cancel()
  }

  @Test func `a server that comes later is found by its socket`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let sound = SoundServer(loop, address: pulse.address)
    let observation = sound.observe {}
    loop.serveWhatIsReady()
    #expect(sound.state == nil && sound.failure == nil)
    // The clock of the loop stands still but for the moment that a burst of changes of a folder takes.
    try pulse.start()
    #expect(
      loop.wait {
        clock.advance(by: .milliseconds(1))
        return sound.state?.defaultDevice(.output)?.name == "one"
      })
    observation.cancel()
  }

  @Test func `without the library there is no state but a reason`() throws {
    let sound = SoundServer(loop, library: "libpulse-not-there.so.0")
    var tellings = 0
    let observation = sound.observe { tellings += 1 }
    try wait("the reason") { sound.failure == "libpulse-not-there.so.0 cannot be loaded" }
    loop.serveWhatIsReady()
    #expect(sound.state == nil && tellings == 1)
    sound.setVolume(5, of: SoundID(.sink, 0))
    sound.useDevice("one", for: .output)
    observation.cancel()
  }

  @Test func `one connection serves all, wakes nobody while nothing changes, and ends with the last`() throws
  {
    let first = try start()
    let second = sound.observe {}
    func clients() throws -> Int {
      try pactl("list", "short", "clients").split(separator: "\n").count {
        $0.split(separator: "\t").count > 1
      }
    }
    // pactl is one itself.
    #expect(try clients() == 2)
    try wait("rest") { sound.state?.isSettling == false }
    // The server may report the end of the last client late, in the first second.
    try eventually("no wake-up") {
      loop.serveWhatIsReady()
      let before = loop.wakeUpCount
      loop.serveForASecond()
      return loop.wakeUpCount - before <= 1
    }
    first.cancel()
    #expect(sound.state != nil)
    second.cancel()
    #expect(sound.state == nil)
    #expect(try clients() == 1)
    let third = sound.observe {}
    try wait("the server again") { output?.name == "one" }
    third.cancel()
  }
}
