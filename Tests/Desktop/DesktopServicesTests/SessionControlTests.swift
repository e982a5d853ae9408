import DesktopModel
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// Permissions of logind for the user.
@Suite(.serialized)
struct SessionControlTests {
  let stage: BusStage

  init() throws {
    stage = try BusStage()
  }

  @Test func `each logind of twenty is asked anew, and what one has told is forgotten with the panel`() throws
  {
    let (name, path) = ("org.freedesktop.login1", "/org/freedesktop/login1")
    let methods = SessionAction.allCases.compactMap(\.managerMethod).map {
      InterfaceDescription.Method("Can" + $0, out: [.init("result", "s")])
    }
    let control = SessionControl(stage.makeBus())
    let other = try stage.connect()
    for round in 1...20 {
      let answer = round % 2 == 0 ? "yes" : "no"
      let logind = FakeService(try stage.connect(), name)
      logind.add(path, name + ".Manager", methods: methods) { _, _ in [.string(answer)] }
      try stage.wait("the name \(round)") { logind.isReady }
      let observation = control.observe {}
      try stage.wait("the answer \(round)") {
        control.permissions[.suspend] == SessionPermission(answer: answer)
      }
      logind.bus.close()
      observation.cancel()
      #expect(control.permissions.isEmpty)
      try stage.wait("no logind \(round)") {
        (try? stage.answer(other, .ofBus("NameHasOwner", [.string(name)], expects: "b")))
          == .success([.boolean(false)])
      }
    }
  }
}
