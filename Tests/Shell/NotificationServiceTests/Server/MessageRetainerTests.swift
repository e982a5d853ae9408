import CPlatform
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import NotificationService
import Notifications
import Scenes
import TestSupport
import Testing

@testable import DBus

/// Large pictures stay in their messages while another thread reads them.
@Suite(.serialized)
struct MessageRetainerTests {
  let stage: BusStage
  let testServer: TestNotificationServer
  let worker: Worker<Void>
  /// The gate that has to be opened before the worker reads a picture.
  private let gate = Gate()

  init() throws {
    stage = try BusStage()
    testServer = try TestNotificationServer.open(stage)
    worker = Worker(loop: stage.loop, limit: .seconds(30)) {}
  }

  private static let (width, height) = (400, 300)

  private static func pixels(_ seed: Int) -> [UInt8] {
    (0..<width * height * 4).map { $0 % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: ($0 &* 31 &+ seed) >> 4) }
  }

  private static func hint(_ bytes: [UInt8]) -> DBusValue {
    .structure([
      .int32(Int32(width)), .int32(Int32(height)), .int32(Int32(width * 4)), .boolean(true), .int32(8),
      .int32(4), .bytes(bytes),
    ])
  }

  /// Returns the picture that a copy of the same bytes gives.
  private static func expected(_ bytes: [UInt8]) -> NotificationImage? {
    Hints([
      .init(
        "image-data",
        .structure([
          .integer(Int64(width)), .integer(Int64(height)), .integer(Int64(width * 4)), .boolean(true),
          .integer(8), .integer(4), .bytes(bytes),
        ]))
    ]).picture
  }

  private func notify(_ seed: Int, replaces: NotificationID? = nil) throws -> NotificationID {
    try testServer.notify(replaces: replaces, hints: ["image-data": Self.hint(Self.pixels(seed))])
  }

  /// Lets the worker reduce the newest picture as soon as the gate is opened.
  private func reduceLast() throws {
    let (picture, id) = try #require(testServer.takePictures().last)
    let gate = gate
    worker.run(
      { _ in
        gate.wait()
        return picture.bitmap()
      },
      then: { testServer.happen(.pictureRead(picture, $0 ?? nil, id: id)) })
  }

  private func waitForReturns() throws {
    try stage.wait("the messages") { worker.pendingCount == 0 && testServer.bus.retainer.retainedCount == 0 }
  }

  @Test func `a closed bus that is started again shares messages`() throws {
    let bus = testServer.bus
    testServer.service.close()
    bus.close()
    let again = try TestNotificationServer(stage, on: bus)
    try stage.wait("the name") { again.service.state == .owned }
    // Large enough to be shared.
    let pixels = [UInt8](repeating: 255, count: 400 * 300 * 4)
    _ = try again.notify(hints: ["image-data": Self.hint(pixels)])
    #expect(bus.retainer.retainedCount == 1)
  }

  @Test func `the pixels outlast the call, and the message comes back once`() throws {
    let id = try notify(3)
    try reduceLast()
    // Others come and go where the message would have been.
    for seed in 10..<14 {
      _ = try notify(seed)
      _ = testServer.takePictures()
    }
    #expect(testServer.bus.retainer.retainedCount >= 1)
    gate.open()
    try stage.wait("the picture") { worker.pendingCount == 0 }
    #expect(testServer.store.notification(id)?.pictures.first == Self.expected(Self.pixels(3)))
    for id in testServer.store.open.map(\.id) { testServer.happen(.closeRequested(id: id)) }
    try waitForReturns()
  }

  @Test func `what is small is copied, and nothing is shared`() throws {
    let bytes = [UInt8](repeating: 9, count: 64 * 64 * 4)
    _ = try testServer.notify(hints: [
      "image-data": .structure([
        .int32(64), .int32(64), .int32(256), .boolean(true), .int32(8), .int32(4), .bytes(bytes),
      ])
    ])
    guard case .bitmap? = testServer.store.open.first?.pictures.first else {
      Issue.record("\(testServer.store.open)")
      return
    }
    #expect(testServer.bus.retainer.retainedCount == 0)
  }

  @Test func `a message that nobody reads comes back when it is closed`() throws {
    let id = try notify(1)
    _ = testServer.takePictures()
    #expect(testServer.bus.retainer.retainedCount == 1)
    #expect(try testServer.call("CloseNotification", [.uint32(id.rawValue)]) == .success([]))
    try waitForReturns()
  }

  @Test func `much memory that nobody reads is given back before the message is let go of`() throws {
    let retainer = testServer.bus.retainer
    let native = try #require(testServer.bus.native)
    let message = try #require(
      native.makeSignal(path: Echo.path, interface: Echo.name, member: "Said", destination: nil))
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 << 20, alignment: 1 << 16)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 7)
    unsafe retainer.discard(UnsafeRawBufferPointer(memory), of: message.native)
    #expect(retainer.retainedCount == 1)
    try stage.wait("the message") { retainer.retainedCount == 0 }
    let isGone = unsafe memory.allSatisfy { $0 == 0 }
    #expect(isGone)
  }

  @Test func `a call replaced while its picture is read shows its own`() throws {
    let id = try notify(1)
    try reduceLast()
    #expect(try notify(2, replaces: id) == id)
    try reduceLast()
    gate.open(2)
    try waitForReturns()
    #expect(testServer.store.notification(id)?.pictures.first == Self.expected(Self.pixels(2)))
  }

  @Test func `a call closed while its picture is read leaves nothing`() throws {
    let id = try notify(1)
    try reduceLast()
    #expect(try testServer.call("CloseNotification", [.uint32(id.rawValue)]) == .success([]))
    gate.open()
    try waitForReturns()
    #expect(testServer.store.open.isEmpty)
  }

  @Test func `a picture outlasts the bus`() throws {
    let id = try notify(5)
    try reduceLast()
    stage.daemon.stop()
    try stage.wait("the loss") { if case .unavailable = testServer.bus.state { true } else { false } }
    gate.open()
    try waitForReturns()
    #expect(testServer.store.notification(id)?.pictures.first == Self.expected(Self.pixels(5)))
  }

  @Test func `a picture outlasts the connection that is closed`() throws {
    let id = try notify(6)
    try reduceLast()
    testServer.bus.close()
    #expect(testServer.bus.retainer.retainedCount == 1)
    gate.open()
    try waitForReturns()
    #expect(testServer.store.notification(id)?.pictures.first == Self.expected(Self.pixels(6)))
  }
}

/// Holds a thread up as often as it was not opened.
private nonisolated final class Gate: Sendable {
  private let descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_SEMAPHORE))

  deinit { close(descriptor) }

  func open(_ times: UInt64 = 1) { eventfd_write(descriptor, times) }

  func wait() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor, &count)
  }
}
