import CPulse
import DesktopModel
import Glibc
import Testing

@testable import DesktopServices

/// Structures of libpulse as values, those that no server should send included.
struct SoundDecodingTests {
  /// A volume as libpulse has it; `count` is the number of channels that it claims to have.
  private func volume(_ channels: [UInt32], count: UInt8? = nil) -> pa_cvolume {
    var volume = pa_cvolume()
    volume.channels = count ?? UInt8(channels.count)
    unsafe withUnsafeMutableBytes(of: &volume.values) { bytes in
      for (index, channel) in channels.enumerated() {
        unsafe bytes.storeBytes(of: channel, toByteOffset: index * 4, as: UInt32.self)
      }
    }
    return volume
  }

  @Test func `a device has its volume, port and name`() throws {
    let texts = unsafe ["one", "One \u{1B}[1m\n", "analog-output-headphones"].map { (text: String) in
      unsafe strdup(text)
    }
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    var port = unsafe pa_sink_port_info()
    unsafe port.name = UnsafePointer(texts[2])
    unsafe port.available = 2
    unsafe port.type = PA_DEVICE_PORT_TYPE_HEADPHONES.rawValue
    var info = unsafe pa_sink_info()
    unsafe info.index = 7
    unsafe info.name = UnsafePointer(texts[0])
    unsafe info.description = UnsafePointer(texts[1])
    unsafe info.volume = volume([0x8000, 0x4000])
    unsafe info.mute = 1
    unsafe info.card = 3
    let decoded = unsafe withUnsafeMutablePointer(to: &port) { port in
      var ports = unsafe [UnsafeMutablePointer<pa_sink_port_info>?](repeating: port, count: 2)
      return unsafe ports.withUnsafeMutableBufferPointer { list in
        unsafe info.n_ports = 2
        unsafe info.ports = list.baseAddress
        unsafe info.active_port = unsafe port
        return unsafe SoundDevice(info)
      }
    }
    let device = try #require(decoded)
    #expect(device.id == SoundID(.sink, 7) && device.name == "one" && device.label == "One [1m")
    #expect(device.volume?.channels == [0x8000, 0x4000] && device.isMuted && device.card == 3)
    #expect(device.ports.count == 2 && device.ports[0].availability == .yes)
    #expect(device.activePort == "analog-output-headphones" && device.place == .headphones)
    #expect(!device.isMonitor && !device.isBluetooth)
  }

  @Test(arguments: [
    ("bluetooth", "", true), ("", "bluez5", true), ("usb", "alsa", false), ("", "", false),
  ])
  func `a device of Bluetooth is known by its bus or by its library`(
    bus: String, library: String, isBluetooth: Bool
  ) {
    #expect(SoundDevice.isBluetooth(bus: bus, library: library) == isBluetooth)
  }

  @Test(
    arguments: [
      (PA_DEVICE_PORT_TYPE_SPEAKER, .speaker), (PA_DEVICE_PORT_TYPE_HEADPHONES, .headphones),
      (PA_DEVICE_PORT_TYPE_LINE, .line), (PA_DEVICE_PORT_TYPE_MIC, .microphone),
      (PA_DEVICE_PORT_TYPE_HEADSET, .headset), (PA_DEVICE_PORT_TYPE_HANDSFREE, .headset),
      (PA_DEVICE_PORT_TYPE_HDMI, .screen), (PA_DEVICE_PORT_TYPE_TV, .screen),
      (PA_DEVICE_PORT_TYPE_CAR, .speaker), (PA_DEVICE_PORT_TYPE_UNKNOWN, .other),
      (PA_DEVICE_PORT_TYPE_ANALOG, .other), (PA_DEVICE_PORT_TYPE_BLUETOOTH, .other),
    ] as [(pa_device_port_type_t, SoundPlace)])
  func `the types of ports are those of libpulse`(type: pa_device_port_type_t, place: SoundPlace) {
    #expect(SoundPort("port", label: "", type: type.rawValue)?.place == place)
  }

  @Test func `nothing where something should be is survived`() {
    var sink = unsafe pa_sink_info()
    #expect(unsafe SoundDevice(sink) == nil, "it has no name")
    unsafe sink.n_ports = 1000
    let named: SoundDevice? = unsafe "a".withCString { name in
      unsafe sink.name = unsafe name
      return unsafe SoundDevice(sink)
    }
    #expect(named?.ports == [] && named?.volume == nil && named?.activePort == nil && named?.label == "a")
    let long: SoundDevice? = unsafe String(repeating: "a", count: 2000).withCString { name in
      unsafe sink.name = unsafe name
      return unsafe SoundDevice(sink)
    }
    #expect(long == nil, "a name that is cut could not be sent back")
    let stream = unsafe SoundStream(pa_source_output_info())
    #expect(stream.label == "Unknown" && stream.volume == nil && !stream.isMeter && stream.icon.isEmpty)
    #expect(unsafe SoundStream(pa_sink_input_info()).volume == nil)
  }

  @Test func `a source is a monitor if it records a sink`() {
    unsafe "a".withCString { name in
      var info = unsafe pa_source_info()
      unsafe info.name = unsafe name
      unsafe info.monitor_of_sink = 0
      #expect(unsafe SoundDevice(info)?.isMonitor == true)
      unsafe info.monitor_of_sink = .max
      #expect(unsafe SoundDevice(info)?.isMonitor == false)
    }
  }

  @Test func `a card has its profiles, and the one in use`() throws {
    let texts = unsafe ["card", "a2dp", "Music", "off"].map { (text: String) in unsafe strdup(text) }
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    var music = unsafe pa_card_profile_info2()
    unsafe music.name = UnsafePointer(texts[1])
    unsafe music.description = UnsafePointer(texts[2])
    unsafe music.available = 1
    unsafe music.n_sinks = 1
    var off = unsafe pa_card_profile_info2()
    unsafe off.name = UnsafePointer(texts[3])
    var info = unsafe pa_card_info()
    unsafe info.index = 3
    unsafe info.name = UnsafePointer(texts[0])
    unsafe info.n_profiles = 2
    let decoded = unsafe withUnsafeMutablePointer(to: &music) { music in
      unsafe withUnsafeMutablePointer(to: &off) { off in
        var profiles = unsafe [UnsafeMutablePointer<pa_card_profile_info2>?]([music, off, nil])
        return unsafe profiles.withUnsafeMutableBufferPointer { list in
          unsafe info.profiles2 = list.baseAddress
          unsafe info.active_profile2 = unsafe music
          return unsafe SoundCard(info)
        }
      }
    }
    let card = try #require(decoded)
    #expect(card.index == 3 && card.name == "card" && card.activeProfile == "a2dp")
    #expect(card.profiles.map(\.name) == ["a2dp", "off"] && card.profiles.map(\.label) == ["Music", "off"])
    #expect(card.profiles.map(\.isAvailable) == [true, false])
    #expect(card.profiles.map(\.directions) == [[.output], []] && card.label == "card")
  }

  @Test func `a card without profiles is one, and a card without a name is none`() {
    var info = unsafe pa_card_info()
    #expect(unsafe SoundCard(info) == nil)
    unsafe info.n_profiles = 1000
    let named: SoundCard? = unsafe "a".withCString { name in
      unsafe info.name = unsafe name
      return unsafe SoundCard(info)
    }
    #expect(named?.profiles == [] && named?.activeProfile == nil && named?.choices == [])
  }

  /// The sources that libpulse reported for PulseAudio 16.1 of Debian 12 with a null sink and a null source, as `pactl`
  /// printed them.
  private static let recordedSources: [(name: String, label: String, monitorOf: UInt32, volume: [UInt32])] = [
    ("one.monitor", "Monitor of One", 0, [65536, 65536]), ("mic", "Mic", .max, [65536, 65536]),
  ]

  @Test func `recorded sources are read, a monitor as one, and without cards and ports`() throws {
    for (index, source) in Self.recordedSources.enumerated() {
      let decoded: SoundDevice? = unsafe source.name.withCString { name in
        unsafe source.label.withCString { label in
          var info = unsafe pa_source_info()
          unsafe info.index = UInt32(index)
          unsafe info.name = unsafe name
          unsafe info.description = unsafe label
          unsafe info.monitor_of_sink = source.monitorOf
          unsafe info.volume = volume(source.volume)
          unsafe info.card = .max
          return unsafe SoundDevice(info)
        }
      }
      let device = try #require(decoded)
      #expect(device.id == SoundID(.source, UInt32(index)) && device.name == source.name)
      #expect(device.label == source.label && device.isMonitor == (source.monitorOf == 0))
      #expect(device.volume?.wholePercent == 100 && !device.isMuted && device.card == nil)
      #expect(device.ports.isEmpty && device.activePort == nil && device.place != .headphones)
    }
  }

  @Test func `volumes go there and back, and those that make no sense are none`() {
    let channels: [UInt32] = (0..<32).map { $0 * 1000 }
    #expect(SoundVolume(volume(channels))?.channels == channels)
    #expect(SoundVolume(SoundVolume(channels)!.pulse)?.channels == channels)
    #expect(SoundVolume(volume([])) == nil && SoundVolume(volume([1], count: 33)) == nil)
    #expect(SoundVolume(volume([1], count: 255)) == nil)
    #expect(SoundVolume(volume([.max]))?.percent == 1000)
  }
}
