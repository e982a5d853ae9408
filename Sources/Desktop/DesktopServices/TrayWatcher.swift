import DBus
import DesktopModel
import Loop

/// The watcher `org.kde.StatusNotifierWatcher`, which keeps the list of tray items for all programs, while no other
/// program does.
///
/// The name is taken when it is free, and is not given up to other programs; while another program has it, that is the
/// watcher.
@MainActor final class TrayWatcher: Cancellable {
  static let name = "org.kde.StatusNotifierWatcher"
  static let path = "/StatusNotifierWatcher"

  /// Finds the process of a connection; `answer` is called with its process ID, or with nil if it cannot be found.
  typealias ProcessSearch = (_ connection: String, _ answer: @escaping (Int?) -> Void) -> Void

  private let bus: MessageBus
  private let findProcess: ProcessSearch
  private var ownedName: OwnedName?
  private var subscription: Subscription?
  private var observer: StateObserver?
  /// The items in the order of their registrations.
  private var items: [Item] = []
  /// The registrations whose owners were queried from the bus, in their order.
  private var examined: [Examination] = []
  private var examinationCount = 0
  private var hosts: Set<String> = []

  private struct Item {
    /// The address with which the item was registered.
    var address: TrayItemAddress
    /// The unique name of the program that has the object of the item.
    var owner: String
    /// The unique name of the program that has registered the item, which is usually the owner.
    var teller: String
    /// The process of the program that has registered the item; nil if the bus does not know it.
    var process: Int?
  }

  /// A registration, which becomes an item and is reported to hosts as soon as its owner is known.
  private struct Examination {
    var number: Int
    var address: TrayItemAddress
    /// The unique name of the program that has registered the item; nil if the watcher has found the item itself.
    var teller: String?
  }

  /// Limit of the number of items, more than fit on any bar.
  private static let mostItems = 256
  /// Limit of the number of items that one program may register, so that there is room for those of others.
  private static let mostOfOneProgram = 64
  /// The time limit of the query whether a program has an item.
  private static let patience = Duration.seconds(5)
  /// Limits on the arguments of calls; a longer address is refused.
  private static let limits = ReadLimits(textBytes: TrayItemAddress.longest + 1)

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

  /// Requests the name of the watcher, and serves as soon as no other program has it.
  init(_ bus: MessageBus, findProcess: @escaping ProcessSearch) {
    self.bus = bus
    self.findProcess = findProcess
    bus.export(
      BusObject(
        path: Self.path, interfaces: [Self.description], limits: Self.limits,
        property: { [unowned self] _, name in
          switch name {
          case "RegisteredStatusNotifierItems": .strings(items.map(\.address.text))
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
    // Names of the old bus have no meaning on a new one, on which programs register again.
    observer = bus.atEachConnection({}, onLoss: { [unowned self] in (items, examined, hosts) = ([], [], []) })
    ownedName = bus.own(Self.name) { [unowned self] state in
      if state == .owned { findItems() }
    }
  }

  /// Releases the name; idempotent.
  func cancel() {
    subscription?.cancel()
    observer?.cancel()
    ownedName?.release()
    ownedName = nil
    bus.unexport(Self.path)
    (items, examined, hosts) = ([], [], [])
  }

  private func take(_ call: MethodCall) {
    if call.member == "RegisterStatusNotifierHost" {
      if hosts.insert(call.sender).inserted { emit("StatusNotifierHostRegistered") }
      return call.reply()
    }
    let text = call.arguments[0].string ?? ""
    guard let address = TrayItemAddress(text, of: call.sender) else {
      return call.fail(
        .invalidArguments("expected a name on the bus, the path of an object, or the one and the other"))
    }
    guard hasRoom(for: call.sender) else {
      return call.fail(.limitsExceeded("there are too many registrations that are not examined yet"))
    }
    call.reply()
    examine(address, teller: call.sender)
  }

  // MARK: - Owners

  /// Adds an item and reports it to hosts as soon as the bus has answered which program owns its name and which process
  /// registers it. Nothing happens if the name has no owner, or there is no room for the examination or the item.
  ///
  /// The bus answers in order, so the items are in the order of their registrations.
  private func examine(_ address: TrayItemAddress, teller: String?) {
    guard hasRoom(for: teller) else { return }
    examinationCount += 1
    let number = examinationCount
    examined.append(Examination(number: number, address: address, teller: teller))
    bus.call(.ofBus("GetNameOwner", [.string(address.name)], expects: "s")) { [weak self] result in
      guard let self else { return }
      guard case .success(let values) = result, let owner = values[0].string else {
        end(number)
        return
      }
      findProcess(teller ?? owner) { [weak self] process in
        guard let ended = self?.end(number) else { return }
        self?.add(
          Item(address: ended.address, owner: owner, teller: teller ?? owner, process: process))
      }
    }
  }

  /// Whether another registration can be examined.
  private func hasRoom(for teller: String?) -> Bool {
    examined.count < Self.mostItems
      && (teller == nil || examined.count { $0.teller == teller } < Self.mostOfOneProgram)
  }

  /// Ends an examination; returns nil if the program or the name has gone meanwhile.
  @discardableResult
  private func end(_ number: Int) -> Examination? {
    guard let index = examined.firstIndex(where: { $0.number == number }) else { return nil }
    return examined.remove(at: index)
  }

  private func add(_ item: Item) {
    // An object is one item, by whichever name of its owner it is registered.
    let known = items.first { $0.owner == item.owner && $0.address.path == item.address.path }
    if known == nil {
      guard items.count < Self.mostItems,
        items.count(where: { isOfSameProgram($0, item) }) < Self.mostOfOneProgram
      else { return }
      items.append(item)
    }
    // A program that registers an item again may have created it anew.
    emit("StatusNotifierItemRegistered", known ?? item)
  }

  /// Whether two items were registered by the same process, so that a program may not have more items by having many
  /// connections.
  private func isOfSameProgram(_ one: Item, _ other: Item) -> Bool {
    if let process = one.process { process == other.process } else { one.teller == other.teller }
  }

  /// Removes the items and hosts of a name that has no owner any more.
  private func forget(_ name: String) {
    if hosts.remove(name) != nil { emit("StatusNotifierHostUnregistered") }
    examined.removeAll { $0.teller == name || $0.address.name == name }
    let gone = items.filter { [$0.owner, $0.teller, $0.address.name].contains(name) }
    guard !gone.isEmpty else { return }
    items.removeAll { [$0.owner, $0.teller, $0.address.name].contains(name) }
    for item in gone { emit("StatusNotifierItemUnregistered", item) }
  }

  // MARK: - Search for items

  /// Searches for items whose programs do not register them again with a new watcher, by the names that programs own
  /// for them. Programs that own no name, such as those with Ayatana's library, cannot be found in this way.
  private func findItems() {
    bus.call(.listNames) { [weak self] result in
      guard let self, ownedName != nil, case .success(let values) = result else { return }
      let names = (values[0].strings ?? []).filter { name in
        TrayItemAddress.prefixes.contains { name.hasPrefix($0) }
      }
      for name in names.prefix(Self.mostItems) { find(name) }
    }
  }

  /// Adds the item of a name, if there is one at the usual path.
  private func find(_ name: String) {
    guard let address = TrayItemAddress(name, of: name) else { return }
    let call = Call(
      to: name, address.path, Introspection.properties.name, "Get",
      [.string(FollowedTrayItem.interface), .string("Id")], expects: "v", startsService: false,
      timeout: Self.patience)
    bus.call(call) { [weak self] result in
      guard let self, ownedName != nil, case .success = result else { return }
      examine(address, teller: nil)
    }
  }

  private func emit(_ member: String, _ item: Item? = nil) {
    bus.emit(member, Self.path, Self.name, item.map { [.string($0.address.text)] } ?? [])
  }
}
