public import CompositorSources
public import Loop
public import ModuleModel
public import Settings

/// A source of a module's readings, from its start to `stop`.
public protocol ModuleSource: AnyObject {
  /// Ends it and gives back all that it holds; nothing is delivered any more. Idempotent.
  func stop()
  /// Reads again at once, where that means anything.
  func refresh()
  /// Takes that the signal SIGRTMIN+n has come.
  func signalled(_ n: Int)
  /// Does an action of its kind, for one of its items if there is one.
  func perform(_ action: String, item: String?)
  /// Shows a text that a person gives in place of its own; false: the kind takes none.
  func set(_ text: String) -> Bool
}

extension ModuleSource {
  public func refresh() {}
  public func signalled(_ n: Int) {}
  public func perform(_ action: String, item: String?) {}
  public func set(_ text: String) -> Bool { false }
}

/// Starts the sources of modules by their kinds, and holds what they share.
public final class ModuleSources {
  private let loop: EventLoop
  private let meters: Meters
  private let compositor: Compositor
  private let idleness: Idleness
  private let names = SystemNames()

  /// `compositor` tells of workspaces and windows, `idleness` keeps the session awake; whoever made them closes them.
  public init(loop: EventLoop, compositor: Compositor, idleness: Idleness) {
    self.idleness = idleness
    self.loop = loop
    self.compositor = compositor
    meters = Meters(loop: loop)
  }

  /// Starts to deliver readings, each time only if it differs from the last.
  ///
  /// What is known at once, a time or a text, is delivered before this returns. The source lives until it is stopped. Nil:
  /// modules of the kind read nothing.
  public func start(
    module: ModuleName, settings: SourceSettings, deliver: @escaping (ModuleReading) -> Void
  ) -> (any ModuleSource)? {
    let outlet = ModuleOutlet(deliver)
    switch settings {
    case .clock(let settings):
      return ClockSource(module: module, settings: settings, loop: loop, outlet: outlet)
    case .text(let settings): return TextSource(settings: settings, outlet: outlet)
    case .script(let settings) where settings.isContinuous:
      return ContinuousScriptSource(module: module, settings: settings, loop: loop, outlet: outlet)
    case .script(let settings):
      return PolledScriptSource(module: module, settings: settings, loop: loop, outlet: outlet)
    case .meter(let settings):
      return MeterSource(module: module, settings: settings, meters: meters, outlet: outlet)
    case .compositor(let settings):
      return CompositorModuleSource(
        module: module, settings: settings, compositor: compositor, names: names, outlet: outlet)
    case .idle: return IdleSource(module: module, idleness: idleness, outlet: outlet)
    case .image(let settings):
      return ImageSource(module: module, settings: settings, loop: loop, outlet: outlet)
    case .group, .room: return nil
    }
  }
}
