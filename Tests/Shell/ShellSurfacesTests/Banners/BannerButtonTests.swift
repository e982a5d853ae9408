import Geometry
import LiveGlass
import Scenes
import ShellTestSupport
import TestSupport
import Testing

@testable import NotificationService
@testable import ShellSurfaces

/// The light of the hand on the buttons of banners.
struct BannerButtonTests {
  /// The pictures of light on fills, which have no glass of their own.
  private func lights(_ nodes: [Node]) -> Int {
    nodes.map { node in
      guard case .effect(let effect) = node else { return 0 }
      if effect.material == nil, case .image? = effect.content.first { return 1 }
      return lights(effect.content)
    }
    .reduce(0, +)
  }

  /// A banner with a button under the pointer, at rest.
  private func stage(reducesMotion: Bool) throws -> BannerStage {
    let stage = try BannerStage(reducesMotion: reducesMotion)
    stage.notify("one") { $0.actions = ["a", "Yes"] }
    stage.settle()
    let surface = try #require(stage.surface)
    let label = try #require(surface.drawnScene?.texts.first { $0.text.string == "Yes" }).frame
    let (x, y) = (Double(label.x + label.width / 2), Double(label.y + label.height / 2))
    surface.onPointer?(PointerEvent(.entered, x: x, y: y - 1, time: 1))
    surface.onPointer?(PointerEvent(.moved, x: x, y: y, time: 2))
    for _ in 0..<60 { stage.pass(.milliseconds(20)) }
    return stage
  }

  @Test func `a button under the pointer stays lit while another banner comes`() throws {
    let stage = try stage(reducesMotion: false)
    defer { stage.close() }
    func shown() -> Int { lights(stage.surface?.drawnScene?.nodes ?? []) }
    #expect(shown() == 1)
    stage.notify("two")
    var places: Set<[Int]> = []
    for _ in 0..<60 {
      stage.pass(.milliseconds(20))
      stage.surface?.onBackgroundKnown?()
      places.insert(stage.heights)
      #expect(shown() == 1)
    }
    #expect(places.count > 3, "banners move")
  }

  @Test func `no button is lit with reduced motion`() throws {
    let stage = try stage(reducesMotion: true)
    defer { stage.close() }
    #expect(lights(stage.surface?.drawnScene?.nodes ?? []) == 0)
  }
}
