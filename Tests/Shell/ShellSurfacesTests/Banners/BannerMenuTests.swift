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

  /// Opens the menu of a banner, and points at its entry with a submenu; returns the surface of the menu.
  private func pointAtSubmenu(_ stage: BannerStage) throws -> FakeSurface {
    stage.notify("message") { $0.applicationName = "Mail" }
    stage.settle()
    let menu = try openMenu(stage)
    let shown = texts(menu.scene(at: stage.now).nodes)
    let entry = try #require(shown.first { $0.text.string == "Notifications from Mail" }).frame
    menu.onPointer?(PointerEvent(.entered, x: Double(entry.x + 20), y: Double(entry.y + entry.height / 2)))
    return menu
  }

  @Test func `a submenu opens when the pointer has rested on its entry for a while`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    let menu = try pointAtSubmenu(stage)
    stage.pass(.milliseconds(200))
    #expect(menu.popups.isEmpty)
    stage.pass(.milliseconds(40))
    let submenu = try #require(menu.popups.last).surface
    submenu.show()
    #expect(texts(submenu.scene(at: stage.now).nodes).map(\.text.string).contains("Show banners"))
  }

  @Test(arguments: [false, true])
  func `no submenu opens when the pointer has left the menu or the menu has gone`(isGone: Bool) throws {
    let stage = try BannerStage()
    defer { stage.close() }
    let menu = try pointAtSubmenu(stage)
    if isGone { menu.closeByCompositor() } else { menu.onPointer?(PointerEvent(.left, x: 0, y: 0)) }
    stage.pass(.seconds(1))
    #expect(menu.popups.isEmpty)
  }
}
