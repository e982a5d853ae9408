import DesktopModel
import Geometry
import Glibc
import Loop

@testable import DBus

/// Plays the bus to a connection of the program's, and says what is to be said to the end.
@MainActor final class OtherEnd {
  static let shared = {
    let other = OtherEnd()
    // If the connection read nothing, no input could find a mistake in what reads it.
    var taken: [DBusValue] = []
    other.signal("s", body: [1, 0, 0, 0, UInt8(ascii: "a"), 0]) { taken = $0 }
    precondition(taken == [.string("a")])
    return other
  }()

  /// The interface of the signals that `play` sends.
  nonisolated static let interface = "org.example.Any"

  private static let welcome = Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\n".utf8)
  private static let hello =
    BusMessage(kind: 2, member: nil, signature: "s", body: [4, 0, 0, 0] + Array(":1.7\0".utf8)).bytes

  private let loop: EventLoop
  private let listener: Descriptor
  private let address: String
  /// The connection on which signals are sent one after another; nil before the first one and after one that was no message.
  private var line: Line?

  /// A connection of the program, and the socket of its other end.
  private struct Line {
    var bus: MessageBus
    var socket: Int32
  }

  /// The number of received signals of the member `endMember`.
  private var endCount = 0

  /// The member of the signal that says that the one before was read.
  private static let endMember = "End"

  private init() {
    guard let loop = try? EventLoop() else { fatalError("no loop") }
    self.loop = loop
    let name = "hyaline-fuzz-\(getpid())"
    address = "unix:abstract=\(name)"
    let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    listener = Descriptor(adopting: raw)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.dropFirst().copyBytes(from: Array(name.utf8)) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
    let bound = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, length) }
    }
    precondition(bound == 0 && listen(raw, 8) == 0)
  }

  /// Sends bytes, which are a message as a rule, to a connection on which `prepare` has set up what reads it.
  func play(_ message: [UInt8], prepare: (MessageBus) -> Void) {
    let bus = MessageBus(BusAddress(address)!, loop: loop)
    defer { bus.close() }
    prepare(bus)
    let other = connect(bus)
    // The socket is closed last, so that the connection can write its answers until the end.
    defer { close(other) }
    send(message, to: other)
    shutdown(other, Int32(SHUT_WR))
    serve("is at an end") { Self.isLost(bus) }
  }

  private static func isLost(_ bus: MessageBus) -> Bool {
    if case .unavailable = bus.state { true } else { false }
  }

  /// Starts a connection and answers it as a bus does; returns the socket of the other end.
  private func connect(_ bus: MessageBus) -> Int32 {
    bus.start()
    let other = accept(listener.raw, nil, nil)
    send(Self.welcome, to: other)
    // No bus sends messages before it has been told to begin, and libsystemd ends the program if one does.
    var told: [UInt8] = []
    serve("is told to begin") {
      told += read(other)
      return told.suffix(4096).contains(Array("BEGIN\r\n".utf8))
    }
    send(Self.hello, to: other)
    return other
  }

  private func send(_ part: [UInt8], to socket: Int32) {
    precondition(unsafe write(socket, part, part.count) == part.count)
  }

  /// Runs the loop until a condition holds.
  private func serve(_ awaited: String, until isTrue: () -> Bool) {
    var rounds = 0
    while !isTrue() {
      rounds += 1
      precondition(rounds < 10_000, "it never \(awaited)")
      loop.runOnce(until: loop.now + .milliseconds(100))
    }
  }

  /// Returns the bytes that have come, without waiting.
  private func read(_ socket: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return Array(bytes.prefix(max(0, count)))
  }

  /// Sends a signal with a body of any bytes, whose arguments `take` is given if they can be read within `limits`.
  ///
  /// A new connection for each signal would take most of the time.
  func signal(
    _ signature: String, body: [UInt8], limits: ReadLimits = .usual, take: @escaping ([DBusValue]) -> Void
  ) {
    let line = line ?? makeLine()
    self.line = line
    // The connection sends no rule for a subscription that is like the one for the end.
    let subscription = line.bus.subscribe(.ofAnyone(interface: Self.interface), limits: limits) { signal in
      if signal.member != Self.endMember { take(signal.arguments) }
    }
    defer { subscription.cancel() }
    let before = endCount
    func message(_ member: String, _ signature: String = "", _ body: [UInt8] = []) -> [UInt8] {
      BusMessage(kind: 4, interface: Self.interface, member: member, signature: signature, body: body).bytes
    }
    send(message("Told", signature, body) + message(Self.endMember), to: line.socket)
    // The library drops bytes that are no message without an error.
    serve("has read the signal") { endCount > before || Self.isLost(line.bus) }
    guard Self.isLost(line.bus) else { return }
    line.bus.close()
    close(line.socket)
    self.line = nil
  }

  private func makeLine() -> Line {
    let bus = MessageBus(BusAddress(address)!, loop: loop)
    bus.subscribe(.ofAnyone(interface: Self.interface), limits: .nothing) { [unowned self] signal in
      if signal.member == Self.endMember { endCount += 1 }
    }
    return Line(bus: bus, socket: connect(bus))
  }
}

/// A message as it goes over the wire, D-Bus Specification, "Message Format"; an answer is one to the first call.
struct BusMessage {
  var kind: UInt8
  var path = "/org/freedesktop/Notifications"
  var interface = "org.freedesktop.Notifications"
  var member: String?
  var signature: String
  var body: [UInt8]

  var bytes: [UInt8] {
    var header: [UInt8] = [UInt8(ascii: "l"), kind, 0, 1]
    header += Self.number(body.count) + Self.number(7)
    var fields: [UInt8] = []
    func add(_ code: UInt8, _ type: Unicode.Scalar, _ value: [UInt8]) {
      while fields.count % 8 != 0 { fields.append(0) }
      fields += [code, 1, UInt8(ascii: type), 0] + value
    }
    if let member {
      add(1, "o", Self.text(path))
      add(2, "s", Self.text(interface))
      add(3, "s", Self.text(member))
    } else {
      add(5, "u", Self.number(1))
    }
    add(7, "s", Self.text(member == nil ? "org.freedesktop.DBus" : ":1.8"))
    if !signature.isEmpty {
      add(8, "g", [UInt8(truncatingIfNeeded: signature.utf8.count)] + Array(signature.utf8) + [0])
    }
    header += Self.number(fields.count) + fields
    while header.count % 8 != 0 { header.append(0) }
    return header + body
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) + [0] }
}
