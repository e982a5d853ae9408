import CompositorReadings
import CompositorSources
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

struct SystemNamesTests {
  private let scratch = ScratchDirectory()
  private var names: SystemNames { SystemNames(folders: [scratch.path], rules: "/nowhere") }

  @Test func `programs are known by their desktop entries, which are read again once they are forgotten`() {
    let names = names
    #expect(names.program("mail") == nil && names.icon("mail") == "mail")
    scratch.write(
      "[Desktop Entry]\nName=Post\nIcon=post\nStartupWMClass=Mail\nExec=mail %U\n", to: "mail.desktop")
    #expect(names.program("mail") == nil)
    names.forget()
    #expect(names.icon("mail") == "post")
    let program = names.program("mail")
    #expect(program?.name == "Post" && program?.windowClass == "Mail" && program?.command == ["mail"])
  }

  @Test func `pinned programs that nobody can start are reported`() throws {
    scratch.write("[Desktop Entry]\nExec=mail\n", to: "mail.desktop")
    scratch.write("[Desktop Entry]\nName=Nothing\n", to: "empty.desktop")
    var settings = TaskbarSettings()
    settings.pinned = ["mail", "empty", "gone.desktop"]
    var lines: [String] = []
    let source = CompositorModuleSource(
      module: ModuleName(.taskbar), settings: .taskbar(settings),
      compositor: Compositor(Compositor.Addresses(), loop: try EventLoop(clock: ManualClock())), names: names,
      outlet: ModuleOutlet { _ in }, report: { lines.append($0) })
    #expect(
      lines == ["empty", "gone"].map { "taskbar: no desktop entry \"\($0)\" that starts a program" })
    source.stop()
  }
}
