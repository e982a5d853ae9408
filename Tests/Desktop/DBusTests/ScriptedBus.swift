import DesktopModel
import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus

/// A bus with one connection that sends what a test has it send: D-Bus Specification, "Message Format".
@MainActor final class ScriptedBus {
  let loop: EventLoop
  /// The connection to this bus.
  let client: MessageBus
  /// The bytes that the connection has sent since the last one was accepted.
  private(set) var received: [UInt8] = []
  private let directory: PrivateDirectory
  private let listener: Int32
  private var other: Int32 = -1

  init() throws {
    directory = try PrivateDirectory()
    loop = try EventLoop()
    let path = directory.file("bus")
    client = MessageBus(BusAddress("unix:path=\(path)")!, loop: loop)
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

  isolated deinit {
    client.close()
    if other >= 0 { close(other) }
    close(listener)
  }

  /// Starts the connection and answers as a bus does, until it is connected.
  func accept() throws {
    client.start()
    other = Glibc.accept(listener, nil, nil)
    send(Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\n".utf8))
    try #require(
      loop.wait {
        receive()
        return received.contains(Array("BEGIN\r\n".utf8))
      })
    // The first call of a connection asks for its name.
    send(Self.answer(to: 1, of: BusNames.bus, ":1.7"))
    try #require(loop.wait { client.state == .connected })
  }

  func send(_ bytes: [UInt8]) {
    let count = unsafe write(other, bytes, bytes.count)
    #expect(count == bytes.count)
  }

  /// Reads what the connection has sent until now.
  func receive() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(other, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    received += bytes.prefix(max(0, count))
  }

  /// The place of a text in what the connection has sent; nil: it has not sent it.
  func place(of text: String) -> Int? {
    let text = Array(text.utf8)
    return received.indices.first { received[$0...].starts(with: text) }
  }

  /// An answer with a text to the call of that number.
  static func answer(to call: UInt8, of sender: String, _ text: String) -> [UInt8] {
    message(kind: 2, fields: [padded([5, 1, code("u"), 0, call, 0, 0, 0]), field(7, "s", sender)], text)
  }

  /// A signal with a text.
  static func signal(
    of sender: String, _ path: String, _ interface: String, _ member: String, _ text: String
  ) -> [UInt8] {
    let fields = [
      field(1, "o", path), field(2, "s", interface), field(3, "s", member), field(7, "s", sender),
    ]
    return message(kind: 4, fields: fields, text)
  }

  private static func message(kind: UInt8, fields: [[UInt8]], _ text: String) -> [UInt8] {
    let body = string(text)
    var all = fields.reduce([]) { padded($0) + $1 }
    all = padded(all) + [8, 1, code("g"), 0, 1, code("s"), 0]
    let head: [UInt8] = [
      code("l"), kind, 0, 1, UInt8(body.count), 0, 0, 0, 9, 0, 0, 0, UInt8(all.count), 0, 0, 0,
    ]
    return padded(head + all) + body
  }

  /// A field of the header with a text.
  private static func field(_ number: UInt8, _ type: Unicode.Scalar, _ text: String) -> [UInt8] {
    [number, 1, code(type), 0] + string(text)
  }

  private static func string(_ text: String) -> [UInt8] {
    [UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8) + [0]
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
  }

  private static func code(_ letter: Unicode.Scalar) -> UInt8 { UInt8(ascii: letter) }
}
