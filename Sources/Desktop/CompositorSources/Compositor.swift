public import DesktopModel
import Geometry
public import Loop
public import Wayland

/// The compositor's state, from all sources that it offers, for all observers.
///
/// A source is opened for the first observer of a fact that it is the best source of, and closed after the
/// last one. No call waits for a source.
@MainActor public final class Compositor {
  /// The paths of compositors' sockets, as the environment names them.
  public nonisolated struct Addresses: Equatable, Sendable {
    public var sway: String?
    /// The directory of the Hyprland instance's sockets.
    public var hyprland: String?
    public var niri: String?

    public init(sway: String? = nil, hyprland: String? = nil, niri: String? = nil) {
      self.sway = sway
      self.hyprland = hyprland
      self.niri = niri
    }

    /// Reads the addresses from the environment, whose variables `value` returns.
    public init(environment value: (String) -> String?) {
      func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
      sway = text("SWAYSOCK") ?? text("I3SOCK")
      niri = text("NIRI_SOCKET")
      if let instance = text("HYPRLAND_INSTANCE_SIGNATURE"), let folder = text("XDG_RUNTIME_DIR") {
        hyprland = "\(folder)/hypr/\(instance)"
      }
    }
  }

  private let addresses: Addresses
  private let loop: EventLoop
  private let report: (String) -> Void
  private weak var connection: Connection?
  private var links: [CompositorSource: any CompositorLink] = [:]
  private let observers = Observers()
  /// The facts of each observer.
  private var observedFacts: [Set<CompositorFact>] = []
  /// The states of the sources when it was decided last which of them are open.
  private var fittedStatuses: [CompositorSource: CompositorStatus] = [:]
  /// The states of the sources of which observers were last notified.
  private var toldStates: [CompositorSource: CompositorState] = [:]
  private var pace = TitlePace()
  private var mark: Mark?

  /// Makes a compositor without opening a source; `report` takes lines for the log.
  public init(_ addresses: Addresses, loop: EventLoop, report: @escaping (String) -> Void = { _ in }) {
    (self.addresses, self.loop, self.report) = (addresses, loop, report)
    mark = loop.register("compositor", for: .update) { [unowned self] in
      // A source that has failed or returned may make another one necessary or needless.
      if statuses != fittedStatuses { fit() }
      toldStates = links.mapValues(\.state)
      mark?.deadline = nil
      observers.tell()
    }
  }

  isolated deinit { close() }

  /// Uses the protocols of a Wayland connection too, from now on.
  public func attach(_ connection: Connection) {
    self.connection = connection
    fit()
    // Observers may learn now that no source reports what they show.
    mark?.set()
  }

  /// Whether a Wayland connection is used, so that it is known which protocols are missing.
  public var isAttached: Bool { connection != nil }

  /// Queries anew what compositors do not report, such as changes of outputs.
  public func refresh() {
    for link in links.values { link.refresh() }
  }

  /// Calls `handler` in the phase `update` whenever something may have changed, until the observation is
  /// cancelled or released. The current state can be read at once. Titles of windows that change continually are told twice a
  /// second, see `TitlePace`.
  public func observe(_ facts: Set<CompositorFact>, _ handler: @escaping () -> Void) -> Observation {
    observedFacts.append(facts)
    fit()
    return observers.add(handler) { [unowned self] in
      if let index = observedFacts.firstIndex(of: facts) { observedFacts.remove(at: index) }
      fit()
    }
  }

  /// The state that the best source of a fact reports; nil if the compositor offers no source.
  public func state(of fact: CompositorFact) -> CompositorState? { link(for: fact)?.state }

  /// The name of the output of the focused workspace; nil: it is not known, as while nothing observes workspaces.
  public var focusedOutput: String? {
    state(of: .workspaces)?.workspaces.first(where: \.isFocused)?.output
  }

  /// The source that is used for a fact; nil if the compositor offers none.
  public func source(of fact: CompositorFact) -> CompositorSource? {
    SourceChoice(statuses).source(of: fact)
  }

  /// Whether the source of `fact` supports a command, as far as is known.
  public func canPerform(_ command: CompositorCommand, by fact: CompositorFact) -> Bool {
    link(for: fact)?.canPerform(command) == true
  }

  /// Performs a command by the source of `fact`, whose IDs the command has.
  public func perform(_ command: CompositorCommand, by fact: CompositorFact) {
    link(for: fact)?.perform(command)
  }

  /// Closes all sources and releases all observers; idempotent.
  public func close() {
    observers.removeAll()
    observedFacts = []
    for link in links.values { link.close() }
    links = [:]
    mark.end()
  }

  private func link(for fact: CompositorFact) -> (any CompositorLink)? {
    source(of: fact).flatMap { links[$0] }
  }

  /// Opens the sources that are needed, and closes the others.
  private func fit() {
    guard mark != nil else { return }
    let statuses = statuses
    fittedStatuses = statuses
    let needed = SourceChoice(statuses).needed(
      for: observedFacts.reduce(into: []) { $0.formUnion($1) }, offered: offered)
    for source in CompositorSource.allCases {
      if !needed.contains(source) {
        links.removeValue(forKey: source)?.close()
      } else if links[source] == nil, let link = open(source) {
        links[source] = link
        link.onChange = { [unowned self] in changed(source) }
        link.refresh()
        mark?.set()
      }
    }
  }

  /// Notifies the observers of another state of a source; for titles that change continually, it does so twice a second.
  private func changed(_ source: CompositorSource) {
    guard let mark, !mark.isSet, let link = links[source] else { return }
    guard let told = toldStates[source], link.state.differsInTitlesOnly(from: told) else { return mark.set() }
    guard mark.deadline == nil else { return }
    let due = pace.take(now: loop.now)
    if due <= loop.now { mark.set() } else { mark.deadline = due }
  }

  private var statuses: [CompositorSource: CompositorStatus] { links.mapValues { $0.state.status } }

  private var offered: Set<CompositorSource> {
    var offered: Set<CompositorSource> = []
    if addresses.sway != nil { offered.insert(.sway) }
    if addresses.hyprland != nil { offered.insert(.hyprland) }
    if addresses.niri != nil { offered.insert(.niri) }
    for global in connection?.globals.all ?? [] {
      switch global.interface {
      case ExtWorkspaceManagerV1.interfaceName: offered.insert(.workspaceProtocol)
      case ZwlrForeignToplevelManagerV1.interfaceName: offered.insert(.windowManagement)
      case ExtForeignToplevelListV1.interfaceName: offered.insert(.windowList)
      default: break
      }
    }
    return offered
  }

  /// The requests for windows that the compositor does nothing for, as of sway 1.12, Hyprland 0.57 and niri 25.11.
  private var ignoredRequests: WindowsLink.Ignored {
    if addresses.sway != nil { return [.minimising, .maximising] }
    return addresses.hyprland != nil || addresses.niri != nil ? .minimising : []
  }

  private func open(_ source: CompositorSource) -> (any CompositorLink)? {
    switch source {
    case .sway: addresses.sway.map { SwayLink(path: $0, loop: loop, report: report) }
    case .hyprland: addresses.hyprland.map { HyprlandLink(folder: $0, loop: loop, report: report) }
    case .niri: addresses.niri.map { NiriLink(path: $0, loop: loop, report: report) }
    case .workspaceProtocol: connection.flatMap { WorkspaceProtocolLink($0, loop: loop) }
    case .windowManagement: connection.flatMap { WindowsLink(managedBy: $0, ignored: ignoredRequests) }
    case .windowList: connection.flatMap { WindowsLink(listedBy: $0) }
    }
  }
}
