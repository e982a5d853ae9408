public import Scenes

/// The symbols that come with the program, for systems without an icon theme.
///
/// The names are those of such icons in themes, without `-symbolic` at the end, which may be there.
public enum BuiltInSymbols {
  /// All names, in the order of the alphabet.
  public static let names: [String] = drawings.keys.sorted()

  /// A symbol on a square of `side` pixels, of which only the alpha counts; nil: there is none of that name.
  public static func bitmap(named name: String, side: Int) -> Bitmap? {
    guard (1...mostSide).contains(side) else { return nil }
    let name = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    return (drawings[name] ?? synonyms[name].flatMap { drawings[$0] })?.bitmap(side: side)
  }

  /// The greatest side that is drawn, in pixels.
  static let mostSide = 512
  private static let suffix = "-symbolic"

  static let drawings: [String: SymbolDrawing] =
    SymbolTable.batteries.merging(SymbolTable.sound) { $1 }.merging(SymbolTable.network) { $1 }
    .merging(SymbolTable.devices) { $1 }.merging(SymbolTable.controls) { $1 }
    .merging(SymbolTable.session) { $1 }

  /// Further names.
  static let synonyms: [String: String] = [
    "ac-adapter": "battery-level-100-charged", "audio-card": "audio-speakers",
    "audio-volume-overamplified": "audio-volume-high", "battery": "battery-level-100",
    "battery-full": "battery-level-100", "battery-full-charged": "battery-level-100-charged",
    "battery-full-charging": "battery-level-100-charging", "battery-good": "battery-level-80",
    "battery-good-charging": "battery-level-80-charging", "battery-low": "battery-level-20",
    "battery-low-charging": "battery-level-20-charging", "battery-caution": "battery-level-10",
    "battery-caution-charging": "battery-level-10-charging", "battery-empty": "battery-level-0",
    "battery-empty-charging": "battery-level-0-charging", "bluetooth": "bluetooth-active",
    "bluetooth-disconnected": "bluetooth-disabled", "dialog-error": "dialog-warning",
    "drive-harddisk-solidstate": "drive-harddisk", "microphone-disabled": "microphone-sensitivity-muted",
    "audio-input-microphone": "microphone-sensitivity-high",
    "audio-input-microphone-muted": "microphone-sensitivity-muted",
    "microphone-sensitivity-low": "microphone-sensitivity-high",
    "microphone-sensitivity-medium": "microphone-sensitivity-high",
    "network-error": "network-offline", "network-wired-offline": "network-wired-disconnected",
    "network-wireless": "network-wireless-signal-excellent",
    "network-wireless-acquiring": "network-wireless-signal-weak",
    "network-wireless-connected": "network-wireless-signal-excellent",
    "network-wireless-disabled": "network-wireless-offline",
    "network-wireless-hardware-disabled": "network-wireless-offline",
    "notifications-disabled": "bell-disabled", "preferences-system-notifications": "bell",
    "object-select-checked": "object-select", "emblem-ok": "object-select",
    "checkbox-checked": "object-select", "radio-checked": "media-dot",
    "pan-down": "go-down", "pan-end": "go-next", "pan-start": "go-previous", "pan-up": "go-up",
    "preferences-system-time": "alarm", "processor": "cpu", "system-log-out-rtl": "system-log-out",
    "video-joined-displays": "video-display", "view-more": "open-menu", "thermometer": "temperature",
    "sensors-temperature": "temperature", "media-memory": "memory", "screen-shared": "video-display",
    "weather-clear": "display-brightness", "weather-clear-night": "system-suspend",
    "changes-prevent": "system-lock-screen",
  ]
}
