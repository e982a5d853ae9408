import Geometry
import Glibc
import Loop
import Synchronization
import TestSupport
import Testing
import TextProcessing

@testable import Control

@Suite(.serialized)
struct ControlServerTests {
  let loop: EventLoop
  let scratch = ScratchDirectory()
  let address: ControlAddress

  init() throws {
    // The time of the loop stands still, since a machine with other work may need longer than a client may take.
    loop = try EventLoop(clock: ManualClock())
    address = ControlAddress(directory: scratch.path, display: "wayland-7")
  }

  /// Answers `echo` with its arguments, and `later` when `later` is called.
  private func startServer() throws -> ControlServer {
    try ControlServer(address, loop: loop) { request, reply in
      switch request.command {
      case "echo": reply(.success(request.arguments))
      case "never": break
      case "large": reply(.success(["text": .string(String(repeating: "x", count: 1 << 20))]))
      default: reply(.failure("unknown command \"\(request.command)\""))
      }
    }
  }

  @Test(arguments: [
    ("wayland-1", "wayland-1"), ("/run/user/1000/wayland-1", "wayland-1"), ("/tmp/x/", "x"),
    (nil, "wayland-0"),
    ("", "wayland-0"), ("/", "wayland-0"), ("..", "wayland-0"), ("/a/..", "wayland-0"), ("../../etc/x", "x"),
  ])
  func `the socket is named after the last part of the display`(display: String?, name: String) {
    let address = ControlAddress(directory: "/run/user/7", display: display)
    #expect(address.path == "/run/user/7/hyaline-\(name).sock")
  }

  @Test(arguments: [
    (#"{"command":"echo","a":1}"#, #"{"a":1,"ok":true}"#),
    (#"{"command":"echo"}"#, #"{"ok":true}"#),
    (#"{"command":"dance"}"#, #"{"error":"unknown command \"dance\"","ok":false}"#),
    ("{}", #"{"error":"expected an object with a \"command\"","ok":false}"#),
    (#"["command"]"#, #"{"error":"expected an object with a \"command\"","ok":false}"#),
    (#"{"command":7}"#, #"{"error":"expected an object with a \"command\"","ok":false}"#),
    ("", #"{"error":"byte 0: expected a value","ok":false}"#),
    ("garbage", #"{"error":"byte 0: expected a value","ok":false}"#),
    ("\u{0}\u{1}\u{7F}", #"{"error":"byte 0: expected a value","ok":false}"#),
  ])
  func `each line is answered by a line`(request: String, response: String) throws {
    let server = try startServer()
    defer { server.close() }
    let client = try Client(address)
    client.send(request + "\n")
    #expect(client.readLine(loop) == response)
    // The connection is good for another one.
    client.send(#"{"command":"echo","again":true}"# + "\n")
    #expect(client.readLine(loop) == #"{"again":true,"ok":true}"#)
  }

  @Test func `requests in pieces and several at once are answered in order`() throws {
    let server = try startServer()
    defer { server.close() }
    let client = try Client(address)
    for byte in #"{"command":"echo","n":0}"# {
      client.send(String(byte))
      loop.runOnce(until: loop.now)
    }
    client.send("\n" + #"{"command":"echo","n":1}"# + "\n" + #"{"command":"echo","n":2}"# + "\n")
    #expect((0..<3).map { _ in client.readLine(loop) } == (0..<3).map { #"{"n":\#($0),"ok":true}"# })
  }

  /// The client takes the answers on a thread of its own while they are written, so that nothing holds the server up.
  @Test func `a thousand requests in a row are all answered`() throws {
    let server = try startServer()
    defer { server.close() }
    let count = 16000
    let client = try Client(address)
    client.send(String(repeating: "\n", count: count))
    let answers = client.countLines(count)
    #expect(loop.wait { answers.number.load(ordering: .relaxed) == count })
  }

  @Test func `only the first reply is sent, and a late one is ignored`() throws {
    var replies: [ControlReply] = []
    let server = try ControlServer(address, loop: loop) { replies.append($1) }
    defer { server.close() }
    let client = try Client(address)
    client.send(#"{"command":"x"}"# + "\n" + #"{"command":"y"}"# + "\n")
    #expect(loop.wait { replies.count == 1 })
    replies[0](.success(["n": 1]))
    replies[0](.success(["n": 99]))
    #expect(loop.wait { replies.count == 2 })
    replies[0](.success(["n": 99]))
    replies[1](.failure("no"))
    #expect(client.readLine(loop) == #"{"n":1,"ok":true}"#)
    #expect(client.readLine(loop) == #"{"error":"no","ok":false}"#)
    client.send(#"{"command":"z"}"# + "\n")
    #expect(loop.wait { replies.count == 3 })
    client.close()
    replies[2](.success())
    #expect(loop.wait { server.clients.count == 0 })
  }

  @Test func `a request without an end is refused and not kept in memory`() throws {
    let server = try startServer()
    defer { server.close() }
    let client = try Client(address)
    var sent = 0
    // The server stops reading long before the 10 MB are over.
    while sent < 10 << 20, let count = client.sendSome(String(repeating: "x", count: 65536)) {
      sent += count
      loop.runOnce(until: loop.now)
    }
    #expect(sent < 1 << 20)
    #expect(client.readLine(loop) == #"{"error":"expected a request of at most 65536 bytes","ok":false}"#)
    #expect(loop.wait { server.clients.count == 0 })
  }

  @Test func `a client that does not read its answers blocks no other`() throws {
    let server = try startServer()
    defer { server.close() }
    let deaf = try Client(address)
    deaf.send(#"{"command":"large"}"# + "\n")
    let other = try Client(address)
    other.send(#"{"command":"echo"}"# + "\n")
    #expect(other.readLine(loop) == #"{"ok":true}"#)
    #expect(server.clients.count == 2)
    // When it does read, all arrives.
    #expect(deaf.readLine(loop)?.utf8.count == (1 << 20) + #"{"ok":true,"text":""}"#.utf8.count)
  }

  @Test func `clients that disconnect during a request are removed`() throws {
    let server = try startServer()
    defer { server.close() }
    for text in ["", "{\"comm", #"{"command":"large"}"# + "\n", #"{"command":"echo"}"# + "\n"] {
      let client = try Client(address)
      client.send(text)
      loop.runOnce(until: loop.now)
      client.close()
    }
    #expect(loop.wait { server.clients.count == 0 })
  }

  @Test func `a thousand silent clients do not keep others from connecting`() throws {
    let server = try startServer()
    defer { server.close() }
    var silent: [Client] = []
    for _ in 0..<1000 {
      silent.append(try Client(address))
      loop.runOnce(until: loop.now)
    }
    #expect(server.clients.count <= 64)
    let client = try Client(address)
    client.send(#"{"command":"echo"}"# + "\n")
    #expect(client.readLine(loop) == #"{"ok":true}"#)
    silent = []
    #expect(loop.wait { server.clients.count == 1 })
  }

  @Test(arguments: [(1, 1), (32, 4), (256, 32), (1024, 64), (1 << 30, 64)])
  func `clients leave most descriptors to everything else`(descriptors: Int, clients: Int) {
    #expect(ControlServer.clientLimit(descriptors: descriptors) == clients)
  }

  @Test func `only the user can access the socket`() throws {
    let server = try startServer()
    defer { server.close() }
    var status = stat()
    #expect(unsafe stat(address.path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(unsafe stat(address.lockPath, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
  }

  @Test func `a second instance learns which process runs already, and does not disturb it`() throws {
    let server = try startServer()
    defer { server.close() }
    #expect {
      try startServer()
    } throws: {
      "\($0)" == "hyaline already runs on wayland-7 (process \(getpid())); end it first"
    }
    let client = try Client(address)
    client.send(#"{"command":"echo"}"# + "\n")
    #expect(client.readLine(loop) == #"{"ok":true}"#)
    // Another display is another instance.
    let other = ControlAddress(directory: scratch.path, display: "wayland-8")
    try ControlServer(other, loop: loop) { _, _ in }.close()
  }

  @Test func `the socket of a dead instance is replaced`() throws {
    // SIGKILL leaves the socket's file, while nobody listens and the lock is free.
    let dead = Descriptor(adopting: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    #expect(try unsafe address.withSocketAddress { unsafe bind(dead.raw, $0, $1) } == 0)
    scratch.write("4711\n", to: "hyaline-wayland-7.lock")
    _ = consume dead
    #expect(scratch.exists("hyaline-wayland-7.sock"))
    let server = try startServer()
    let client = try Client(address)
    client.send(#"{"command":"echo"}"# + "\n")
    #expect(client.readLine(loop) == #"{"ok":true}"#)
    server.close()
    server.close()
    #expect(!scratch.exists("hyaline-wayland-7.sock"))
  }

  @Test func `a socket that cannot be made is reported with the reason`() {
    let missing = ControlAddress(directory: scratch("none"), display: nil)
    let long = ControlAddress(directory: scratch.path, display: String(repeating: "x", count: 100))
    #expect {
      try ControlServer(missing, loop: loop) { _, _ in }
    } throws: {
      "\($0)" == "cannot open \(missing.lockPath): no such file or directory"
    }
    #expect(throws: ControlError.addressTooLong(long.path)) {
      try ControlServer(long, loop: loop) { _, _ in }
    }
  }

  @Test func `two hundred servers and clients leave no descriptor behind`() throws {
    let before = openDescriptors()
    for round in 0..<200 {
      let server = try startServer()
      let client = try Client(address)
      client.send(#"{"command":"\#(round.isMultiple(of: 2) ? "never" : "echo")"}"# + "\n")
      loop.runOnce(until: loop.now)
      loop.runOnce(until: loop.now)
      #expect(server.clients.count == 1)
      if round.isMultiple(of: 3) { server.close() }
    }
    #expect(leakedDescriptors(since: before, cycles: 200).isEmpty)
  }
}

/// A client that never blocks, driven beside the server by one loop.
final class Client {
  private var descriptor: Descriptor?
  private var input: [UInt8] = []
  private var isAtEnd = false

  init(_ address: ControlAddress) throws {
    let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    descriptor = Descriptor(adopting: raw)
    let result = try unsafe address.withSocketAddress { unsafe connect(raw, $0, $1) }
    precondition(result == 0, "connect: error \(errno)")
  }

  func close() { descriptor = nil }

  func send(_ text: String) {
    let count = sendSome(text)
    precondition(count == text.utf8.count, "sent \(count ?? -1) bytes")
  }

  /// Returns how many bytes were taken, nil if none can be.
  func sendSome(_ text: String) -> Int? {
    let count = unsafe Glibc.send(descriptor?.raw ?? -1, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    return count < 0 ? nil : count
  }

  /// Reads `count` lines on another thread, as fast as they come and as long as this client lives; returns their
  /// counter.
  func countLines(_ count: Int) -> LineCount {
    let result = LineCount()
    let raw = descriptor?.raw ?? -1
    Task.detached {
      var buffer = [UInt8](repeating: 0, count: 65536)
      while result.number.load(ordering: .relaxed) < count {
        let size = unsafe read(raw, &buffer, buffer.count)
        if size > 0 {
          result.number.add(buffer[..<size].count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed)
        } else if size == 0 || errno != EAGAIN {
          return
        }
      }
    }
    return result
  }

  /// Runs the loop until a whole line is there; nil if the server hangs up first or 5 s pass.
  func readLine(_ loop: EventLoop) -> String? {
    var line: [UInt8] = []
    let isWhole = loop.wait {
      while !isAtEnd {
        if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
          line += input[..<end]
          input.removeSubrange(...end)
          return true
        }
        line += input
        input = []
        if !readSome() { return isAtEnd }
      }
      return true
    }
    return isWhole && !isAtEnd ? String(decoding: line, as: UTF8.self) : nil
  }

  /// Fills `input`; returns false if there is nothing now.
  private func readSome() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe read(descriptor?.raw ?? -1, &buffer, buffer.count)
    if count < 0, errno == EAGAIN { return false }
    isAtEnd = count <= 0
    if count > 0 { input += buffer[..<count] }
    return !isAtEnd
  }
}

/// The number of lines that were read.
nonisolated final class LineCount: Sendable {
  let number = Atomic(0)
}
