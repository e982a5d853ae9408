public import ModuleModel

/// The settings of a module: how it looks, and what its source reads.
public struct ModuleSettings: Equatable, Sendable {
  public var style: ModuleStyle
  public var source: SourceSettings

  public init(style: ModuleStyle, source: SourceSettings) {
    self.style = style
    self.source = source
  }

  /// A module of a kind that looks as by default.
  public init(_ kind: ModuleName.Kind, _ source: SourceSettings) {
    self = .defaults(of: kind)
    self.source = source
  }

  /// Those of a module of that kind without a table.
  public static func defaults(of kind: ModuleName.Kind) -> ModuleSettings { ModuleDraft(kind).settings }
}

/// What the source of a module reads, by its kind; a source goes on undisturbed while this stays the same.
public enum SourceSettings: Equatable, Sendable {
  case clock(ClockSettings)
  case text(TextSettings)
  case script(ScriptSettings)
  case meter(MeterSettings)
  case compositor(CompositorModuleSettings)
  /// Whether the session may become idle.
  case idle
  case image(ImageSettings)
  case group(GroupSettings)
  /// Separators and spacers read nothing; points.
  case room(Double)
}

/// A clock.
public struct ClockSettings: Equatable, Sendable {
  /// The moments that its formats show, such as `time:%H:%M`.
  public var times: [String] = []
  /// The zones that scrolling goes through, as tzset(3) takes them; empty: the system's alone.
  public var zones: [String] = []

  public init() {}
}

/// A text that stays.
public struct TextSettings: Equatable, Sendable {
  public var text = ""

  public init() {}
}

/// What a command prints.
public struct ScriptSettings: Equatable, Sendable {
  /// The program and its arguments; never empty once validated.
  public var command: [String] = []
  /// Seconds from one start to the next; 0: run once. Ignored if `isContinuous`.
  public var interval: Double = 10
  /// Each line of output is a reading; the program is started again when it ends.
  public var isContinuous = false
  /// Whether a line is JSON as Waybar's custom modules write it.
  public var isJSON = false
  /// Runs before the command; where it fails, the module is hidden. Nil: nothing does.
  public var condition: [String]?
  /// The number n of the signal SIGRTMIN+n that runs the command again; nil: none does.
  public var signal: Int?

  public init() {}
}

/// What is read of the machine again and again.
public struct MeterSettings: Equatable, Sendable {
  /// What is read.
  public enum Subject: Equatable, Sendable {
    case cpu, memory
    /// The file system that a path lies on.
    case disk(path: String)
    case load
    /// A sensor by its name; nil: that of the processor.
    case temperature(sensor: String?)
    /// A network interface by its name; nil: all but the loopback.
    case rates(interface: String?)
  }

  public var subject: Subject
  /// Seconds.
  public var interval: Double

  public init(_ subject: Subject, interval: Double) {
    self.subject = subject
    self.interval = interval
  }
}

/// A picture.
public struct ImageSettings: Equatable, Sendable {
  /// As written, `~` not yet expanded.
  public var path: String?
  /// Prints a path.
  public var command: [String]?
  /// The longest side, in points.
  public var size = 20.0
  /// Seconds from one start of the command to the next; 0: it runs once.
  public var interval = 0.0

  public init() {}
}

/// Modules in one.
public struct GroupSettings: Equatable, Sendable {
  public var modules: [ModuleName] = []
  /// All but the first are hidden until the group is opened.
  public var isDrawer = false

  public init() {}
}

/// A module's table while it is read: the options of every kind, of which those of one count.
struct ModuleDraft: Sendable {
  let kind: ModuleName.Kind
  var style = ModuleStyle()
  var clock = ClockSettings()
  var text = TextSettings()
  var script = ScriptSettings()
  var workspaces = WorkspacesSettings()
  var window = WindowSettings()
  var taskbar = TaskbarSettings()
  var image = ImageSettings()
  var group = GroupSettings()
  /// Seconds between two readings of a meter.
  var interval: Double
  var diskPath = "/"
  var sensor: String?
  var interface: String?
  /// Of a spacer, in points.
  var width = 12.0

  init(_ kind: ModuleName.Kind) {
    self.kind = kind
    let summary = kind.summary
    style.look.format = FormatTemplate.own(summary.format, of: kind)
    if !summary.tooltip.isEmpty { style.look.tooltip = FormatTemplate.own(summary.tooltip, of: kind) }
    interval =
      switch kind {
      case .cpu, .rates: 3
      case .disk: 60
      default: 10
      }
  }

  /// The format, which always has a value.
  var format: FormatTemplate {
    get { style.look.format! }
    set { style.look.format = newValue }
  }

  /// What the table means.
  var settings: ModuleSettings { ModuleSettings(style: style, source: source) }

  private var source: SourceSettings {
    switch kind {
    case .clock:
      var clock = clock
      clock.times = style.times
      return .clock(clock)
    case .text: return .text(text)
    case .script: return .script(script)
    case .cpu: return .meter(MeterSettings(.cpu, interval: interval))
    case .memory: return .meter(MeterSettings(.memory, interval: interval))
    case .disk: return .meter(MeterSettings(.disk(path: diskPath), interval: interval))
    case .load: return .meter(MeterSettings(.load, interval: interval))
    case .temperature: return .meter(MeterSettings(.temperature(sensor: sensor), interval: interval))
    case .rates: return .meter(MeterSettings(.rates(interface: interface), interval: interval))
    case .workspaces: return .compositor(.workspaces(workspaces))
    case .window: return .compositor(.window(window))
    case .taskbar: return .compositor(.taskbar(taskbar))
    case .mode: return .compositor(.mode)
    case .scratchpad: return .compositor(.scratchpad)
    case .keyboard: return .compositor(.keyboard)
    case .idle: return .idle
    case .image: return .image(image)
    case .separator: return .room(1)
    case .spacer: return .room(width)
    case .group: return .group(group)
    }
  }
}

extension FormatTemplate {
  /// A format of ours; traps if it is wrong.
  fileprivate static func own(_ text: String, of kind: ModuleName.Kind) -> FormatTemplate {
    guard let template = try? FormatTemplate(settings: text, of: kind) else {
      preconditionFailure("format of \(kind): \(text)")
    }
    return template
  }

  /// A format of the settings file; in a clock a text with a % outside of braces is one for strftime(3) as a whole.
  init(settings text: String, of kind: ModuleName.Kind) throws(FormatMistake) {
    if kind == .clock, text.prefix(while: { $0 != "{" }).contains("%") || !text.contains("{") {
      self.init(time: "time", format: text)
    } else {
      try self.init(text, fields: kind.summary.namedFields)
    }
  }
}
