public import Measures

/// The compositor's own blur behind surfaces: by ext-background-effect, else by KWin's older protocol.
@MainActor public final class CompositorBlur {
  private enum Manager {
    case effect(ExtBackgroundEffectManagerV1)
    case kwin(OrgKdeKwinBlurManager)
  }

  /// It would blur now; KWin, for one, can lose its effect while it runs.
  public private(set) var isAvailable: Bool
  /// Called when that has changed.
  public var onChange: (() -> Void)?

  private let connection: Connection
  private let manager: Manager

  /// Nil if the compositor supports neither protocol.
  public init?(_ connection: Connection) {
    self.connection = connection
    if let effect = try? connection.globals.bind(ExtBackgroundEffectManagerV1.self, version: 1) {
      manager = .effect(effect)
      // Told right after the bind, and later.
      isAvailable = false
      effect.onEvent = { [unowned self] _, event in
        guard case .capabilities(let flags) = event else { return }
        let isAvailable = flags.contains(.blur)
        guard isAvailable != self.isAvailable else { return }
        self.isAvailable = isAvailable
        onChange?()
      }
    } else if let kwin = try? connection.globals.bind(OrgKdeKwinBlurManager.self, version: 1) {
      manager = .kwin(kwin)
      isAvailable = true
    } else {
      return nil
    }
  }

  isolated deinit {
    destroy()
  }

  /// A blur behind `surface`, nowhere yet; a surface has one at most.
  public func makeBlur(behind surface: Surface) -> SurfaceBlur {
    switch manager {
    case .effect(let manager):
      SurfaceBlur(surface, .effect(manager.getBackgroundEffect(surface: surface.proxy)))
    case .kwin(let manager): SurfaceBlur(surface, .kwin(manager.create(surface: surface.proxy), manager))
    }
  }

  /// Ends the use of the protocol; what was made stays. Idempotent.
  public func destroy() {
    onChange = nil
    switch manager {
    case .effect(let manager): manager.destroy()
    // It has no destructor: the object stays until the connection ends.
    case .kwin: break
    }
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
    // Its content has been copied.
    region.destroy()
  }

  /// Ends the blur with the surface's next commit; before the surface itself, and idempotent.
  public func destroy() {
    switch object {
    case .effect(let effect): effect.destroy()
    case .kwin(let blur, let manager):
      if !surface.proxy.isDestroyed { manager.unset(surface: surface.proxy) }
      blur.destroy()
    }
  }
}
