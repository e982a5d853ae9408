import CPlatform
import DesktopModel
import Geometry
import Glibc
import Loop
import Notifications
import Scenes
import TestSupport
import Testing

@testable import NotificationService

struct SentImagesTests {
  private nonisolated static let colour = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [1, 2, 3, 255])

  /// A picture of `megabytes`, which waits at `gate` when it is read.
  private static func picture(_ megabytes: Int, gate: Int32) -> SentImage? {
    let bytes = SentBytes(count: megabytes << 20) { read in
      var count: eventfd_t = 0
      _ = unsafe eventfd_read(gate, &count)
      read([1, 2, 3, 255].span)
      return true
    }
    let fields: [HintValue] = [
      .integer(1), .integer(1), .integer(4), .boolean(true), .integer(8), .integer(4), .sent(bytes),
    ]
    guard case .sent(let picture)? = Hints([.init("image-data", .structure(fields))]).picture else {
      return nil
    }
    return picture
  }

  @Test func `pictures wait elsewhere, but not more than there is memory for`() throws {
    let loop = try EventLoop()
    let gate = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_SEMAPHORE))
    let none = eventfd(1000, Int32(EFD_CLOEXEC) | Int32(EFD_SEMAPHORE))
    defer {
      close(gate)
      close(none)
    }
    let pictures = SentImages(loop: loop)
    var done: [Int] = []
    let half = Limits.waitingImageBytes >> 21
    for number in 1...2 {
      pictures.reduce(try #require(Self.picture(half, gate: gate))) { bitmap in
        #expect(bitmap == Self.colour)
        done.append(number)
      }
    }
    #expect(done.isEmpty)
    // This one is too many, and is done here.
    pictures.reduce(try #require(Self.picture(1, gate: none))) { _ in done.append(3) }
    #expect(done == [3])
    eventfd_write(gate, 2)
    #expect(loop.wait { done == [3, 1, 2] })
    // The memory of the pictures does not count any more.
    pictures.reduce(try #require(Self.picture(half, gate: none))) { _ in done.append(4) }
    #expect(done == [3, 1, 2])
    #expect(loop.wait { done == [3, 1, 2, 4] })
    pictures.stop()
  }
}
