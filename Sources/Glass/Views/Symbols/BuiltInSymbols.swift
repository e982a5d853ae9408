public import Scenes

/// The symbols that come with the program, for views.
public struct BuiltInSymbolSource: SymbolSource {
  public init() {}

  public func bitmap(named name: String, side: Int) -> Bitmap? {
    BuiltInSymbols.bitmap(named: name, side: side)
  }
}

/// The symbols that come with the program: the icons of modules, panels and menus.
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

  static let drawings = SymbolTable.all

  /// The names of drawings by further names that programs use for them.
  static let synonyms: [String: String] = [
    "application-x-executable": "window", "applications-system": "emblem-system",
    "audio-card": "audio-speakers", "audio-input-microphone": "microphone-sensitivity-high",
    "audio-input-microphone-filled": "microphone-filled",
    "audio-input-microphone-muted": "microphone-sensitivity-muted",
    "audio-volume-overamplified": "audio-volume-high", "audio-x-generic": "emblem-music",
    "battery": "battery-unknown",
    "battery-full": "battery-level-100", "battery-full-charged": "battery-level-100-charged",
    "battery-full-charging": "battery-level-100-charging", "battery-good": "battery-level-60",
    "battery-good-charging": "battery-level-60-charging", "battery-low": "battery-level-20",
    "battery-low-charging": "battery-level-20-charging", "battery-caution": "battery-level-10",
    "battery-caution-charging": "battery-level-10-charging", "battery-empty": "battery-level-0",
    "battery-empty-charging": "battery-level-0-charging", "bluetooth": "bluetooth-active",
    "bluetooth-disconnected": "bluetooth-disabled", "camera-disabled": "camera-web",
    "camera-video": "camera-web",
    "checkbox-checked": "object-select",
    "computer-laptop": "computer", "drive-harddisk-solidstate": "drive-harddisk", "edit-delete": "user-trash",
    "emblem-ok": "object-select", "emblem-default": "object-select", "image-missing": "window",
    "input-dialpad": "phone", "mark-location": "location-services-active", "media-memory": "memory",
    "microphone-disabled": "microphone-sensitivity-muted",
    "microphone-sensitivity-low": "microphone-sensitivity-high",
    "microphone-sensitivity-medium": "microphone-sensitivity-high",
    "multimedia-player": "media-playback-start",
    "network-cellular": "network-cellular-connected", "network-error": "network-offline",
    "network-wired-acquiring": "network-wired", "network-wired-offline": "network-wired-disconnected",
    "network-wireless": "network-wireless-signal-excellent",
    "network-wireless-acquiring": "network-wireless-signal-weak",
    "network-wireless-connected": "network-wireless-signal-excellent",
    "network-wireless-disabled": "network-wireless-offline",
    "network-wireless-hardware-disabled": "network-wireless-offline",
    "notifications": "bell", "notifications-disabled": "bell-disabled",
    "object-select-checked": "object-select",
    "open-menu-horizontal": "view-more-horizontal", "pda": "phone",
    "preferences-system": "emblem-system", "preferences-system-notifications": "bell",
    "preferences-system-time": "alarm", "processor": "cpu", "radio-checked": "media-dot",
    "sensors-temperature": "temperature", "system-log-out-rtl": "system-log-out",
    "thermometer": "temperature",
    "video-joined-displays": "video-display", "video-single-display": "video-display",
    "weather-clear": "display-brightness", "weather-clear-night": "system-suspend",
    "weather-clear-night-filled": "system-suspend-filled",
  ]
}
