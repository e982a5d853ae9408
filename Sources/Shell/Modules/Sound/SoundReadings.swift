import BarUI
import DesktopModel
import Localization
import ModuleModel
import Settings
import TextProcessing

/// The readings of modules from the state of the sound server.
nonisolated extension SoundState {
  /// The device that a module means; nil if it is not there.
  func device(of settings: SoundSettings) -> SoundDevice? {
    let direction = settings.direction
    if let name = settings.device { return devices(direction).first { $0.name == name || $0.label == name } }
    guard let used = defaultDevice(direction), settings.ignores(used) else { return defaultDevice(direction) }
    return devices(of: settings).first
  }

  /// The devices of a module's direction that its settings do not leave out.
  func devices(of settings: SoundSettings) -> [SoundDevice] {
    devices(settings.direction).filter { !settings.ignores($0) }
  }

  /// The reading of the device that a module means.
  func reading(_ settings: SoundSettings) -> ModuleReading {
    guard let device = device(of: settings) else {
      return settings.absence(localized("There is no such device"))
    }
    // A program that uses any microphone listens.
    let isAnyInput = settings.isInput && settings.device == nil
    let programs = heard(settings.direction, through: isAnyInput ? nil : device)
    var names: [String] = []
    for program in programs where !names.contains(program.label) { names.append(program.label) }
    let port = device.ports.first { $0.name == device.activePort }?.label ?? ""
    let state = device.isMuted ? "muted" : programs.isEmpty ? "idle" : "in_use"
    let percent = device.volume?.wholePercent ?? 0
    var summary = [device.label, port, device.isMuted ? localized("muted") : localized("\(percent)%")]
    if !names.isEmpty {
      let users = names.listed()
      summary.append(settings.isInput ? localized("recorded by \(users)") : localized("used by \(users)"))
    }
    var reading = ModuleReading(
      [
        "percent": .integer(percent, .percent), "state": .text(state), "muted": .bool(device.isMuted),
        "name": .text(device.label), "port": .text(port), "place": .text(device.place.rawValue),
        "device": .text(device.name), "bluetooth": .bool(device.isBluetooth),
        "apps": .integer(names.count), "app": .text(names.listed()),
        "summary": .text(summary.localizedLine()),
      ],
      icon: settings.isInput && !device.isMuted && !programs.isEmpty
        ? ModuleIcon("microphone-filled-symbolic", or: device.icon) : ModuleIcon(device.icon),
      states: (device.isMuted ? ["muted"] : []) + (programs.isEmpty ? [] : ["in_use"])
        + (device.isBluetooth ? ["bluetooth"] : []))
    reading.sliderPart = device.volume.map { min(1, $0.percent / settings.limit) }
    if !settings.isInput { addMicrophone(to: &reading) }
    return reading
  }

  /// Adds the fields of the microphone to the reading of a device that plays.
  private func addMicrophone(to reading: inout ModuleReading) {
    guard let microphone = device(of: SoundSettings(isInput: true)) else { return }
    let percent = microphone.volume?.wholePercent ?? 0
    reading.fields["source"] = .text(microphone.isMuted ? localized("muted") : localized("\(percent)%"))
    reading.fields["source_percent"] = .integer(percent, .percent)
    reading.fields["source_muted"] = .bool(microphone.isMuted)
    if microphone.isMuted { reading.states.append("source_muted") }
  }

  /// The mixer of a module; `unfolded` is the row whose choices are shown below it.
  func panel(_ settings: SoundSettings, unfolded: SoundRow? = nil) -> ControlPanel {
    let idle = idleCardRows(settings.direction, unfolded: unfolded)
    guard let shown = device(of: settings) else {
      let none = ControlPanel.Row("none", .text(localized("There is no such device.")))
      return ControlPanel(settings.panelTitle, rows: [none] + idle)
    }
    var devices = Array(devices(of: settings).prefix(Self.mostRows))
    if !devices.contains(where: { $0.id == shown.id }) { devices.append(shown) }
    let choices =
      devices.count > 1
      ? [.init("devices", .heading(settings.devicesTitle))] + devices.map { row(of: $0, settings) } : []
    return ControlPanel(
      settings.panelTitle,
      rows: [level(of: shown, settings, showsLabel: false)] + microphoneRows(settings) + choices
        + waysOfUse(of: shown, unfolded: unfolded) + idle + streamRows(settings, devices, unfolded: unfolded))
  }

  /// The slider of the microphone below that of the device that plays; none in a panel that is for one device alone.
  private func microphoneRows(_ settings: SoundSettings) -> [ControlPanel.Row] {
    guard !settings.isInput, settings.device == nil else { return [] }
    return [levelRow(SoundSettings(isInput: true))].compactMap(\.self)
  }

  /// The slider of the device that a module means, for a panel with other content; nil if there is no such device.
  func levelRow(_ settings: SoundSettings) -> ControlPanel.Row? {
    device(of: settings).map { level(of: $0, settings, showsLabel: false) }
  }

  /// Rows of one sort that a panel has room for.
  private static let mostRows = 24

  /// The choice of a device.
  private func row(of device: SoundDevice, _ settings: SoundSettings) -> ControlPanel.Row {
    let isUsed = device.id == defaultDevice(settings.direction)?.id
    let icon = ModuleIcon(device.place.icon(settings.direction))
    return .init(SoundRow.use(device.name), .choice(.init(device.label, icon: icon, isChosen: isUsed)))
  }

  private func level(of device: SoundDevice, _ settings: SoundSettings, showsLabel: Bool) -> ControlPanel.Row
  {
    row(
      device.id, device.label, device.volume, icon: device.volumeIcon, isMuted: device.isMuted,
      isEnabled: device.volume != nil, showsLabel: showsLabel, settings)
  }

  private func row(
    _ id: SoundID, _ label: String, _ volume: SoundVolume?, program: ModuleIcon? = nil, icon: String,
    isMuted: Bool, isEnabled: Bool, showsLabel: Bool, fold: ControlPanel.Fold? = nil,
    _ settings: SoundSettings
  ) -> ControlPanel.Row {
    let percent = volume?.percent ?? 0
    return .init(
      SoundRow.level(id),
      .level(
        .init(
          label, picture: program, icon: ModuleIcon(icon), isIconButton: true,
          value: min(1, percent / settings.limit),
          after: localized("\(volume?.wholePercent ?? 0)%"), showsAfter: false, isEnabled: isEnabled,
          showsLabel: showsLabel, fold: fold, isMuted: isMuted)))
  }

  /// The ways in which a device can be used, below its name: its plugs and the profiles of its card.
  private func waysOfUse(of device: SoundDevice, unfolded: SoundRow?) -> [ControlPanel.Row] {
    var rows = portRows(of: device)
    if let card = card(of: device), card.choices.count > 1 {
      rows += profileRows(of: card, card.choices, unfolded: unfolded)
    }
    return rows.isEmpty ? [] : [.init("ports", .heading(device.label))] + rows
  }

  /// The plugs that something may be in.
  private func portRows(of device: SoundDevice) -> [ControlPanel.Row] {
    let ports = device.ports.filter { $0.availability != .no || $0.name == device.activePort }
    guard ports.count > 1 else { return [] }
    return
      ports.map { port in
        .init(
          SoundRow.port(port.name),
          .choice(
            .init(
              port.label, icon: ModuleIcon(port.place.icon(device.id.direction)),
              isChosen: port.name == device.activePort)))
      }
  }

  /// The cards that have no device for a direction and would have one with another profile.
  private func idleCardRows(_ direction: SoundDirection, unfolded: SoundRow?) -> [ControlPanel.Row] {
    func choices(_ card: SoundCard) -> [SoundProfile] {
      card.choices.filter { $0.directions.contains(direction) }
    }
    let idle = cards.filter { card in
      !devices(direction).contains { $0.card == card.index }
        && choices(card).contains { $0.name != card.activeProfile }
    }
    return idle.prefix(Self.mostRows).flatMap { card in
      [.init("card:\(card.index)", .heading(card.label))]
        + profileRows(of: card, choices(card), unfolded: unfolded)
    }
  }

  /// The profile in use of a card, and below it the choices while they are unfolded.
  private func profileRows(
    of card: SoundCard, _ choices: [SoundProfile], unfolded: SoundRow?
  ) -> [ControlPanel.Row] {
    let row = SoundRow.unfoldProfiles(ofCard: card.index)
    let isUnfolded = unfolded == row
    // Names of profiles are long, so that the one in use has the whole row.
    let active = card.profiles.first { $0.name == card.activeProfile }
    let label = isUnfolded ? localized("Profile") : active?.label ?? localized("Profile")
    let head = ControlPanel.Row(
      row, .choice(.init(label, mark: PanelMetrics.foldIcon(isUnfolded: isUnfolded), isUnfolded: isUnfolded)))
    guard isUnfolded else { return [head] }
    let others = choices.filter { $0.name != card.activeProfile }
    let room = Self.mostRows - (choices.count - others.count)
    let shown = choices.filter { !others.dropFirst(room).contains($0) }
    return [head]
      + shown.map { profile in
        .init(
          SoundRow.profile(profile.name, ofCard: card.index),
          .choice(.init(profile.label, isChosen: profile.name == card.activeProfile)))
      } + more(choices.count - shown.count, "more:\(card.index)")
  }

  /// A row that tells how many more there are than are shown; none if that is none.
  private func more(_ count: Int, _ id: String) -> [ControlPanel.Row] {
    count > 0 ? [.init(id, .text(localized("and \(count) more")))] : []
  }

  /// The rows of streams that programs play or record, each of which has its own volume, also if a program has several; with several
  /// devices, each has a choice of one.
  private func streamRows(
    _ settings: SoundSettings, _ devices: [SoundDevice], unfolded: SoundRow?
  ) -> [ControlPanel.Row] {
    let streams = streams(settings.direction).filter { $0.volume != nil && !$0.isMixer }
    guard !streams.isEmpty else { return [] }
    var rows = [ControlPanel.Row("streams", .heading(localized("Applications")))]
    for stream in streams.prefix(Self.mostRows) {
      let device = device(of: stream)
      // A stream of a device that the panel leaves out tells which one it is.
      let isMovable = devices.count > 1 || device.map { $0.id != devices.first?.id } == true
      let name = name(of: stream, among: streams)
      let isUnfolded = unfolded == .level(stream.id)
      let fold = ControlPanel.Fold(
        device?.label ?? "", words: localized("choose the device of \(name)"), isUnfolded: isUnfolded)
      rows.append(
        row(
          stream.id, name, stream.volume, program: stream.programIcon,
          icon: SoundDevice.volumeIcon(stream.volume, isMuted: stream.isMuted, stream.id.direction),
          isMuted: stream.isMuted, isEnabled: stream.isVolumeWritable, showsLabel: true,
          fold: isMovable ? fold : nil, settings))
      if isMovable, isUnfolded { rows += choices(of: stream, among: devices) }
    }
    return rows + more(streams.count - Self.mostRows, "more")
  }

  /// The name of a stream: its program, and its title if the program has others.
  private func name(of stream: SoundStream, among streams: [SoundStream]) -> String {
    let isOneOfSeveral = streams.count { $0.label == stream.label } > 1
    return isOneOfSeveral && !stream.title.isEmpty && stream.title != stream.label
      ? "\(stream.label) – \(stream.title)" : stream.label
  }

  /// The device of a stream, also one that the settings leave out, or a monitor; nil if the server has not reported it.
  private func device(of stream: SoundStream) -> SoundDevice? {
    device(SoundID(stream.id.direction == .output ? .sink : .source, stream.device))
  }

  /// The devices to which a stream may be moved, and the one that it is on.
  private func choices(of stream: SoundStream, among devices: [SoundDevice]) -> [ControlPanel.Row] {
    devices.map { device in
      .init(
        SoundRow.move(stream.id, to: device.name),
        .choice(
          .init(
            device.label, icon: ModuleIcon(device.place.icon(stream.id.direction)),
            isChosen: device.id.index == stream.device)))
    }
  }
}

nonisolated extension SoundStream {
  /// The icon of the program: the one that it names, or else that of its desktop entry; the first letter of its name stands for a
  /// program without an icon.
  fileprivate var programIcon: ModuleIcon {
    ModuleIcon(
      ofProgram: [icon, applicationID].filter { !$0.isEmpty }.joined(separator: "\n"), name: label)
  }
}

/// The meaning of a row of a mixer.
nonisolated enum SoundRow: Hashable {
  /// The volume of a device or a stream.
  case level(SoundID)
  /// The device of a name, which is chosen for all that is told no other.
  case use(String)
  /// A port of the device that the module shows.
  case port(String)
  /// The card of a number, among whose profiles one is chosen.
  case unfoldProfiles(ofCard: UInt32)
  /// A profile by its name, which is chosen for the card of a number.
  case profile(String, ofCard: UInt32)
  /// A device of a name, which is chosen for a stream.
  case move(SoundID, to: String)
}

nonisolated extension SoundSettings {
  var direction: SoundDirection { isInput ? .input : .output }

  /// Whether a device is left out.
  fileprivate func ignores(_ device: SoundDevice) -> Bool {
    ignored.contains { $0.matches(device.name) || $0.matches(device.label) }
  }

  fileprivate var panelTitle: String { isInput ? localized("Microphone") : localized("Sound") }
  fileprivate var devicesTitle: String { isInput ? localized("Input") : localized("Output") }

  /// The reading while something is missing.
  func absence(_ reason: String) -> ModuleReading {
    .absent(reason, icon: ModuleIcon(SoundDevice.volumeIcon(nil, isMuted: true, direction)))
  }

  /// The panel while there is no sound server.
  var emptyPanel: ControlPanel {
    ControlPanel(panelTitle, rows: [.init("none", .text(localized("There is no sound server.")))])
  }
}

nonisolated extension SoundDevice {
  /// The icon of headphones and headsets; other devices have one for their volume.
  fileprivate var icon: String {
    guard id.direction == .output, !isMuted else { return volumeIcon }
    switch place {
    case .headphones: return "audio-headphones-symbolic"
    case .headset: return "audio-headset-symbolic"
    default: return volumeIcon
    }
  }

  fileprivate var volumeIcon: String { Self.volumeIcon(volume, isMuted: isMuted, id.direction) }

  /// The icon for a volume, in thirds as desktops have them.
  static func volumeIcon(_ volume: SoundVolume?, isMuted: Bool, _ direction: SoundDirection) -> String {
    volumeSymbol(volume?.wholePercent ?? 0, isMuted: isMuted, direction) + "-symbolic"
  }

  /// The same without the end that such names have in themes.
  static func volumeSymbol(_ percent: Int, isMuted: Bool, _ direction: SoundDirection) -> String {
    let family = direction == .output ? "audio-volume" : "microphone-sensitivity"
    let level =
      switch percent {
      case _ where isMuted, ...0: "muted"
      case ...33: "low"
      case ...66: "medium"
      case 101... where direction == .output: "overamplified"
      default: "high"
      }
    return "\(family)-\(level)"
  }
}

nonisolated extension SoundPlace {
  /// The icon of what is at the end of a device.
  fileprivate func icon(_ direction: SoundDirection) -> String {
    switch self {
    case .headphones: "audio-headphones-symbolic"
    case .headset: "audio-headset-symbolic"
    case .screen: "video-display-symbolic"
    case .webcam: "camera-web-symbolic"
    case .speaker, .microphone, .line, .other:
      direction == .output ? "audio-speakers-symbolic" : "audio-input-microphone-symbolic"
    }
  }
}
