import Geometry
import Scenes
import Settings
import TestSupport
import Testing
import Views
import VisualEffects

@testable import Notifications

/// Tests of the pictures that banners show large while they are used.
struct LargePictureTests {
  private static let now = Instant(sinceOrigin: .seconds(10))
  private static let material = Material(name: "test", isDark: true, blurRadius: 30, chain: .identity)
  private let measurer = MonospaceMeasurer()

  /// A banner with a thumbnail, and a large picture of this size in pixels.
  private func view(
    _ picture: PixelSize, scale: Double = 1, _ change: (inout BannerContent) -> Void = { _ in }
  ) -> BannerView {
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.actions) = ("app", "Summary", ["open", "Open"])
    var content = BannerContent(Notification(request, Hints(), id: 1, time: 0))
    content.picture = Bitmap(size: PixelSize(width: 40, height: 40))
    content.largePicture = Bitmap(size: picture)
    change(&content)
    return BannerView(content, width: Int(360 * scale), scale: scale, material: Self.material)
  }

  /// The frame of the large picture of a banner; nil: it is not shown.
  private func picture(_ layout: BannerLayout, _ size: PixelSize) -> PixelRect? {
    func images(_ node: EffectNode) -> [ImageNode] {
      node.content.flatMap { node -> [ImageNode] in
        switch node {
        case .image(let image): [image]
        case .effect(let effect): images(effect)
        case .text, .fill: []
        }
      }
    }
    return images(layout.node).first { $0.bitmap.size == size }?.frame
  }

  @Test(arguments: [1.0, 2])
  func `a picture is large below all else while its banner is used, and no button moves by that`(
    scale: Double
  ) throws {
    let size = PixelSize(width: 800, height: 400)
    let rest = view(size, scale: scale).layout(measurer: measurer)
    #expect(picture(rest, size) == nil)
    let used = view(size, scale: scale) { $0.isHovered = true }.layout(measurer: measurer)
    let frame = try #require(picture(used, size))
    func logical(_ length: Int) -> Double { Double(length) / scale }
    #expect([frame.x, frame.width, frame.height].map(logical) == [16, 328, 164])
    #expect(logical(frame.y) == logical(rest.frame.height) - 16 + 8)
    #expect(used.frame.height == rest.frame.height + frame.height + Int(8 * scale))
    func buttons(_ layout: BannerLayout) -> [BannerLayout.Region] {
      layout.regions.filter { if case .action = $0.action { true } else { false } }
    }
    #expect(buttons(used) == buttons(rest) && !buttons(rest).isEmpty)
    // A banner that the pointer has gone on from has no button to close, and keeps its picture.
    let kept = view(size, scale: scale) { $0.keepsLargePicture = true }.layout(measurer: measurer)
    #expect(picture(kept, size) == frame && kept.frame == used.frame && buttons(kept) == buttons(rest))
    #expect(kept.regions.map(\.action) == rest.regions.map(\.action))
  }

  @Test(arguments: [
    (PixelSize(width: 100, height: 60), 1.0, 100.0, 60.0), (PixelSize(width: 300, height: 900), 1, 80, 240),
    (PixelSize(width: 256, height: 128), 2, 128, 64),
  ])
  func `a picture is in the middle, never larger than it is by itself, and no higher than a limit`(
    size: PixelSize, scale: Double, width: Double, height: Double
  ) throws {
    let layout = view(size, scale: scale) { $0.isHovered = true }.layout(measurer: measurer)
    let frame = try #require(picture(layout, size))
    #expect(Double(frame.width) / scale == width && Double(frame.height) / scale == height)
    #expect(Double(frame.x) / scale == (360 - width) / 2)
  }

  @Test func `a picture has the room that texts and buttons leave, and none if that is too little`() {
    let size = PixelSize(width: 800, height: 400)
    let used = view(size) { $0.isHovered = true }
    let rest = view(size).layout(measurer: measurer).frame.height
    func laidOut(_ room: Int) -> BannerLayout { used.layout(measurer: measurer, maxHeight: rest + 8 + room) }
    #expect(picture(laidOut(164), size)?.height == 164)
    #expect(picture(laidOut(100), size)?.height == 100 && laidOut(100).frame.height == rest + 108)
    #expect(picture(laidOut(79), size) == nil && laidOut(79).frame.height == rest)
  }

  @Test func `the banner below stays where it is when the pointer goes on to it`() {
    let size = PixelSize(width: 800, height: 400)
    func stack(used: Int?, kept: Set<Int> = [], height: Int = 1000) -> BannerStack {
      let views = (0..<2).map { index in
        view(size) { ($0.isHovered, $0.keepsLargePicture) = (index == used, kept.contains(index)) }
      }
      return BannerStack(
        views, more: 0, order: .newestTop, gap: 8, maxHeight: height, measurer: measurer)
    }
    let rest = stack(used: nil)
    let first = stack(used: 0, kept: [0])
    #expect(first.banners[1].frame.y == rest.banners[1].frame.y + 172)
    let second = stack(used: 1, kept: [0, 1])
    #expect(second.banners[0].frame == first.banners[0].frame)
    #expect(second.banners[1].frame.y == first.banners[1].frame.y)
    #expect(second.banners[1].frame.height == first.banners[0].frame.height)
    // Between two banners the pointer is over none.
    #expect(stack(used: nil, kept: [0]).banners[1].frame == first.banners[1].frame)
    // If there is room for one picture only, the first one stays.
    let low = rest.size.height + 180
    let (one, other) = (stack(used: 0, kept: [0], height: low), stack(used: 1, kept: [0, 1], height: low))
    #expect(one.banners.map(\.frame.y) == other.banners.map(\.frame.y) && other.size.height <= low)
    // All banners stay, whatever room the pictures want.
    let least = stack(used: 1, kept: [0, 1], height: rest.size.height)
    #expect(least.banners.map(\.frame) == rest.banners.map(\.frame))
  }

  /// Two messages, of which the first has brought a picture.
  private let banners: [BannerID: Arrangement.Banner] = {
    var store = NotificationStore()
    for (name, path) in [("a", "/a.png"), ("b", "name")] {
      var request = NotificationRequest()
      (request.applicationName, request.summary) = (name, name)
      request.hints = [NotificationRequest.Hint("image-path", .string(path))]
      _ = store.update(
        .notified(request, id: store.identify(request)), now: now,
        clock: ClockTime(seconds: 0, day: 0, minute: 0))
    }
    return Dictionary(uniqueKeysWithValues: store.arrangement(on: "x").banners.map { ($0.id, $0) })
  }()

  @Test func `a picture stays large until the pointer has left all banners for a while`() {
    var interaction = BannerInteraction()
    func point(at banner: BannerID?, _ time: Instant) {
      let hit = banner.map { BannerGestures.Hit(.banner($0), .banner) }
      _ = interaction.update(.pointed(x: 1, y: 1, hit), now: time) { banners[$0] }
    }
    func pass(_ time: Instant) -> [BannerInteraction.Effect] {
      interaction.timePassed(now: time) { banners[$0] }
    }
    let stay = BannerInteraction.pictureStay
    point(at: 1, Self.now)
    #expect(interaction.enlarged == [1] && interaction.nextDeadline == nil)
    // The pointer is over nothing on its way to the next banner, which has brought no picture.
    point(at: nil, Self.now)
    #expect(interaction.nextDeadline == Self.now + stay && pass(Self.now) == [])
    point(at: 2, Self.now + stay / 2)
    #expect(interaction.enlarged == [1] && interaction.nextDeadline == nil && pass(Self.now + stay) == [])
    point(at: nil, Self.now + stay)
    #expect(pass(Self.now + stay * 2) == [.redraw])
    #expect(interaction.enlarged.isEmpty && interaction.nextDeadline == nil)
    // Nothing is awaited after a banner without a picture, or after one that was closed.
    point(at: 2, Self.now)
    point(at: nil, Self.now)
    #expect(interaction.nextDeadline == nil)
    point(at: 1, Self.now)
    point(at: nil, Self.now)
    _ = interaction.keep([.banner(2)], now: Self.now)
    #expect(interaction.enlarged.isEmpty && interaction.nextDeadline == nil)
    // A banner that goes while the pointer is over it sends no event that the pointer has left it.
    point(at: 1, Self.now)
    point(at: 2, Self.now)
    _ = interaction.keep([.banner(1)], now: Self.now + stay)
    #expect(interaction.enlarged == [1] && interaction.nextDeadline == Self.now + stay * 2)
    #expect(pass(Self.now + stay * 2) == [.redraw] && interaction.enlarged.isEmpty)
  }
}
