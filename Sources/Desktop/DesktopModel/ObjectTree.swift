public import DBusValues

/// The objects that a service tells of by `org.freedesktop.DBus.ObjectManager`, with the properties of some interfaces.
public struct ObjectTree: Equatable, Sendable {
  /// The properties of an interface by their names.
  public typealias Properties = [String: DBusValue]

  /// The interfaces whose properties are kept.
  private let interfaces: Set<String>
  private var objects: [String: [String: Properties]] = [:]

  /// More objects than any machine has of networks or devices.
  static let mostObjects = 4096

  /// Makes an empty tree that keeps the properties of these interfaces.
  public init(keeping interfaces: Set<String>) {
    self.interfaces = interfaces
  }

  /// The properties of an object's interface; nil: the object is not there, or lacks the interface.
  public subscript(path: String, interface: String) -> Properties? { objects[path]?[interface] }

  /// The paths of objects with an interface, in the order of the alphabet.
  public func paths(with interface: String) -> [String] {
    objects.filter { $0.value[interface] != nil }.keys.sorted()
  }

  /// Takes what `GetManagedObjects` answers in place of everything; false: the value is no such table.
  public mutating func replace(with managed: DBusValue) -> Bool {
    guard case .dictionary(key: .objectPath, _, let pairs) = managed else { return false }
    objects = [:]
    for pair in pairs {
      if let path = pair.key.objectPath { _ = add(path, pair.value) }
    }
    return true
  }

  /// Adds interfaces to an object, as `InterfacesAdded` tells them; returns whether anything is different.
  public mutating func add(_ path: String, _ added: DBusValue) -> Bool {
    guard case .dictionary(key: .string, _, let pairs) = added else { return false }
    var hasChanged = false
    for pair in pairs {
      guard let interface = pair.key.string, interfaces.contains(interface),
        let properties = pair.value.options, objects[path]?[interface] != properties
      else { continue }
      guard objects[path] != nil || objects.count < Self.mostObjects else { break }
      objects[path, default: [:]][interface] = properties
      hasChanged = true
    }
    return hasChanged
  }

  /// Takes interfaces from an object, as `InterfacesRemoved` tells them; returns whether anything is different.
  public mutating func remove(_ path: String, _ removed: [String]) -> Bool {
    guard var object = objects[path] else { return false }
    let count = object.count
    for interface in removed { object[interface] = nil }
    objects[path] = object.isEmpty ? nil : object
    return object.count != count
  }

  /// Changes properties, as `PropertiesChanged` tells them; returns whether anything is different.
  public mutating func change(
    _ path: String, _ interface: String, _ changed: Properties, invalidated: [String] = []
  ) -> Bool {
    guard let before = objects[path]?[interface] else { return false }
    var after = before.merging(changed) { _, new in new }
    for name in invalidated { after[name] = nil }
    objects[path]?[interface] = after
    return after != before
  }
}
