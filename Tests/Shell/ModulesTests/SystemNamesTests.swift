import CPlatform
import CompositorSources
import Glibc
import Loop
import ModuleModel
import ModuleReadings
import TestSupport
import Testing

@testable import Modules
@testable import Settings

struct SystemNamesTests {
  private let scratch = ScratchDirectory()
  private let loop: EventLoop
  private var names: SystemNames { SystemNames(loop: loop, folders: [scratch.path], rules: "/nowhere") }

  init() throws { loop = try EventLoop() }

  @Test func `programs are known by their desktop entries, which are read again once they are forgotten`() {
    let names = names
    func write(_ icon: String) {
      scratch.write(
        "[Desktop Entry]\nName=Post\nIcon=\(icon)\nStartupWMClass=Mail\nExec=mail %U\n", to: "mail.desktop")
    }
    write("letter")
    #expect(names.icon("mail") == "letter")
    write("post")
    #expect(names.icon("mail") == "letter")
    names.forget()
    #expect(names.icon("mail") == "post")
    let program = names.program("mail")
    #expect(program?.name == "Post" && program?.windowClass == "Mail" && program?.command == ["mail"])
  }

  @Test func `a program that is installed later is found`() {
    // The folder looks as if nothing had changed in it for long.
    var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    #expect(unsafe utimes(scratch.path, &times) == 0)
    let names = names
    for _ in 1...2 { #expect(names.program("mail") == nil && names.icon("mail") == "mail") }
    scratch.write("[Desktop Entry]\nIcon=post\n", to: "mail.desktop")
    #expect(names.icon("mail") == "post" && names.program("mail") != nil)
  }

  @Test(
    arguments: [
      ("code", "editor"), ("Code", "editor"), ("CODE", "editor"), ("Google-chrome", "browser"),
      ("google-chrome", "browser"), ("Idea", "ide"), ("jetbrains-idea", "ide"), ("Other", "Other\nother"),
      ("other", "other"), ("", nil), ("mindnote", "brain"), ("MINDNOTE", "brain"), ("Mindnote", "brain"),
      ("org.example.editor", "pen"),
    ] as [(String, String?)])
  func `windows have the icon of the entry of their name, in any case, or of the entry of their class`(
    appID: String, icon: String?
  ) {
    scratch.write("[Desktop Entry]\nIcon=editor\n", to: "code.desktop")
    scratch.write("[Desktop Entry]\nIcon=brain\n", to: "Mindnote.desktop")
    scratch.write("[Desktop Entry]\nIcon=pen\nStartupWMClass=x\n", to: "org.example.Editor.desktop")
    scratch.write("[Desktop Entry]\nIcon=browser\nStartupWMClass=Google-chrome\n", to: "chrome.desktop")
    scratch.write("[Desktop Entry]\nIcon=ide\nStartupWMClass=jetbrains-idea\n", to: "idea.desktop")
    let names = names
    var hasMore = false
    let observation = names.observe { hasMore = true }
    // Classes of windows become known later, as another thread reads all entries.
    if names.icon(appID) != icon { #expect(loop.wait { hasMore }) }
    observation.cancel()
    #expect(names.icon(appID) == icon)
    // A program that the taskbar starts has the name of its entry.
    #expect(names.program("Code") == nil)
  }

  @Test func `all entries are read once for windows without one, beside the thread that asks`() {
    scratch.write("[Desktop Entry]\nIcon=ide\nStartupWMClass=idea\n", to: "jetbrains.desktop")
    let names = names
    var tellings = 0
    let observation = names.observe { tellings += 1 }
    // The icons that the names themselves may stand for are shown meanwhile.
    #expect(names.icon("idea") == "idea" && names.icon("other") == "other")
    #expect(loop.wait { tellings == 1 })
    #expect(names.icon("idea") == "ide" && names.icon("other") == "other")
    // An entry that has come takes effect when it is found, too.
    var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    scratch.write("[Desktop Entry]\nIcon=new\nStartupWMClass=other\n", to: "new.desktop")
    #expect(unsafe utimes(scratch.path, &times) == 0)
    #expect(names.icon("other") == "other")
    #expect(loop.wait { tellings == 2 })
    #expect(names.icon("other") == "new")
    observation.cancel()
  }

  @Test func `entries are read again if they are to be while they are read`() {
    let names = names
    var tellings = 0
    let observation = names.observe { tellings += 1 }
    #expect(names.icon("idea") == "idea")
    names.forget()
    scratch.write("[Desktop Entry]\nIcon=ide\nStartupWMClass=idea\n", to: "jetbrains.desktop")
    // The first reading may have found the entry, or the file before its text.
    #expect(loop.wait { tellings > 0 && names.icon("idea") == "ide" })
    observation.cancel()
  }

  @Test func `pinned programs that nobody can start are reported`() throws {
    scratch.write("[Desktop Entry]\nExec=mail\n", to: "mail.desktop")
    scratch.write("[Desktop Entry]\nName=Nothing\n", to: "empty.desktop")
    var settings = TaskbarSettings()
    settings.pinned = ["mail", "empty", "gone.desktop"]
    var lines: [String] = []
    let source = CompositorModuleSource(
      settings: .taskbar(settings), compositor: Compositor(Compositor.Addresses(), loop: loop), names: names,
      keyboardUse: KeyboardUse(),
      outlet: ModuleOutlet(of: ModuleName(.taskbar), report: { lines.append($0) }) { _ in })
    #expect(
      lines == ["empty", "gone"].map { "no desktop entry \"\($0)\" that starts a program" })
    source.stop()
  }

  @Test func `a module of the compositor can be refreshed`() {
    let source: any ModuleSource = CompositorModuleSource(
      settings: .taskbar(TaskbarSettings()), compositor: Compositor(Compositor.Addresses(), loop: loop),
      names: names, keyboardUse: KeyboardUse(), outlet: ModuleOutlet(of: ModuleName(.taskbar)) { _ in })
    #expect(source is any Refreshes)
    source.stop()
  }
}
