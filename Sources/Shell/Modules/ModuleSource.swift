public import Loop
public import Settings
public import ShellModel

/// A source of a module's content, from its start to `stop`.
public protocol ModuleSource: AnyObject {
  /// Ends it and gives back all that it holds; nothing is delivered any more. Idempotent.
  func stop()
}

/// Starts the source of a module by its kind.
public enum ModuleSources {
  /// Starts to deliver content, each time only if it differs from the last.
  ///
  /// What is known at once, a time or a text, is delivered before this returns. The source lives until it is stopped.
  public static func start(
    module: ModuleName, settings: ModuleSettings, loop: EventLoop, deliver: @escaping (ModuleContent) -> Void
  ) -> any ModuleSource {
    let outlet = ModuleOutlet(deliver)
    switch settings {
    case .clock(let settings):
      return ClockSource(module: module, settings: settings, loop: loop, outlet: outlet)
    case .text(let settings): return TextSource(settings: settings, outlet: outlet)
    case .script(let settings) where settings.isContinuous:
      return ContinuousScriptSource(module: module, settings: settings, loop: loop, outlet: outlet)
    case .script(let settings):
      return PolledScriptSource(module: module, settings: settings, loop: loop, outlet: outlet)
    }
  }
}
