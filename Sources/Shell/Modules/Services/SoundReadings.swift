import DesktopModel
import ModuleModel
import PopupUI
import Settings

/// What modules show of the sound server.
nonisolated extension SoundState {
  /// The device that a module means; nil if it is not there.
  func device(of settings: SoundSettings) -> SoundDevice? {
    let direction = settings.direction
    guard let name = settings.device else { return defaultDevice(direction) }
    return devices(direction).first { $0.name == name || $0.label == name }
  }

  /// The reading of the device that a module means.
  func reading(_ settings: SoundSettings) -> ModuleReading {
    guard let device = device(of: settings) else { return ModuleReading(states: ["absent"]) }
    // Whoever uses any microphone listens.
    let isAnyInput = settings.isInput && settings.device == nil
    let programs = heard(settings.direction, through: isAnyInput ? nil : device)
    var names: [String] = []
    for program in programs where !names.contains(program.label) { names.append(program.label) }
    let port = device.ports.first { $0.name == device.activePort }?.label ?? ""
    let state = device.isMuted ? "muted" : programs.isEmpty ? "idle" : "in_use"
    let percent = device.volume?.wholePercent ?? 0
    var summary = [device.label, port, device.isMuted ? "muted" : "\(percent)%"].filter { !$0.isEmpty }
    if !names.isEmpty {
      summary.append((settings.isInput ? "recorded by " : "used by ") + names.joined(separator: ", "))
    }
    return ModuleReading(
      [
        "percent": .integer(percent, .percent), "state": .text(state), "muted": .bool(device.isMuted),
        "name": .text(device.label), "port": .text(port), "place": .text(device.place.rawValue),
        "apps": .integer(names.count), "app": .text(names.joined(separator: ", ")),
        "summary": .text(summary.joined(separator: ", ")),
      ], icon: device.icon,
      states: (device.isMuted ? ["muted"] : []) + (programs.isEmpty ? [] : ["in_use"]))
  }

  /// The mixer of a module.
  func panel(_ settings: SoundSettings) -> ControlPanel {
    let direction = settings.direction
    var panel = ControlPanel(settings.panelTitle)
    guard let shown = device(of: settings) else {
      panel.rows = [.init("none", .text("There is no such device."))]
      return panel
    }
    panel.rows = [level(of: shown, settings)]
    let all = devices(direction)
    let playing = all.filter { device in
      device.id != shown.id && !heard(direction, through: device).isEmpty
    }
    panel.rows += playing.map { level(of: $0, settings) }
    if all.count > 1 {
      let used = defaultDevice(direction)?.id
      panel.rows.append(.init("devices", .heading(settings.isInput ? "Input" : "Output")))
      panel.rows += all.prefix(Self.mostRows).map { device in
        .init(
          "use:" + device.name,
          .choice(.init(device.label, icon: device.place.icon(direction), isChosen: device.id == used)))
      }
    }
    panel.rows += portRows(of: shown) + streamRows(settings)
    return panel
  }

  /// Rows of one sort that a panel has room for.
  private static let mostRows = 24

  private func level(of device: SoundDevice, _ settings: SoundSettings) -> ControlPanel.Row {
    row(
      device.id, device.label, device.volume, isMuted: device.isMuted,
      icon: device.volumeIcon, isEnabled: device.volume != nil, settings)
  }

  private func row(
    _ id: SoundID, _ label: String, _ volume: SoundVolume?, isMuted: Bool, icon: String, isEnabled: Bool,
    _ settings: SoundSettings
  ) -> ControlPanel.Row {
    let percent = volume?.percent ?? 0
    return .init(
      id.description,
      .level(
        .init(
          label, icon: icon, isIconButton: true, value: min(1, percent / settings.limit),
          after: isMuted ? "Muted" : "\(volume?.wholePercent ?? 0)%", isEnabled: isEnabled)))
  }

  /// The plugs that something may be in.
  private func portRows(of device: SoundDevice) -> [ControlPanel.Row] {
    let ports = device.ports.filter { $0.availability != .no || $0.name == device.activePort }
    guard ports.count > 1 else { return [] }
    return [.init("ports", .heading(device.label))]
      + ports.map { port in
        .init(
          "port:" + port.name,
          .choice(
            .init(
              port.label, icon: port.place.icon(device.id.direction),
              isChosen: port.name == device.activePort)))
      }
  }

  private func streamRows(_ settings: SoundSettings) -> [ControlPanel.Row] {
    let streams = streams(settings.direction).filter { $0.volume != nil && !$0.isMixer }
    guard !streams.isEmpty else { return [] }
    var rows = [ControlPanel.Row("streams", .heading("Applications"))]
    for stream in streams.prefix(Self.mostRows) {
      let isOneOfSeveral = streams.count { $0.label == stream.label } > 1
      let label =
        isOneOfSeveral && !stream.title.isEmpty && stream.title != stream.label
        ? "\(stream.label) – \(stream.title)" : stream.label
      rows.append(
        row(
          stream.id, label, stream.volume, isMuted: stream.isMuted,
          icon: SoundDevice.volumeIcon(stream.volume, isMuted: stream.isMuted, stream.id.direction),
          isEnabled: stream.isVolumeWritable, settings))
    }
    if streams.count > Self.mostRows {
      rows.append(.init("more", .text("and \(streams.count - Self.mostRows) more")))
    }
    return rows
  }
}

nonisolated extension SoundSettings {
  var direction: SoundDirection { isInput ? .input : .output }

  fileprivate var panelTitle: String { isInput ? "Microphone" : "Sound" }

  /// The panel while there is no sound server.
  var emptyPanel: ControlPanel {
    ControlPanel(panelTitle, rows: [.init("none", .text("There is no sound server."))])
  }
}

nonisolated extension SoundDevice {
  /// What is worn has an icon of its own, else it is one for the volume.
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
