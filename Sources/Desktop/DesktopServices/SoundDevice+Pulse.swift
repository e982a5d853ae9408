import CPulse
import DesktopModel

// Conversion of libpulse's structures to values, within the callbacks that receive them.

extension SoundDevice {
  /// Reads an output device; nil if it has no valid name.
  nonisolated init?(_ info: pa_sink_info) {
    unsafe self.init(
      SoundID(.sink, info.index), name: PulseText.string(info.name), label: PulseText.string(info.description)
    )
    let (volume, mute, card) = unsafe (info.volume, info.mute, info.card)
    unsafe take(volume, isMuted: mute != 0, card: card, info.proplist)
    unsafe ports = PulseText.ports(info.n_ports) { index in
      unsafe info.ports?[index].map { port in
        unsafe (port.pointee.name, port.pointee.description, port.pointee.available, port.pointee.type)
      }
    }
    activePort = unsafe info.active_port.map { unsafe PulseText.string($0.pointee.name) }
  }

  /// Reads an input device; nil if it has no valid name.
  nonisolated init?(_ info: pa_source_info) {
    unsafe self.init(
      SoundID(.source, info.index), name: PulseText.string(info.name),
      label: PulseText.string(info.description))
    let (volume, mute, card) = unsafe (info.volume, info.mute, info.card)
    unsafe take(volume, isMuted: mute != 0, card: card, info.proplist)
    isMonitor = unsafe info.monitor_of_sink != PulseText.noIndex
    unsafe ports = PulseText.ports(info.n_ports) { index in
      unsafe info.ports?[index].map { port in
        unsafe (port.pointee.name, port.pointee.description, port.pointee.available, port.pointee.type)
      }
    }
    activePort = unsafe info.active_port.map { unsafe PulseText.string($0.pointee.name) }
  }

  private nonisolated mutating func take(
    _ volume: pa_cvolume, isMuted: Bool, card: UInt32, _ properties: OpaquePointer?
  ) {
    self.volume = SoundVolume(volume)
    self.isMuted = isMuted
    self.card = card == PulseText.noIndex ? nil : card
    formFactor = unsafe PulseText.property("device.form_factor", of: properties)
    isBluetooth = unsafe Self.isBluetooth(
      bus: PulseText.property("device.bus", of: properties),
      library: PulseText.property("device.api", of: properties))
  }
}

extension SoundCard {
  /// Reads a card with its profiles; nil if it has no valid name.
  nonisolated init?(_ info: pa_card_info) {
    unsafe self.init(
      info.index, name: PulseText.string(info.name),
      label: PulseText.property("device.description", of: info.proplist))
    let count = unsafe Int(min(info.n_profiles, PulseText.mostProfiles))
    profiles = (0..<count).compactMap { index in
      guard let profile = unsafe info.profiles2?[index] else { return nil }
      var read = unsafe SoundProfile(
        PulseText.string(profile.pointee.name), label: PulseText.string(profile.pointee.description),
        isAvailable: profile.pointee.available != 0)
      if unsafe profile.pointee.n_sinks > 0 { read?.directions.insert(.output) }
      if unsafe profile.pointee.n_sources > 0 { read?.directions.insert(.input) }
      return read
    }
    activeProfile = unsafe info.active_profile2.map { unsafe PulseText.string($0.pointee.name) }
  }
}

extension SoundStream {
  /// Reads the stream of a program that plays.
  nonisolated init(_ info: pa_sink_input_info) {
    unsafe self.init(
      SoundID(.playback, info.index), device: info.sink,
      application: PulseText.property("application.name", of: info.proplist),
      title: PulseText.string(info.name),
      applicationID: PulseText.property("application.id", of: info.proplist),
      icon: PulseText.property("application.icon_name", of: info.proplist)
    )
    volume = unsafe info.has_volume != 0 ? SoundVolume(info.volume) : nil
    isMuted = unsafe info.mute != 0
    isPaused = unsafe info.corked != 0
    isVolumeWritable = unsafe info.volume_writable != 0
  }

  /// Reads the stream of a program that records.
  nonisolated init(_ info: pa_source_output_info) {
    unsafe self.init(
      SoundID(.recording, info.index), device: info.source,
      application: PulseText.property("application.name", of: info.proplist),
      title: PulseText.string(info.name),
      applicationID: PulseText.property("application.id", of: info.proplist),
      icon: PulseText.property("application.icon_name", of: info.proplist)
    )
    volume = unsafe info.has_volume != 0 ? SoundVolume(info.volume) : nil
    isMuted = unsafe info.mute != 0
    isPaused = unsafe info.corked != 0
    isVolumeWritable = unsafe info.volume_writable != 0
    // Mixers request peaks of the sound in place of the samples.
    isMeter = unsafe PulseText.string(info.resample_method) == "peaks"
  }
}

extension SoundVolume {
  /// Reads the volumes of all channels; nil if there are no channels or too many.
  nonisolated init?(_ volume: pa_cvolume) {
    let values = volume.values
    let channels = unsafe withUnsafeBytes(of: values) { unsafe Array($0.bindMemory(to: UInt32.self)) }
    guard Int(volume.channels) <= channels.count else { return nil }
    self.init(channels.prefix(Int(volume.channels)))
  }

  /// The volume as a structure of libpulse.
  nonisolated var pulse: pa_cvolume {
    var volume = pa_cvolume()
    volume.channels = UInt8(channels.count)
    unsafe withUnsafeMutableBytes(of: &volume.values) { bytes in
      let values = unsafe bytes.bindMemory(to: UInt32.self)
      for (index, channel) in channels.enumerated() { unsafe values[index] = channel }
    }
    return volume
  }
}

extension SoundPort.Availability {
  /// Converts a value of `pa_port_available_t`.
  fileprivate nonisolated init(pulse number: Int32) {
    switch UInt32(bitPattern: number) {
    case PA_PORT_AVAILABLE_NO.rawValue: self = .no
    case PA_PORT_AVAILABLE_YES.rawValue: self = .yes
    default: self = .unknown
    }
  }
}

/// Conversion of libpulse's texts and numbers.
nonisolated enum PulseText {
  /// `PA_INVALID_INDEX`
  static let noIndex = UInt32.max
  /// Limit of the number of ports, more than any device has.
  private static let mostPorts: UInt32 = 32
  /// Limit of the number of profiles, more than any card has. Cards in PulseAudio have a profile for each pair of
  /// output and input.
  static let mostProfiles: UInt32 = 128

  /// Reads the ports of a device; `port` returns the name, description, availability and type of the port at an index.
  static func ports(
    _ count: UInt32, _ port: (Int) -> (UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32, UInt32)?
  ) -> [SoundPort] {
    (0..<Int(min(count, mostPorts))).compactMap { index in
      guard let (name, label, availability, type) = unsafe port(index) else { return nil }
      return unsafe SoundPort(
        string(name), label: string(label), availability: .init(pulse: availability), type: type)
    }
  }

  /// Converts a C string, replacing invalid UTF-8; nil becomes an empty string.
  static func string(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  /// Reads a property of a device or a stream; the result is empty if there is none.
  ///
  /// The corresponding C function is `pa_proplist_gets`.
  static func property(_ key: String, of list: OpaquePointer?) -> String {
    guard let list = unsafe list else { return "" }
    return unsafe string(pa_proplist_gets(list, key))
  }
}
