import DesktopModel
import DesktopServices
import Glibc
import TestSupport
import Testing

@testable import DBus

@Suite(.serialized) struct ScopeMoveTests {
  let stage: BusStage
  let bus: MessageBus

  init() throws {
    stage = try BusStage()
    bus = try stage.connect()
  }

  private func startManager() throws -> FakeUserManager {
    let manager = FakeUserManager(try stage.connect())
    try stage.wait("the name") { manager.isReady }
    return manager
  }

  @Test func `a process is moved into a scope, and that is awaited`() throws {
    let manager = try startManager()
    var ends = 0
    bus.move(4711, toScope: "app-a.scope") { ends += 1 }
    try stage.wait("the call") { !manager.requests.isEmpty }
    let request = manager.requests[0]
    #expect(request[0] == .string("app-a.scope") && request[1] == .string("fail"))
    #expect(manager.process == 4711)
    // Something else has ended.
    manager.finish("/org/freedesktop/systemd1/job/8")
    _ = try stage.answer(bus, .ofBus("GetId", [], expects: "s"))
    #expect(ends == 0)
    manager.finish()
    try stage.wait("the end") { ends == 1 }
    manager.finish()
    _ = try stage.answer(bus, .ofBus("GetId", [], expects: "s"))
    #expect(ends == 1)
  }

  @Test func `who refuses, is not there or does not answer holds nobody up`() throws {
    var ends = 0
    bus.move(1, toScope: "a.scope") { ends += 1 }
    try stage.wait("the end without a manager") { ends == 1 }
    let manager = try startManager()
    manager.refuses = true
    bus.move(1, toScope: "a.scope") { ends += 1 }
    try stage.wait("the end where it is refused") { ends == 2 }
    manager.refuses = false
    bus.move(1, toScope: "a.scope") { ends += 1 }
    try stage.wait("the end where nothing is done") { ends == 3 }
    bus.close()
    bus.move(1, toScope: "a.scope") { ends += 1 }
    #expect(ends == 4)
  }
}
