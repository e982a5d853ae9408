import CWayland
import Geometry
import Glibc
import Loop
import TestSupport
import Testing
import WaylandTestSupport

@testable import Wayland

/// Reads a connection on a thread of its own.
private nonisolated func dispatchAside(_ display: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe wl_display_dispatch(OpaquePointer(display))
  return nil
}

/// Makes buffers under limits that leave from none to five descriptors.
@MainActor private func makeBuffersWithFewDescriptors() throws {
  let compositor = ScriptedCompositor()
  let connection = try compositor.connect([("wl_shm", 1)])
  var buffers: [SharedMemoryBuffer] = []
  for spare in 0..<6 {
    var made: [SharedMemoryBuffer?] = []
    // Another thread of the process may open or close a descriptor meanwhile: then it is tried again.
    for _ in 0..<100 {
      try leaveDescriptors(spare)
      // One is for the memory, and one for the copy that waits to be sent.
      made = (0..<8).map { _ in
        try? SharedMemoryBuffer(connection, size: PixelSize(width: 4, height: 4))
      }
      #expect(try connection.flush() && connection.failure == nil)
      if spareDescriptors() == spare { break }
    }
    #expect(made.map { $0 != nil } == Array(repeating: spare >= 2, count: 8), "\(spare)")
    buffers += made.compactMap(\.self)
  }
}

/// Sets the limit of the process so that this number of descriptors can be opened.
private func leaveDescriptors(_ count: Int) throws {
  var limit = rlimit()
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  try #require(unsafe getrlimit(resource, &limit) == 0)
  limit.rlim_cur = min(limit.rlim_max, 1024)
  try #require(unsafe setrlimit(resource, &limit) == 0)
  // All numbers below this one are in use, and others above it may be.
  let lowest = dup(0)
  try #require(lowest >= 0)
  close(lowest)
  limit.rlim_cur = rlim_t(lowest)
  try #require(unsafe setrlimit(resource, &limit) == 0)
  while spareDescriptors() < count {
    limit.rlim_cur += 1
    try #require(unsafe setrlimit(resource, &limit) == 0)
  }
}

/// The number of descriptors that can be opened under the limit of the process.
private func spareDescriptors() -> Int {
  var opened: [CInt] = []
  while case let descriptor = dup(0), descriptor >= 0 { opened.append(descriptor) }
  for descriptor in opened { close(descriptor) }
  return opened.count
}

@Suite struct ConnectionTests {
  @Test func `globals come and go`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_shm", 1), ("zwlr_layer_shell_v1", 3)])
    #expect(connection.globals.all.map(\.interface) == ["wl_shm", "zwlr_layer_shell_v1"])
    #expect(connection.globals.all.map(\.version) == [1, 3])
    var events: [String] = []
    connection.globals.onGlobalAdded = { events.append("+\($0.interface)") }
    connection.globals.onGlobalRemoved = { events.append("-\($0.interface)") }
    compositor.announce(9, "wl_seat", version: 5)
    compositor.withdraw(1)
    compositor.withdraw(77)
    try compositor.deliver(connection)
    #expect(events == ["+wl_seat", "-wl_shm"])
    #expect(connection.globals.all.map(\.name) == [2, 9])
  }

  @Test func `a binding takes the highest common version, or says what is missing`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("zwlr_layer_shell_v1", 3), ("wl_compositor", 9)])
    let shell = try connection.globals.bind(ZwlrLayerShellV1.self, version: 4)
    #expect(shell.version == 3)
    #expect(try connection.globals.bind(WlCompositor.self, version: 9).version == 4)
    let missing = #expect(throws: WaylandError.self) {
      try connection.globals.bind(ZwlrScreencopyManagerV1.self, version: 3)
    }
    #expect(missing?.description == "compositor does not support zwlr_screencopy_manager_v1")
    let outdated = #expect(throws: WaylandError.self) {
      try connection.globals.bind(ZwlrLayerShellV1.self, version: 4, atLeast: 4)
    }
    #expect(
      outdated?.description
        == "compositor supports zwlr_layer_shell_v1 only up to version 3, expected at least 4")
  }

  @Test func `the compositor's refusal is reported once, with its words`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect()
    var reports: [WaylandError] = []
    connection.onClosed = { reports.append($0) }
    compositor.send(1, 0, [.word(2), .word(7), .text("no: error 3: of mine")])
    compositor.hangUp()
    let error = try #require(throws: WaylandError.self) { try connection.readAndDispatch() }
    #expect(
      error.description
        == "compositor closed the connection: wl_registry#2, error 7: no: error 3: of mine")
    #expect(throws: error) { try connection.roundTrip() }
    #expect(throws: error) { try connection.flush() }
    #expect(reports == [error])
  }

  @Test func `a compositor that hangs up is an error, and objects can still be destroyed`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_compositor", 4)])
    let surface = try Surface(connection)
    compositor.hangUp()
    #expect(throws: WaylandError.disconnected(reason: "the compositor has gone")) {
      try connection.roundTrip()
    }
    surface.commit()
    surface.destroy()
    connection.close()
    connection.close()
  }

  @Test func `a connection for whose requests no room was left is over`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_compositor", 4)])
    let surface = try Surface(connection)
    // The compositor reads nothing, and all of this is more than the socket holds.
    for _ in 0..<100_000 { surface.commit() }
    let isFlushed = try? connection.flush()
    #expect(isFlushed != true)
    // Newer versions of libwayland keep what finds no room.
    if unsafe wl_display_get_error(connection.nativeDisplay) != 0 {
      #expect(isFlushed == nil)
      #expect(connection.failure == .disconnected(reason: "the compositor takes no requests"))
    }
  }

  @Test func `a buffer for which no descriptor is left is an error, and the connection lasts`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run { try makeBuffersWithFewDescriptors() }
    }
  }

  @Test func `nonsense ends the connection`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect()
    compositor.send(ScriptedCompositor.registry, 200)
    let error = try #require(throws: WaylandError.self) { try connection.readAndDispatch() }
    // libwayland takes whatever errno happens to be for the reason.
    guard case .disconnected = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `a loop delivers events, and those that others have read before it sleeps`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect()
    let loop = try EventLoop()
    var names: [UInt32] = []
    connection.globals.onGlobalAdded = { names.append($0.name) }
    connection.attach(to: loop)
    compositor.announce(5, "wl_seat", version: 1)
    #expect(loop.wait { names == [5] })
    compositor.announce(6, "wl_seat", version: 1)
    // EGL reads so while it swaps buffers.
    try connection.readWithoutDispatching()
    loop.runOnce(until: loop.now + patience)
    #expect(names == [5])
    // The event is delivered before the sleep, which nothing would end.
    loop.runOnce(until: loop.now)
    #expect(names == [5, 6])
    var failure: WaylandError?
    connection.onClosed = { failure = $0 }
    compositor.hangUp()
    #expect(loop.wait { failure != nil })
  }

  @Test func `nothing is left of a closed connection`() throws {
    let before = Proxy.liveCount
    do {
      let compositor = ScriptedCompositor()
      let connection = try compositor.connect([("wl_compositor", 4), ("wl_shm", 1), ("wl_output", 4)])
      let surface = try Surface(connection)
      let buffer = try SharedMemoryBuffer(connection, size: PixelSize(width: 4, height: 4))
      surface.attach(buffer)
      surface.requestFrame { _ in }
      _ = connection.outputs.all
      #expect(Proxy.liveCount > before + 5)
      connection.close()
      #expect(Proxy.liveCount == before)
      // After the end of the connection it is no longer a crash.
      surface.destroy()
      buffer.destroy()
    }
    #expect(Proxy.liveCount == before)
  }

  @Test func `a compositor that never answers is given up while the loop goes on`() throws {
    let compositor = ScriptedCompositor()
    let loop = try EventLoop()
    var isServed = false
    loop.schedule(at: loop.now) { isServed = true }
    let limit = Duration.milliseconds(50)
    let error = #expect(throws: WaylandError.self) {
      try Connection.open(socket: compositor.clientSocket, loop: loop, limit: limit)
    }
    #expect(error == .noAnswer(display: "descriptor \(compositor.clientSocket)", limit: limit))
    #expect(isServed)
  }

  @Test func `a loop that is told to stop does not wait for the compositor`() throws {
    let compositor = ScriptedCompositor()
    let loop = try EventLoop()
    loop.schedule(at: loop.now) { loop.stop() }
    let limit = Duration.seconds(600)
    #expect(try Connection.open(socket: compositor.clientSocket, loop: loop, limit: limit) == nil)
    #expect(loop.isStopping)
  }

  @Test func `a compositor is connected to while the loop runs`() throws {
    let compositor = ScriptedCompositor()
    let loop = try EventLoop()
    loop.schedule(at: loop.now) {
      compositor.announce(1, "wl_shm", version: 1)
      compositor.send(ScriptedCompositor.firstRoundTrip, 0, [.word(0)])
    }
    let connection = try Connection.open(socket: compositor.clientSocket, loop: loop)
    #expect(connection?.globals.all.map(\.interface) == ["wl_shm"])
    // The connection's descriptor is not watched any more, so that `attach` can watch it.
    connection?.attach(to: loop)
  }

  @Test func `a compositor that hangs up before it answers is an error`() throws {
    let compositor = ScriptedCompositor()
    let loop = try EventLoop()
    loop.schedule(at: loop.now) { compositor.hangUp() }
    #expect(throws: WaylandError.disconnected(reason: "the compositor has gone")) {
      try Connection.open(socket: compositor.clientSocket, loop: loop)
    }
  }

  @Test func `a wait for the compositor has an end`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect()
    let limit = Duration.milliseconds(10)
    #expect(throws: WaylandError.self) { try connection.roundTrip(limit: limit) }
  }

  @Test func `a socket on which too many programs wait is tried again until the limit`() throws {
    let directory = ScratchDirectory()
    let listener = HungListener(directory("wayland-full"), backlog: 0)
    defer { listener.close() }
    let loop = try EventLoop()
    let limit = Duration.milliseconds(50)
    let waiting = listener.fill()
    defer { for socket in waiting { close(socket) } }
    let error = #expect(throws: WaylandError.self) {
      try Connection.open(displayName: directory("wayland-full"), loop: loop, limit: limit)
    }
    #expect(error == .noAnswer(display: directory("wayland-full"), limit: limit))
    #expect(throws: WaylandError.self) {
      try Connection(displayName: directory("wayland-full"), limit: limit)
    }
  }

  @Test func `a thread of a driver's may have libwayland log`() throws {
    let compositor = ScriptedCompositor()
    _ = try compositor.connect()
    let other = ScriptedCompositor()
    // Nothing has such an event, which libwayland says on the thread that reads it.
    other.send(1, 200)
    guard let display = unsafe wl_display_connect_to_fd(other.clientSocket) else {
      Issue.record("no connection")
      return
    }
    var thread = pthread_t()
    let result = unsafe pthread_create(&thread, nil, dispatchAside, UnsafeMutableRawPointer(display))
    #expect(result == 0)
    pthread_join(thread, nil)
    let error = unsafe wl_display_get_error(display)
    #expect(error != 0)
    unsafe wl_display_disconnect(display)
  }
}
