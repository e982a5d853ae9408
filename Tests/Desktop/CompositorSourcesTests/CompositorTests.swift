import Geometry
import Loop
import TestSupport
import Testing

@testable import CompositorSources
@testable import DesktopModel

/// Against services that tests play, and a clock that they turn.
@Suite struct CompositorTests {
  private let folder = ScratchDirectory()
  private let clock = ManualClock()
  private let loop: EventLoop

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  // MARK: - sway

  /// A message of sway's protocol.
  private func message(_ type: UInt32, _ json: String) -> [UInt8] {
    SwayFrame(type: type, payload: Array(json.utf8)).bytes
  }

  /// The answers to what is asked at the start, with one workspace and its windows.
  private func greeting(_ windows: String = "") -> [UInt8] {
    (0..<6).flatMap { _ in message(2, #"{"success":true}"#) }
      + message(
        1, #"[{"id":4,"num":1,"name":"1","output":"A","visible":true,"focused":true,"urgent":false}]"#)
      + message(
        4,
        #"{"type":"root","nodes":[{"type":"output","name":"A","nodes":[{"id":4,"type":"workspace","focus":[9],"nodes":[\#(windows)]}]}]}"#
      )
      + message(12, #"{"name":"default"}"#) + message(100, "[]")
  }

  private func makeSway(report: @escaping (String) -> Void = { _ in }) -> (
    service: ScriptedService, compositor: Compositor
  ) {
    let path = folder("sway")
    let service = ScriptedService(path, loop: loop)
    return (service, Compositor(Compositor.Addresses(sway: path), loop: loop, report: report))
  }

  @Test func `nothing is connected before someone wants to know, and nothing after`() throws {
    let (service, compositor) = makeSway()
    loop.serveWhatIsReady()
    #expect(service.connectionCount == 0)
    let observation = compositor.observe([.workspaces]) {}
    #expect(compositor.state(of: .workspaces)?.status == .connecting)
    try #require(loop.wait { service.received.first?.isEmpty == false })
    observation.cancel()
    #expect(compositor.state(of: .workspaces) == nil)
    compositor.close()
  }

  @Test func `what sway answers is told to those who observe, once`() throws {
    let (service, compositor) = makeSway()
    var calls = 0
    let observation = compositor.observe([.workspaces, .mode]) { calls += 1 }
    try #require(loop.wait { service.received.first?.isEmpty == false })
    loop.serveWhatIsReady()
    calls = 0
    service.send(greeting(), on: 0)
    try #require(loop.wait { compositor.state(of: .mode)?.status == .connected })
    loop.serveWhatIsReady()
    #expect(calls == 1)
    #expect(compositor.state(of: .workspaces)?.workspaces.map(\.name) == ["1"])
    #expect(compositor.source(of: .workspaces) == .sway)
    service.send(message(0x8000_0002, #"{"change":"resize"}"#), on: 0)
    try #require(loop.wait { compositor.state(of: .mode)?.mode == "resize" })
    observation.cancel()
    compositor.close()
  }

  @Test func `a message that cannot be read costs itself alone, and is logged once`() throws {
    var log: [String] = []
    let (service, compositor) = makeSway { log.append($0) }
    let observation = compositor.observe([.mode]) {}
    try #require(loop.wait { service.received.first?.isEmpty == false })
    service.send(greeting() + message(0x8000_0003, "{") + message(0x8000_0003, "["), on: 0)
    service.send(message(0x8000_0002, #"{"change":"resize"}"#), on: 0)
    try #require(loop.wait { compositor.state(of: .mode)?.mode == "resize" })
    #expect(log == ["sway: an event cannot be read: byte 1: expected a name in quotes"])
    #expect(service.connectionCount == 1)
    observation.cancel()
    compositor.close()
  }

  @Test func `titles that change continually are told twice a second, other changes at once`() throws {
    let (service, compositor) = makeSway()
    var told: [String?] = []
    let observation = compositor.observe([.frontWindow]) { [unowned compositor] in
      told.append(compositor.state(of: .frontWindow)?.focusedWindow?.title)
    }
    try #require(loop.wait { service.received.first?.isEmpty == false })
    service.send(
      greeting(#"{"id":9,"type":"con","pid":1,"name":"0","app_id":"a","focused":true}"#), on: 0)
    try #require(loop.wait { told.last == "0" })
    told = []
    func send(_ change: String, _ members: String, until isKnown: (Window) -> Bool) throws {
      service.send(
        message(0x8000_0003, #"{"change":"\#(change)","container":{"id":9,\#(members)}}"#), on: 0)
      try #require(loop.wait { compositor.state(of: .frontWindow)?.focusedWindow.map(isKnown) == true })
      loop.serveWhatIsReady()
    }
    func rename(_ title: String) throws {
      try send("title", #""name":"\#(title)""#) { $0.title == title }
    }
    for number in 1...9 { try rename("\(number)") }
    // The titles of one burst are reported at once.
    #expect(told == (1...TitlePace.burst).map { "\($0)" })
    clock.advance(by: TitlePace.interval)
    try #require(loop.wait { told.last == "9" })
    #expect(told.count == TitlePace.burst + 1)
    try rename("10")
    #expect(told.last == "9")
    try send("urgent", #""urgent":true"#) { $0.isUrgent }
    #expect(told.last == "10")
    clock.advance(by: .seconds(5))
    loop.serveWhatIsReady()
    #expect(told.count == TitlePace.burst + 2)
    observation.cancel()
    compositor.close()
  }

  @Test func `a command is sent in sway's words`() throws {
    let (service, compositor) = makeSway()
    let observation = compositor.observe([.mode]) {}
    try #require(loop.wait { service.received.first?.isEmpty == false })
    service.send(greeting(), on: 0)
    try #require(loop.wait { compositor.state(of: .mode)?.status == .connected })
    compositor.perform(.openWorkspace(name: "web"), by: .mode)
    var sent = ""
    service.onRequest = { _, all in sent = all }
    try #require(loop.wait { sent.hasSuffix(#"workspace --no-auto-back-and-forth "web""#) })
    observation.cancel()
    compositor.close()
  }

  @Test func `a socket that dies says why, and is tried again, later each time`() throws {
    let (service, compositor) = makeSway()
    let observation = compositor.observe([.workspaces]) {}
    try #require(loop.wait { service.received.first?.isEmpty == false })
    service.send(greeting(), on: 0)
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .connected })
    service.close()
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .failed("it hung up") })
    #expect(compositor.state(of: .workspaces)?.workspaces.isEmpty == true)
    // Nobody listens: the tries go on.
    for _ in 0..<4 {
      clock.advance(by: .seconds(10))
      loop.serveWhatIsReady()
    }
    guard case .failed(let reason) = compositor.state(of: .workspaces)?.status else {
      Issue.record("no failure")
      return
    }
    #expect(reason.hasPrefix("cannot connect to "))
    service.listen()
    loop.serveWhatIsReady()
    #expect(service.connectionCount == 1)
    clock.advance(by: .seconds(11))
    try #require(loop.wait { service.connectionCount == 2 && !service.received[1].isEmpty })
    service.send(greeting(), on: 1)
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .connected })
    observation.cancel()
    compositor.close()
  }

  @Test func `a service that does not answer is given up`() throws {
    let (service, compositor) = makeSway()
    let observation = compositor.observe([.workspaces]) {}
    try #require(loop.wait { service.received.first?.isEmpty == false })
    clock.advance(by: .seconds(7))
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .failed("it does not answer") })
    observation.cancel()
    compositor.close()
  }

  @Test func `a service that sends bytes of no message and does not answer after them is given up`() throws {
    let (service, compositor) = makeSway()
    let observation = compositor.observe([.workspaces]) {}
    try #require(loop.wait { service.received.first?.isEmpty == false })
    service.send(greeting(), on: 0)
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .connected })
    let asked = service.received[0].count
    service.send(Array("no message".utf8), on: 0)
    try #require(loop.wait { service.received[0].count > asked })
    clock.advance(by: .seconds(7))
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .failed("it does not answer") })
    observation.cancel()
    compositor.close()
  }

  @Test(arguments: ["HTTP/1.1 400 Bad Request\r\n", "i3-ipc\u{7f}\u{7f}\u{7f}\u{7f}\u{1}\u{1}\u{1}\u{1}"])
  func `a service of another kind is given up`(text: String) throws {
    let (service, compositor) = makeSway()
    let observation = compositor.observe([.workspaces]) {}
    try #require(loop.wait { service.received.first?.isEmpty == false })
    service.send(Array(text.utf8), on: 0)
    try #require(
      loop.wait { compositor.state(of: .workspaces)?.status == .failed("what it sent cannot be read") })
    observation.cancel()
    compositor.close()
  }

  @Test func `an observer that cancels while it is told hears nothing more, and the others do`() throws {
    let (service, compositor) = makeSway()
    var observation: Observation?
    var calls = (first: 0, second: 0)
    observation = compositor.observe([.workspaces]) {
      calls.first += 1
      observation?.cancel()
    }
    let other = compositor.observe([.workspaces]) { calls.second += 1 }
    loop.serveWhatIsReady()
    #expect(calls == (1, 1))
    try #require(loop.wait { service.received.first?.isEmpty == false })
    service.send(greeting(), on: 0)
    try #require(loop.wait { calls.second == 2 })
    #expect(calls.first == 1)
    other.cancel()
    compositor.close()
  }

  // MARK: - Hyprland and niri

  @Test func `Hyprland is asked by a connection for each question`() throws {
    folder.makeDirectory("hypr")
    let events = ScriptedService(folder("hypr/.socket2.sock"), loop: loop)
    let requests = ScriptedService(folder("hypr/.socket.sock"), loop: loop)
    let answers = [
      "j/workspaces": #"[{"id":1,"name":"1","monitor":"A"}]"#,
      "j/monitors": #"[{"id":0,"name":"A","focused":true,"activeWorkspace":{"id":1,"name":"1"}}]"#,
      "j/clients": "[]", "j/devices": #"{"keyboards":[]}"#,
      "j/submap": "\"default\"\n",
    ]
    var commands: [String] = []
    requests.onRequest = { connection, request in
      if let answer = answers[request] {
        requests.send(Array(answer.utf8), on: connection)
      } else {
        commands.append(request)
        // A version whose settings are not written in Lua.
        let answer = request.contains("hl.dsp") ? "Invalid dispatcher" : "ok"
        requests.send(Array(answer.utf8), on: connection)
      }
      requests.hangUp(connection)
    }
    let compositor = Compositor(Compositor.Addresses(hyprland: folder("hypr")), loop: loop)
    let observation = compositor.observe([.workspaces, .mode]) {}
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .connected })
    #expect(compositor.state(of: .workspaces)?.workspaces.map(\.isFocused) == [true])
    #expect(requests.connectionCount == 5)
    events.send(Array("submap>>resize\n".utf8), on: 0)
    try #require(loop.wait { compositor.state(of: .mode)?.mode == "resize" })
    let maximise = CompositorCommand.setMaximised(WindowID(rawValue: 10), true)
    #expect(compositor.canPerform(maximise, by: .mode))
    compositor.perform(.leaveMode, by: .mode)
    try #require(loop.wait { commands.count == 2 })
    #expect(commands == [#"dispatch hl.dsp.submap("reset")"#, "dispatch submap reset"])
    // The refusal has shown that this version has the commands without Lua.
    try #require(loop.wait { !compositor.canPerform(maximise, by: .mode) })
    #expect(compositor.canPerform(.leaveMode, by: .mode))
    #expect(compositor.canPerform(.switchLayout(isForward: true), by: .mode))
    events.close()
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .failed("it hung up") })
    observation.cancel()
    compositor.close()
  }

  @Test func `Hyprland is asked again if it does not take the first questions`() throws {
    folder.makeDirectory("hypr")
    let events = ScriptedService(folder("hypr/.socket2.sock"), loop: loop)
    let compositor = Compositor(Compositor.Addresses(hyprland: folder("hypr")), loop: loop)
    let observation = compositor.observe([.workspaces]) {}
    try #require(
      loop.wait { compositor.state(of: .workspaces)?.status == .failed("it takes no requests") })
    let requests = ScriptedService(folder("hypr/.socket.sock"), loop: loop)
    requests.onRequest = { connection, request in
      requests.send(Array((request == "j/devices" ? #"{"keyboards":[]}"# : "[]").utf8), on: connection)
      requests.hangUp(connection)
    }
    let isConnected = loop.wait {
      clock.advance(by: .milliseconds(5))
      return compositor.state(of: .workspaces)?.status == .connected
    }
    #expect(isConnected)
    observation.cancel()
    events.close()
    compositor.close()
  }

  @Test func `niri tells by a stream, and is told by other connections`() throws {
    let service = ScriptedService(folder("niri"), loop: loop)
    var commands: [String] = []
    service.onRequest = { connection, request in
      if request == "\"EventStream\"\n" {
        let lines = [
          #"{"Ok":"Handled"}"#, #"{"WindowsChanged":{"windows":[]}}"#,
          #"{"WorkspacesChanged":{"workspaces":[{"id":9,"idx":1,"output":"A","is_active":true,"is_focused":true}]}}"#,
        ]
        service.send(Array((lines.joined(separator: "\n") + "\n").utf8), on: connection)
      } else {
        commands.append(request)
        service.send(Array("{\"Ok\":\"Handled\"}\n".utf8), on: connection)
      }
    }
    let compositor = Compositor(Compositor.Addresses(niri: folder("niri")), loop: loop)
    let observation = compositor.observe([.workspaces]) {}
    try #require(loop.wait { compositor.state(of: .workspaces)?.status == .connected })
    let workspace = try #require(compositor.state(of: .workspaces)?.workspaces.first)
    compositor.perform(.focusWorkspace(workspace), by: .workspaces)
    try #require(loop.wait { commands == [#"{"Action":{"FocusWorkspace":{"reference":{"Id":9}}}}"# + "\n"] })
    observation.cancel()
    compositor.close()
  }

  // MARK: - Environment

  @Test(
    arguments: [
      (["SWAYSOCK": "/a", "I3SOCK": "/b"], Compositor.Addresses(sway: "/a")),
      (["SWAYSOCK": "", "I3SOCK": "/b"], Compositor.Addresses(sway: "/b")),
      (
        ["HYPRLAND_INSTANCE_SIGNATURE": "x_1", "XDG_RUNTIME_DIR": "/run"],
        Compositor.Addresses(hyprland: "/run/hypr/x_1")
      ),
      (["HYPRLAND_INSTANCE_SIGNATURE": "x_1"], Compositor.Addresses()),
      (["NIRI_SOCKET": "/n"], Compositor.Addresses(niri: "/n")), ([:], Compositor.Addresses()),
    ])
  func `sockets are where the environment says`(variables: [String: String], addresses: Compositor.Addresses)
  {
    #expect(Compositor.Addresses(environment: { variables[$0] }) == addresses)
  }
}
