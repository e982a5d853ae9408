public import DesktopModel
public import Geometry
public import ModuleModel
public import Settings

/// All that the shell knows; `update` is its only writer.
public struct State: Equatable, Sendable {
  /// How long a notice stays on the bar: long enough to read two lines.
  public static let noticeDuration = Duration.seconds(8)

  public private(set) var settings: Settings
  /// What this instance runs, whatever the settings say.
  public let parts: Parts
  public private(set) var readings: [ModuleName: ModuleReading] = [:]
  /// The modules that show their other format.
  public private(set) var alternates: Set<ModuleName> = []
  /// The groups whose drawers are open.
  public private(set) var openDrawers: Set<ModuleName> = []
  /// Shown in place of the zones until its time is over.
  public private(set) var notice: Notice?
  /// As the desktop told last.
  public private(set) var preferences = SystemPreferences()
  /// Whether the session is locked: nothing of the screen is looked at then, and notifications wait. Nil: nobody tells.
  public private(set) var isLocked: Bool?
  /// Nil: nobody tells.
  public private(set) var isOnBattery: Bool?
  private var followsDesktop = false
  private var followsLock = false
  private var followsPower = false
  private var running: [ModuleName: SourceSettings] = [:]
  private var served: NotificationSettings?

  /// A passing message on the bar.
  public struct Notice: Equatable, Sendable {
    public var text: String
    public var until: Instant
  }

  public init(settings: Settings = Settings(), parts: Parts = .all) {
    self.settings = settings
    self.parts = parts
  }

  /// How everything is shown.
  public var presentation: Presentation { Presentation(settings, preferences) }

  /// The bars that there are.
  public var bars: [BarSettings] { parts.haveBars ? settings.bars : [] }

  /// How notifications are served; nil: not at all.
  public var notificationSettings: NotificationSettings? {
    parts.haveNotifications && settings.notifications.isEnabled ? settings.notifications : nil
  }

  /// What there is to show of a module on a bar of an output; nil: nothing was read yet.
  public func shown(_ module: ModuleName, on output: String? = nil) -> ShownModule? {
    guard let reading = readings[module]?.on(output) else { return nil }
    return settings.module(module).style.shown(
      reading, module.kind.summary, isAlternate: alternates.contains(module))
  }

  /// When `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? { notice?.until }

  /// Takes in what happened, and says what is to be done.
  public mutating func update(_ event: Event, now: Instant) -> [Command] {
    switch event {
    case .moduleReadingChanged(let module, let reading):
      guard running[module] != nil, readings[module] != reading else { return [] }
      let former = readings.updateValue(reading, forKey: module)
      // It is said on the bar by a sign alone.
      if let reason = reading.failure, reason != former?.failure { return [.log([reason]), .redraw] }
      return [.redraw]
    case .formatToggled(let module):
      alternates.formSymmetricDifference([module])
      return [.redraw]
    case .drawerToggled(let group):
      openDrawers.formSymmetricDifference([group])
      return [.redraw]
    case .settingsLoaded(let new):
      return adopt(new)
    case .settingsRejected(let diagnostics):
      precondition(!diagnostics.isEmpty, "rejected without a diagnostic")
      let more = diagnostics.count > 1 ? "  (+\(diagnostics.count - 1) more)" : ""
      notice = Notice(text: diagnostics[0] + more, until: now + Self.noticeDuration)
      return [.log(diagnostics), .redraw]
    case .systemPreferencesChanged(let new):
      let old = presentation
      preferences = new
      return presentation == old ? [] : [.arrangeSurfaces, .redraw]
    case .sessionLocked(let locked):
      guard locked != isLocked else { return [] }
      let wasLocked = isLocked == true
      isLocked = locked
      let isChange = wasLocked != (locked == true)
      return [.lockNotifications(locked)] + (isChange ? [.arrangeSurfaces] : [])
    case .powerSourceChanged(let battery):
      guard battery != isOnBattery else { return [] }
      isOnBattery = battery
      return [.arrangeSurfaces]
    case .deadlineReached:
      guard let shown = notice, shown.until <= now else { return [] }
      notice = nil
      return [.redraw]
    }
  }

  /// Modules whose settings stay as they were go on undisturbed.
  private mutating func adopt(_ new: Settings) -> [Command] {
    let old = settings
    settings = new
    let wanted = Dictionary(
      bars.flatMap(new.shownModules).map { ($0, new.module($0).source) },
      uniquingKeysWith: { first, _ in first })
    var commands: [Command] = []
    // First of all, since other programs may wait for it.
    if notificationSettings != served {
      served = notificationSettings
      commands.append(.serveNotifications(served))
    }
    for (module, settings) in running.sorted(by: { "\($0.key)" < "\($1.key)" })
    where wanted[module] != settings {
      running[module] = nil
      // One that starts again keeps its last content until the next, so that nothing blinks.
      if wanted[module] == nil { readings[module] = nil }
      commands.append(.stopModule(module))
    }
    for (module, settings) in wanted.sorted(by: { "\($0.key)" < "\($1.key)" })
    where running[module] == nil {
      running[module] = settings
      commands.append(.startModule(module, settings))
    }
    if new.followsDesktop != followsDesktop {
      followsDesktop = new.followsDesktop
      commands.append(.followDesktop(followsDesktop))
    }
    let needsLock = new.looksBehind || served != nil
    if needsLock != followsLock {
      followsLock = needsLock
      // Who asks again later is told again.
      if !needsLock { isLocked = nil }
      commands.append(.followLock(followsLock))
    }
    if new.looksBehind != followsPower {
      followsPower = new.looksBehind
      commands.append(.followPower(followsPower))
    }
    let hadNotice = notice != nil
    notice = nil
    if old != new { commands.append(.arrangeSurfaces) }
    if old != new || hadNotice { commands.append(.redraw) }
    return commands
  }
}
