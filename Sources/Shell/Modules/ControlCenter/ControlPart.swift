import BarUI
import CompositorSources
import DBus
import DesktopModel
import DesktopServices
import Localization
import Loop
import ModuleModel
import Settings

/// A part of a control centre, which shows and uses a service by the source of the module of that service.
struct ControlPart {
  /// Returns the tile; nil if the part has rows, or the machine lacks what the tile is for.
  var tile: () -> ControlPanel.Tile? = { nil }
  /// Returns the rows; nil if the panel has to close.
  var rows: () -> [ControlPanel.Row]? = { [] }
  /// Performs a use of a row, or of the tile, which is given as a choice.
  var use: (ControlUse) -> Void = { _ in }
  /// Begins work for the open panel, until the observation is released.
  var open: () -> Observation? = { nil }
  /// The source by which the part shows and uses the service; nil if it needs none.
  var source: (any ModuleSource)?
  /// The observations by which the part follows the service.
  var observations: [Observation] = []

  /// Ends the source and the observations; idempotent.
  func stop() {
    source?.stop()
    for observation in observations { observation.cancel() }
  }
}

/// Makes the parts of a control centre.
struct ControlPartMaker {
  let settings: ControlCenterSettings
  let start: ModuleStart
  /// Called after changes of what a part shows.
  let onChange: () -> Void
  /// Called when a command of a part has ended, with the reason why it was not done, or nil if it was.
  let fail: (_ refusal: String?) -> Void

  /// Makes a part, which asks its service from now on.
  func make(_ part: ControlCenterSettings.Part) -> ControlPart {
    switch part {
    case .wifi: wireless()
    case .bluetooth: bluetooth()
    case .doNotDisturb: doNotDisturb()
    case .powerProfile: powerProfile()
    case .idle: idle()
    case .darkMode: darkMode()
    case .volume: sound(isInput: false)
    case .microphone: sound(isInput: true)
    case .brightness: brightness()
    case .media: media()
    case .battery: battery()
    case .session: session()
    }
  }

  private var services: ModuleServices { start.services }

  /// The receiver of the readings and failures of a part's source.
  private func outlet() -> ModuleOutlet {
    ModuleOutlet(of: start.outlet.module, report: start.outlet.report, onCommandEnd: fail) { [onChange] _ in
      onChange()
    }
  }

  /// A part that is a tile; `action` is the action of the source that a click on the tile performs.
  private func tile(
    _ source: any PerformsActions, _ action: String, _ observations: [Observation] = [],
    _ tile: @escaping () -> ControlPanel.Tile?
  ) -> ControlPart {
    ControlPart(
      tile: tile, use: { _ in source.perform(action, item: nil, by: ModuleContact(.click)) }, source: source,
      observations: observations)
  }

  // MARK: - Tiles

  private func wireless() -> ControlPart {
    let networks = services.networks
    var settings = NetworkSettings()
    settings.showsStrength = false
    let source = NetworkSource(
      settings: settings, networks: networks, meters: services.meters, outlet: outlet())
    return tile(source, "toggle_wifi", [networks.observe(onChange)]) { networks.status?.tile }
  }

  private func bluetooth() -> ControlPart {
    let bluetooth = services.bluetooth
    let source = BluetoothSource(bluetooth: bluetooth, outlet: outlet())
    return tile(source, "toggle") { bluetooth.status?.tile }
  }

  private func doNotDisturb() -> ControlPart {
    let facts = services.notifications
    return tile(BellSource(facts: facts, outlet: outlet()), "do_not_disturb") { facts.situation?.tile }
  }

  private func powerProfile() -> ControlPart {
    let profiles = services.powerProfiles
    let source = PowerProfileSource(profiles: profiles, outlet: outlet())
    return tile(source, "next") { profiles.profile?.tile }
  }

  private func idle() -> ControlPart {
    let idleness = services.idleness
    let source = IdleSource(
      settings: IdleSettings(), idleness: idleness, loop: start.loop, outlet: outlet())
    return tile(source, "toggle") {
      guard idleness.isOffered == true else { return nil }
      let isOn = idleness.isInhibited
      return ControlPanel.Tile(
        "", localized("Keep awake"),
        icon: isOn ? "caffeine-cup-full-symbolic" : "caffeine-cup-empty-symbolic", isOn: isOn)
    }
  }

  /// The tile of the desktop's dark look, which the portal tells. The portal cannot change it, so that a command does.
  private func darkMode() -> ControlPart {
    guard let bus = services.sessionBus else { return ControlPart() }
    let portal = PortalSettings(bus) { [onChange] _ in onChange() }
    bus.start()
    let (module, run, settings) = (start.outlet.module, start.requests.run, settings)
    return ControlPart(
      tile: { portal.knowsColourScheme ? portal.preferences.colourScheme.tile : nil },
      use: { _ in
        let isDark = portal.preferences.colourScheme == .dark
        run(
          isDark
            ? settings.light ?? Self.schemeCommand("default")
            : settings.dark ?? Self.schemeCommand("prefer-dark"), module)
      })
  }

  /// Returns the command that changes GNOME's setting, which the portals of GNOME and GTK report.
  private static func schemeCommand(_ value: String) -> [String] {
    ["gsettings", "set", "org.gnome.desktop.interface", "color-scheme", value]
  }

  // MARK: - Rows

  private func sound(isInput: Bool) -> ControlPart {
    let (server, settings) = (services.sound, SoundSettings(isInput: isInput))
    let source = SoundSource(settings: settings, server: server, outlet: outlet())
    return ControlPart(
      rows: { [server.state?.levelRow(settings)].compactMap(\.self) }, use: { source.use($0, of: nil) },
      source: source, observations: [server.observe(onChange)])
  }

  private func brightness() -> ControlPart {
    let source = LightSource(settings: LightSettings(), lights: services.lights, outlet: outlet())
    return ControlPart(
      rows: { source.panel(of: nil).map(Self.withoutFailure) ?? [] }, use: { source.use($0, of: nil) },
      source: source)
  }

  /// The rows of a panel without the reason why a command failed, which the control centre tells itself.
  private static func withoutFailure(_ panel: ControlPanel) -> [ControlPanel.Row] {
    panel.rows.filter { $0.id != CommandFailure.row }
  }

  private func media() -> ControlPart {
    guard let players = services.players else { return ControlPart() }
    let source = MediaSource(
      settings: MediaSettings(), players: players, loop: start.loop, outlet: outlet())
    return ControlPart(
      rows: { [source.row].compactMap(\.self) }, use: { source.use($0, of: nil) }, source: source,
      observations: [players.observe(onChange)])
  }

  private func battery() -> ControlPart {
    let devices = services.powerDevices
    return ControlPart(
      rows: { [devices.machine.map { .init("charge", $0.chargeLine) }].compactMap(\.self) },
      observations: [devices.observe(onChange)])
  }

  private func session() -> ControlPart {
    let (module, run) = (start.outlet.module, start.requests.run)
    let source = SessionSource(
      settings: settings.session, control: services.session, windows: OpenWindows(services.compositor),
      loop: start.loop, outlet: outlet(), run: { run($0, module) })
    return ControlPart(
      rows: { source.panel(of: nil).map { Self.sessionRows(Self.withoutFailure($0)) } },
      use: { use in
        if case .press(row: Self.tools, let button) = use {
          if let action = SessionAction(rawValue: button) { source.use(.choose(.init(action)), of: nil) }
        } else {
          source.use(use, of: nil)
        }
      }, open: { [onChange] in source.openPanel(of: nil, onChange: onChange) }, source: source)
  }

  private static let tools: PanelRowKey = "tools"

  /// The choices of a session's panel as buttons side by side, with the question about one of them below.
  private static func sessionRows(_ rows: [ControlPanel.Row]) -> [ControlPanel.Row] {
    var (buttons, others): ([ControlPanel.Button], [ControlPanel.Row]) = ([], [])
    for row in rows {
      if case .choice(let choice) = row.content, let action = row.id.as(SessionAction.self) {
        buttons.append(.init(action.rawValue, choice.label, icon: choice.icon))
      } else {
        others.append(row)
      }
    }
    return buttons.isEmpty ? others : [.init(tools, .tools(buttons))] + others
  }
}

// MARK: - What tiles show

nonisolated extension NetworkStatus {
  /// The tile of Wi-Fi; nil if there is none that can be turned on and off.
  var tile: ControlPanel.Tile? {
    guard hasWireless, !isNetworkingOff else { return nil }
    let detail =
      if isWirelessOff {
        ControlPanel.stateLabel(isOn: false)
      } else if kind == .wifi {
        state == .connecting ? localized("Connecting…") : name
      } else {
        localized("Not connected")
      }
    let icon =
      isWirelessOff
      ? "network-wireless-disabled-symbolic" : kind == .wifi ? self.icon : "network-wireless-symbolic"
    return ControlPanel.Tile(
      "", localized("Wi-Fi"), icon: ModuleIcon(icon), detail: detail, isOn: !isWirelessOff,
      isEnabled: !isWirelessBlocked)
  }
}

nonisolated extension BluetoothStatus {
  /// The tile of Bluetooth.
  var tile: ControlPanel.Tile {
    let detail =
      switch connected.count {
      case _ where !isOn: ControlPanel.stateLabel(isOn: false)
      case 0: localized("Not connected")
      case 1: connected[0].name
      default:
        localized("\(connected.count) device", plural: "\(connected.count) devices", count: connected.count)
      }
    let icon =
      !isOn
      ? "bluetooth-disabled-symbolic"
      : connected.isEmpty ? "bluetooth-active-symbolic" : "bluetooth-connected-symbolic"
    return ControlPanel.Tile("", localized("Bluetooth"), icon: ModuleIcon(icon), detail: detail, isOn: isOn)
  }
}

nonisolated extension NotificationSituation {
  /// The tile of do not disturb; nil if another program has the notifications.
  var tile: ControlPanel.Tile? {
    guard absence == nil else { return nil }
    return ControlPanel.Tile(
      "", localized("Do Not Disturb"), icon: isQuiet ? "bell-disabled-symbolic" : "bell-symbolic",
      isOn: isQuiet)
  }
}

nonisolated extension SystemPreferences.ColourScheme {
  /// The tile of the dark look, which is on while programs are asked to be dark.
  var tile: ControlPanel.Tile {
    let isDark = self == .dark
    return ControlPanel.Tile(
      "", localized("Dark mode"), icon: isDark ? "night-light-filled-symbolic" : "night-light-symbolic",
      isOn: isDark)
  }
}

nonisolated extension PowerProfile {
  /// The tile of the power profile, which is filled while the profile is not the usual one.
  var tile: ControlPanel.Tile {
    ControlPanel.Tile(
      "", localized("Power mode"), icon: ModuleIcon("power-profile-\(active)-symbolic"),
      detail: Self.words(active),
      isOn: active != "balanced", isEnabled: next != nil)
  }
}
