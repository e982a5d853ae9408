import DesktopModel
import Testing

struct IconThemesTests {
  private static let index = """
    # A comment
    [Icon Theme]
    Name=Test
    Inherits = parent , other,../evil
    Directories=16/apps,48/apps,scalable/apps,16/apps,lost,../out,/abs,48/apps
    ScaledDirectories=16@2/apps

    [16/apps]
    Size=16
    Type=Fixed
    [48/apps]
    Size=48
    [scalable/apps]
    Size=64
    MinSize=32
    MaxSize=256
    Type=Scalable
    [16@2/apps]
    Size=16
    Scale=2
    [../out]
    Size=16
    """

  @Test func `an index is read, and what leads out of the theme left out`() {
    let theme = IconTheme(index: Self.index)
    #expect(theme.parents == ["parent", "other"])
    #expect(theme.folders.map(\.path) == ["16/apps", "48/apps", "scalable/apps", "16@2/apps"])
    #expect(theme.folders.map(\.kind) == [.fixed, .threshold, .scalable, .threshold])
    #expect(theme.folders[2].minSize == 32 && theme.folders[2].maxSize == 256 && theme.folders[3].scale == 2)
    #expect(IconTheme(index: "").folders == [] && IconTheme(index: "[\n=\n]==[x").folders == [])
    #expect(IconTheme(index: "[Icon Theme]\nDirectories=a\n[a]\nSize=0").folders == [])
  }

  @Test(arguments: [
    (0, 16, 1, true, 0), (0, 17, 1, false, 1), (0, 16, 2, false, 16), (1, 50, 1, true, 0),
    (1, 51, 1, false, 1),
    (1, 45, 1, false, 1), (2, 32, 1, true, 0), (2, 256, 1, true, 0), (2, 31, 1, false, 1),
    (2, 300, 1, false, 44),
    (3, 16, 2, true, 0), (3, 32, 1, false, 0),
  ])
  func `sizes match or have a distance`(folder: Int, size: Int, scale: Int, matches: Bool, distance: Int) {
    let folder = IconTheme(index: Self.index).folders[folder]
    #expect(folder.matches(size: size, scale: scale) == matches)
    #expect(folder.distance(size: size, scale: scale) == distance)
  }

  private func lookup(_ files: [String]) -> IconLookup {
    var folders: [String: Set<String>] = [:]
    for file in files {
      let slash = file.lastIndex(of: "/")!
      folders[String(file[..<slash]), default: []].insert(String(file[file.index(after: slash)...]))
    }
    let themes = [
      "test": IconTheme(index: Self.index),
      "parent": IconTheme(index: "[Icon Theme]\nInherits=test\nDirectories=a\n[a]\nSize=48"),
      "hicolor": IconTheme(index: "[Icon Theme]\nDirectories=h\n[h]\nSize=48"),
    ]
    return IconLookup(bases: ["/home", "/usr"], list: { folders[$0] ?? [] }, theme: { themes[$0] })
  }

  /// Cases: a description, the files that exist, and the one that is found.
  static let cases: [(what: String, files: [String], path: String?)] = [
    ("exact", ["/usr/test/48/apps/x.png", "/usr/test/scalable/apps/x.svg"], "/usr/test/48/apps/x.png"),
    (
      "the user's first", ["/usr/test/48/apps/x.png", "/home/test/48/apps/x.svg"], "/home/test/48/apps/x.svg"
    ),
    ("the nearest", ["/usr/test/16/apps/x.png", "/usr/test/16@2/apps/x.png"], "/usr/test/16@2/apps/x.png"),
    ("far before parent", ["/usr/test/16/apps/x.png", "/usr/parent/a/x.png"], "/usr/test/16/apps/x.png"),
    ("parent before hicolor", ["/usr/hicolor/h/x.png", "/usr/parent/a/x.xpm"], "/usr/parent/a/x.xpm"),
    ("hicolor before unthemed", ["/usr/hicolor/h/x.png", "/usr/x.png"], "/usr/hicolor/h/x.png"),
    ("unthemed", ["/usr/x.png"], "/usr/x.png"),
    ("png before svg", ["/usr/test/48/apps/x.svg", "/usr/test/48/apps/x.png"], "/usr/test/48/apps/x.png"),
    ("none", ["/usr/test/48/apps/y.png"], nil),
    ("more general", ["/usr/test/48/apps/x.png"], "/usr/test/48/apps/x.png"),
  ]

  @Test(arguments: cases)
  func `an icon is found in the order of the specification`(what: String, files: [String], path: String?) {
    #expect(lookup(files).path("x", size: 48, scale: 1, theme: "test") == path)
    #expect(lookup(files).path("x-y-z", size: 48, scale: 1, theme: "test") == path)
    #expect(lookup(files).path("x.png", size: 48, scale: 1, theme: "test") == path)
  }

  @Test(
    arguments: [
      (["/usr/test/48/apps/x.png", "/usr/test/scalable/apps/x.svg"], 64, "/usr/test/48/apps/x.png", 48),
      (["/usr/test/16/apps/x.png", "/usr/test/48/apps/x.png"], 48, "/usr/test/48/apps/x.png", 48),
      (["/usr/test/16/apps/x.png", "/usr/test/48/apps/x.png"], 47, "/usr/test/16/apps/x.png", 16),
      (["/usr/test/16@2/apps/x.png", "/usr/test/16/apps/x.png"], 20, "/usr/test/16/apps/x.png", 16),
      (["/usr/test/48/apps/x.png"], 24, "/usr/test/48/apps/x.png", 48),
      (["/usr/test/scalable/apps/x.svg"], 64, "/usr/test/scalable/apps/x.svg", 64),
      (["/usr/test/scalable/apps/x.svg"], 16, "/usr/test/scalable/apps/x.svg", 32),
      (["/usr/hicolor/h/x.png", "/usr/parent/a/x.png"], 64, "/usr/parent/a/x.png", 48),
      (["/usr/x.png"], 64, "/usr/x.png", nil),
    ] as [([String], Int, String, Int?)])
  func `an icon that keeps its size has the greatest up to a limit`(
    files: [String], size: Int, path: String, side: Int?
  ) {
    let found = lookup(files).sized("x", size: size, scale: 1, theme: "test")
    #expect(found == IconLookup.Sized(path: path, side: side))
    #expect(lookup(files).sized("y", size: size, scale: 1, theme: "test") == nil)
  }

  @Test func `an unknown theme is as hicolor`() {
    #expect(
      lookup(["/usr/hicolor/h/x.png"]).path("x", size: 16, scale: 1, theme: "nosuch")
        == "/usr/hicolor/h/x.png")
    #expect(lookup([]).path("", size: 16, scale: 1, theme: "") == nil)
    #expect(lookup([]).path("---", size: 16, scale: 1, theme: "test") == nil)
  }

  @Test func `the folders of themes follow the base directories`() {
    #expect(
      IconLookup.standardBases { ["HOME": "/h", "XDG_DATA_DIRS": "/a:b:/c"][$0] }
        == ["/h/.icons", "/h/.local/share/icons", "/a/icons", "/c/icons", "/usr/share/pixmaps"])
    #expect(
      IconLookup.standardBases { _ in nil } == [
        "/usr/local/share/icons", "/usr/share/icons", "/usr/share/pixmaps",
      ])
  }

  @Test(arguments: [
    ("[Desktop Entry]\nIcon=mail", "mail"), ("[Desktop Entry]\n Icon = mail app \n", "mail app"),
    ("[Desktop Entry]\nIcon[de]=post\nIcon=mail\nIcon=later", "mail"),
    ("[Desktop Entry]\nIcon=/a\\sb\\\\c", "/a b\\c"), ("[Other]\nIcon=mail", nil), ("Icon=mail", nil),
    ("[Desktop Entry]\nIcon=", nil), ("[Desktop Entry]\nIcon=a/b", nil), ("[Desktop Entry]\nIcon", nil),
    ("[Desktop Entry]\nName=x\n[Desktop Action new]\nIcon=plus", nil), ("", nil),
  ]) func `a desktop entry names an icon or a path`(text: String, icon: String?) {
    #expect(DesktopEntry(text: text).icon == icon)
  }

  @Test(
    arguments: [
      ("foot", ["foot"]), ("  foot  -e\ttop ", ["foot", "-e", "top"]), ("web %U", ["web"]),
      ("web --url=%u", ["web", "--url="]),
      ("web %i --title %c 100%%", ["web", "--icon", "mail", "--title", "A Post", "100%"]),
      ("sh -c \"a b; $c\"", ["sh", "-c", "a b; $c"]), ("\"/opt/a b/c\" \"\" d", ["/opt/a b/c", "", "d"]),
      (#"say "a \\"b\\" \\$c \\\\" x"#, ["say", #"a "b" $c \"#, "x"]),
      (#"say "a \"b\"""#, ["say", #"a "b""#]),
      (#"say a\\ b\sc"#, ["say", "a b", "c"]), ("", nil), ("%U", nil), ("\"\"", nil), ("say \"a", nil),
      (#"say \\"#, nil),
    ] as [(String, [String]?)])
  func `a desktop entry has a command, without a shell and without files`(line: String, command: [String]?) {
    let entry = DesktopEntry(
      text: "[Desktop Entry]\nName=A Post\nIcon=mail\nType=Application\nExec=\(line)\n")
    #expect(entry.command == command)
  }

  @Test(
    arguments: [
      ("Terminal=true", ["xdg-terminal-exec", "a", "b"]), ("Terminal=false", ["a", "b"]), ("Type=Link", nil),
      ("Hidden=true", nil),
      ("Hidden=false", ["a", "b"]),
    ] as [(String, [String]?)])
  func `an entry starts a program, in a terminal if it says so`(line: String, command: [String]?) {
    let entry = DesktopEntry(text: "[Desktop Entry]\nName=A\nStartupWMClass=Aa\nExec=a b\n\(line)\n")
    #expect(entry.command == command && entry.name == "A" && entry.windowClass == "Aa")
  }

  @Test(
    arguments: [
      ("Mail", "own Mail"), ("mail", "own mail"), ("MAIL", "own Mail"), ("org.example.editor", "all editor"),
      ("kde-Files", "all files"), ("absent", nil), ("../mail", nil),
    ] as [(String, String?)])
  func `an entry is found whatever its capitals, one of just that name before others`(
    id: String, text: String?
  ) {
    let files = [
      "/own": ["Mail.desktop": "own Mail", "mail.desktop": "own mail"],
      "/all": ["MAIL.desktop": "all MAIL", "org.example.Editor.desktop": "all editor"],
      "/all/kde": ["files.desktop": "all files"],
    ]
    let found = DesktopEntry.text(ofID: id, in: ["/own", "/all"]) {
      Set((files[$0] ?? [:]).keys)
    } read: { path in
      let parts = path.split(separator: "/")
      return files["/" + parts.dropLast().joined(separator: "/")]?[parts.last.map(String.init) ?? ""]
    }
    #expect(found == text)
  }

  @Test func `an entry may lie in folders, for each of which its identifier has a dash`() {
    #expect(DesktopEntry.paths(ofID: "mail") == ["mail.desktop"])
    #expect(DesktopEntry.paths(ofID: "a-b-c") == ["a-b-c.desktop", "a/b-c.desktop", "a/b/c.desktop"])
    #expect(DesktopEntry.paths(ofID: "a-b-c-d-e-f").count == 4)
    for id in ["", "..", "../x", "a/b", "a-..-x", "a-b-.hidden"] {
      #expect(DesktopEntry.paths(ofID: id) == [])
    }
    #expect(
      DesktopEntry.standardFolders { ["HOME": "/h", "XDG_DATA_DIRS": "/a:b:/c"][$0] }
        == ["/h/.local/share/applications", "/a/applications", "/c/applications"])
  }
}
