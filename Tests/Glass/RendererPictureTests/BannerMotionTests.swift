import Geometry
import Rendering
import Scenes
import TestSupport
import Testing
import Typography

@testable import Notifications

/// Frames of a stack of banners that unfolds, compared with pictures that were reviewed by eye.
@Suite(.serialized, .everyRenderer) struct BannerMotionTests {
  nonisolated static let cases = [
    SampleBannerMotion("unfold", moments: [0, 60, 100, 125, 150, 200]),
    SampleBannerMotion("unfold-light-1.5", scale: 1.5, isDark: false, moments: [40, 110, 140, 170]),
  ]

  @Test(arguments: cases) func `a stack unfolds as it did`(motion: SampleBannerMotion) throws {
    try GoldenPicture.compare(motion.picture { TestPictures.shapes($0) }, name: "banners-" + motion.name)
  }
}

/// Frames of a stack of three banners that unfolds, two in a row.
struct SampleBannerMotion: Sendable, CustomTestStringConvertible {
  var name: String
  var scale: Double
  var isDark: Bool
  /// The times of the frames, in milliseconds from the beginning.
  var moments: [Int]

  nonisolated init(_ name: String, scale: Double = 1, isDark: Bool = true, moments: [Int]) {
    (self.name, self.scale, self.isDark, self.moments) = (name, scale, isDark, moments)
  }

  nonisolated var testDescription: String { name }

  /// Draws the frames over what `backdrop` makes in the size of one.
  @MainActor func picture(over backdrop: (PixelSize) -> Bitmap) throws -> Bitmap {
    let engine = TextEngine()
    let preview = try OffScreen.preview { engine.rasterise($0) }
    let (stack, folded) = (stack(behind: 0, engine), stack(behind: 2, engine))
    let margin = Int(16 * scale)
    let size = PixelSize(width: stack.size.width + 2 * margin, height: stack.size.height + 2 * margin)
    func entries(_ stack: BannerStack) -> [BannerColumn.Entry] {
      stack.offset(x: margin, y: margin).banners.enumerated().map { index, layout in
        BannerColumn.Entry(
          .banner(BannerID(rawValue: UInt64(index + 1))), layout, stack: "a",
          isFront: stack.banners.count == 1)
      }
    }
    let start = Instant(sinceOrigin: .seconds(1))
    var column = BannerColumn(side: .right, travel: size.width)
    column.gap = stack.gap
    column.show(entries(folded), now: start, reducesMotion: true)
    column.show(entries(stack), now: start)
    column.begin(now: start)
    var page = Bitmap(
      size: PixelSize(width: 2 * size.width, height: (moments.count + 1) / 2 * size.height))
    for (index, moment) in moments.enumerated() {
      let scene = Scene(size: size, nodes: column.nodes(at: start + .milliseconds(moment)))
      let picture = try preview.picture(of: scene, over: backdrop(size), scale: scale)
      page.paste(picture, x: index % 2 * size.width, y: index / 2 * size.height)
    }
    return page
  }

  /// The front banner with so many others behind it, or all of them.
  @MainActor private func stack(behind: Int, _ engine: TextEngine) -> BannerStack {
    let messages = [
      SampleBanners.Message(
        app: "Chat", summary: "Grace", body: "Is it a bug?", icon: "chat", behind: behind),
      .init(
        app: "Chat", summary: "Ada", body: "The engine runs. All of the steps are in the notes.", icon: "mail"
      ),
      .init(app: "Chat", summary: "Alan", body: "It halts.", icon: "chat"),
    ]
    var banners = SampleBanners(name, scale: scale, isDark: isDark) {
      behind > 0 ? Array(messages.prefix(1)) : messages
    }
    banners.width = 240
    return banners.stack(engine)
  }
}
