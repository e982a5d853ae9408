import DesktopModel
import Geometry
import Notifications
import Scenes
import Settings
import Synchronization
import Testing

struct SentImageTests {
  /// Bytes that are read once, as those of a message.
  static func sent(_ bytes: [UInt8]) -> SentBytes {
    let isRead = Mutex(false)
    return SentBytes(count: bytes.count) { read in
      isRead.withLock { isRead in
        defer { isRead = true }
        if !isRead { read(bytes.span) }
        return !isRead
      }
    }
  }

  static func hint(
    _ width: Int, _ height: Int, stride: Int, channels: Int, _ bytes: HintValue
  ) -> NotificationRequest.Hint {
    .init(
      "image-data",
      .structure([
        .integer(Int64(width)), .integer(Int64(height)), .integer(Int64(stride)), .boolean(channels == 4),
        .integer(8), .integer(Int64(channels)), bytes,
      ]))
  }

  private let pixels = (0..<300 * 200 * 3).map { UInt8(truncatingIfNeeded: $0 / 7) }

  private func hint() -> NotificationRequest.Hint {
    Self.hint(300, 200, stride: 900, channels: 3, .sent(Self.sent(pixels)))
  }

  private func asked(_ driver: Driver) -> (SentImage, id: NotificationID)? {
    for case .readPicture(let picture, let id) in driver.commands { return (picture, id) }
    return nil
  }

  @Test func `a sent picture equals the one from copied bytes, and can be taken once`() throws {
    var driver = Driver()
    driver.notify(hints: [hint()])
    let (picture, id) = try #require(asked(driver))
    #expect(driver.store.open.map(\.pictures) == [[.sent(picture)]])
    let bitmap = try #require(picture.bitmap())
    #expect(picture.bitmap() == nil)
    let copied = Hints([Self.hint(300, 200, stride: 900, channels: 3, .bytes(pixels))])
    #expect(copied.picture == .bitmap(bitmap) && bitmap.size == PixelSize(width: 256, height: 170))
    #expect(driver.send(.pictureRead(picture, bitmap, id: id)) == [.redraw])
    #expect(driver.store.open.map(\.pictures) == [[.bitmap(bitmap)]])
  }

  @Test(
    arguments: [
      (360, nil, PixelSize(width: 256, height: 256)), (360, 1, PixelSize(width: 360, height: 256)),
      (360, 1.5, PixelSize(width: 540, height: 360)), (361, 1.25, PixelSize(width: 452, height: 300)),
      (2048, 3, PixelSize(width: 1024, height: 720)),
    ] as [(Int, Double?, PixelSize)])
  func `pictures are kept as large as banners show them on the sharpest output`(
    width: Int, scale: Double?, size: PixelSize
  ) throws {
    #expect(SentImage.mostSize(bannerWidth: width, scale: scale) == size)
    var driver = Driver { $0.width = width }
    driver.send(.outputsChanged(["A"], focused: "A", scale: scale))
    let bytes = SentBytes(count: 3600 * 2400 * 3) { _ in false }
    driver.notify(hints: [Self.hint(3600, 2400, stride: 3600 * 3, channels: 3, .sent(bytes))])
    let kept = try #require(asked(driver)).0.keptSize
    #expect(kept.width == min(size.width, size.height * 3 / 2) && kept.height == kept.width * 2 / 3)
  }

  @Test func `pictures are kept as large as the widest banners that rules make show them`() throws {
    var rule = NotificationRule()
    rule.style.width = 500
    var driver = Driver { $0.rules = [rule] }
    driver.send(.outputsChanged(["A"], focused: "A", scale: 1))
    let bytes = SentBytes(count: 1000 * 100 * 3) { _ in false }
    driver.notify(hints: [Self.hint(1000, 100, stride: 3000, channels: 3, .sent(bytes))])
    let kept = try #require(asked(driver)).0.keptSize
    #expect(kept == PixelSize(width: 500, height: 50))
  }

  @Test func `one that could not be read is left out`() throws {
    var driver = Driver()
    driver.notify(hints: [hint(), .init("image-path", .string("/a.png"))])
    let (picture, id) = try #require(asked(driver))
    #expect(driver.send(.pictureRead(picture, nil, id: id)) == [.redraw])
    #expect(driver.store.open.map(\.pictures) == [[.file("/a.png")]])
  }

  @Test func `one of what was closed or replaced meanwhile is nobody's`() throws {
    var driver = Driver()
    let first = driver.notify(hints: [hint()])
    let (old, _) = try #require(asked(driver))
    driver.notify(replaces: first, hints: [hint()])
    let (new, _) = try #require(asked(driver))
    #expect(driver.send(.pictureRead(old, old.bitmap(), id: first)) == [])
    #expect(driver.store.open.map(\.pictures) == [[.sent(new)]])
    driver.send(.closeRequested(id: first))
    #expect(driver.send(.pictureRead(new, new.bitmap(), id: first)) == [])
    #expect(driver.store.open.isEmpty)
  }

  @Test func `two that say the same but for pictures that are still read are two`() {
    var driver = Driver { $0.countsDuplicates = true }
    driver.notify("a", hints: [hint()])
    driver.notify("a", hints: [hint()])
    #expect(driver.shown().count == 2)
  }

  @Test func `fields that do not fit are told before a byte is read`() {
    let bytes = SentBytes(count: 60 << 20) { _ in
      Issue.record("read")
      return false
    }
    for (hint, words) in [
      (Self.hint(4000, 4000, stride: 15_999, channels: 4, .sent(bytes)), "has a stride of 15999"),
      (
        Self.hint(4000, 4000, stride: 16_000, channels: 4, .sent(bytes)), "needs 64000000 bytes, has 62914560"
      ),
      (Self.hint(4000, 4000, stride: 16_000, channels: 5, .sent(bytes)), "has a channels of 5"),
    ] {
      let hints = Hints([hint])
      #expect(hints.picture == nil && hints.problems.map(\.words) == [words])
    }
  }

  @Test func `every colour is premultiplied as by a division`() throws {
    var bytes: [UInt8] = []
    var expected: [UInt8] = []
    for alpha in 0..<256 {
      for colour in 0..<256 {
        bytes += [UInt8(colour), UInt8(255 - colour), 7, UInt8(alpha)]
        expected += [colour, 255 - colour, 7, 255].map { UInt8(($0 * alpha + 127) / 255) }
      }
    }
    let hints = Hints([Self.hint(256, 256, stride: 1024, channels: 4, .bytes(bytes))])
    guard case .bitmap(let bitmap)? = hints.picture else {
      Issue.record("no picture")
      return
    }
    #expect(bitmap.bytes == expected)
  }
}
