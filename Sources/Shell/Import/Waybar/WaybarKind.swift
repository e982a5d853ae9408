import ModuleModel
import Settings

/// A kind of module of Waybar, with its counterpart.
struct WaybarKind: Sendable {
  /// A status that Waybar adds to the names of options, as in `format-charging`, and to the classes of style sheets.
  struct Status: Sendable {
    /// The word in `format-WORD`.
    var word: String
    /// The name of our state.
    var state: String
    /// The conditions of that state; none: the module itself is in it.
    var when: [(field: String, test: String)] = []
    /// The classes in style sheets.
    var classes: [String]

    init(_ word: String, _ state: String? = nil, when: [(String, String)] = [], classes: [String]? = nil) {
      (self.word, self.state) = (word, state ?? word)
      self.when = when.map { (field: $0.0, test: $0.1) }
      self.classes = classes ?? [word]
    }
  }

  let kind: ModuleKind
  /// The format of Waybar's module where its configuration has none.
  let format: String
  let fields: [String: WaybarField]
  /// The statuses; a later one has precedence.
  var statuses: [Status] = []
  /// The field whose number the option `states` is about; nil: there are no such states.
  var levelField: String?
  /// Whether a state begins below its number.
  var isLow = false
  /// Whether `convert` reads the format and the icons, too.
  var ownsFormat = false
  /// Whether the module is read at intervals, so that `interval` has a meaning.
  var hasInterval = false
  /// The conversion of the options that only this kind has.
  var convert: @Sendable (inout ModuleConversion) -> Void = { _ in }

  /// The kind of a name such as `sway/window`; nil: there is no counterpart, or the module is none of a fixed kind.
  static func named(_ name: String) -> WaybarKind? {
    switch name {
    case "clock": clock
    case "cpu": cpu
    case "memory": memory
    case "disk": disk
    case "load": load
    case "temperature": temperature
    case "backlight": backlight
    case "battery": battery
    case "upower": upower
    case "network", "wwan": network
    case "pulseaudio": pulseaudio
    case "wireplumber": wireplumber
    case "bluetooth": bluetooth
    case "power-profiles-daemon": powerProfile
    case "systemd-failed-units": systemd
    case "privacy": privacy
    case "idle_inhibitor", "inhibitor": idle
    case "mpris": media
    case "tray": tray
    case "sway/workspaces", "hyprland/workspaces", "niri/workspaces", "ext/workspaces", "wlr/workspaces":
      workspaces
    case "sway/window": window(separatesOutputs: true)
    case "niri/window", "hyprland/window": window(separatesOutputs: false)
    case "wlr/taskbar": taskbar
    case "sway/mode", "hyprland/submap": mode
    case "sway/language": language(unnamed: "short")
    case "hyprland/language", "niri/language": language(unnamed: "layout")
    case "keyboard-state": locks
    case "sway/scratchpad": scratchpad
    case "image": image
    default: nil
    }
  }

  /// The advice for a module that has no counterpart; nil: the name is none of Waybar's.
  static func substitute(for name: String) -> String? {
    switch name {
    case "mpd": "show it with the module media and mpDris2, or with a script that runs mpc"
    case "cava": "show it with a script that runs cava"
    case "user": "the module uptime has the time since the start, and a script can have the name"
    case "gamemode", "jack", "sndio", "gps", "hyprland/windowcount", "dwl/tags", "dwl/window", "simpleclock",
      "river/tags", "river/mode", "river/window", "river/layout", "mango/workspaces", "mango/window",
      "mango/keymode", "mango/layout", "hyprland/workspace-taskbar":
      "a script can show it"
    case "inhibitor": "use the module idle"
    default: name.hasPrefix("cffi/") ? "a script can show it" : nil
    }
  }
}
