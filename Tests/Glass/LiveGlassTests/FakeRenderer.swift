import Geometry
import Rendering
import Scenes

@testable import LiveGlass

/// Draws nothing, notes what it is asked for, and fails where a test says so.
final class FakeRenderer: OutputRenderer {
  enum Call: Equatable {
    case update(SurfaceID)
    case draw(SurfaceID)
    case presented(SurfaceID)
  }

  /// Counts the allocations, and makes one of them fail.
  var faults: Faults?
  private(set) var calls: [Call] = []
  /// The glass of each surface, as it was told last.
  private(set) var glass: [SurfaceID: Glass] = [:]
  private var scenes: [SurfaceID: Scene] = [:]
  /// Surfaces for which no memory can be had, when they are drawn or when they are updated.
  var undrawable: Set<SurfaceID> = []
  var unchangeable: Set<SurfaceID> = []
  var tolerance = 0
  /// The share of its blocks that captures show of a surface; all of it where nothing is said.
  var validity: [SurfaceID: Double] = [:]
  /// Captures show another background than before.
  var hasMoved = false
  /// The places where captures show surfaces that are searched for.
  var places: [SurfaceID: PixelRect] = [:]
  /// The `keeping` of each capture that was absorbed.
  private(set) var keepings: [Keeping] = []
  var captureRegion: PixelRect { glass.values.reduce(.empty) { $0.union($1.frame) } }

  /// Called when a surface is released.
  var onRelease: ((SurfaceID) -> Void)?

  /// Forgets the calls so far, and returns them.
  func takeCalls() -> [Call] {
    defer { calls = [] }
    return calls
  }

  func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass, over former: PixelRect
  ) throws(RenderingError) {
    try faults?.allocate()
    self.glass[id] = glass
  }

  func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError) {
    calls.append(.update(id))
    try faults?.allocate()
    if unchangeable.contains(id) { throw .allocation(what: "window", glass.frame.size) }
    self.glass[id] = glass
  }

  func closeSurface(_ id: SurfaceID) {
    glass[id] = nil
    scenes[id] = nil
    onRelease?(id)
  }

  func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Bool {
    calls.append(.draw(id))
    try faults?.allocate()
    if undrawable.contains(id) { throw .allocation(what: "texture", scene.size) }
    defer { scenes[id] = scene }
    return scenes[id] != scene
  }

  func present(_ id: SurfaceID) throws(RenderingError) {
    calls.append(.presented(id))
    try faults?.allocate()
  }

  func setBackground(_ background: Background) throws(RenderingError) { try faults?.allocate() }

  func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption {
    keepings.append(keeping)
    try faults?.allocate()
    let seen = Dictionary(uniqueKeysWithValues: glass.keys.map { ($0, validity[$0] ?? 1) })
    return Absorption(validity: seen, hasMoved: hasMoved, meanDisagreement: 0)
  }

  func background(behind id: SurfaceID) throws(RenderingError) -> [SIMD3<Double>] { [] }
  func find(_ id: SurfaceID, in frame: CapturedPixels, within limits: PixelRect?) -> PixelRect? {
    places[id]
  }
  func snapshot(_ id: SurfaceID) throws(RenderingError) -> Bitmap {
    preconditionFailure("nothing is drawn")
  }
  func destroy() {}
}
