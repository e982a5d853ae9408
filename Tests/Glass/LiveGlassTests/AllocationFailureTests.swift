import Geometry
import GlassModel
import Scenes
import TestSupport
import Testing

@testable import LiveGlass

/// A failed allocation of memory or of a descriptor closes surfaces, and has no other effect.
struct AllocationFailureTests {
  private static let placements = [
    SurfacePlacement.strip(along: .top, thickness: 40), .strip(along: .bottom, thickness: 30),
    SurfacePlacement(anchors: [.top, .right], width: 300, height: 200),
    SurfacePlacement(anchors: [.top, .left], width: 500, height: 20),
  ]

  @Test func `the last surface whose picture has no memory is dropped, and can be opened again`() throws {
    let stage = OutputGlassStage()
    let surface = stage.open(Self.placements[0])
    var isClosed = false
    surface.onClosed = { isClosed = true }
    try stage.settle()
    stage.fake.undrawable = [surface.id]
    surface.setNeedsDisplay()
    surface.placement.height = 50
    for _ in 0..<2 { try stage.iterate() }
    #expect(isClosed && stage.glass.surfaces.isEmpty && stage.glass.renderer == nil)
    let next = stage.open(Self.placements[0])
    try stage.settle()
    #expect(next.isShown)
  }

  @Test(arguments: DailySeeds.first(12) + [20_782_003] as [UInt64])
  func `whichever allocation fails, the others are shown and all can be opened again`(seed: UInt64) throws {
    let calls = try run(seed: seed, failing: nil)
    // Two surfaces are opened in any case.
    #expect(calls >= 2)
    for failing in 1...calls { _ = try run(seed: seed, failing: failing) }
  }

  /// Makes random changes with one allocation that fails; returns the number of allocations.
  private func run(seed: UInt64, failing: Int?) throws -> Int {
    let name: Comment = "seed \(seed), call \(failing ?? 0)"
    let stage = OutputGlassStage()
    stage.faults.failing = failing
    var random = SplitMix(seed: seed)
    var closed: Set<SurfaceID> = []
    func open(_ placement: SurfacePlacement) {
      let surface = stage.open(placement)
      surface.onClosed = { closed.insert(surface.id) }
    }
    for placement in Self.placements.prefix(2) { open(placement) }
    for _ in 0..<10 {
      try change(stage, open, &random)
      try stage.iterate()
      for surface in stage.glass.surfaces where surface.window != nil && surface.popup == nil {
        if surface.state.configuredSize == nil { stage.configure(surface) }
      }
      try stage.look()
      #expect(closed.isDisjoint(with: stage.glass.surfaces.map(\.id)), name)
      #expect(Set(stage.fake.glass.keys).isSubset(of: stage.glass.surfaces.map(\.id)), name)
    }
    let calls = stage.faults.count
    stage.faults.failing = nil
    for _ in 0..<3 { try stage.iterate() }
    if stage.glass.surfaces.isEmpty { open(Self.placements[0]) }
    try stage.settle()
    #expect(stage.glass.surfaces.allSatisfy { $0.isShown || $0.withheld != nil }, name)
    #expect(stage.glass.surfaces.contains { $0.isShown }, name)
    return calls
  }

  private func change(
    _ stage: OutputGlassStage, _ open: (SurfacePlacement) -> Void, _ random: inout SplitMix
  ) throws {
    let surface = stage.glass.surfaces.randomElement(using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: if stage.glass.surfaces.count < 4 { open(Self.placements.randomElement(using: &random)!) }
    case 2: surface?.placement.height = Int.random(in: 20...60, using: &random)
    case 3: surface?.state.markDirty()
    case 4: stage.fake.hasMoved.toggle()
    case 5: if let surface { stage.glass.close(surface) }
    case 6: surface?.animation.animate(while: { _ in false }, completion: nil)
    case 7:
      stage.panel.width = Int.random(in: 900...1000, using: &random)
      stage.glass.adopt(stage.fit)
    default: stage.glass.reset()
    }
  }
}
