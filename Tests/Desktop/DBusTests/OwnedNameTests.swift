import DesktopModel
import Glibc
import HeadlessSession
import TestSupport
import Testing

@testable import DBus

@Suite(.serialized)
struct OwnedNameTests {
  let stage: BusStage

  init() throws {
    stage = try BusStage()
  }

  @Test func `a name that is taken tells its owner, and is acquired once it is free`() throws {
    let first = try stage.connect()
    let second = try stage.connect()
    var states: [OwnedName.State] = []
    let held = first.own(Echo.name) { _ in }
    try stage.wait("the name") { held.state == .owned }
    let wanted = second.own(Echo.name) { states.append($0) }
    try stage.wait("the owner") { !states.isEmpty }
    guard case .taken(let owner?) = states[0] else {
      Issue.record("\(states)")
      return
    }
    #expect(owner.uniqueName == first.uniqueName)
    #expect(owner.processID == Int(getpid()))
    #expect(owner.words == "\(owner.processName!) (process \(getpid()))")
    held.release()
    try stage.wait("the name") { wanted.state == .owned }
    #expect(states.count == 2)
    wanted.release()
  }

  @Test func `a replacement takes the name over and gives it back when it ends`() throws {
    let first = try stage.connect()
    let second = try stage.connect()
    let held = first.own(Echo.name) { _ in }
    try stage.wait("the name") { held.state == .owned }
    let taker = second.own(Echo.name, replaces: true) { _ in }
    try stage.wait("the exchange") { taker.state == .owned && held.state != .owned }
    try stage.wait("the new owner") {
      if case .taken(let owner?) = held.state { owner.uniqueName == second.uniqueName } else { false }
    }
    second.close()
    try stage.wait("the name back") { held.state == .owned }
    #expect(held.state == .owned)
    held.release()
  }
}
