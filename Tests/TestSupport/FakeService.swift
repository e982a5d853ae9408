public import DBus
public import DesktopModel

/// A fake service on the bus, with objects whose properties a test sets and whose calls are recorded; it exists until
/// its connection is closed.
@MainActor public final class FakeService {
  /// A method call that arrived.
  public struct Call: Equatable, Sendable {
    public var path: String
    public var member: String
    public var arguments: [DBusValue]
    /// Whether the caller permits that the user is asked for a password.
    public var allowsAuthentication: Bool
    /// The caller's unique name.
    public var sender: String
  }

  public let bus: MessageBus
  /// The calls of the objects' methods and of `Set`, in order.
  public private(set) var calls: [Call] = []
  /// The members whose calls are answered no earlier than by `answerHeld`.
  public var heldMembers: Set<String> = []
  private var held: [(call: MethodCall, values: [DBusValue])] = []
  private var values: [Place: [String: DBusValue]] = [:]
  private var ownedName: OwnedName?

  private struct Place: Hashable {
    var path: String
    var interface: String
  }

  private static let properties = "org.freedesktop.DBus.Properties"

  /// Requests `name` on a started connection for this service alone.
  public init(_ bus: MessageBus, _ name: String) {
    self.bus = bus
    ownedName = bus.own(name) { _ in }
  }

  /// Gives the name back; the connection stays.
  public func leave() { ownedName?.release() }

  /// Whether the service owns its name.
  public var isReady: Bool { ownedName?.state == .owned }

  /// Adds an object, or replaces the one at its path; methods answer with the values that `answer` returns.
  public func add(
    _ path: String, _ interface: String, _ properties: [String: DBusValue] = [:],
    methods: [InterfaceDescription.Method] = [],
    answer: @escaping (_ member: String, _ arguments: [DBusValue]) -> [DBusValue] = { _, _ in [] }
  ) {
    let place = Place(path: path, interface: interface)
    values[place] = properties
    let description = InterfaceDescription(
      interface, methods: methods,
      properties: properties.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.type.description) })
    let set = InterfaceDescription(
      Self.properties,
      methods: [.init("Set", in: [.init("interface", "s"), .init("name", "s"), .init("value", "v")])])
    bus.export(
      BusObject(
        path: path, interfaces: [description, set],
        property: { [self] _, name in values[place]![name]! }
      ) { [self] call in
        calls.append(
          Call(
            path: path, member: call.member, arguments: call.arguments,
            allowsAuthentication: call.allowsAuthentication, sender: call.sender))
        let values = answer(call.member, call.arguments)
        if heldMembers.contains(call.member) { held.append((call, values)) } else { call.reply(values) }
      })
  }

  /// Answers the first calls of `heldMembers`, in their order, or all of them.
  public func answerHeld(first count: Int = .max) {
    for (call, values) in held.prefix(count) { call.reply(values) }
    held.removeFirst(min(count, held.count))
  }

  /// Answers the first call of `heldMembers` with an error.
  public func failFirstHeld(_ error: BusError) { held.removeFirst().call.fail(error) }

  /// Answers the calls of `heldMembers` with an error.
  public func failHeld(_ error: BusError) {
    for (call, _) in held { call.fail(error) }
    held = []
  }

  /// Removes an object.
  public func remove(_ path: String) { bus.unexport(path) }

  /// Changes properties and emits the signal, which contains the values if `isTold`, and otherwise only the names.
  public func set(
    _ path: String, _ interface: String, _ changed: [String: DBusValue], isTold: Bool = true
  ) {
    values[Place(path: path, interface: interface)]?.merge(changed) { _, new in new }
    let pairs = changed.sorted { $0.key < $1.key }
    bus.emit(
      "PropertiesChanged", path, Self.properties,
      [
        .string(interface),
        .dictionary(
          key: .string, value: .variant,
          isTold ? pairs.map { .init(.string($0.key), .variant($0.value)) } : []),
        .strings(isTold ? [] : pairs.map(\.key)),
      ])
  }

  /// Adds a menu of com.canonical.dbusmenu whose entries have these labels and the IDs from 1 on.
  public func addMenu(_ path: String, labels: [String]) {
    addMenu(path, entries: labels.map { ["label": .string($0)] })
  }

  /// Adds a menu of com.canonical.dbusmenu whose entries have these properties and the IDs from 1 on.
  public func addMenu(_ path: String, entries: [KeyValuePairs<String, DBusValue>]) {
    func entry(_ id: Int, _ properties: KeyValuePairs<String, DBusValue>, _ entries: [DBusValue] = [])
      -> DBusValue
    {
      .structure([
        .int32(Int32(id)), .options(properties), .array(.variant, entries.map { .variant($0) }),
      ])
    }
    let layout = entry(0, [:], entries.enumerated().map { entry($0.offset + 1, $0.element) })
    let methods: [InterfaceDescription.Method] = [
      .init("AboutToShow", in: [.init("id", "i")], out: [.init("needUpdate", "b")]),
      .init(
        "GetLayout",
        in: [.init("parentId", "i"), .init("recursionDepth", "i"), .init("propertyNames", "as")],
        out: [.init("revision", "u"), .init("layout", "(ia{sv}av)")]),
      .init(
        "Event", in: [.init("id", "i"), .init("eventId", "s"), .init("data", "v"), .init("timestamp", "u")]),
    ]
    add(path, "com.canonical.dbusmenu", methods: methods) { member, _ in
      switch member {
      case "AboutToShow": [.boolean(false)]
      case "GetLayout": [.uint32(1), layout]
      default: []
      }
    }
  }
}
