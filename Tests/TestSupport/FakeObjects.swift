public import DBus
public import DesktopModel

/// A service with an object manager, whose objects a test adds, changes and takes away.
@MainActor public final class FakeObjects {
  public let service: FakeService
  private let root: String
  private var objects: [String: [String: [String: DBusValue]]] = [:]

  private static let manager = "org.freedesktop.DBus.ObjectManager"

  /// Requests `name` on `bus`, a connection of its own that was started; `root` is the path of the object manager.
  public init(
    _ bus: MessageBus, _ name: String, root: String,
    _ objects: [String: [String: [String: DBusValue]]] = [:]
  ) {
    self.root = root
    self.objects = objects
    service = FakeService(bus, name)
    service.add(
      root, Self.manager,
      methods: [.init("GetManagedObjects", out: [.init("objects", "a{oa{sa{sv}}}")])]
    ) { [unowned self] _, _ in [managed] }
  }

  /// Adds an object, or interfaces to it, and tells so.
  public func add(_ path: String, _ interfaces: [String: [String: DBusValue]]) {
    objects[path, default: [:]].merge(interfaces) { _, new in new }
    emit("InterfacesAdded", [.objectPath(path), Self.table(interfaces)])
  }

  /// Removes an object and emits InterfacesRemoved.
  public func remove(_ path: String) {
    let interfaces = objects.removeValue(forKey: path)?.keys.sorted() ?? []
    emit("InterfacesRemoved", [.objectPath(path), .strings(interfaces)])
  }

  /// Changes properties of an object and tells so; those of `invalidated` are gone.
  public func set(
    _ path: String, _ interface: String, _ changed: [String: DBusValue], invalidated: [String] = []
  ) {
    objects[path]?[interface]?.merge(changed) { _, new in new }
    for name in invalidated { objects[path]?[interface]?[name] = nil }
    service.bus.emit(
      "PropertiesChanged", path, "org.freedesktop.DBus.Properties",
      [.string(interface), Self.properties(changed), .strings(invalidated)])
  }

  /// Tells what it has not.
  public func emit(_ member: String, _ arguments: [DBusValue]) {
    service.bus.emit(member, root, Self.manager, arguments)
  }

  private var managed: DBusValue {
    .dictionary(
      key: .objectPath, value: .dictionary(key: .string, value: .dictionary(key: .string, value: .variant)),
      objects.sorted { $0.key < $1.key }.map { .init(.objectPath($0.key), Self.table($0.value)) })
  }

  /// Interfaces with their properties, `a{sa{sv}}`.
  public static func table(_ interfaces: [String: [String: DBusValue]]) -> DBusValue {
    .dictionary(
      key: .string, value: .dictionary(key: .string, value: .variant),
      interfaces.sorted { $0.key < $1.key }.map { .init(.string($0.key), properties($0.value)) })
  }

  private static func properties(_ properties: [String: DBusValue]) -> DBusValue {
    .dictionary(
      key: .string, value: .variant,
      properties.sorted { $0.key < $1.key }.map { .init(.string($0.key), .variant($0.value)) })
  }
}
