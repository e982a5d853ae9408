import DBusValues
import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus

/// Answers of other programs than the one that was asked. A bus does not pass them on, so that the test plays the bus.
@Suite(.serialized)
struct ForgedAnswerTests {
  let directory: PrivateDirectory
  let loop: EventLoop
  let bus: MessageBus
  let listener: Int32

  init() throws {
    directory = try PrivateDirectory()
    loop = try EventLoop()
    let path = directory.file("bus")
    bus = MessageBus(BusAddress("unix:path=\(path)")!, loop: loop)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0 && listen(listener, 1) == 0)
  }

  /// Answers the connection as a bus does, and returns the socket of the bus's end.
  private func accept() throws -> Int32 {
    bus.start()
    let other = Glibc.accept(listener, nil, nil)
    send(Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\n".utf8), to: other)
    var told: [UInt8] = []
    try #require(
      loop.wait {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(other, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        told += bytes.prefix(max(0, count))
        return told.contains(Array("BEGIN\r\n".utf8))
      })
    // The first call of a connection asks for its name.
    send(answer(to: 1, of: BusNames.bus, ":1.7"), to: other)
    try #require(loop.wait { bus.state == .connected })
    return other
  }

  private func send(_ bytes: [UInt8], to socket: Int32) {
    let count = unsafe write(socket, bytes, bytes.count)
    #expect(count == bytes.count)
  }

  /// An answer with a text to the call of that number: D-Bus Specification, "Message Format".
  private func answer(to call: UInt8, of sender: String, _ text: String) -> [UInt8] {
    func string(_ text: String) -> [UInt8] { [UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8) + [0] }
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
    }
    let body = string(text)
    let code = { (letter: Unicode.Scalar) in UInt8(ascii: letter) }
    var fields = padded([5, 1, code("u"), 0, call, 0, 0, 0])
    fields = padded(fields + [7, 1, code("s"), 0] + string(sender))
    fields += [8, 1, code("g"), 0, 1, code("s"), 0]
    let head: [UInt8] = [
      code("l"), 2, 0, 1, UInt8(body.count), 0, 0, 0, 9, 0, 0, 0, UInt8(fields.count), 0, 0, 0,
    ]
    return padded(head + fields) + body
  }

  @Test(arguments: [
    (":1.9", ":1.9", true), (":1.9", ":1.8", false), (BusNames.bus, BusNames.bus, true),
    (BusNames.bus, ":1.8", false), ("org.example.Name", ":1.8", true),
  ])
  func `an answer of another connection than the one that was asked is an error`(
    _ asked: String, _ sender: String, _ isTaken: Bool
  ) throws {
    let other = try accept()
    defer {
      bus.close()
      close(other)
      close(listener)
    }
    var result: Result<[DBusValue], BusError>?
    bus.call(Call(to: asked, "/a", "org.example.A", "Ask", expects: "s")) { result = $0 }
    send(answer(to: 2, of: sender, "yes"), to: other)
    try #require(loop.wait { result != nil })
    if isTaken {
      #expect(result == .success([.string("yes")]))
    } else {
      guard case .failure(let error) = result else {
        Issue.record("taken")
        return
      }
      #expect(error.message == "Ask: expected an answer of \(asked), got one of :1.8")
    }
  }
}
