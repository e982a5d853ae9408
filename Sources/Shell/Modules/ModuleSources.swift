public import CompositorSources
public import DesktopModel
public import DesktopServices
public import Loop
public import ModuleModel
public import Settings

/// Starts the sources of modules by their kinds, and holds what they share.
public final class ModuleSources {
  private let services: ModuleServices
  private let requests: ModuleRequests
  private let onCommandEnd: (ModuleName, _ refusal: String?) -> Void
  private let report: (String) -> Void

  /// `compositor` tells of workspaces and windows, `idleness` keeps the session awake, services are asked over `buses`; whoever
  /// made them closes them. `notifications` tells of open notifications; `run` starts commands of settings. `requestToken`
  /// answers with an activation token for the last input, or with nil. `showMenu` shows the menu of an item, opened to an entry
  /// unless that is nil, on an output or, if that is nil, on any: the item's program asks for it, or cannot do what a click has
  /// asked for. `onCommandEnd` is called when a command that a module gave to a service has ended, with the reason why it was
  /// not done, or nil if it was. `report` takes lines for the log.
  public init(
    loop: EventLoop, compositor: Compositor, idleness: Idleness, buses: ServiceBuses,
    notifications: NotificationFacts = NotificationFacts(),
    run: @escaping (_ command: [String], _ module: ModuleName) -> Void = { _, _ in },
    requestToken: @escaping (_ answer: @escaping (String?) -> Void) -> Void = { $0(nil) },
    showMenu: @escaping (_ module: ModuleName, _ item: String, _ entry: Int?, _ output: String?) -> Void = {
      _, _, _, _ in
    },
    onCommandEnd: @escaping (ModuleName, _ refusal: String?) -> Void = { _, _ in },
    report: @escaping (String) -> Void = { _ in }
  ) {
    services = ModuleServices(
      loop: loop, compositor: compositor, idleness: idleness, buses: buses, notifications: notifications)
    requests = ModuleRequests(run: run, requestToken: requestToken, showMenu: showMenu)
    (self.onCommandEnd, self.report) = (onCommandEnd, report)
  }

  /// The sound server of the user.
  public var sound: SoundServer { services.sound }
  /// The observer of programs that use cameras, microphones and pictures of the screen.
  public var media: PipeWireMonitor { services.media }

  /// Sets whether a bar is on the screen, for services that modules share; their sources are told separately.
  public func barsAreSeen(_ areSeen: Bool) { services.meters.pause(!areSeen) }

  /// Sets whether a bar or one of its popups has the keyboard, so that no window has it.
  public func barsUseKeyboard(_ areUsing: Bool) { services.keyboardUse.isByBars = areUsing }

  /// Begins to follow levels, until the follower is stopped or released. Changes by modules are reported too.
  public func followLevels(
    _ kinds: [LevelKind], report: @escaping (LevelReport) -> Void
  ) -> LevelFollower {
    LevelFollower(
      kinds,
      of: LevelFollower.Services(
        sound: services.sound, lights: services.lights, profiles: services.powerProfiles,
        locks: services.locks), loop: services.loop, report: report)
  }

  /// Whether a source with these settings asks services, so that a bar is drawn sooner if it is started later.
  public static func asksServices(_ settings: AnySourceSettings) -> Bool { settings.base is any AsksServices }

  /// Starts to deliver readings, each time only if it differs from the last.
  ///
  /// A reading that needs no waiting, such as a time or a text, is delivered before this returns. The source lives
  /// until it is stopped. Returns nil for kinds that read nothing.
  public func start(
    module: ModuleName, settings: AnySourceSettings, deliver: @escaping (ModuleReading) -> Void
  ) -> (any ModuleSource)? {
    guard let settings = settings.base as? any SourceMaking else { return nil }
    return settings.makeSource(
      ModuleStart(
        module: module, outlet: ModuleOutlet(deliver) { [onCommandEnd] in onCommandEnd(module, $0) },
        report: { [report] in report("\(module): \($0)") }, services: services, requests: requests))
  }
}
