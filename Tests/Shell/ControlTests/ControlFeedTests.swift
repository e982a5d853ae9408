import Glibc
import Loop
import TestSupport
import Testing

@testable import Control
@testable import TextProcessing

@Suite(.serialized) struct ControlFeedTests {
  let scratch = ScratchDirectory()
  let loop: EventLoop
  var address: ControlAddress { ControlAddress(directory: scratch.path, display: "wayland-7") }

  init() throws { loop = try EventLoop() }

  /// A server whose only answer is a stream, and a client that has asked for it.
  private func begin() throws -> (ControlServer, Client, ControlFeed) {
    var feed: ControlFeed?
    let server = try ControlServer(address, loop: loop) { feed = $1.stream() }
    let client = try Client(address)
    client.send(#"{"command":"follow"}"# + "\n")
    #expect(client.readLine(loop) == #"{"ok":true}"#)
    return (server, client, try #require(feed))
  }

  @Test func `lines come whenever they are sent`() throws {
    let (server, client, feed) = try begin()
    defer { server.close() }
    for number in 0..<3 {
      feed.send(["n": JSONValue(number)])
      #expect(client.readLine(loop) == "{\"n\":\(number)}")
    }
    // Input of the client is ignored during the stream.
    client.send("hello\n")
    feed.send(["n": 3])
    #expect(client.readLine(loop) == "{\"n\":3}")
  }

  @Test func `the end of a client is told once, and what is sent then is lost`() throws {
    let (server, client, feed) = try begin()
    defer { server.close() }
    var ends = 0
    feed.onClose = { ends += 1 }
    client.close()
    #expect(loop.wait { ends == 1 })
    feed.send(["n": 1])
    feed.close()
    #expect(ends == 1 && !feed.isOpen && server.clients.count == 0)
  }

  @Test func `the end of a client that went before its stream began is told too`() throws {
    var ends = 0
    var client: Client?
    let server = try ControlServer(address, loop: loop) { _, reply in
      client?.close()
      let feed = reply.stream()
      feed.onClose = { ends += 1 }
    }
    defer { server.close() }
    client = try Client(address)
    client?.send(#"{"command":"follow"}"# + "\n")
    #expect(loop.wait { ends > 0 && server.clients.count == 0 })
    #expect(ends == 1)
  }

  @Test func `a client that does not read is dropped`() throws {
    let (server, client, feed) = try begin()
    defer { server.close() }
    var ends = 0
    feed.onClose = { ends += 1 }
    let line = JSONValue.string(String(repeating: "x", count: 10000))
    var sent = 0
    while feed.isOpen, sent < 10000 {
      feed.send(line)
      sent += 1
    }
    // A mebibyte waits here, and what the socket takes; no more is kept.
    #expect(ends == 1 && sent > 100 && sent < 1000)
    client.close()
  }

  @Test func `the end of the server ends the stream`() throws {
    let (server, client, feed) = try begin()
    feed.send(["n": 1])
    server.close()
    #expect(client.readLine(loop) == "{\"n\":1}")
    #expect(client.readLine(loop) == nil)
    #expect(!feed.isOpen)
  }

  @Test func `a stream to a request that was answered is closed from the start`() throws {
    var feed: ControlFeed?
    let server = try ControlServer(address, loop: loop) { _, reply in
      reply(.success())
      feed = reply.stream()
    }
    defer { server.close() }
    let client = try Client(address)
    client.send(#"{"command":"x"}"# + "\n")
    #expect(client.readLine(loop) == #"{"ok":true}"#)
    #expect(feed?.isOpen == false)
  }
}
