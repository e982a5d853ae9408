import Geometry
import Notifications
import Scenes
import ShellTestSupport
import Testing

@testable import ShellSurfaces

/// The menu of a banner, on a compositor that a test plays.
struct BannerMenuTests {
  /// Opens the menu of the only banner by the right button; returns its surface.
  private func openMenu(_ stage: BannerStage) throws -> FakeSurface {
    let surface = try #require(stage.surface)
    let (x, y) = try stage.hover()
    surface.onPointer?(PointerEvent(.pressed(.right), x: x, y: y, time: 3))
    surface.onPointer?(PointerEvent(.released(.right), x: x, y: y, time: 4))
    stage.pass(.milliseconds(20))
    let menu = try #require(surface.popups.last).surface
    menu.show()
    return menu
  }

  private func texts(_ nodes: [Node]) -> [TextNode] {
    nodes.flatMap { node -> [TextNode] in
      switch node {
      case .effect(let effect): texts(effect.content)
      case .text(let text): [text]
      case .fill, .image: []
      }
    }
  }

  @Test func `a submenu opens when the pointer has rested on its entry for a while`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("message") { $0.applicationName = "Mail" }
    stage.settle()
    let menu = try openMenu(stage)
    let shown = texts(menu.scene(at: stage.now).nodes)
    let entry = try #require(shown.first { $0.text.string == "Notifications from Mail" }).frame
    menu.onPointer?(PointerEvent(.entered, x: Double(entry.x + 20), y: Double(entry.y + entry.height / 2)))
    stage.pass(.milliseconds(200))
    #expect(menu.popups.isEmpty)
    stage.pass(.milliseconds(40))
    let submenu = try #require(menu.popups.last).surface
    submenu.show()
    #expect(texts(submenu.scene(at: stage.now).nodes).map(\.text.string).contains("Show banners"))
  }

  @Test func `no submenu opens when the pointer has left the menu or the menu has gone`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("message") { $0.applicationName = "Mail" }
    stage.settle()
    let menu = try openMenu(stage)
    let shown = texts(menu.scene(at: stage.now).nodes)
    let entry = try #require(shown.first { $0.text.string == "Notifications from Mail" }).frame
    menu.onPointer?(PointerEvent(.entered, x: Double(entry.x + 20), y: Double(entry.y + entry.height / 2)))
    menu.closeByCompositor()
    stage.pass(.seconds(1))
    #expect(menu.popups.isEmpty)
  }
}
