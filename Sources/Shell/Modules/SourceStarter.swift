public import ModuleModel
public import Settings

/// Starts the sources of modules by their kinds.
public struct SourceStarter {
  private let services: ModuleServices
  private let requests: ModuleRequests
  private let onCommandEnd: (ModuleName, _ refusal: String?) -> Void
  private let report: (String) -> Void

  /// The sources share `services` and make `requests` of the program. `onCommandEnd` is called when a command that a module
  /// gave to a service has ended, with the reason why it was not done, or nil if it was. `report` takes lines for the log.
  public init(
    _ services: ModuleServices, _ requests: ModuleRequests = ModuleRequests(),
    onCommandEnd: @escaping (ModuleName, _ refusal: String?) -> Void = { _, _ in },
    report: @escaping (String) -> Void = { _ in }
  ) {
    (self.services, self.requests) = (services, requests)
    (self.onCommandEnd, self.report) = (onCommandEnd, report)
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
    let outlet = ModuleOutlet(
      of: module, report: { [report] in report("\(module): \($0)") },
      onCommandEnd: { [onCommandEnd] in onCommandEnd(module, $0) }, deliver: deliver)
    return settings.makeSource(ModuleStart(outlet: outlet, services: services, requests: requests))
  }
}
