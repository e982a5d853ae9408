import BarUI
import Geometry
import ModuleModel
import Scenes
import ShellTestSupport
import Testing

@testable import Pictures
@testable import ShellSurfaces

/// Pictures that programs send in place of icons.
struct BarPicturesTests {
  /// A bar that shows pictures, as long as it exists.
  private final class ShownBar {}

  private let bar = ShownBar()

  private func pixels(_ width: Int, _ height: Int) -> SentPicture {
    SentPicture.pixels(Bitmap(size: PixelSize(width: width, height: height)))
  }

  @Test func `pixels are shown no larger than an icon`() {
    let pictures = BarPictures(PlayedPictures())
    func shown(_ sent: SentPicture) -> PictureTable.Picture? {
      let key = PictureTable.Key(ModuleIcon([.sent(sent), .named("emblem-system-symbolic")]), side: 16)
      return pictures.table([key], scale: 2, of: bar).pictures[key] ?? nil
    }
    #expect(shown(pixels(64, 32))?.bitmap.size == PixelSize(width: 32, height: 16))
    #expect(shown(pixels(64, 32))?.isTemplate == false)
    // A smaller picture stays as it is.
    #expect(shown(pixels(8, 8))?.bitmap.size == PixelSize(width: 8, height: 8))
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
      (.themed("a-b", folder: "/own"), [.themed("a-b", folder: "/own"), .file("/own/a-b")]),
      (.file("/own//a.png"), [.file("/own//a.png")]), (.named("a-symbolic"), [.symbolic("a-symbolic")]),
      (.named("a"), [.application("a"), .icon("a")]), (.symbol("a-symbolic"), [.symbolic("a-symbolic")]),
      (.letter("A"), []),
      (.sent(SentPicture.file([1, 2, 3])), [.data([1, 2, 3])]),
    ] as [(ModuleIcon.Candidate, [PictureLoader.Candidate])])
  func `each candidate of an icon is looked up at its places`(
    candidate: ModuleIcon.Candidate, places: [PictureLoader.Candidate]
  ) {
    let source = Candidates()
    _ = BarPictures(source).table([PictureTable.Key(ModuleIcon([candidate]), side: 16)], scale: 1, of: bar)
    #expect(source.asked == [places])
  }

  @Test func `pixels are shown where no theme has the icon before them, and nothing after them is tried`() {
    let source = Candidates()
    let pictures = BarPictures(source)
    func shown(_ candidates: [ModuleIcon.Candidate]) -> PictureTable.Picture? {
      pictures.icon(ModuleIcon(candidates), scale: 1)
    }
    let rest = ModuleIcon.Candidate.named("emblem-system-symbolic")
    let picture = shown([.named("absent"), .sent(pixels(8, 8)), rest])
    #expect(picture?.bitmap.size.width == 8 && picture?.isTemplate == false)
    #expect(source.asked == [[.application("absent"), .icon("absent")]])
    // Other pixels are no reason to look for the icon again.
    #expect(shown([.named("absent"), .sent(pixels(9, 9)), rest])?.bitmap.size.width == 9)
    #expect(source.asked.count == 1)
    #expect(shown([.named("absent"), rest])?.isTemplate == true && source.asked.count == 2)
    #expect(source.asked.last?.last == .symbolic("emblem-system-symbolic"))
    // An icon that comes with the program is preferred to pixels.
    #expect(shown([rest, .sent(pixels(8, 8))])?.isTemplate == true)
  }

  @Test func `a symbol that comes with the program is shown at once, and no theme is searched for it`() {
    let source = Candidates()
    let pictures = BarPictures(source)
    let bell = pictures.icon("bell-symbolic", scale: 1.25)
    #expect(bell?.isTemplate == true && bell?.bitmap.size.width == 20)
    #expect(pictures.icon(ModuleIcon("absent-symbolic", or: "bell-symbolic"), scale: 1.25) == bell)
    #expect(!pictures.isMissing("bell-symbolic", scale: 1.25) && source.asked.isEmpty)
    // A file comes before the symbol that stands for it, and no theme before that.
    #expect(pictures.icon(ModuleIcon("/cover.png", or: "bell-symbolic"), scale: 1.25) == bell)
    #expect(source.asked == [[.file("/cover.png")]])
  }

  @Test(arguments: [("system", nil), ("Papirus", "Papirus")] as [(String, String?)])
  func `symbols are those of a theme if the settings name one`(setting: String, theme: String?) {
    let source = Candidates()
    let pictures = BarPictures(source)
    pictures.use(symbolTheme: setting)
    var changes = 0
    pictures.onChange = { changes += 1 }
    #expect(pictures.icon("bell-symbolic", scale: 1)?.isTemplate == true, "no theme has it")
    #expect(source.asked == [[.symbolic("bell-symbolic", theme: theme)]])
    _ = pictures.icon(ModuleIcon([.named("bell")]), scale: 1)
    #expect(source.asked.last == [.application("bell"), .icon("bell")])
    changes = 0
    pictures.use(symbolTheme: nil)
    pictures.use(symbolTheme: nil)
    #expect(changes == 1)
  }

  @Test func `the contents of a file are read once, and other contents anew`() {
    let source = Candidates()
    let pictures = BarPictures(source)
    let sent = SentPicture.file([1, 2, 3])
    for _ in 1...2 {
      #expect(pictures.icon(ModuleIcon([.named("wifi-x"), .sent(sent)]), scale: 1) == nil)
    }
    #expect(source.asked == [[.application("wifi-x"), .icon("wifi-x"), .data([1, 2, 3])]])
    _ = pictures.icon(ModuleIcon([.named("wifi-x"), .sent(SentPicture.file([4]))]), scale: 1)
    #expect(source.asked.count == 2 && source.asked.last?.last == .data([4]))
  }

  @Test func `large pictures that programs send again and again are not all kept`() {
    let source = Candidates()
    let pictures = BarPictures(source)
    func ask(_ number: UInt8) -> Int {
      let sent = SentPicture.file([UInt8](repeating: number, count: 1 << 20))
      _ = pictures.icon(ModuleIcon([.sent(sent)]), scale: 1)
      return source.asked.count
    }
    for number in 1...9 { #expect(ask(UInt8(number)) == number) }
    #expect(ask(9) == 9, "the last one is kept")
    #expect(ask(1) == 10, "the first one is not")
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
        case .icon(let name, _), .symbolic(let name, _), .file(let name): name
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
    let bar = ShownBar()

    init(installed: Set<String>) {
      source.installed = installed
      pictures = BarPictures(source)
    }

    /// Shows the pictures of these icons from now on, and no others.
    func want(_ icons: [ModuleIcon]) {
      _ = pictures.table(Set(icons.map { PictureTable.Key($0, side: 16) }), scale: 1, of: bar)
    }

    /// The width of the picture of an icon; nil: there is none, or it has not been read.
    func known(_ icon: ModuleIcon) -> Int? { pictures.icon(icon, side: 16, scale: 1)?.bitmap.size.width }

    /// The width of the picture that is shown for an icon; nil: there is none, or it is being read.
    func width(_ icon: ModuleIcon) -> Int? {
      let key = PictureTable.Key(icon, side: 16)
      return (pictures.table([key], scale: 1, of: bar).pictures[key] ?? nil)?.bitmap.size.width
    }
  }

  @Test func `the answer for an older version of a file does not take the place of the newer one`() {
    let stage = Stage(installed: ["there"])
    let keys = [0, 1].map { PictureTable.Key(ModuleIcon("there", version: $0), side: 16) }
    for key in keys { _ = stage.pictures.table([key], scale: 1, of: stage.bar) }
    stage.source.answerNewest()
    stage.source.answerAll()
    #expect(stage.pictures.table([keys[1]], scale: 1, of: stage.bar).pictures[keys[1]] != nil)
    #expect(stage.source.waitingCount == 0, "nothing is read again")
  }

  @Test
  func `icons are looked for again when programs may have installed some, and shown until they are found`() {
    let stage = Stage(installed: ["there"])
    stage.pictures.use(symbolTheme: "system")
    let icons = ["there", "absent", "emblem-system-symbolic"] as [ModuleIcon]
    let keys = Set(icons.map { PictureTable.Key($0, side: 16) })
    func shown() -> [ModuleIcon: PictureTable.Picture] {
      let pictures = stage.pictures.table(keys, scale: 1, of: stage.bar).pictures
      return pictures.reduce(into: [:]) { if let picture = $1.value { $0[$1.key.icon] = picture } }
    }
    _ = shown()
    stage.source.answerAll()
    #expect(Set(shown().keys) == ["there", "emblem-system-symbolic"], "the program has a symbol of its own")
    #expect(stage.source.waitingCount == 0)
    var changes = 0
    stage.pictures.onChange = { changes += 1 }
    stage.pictures.searchAgain()
    #expect(stage.source.waitingCount == 3 && stage.source.forgettings == 2)
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

  @Test func `bars with more pictures than are kept do not make each other read theirs again`() {
    let sets = (0..<3).map { bar in (0..<200).map { "icon \(bar) \($0)" } }
    let stage = Stage(installed: Set(sets.joined()))
    var changes = 0
    stage.pictures.onChange = { changes += 1 }
    /// Draws bars, and returns how many of its pictures each of them shows after those that are read have come.
    func shown(_ bars: [(bar: ShownBar, icons: [String])]) -> [Int] {
      let counts = bars.map { bar, icons in
        let keys = Set(icons.map { PictureTable.Key(ModuleIcon([.named($0)]), side: 16) })
        return stage.pictures.table(keys, scale: 1, of: bar).pictures.count
      }
      stage.source.answerAll()
      return counts
    }
    let first = ShownBar()
    do {
      let second = ShownBar()
      #expect(shown([(first, sets[0]), (second, sets[1])]) == [0, 0])
      changes = 0
      #expect(shown([(first, sets[0]), (second, sets[1])]) == [200, 56] && changes == 0)
    }
    // The pictures of a bar that has gone are replaced.
    let third = ShownBar()
    #expect(shown([(third, sets[2])]) == [0] && changes == 56)
    #expect(shown([(first, sets[0]), (third, sets[2])]) == [200, 56] && changes == 56)
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

  @Test func `another version of a file is read, and the former one is shown until then`() {
    let stage = Stage(installed: ["/cover.png"])
    func cover(_ version: Int) -> ModuleIcon { ModuleIcon("/cover.png", version: version) }
    // The file changes while it is read for the first time.
    for version in 0...1 { #expect(stage.width(cover(version)) == nil) }
    #expect(stage.source.waitingCount == 2)
    stage.source.answerAll()
    #expect(stage.width(cover(1)) == 5 && stage.source.waitingCount == 0)
    var changes = 0
    stage.pictures.onChange = { changes += 1 }
    stage.source.theme = "longer name"
    for _ in 1...2 { #expect(stage.width(cover(2)) == 5 && stage.source.waitingCount == 1) }
    stage.source.answerAll()
    #expect(stage.width(cover(2)) == 11 && changes == 1 && stage.source.waitingCount == 0)
    #expect(stage.width(cover(3)) == 11)
    stage.source.answerAll()
    #expect(changes == 1, "it is as before")
    // A file that has gone, and one that is there at last.
    stage.source.installed = []
    #expect(stage.width(cover(4)) == 11)
    stage.source.answerAll()
    #expect(stage.width(cover(4)) == nil && changes == 2)
    stage.source.installed = ["/cover.png"]
    #expect(stage.width(cover(5)) == nil)
    stage.source.answerAll()
    #expect(stage.width(cover(5)) == 11 && changes == 3)
  }

  @Test func `the folders of a program are read again with another version of the icons in them`() {
    let stage = Stage(installed: [])
    let places = [ModuleIcon.Candidate.themed("state", folder: "/own"), .named("state")]
    _ = stage.width(ModuleIcon(places))
    stage.source.answerAll()
    #expect(stage.source.programForgettings == 0)
    _ = stage.width(ModuleIcon(places, version: 1))
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
