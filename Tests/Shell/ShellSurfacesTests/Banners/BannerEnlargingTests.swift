import Geometry
import Notifications
import Scenes
import Settings
import ShellTestSupport
import TestSupport
import Testing

@testable import NotificationService
@testable import ShellSurfaces

/// Tests of banners whose pictures are large while they are used.
struct BannerEnlargingTests {
  private func picture(_ width: Int, _ height: Int) -> Bitmap {
    Bitmap(size: PixelSize(width: width, height: height))
  }

  @Test(arguments: [false, true])
  func `a picture is read when its banner is used, and stays large until the pointer has left the banners`(
    reducesMotion: Bool
  ) throws {
    let stage = try BannerStage(reducesMotion: reducesMotion) { $0.order = .newestTop }
    defer { stage.close() }
    stage.notify("two")
    stage.notify("one") { $0.hints = [.init("image-path", .string("/one.png"))] }
    stage.settle()
    stage.pictures.answerAll(picture(80, 40))
    stage.settle()
    #expect(stage.pictures.sizes == [80], "the picture beside the texts alone")
    func regions() throws -> [LogicalRect] { try #require(stage.surface?.placement.inputRegion) }
    let rest = try regions()
    _ = try stage.hover(over: 0)
    #expect(stage.pictures.sizes == [80, NotificationSettings().width])
    stage.pictures.answerAll(picture(720, 360))
    stage.settle()
    let large = try regions()
    let growth = large[0].height - rest[0].height
    #expect(growth > 100 && large[0].y == rest[0].y && large[1].y == rest[1].y + growth)
    // The pointer is over nothing on its way to the banner below.
    let place = (x: rest[0].x + 60, y: large[0].maxY + 1)
    stage.surface?.onPointer?(PointerEvent(.left, x: place.x, y: place.y, time: 3))
    _ = try stage.hover(over: 1)
    stage.settle()
    #expect(try regions().map(\.y) == large.map(\.y))
    stage.surface?.onPointer?(PointerEvent(.left, x: place.x, y: place.y, time: 4))
    stage.settle()
    #expect(try regions() == rest)
    #expect(stage.pictures.sizes.count == 2, "it is read once")
  }

  @Test(arguments: [(PixelSize(width: 79, height: 79), false), (PixelSize(width: 80, height: 20), true)])
  func `a picture that is hardly larger than the one beside the texts stays small`(
    size: PixelSize, isLarge: Bool
  ) throws {
    let stage = try BannerStage(reducesMotion: true)
    defer { stage.close() }
    stage.notify("one") { $0.hints = [.init("image-path", .string("/one.png"))] }
    stage.settle()
    stage.pictures.answerAll(picture(size.width, size.height))
    stage.settle()
    let rest = try #require(stage.surface?.placement.inputRegion?.first)
    _ = try stage.hover()
    stage.pictures.answerAll(picture(size.width, size.height))
    stage.settle()
    let used = try #require(stage.surface?.placement.inputRegion?.first)
    #expect((used.height > rest.height) == isLarge)
  }
}
