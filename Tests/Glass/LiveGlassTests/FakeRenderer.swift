import Geometry
import Rendering
import Scenes

@testable import LiveGlass

/// Draws nothing, notes what it is asked for, and fails where a test says so.
final class FakeRenderer: OutputRenderer {
  enum Call: Equatable {
    case update(SurfaceID)
    case draw(SurfaceID)
    case swap(SurfaceID)
  }

  private(set) var calls: [Call] = []
  /// What surfaces were told to the renderer with.
  private(set) var glass: [SurfaceID: Glass] = [:]
  private var scenes: [SurfaceID: Scene] = [:]
  /// Surfaces for which no memory can be had, when they are drawn or when they are updated.
  var undrawable: Set<SurfaceID> = []
  var unchangeable: Set<SurfaceID> = []
  var tolerance = 0
  var captureRegion = PixelRect.empty

  /// Forgets the calls so far, and returns them.
  func takeCalls() -> [Call] {
    defer { calls = [] }
    return calls
  }

  func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass, over former: PixelRect
  ) throws(RenderingError) {
    self.glass[id] = glass
  }

  func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError) {
    calls.append(.update(id))
    if unchangeable.contains(id) { throw .allocation(what: "window", glass.frame.size) }
    self.glass[id] = glass
  }

  func closeSurface(_ id: SurfaceID) {
    glass[id] = nil
    scenes[id] = nil
  }

  func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Frame? {
    calls.append(.draw(id))
    if undrawable.contains(id) { throw .allocation(what: "texture", scene.size) }
    defer { scenes[id] = scene }
    return scenes[id] == scene ? nil : .swap
  }

  func swap(_ id: SurfaceID) throws(RenderingError) { calls.append(.swap(id)) }

  func setBackground(_ background: Background) throws(RenderingError) {}

  func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption {
    Absorption(validity: [:], hasMoved: false, meanDisagreement: 0)
  }

  func background(behind id: SurfaceID) throws(RenderingError) -> [SIMD3<Double>] { [] }
  func find(_ id: SurfaceID, in frame: CapturedPixels, within limits: PixelRect?) -> PixelRect? { nil }
  func snapshot(_ id: SurfaceID) throws(RenderingError) -> Bitmap {
    preconditionFailure("nothing is drawn")
  }
  func destroy() {}
}
