import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus

/// Messages that are larger than what is read of one.
@Suite(.serialized)
struct ReadLimitsTests {
  let stage: BusStage
  let server: MessageBus
  let client: MessageBus
  let name: OwnedName

  init() throws {
    stage = try BusStage()
    server = try stage.connect()
    client = try stage.connect()
    let name = server.own(Echo.name) { _ in }
    try stage.wait("the name") { name.state == .owned }
    self.name = name
  }

  private func serve(_ limits: ReadLimits) {
    server.export(
      BusObject(
        path: Echo.path, interfaces: [Echo.interface], limits: limits,
        property: { $1 == "Version" ? .uint32(3) : .string("echo") }
      ) { $0.reply($0.arguments[0]) })
  }

  /// Kinds of values that exceed the usual limits.
  enum Excess: CaseIterable {
    case numbers, texts, arrays, variants, text, bytes, bytesOfTexts, bytesOfArrays

    var value: DBusValue {
      switch self {
      case .numbers: .array(.int16, Array(repeating: .int16(1), count: 10_000))
      case .texts: .strings(Array(repeating: "", count: 10_000))
      case .arrays: .array(.array(.int16), Array(repeating: .array(.int16, []), count: 10_000))
      case .variants: .options(["a": .array(.variant, Array(repeating: .variant(.byte(1)), count: 10_000))])
      case .text: .string(String(repeating: "x", count: 2 << 20))
      case .bytes: .bytes([UInt8](repeating: 1, count: 2 << 20))
      case .bytesOfTexts: .strings(Array(repeating: String(repeating: "x", count: 700_000), count: 2))
      case .bytesOfArrays:
        .array(.array(.byte), Array(repeating: .bytes([UInt8](repeating: 1, count: 700_000)), count: 2))
      }
    }
  }
  /// Limits that all of them fit into.
  private static let wide = ReadLimits(visits: 100_000_000, copiedBytes: 100 << 20)

  private func echo(_ value: DBusValue) throws -> Result<[DBusValue], BusError> {
    try stage.answer(client, Echo.call("EchoVariant", [.variant(value)], expects: "v"))
  }

  @Test(arguments: Excess.allCases)
  func `a call that is too large is refused, and the next is read`(_ excess: Excess) throws {
    serve(.usual)
    let result = try echo(excess.value)
    #expect(result == .failure(.tooLarge))
    #expect(try echo(.byte(1)) == .success([.variant(.byte(1))]))
  }

  @Test(arguments: Excess.allCases)
  func `an answer that is too large is an error, and the next is read`(_ excess: Excess) throws {
    serve(Self.wide)
    let result = try echo(excess.value)
    #expect(result == .failure(.tooLarge))
    #expect(try echo(.byte(1)) == .success([.variant(.byte(1))]))
  }

  @Test(arguments: Excess.allCases)
  func `a signal that is too large is dropped, and the next is read`(_ excess: Excess) throws {
    var got: [DBusValue] = []
    client.subscribe(SignalMatch(sender: Echo.name, interface: Echo.name)) { got += $0.arguments }
    var wide: [DBusValue] = []
    client.subscribe(SignalMatch(sender: Echo.name, interface: Echo.name), limits: Self.wide) {
      wide += $0.arguments
    }
    _ = try stage.answer(client, .ofBus("GetId", expects: "s"))
    server.emit("Said", Echo.path, Echo.name, [.variant(excess.value)])
    server.emit("Said", Echo.path, Echo.name, [.string("end")])
    try stage.wait("the signals") { got.last == .string("end") && wide.last == .string("end") }
    let isWhole = wide == [.variant(excess.value), .string("end")]
    #expect(got.count == 1 && isWhole)
  }

  @Test func `a part of an answer is an answer where that is allowed and no value is missing`() throws {
    serve(Self.wide)
    var call = Echo.call("EchoVariant", [.variant(.strings(Array(repeating: "x", count: 100)))], expects: "v")
    call.limits = ReadLimits(visits: 200, allowsPart: true)
    let part = try stage.answer(client, call).get()[0].unwrapped.strings ?? []
    #expect((1..<100).contains(part.count) && part.allSatisfy { $0 == "x" })
    call.limits = .nothing
    #expect(try stage.answer(client, call) == .failure(.tooLarge))
  }

  @Test func `a message may be read without any limit`() throws {
    serve(Self.wide)
    var call = Echo.call("EchoVariant", [.variant(.strings(["a", "b"]))], expects: "v")
    call.limits = ReadLimits(visits: .max, copiedBytes: .max)
    #expect(try stage.answer(client, call) == .success([.variant(.strings(["a", "b"]))]))
  }

  @Test func `what a property is to be set to is not read`() throws {
    try requireProgram("gdbus", of: "libglib2.0-bin")
    serve(.usual)
    // No value of this type can be read, as it has no meaning without descriptors.
    let result = try stage.run([
      "gdbus", "call", "--session", "--dest", Echo.name, "--object-path", Echo.path, "--method",
      "org.freedesktop.DBus.Properties.Set", Echo.name, "Version", "<@ah []>",
    ])
    #expect(result.text.contains("org.freedesktop.DBus.Error.PropertyReadOnly"), "\(result.text)")
  }

  @Test func `an error has a text of limited length`() throws {
    server.export(
      BusObject(path: Echo.path, interfaces: [Echo.interface]) {
        $0.fail(BusError("org.example.Bad", String(repeating: "é", count: 1 << 20)))
      })
    guard case .failure(let error) = try stage.answer(client, Echo.call("Fail")) else {
      Issue.record("answered")
      return
    }
    #expect(error.message.utf8.count <= 4096 && error.message.allSatisfy { $0 == "é" })
  }
}
