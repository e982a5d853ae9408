import BarUI
import Geometry
import ModuleModel
import Pictures
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
    pictures.provide(.pixels(Bitmap(size: PixelSize(width: 64, height: 32))), as: name)
    #expect(shown()?.bitmap.size == PixelSize(width: 32, height: 16))
    #expect(shown()?.isTemplate == false)
    // A smaller picture stays as it is, and takes the place of the one before.
    pictures.provide(.pixels(Bitmap(size: PixelSize(width: 8, height: 8))), as: name)
    #expect(shown()?.bitmap.size == PixelSize(width: 8, height: 8))
    pictures.provide(nil, as: name)
    #expect(shown() == nil && changes == 3)
  }

  /// Has no picture, and keeps what was asked for.
  private final class Candidates: PictureSource {
    var theme = ""
    private(set) var asked: [[PictureLoader.Candidate]] = []

    func load(
      _ candidates: [PictureLoader.Candidate], size: Int, scale: Double,
      completion: @escaping (PictureLoader.Loaded?) -> Void
    ) {
      asked.append(candidates)
      completion(nil)
    }

    func stop() {}
  }

  @Test(
    arguments: [
      ("/own//a-b", [.themed("a-b", folder: "/own"), .file("/own//a-b")]),
      ("/own/icons///a", [.themed("a", folder: "/own/icons/"), .file("/own/icons///a")]),
      ("/own/a.png", [.file("/own/a.png")]), ("//a", [.file("//a")]), ("/own//", [.file("/own//")]),
    ] as [(String, [PictureLoader.Candidate])])
  func `an icon is looked up in a folder of themes where two slashes stand before its name`(
    name: String, candidates: [PictureLoader.Candidate]
  ) {
    let source = Candidates()
    _ = BarPictures(source).table([BarPictureTable.Key(name: name, side: 16)], scale: 1)
    #expect(source.asked == [candidates])
  }

  @Test func `pixels are shown where no theme has the icon before them, and nothing after them is tried`() {
    let source = Candidates()
    let pictures = BarPictures(source)
    func pixels(_ side: Int) -> ProvidedPicture {
      .pixels(Bitmap(size: PixelSize(width: side, height: side)))
    }
    let key = BarPictureTable.Key(name: "absent\n\(name)\nemblem-system-symbolic", side: 16)
    func shown() -> BarPictureTable.Picture? { pictures.table([key], scale: 1).pictures[key] ?? nil }
    pictures.provide(pixels(8), as: name)
    _ = shown()
    #expect(shown()?.bitmap.size.width == 8 && shown()?.isTemplate == false)
    #expect(source.asked == [[.application("absent"), .icon("absent")]])
    // Other pixels are no reason to look for the icon again.
    pictures.provide(pixels(9), as: name)
    #expect(shown()?.bitmap.size.width == 9 && source.asked.count == 1)
    pictures.provide(nil, as: name)
    _ = shown()
    #expect(shown()?.isTemplate == true && source.asked.count == 2)
    #expect(source.asked.last?.last == .symbolic("emblem-system-symbolic"))
    // An icon that comes with the program is preferred to pixels.
    let own = BarPictureTable.Key(name: "emblem-system-symbolic\n\(name)", side: 16)
    pictures.provide(pixels(8), as: name)
    _ = pictures.table([own], scale: 1)
    #expect(pictures.table([own], scale: 1).pictures[own]??.isTemplate == true)
  }

  @Test func `a provided file is one of the places that are tried, and is forgotten with its name`() {
    let source = Candidates()
    let pictures = BarPictures(source)
    pictures.provide(.file([1, 2, 3]), as: "/tray/menu/1")
    #expect(pictures.icon("wifi-symbolic\n/tray/menu/1", scale: 1) == nil)
    #expect(source.asked == [[.symbolic("wifi-symbolic"), .data([1, 2, 3])]])
    _ = pictures.icon("wifi-symbolic\n/tray/menu/1", scale: 1)
    #expect(source.asked.count == 1)
    pictures.provide(nil, as: "/tray/menu/1")
    _ = pictures.icon("wifi-symbolic\n/tray/menu/1", scale: 1)
    #expect(source.asked.last == [.symbolic("wifi-symbolic"), .file("/tray/menu/1")])
  }
}
