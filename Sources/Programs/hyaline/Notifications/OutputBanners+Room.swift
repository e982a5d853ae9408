import BarUI
import Geometry
import LiveGlass
import Loop
import NotificationUI
import Notifications
import Scenes
import Settings

/// How high the surface is, and on which layer: it grows before something is shown that needs the room.
extension OutputBanners {
  /// A change of the surface's height that is on its way.
  struct Growth {
    /// When what waits is shown in any case.
    var deadline: Instant
    /// A capture has told what lies behind the new part.
    var isKnown: Bool
  }

  /// Two captures of a slow compositor.
  private static let patience = Duration.milliseconds(100)

  /// Whether the surface is high enough for a stack; if not, it grows first.
  func hasRoom(on surface: LiveSurface, for stack: Stack, scale: Double, now: Instant) -> Bool {
    if let growth {
      // Nothing may be captured where nothing is seen.
      guard growth.isKnown || now >= growth.deadline else { return false }
      self.growth = nil
    }
    let needed = height(for: stack, scale: scale)
    if needed <= height {
      guard height > area, needed < height else { return true }
      // A panel has come: what reaches beyond the output could not be found on it.
      resize(surface, to: needed)
      return false
    }
    // What moves is not measured through: when it rests, it goes on here.
    if column.isMoving(at: now) {
      waitsForRest = true
      return false
    }
    grow(surface, for: stack, scale: scale, now: now)
    return growth == nil
  }

  func grow(_ surface: LiveSurface, for stack: Stack, scale: Double, now: Instant) {
    let needed = height(for: stack, scale: scale)
    guard needed > height, resize(surface, to: needed) else { return }
    if surface.isShown, output.backdropInUse.rung == .live {
      growth = Growth(deadline: now + Self.patience, isKnown: false)
    }
  }

  /// Asks for a height, and returns whether anything is asked for.
  @discardableResult
  func resize(_ surface: LiveSurface, to needed: Int) -> Bool {
    height = needed
    let region = surface.placement.inputRegion
    let keyboard = surface.placement.keyboard
    var wanted = placement.surface(height: needed, isCritical: isCritical)
    (wanted.inputRegion, wanted.keyboard) = (region, keyboard)
    guard wanted != surface.placement else { return false }
    surface.placement = wanted
    return true
  }

  /// Lifts the surface to the layer that its banners need, or lowers it.
  func raise(_ surface: LiveSurface, for stack: Stack) {
    guard stack.isCritical != isCritical else { return }
    isCritical = stack.isCritical
    surface.placement.layer = placement.surface(height: height, isCritical: isCritical).layer
  }

  /// A panel has come, gone or changed: another stack may fit.
  func areaChanged() {
    // Its first scene is laid out for it.
    if surface?.isShown == true { host.onChange() }
  }

  func backgroundKnown() {
    guard growth != nil else { return }
    growth?.isKnown = true
    host.onChange()
  }
}
