extension ModuleKind {
  /// All kinds, in the order of the manual; groups are last, as they name other modules.
  public static let all: [ModuleKind] = [
    .clock, .text, .script,
    .cpu, .memory, .disk, .load, .temperature, .rates, .uptime,
    .workspaces, .window, .taskbar, .mode, .scratchpad, .keyboard, .idle, .bell,
    .battery, .media, .backlight, .audio, .microphone, .keyboardLight, .powerProfile, .privacy, .systemd,
    .session, .controlCenter, .tray, .network, .bluetooth,
    .image, .separator, .spacer, .group,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the kind with a name; nil if there is none.
  static func named(_ name: String) -> ModuleKind? { byName[name] }
}
