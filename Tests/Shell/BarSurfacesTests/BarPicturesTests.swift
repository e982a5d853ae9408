import BarUI
import Geometry
import ModuleModel
import Scenes
import Testing

@testable import BarSurfaces
@testable import Pictures

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

  /// A source without pictures, which records the requests.
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

    func forgetFolders() {}
    func forgetProgramFolders() {}
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

  /// A source with pictures of the names that are installed, which answers when a test tells it to.
  private final class InstalledIcons: PictureSource {
    var theme = "first"
    var installed: Set<String> = []
    /// The number of times that folders were forgotten.
    private(set) var forgettings = 0
    private(set) var programForgettings = 0
    private var waiting: [() -> Void] = []

    func load(
      _ candidates: [PictureLoader.Candidate], size: Int, scale: Double,
      completion: @escaping (PictureLoader.Loaded?) -> Void
    ) {
      let names = candidates.map { candidate in
        switch candidate {
        case .icon(let name), .symbolic(let name), .file(let name): name
        default: ""
        }
      }
      // Every theme has pictures of another size.
      let side = theme.utf8.count
      let found = !installed.isDisjoint(with: names)
      waiting.append {
        completion(
          found ? .init(bitmap: Bitmap(size: PixelSize(width: side, height: side)), isSymbolic: false) : nil)
      }
    }

    func forgetFolders() { forgettings += 1 }
    func forgetProgramFolders() { programForgettings += 1 }
    func stop() { waiting = [] }

    var waitingCount: Int { waiting.count }

    func answerNewest() { waiting.removeLast()() }

    func answerAll() {
      let all = waiting
      waiting = []
      for answer in all { answer() }
    }
  }

  /// Pictures of installed icons, of which a bar shows some by their names.
  private struct Stage {
    let source = InstalledIcons()
    let pictures: BarPictures

    init(installed: Set<String>) {
      source.installed = installed
      pictures = BarPictures(source)
    }

    /// Shows the pictures of these names from now on, and no others.
    func want(_ names: [String]) {
      _ = pictures.table(Set(names.map { BarPictureTable.Key(name: $0, side: 16) }), scale: 1)
    }

    /// The width of the picture of a name; nil: there is none, or it has not been read.
    func known(_ name: String) -> Int? { pictures.icon(name, side: 16, scale: 1)?.bitmap.size.width }

    /// The width of the picture that is shown for a name; nil: there is none, or it is being read.
    func width(_ name: String) -> Int? {
      let key = BarPictureTable.Key(name: name, side: 16)
      return (pictures.table([key], scale: 1).pictures[key] ?? nil)?.bitmap.size.width
    }
  }

  @Test func `the answer for an older version of a file does not take the place of the newer one`() {
    let stage = Stage(installed: ["there"])
    let keys = [0, 1].map { BarPictureTable.Key(name: "there", side: 16, version: $0) }
    for key in keys { _ = stage.pictures.table([key], scale: 1) }
    stage.source.answerNewest()
    stage.source.answerAll()
    #expect(stage.pictures.table([keys[1]], scale: 1).pictures[keys[1]] != nil)
    #expect(stage.source.waitingCount == 0, "nothing is read again")
  }

  @Test
  func `icons are looked for again when programs may have installed some, and shown until they are found`() {
    let stage = Stage(installed: ["there"])
    let keys: Set = ["there", "absent", "emblem-system-symbolic"].reduce(into: Set()) { keys, name in
      keys.insert(BarPictureTable.Key(name: name, side: 16))
    }
    func shown() -> [String: BarPictureTable.Picture] {
      let pictures = stage.pictures.table(keys, scale: 1).pictures
      return pictures.reduce(into: [:]) { if let picture = $1.value { $0[$1.key.name] = picture } }
    }
    _ = shown()
    stage.source.answerAll()
    #expect(Set(shown().keys) == ["there", "emblem-system-symbolic"], "the program has a symbol of its own")
    #expect(stage.source.waitingCount == 0)
    var changes = 0
    stage.pictures.onChange = { changes += 1 }
    stage.pictures.searchAgain()
    #expect(stage.source.waitingCount == 3 && stage.source.forgettings == 1)
    #expect(Set(shown().keys) == ["there", "emblem-system-symbolic"], "what is shown stays")
    #expect(stage.source.waitingCount == 3, "nothing is asked for twice")
    stage.source.answerAll()
    #expect(changes == 0, "nothing was installed")
    stage.source.installed = ["there", "absent", "emblem-system-symbolic"]
    stage.pictures.searchAgain()
    stage.source.answerAll()
    #expect(changes == 2 && shown().count == 3 && shown()["emblem-system-symbolic"]?.isTemplate == false)
    // Another icon is installed in place of one.
    stage.source.theme = "longer name"
    stage.pictures.searchAgain()
    stage.source.answerAll()
    #expect(changes == 5 && shown()["there"]?.bitmap.size.width == 11)
  }

  @Test func `a picture at a path is not read again when programs may have installed icons`() {
    let stage = Stage(installed: ["/cover.png"])
    _ = stage.width("/cover.png")
    stage.source.answerAll()
    stage.pictures.searchAgain()
    #expect(stage.source.waitingCount == 0)
  }

  @Test func `an icon that is installed while it is being looked for is found`() {
    let stage = Stage(installed: [])
    #expect(stage.width("new") == nil && stage.source.waitingCount == 1)
    stage.source.installed = ["new"]
    stage.pictures.searchAgain()
    stage.source.answerAll()
    stage.source.answerAll()
    #expect(stage.width("new") == 5)
  }

  @Test func `a file is read again when its program says that it has changed, and shown until then`() {
    let stage = Stage(installed: ["/cover.png"])
    let names = ["/cover.png", "/other.png"]
    stage.want(names)
    // The file changes while it is read for the first time.
    stage.pictures.readAgain("/cover.png")
    #expect(stage.source.waitingCount == 2, "it is being read")
    stage.source.answerAll()
    #expect(stage.known("/cover.png") == 5 && stage.source.waitingCount == 1)
    stage.source.answerAll()
    var changes = 0
    stage.pictures.onChange = { changes += 1 }
    stage.source.theme = "longer name"
    stage.pictures.readAgain("/cover.png")
    #expect(stage.known("/cover.png") == 5 && stage.source.waitingCount == 1, "no other is read")
    stage.source.answerAll()
    #expect(stage.known("/cover.png") == 11 && changes == 1 && stage.source.waitingCount == 0)
    stage.pictures.readAgain("/cover.png")
    stage.source.answerAll()
    #expect(changes == 1, "it is as before")
    // A file that is there at last, and one that has gone.
    stage.source.installed = ["/other.png"]
    for name in names { stage.pictures.readAgain(name) }
    stage.source.answerAll()
    #expect(stage.known("/cover.png") == nil && stage.known("/other.png") == 11 && changes == 3)
  }

  @Test func `a picture that nobody shows is read again when it is asked for`() {
    let stage = Stage(installed: ["/cover.png"])
    _ = stage.width("/cover.png")
    stage.source.answerAll()
    stage.want([])
    var changes = 0
    stage.pictures.onChange = { changes += 1 }
    stage.source.theme = "longer name"
    stage.pictures.readAgain("/cover.png")
    #expect(stage.source.waitingCount == 0 && changes == 1, "an open popup is told to ask")
    #expect(stage.known("/cover.png") == 5 && stage.source.waitingCount == 1)
    stage.source.answerAll()
    #expect(stage.known("/cover.png") == 11 && changes == 2)
  }

  @Test func `the folders of a program are read again with the icons in them`() {
    let stage = Stage(installed: [])
    _ = stage.width("/own//state\nstate")
    stage.source.answerAll()
    stage.pictures.readAgain("/own//state")
    #expect(stage.source.programForgettings == 1 && stage.source.waitingCount == 1)
  }

  @Test func `with another theme the icons of the former one stay until others were read`() {
    let stage = Stage(installed: ["there"])
    _ = stage.width("there")
    stage.source.answerAll()
    #expect(stage.width("there") == 5)
    var changes = 0
    stage.pictures.onChange = { changes += 1 }
    stage.pictures.use(theme: "first")
    #expect(changes == 0, "it is the same")
    stage.pictures.use(theme: "longer name")
    #expect(changes == 1 && stage.width("there") == 5 && stage.source.waitingCount == 1)
    stage.source.answerAll()
    #expect(changes == 2 && stage.width("there") == 11 && stage.source.waitingCount == 0)
    // An icon that only the former theme has is shown no longer.
    stage.source.installed = []
    stage.pictures.use(theme: "third")
    #expect(stage.width("there") == 11)
    stage.source.answerAll()
    #expect(stage.width("there") == nil && changes == 4)
  }
}
