import Geometry
import LiveGlass
import Notifications
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

  /// A banner whose second button is under the pointer, at rest; the first one has the accent.
  private func stage(reducesMotion: Bool) throws -> BannerStage {
    let stage = try BannerStage(reducesMotion: reducesMotion)
    stage.notify("one") { $0.actions = ["a", "Yes", "b", "No"] }
    stage.settle()
    let surface = try #require(stage.surface)
    let label = try #require(surface.drawnScene?.texts.first { $0.text.string == "No" }).frame
    let (x, y) = (Double(label.x + label.width / 2), Double(label.y + label.height / 2))
    surface.onPointer?(PointerEvent(.entered, x: x - 20, y: y, time: 1))
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
    var frames: [(heights: [Int], lights: Int)] = []
    for _ in 0..<60 {
      stage.pass(.milliseconds(20))
      stage.surface?.onBackgroundKnown?()
      frames.append((stage.heights, shown()))
    }
    // At rest, the button has moved away from the pointer.
    let moving = frames.filter { $0.heights != frames.last?.heights }
    #expect(Set(moving.map(\.heights)).count > 3, "banners move")
    #expect(moving.allSatisfy { $0.lights > 0 }, "\(moving)")
  }

  @Test func `no button is lit with reduced motion`() throws {
    let stage = try stage(reducesMotion: true)
    defer { stage.close() }
    #expect(lights(stage.surface?.drawnScene?.nodes ?? []) == 0)
  }
}
