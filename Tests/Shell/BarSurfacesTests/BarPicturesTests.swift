import BarUI
import Geometry
import Scenes
import Testing

@testable import BarSurfaces

/// Pictures that programs send in place of icons.
struct BarPicturesTests {
  private let name = "/tray/:1.5/StatusNotifierItem"

  @Test func `a provided picture is shown by the first of several names, no larger than an icon`() {
    let pictures = BarPictures(NoPictures())
    var changes = 0
    pictures.onChange = { changes += 1 }
    let key = BarPictureTable.Key(name: name + "\nemblem-system-symbolic", side: 16)
    func shown() -> BarPictureTable.Picture? { pictures.table([key], scale: 2).pictures[key] ?? nil }
    pictures.provide(Bitmap(size: PixelSize(width: 64, height: 32)), as: name)
    #expect(shown()?.bitmap.size == PixelSize(width: 32, height: 16))
    #expect(shown()?.isTemplate == false)
    // A smaller picture stays as it is, and takes the place of the one before.
    pictures.provide(Bitmap(size: PixelSize(width: 8, height: 8)), as: name)
    #expect(shown()?.bitmap.size == PixelSize(width: 8, height: 8))
    pictures.provide(nil, as: name)
    #expect(shown() == nil && changes == 3)
  }
}
