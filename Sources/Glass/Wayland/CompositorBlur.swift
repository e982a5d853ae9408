public import Geometry

/// The compositor's own blur behind surfaces, by ext-background-effect or else by KWin's older protocol.
///
/// The availability of blur is tracked while the connection lasts: KWin turns its effect on and off at runtime, and
/// offers the older protocol only while it is on. A connection has one such object.
@MainActor public final class CompositorBlur {
  /// Whether the compositor can blur behind surfaces.
  public nonisolated enum Availability: Equatable, Sendable {
    /// The compositor offers no protocol for blur.
    case unsupported
    /// The compositor offers the protocol, and says that it does not blur now.
    case off
    case on
  }

  private enum Manager {
    case effect(ExtBackgroundEffectManagerV1)
    case kwin(OrgKdeKwinBlurManager)
  }

  public private(set) var availability = Availability.unsupported {
    didSet { if availability != oldValue { onChange?() } }
  }
  /// Whether the compositor would blur now.
  public var isAvailable: Bool { availability == .on }
  /// Called when `availability` has changed.
  public var onChange: (() -> Void)?

  /// The bound manager, and the number of its global; nil: neither protocol is offered.
  private var manager: (protocol: Manager, global: UInt32)?
  private let globals: Globals

  public init(_ connection: Connection) {
    globals = connection.globals
    globals.blur = self
    let offered = globals.all
    for name in [ExtBackgroundEffectManagerV1.interfaceName, OrgKdeKwinBlurManager.interfaceName] {
      if let global = offered.first(where: { $0.interface == name }) { add(global) }
    }
  }

  isolated deinit {
    destroy()
  }

  /// A blur behind `surface`, whose region is still empty; nil if neither protocol is offered. A surface has
  /// at most one.
  public func makeBlur(behind surface: Surface) -> SurfaceBlur? {
    switch manager?.protocol {
    case .effect(let manager):
      SurfaceBlur(surface, .effect(manager.getBackgroundEffect(surface: surface.proxy)))
    case .kwin(let manager): SurfaceBlur(surface, .kwin(manager.create(surface: surface.proxy), manager))
    case nil: nil
    }
  }

  /// Ends the use of the protocol; blurs that were made stay. Idempotent.
  public func destroy() {
    onChange = nil
    release()
  }

  // MARK: - For the registry

  func add(_ global: Globals.Global) {
    guard manager == nil else { return }
    switch global.interface {
    case ExtBackgroundEffectManagerV1.interfaceName:
      guard let effect = try? globals.bind(ExtBackgroundEffectManagerV1.self, to: global, version: 1)
      else { return }
      // The capabilities come right after the bind, and whenever they change.
      effect.onEvent = { [unowned self] _, event in
        guard case .capabilities(let flags) = event else { return }
        availability = flags.contains(.blur) ? .on : .off
      }
      manager = (.effect(effect), global.name)
      availability = .off
    case OrgKdeKwinBlurManager.interfaceName:
      guard let kwin = try? globals.bind(OrgKdeKwinBlurManager.self, to: global, version: 1) else { return }
      manager = (.kwin(kwin), global.name)
      availability = .on
    default: break
    }
  }

  func remove(_ global: Globals.Global) {
    guard global.name == manager?.global else { return }
    release()
    availability = .unsupported
  }

  private func release() {
    // KWin's manager has no destructor: the object stays until the connection ends.
    if case .effect(let effect) = manager?.protocol { effect.destroy() }
    manager = nil
  }
}

/// The compositor's blur behind one surface.
@MainActor public final class SurfaceBlur {
  enum Object {
    case effect(ExtBackgroundEffectSurfaceV1)
    case kwin(OrgKdeKwinBlur, OrgKdeKwinBlurManager)
  }

  private let surface: Surface
  private let object: Object

  init(_ surface: Surface, _ object: Object) {
    self.surface = surface
    self.object = object
  }

  isolated deinit {
    destroy()
  }

  /// Blurs behind these parts of the surface, in its logical pixels, from its next commit on.
  public func setRegion(_ rects: [PixelRect]) {
    let region = surface.makeRegion(rects)
    switch object {
    case .effect(let effect): effect.setBlurRegion(region: region)
    case .kwin(let blur, _):
      blur.setRegion(region: region)
      blur.commit()
    }
    // The compositor has copied the region.
    region.destroy()
  }

  /// Ends the blur with the surface's next commit; called before the surface is destroyed, and idempotent.
  public func destroy() {
    switch object {
    case .effect(let effect): effect.destroy()
    case .kwin(let blur, let manager):
      if !surface.proxy.isDestroyed { manager.unset(surface: surface.proxy) }
      blur.destroy()
    }
  }
}
