import Geometry
import Loop
import Notifications
import TestSupport
import Testing

@testable import NotificationService

struct PictureFilesTests {
  private let directory = ScratchDirectory()
  private let loop: EventLoop
  private let files: PictureFiles

  init() throws {
    loop = try EventLoop(clock: ManualClock())
    files = PictureFiles(loop: loop, patience: .seconds(30))
  }

  @Test func `files are copied in the order of the calls, and what is no file is left out`() {
    defer { files.stop() }
    for name in ["a", "b"] { directory.write("text", to: name) }
    var read: [[String]] = []
    for names in [["a", "absent", "b"], [], ["."], ["b"]] {
      files.read(names.map { directory($0) }) { read.append($0.map(\.path)) }
    }
    #expect(read.isEmpty, "nobody is called within a call")
    #expect(loop.wait { read.count == 4 })
    #expect(read == [[directory("a"), directory("b")], [], [], [directory("b")]])
  }

  @Test func `copies are kept until they are given up, the oldest of too many first`() throws {
    defer { files.stop() }
    directory.write("text", to: "a")
    func read() throws -> [FileCopy] {
      var copies: [FileCopy]?
      files.read([directory("a")]) { copies = $0 }
      #expect(loop.wait { copies != nil })
      return try #require(copies)
    }
    for id in 1...UInt32(PictureFiles.mostKept + 1) {
      files.keep(try read(), for: NotificationID(rawValue: id))
    }
    func isKept(_ id: NotificationID) -> Bool { files.copy(at: directory("a"), of: id) != nil }
    #expect(!isKept(1) && isKept(2) && isKept(3) && isKept(4))
    #expect(files.copy(at: directory("b"), of: 2) == nil)
    files.forget(2)
    files.keep([], for: 3)
    let read = try #require(files.copy(at: directory("a"), of: 4))
    files.forget(read, of: 4)
    #expect(!isKept(2) && !isKept(3) && !isKept(4) && isKept(5))
  }

  @Test func `no more files are copied than the budget has room for until copies are released`() {
    defer { files.stop() }
    directory.write("text", to: "a")
    var read: [[FileCopy]] = []
    for _ in 1...100 { files.read([directory("a")]) { read.append($0) } }
    #expect(loop.wait { read.count == 100 })
    let most = read.count { !$0.isEmpty }
    #expect(most > PictureFiles.mostKept && most < 100)
    read = []
    files.read([directory("a")]) { read.append($0) }
    #expect(loop.wait { read.count == 1 })
    #expect(read[0].count == 1)
  }
}
