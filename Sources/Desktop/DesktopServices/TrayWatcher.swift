import DBus
import DBusValues

/// Knows the items of the tray for all programs, while no other program does: `org.kde.StatusNotifierWatcher`.
///
/// The name is taken when it is free and given up to nobody; while another program has it, that one is the watcher.
@MainActor final class TrayWatcher {
  static let name = "org.kde.StatusNotifierWatcher"
  static let path = "/StatusNotifierWatcher"

  private let bus: MessageBus
  private var ownedName: OwnedName?
  private var subscription: Subscription?
  private var observer: StateObserver?
  /// The items in the order in which they came.
  private var items: [Item] = []
  private var hosts: Set<String> = []

  private struct Item {
    /// The identifier of the item, such as `:1.42/StatusNotifierItem`.
    var id: String
    /// The unique name of the program that has told of it.
    var teller: String
  }

  /// More items than fit on any bar.
  private static let mostItems = 256
  /// More items than one program has; one that tells of more leaves room for those of others.
  private static let mostOfOneProgram = 64

  private static let description = InterfaceDescription(
    name,
    methods: [
      .init("RegisterStatusNotifierItem", in: [.init("service", "s")]),
      .init("RegisterStatusNotifierHost", in: [.init("service", "s")]),
    ],
    signals: [
      .init("StatusNotifierItemRegistered", [.init("service", "s")]),
      .init("StatusNotifierItemUnregistered", [.init("service", "s")]), .init("StatusNotifierHostRegistered"),
      .init("StatusNotifierHostUnregistered"),
    ],
    properties: [
      .init("RegisteredStatusNotifierItems", "as"), .init("IsStatusNotifierHostRegistered", "b"),
      .init("ProtocolVersion", "i"),
    ])

  /// Begins to be the watcher as soon as nobody else is.
  init(_ bus: MessageBus) {
    self.bus = bus
    bus.export(
      BusObject(
        path: Self.path, interfaces: [Self.description],
        property: { [unowned self] _, name in
          switch name {
          case "RegisteredStatusNotifierItems": .strings(items.map(\.id))
          case "IsStatusNotifierHostRegistered": .boolean(!hosts.isEmpty)
          default: .int32(0)
          }
        }
      ) { [unowned self] call in take(call) })
    let gone = SignalMatch(
      sender: BusNames.bus, interface: BusNames.bus, member: "NameOwnerChanged", thirdArgument: "")
    subscription = bus.subscribe(gone) { [unowned self] signal in
      if let name = signal.arguments.first?.string { forget(name) }
    }
    // The names of an old bus mean nothing on a new one, where programs register again.
    observer = bus.atEachConnection({}, onLoss: { [unowned self] in (items, hosts) = ([], []) })
    ownedName = bus.own(Self.name) { _ in }
  }

  /// Gives the name back; idempotent.
  func close() {
    subscription?.cancel()
    observer?.cancel()
    ownedName?.release()
    ownedName = nil
    bus.unexport(Self.path)
    (items, hosts) = ([], [])
  }

  private func take(_ call: MethodCall) {
    let service = call.arguments[0].string ?? ""
    defer { call.reply() }
    if call.member == "RegisterStatusNotifierHost" {
      hosts.insert(call.sender)
      emit("StatusNotifierHostRegistered")
      return
    }
    // Programs of Ayatana give a path, those of KDE a name on the bus.
    let item =
      service.hasPrefix("/")
      ? call.sender + service : (service.isEmpty ? call.sender : service) + "/StatusNotifierItem"
    if !items.contains(where: { $0.id == item }) {
      guard items.count < Self.mostItems,
        items.count(where: { $0.teller == call.sender }) < Self.mostOfOneProgram
      else { return }
      items.append(Item(id: item, teller: call.sender))
    }
    // A program that registers an item again may have made it anew.
    emit("StatusNotifierItemRegistered", item)
  }

  private func forget(_ name: String) {
    if hosts.remove(name) != nil { emit("StatusNotifierHostUnregistered") }
    let gone = items.map(\.id).filter { $0.hasPrefix(name + "/") }
    items.removeAll { gone.contains($0.id) }
    for item in gone { emit("StatusNotifierItemUnregistered", item) }
  }

  private func emit(_ member: String, _ item: String? = nil) {
    bus.emit(member, Self.path, Self.name, item.map { [.string($0)] } ?? [])
  }
}
