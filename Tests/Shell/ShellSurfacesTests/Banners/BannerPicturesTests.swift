import DesktopModel
import Geometry
import Loop
import Scenes
import ShellTestSupport
import TestSupport
import Testing

@testable import NotificationService
@testable import Notifications
@testable import Pictures
@testable import ShellSurfaces

struct BannerPicturesTests {
  private let source = FakePictures()
  private let files: PictureFiles
  private let pictures: BannerPictures

  init() throws {
    files = PictureFiles(loop: try EventLoop(clock: ManualClock()), patience: .seconds(30))
    pictures = BannerPictures(source, files: files)
  }

  private func shown(
    id: NotificationID = 7, arrival: UInt64 = 1, on output: String = "A", scale: Double = 1
  ) -> BannerPictures.State {
    pictures.picture(
      [.file("/cover.png")], .init(banner: BannerID(rawValue: 1), output: output, slot: .picture),
      of: .init(id: id, arrival: arrival), size: 8, scale: scale)
  }

  private func bitmap(_ side: Int) -> Bitmap { Bitmap(size: PixelSize(width: side, height: side)) }

  @Test func `a file is read again each time that its notification arrives, and the picture stays meanwhile`()
  {
    var changes = 0
    pictures.onChange = { changes += 1 }
    #expect(shown().isPending)
    source.answerAll(bitmap(5))
    #expect(shown().bitmap?.size.width == 5 && source.asked.count == 1 && changes == 1)
    let again = shown(arrival: 2)
    #expect(again.bitmap?.size.width == 5 && !again.isPending && source.asked.count == 2)
    #expect(pictures.isReading(for: "A"))
    source.answerAll(bitmap(5))
    #expect(changes == 1, "it is as before")
    _ = shown(arrival: 3)
    source.answerAll(bitmap(6))
    #expect(shown(arrival: 3).bitmap?.size.width == 6 && changes == 2 && !pictures.isReading(for: "A"))
    // A file that is not there has no place beside the texts when the same arrives again.
    _ = shown(arrival: 4)
    source.failAll()
    #expect(shown(arrival: 4).bitmap == nil && !shown(arrival: 5).isPending)
    source.answerAll(bitmap(4))
    #expect(shown(arrival: 5).bitmap?.size.width == 4)
  }

  @Test func `the size that a picture has by itself is told where it is asked for`() {
    func state(_ source: NotificationImage, themeSide: Int?) -> BannerPictures.State {
      pictures.picture(
        [source], .init(banner: BannerID(rawValue: 1), output: "A", slot: .icon),
        of: .init(id: 7, arrival: 1),
        size: 8, scale: 2, themeSide: themeSide)
    }
    _ = state(.icon("mail"), themeSide: 6)
    #expect(source.asked.last == [.icon("mail", side: 6)])
    source.answerAll(bitmap(12), side: 6)
    #expect(state(.icon("mail"), themeSide: 6).ownSide == 6)
    _ = state(.application("mail"), themeSide: 6)
    #expect(source.asked.last == [.application("mail", side: 6)])
    source.failAll()
    _ = state(.file("/cover.png"), themeSide: 6)
    source.answerAll(bitmap(5))
    #expect(state(.file("/cover.png"), themeSide: 6).ownSide == 5)
    #expect(state(.bitmap(bitmap(7)), themeSide: 6).ownSide == 7)
    #expect(state(.bitmap(bitmap(7)), themeSide: nil).ownSide == nil)
  }

  @Test func `the size of a picture is told before it was read, as far as it is known`() {
    func state(_ sources: [NotificationImage], _ slot: BannerPictures.Key.Slot, themeSide: Int? = 6)
      -> BannerPictures.State
    {
      pictures.picture(
        sources, .init(banner: BannerID(rawValue: 1), output: "A", slot: slot),
        of: .init(id: 7, arrival: 1), size: 8, scale: 2, themeSide: themeSide)
    }
    let layout = PixelLayout(size: PixelSize(width: 7, height: 5), stride: 21, channels: 3)
    let image = NotificationImage.sent(SentImage(layout: layout, bytes: SentBytes(count: 105) { _ in false }))
    let icon = state([.icon("mail")], .icon)
    #expect(icon.isPending && icon.ownSide == 6)
    #expect(state([.application("mail")], .picture).ownSide == 6)
    #expect(state([image], .picture).isPending && state([image], .picture).ownSide == 5)
    #expect(state([image], .body).ownSide == 7)
    // The first picture that can be read is shown.
    #expect(state([.file("/cover.png"), .icon("mail")], .badge).ownSide == nil)
    #expect(state([.icon("mail")], .action("a"), themeSide: nil).ownSide == nil)
    // A letter stands in place of a missing picture, and has no size of its own.
    source.failAll()
    let missing = state([.icon("mail")], .icon)
    #expect(!missing.isPending && missing.ownSide == nil)
  }

  @Test func `pictures that a notification has no longer go with its next arrival`() {
    func ask(_ action: String, arrival: UInt64) {
      _ = pictures.picture(
        [.icon(action)], .init(banner: BannerID(rawValue: 1), output: "A", slot: .action(action)),
        of: .init(id: 7, arrival: arrival), size: 8, scale: 1)
    }
    func keep() { pictures.keep(only: [BannerID(rawValue: 1)]) { _ in true } }
    ask("a", arrival: 1)
    _ = shown(arrival: 1)
    ask("b", arrival: 2)
    _ = shown(arrival: 2)
    source.failAll()
    let asked = source.asked.count
    keep()
    ask("b", arrival: 2)
    _ = shown(arrival: 2)
    #expect(source.asked.count == asked, "what it has still is kept")
    ask("a", arrival: 1)
    #expect(source.asked.count == asked + 1)
  }

  @Test func `the copy of a file is read until its picture was decoded large, then the path`() throws {
    let directory = ScratchDirectory()
    directory.write("text", to: "a")
    let file = try RegularFile(path: directory("a"))
    let made = FileCopy(path: "/cover.png", file: file, budget: CopyBudget(count: 1, bytes: 10))
    let copy = try #require(made)
    files.keep([copy], for: 7)
    _ = shown()
    _ = shown(on: "B")
    #expect(source.asked == [[.copy(copy)], [.copy(copy)]])
    source.answerAll(bitmap(5))
    _ = pictures.picture(
      [.file("/cover.png")], .init(banner: BannerID(rawValue: 1), output: "A", slot: .large),
      of: .init(id: 7, arrival: 1), size: 360, scale: 1)
    #expect(source.asked.count == 3 && source.asked.last == [.copy(copy)])
    source.answerAll(bitmap(200))
    _ = shown(on: "C")
    #expect(source.asked.last == [.file("/cover.png")])
    // The file is gone by now, but not the picture.
    source.failAll()
    #expect(shown(on: "C").bitmap?.size.width == 5)
  }

  @Test func `a banner that loses the identifier of its newest duplicate keeps its picture`() {
    _ = shown(id: 8)
    source.answerAll(bitmap(5))
    #expect(shown(id: 7).bitmap?.size.width == 5 && source.asked.count == 1)
    // Another output that cannot read the file any more shows the same picture.
    _ = shown(id: 7, on: "B")
    source.failAll()
    #expect(shown(id: 7, on: "B").bitmap?.size.width == 5)
  }

  @Test func `a picture in the column of icons is cut to a square, and an icon of a theme is not`() {
    var wide = Bitmap(size: PixelSize(width: 16, height: 4))
    // The middle is opaque, so that the cut shows which part remains.
    for y in 0..<4 { for x in 6..<10 { wide.bytes[(y * 16 + x) * 4 + 3] = 255 } }
    func picture(_ source: NotificationImage, _ slot: BannerPictures.Key.Slot) -> Bitmap? {
      _ = pictures.picture(
        [source], .init(banner: BannerID(rawValue: 1), output: "A", slot: slot), of: .init(id: 7, arrival: 1),
        size: 8, scale: 1)
      self.source.answerAll(wide)
      return pictures.picture(
        [source], .init(banner: BannerID(rawValue: 1), output: "A", slot: slot), of: .init(id: 7, arrival: 1),
        size: 8, scale: 1
      ).bitmap
    }
    let cut = picture(.file("/wide.png"), .picture)
    #expect(cut?.size == PixelSize(width: 4, height: 4))
    #expect((0..<16).allSatisfy { cut?.bytes[$0 * 4 + 3] == 255 })
    #expect(picture(.bitmap(wide), .icon)?.size == PixelSize(width: 4, height: 4))
    #expect(picture(.icon("wide"), .icon)?.size == wide.size)
    #expect(picture(.file("/wide.png"), .body)?.size == wide.size)
    #expect(source.sizes == [16, 8, 8])
  }

  @Test func `pictures of open banners that are hidden are kept within a limit, and others are not`() {
    _ = shown()
    source.answerAll(bitmap(5))
    pictures.keep(only: []) { _ in true }
    #expect(shown().bitmap?.size.width == 5 && source.asked.count == 1)
    pictures.keep(only: []) { _ in false }
    #expect(shown().isPending && source.asked.count == 2)
    let large = BannerPictures.Key(banner: BannerID(rawValue: 1), output: "A", slot: .body)
    func body() -> BannerPictures.State {
      pictures.picture([.file("/body.png")], large, of: .init(id: 7, arrival: 1), size: 1200, scale: 1)
    }
    _ = body()
    source.answerAll(bitmap(1200))
    #expect(!body().isPending)
    pictures.keep(only: []) { _ in true }
    #expect(body().isPending && source.asked.count == 4)
  }
}
