import Testing

@testable import Application
@testable import DBus

struct RivalProgramTests {
  @Test(arguments: [
    ("waybar", "waybar"), (".waybar-wrapped", "waybar"), (".swaync-wrapp", "swaync"), (".mako-", "mako"),
    ("a-wrapped", "a-wrapped"), (".hidden", ".hidden"), (".-wrapped", ".-wrapped"), ("", ""),
  ])
  func `a wrapped program has its own name`(process: String, name: String) {
    #expect(RivalProgram.name(ofProcess: process) == name)
  }

  @Test func `bars and notification daemons are known by their names`() {
    #expect(RivalProgram.role(ofProcess: "waybar") == .bar)
    for name in ["mako", "dunst", "swaync"] {
      #expect(RivalProgram.role(ofProcess: name) == .notifications(isShowing: false))
    }
    #expect(RivalProgram.role(ofProcess: "hyaline") == nil && RivalProgram.role(ofProcess: "bash") == nil)
  }

  @Test(
    arguments: [
      ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/dunst.service\n", "dunst.service"),
      ("0::/user.slice/user-1000.slice/session-2.scope\n", nil),
      ("0::/user.slice/user-1000.slice/user@1000.service\n", nil), ("0::/system.slice/greetd.service\n", nil),
      ("0::/\n", nil), ("", nil),
    ] as [(String, String?)])
  func `the service of a process is that of its control group`(text: String, unit: String?) {
    #expect(RivalProgram.unit(inGroup: text) == unit)
  }

  @Test func `the program that has the notifications is named`() {
    let bar = RivalProgram(name: "waybar", role: .bar)
    let waiting = RivalProgram(name: "dunst", role: .notifications(isShowing: false))
    let showing = RivalProgram(name: "mako", role: .notifications(isShowing: true))
    #expect(Diagnosis.notServed([bar, waiting, showing]) == "no: they go to mako")
    #expect(Diagnosis.notServed([bar, waiting]).hasSuffix("no message bus, as the log says"))
  }

  @Test func `each program is described with ways to end and to keep it`() {
    let bar = RivalProgram(name: "waybar", processID: 12, role: .bar)
    #expect(
      bar.words
        == "shows a bar too (process 12): \"kill 12\" ends it until it is started again; "
        + "\"hyaline run --notifications-only\" leaves the bar to it")
    let daemon = RivalProgram(
      name: "mako", processID: 7, role: .notifications(isShowing: true), unit: "mako.service")
    #expect(
      daemon.words
        == "shows notifications (process 7), so hyaline shows none: "
        + "\"systemctl --user disable --now mako.service\" ends it for good, and they come here; "
        + "\"notifications.enabled = false\" leaves them to it")
    let idle = RivalProgram(name: "dunst", processID: 8, role: .notifications(isShowing: false))
    #expect(
      idle.words
        == "runs too (process 8), but does not show notifications: \"kill 8\" ends it "
        + "until it is started again")
  }

  @Test func `the owner of the name is the process that the bus tells, or the only daemon`() {
    let bar = RivalProgram(name: "waybar", processID: 12, role: .bar)
    let idle = RivalProgram(name: "mako", processID: 7, role: .notifications(isShowing: false))
    let showing = RivalProgram(name: "mako", processID: 7, role: .notifications(isShowing: true))
    func list(_ programs: [RivalProgram], process: Int?) -> [RivalProgram] {
      let owner = NameOwner(uniqueName: ":1.4", processID: process, processName: process.map { _ in "other" })
      return RivalProgram.list(programs, showing: owner, unit: nil)
    }
    #expect(list([idle, bar], process: 7) == [showing, bar])
    #expect(list([idle, bar], process: nil) == [showing, bar])
    let other = RivalProgram(name: "other", processID: 9, role: .notifications(isShowing: true))
    #expect(list([idle, bar], process: 9) == [idle, bar, other])
    let unknown = RivalProgram(name: ":1.4", role: .notifications(isShowing: true))
    #expect(list([bar], process: nil) == [bar, unknown] && list([], process: nil) == [unknown])
    #expect(!unknown.words.contains("kill"))
  }
}
