import TestSupport
import Testing

@testable import DesktopModel

struct SoundVolumeTests {
  private static let whole = SoundVolume.whole

  @Test(
    arguments: [
      ([0], 50, [whole / 2]), ([whole], 0, [0]), ([whole, whole / 2], 50, [whole / 2, whole / 4]),
      ([whole / 2, whole], 150, [whole / 4 * 3, whole / 2 * 3]), ([0, whole], 40, [0, 26214]),
      ([whole], -5, [0]), ([whole], 1e9, [whole * 10]), ([whole, 1], .nan, [whole, 1]),
      ([whole, 1], .infinity, [whole, 1]), ([UInt32.max], 100, [whole]),
    ] as [([UInt32], Double, [UInt32])])
  func `the loudest channel gets the volume, and the others keep their relation to it`(
    channels: [UInt32], percent: Double, result: [UInt32]
  ) throws {
    #expect(try #require(SoundVolume(channels)).scaled(toPercent: percent).channels == result)
  }

  @Test func `what is silent gets its balance back if that is known`() throws {
    let silent = try #require(SoundVolume([0, 0]))
    let balance = try #require(SoundVolume([100, 200]))
    #expect(silent.scaled(toPercent: 100, balance: balance).channels == [Self.whole / 2, Self.whole])
    #expect(
      silent.scaled(toPercent: 100, balance: SoundVolume([1, 2, 3])).channels == [Self.whole, Self.whole])
    #expect(silent.scaled(toPercent: 100, balance: silent).channels == [Self.whole, Self.whole])
  }

  @Test(
    arguments: [
      (50, 5, 100, 55), (98, 5, 100, 100), (100, 5, 100, 100), (120, 5, 100, 120), (120, -5, 100, 115),
      (3, -5, 100, 0), (100, 5, 150, 105), (50, .nan, 100, 50),
    ] as [(Double, Double, Double, Double)])
  func `a step ends at the limit and at silence, and cuts nothing that was louder`(
    percent: Double, points: Double, limit: Double, result: Double
  ) throws {
    let volume = try #require(SoundVolume([Self.whole])).scaled(toPercent: percent)
    #expect(abs(volume.percent(changedBy: points, limit: limit) - result) < 0.01)
  }

  @Test(
    arguments: [
      (50, 0.4, 100, 40), (50, 1, 120, 120), (130, 1, 100, 130), (130, 2, 100, 130), (130, 0.95, 100, 95),
      (50, -1, 100, 0), (50, .nan, 100, 50),
    ] as [(Double, Double, Double, Double)])
  func `a slider that is moved to its end makes nothing less loud`(
    percent: Double, part: Double, limit: Double, result: Double
  ) throws {
    let volume = try #require(SoundVolume([Self.whole])).scaled(toPercent: percent)
    #expect(abs(volume.percent(atPart: part, limit: limit) - result) < 0.01)
  }

  @Test func `no channels and too many are no volume`() {
    #expect(SoundVolume([]) == nil && SoundVolume([UInt32](repeating: 1, count: 33)) == nil)
    #expect(SoundVolume([UInt32](repeating: 1, count: 32))?.channels.count == 32)
  }

  @Test func `steps up and down come back to where they began`() throws {
    var volume = try #require(SoundVolume([Self.whole / 2, Self.whole / 3]))
    let start = volume
    for _ in 0..<10 { volume = volume.scaled(toPercent: volume.percent(changedBy: 5, limit: 150)) }
    #expect(volume.wholePercent == 100)
    for _ in 0..<10 { volume = volume.scaled(toPercent: volume.percent(changedBy: -5, limit: 150)) }
    #expect(zip(volume.channels, start.channels).allSatisfy { $0 > $1 ? $0 - $1 < 8 : $1 - $0 < 8 })
  }
}

struct SoundPlaceTests {
  @Test(
    arguments: [
      ("analog-output-headphones", 0, .headphones), ("analog-output-speaker", 0, .speaker),
      ("[Out] Headset", 0, .headset), ("hdmi-output-0", 0, .screen),
      ("analog-input-internal-mic", 0, .microphone),
      ("analog-input-linein", 0, .line), ("whatever", 0, .other), ("whatever", 3, .headphones),
      ("hdmi-output-0", 99, .screen), ("", 0, nil),
    ] as [(String, UInt32, SoundPlace?)])
  func `a port's place is told by its type, or else by its name`(
    name: String, type: UInt32, place: SoundPlace?
  ) {
    #expect(SoundPort(name, label: "", type: type)?.place == place)
  }

  @Test func `a device's place is that of its port in use, or else by its form`() throws {
    var device = try #require(SoundDevice(SoundID(.sink, 1), name: "a", label: ""))
    #expect(device.place == .other)
    device.formFactor = "headset"
    #expect(device.place == .headset)
    device.ports = [
      SoundPort("speaker", label: "")!, SoundPort("hdmi", label: "")!, SoundPort("x", label: "")!,
    ]
    device.activePort = "hdmi"
    #expect(device.place == .screen)
    device.activePort = "x"
    #expect(device.place == .headset)
    device.activePort = "gone"
    #expect(device.place == .headset)
  }

  @Test(
    arguments: [
      ("a\u{0}b\u{7}\n c", "a b c"), ("  a  b ", "a b"), ("", ""), ("\u{1B}[31mred", "[31mred"),
      (String(repeating: "ä", count: 500), String(repeating: "ä", count: 200)),
    ])
  func `texts of servers are short and on one line`(text: String, line: String) {
    #expect(SoundText.line(text) == line)
  }
}

struct SoundSocketTests {
  @Test(
    arguments: [
      (nil, nil, "/run/user/1", "/run/user/1/pulse/native"), (nil, "/tmp/p", "/run/user/1", "/tmp/p/native"),
      ("unix:/tmp/s", "/tmp/p", "/run/user/1", "/tmp/s"), ("/tmp/s", nil, nil, "/tmp/s"),
      ("tcp:host", nil, "/run/user/1", nil), ("unix:/a unix:/b", nil, "/run/user/1", nil),
      ("", nil, "/run/user/1", "/run/user/1/pulse/native"), (nil, nil, nil, nil), (nil, "p", "r", nil),
    ] as [(String?, String?, String?, String?)])
  func `the socket is where libpulse looks for it`(
    server: String?, folder: String?, runtime: String?, path: String?
  ) {
    #expect(SoundSocket.path(server: server, folder: folder, runtime: runtime) == path)
  }
}

struct SoundStateTests {
  private func device(_ index: UInt32, _ kind: SoundID.Kind = .sink, percent: Double = 50) -> SoundDevice {
    var device = SoundDevice(SoundID(kind, index), name: "device \(index)", label: "Device \(index)")!
    device.volume = SoundVolume([SoundVolume.whole, SoundVolume.whole])!.scaled(toPercent: percent)
    return device
  }

  private func stream(_ index: UInt32, on device: UInt32, _ kind: SoundID.Kind = .playback) -> SoundStream {
    SoundStream(SoundID(kind, index), device: device, application: "Program \(index)")
  }

  private func volume(_ percent: Double) -> SoundVolume {
    SoundVolume([SoundVolume.whole, SoundVolume.whole])!.scaled(toPercent: percent)
  }

  @Test func `one change at a time is sent, and of those meanwhile the last`() {
    var state = SoundState()
    state.put(device(1))
    let id = SoundID(.sink, 1)
    func percent() -> Int? { state.device(id)?.volume?.wholePercent }
    #expect(state.want(.volume(volume(60)), of: id) == .volume(volume(60)))
    #expect(percent() == 60, "it is shown at once")
    for level in 61...80 { #expect(state.want(.volume(volume(Double(level))), of: id) == nil) }
    #expect(percent() == 80)
    state.put(device(1, percent: 60))
    #expect(percent() == 80, "what the server tells meanwhile is old")
    #expect(state.answer(.volume(volume(60)), of: id, isDone: true) == .volume(volume(80)))
    #expect(state.answer(.volume(volume(80)), of: id, isDone: true) == nil && state.isSettling)
    state.put(device(1, percent: 60))
    #expect(percent() == 80 && state.isChangedByUs(id))
    state.put(device(1, percent: 80.4))
    #expect(!state.isChangedByUs(id) && !state.isSettling)
    state.put(device(1, percent: 20))
    #expect(percent() == 20)
  }

  @Test func `volume and muting are asked for apart from each other`() {
    var state = SoundState()
    state.put(device(1))
    let id = SoundID(.sink, 1)
    #expect(state.want(.volume(volume(60)), of: id) != nil)
    #expect(state.want(.mute(true), of: id) == .mute(true))
    #expect(state.answer(.mute(true), of: id, isDone: true) == nil)
    var told = device(1)
    told.isMuted = true
    state.put(told)
    #expect(state.device(id)?.isMuted == true && state.device(id)?.volume?.wholePercent == 60)
  }

  @Test func `what a server refuses or does not tell is shown no longer`() {
    var state = SoundState()
    state.put(device(1))
    let id = SoundID(.sink, 1)
    _ = state.want(.volume(volume(60)), of: id)
    _ = state.want(.volume(volume(70)), of: id)
    #expect(state.answer(.volume(volume(60)), of: id, isDone: false) == nil)
    #expect(state.device(id)?.volume?.wholePercent == 50 && !state.isChangedByUs(id))
    _ = state.want(.volume(volume(60)), of: id)
    state.settle()
    #expect(state.device(id)?.volume?.wholePercent == 60, "it is not answered yet")
    _ = state.answer(.volume(volume(60)), of: id, isDone: true)
    state.settle()
    #expect(state.device(id)?.volume?.wholePercent == 50)
    #expect(state.want(.mute(true), of: SoundID(.sink, 2)) == nil, "it is not there")
  }

  @Test func `a default device is the named one, or else the first that is there, and no monitor`() {
    var state = SoundState()
    state.setDefaults(output: "device 1", input: "device 2")
    #expect(state.defaultDevice(.output) == nil)
    state.put(device(1))
    var monitor = device(2, .source)
    monitor.isMonitor = true
    state.put(monitor)
    #expect(state.defaultDevice(.output)?.label == "Device 1" && state.defaultDevice(.input) == nil)
    monitor.isMonitor = false
    state.put(monitor)
    #expect(state.defaultDevice(.input)?.label == "Device 2")
    state.put(device(3))
    state.setDefaults(output: "device 3", input: nil)
    #expect(state.defaultDevice(.output)?.label == "Device 3")
    for name in [nil, "@DEFAULT_SINK@", "gone"] {
      state.setDefaults(output: name, input: name)
      #expect(state.defaultDevice(.output)?.label == "Device 1", "\(name ?? "no default")")
      #expect(state.defaultDevice(.input)?.label == "Device 2", "\(name ?? "no default")")
    }
  }

  @Test func `who records from a microphone is heard, and no mixer, no monitor and nobody who waits`() {
    var state = SoundState()
    state.put(device(1, .source))
    var monitor = device(2, .source)
    monitor.isMonitor = true
    state.put(monitor)
    var mixer = stream(1, on: 1, .recording)
    mixer.isMeter = true
    var waiting = stream(2, on: 1, .recording)
    waiting.isPaused = true
    let old = SoundStream(
      SoundID(.recording, 3), device: 1, application: "Mixer", applicationID: "org.PulseAudio.pavucontrol")
    for each in [mixer, waiting, old, stream(4, on: 2, .recording), stream(5, on: 1, .recording)] {
      state.put(each)
    }
    #expect(state.heard(.input).map(\.id.index) == [5])
    #expect(state.streams(.input).map(\.id.index) == [2, 3, 4, 5])
    #expect(state.heard(.input, through: state.devices(.input).first).map(\.id.index) == [5])
    #expect(state.heard(.output).isEmpty)
  }

  @Test func `of ten thousand streams some are taken over, and further ones when others have gone`() {
    var state = SoundState()
    state.put(device(1))
    for index in 0..<10_000 { state.put(stream(UInt32(index), on: 1)) }
    #expect(state.streams(.output).count == SoundState.most && state.devices(.output).count == 1)
    #expect(!state.takes(SoundID(.playback, 9999)) && state.takes(SoundID(.playback, 0)))
    #expect(!state.takes(SoundID(.playback, 10_000)) && state.takes(SoundID(.recording, 1)))
    #expect(state.remove(SoundID(.playback, 9999)) == false, "it was never there")
    #expect(state.remove(SoundID(.playback, 3)) == true, "there is room for another")
    #expect(state.remove(SoundID(.playback, 4)) == false, "it was asked for")
  }

  @Test func `levels change by us or by others, and not by another device`() {
    var state = SoundState()
    var levels = SoundLevels()
    #expect(levels.update(nil).isEmpty)
    state.put(device(1))
    state.put(device(2, percent: 10))
    state.setDefaults(output: "device 1", input: nil)
    #expect(levels.update(state).isEmpty)
    _ = state.want(.volume(volume(60)), of: SoundID(.sink, 1))
    #expect(levels.update(state).map(\.isOurs) == [true])
    _ = state.answer(.volume(volume(60)), of: SoundID(.sink, 1), isDone: true)
    state.put(device(1, percent: 60))
    #expect(levels.update(state).isEmpty, "it was told before")
    state.put(device(1, percent: 70))
    #expect(levels.update(state).map { [$0.percent, $0.isOurs ? 1 : 0] } == [[70, 0]])
    state.put(device(2, percent: 11))
    #expect(levels.update(state).isEmpty)
    state.setDefaults(output: "device 2", input: nil)
    #expect(levels.update(state).isEmpty)
    var other = device(2, percent: 90)
    other.activePort = "headphones"
    state.put(other)
    #expect(levels.update(state).isEmpty, "a port has a volume of its own")
    other.isMuted = true
    state.put(other)
    #expect(levels.update(state).map(\.isMuted) == [true])
    #expect(levels.update(nil).isEmpty && levels.update(state).isEmpty)
  }

  @Test
  func `a device has the card that was told, until that is gone, and no more cards than may be are kept`() {
    var state = SoundState()
    var device = device(1)
    device.card = 3
    state.put(device)
    #expect(state.card(of: device) == nil)
    var card = SoundCard(3, name: "card")!
    state.put(card)
    card.activeProfile = "music"
    state.put(card)
    #expect(state.card(of: device)?.activeProfile == "music")
    for index in 10..<10_000 { state.put(SoundCard(UInt32(index), name: "card")!) }
    device.card = 9999
    #expect(state.card(of: device) == nil, "there is no room for it")
    device.card = 3
    state.removeCard(3)
    #expect(state.card(of: device) == nil)
    #expect(SoundCard(1, name: "") == nil && SoundProfile("", label: "a") == nil)
    #expect(SoundProfile("a", label: "\n")?.label == "a")
  }

  @Test(arguments: DailySeeds.first(20) as [Int]) func `after random events all is as it should be`(seed: Int)
  {
    var random = SplitMix(seed: UInt64(seed))
    var state = SoundState()
    var sent: [(SoundSetting, SoundID)] = []
    for _ in 0..<500 {
      let kind = SoundID.Kind.allCases.randomElement(using: &random)!
      let id = SoundID(kind, UInt32.random(in: 0..<6, using: &random))
      func setting() -> SoundSetting {
        Bool.random(using: &random)
          ? .mute(Bool.random(using: &random)) : .volume(volume(Double.random(in: -10...300, using: &random)))
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where kind == .sink || kind == .source:
        state.put(device(id.index, kind, percent: Double.random(in: 0...200, using: &random)))
      case 0, 1: if kind == .playback || kind == .recording { state.put(stream(id.index, on: 1, kind)) }
      case 2:
        _ = state.remove(id)
        sent.removeAll { $0.1 == id }
      case 3:
        let wanted = setting()
        if let setting = state.want(wanted, of: id) { sent.append((setting, id)) }
      case 4:
        guard !sent.isEmpty else { break }
        let (setting, id) = sent.removeFirst()
        if let next = state.answer(setting, of: id, isDone: Bool.random(using: &random)) {
          sent.append((next, id))
        }
      default: state.settle()
      }
      checkInvariants(state, sent, seed)
    }
    for (setting, id) in sent { _ = state.answer(setting, of: id, isDone: false) }
    state.settle()
    for id in (0..<6).flatMap({ index in SoundID.Kind.allCases.map { SoundID($0, index) } }) {
      #expect(!state.isChangedByUs(id), "seed \(seed)")
    }
  }

  private func checkInvariants(_ state: SoundState, _ sent: [(SoundSetting, SoundID)], _ seed: Int) {
    // No more than one change of one kind of one thing is under way, and it is of something that is there.
    let keys = sent.map { "\($0.0.aspect) \($0.1)" }
    #expect(Set(keys).count == keys.count, "seed \(seed)")
    #expect(sent.allSatisfy { state.isChangedByUs($0.1) }, "seed \(seed)")
    for direction in SoundDirection.allCases {
      #expect(state.devices(direction).allSatisfy { $0.id.direction == direction }, "seed \(seed)")
      #expect(
        state.devices(direction).allSatisfy { $0.volume.map { (0...1000).contains($0.percent) } ?? true })
      let indices = state.streams(direction).map(\.id.index)
      #expect(indices == indices.sorted() && Set(indices).count == indices.count, "seed \(seed)")
    }
  }
}
