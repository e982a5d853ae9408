public import CompositorModel
public import Loop
public import Wayland

/// What the compositor tells, from all sources that it offers, for everyone who wants to know.
///
/// Sources are opened by the first observer of a fact that they are the best for, and closed after the last one. Nothing waits for them.
@MainActor public final class Compositor {
  /// Where the sockets of compositors are, as the environment names them.
  public nonisolated struct Addresses: Equatable, Sendable {
    public var sway: String?
    /// The folder of the instance's sockets.
    public var hyprland: String?
    public var niri: String?

    public init(sway: String? = nil, hyprland: String? = nil, niri: String? = nil) {
      self.sway = sway
      self.hyprland = hyprland
      self.niri = niri
    }

    /// What a program of the session finds in its environment, read by `value`.
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
  private weak var connection: Connection?
  private var links: [CompositorSource: any CompositorLink] = [:]
  private var observers = ObserverList()
  private var mark: Mark?

  /// Opens nothing yet.
  public init(_ addresses: Addresses, loop: EventLoop) {
    self.addresses = addresses
    self.loop = loop
    mark = loop.register("compositor", for: .update) { [unowned self] in
      // A source that has failed or returned may need another one, or make it needless.
      fit()
      observers.tell()
    }
  }

  isolated deinit { close() }

  /// Uses the protocols of a connection too, from now on.
  public func attach(_ connection: Connection) {
    self.connection = connection
    fit()
    // Some may learn now that nothing tells what they show.
    mark?.set()
  }

  /// A connection is used, so that what it does not offer is not offered.
  public var isAttached: Bool { connection != nil }

  /// Outputs have come, gone or changed, of which not every source tells.
  public func outputsChanged() {
    for link in links.values { link.refresh() }
  }

  /// Has `handler` called in the phase `update` whenever something may have changed, until the observation is cancelled or
  /// let go of. What is known already can be asked for at once.
  public func observe(_ facts: Set<CompositorFact>, _ handler: @escaping () -> Void) -> CompositorObservation
  {
    let observation = CompositorObservation(facts: facts, handler: handler) { [weak self] in
      // Whoever cancels in a handler or starts another module may be about to observe again.
      self?.observers.removeCancelled()
      self?.fit()
    }
    observers.add(observation)
    fit()
    return observation
  }

  /// What the best source of a fact has told; nil if the compositor has none.
  public func state(of fact: CompositorFact) -> CompositorState? { link(for: fact)?.state }

  /// The source that is believed for a fact; nil if the compositor has none.
  public func source(of fact: CompositorFact) -> CompositorSource? {
    SourceChoice(links.mapValues { $0.state.status }).source(of: fact)
  }

  /// Has a command performed by the source of a fact, whose numbers it uses.
  public func perform(_ command: CompositorCommand, by fact: CompositorFact) {
    link(for: fact)?.perform(command)
  }

  /// Ends everything; idempotent.
  public func close() {
    observers = ObserverList()
    for link in links.values { link.close() }
    links = [:]
    mark?.cancel()
    mark = nil
  }

  private func link(for fact: CompositorFact) -> (any CompositorLink)? {
    source(of: fact).flatMap { links[$0] }
  }

  /// Opens the sources that are needed, and closes the others.
  private func fit() {
    guard mark != nil else { return }
    let statuses = links.mapValues { $0.state.status }
    let needed = SourceChoice(statuses).needed(for: observers.facts, offered: offered)
    for source in CompositorSource.allCases {
      if !needed.contains(source) {
        links.removeValue(forKey: source)?.close()
      } else if links[source] == nil, let link = open(source) {
        links[source] = link
        link.onChange = { [unowned self] in mark?.set() }
        link.refresh()
        mark?.set()
      }
    }
  }

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

  private func open(_ source: CompositorSource) -> (any CompositorLink)? {
    switch source {
    case .sway: addresses.sway.map { SwayLink(path: $0, loop: loop) }
    case .hyprland: addresses.hyprland.map { HyprlandLink(folder: $0, loop: loop) }
    case .niri: addresses.niri.map { NiriLink(path: $0, loop: loop) }
    case .workspaceProtocol: connection.flatMap { WorkspaceProtocolLink($0) }
    case .windowManagement: connection.flatMap { WindowManagementLink($0) }
    case .windowList: connection.flatMap { WindowListLink($0) }
    }
  }
}
