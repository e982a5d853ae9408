import Geometry
import Glibc
import Loop
import Synchronization
import TestSupport
import Testing
import TextProcessing

@testable import Control

@Suite(.serialized)
struct ControlClientTests {
  let scratch = ScratchDirectory()
  var address: ControlAddress { ControlAddress(directory: scratch.path, display: "wayland-7") }

  /// A socket that takes connections and does nothing with them.
  private func listen() throws -> Int32 {
    let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(try unsafe address.withSocketAddress { unsafe bind(raw, $0, $1) } == 0)
    #expect(Glibc.listen(raw, 1) == 0)
    return raw
  }

  @Test func `a client without an instance reports that none runs`() throws {
    let request = Request("status")
    #expect(throws: ControlError.notRunning(display: "wayland-7")) {
      try ControlClient.send(request, to: address)
    }
    close(try listen())
    // The file is still there, nobody listens.
    #expect {
      try ControlClient.send(request, to: address)
    } throws: {
      "\($0)" == "hyaline does not run on wayland-7; \"hyaline run\" starts it"
    }
  }

  @Test func `a client stops waiting for an instance that does not answer`() throws {
    let listener = try listen()
    defer { close(listener) }
    let limit = Duration.milliseconds(60)
    // The backlog takes some; then even to connect would block.
    for _ in 0..<4 {
      #expect(throws: ControlError.noAnswer(within: limit)) {
        try ControlClient.send(Request("status"), to: address, within: limit)
      }
    }
  }

  @Test func `requests and responses of any size are transferred`() throws {
    let loop = try EventLoop()
    let server = try ControlServer(address, loop: loop) { request, reply in
      reply(request.command == "echo" ? .success(request.arguments) : .failure("no \(request.command)"))
    }
    defer { server.close() }
    for size in [0, 1, 1000, 60000] {
      let request = Request("echo", ["text": .string(String(repeating: "é", count: size / 2)), "n": 1])
      #expect(try send(request, loop) == .success(request.arguments))
    }
    #expect(try send(Request("dance"), loop) == .failure("no dance"))
    let tooLong = Request("echo", ["text": .string(String(repeating: "x", count: 1 << 20))])
    #expect(try send(tooLong, loop) == .failure("expected a request of at most 65536 bytes"))
  }

  @Test func `a server that closes the connection is an invalid answer`() throws {
    let loop = try EventLoop()
    var server: ControlServer?
    server = try ControlServer(address, loop: loop) { _, _ in server?.close() }
    #expect(throws: ControlError.badAnswer) { try send(Request("x"), loop) }
  }

  /// The client blocks: it gets a thread of its own, while the loop of the server runs on this one.
  private func send(_ request: Request, _ loop: EventLoop) throws -> Response {
    let answer = Answer()
    let address = address
    Task.detached {
      do throws(ControlError) {
        let response = try ControlClient.send(request, to: address)
        answer.result.withLock { $0 = .success(response) }
      } catch {
        answer.result.withLock { $0 = .failure(error) }
      }
    }
    var result: Result<Response, ControlError>?
    let isAnswered = loop.wait {
      result = answer.result.withLock { $0 }
      return result != nil
    }
    #expect(isAnswered)
    return try #require(result).get()
  }
}

private nonisolated final class Answer: Sendable {
  let result = Mutex<Result<Response, ControlError>?>(nil)
}
