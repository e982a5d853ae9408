import Glibc
import Loop

@testable import Control
@testable import TextProcessing

/// Any bytes as what clients of the control socket send, in packets, and what they are answered.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzControl(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated { ControlClient.play(input) }
  return 0
}

@MainActor private enum ControlClient {
  private static let loop = {
    guard let loop = try? EventLoop() else { fatalError("no loop") }
    return loop
  }()

  /// The first byte tells how large packets are; the rest is sent.
  static func play(_ input: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    precondition(unsafe socketpair(AF_UNIX, type, 0, &ends) == 0)
    let client = Descriptor(adopting: ends[1])
    var isClosed = false
    let connection = ControlConnection(
      Descriptor(adopting: ends[0]), loop: loop, handle: { answer($0, $1) }, onClose: { _ in isClosed = true }
    )
    var answers: [UInt8] = []
    var rest = input.dropFirst()
    let size = Int(input.first ?? 0) + 1
    while !isClosed {
      let sent = unsafe rest.prefix(size).withUnsafeBytes {
        unsafe send(client.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 { rest = rest.dropFirst(sent) }
      if rest.isEmpty { shutdown(client.raw, Int32(SHUT_WR)) }
      loop.runOnce(until: loop.now)
      answers += received(client.raw)
    }
    answers += received(client.raw)
    withExtendedLifetime(connection) {}
    for line in answers.split(separator: UInt8(ascii: "\n")) {
      guard let value = try? JSONValue(parsing: Array(line)), Response(value) != nil || value == ["line": "a"]
      else { preconditionFailure("no answer: \(String(decoding: line, as: UTF8.self))") }
    }
  }

  /// At once, later, by a stream, or not as it should be.
  private static func answer(_ request: Request, _ reply: ControlReply) {
    switch request.command.utf8.count % 4 {
    case 0: reply(.success(request.arguments))
    case 1: loop.schedule(at: loop.now) { reply(.failure(request.command)) }
    case 2:
      reply.stream().send(["line": "a"])
    default:
      reply(.success())
      reply(.failure("twice"))
    }
  }

  private static func received(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 {
      all += buffer[..<count]
    }
    return all
  }
}
