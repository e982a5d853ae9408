import BarUI
import Geometry
import Scenes

/// The frame of one bar, which moves to where new settings place the bar at the same edge.
@MainActor final class BarFrame {
  /// The motion; nil while the bar is at its target.
  private var motion: FrameMotion?

  /// Whether the frame changes after `now`.
  func isMoving(at now: Instant) -> Bool { motion?.isMoving(at: now) == true }

  /// The frame of the bar in its surface, which is at `surface` on the output, both in physical pixels; nil: the bar
  /// fills it.
  func place(in surface: PixelRect, at now: Instant) -> PixelRect? { motion?.place(in: surface, at: now) }

  /// Moves a surface to another placement, at once if `isInstant` or if the surface is not visible; returns false if
  /// the placements are at different edges. The surface's input stays as it is.
  ///
  /// `outsets` are the distances by which the surface extends beyond the bar, in logical pixels; `scale` is physical pixels per
  /// logical pixel.
  func move(
    _ surface: any ShellSurface, to placement: SurfacePlacement,
    _ outsets: (former: SurfacePlacement.Margins, new: SurfacePlacement.Margins), scale: Double,
    isInstant: Bool, now: Instant
  ) -> Bool {
    let placement = placement.taking(inputOf: surface.placement)
    let target = motion?.target.taking(inputOf: surface.placement)
    // A bar may have another frame in the same surface, in which there is more or less room for its shadow.
    guard placement != target ?? surface.placement || outsets.former != outsets.new else { return true }
    guard surface.isShown, !isInstant else {
      motion = nil
      surface.placement = placement
      return true
    }
    let made = FrameMotion(
      from: surface.placement, at: outsets.former.inner(surface.frame, scale: scale), after: motion,
      to: placement, at: outsets.new.inner(surface.frame(placedAs: placement), scale: scale), now: now)
    guard let made else { return false }
    motion = made
    surface.placement = made.surface
    return true
  }

  /// Shrinks the surface to the bar once the motion is over; nil: the surface is gone.
  func finish(on surface: (any ShellSurface)?, now: Instant) {
    guard let ended = motion, !ended.isMoving(at: now) else { return }
    if let surface { surface.placement = ended.target.taking(inputOf: surface.placement) }
    motion = nil
  }

  /// Forgets the motion, as its surface is gone.
  func forget() { motion = nil }
}

extension SurfacePlacement {
  /// Returns this placement with the keyboard use and the input region of another one.
  fileprivate func taking(inputOf other: SurfacePlacement) -> SurfacePlacement {
    var placement = self
    (placement.keyboard, placement.inputRegion) = (other.keyboard, other.inputRegion)
    return placement
  }
}
