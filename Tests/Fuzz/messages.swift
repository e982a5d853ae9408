import DBusValues
import Geometry
import Glibc
import Loop
import Notifications

@testable import DBus
@testable import NotificationServer

/// Any bytes as what others send over the message bus: calls of Notify, calls and signals with any arguments, and what is
/// no message at all.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessages(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated { OtherEnd.shared.play(input) }
  return 0
}

/// Plays the bus to a connection of the program's, and says what is to be said to the end.
@MainActor private final class OtherEnd {
  static let shared = OtherEnd()

  private static let notify = NotificationInterface.description.method("Notify")!
  private static let any = InterfaceDescription(
    "org.example.Any", methods: [.init("Take", in: [.init("any", "v")])])
  private static let welcome =
    Array("DATA\r\nOK 0123456789abcdef0123456789abcdef\r\n".utf8)
    + BusMessage(kind: 2, member: nil, signature: "s", body: [4, 0, 0, 0] + Array(":1.7\0".utf8)).bytes

  private let loop: EventLoop
  private let listener: Descriptor
  private let address: String

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

  func play(_ input: [UInt8]) {
    let bus = MessageBus(BusAddress(address)!, loop: loop)
    defer { bus.close() }
    bus.export(
      BusObject(
        path: NotificationInterface.path, interfaces: [NotificationInterface.description, Self.any],
        limits: NotificationRequest.readLimits
      ) { (call, reader) throws(BusError) in
        if call.member == "Notify" {
          Self.check(try NotificationArguments(reader, bus.retainer).makeRequest())
          call.reply(.uint32(1))
        } else {
          try call.readArguments(reader)
          call.fail(.failed("no"))
        }
      })
    bus.subscribe(SignalMatch(interface: Self.any.name)) { signal in
      // As each part that reads signals does.
      _ = signal.arguments.map { HintValue($0) }
    }
    bus.start()
    let other = accept(listener.raw, nil, nil)
    // Only then: what we are answered goes somewhere until the end.
    defer { close(other) }
    for part in [Self.welcome, Self.message(input)] {
      precondition(unsafe write(other, part, part.count) == part.count)
    }
    shutdown(other, Int32(SHUT_WR))
    var rounds = 0
    while true {
      if case .unavailable = bus.state { return }
      rounds += 1
      precondition(rounds < 10_000, "the end is not seen")
      loop.runOnce(until: loop.now + .milliseconds(100))
    }
  }

  private static func check(_ request: NotificationRequest) {
    precondition(request.body.utf8.count <= Limits.markup && request.actions.count <= 4096)
    var store = NotificationStore()
    let id = store.identify(request)
    let now = Instant(sinceOrigin: .zero)
    _ = store.update(.notified(request, id: id), now: now, clock: ClockTime(seconds: 0, day: 0, minute: 0))
    precondition(store.contains(id))
  }

  /// The first byte tells what the rest is.
  private static func message(_ input: [UInt8]) -> [UInt8] {
    let rest = Array(input.dropFirst())
    switch (input.first ?? 0) % 4 {
    case 0:
      return BusMessage(
        kind: 1, interface: NotificationInterface.name, member: "Notify",
        signature: notify.inputSignature, body: rest
      ).bytes
    case 1: return BusMessage(kind: 1, interface: any.name, member: "Take", signature: "v", body: rest).bytes
    case 2:
      let length = Int(rest.first ?? 0)
      let signature = String(decoding: rest.dropFirst().prefix(length), as: UTF8.self)
      return BusMessage(
        kind: 4, interface: any.name, member: "Told", signature: signature,
        body: Array(rest.dropFirst(length + 1))
      ).bytes
    default: return rest
    }
  }
}

/// A message as it goes over the wire, D-Bus Specification, "Message Format"; an answer is one to the first call.
private struct BusMessage {
  var kind: UInt8
  var interface = NotificationInterface.name
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
      add(1, "o", Self.text(NotificationInterface.path))
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
