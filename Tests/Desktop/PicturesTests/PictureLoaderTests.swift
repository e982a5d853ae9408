import Geometry
import Glibc
import Scenes
import TestSupport
import Testing

@testable import Loop
@testable import Pictures

@Suite(.serialized) struct PictureLoaderTests {
  private let directory = ScratchDirectory()

  private final class Box { var pictures: [PixelSize?] = [] }

  @Test func `the first candidate that can be read is given, later`() throws {
    directory.makeDirectory("hicolor")
    directory.makeDirectory("hicolor/48")
    directory.write("[Icon Theme]\nDirectories=48\n[48]\nSize=48", to: "hicolor/index.theme")
    try Picture.writePNG(
      TestPictures.photo(PixelSize(width: 48, height: 48)), to: directory("hicolor/48/mail.png"))
    directory.write("no picture", to: "broken.png")
    let loop = try EventLoop()
    let loader = PictureLoader(loop: loop, bases: [directory.path], theme: "nosuch")
    let box = Box()
    let candidates: [[PictureLoader.Candidate]] = [
      [.file(directory("broken.png")), .icon("nosuch"), .icon("mail")],
      [.file(directory("hicolor/48/mail.png"))], [],
      [.file("/nonexistent"), .file(directory.path)],
    ]
    for some in candidates {
      loader.load(some, size: 20, scale: 1.5) { box.pictures.append($0?.bitmap.size) }
    }
    #expect(box.pictures.isEmpty)
    #expect(loop.wait { box.pictures.count == 4 })
    let small = PixelSize(width: 30, height: 30)
    #expect(box.pictures == [small, small, nil, nil])
  }

  @Test func `an icon that keeps its size tells how large its theme has it`() throws {
    directory.makeDirectory("hicolor")
    for folder in ["48", "any"] { directory.makeDirectory("hicolor/" + folder) }
    directory.write(
      "[Icon Theme]\nDirectories=any,48\n[48]\nSize=48\n[any]\nSize=64\nMaxSize=256\nType=Scalable",
      to: "hicolor/index.theme")
    for folder in ["48", "any"] {
      try Picture.writePNG(
        TestPictures.photo(PixelSize(width: 90, height: 90)), to: directory("hicolor/\(folder)/mail.png"))
    }
    try Picture.writePNG(
      TestPictures.photo(PixelSize(width: 90, height: 90)), to: directory("hicolor/any/chat.png"))
    let loop = try EventLoop()
    let loader = PictureLoader(loop: loop, bases: [directory.path], theme: "nosuch")
    var found: [String] = []
    for candidate in [
      PictureLoader.Candidate.icon("mail", side: 64), .application("mail", side: 64), .icon("mail"),
      .icon("chat", side: 80),
    ] {
      loader.load([candidate], size: 72, scale: 1) { loaded in
        found.append("\(loaded?.bitmap.size.width ?? 0) \(loaded?.side ?? 0)")
      }
    }
    #expect(loop.wait { found.count == 4 })
    #expect(found == ["48 48", "48 48", "72 0", "72 80"])
  }

  @Test func `an icon that is installed after its folder was read is found once folders are forgotten`()
    throws
  {
    directory.makeDirectory("hicolor")
    directory.makeDirectory("hicolor/48")
    directory.write("[Icon Theme]\nDirectories=48\n[48]\nSize=48", to: "hicolor/index.theme")
    directory.write("no picture", to: "hicolor/48/other.txt")
    let loop = try EventLoop()
    let loader = PictureLoader(loop: loop, bases: [directory.path], theme: "nosuch")
    let box = Box()
    func load() { loader.load([.icon("mail")], size: 48, scale: 1) { box.pictures.append($0?.bitmap.size) } }
    load()
    #expect(loop.wait { box.pictures == [nil] })
    let size = PixelSize(width: 48, height: 48)
    try Picture.writePNG(TestPictures.photo(size), to: directory("hicolor/48/mail.png"))
    loader.forgetFolders()
    load()
    #expect(loop.wait { box.pictures == [nil, size] })
  }

  @Test func `an icon of a program is found in its folder by size, in any context, and by no other name`()
    throws
  {
    for folder in ["system", "system/hicolor", "own", "own/hicolor", "own/mine"] {
      directory.makeDirectory(folder)
    }
    let index = "[Icon Theme]\nDirectories=16,48\n[16]\nSize=16\n[48]\nSize=48"
    directory.write(index, to: "system/hicolor/index.theme")
    directory.write("[Icon Theme]\nDirectories=only\n[only]\nSize=48", to: "own/mine/index.theme")
    func write(_ path: String, side: Int) throws {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      if !directory.exists(folder) { directory.makeDirectory(folder) }
      try Picture.writePNG(
        TestPictures.photo(PixelSize(width: side, height: side)), to: directory(path))
    }
    try write("own/hicolor/16/state-on.png", side: 16)
    try write("own/hicolor/48/state-on.png", side: 48)
    try write("own/mine/only/themed.png", side: 12)
    try write("own/plain.png", side: 11)
    try write("own/state.png", side: 10)
    let loop = try EventLoop()
    let loader = PictureLoader(loop: loop, bases: [directory("system")], theme: "mine")
    let box = Box()
    for (name, size) in [
      ("state-on", 16), ("state-on", 48), ("themed", 48), ("plain", 48), ("state-off", 48),
    ] {
      loader.load([.themed(name, folder: directory("own"))], size: size, scale: 1) {
        box.pictures.append($0?.bitmap.size)
      }
    }
    #expect(loop.wait { box.pictures.count == 5 })
    #expect(box.pictures.map { $0?.width } == [16, 48, 12, 11, nil])
  }

  @Test func `the contents of a file are decoded as a file is, and what is no picture is passed over`() throws
  {
    let path = directory("photo.png")
    try Picture.writePNG(TestPictures.photo(PixelSize(width: 40, height: 20)), to: path)
    let file = try RegularFile.bytes(ofPath: path, upTo: 1 << 20)
    let loop = try EventLoop()
    let loader = PictureLoader(loop: loop, bases: [], theme: "")
    let box = Box()
    for bytes in [file, [], Array(file.prefix(20)), [UInt8](repeating: 7, count: 5000)] {
      loader.load([.data(bytes), .file("/nonexistent")], size: 16, scale: 1) {
        box.pictures.append($0?.bitmap.size)
      }
    }
    #expect(loop.wait { box.pictures.count == 4 })
    #expect(box.pictures == [PixelSize(width: 16, height: 8), nil, nil, nil])
    loader.load([.data([1]), .data(file)], size: 40, scale: 1) { box.pictures.append($0?.bitmap.size) }
    #expect(loop.wait { box.pictures.count == 5 })
    #expect(box.pictures.last == PixelSize(width: 40, height: 20))
  }

  @Test func `the icon of an application is what its desktop entry names, the user's before the system's`()
    throws
  {
    for folder in ["hicolor", "hicolor/48", "home", "system", "system/kde"] {
      directory.makeDirectory(folder)
    }
    directory.write("[Icon Theme]\nDirectories=48\n[48]\nSize=48", to: "hicolor/index.theme")
    for (name, side) in [("mail", 10), ("org.example.Chat", 11), ("other", 12)] {
      try Picture.writePNG(
        TestPictures.photo(PixelSize(width: side, height: side)), to: directory("hicolor/48/\(name).png"))
    }
    let entry = "[Desktop Entry]\nName=x\nIcon="
    directory.write(entry + "other", to: "system/org.example.Mail.desktop")
    directory.write(entry + "mail", to: "home/org.example.Mail.desktop")
    directory.write(entry + directory("hicolor/48/other.png"), to: "system/kde/files.desktop")
    directory.write(entry + "gone", to: "system/org.example.Chat.desktop")
    directory.write(entry + "../hicolor/48/other", to: "system/bad.desktop")
    let loop = try EventLoop()
    let loader = PictureLoader(
      loop: loop, bases: [directory.path], applications: [directory("home"), directory("system")], theme: "")
    let box = Box()
    for id in [
      "org.example.Mail", "kde-files", "org.example.Chat", "bad", "nosuch", "../home/org.example.Mail",
    ] {
      loader.load([.application(id)], size: 48, scale: 1) { box.pictures.append($0?.bitmap.size) }
    }
    #expect(loop.wait { box.pictures.count == 6 })
    #expect(box.pictures.map { $0?.width } == [10, 12, 11, nil, nil, nil])
  }

  @Test func `only a symbolic icon is given for a shape`() throws {
    directory.makeDirectory("hicolor")
    directory.makeDirectory("hicolor/16")
    directory.write("[Icon Theme]\nDirectories=16\n[16]\nSize=16", to: "hicolor/index.theme")
    for (name, side) in [("mail", 16), ("pause", 16), ("pause-symbolic", 12)] {
      try Picture.writePNG(
        TestPictures.photo(PixelSize(width: side, height: side)), to: directory("hicolor/16/\(name).png"))
    }
    let loop = try EventLoop()
    let loader = PictureLoader(loop: loop, bases: [directory.path], theme: "nosuch")
    let box = Box()
    for name in ["mail", "pause", "pause-symbolic", "nosuch"] {
      loader.load([.symbolic(name)], size: 16, scale: 1) { box.pictures.append($0?.bitmap.size) }
    }
    #expect(loop.wait { box.pictures.count == 4 })
    let shape = PixelSize(width: 12, height: 12)
    #expect(box.pictures == [nil, shape, shape, nil])
  }

  @Test func `a symbolic icon is told from others, and stands in for one in colours`() throws {
    for folder in ["hicolor", "hicolor/16", "any-symbolic.d"] { directory.makeDirectory(folder) }
    directory.write("[Icon Theme]\nDirectories=16\n[16]\nSize=16", to: "hicolor/index.theme")
    let picture = TestPictures.photo(PixelSize(width: 16, height: 16))
    for path in ["hicolor/16/mail", "hicolor/16/mail-symbolic", "hicolor/16/pause-symbolic", "my-symbolic"] {
      try Picture.writePNG(picture, to: directory(path + ".png"))
    }
    try Picture.writePNG(picture, to: directory("any-symbolic.d/photo.png"))
    directory.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"9\" height=\"9\"/></svg>",
      to: "shape-symbolic.svg")
    let loop = try EventLoop()
    let loader = PictureLoader(loop: loop, bases: [directory.path], theme: "nosuch")
    var found: [Bool?] = []
    let candidates: [PictureLoader.Candidate] = [
      .icon("mail"), .icon("mail-symbolic"), .icon("pause"), .icon("nosuch"),
      .file(directory("my-symbolic.png")),
      .file(directory("any-symbolic.d/photo.png")), .file(directory("shape-symbolic.svg")),
    ]
    for candidate in candidates {
      loader.load([candidate], size: 16, scale: 1) { found.append($0?.isSymbolic) }
    }
    #expect(loop.wait { found.count == candidates.count })
    #expect(found == [false, true, true, nil, false, false, true])
  }

  @Test func `a path that leaves the folders of themes is not one of theirs`() {
    let cache = IconCache(bases: ["/usr/share/icons", "/a/../b"])
    let inside = ["/usr/share/icons/x.png", "/usr/share/icons/a..b/x.png", "/a/../b/x.png"]
    #expect(inside.allSatisfy { cache.isInThemes($0) })
    let outside = [
      "/usr/share/icons/../x.png", "/usr/share/icons/a/../../../x.png", "/usr/share/icons2/x.png",
      "/a/../b/..",
    ]
    #expect(!outside.contains { cache.isInThemes($0) })
  }

  /// A loader whose file system does not answer for `slow`, a path, as long as that is there.
  private func stuckLoader(_ loop: EventLoop, at slow: String) -> PictureLoader {
    PictureLoader(loop: loop, theme: "", decodesElsewhere: false) {
      let reader = NamedFileReader(patience: .milliseconds(20))
      reader.halt = slow
      return IconCache(bases: [], applications: [], decoder: nil, reader: reader)
    }
  }

  @Test func `while a file system does not answer the fallback stays, and it is told once`() throws {
    directory.write("no picture", to: "slow")
    let path = directory("fallback.png")
    try Picture.writePNG(TestPictures.photo(PixelSize(width: 8, height: 8)), to: path)
    let bytes = try RegularFile.bytes(ofPath: path, upTo: 1 << 20)
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let loader = stuckLoader(loop, at: directory("slow"))
    let box = Box()
    loader.load([.file(directory("slow")), .data(bytes)], size: 8, scale: 1) {
      box.pictures.append($0?.bitmap.size)
    }
    let size = PixelSize(width: 8, height: 8)
    #expect(loop.wait { box.pictures == [size] })
    for _ in 0..<8 {
      clock.advance(by: .seconds(40))
      loop.serveWhatIsReady()
      #expect(loop.wait { loader.pendingCount == 0 })
    }
    #expect(box.pictures == [size])
    directory.remove("slow")
    loader.stop()
  }

  @Test func `a loader that was stopped asks a file system no more`() throws {
    directory.write("no picture", to: "slow")
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let loader = stuckLoader(loop, at: directory("slow"))
    let box = Box()
    loader.load([.file(directory("slow"))], size: 8, scale: 1) { box.pictures.append($0?.bitmap.size) }
    #expect(loop.wait { box.pictures == [nil] })
    loader.stop()
    clock.advance(by: .seconds(60))
    loop.serveWhatIsReady()
    #expect(loader.pendingCount == 0)
    directory.remove("slow")
  }

  @Test func `the loop goes on while a picture is decoded`() throws {
    try Picture.writePNG(
      TestPictures.shapes(PixelSize(width: 3000, height: 2000)), to: directory("large.png"))
    let loop = try EventLoop()
    let loader = PictureLoader(loop: loop, bases: [], theme: "")
    let box = Box()
    loader.load([.file(directory("large.png"))], size: 40, scale: 1) { box.pictures.append($0?.bitmap.size) }
    // Work that was scheduled meanwhile is done first.
    var isServed = false
    loop.schedule(at: loop.now) {
      #expect(box.pictures.isEmpty)
      isServed = true
    }
    #expect(loop.wait { !box.pictures.isEmpty })
    #expect(isServed)
    #expect(
      box.pictures == [PixelSize(width: 40, height: 26)] || box.pictures == [PixelSize(width: 40, height: 27)]
    )
  }
}
