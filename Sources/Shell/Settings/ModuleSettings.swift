public import DesktopModel
public import ModuleModel
public import Patterns

/// The settings of a module: its style, and what its source reads.
public struct ModuleSettings: Equatable, Sendable {
  public var style: ModuleStyle
  public var source: SourceSettings

  public init(style: ModuleStyle, source: SourceSettings) {
    self.style = style
    self.source = source
  }

  /// Makes the settings of a module with the default style of its kind.
  public init(_ kind: ModuleName.Kind, _ source: SourceSettings) {
    self = .defaults(of: kind)
    self.source = source
  }

  /// The settings of a module of that kind that has no table.
  public static func defaults(of kind: ModuleName.Kind) -> ModuleSettings { all[kind]! }

  /// Read once, as they are asked for with every layout.
  private static let all = Dictionary(
    uniqueKeysWithValues: ModuleName.Kind.allCases.map { ($0, ModuleDraft($0).settings) })
}

/// The settings of a module's source, by its kind; a source keeps running while they stay the same.
public enum SourceSettings: Equatable, Sendable {
  case clock(ClockSettings)
  case text(TextSettings)
  case script(ScriptSettings)
  case meter(MeterSettings)
  case compositor(CompositorModuleSettings)
  /// The layout and the locks of the keyboard.
  case keyboard(KeyboardSettings)
  /// The source tells whether the session may become idle.
  case idle(IdleSettings)
  /// The source counts notifications.
  case bell
  case image(ImageSettings)
  case battery(BatterySettings)
  case media(MediaSettings)
  case light(LightSettings)
  case sound(SoundSettings)
  case powerProfile
  /// Units of systemd that have failed.
  case failedUnits
  /// Cameras, microphones and pictures of the screen that programs use.
  case privacy(PrivacySettings)
  case session(SessionSettings)
  case tray(TraySettings)
  case network(NetworkSettings)
  case bluetooth
  case group(GroupSettings)
  /// Separators and spacers read nothing; the number is their width, in points.
  case room(Double)
}

/// The settings of a clock.
public struct ClockSettings: Equatable, Sendable {
  /// The times that its formats show, such as `time:%H:%M`.
  public var times: [String] = []
  /// The time zones that scrolling steps through, in the syntax of tzset(3); empty for the system's only.
  public var zones: [String] = []
  /// Whether its calendar has a column with the numbers of the weeks.
  public var hasWeekNumbers = true

  public init() {}
}

/// The settings of a constant text.
public struct TextSettings: Equatable, Sendable {
  public var text = ""

  public init() {}
}

/// The settings of a script, whose output the module shows.
public struct ScriptSettings: Equatable, Sendable {
  /// The program and its arguments; never empty after decoding.
  public var command: [String] = []
  /// Seconds from one start to the next; 0 for a single run. Ignored if `isContinuous`.
  public var interval: Double = 10
  /// Whether each line of output is a reading; the program is started again when it ends.
  public var isContinuous = false
  /// Whether lines are JSON as that of Waybar's custom modules.
  public var isJSON = false
  /// Whether the texts and tooltips that the command writes hold markup.
  public var writesMarkup = false
  /// Whether the command speaks the protocol of i3bar.
  public var speaksI3bar = false
  /// A command that runs before the script; the module is hidden if it fails. Nil for none.
  public var condition: [String]?
  /// The number n of the signal SIGRTMIN+n that runs the command again; nil for none.
  public var signal: Int?
  /// Whether the command runs again when a command that a gesture on the module has started ends.
  public var followsCommands = true

  public init() {}
}

/// The settings of a meter, which reads a value of the machine at intervals.
public struct MeterSettings: Equatable, Sendable {
  /// The value that a meter reads.
  public enum Subject: Equatable, Sendable {
    /// The load of the processor; with `cores` that of each core too, and with `frequencies` the clock frequencies of
    /// the cores.
    case cpu(cores: Bool = false, frequencies: Bool = false)
    case memory
    /// Usage of the file system that contains a path.
    case disk(path: String)
    case load
    /// The sensor with a name; nil for that of the processor.
    case temperature(sensor: String?)
    case rates(Interfaces)
  }

  /// The network interfaces whose traffic is counted.
  public enum Interfaces: Equatable, Sendable {
    /// All but the loopback.
    case all
    case named(String)
    case matching(TextPattern)

    /// Whether the interface with a name is one of them.
    public func contains(_ name: String) -> Bool {
      switch self {
      case .all: name != "lo"
      case .named(let own): name == own
      case .matching(let pattern): pattern.matches(name)
      }
    }
  }

  public var subject: Subject
  /// Seconds between two readings.
  public var interval: Double
  /// Whether it is shown how much is waited for what is read.
  public var showsPressure: Bool

  public init(_ subject: Subject, interval: Double, showsPressure: Bool = false) {
    self.subject = subject
    self.interval = interval
    self.showsPressure = showsPressure
  }
}

/// The settings of a battery.
public struct BatterySettings: Equatable, Sendable {
  /// The name that the kernel has for it, its kind or its model; nil: all batteries of the machine as one.
  public var device: String?
  /// Charges in percent at which a notification warns.
  public var warnings = [20, 10, 5]

  public init() {}
}

/// The settings of a module that shows what is played.
public struct MediaSettings: Equatable, Sendable {
  /// The name of a player; nil: the one that began to play last.
  public var player: String?
  /// Players that are not meant unless `player` names them, by the ends of their names on the bus or by their own names.
  public var ignored: [TextPattern] = []
  /// Whether the place in the piece is shown, for which the player is asked.
  public var showsPosition = false

  public init() {}
}

/// The settings of the tray.
public struct TraySettings: Equatable, Sendable {
  /// Items by name or title that come first, in this order.
  public var order: [TextPattern] = []
  /// Items that are not shown.
  public var hidden: [TextPattern] = []
  /// Whether items with the status Passive are shown.
  public var showsPassive = false
  /// The maximum number of items that are shown while the others are folded away, at least 1; nil for no limit.
  public var mostItems: Int?
  /// Items that are folded away.
  public var folded: [TextPattern] = []

  public init() {}
}

/// The settings of a module that shows the network connection.
public struct NetworkSettings: Equatable, Sendable {
  /// The interfaces that are meant, by the names that the kernel has for them; nil: the one that carries the traffic.
  public var interface: TextPattern?
  /// Whether it is shown what is received and sent.
  public var showsRates = false
  /// Whether the strength of the signal is shown, by a number or by the icon.
  public var showsStrength = true
  /// Seconds between two readings of what is received and sent.
  public var interval = 3.0

  public init() {}
}

/// The settings of a module that shows who uses cameras, microphones and the screen.
public struct PrivacySettings: Equatable, Sendable {
  /// Programs whose use is not shown.
  public var ignored: [TextPattern] = []

  public init() {}
}

/// The settings of a module that locks, ends and interrupts the session.
public struct SessionSettings: Equatable, Sendable {
  /// The actions that are offered, in this order.
  public var actions: [SessionAction] = [.lock, .logOut, .suspend, .restart, .powerOff]
  /// The commands that perform the actions; nil if logind performs them.
  public var lock: [String]?
  public var logOut: [String]?
  public var suspend: [String]?
  public var hibernate: [String]?
  public var restart: [String]?
  public var powerOff: [String]?

  public init() {}

  /// The command for an action; nil: logind does it.
  public func command(of action: SessionAction) -> [String]? {
    switch action {
    case .lock: lock
    case .logOut: logOut
    case .suspend: suspend
    case .hibernate: hibernate
    case .restart: restart
    case .powerOff: powerOff
    }
  }
}

/// The settings of a light that can be dimmed.
public struct LightSettings: Equatable, Sendable {
  /// Whether the light belongs to a keyboard and not to a screen.
  public var isKeyboard = false
  /// The kernel's name of the light; nil for the one that fits best.
  public var device: String?
  /// The size of one step of the light, in percent.
  public var step = 5.0

  public init() {}
}

/// The settings of a module that shows how loud a device is.
public struct SoundSettings: Equatable, Sendable {
  /// Whether the device records and does not play.
  public var isInput = false
  /// The name or the label of the device at the sound server; nil for the default device.
  public var device: String?
  /// The size of one step of the volume, in percent.
  public var step = 5.0
  /// The maximum volume that the module sets, in percent.
  public var limit = 100.0

  public init() {}
}

/// The settings of a picture.
public struct ImageSettings: Equatable, Sendable {
  /// The path as written, with `~` not expanded; nil if there is none.
  public var path: String?
  /// A command that prints the path; nil for none.
  public var command: [String]?
  /// Length of the longer side, in points.
  public var size = 20.0
  /// Seconds from one start of the command to the next; 0 for a single run.
  public var interval = 0.0
  /// Whether the command runs again when a command that a gesture on the module has started ends.
  public var followsCommands = true
  /// The number n of the signal SIGRTMIN+n that has the picture read again; nil for none.
  public var signal: Int?

  public init() {}
}

/// The settings of a group of modules.
public struct GroupSettings: Equatable, Sendable {
  public var modules: [ModuleName] = []
  /// Whether all modules but the first are hidden until the group is opened.
  public var isDrawer = false
  /// Whether the drawer is open while the pointer is over the group.
  public var opensUnderPointer = false

  public init() {}
}

/// A module's table while it is read: it has the options of every kind, and those of one kind are used.
struct ModuleDraft: Sendable {
  let kind: ModuleName.Kind
  var style = ModuleStyle()
  var clock = ClockSettings()
  var text = TextSettings()
  var script = ScriptSettings()
  var idle = IdleSettings()
  var workspaces = WorkspacesSettings()
  var window = WindowSettings()
  var taskbar = TaskbarSettings()
  var image = ImageSettings()
  var group = GroupSettings()
  var battery = BatterySettings()
  var media = MediaSettings()
  var light = LightSettings()
  var sound = SoundSettings()
  var tray = TraySettings()
  var session = SessionSettings()
  var privacy = PrivacySettings()
  var networkChoice = NetworkSettings()
  /// Seconds between two readings of a meter.
  var interval: Double
  var diskPath = "/"
  var sensor: String?
  var interface: TextPattern?
  /// Width of a spacer, in points.
  var width = 12.0

  init(_ kind: ModuleName.Kind) {
    self.kind = kind
    let summary = kind.summary
    style.look.format = FormatTemplate.own(summary.format, of: kind)
    if !summary.tooltip.isEmpty { style.look.tooltip = FormatTemplate.own(summary.tooltip, of: kind) }
    interval =
      switch kind {
      case .cpu, .rates, .network: 3
      case .keyboard: 1
      case .disk: 60
      default: 10
      }
  }

  /// The format of the module, which always has a value.
  var format: FormatTemplate {
    get { style.look.format! }
    set { style.look.format = newValue }
  }

  /// The settings that the table means.
  var settings: ModuleSettings { ModuleSettings(style: style, source: source) }

  private var source: SourceSettings {
    switch kind {
    case .clock:
      var clock = clock
      clock.times = style.times
      return .clock(clock)
    case .text: return .text(text)
    case .script: return .script(script)
    case .cpu: return processor
    case .memory: return meter(.memory)
    case .disk: return meter(.disk(path: diskPath))
    case .load: return meter(.load)
    case .temperature: return meter(.temperature(sensor: sensor))
    case .rates: return meter(.rates(interface.map { .matching($0) } ?? .all))
    case .workspaces:
      var workspaces = workspaces
      workspaces.showsIcons = style.shows("icons")
      return .compositor(.workspaces(workspaces))
    case .window: return .compositor(.window(window))
    case .taskbar: return .compositor(.taskbar(taskbar))
    case .mode: return .compositor(.mode)
    case .scratchpad: return .compositor(.scratchpad)
    case .keyboard: return keyboard
    case .idle: return .idle(idle)
    case .bell: return .bell
    case .battery: return .battery(battery)
    case .media: return played
    case .backlight, .keyboardLight:
      var light = light
      light.isKeyboard = kind == .keyboardLight
      return .light(light)
    case .audio, .microphone:
      var sound = sound
      sound.isInput = kind == .microphone
      return .sound(sound)
    case .powerProfile: return .powerProfile
    case .systemd: return .failedUnits
    case .privacy: return .privacy(privacy)
    case .session: return .session(session)
    case .tray: return .tray(tray)
    case .network: return network
    case .bluetooth: return .bluetooth
    case .image: return .image(image)
    case .separator: return .room(1)
    case .spacer: return .room(width)
    case .group: return .group(group)
    }
  }
}

extension ModuleDraft {
  private var keyboard: SourceSettings {
    var keyboard = KeyboardSettings()
    let fields = CompositorKinds.locks.map(\.name)
    keyboard.followsLocks =
      fields.contains { style.shows($0) }
      || style.states.contains { $0.conditions.isEmpty && fields.contains($0.name) }
    keyboard.interval = interval
    return .keyboard(keyboard)
  }

  private var network: SourceSettings {
    var network = networkChoice
    network.showsRates = style.shows("down") || style.shows("up")
    network.showsStrength = style.showsIcon || style.shows("strength")
    network.interval = interval
    return .network(network)
  }

  private var played: SourceSettings {
    var media = media
    media.showsPosition = style.shows("position")
    return .media(media)
  }

  private var processor: SourceSettings {
    let fields = ModuleName.Kind.cpu.summary.fields
    return meter(
      .cpu(
        cores: style.showsAny { name in fields.contains { $0.number(in: name) != nil } },
        frequencies: fields.contains { $0.unit == .gigahertz && style.shows($0.name) }))
  }

  private func meter(_ subject: MeterSettings.Subject) -> SourceSettings {
    .meter(MeterSettings(subject, interval: interval, showsPressure: style.shows("pressure")))
  }
}

extension FormatTemplate {
  /// A built-in format of a kind; traps if it is wrong.
  fileprivate static func own(_ text: String, of kind: ModuleName.Kind) -> FormatTemplate {
    guard let template = try? FormatTemplate(settings: text, of: kind) else {
      preconditionFailure("format of \(kind): \(text)")
    }
    return template
  }

  /// Reads a format; a clock's text with a % outside of braces is a format of strftime(3) as a whole.
  init(settings text: String, of kind: ModuleName.Kind) throws(FormatMistake) {
    if kind == .clock, text.prefix(while: { $0 != "{" }).contains("%") || !text.contains("{") {
      self.init(time: "time", format: text)
    } else {
      try self.init(text, fields: kind.summary.namedFields)
    }
  }
}
