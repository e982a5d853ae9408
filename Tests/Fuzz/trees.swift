import DesktopModel

/// Any bytes as what NetworkManager and BlueZ tell of their objects: all of them, interfaces that come and go, and changes of
/// properties.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTrees(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var source = ValueSource(bytes: unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  if source.byte() % 2 == 0 {
    play(&source, NetworkManagerNames.properties, NetworkManagerNames.manager, check: checkNetworks)
  } else {
    play(&source, BluetoothStatus.Names.properties, "/org/bluez", check: checkBluetooth)
  }
  return 0
}

private func play(
  _ source: inout ValueSource, _ names: ObjectTree.Names, _ root: String,
  check: (ObjectTree, inout ValueSource) -> Void
) {
  var tree = ObjectTree(keeping: names)
  let paths = [root] + (0..<6).map { "\(root)/\($0)" }
  for _ in 0..<32 where !source.isAtEnd {
    let before = tree
    let path = paths[Int(source.byte()) % paths.count]
    switch source.byte() % 8 {
    case 0: _ = tree.replace(with: source.byte() % 4 == 0 ? source.value() : source.objects(names, paths))
    case 1: precondition(tree.remove(path, [source.interface(names)]) == (tree != before))
    case 2...4: precondition(tree.add(path, source.interfaces(names, paths)) == (tree != before))
    default:
      let interface = source.interface(names)
      let changed = source.told(names, interface, paths).options ?? [:]
      let gone = source.byte() % 8 == 0 ? changed.keys.sorted() : []
      precondition(tree.change(path, interface, changed, invalidated: gone) == (tree != before))
    }
    if tree != before { checkIndex(tree, names, paths) }
    if source.byte() % 16 == 0 { check(tree, &source) }
  }
  check(tree, &source)
}

/// The tree has what is kept and nothing else, and lists it in order.
private func checkIndex(_ tree: ObjectTree, _ names: ObjectTree.Names, _ paths: [String]) {
  for (interface, kept) in names {
    let listed = tree.paths(with: interface)
    precondition(zip(listed, listed.dropFirst()).allSatisfy { $0 < $1 })
    precondition(listed.allSatisfy { tree[$0, interface].map { kept.isSuperset(of: $0.keys) } == true })
    precondition(paths.allSatisfy { (tree[$0, interface] != nil) == listed.contains($0) })
  }
  precondition(tree.paths(with: "unknown").isEmpty)
}

private func checkNetworks(_ tree: ObjectTree, _ source: inout ValueSource) {
  for status in [NetworkStatus(networkManager: tree), NetworkStatus(networkManager: tree) { $0 == "a" }] {
    guard let status else { continue }
    precondition(status.strength.map { (0...100).contains($0) } ?? true)
    precondition(([status.name] + status.vpns).allSatisfy(isVisible))
    precondition(status.state != .disconnected || status.kind == .none && status.name.isEmpty)
  }
  let saved = (0..<source.byte() % 3).compactMap { number in
    SavedConnection(path: "\(NetworkManagerNames.manager)/\(number)", settings: source.settings())
  }
  guard let choices = NetworkChoices(networkManager: tree, saved: saved) else { return }
  precondition(Set(choices.networks.map(\.id)).count == choices.networks.count)
  for network in choices.networks {
    precondition((0...100).contains(network.strength) && (0...4).contains(network.level))
    precondition(isVisible(network.name.text) && !network.name.isHidden)
  }
}

private func checkBluetooth(_ tree: ObjectTree, _ source: inout ValueSource) {
  guard let status = BluetoothStatus(bluez: tree) else { return }
  precondition(!status.adapters.isEmpty)
  for device in status.devices {
    precondition(isVisible(device.name) && !device.icon.contains("/"))
    precondition(device.battery.map { (0...100).contains($0) } ?? true)
  }
}

private func isVisible(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" }
}

extension ValueSource {
  private static let types = [
    "802-11-wireless", "802-3-ethernet", "tun", "vpn", "wireguard", "bridge", "gsm", "ip-tunnel",
  ]

  /// All objects, as `GetManagedObjects` tells them.
  fileprivate mutating func objects(_ names: ObjectTree.Names, _ paths: [String]) -> DBusValue {
    let pairs = (0..<byte() % 8).map { _ in
      DBusValue.Pair(.objectPath(path(paths)), interfaces(names, paths))
    }
    return .dictionary(
      key: .objectPath,
      value: .dictionary(key: .string, value: .dictionary(key: .string, value: .variant)), pairs)
  }

  /// Interfaces with their properties, some of which are no tables.
  fileprivate mutating func interfaces(_ names: ObjectTree.Names, _ paths: [String]) -> DBusValue {
    let pairs = (0..<byte() % 5).map { _ in
      let interface = interface(names)
      let isTable = byte() % 8 != 0
      return DBusValue.Pair(.string(interface), isTable ? told(names, interface, paths) : value())
    }
    return .dictionary(key: .string, value: .dictionary(key: .string, value: .variant), pairs)
  }

  fileprivate mutating func interface(_ names: ObjectTree.Names) -> String {
    let known = names.keys.sorted()
    let choice = Int(byte()) % (known.count + 1)
    return choice < known.count ? known[choice] : "unknown"
  }

  private mutating func path(_ paths: [String]) -> String { paths[Int(byte()) % paths.count] }

  /// Properties of an interface, which mostly have the types that they should.
  fileprivate mutating func told(_ names: ObjectTree.Names, _ interface: String, _ paths: [String])
    -> DBusValue
  {
    properties((names[interface] ?? []).sorted() + ["LastSeen"]) { name, source in
      switch name {
      case "Ssid": .bytes(Array(source.data().prefix(40)))
      case "Strength", "Percentage": .byte(source.byte())
      case "State", "Connectivity", "Frequency", "DeviceType", "Flags", "RsnFlags", "WpaFlags":
        .uint32(UInt32(source.byte()) << (source.byte() % 3 * 4))
      case "AccessPoints", "ActiveConnections", "Devices":
        .array(.objectPath, (0..<source.byte() % 6).map { _ in .objectPath(source.path(paths)) })
      case "Type": .string(Self.types[Int(source.byte()) % Self.types.count])
      case "AddressData": .array(.variant, [.options(["address": .string(source.text())])])
      case "Id", "Alias", "Address", "Icon", "Mode", "Interface", "IpInterface": .string(source.text())
      case _
      where name.hasSuffix("Connection") || name.hasSuffix("Config") || name.hasSuffix("Object")
        || name.hasSuffix("Point") || name == "Adapter":
        .objectPath(source.path(paths))
      default: .boolean(source.byte() & 1 == 1)
      }
    }
  }

  /// Returns a reply to `GetSettings` of a saved connection.
  fileprivate mutating func settings() -> DBusValue {
    func group(_ name: String, _ options: KeyValuePairs<String, DBusValue>) -> DBusValue.Pair {
      .init(.string(name), .options(options))
    }
    let type = Self.types[Int(byte()) % Self.types.count]
    return .dictionary(
      key: .string, value: .dictionary(key: .string, value: .variant),
      [
        group(
          "connection", ["type": .string(type), "id": .string(text()), "timestamp": .int64(Int64(int32()))]),
        group("802-11-wireless", ["ssid": .bytes(data()), "mode": byte() % 4 == 0 ? value() : .string("")]),
        group(
          "802-11-wireless-security", ["key-mgmt": .string(["wpa-psk", "none", "sae", ""][Int(byte() % 4)])]),
      ])
  }
}
