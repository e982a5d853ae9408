/// The globals that the compositor offers in its registry.
public final class Globals {
  /// An object that the compositor offers to every client.
  public struct Global: Equatable, Sendable {
    /// The global's number in the registry, unique while the connection lasts.
    public var name: UInt32
    public var interface: String
    /// The highest version that the compositor supports.
    public var version: UInt32
  }

  /// All globals in the order in which they were announced.
  public private(set) var all: [Global] = []
  /// Called for each global that is announced after the connection was made.
  var onGlobalAdded: ((Global) -> Void)?
  /// Called for each global that is removed.
  var onGlobalRemoved: ((Global) -> Void)?

  /// Outputs, seats and blur are told of changes before `onGlobalAdded` and `onGlobalRemoved` are called.
  weak var outputs: Outputs?
  weak var seats: Seats?
  weak var blur: CompositorBlur?
  /// The report of the user's idleness, as long as somebody follows it; it is told of changes as seats are.
  weak var idle: IdleNotification?
  /// The windows, as long as somebody observes them.
  weak var windows: WindowManagement?
  private let registry: WlRegistry
  private var shared: [ObjectIdentifier: Proxy] = [:]

  init(_ display: WlDisplay) {
    registry = display.getRegistry()
    registry.onEvent = { [unowned self] _, event in receive(event) }
  }

  /// Binds the only global of an interface, at the highest version that the compositor, the bindings and
  /// `maximum` have in common; throws if there is none, or if its version is below `minimum`.
  public func bind<P: Proxy>(
    _ type: P.Type, version maximum: UInt32, atLeast minimum: UInt32 = 1
  ) throws(WaylandError) -> P {
    guard let global = all.first(where: { $0.interface == type.interfaceName }) else {
      throw .missingProtocol(type.interfaceName)
    }
    return try bind(type, to: global, version: maximum, atLeast: minimum)
  }

  /// Binds the given global, at the highest version that the compositor, the bindings and `maximum` have in
  /// common; throws if its version is below `minimum`.
  public func bind<P: Proxy>(
    _ type: P.Type, to global: Global, version maximum: UInt32, atLeast minimum: UInt32 = 1
  ) throws(WaylandError) -> P {
    precondition(global.interface == type.interfaceName, "\(global.interface) is no \(type.interfaceName)")
    guard global.version >= minimum else {
      throw .outdatedProtocol(global.interface, version: global.version, needed: minimum)
    }
    let version = min(maximum, global.version, type.knownVersion)
    return registry.bind(name: global.name, type, version: version)
  }

  /// The object of an interface that the connection shares, bound by the first call and destroyed with the
  /// connection.
  ///
  /// Every call must ask for the same versions.
  public func shared<P: Proxy>(
    _ type: P.Type, version maximum: UInt32, atLeast minimum: UInt32 = 1
  ) throws(WaylandError) -> P {
    if let known = shared[ObjectIdentifier(type)] as? P { return known }
    let proxy = try bind(type, version: maximum, atLeast: minimum)
    shared[ObjectIdentifier(type)] = proxy
    return proxy
  }

  func destroy() {
    for proxy in shared.values { proxy.destroy() }
    shared = [:]
    registry.destroy()
  }

  private func receive(_ event: WlRegistry.Event) {
    switch event {
    case .global(let name, let interface, let version):
      let global = Global(name: name, interface: interface, version: version)
      all.append(global)
      outputs?.add(global)
      seats?.add(global)
      blur?.add(global)
      idle?.add(global)
      onGlobalAdded?(global)
    case .globalRemove(let name):
      guard let place = all.firstIndex(where: { $0.name == name }) else { return }
      let global = all.remove(at: place)
      outputs?.remove(global)
      seats?.remove(global)
      blur?.remove(global)
      idle?.remove(global)
      onGlobalRemoved?(global)
    }
  }
}
