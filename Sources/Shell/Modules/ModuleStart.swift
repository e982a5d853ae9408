import DesktopServices
import Localization
import Loop
public import ModuleModel
public import Settings

/// Settings by which a source can be started; those of all kinds that read something are.
protocol SourceMaking: SourceSettings {
  /// Starts a source with these settings; nil if there is nothing that it could read, which the outlet was told.
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)?
}

/// Settings of sources that ask services, such as those of a message bus; they are started once a bar is on the screen.
protocol AsksServices: SourceMaking {}

extension AnySourceSettings {
  /// Whether a source with these settings asks services, so that a bar is shown sooner if it is started later.
  public var asksServices: Bool { base is any AsksServices }

  /// Starts the source, which delivers a reading whenever it differs from the last.
  ///
  /// A reading that needs no waiting, such as a time or a text, is delivered before this returns. The source lives
  /// until it is stopped. Returns nil for kinds that read nothing.
  public func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    (base as? any SourceMaking)?.makeSource(start)
  }
}

/// Everything that the source of a module may use.
public struct ModuleStart {
  /// The receiver of what the source tells.
  let outlet: ModuleOutlet
  let services: ModuleServices
  let requests: ModuleRequests

  /// The sources of all modules share `services` and make `requests` of the program; `outlet` is that of one module.
  public init(
    outlet: ModuleOutlet, services: ModuleServices, requests: ModuleRequests = ModuleRequests()
  ) {
    (self.outlet, self.services, self.requests) = (outlet, services, requests)
  }

  var loop: EventLoop { services.loop }

  /// Shows that the session has no message bus.
  func showMissingBus() { outlet.show(.absent(localized("There is no message bus of the session"))) }
}

/// The requests that sources make of the program.
public struct ModuleRequests {
  let run: (_ command: [String], _ module: ModuleName) -> Void
  let requestToken: (_ answer: @escaping (String?) -> Void) -> Void
  let showMenu: (_ module: ModuleName, _ item: String, _ entry: Int?, _ contact: ModuleContact?) -> Void

  /// `run` starts a command of the settings. `requestToken` answers with an activation token for the last input, or with nil.
  /// `showMenu` shows the menu of an item, opened to an entry unless that is nil: the item's program asks for it, or cannot do
  /// what the gesture `contact` has asked for, which is nil if the program asks.
  public init(
    run: @escaping (_ command: [String], _ module: ModuleName) -> Void = { _, _ in },
    requestToken: @escaping (_ answer: @escaping (String?) -> Void) -> Void = { $0(nil) },
    showMenu:
      @escaping (_ module: ModuleName, _ item: String, _ entry: Int?, _ contact: ModuleContact?) -> Void = {
        _, _, _, _ in
      }
  ) {
    (self.run, self.requestToken, self.showMenu) = (run, requestToken, showMenu)
  }
}
