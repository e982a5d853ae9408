/// The objects of a D-Bus service that implements `org.freedesktop.DBus.ObjectManager`, with a selection of their
/// properties.
public struct ObjectTree: Equatable, Sendable {
  /// The properties of an interface, by name.
  public typealias Properties = [String: DBusValue]
  /// The names of the properties that are kept, by interface; other interfaces are dropped.
  public typealias Names = [String: Set<String>]

  private let names: Names
  private var objects: [String: [String: Properties]] = [:]
  /// The sorted paths of the objects that have an interface, by interface.
  private var index: [String: [String]] = [:]

  /// Limit of the number of objects, more than any machine has networks or devices.
  static let mostObjects = 4096

  /// Creates an empty tree that keeps the properties with these names.
  public init(keeping names: Names) {
    self.names = names
  }

  /// The properties of an object's interface; nil if there is no such object, or it lacks the interface.
  public subscript(path: String, interface: String) -> Properties? { objects[path]?[interface] }

  /// Returns the sorted paths of the objects that have an interface.
  public func paths(with interface: String) -> [String] { index[interface] ?? [] }

  /// Replaces all objects by the answer of `GetManagedObjects`; returns false if the value has another type.
  public mutating func replace(with managed: DBusValue) -> Bool {
    guard case .dictionary(key: .objectPath, _, let pairs) = managed else { return false }
    (objects, index) = ([:], [:])
    for pair in pairs {
      guard let path = pair.key.objectPath else { continue }
      for (interface, properties) in kept(of: pair.value) { keep(path, interface, properties) }
    }
    for (path, interfaces) in objects {
      for interface in interfaces.keys { index[interface, default: []].append(path) }
    }
    for interface in index.keys { index[interface]?.sort() }
    return true
  }

  /// Adds interfaces to an object, for the signal `InterfacesAdded`; returns whether anything has changed.
  public mutating func add(_ path: String, _ added: DBusValue) -> Bool {
    var hasChanged = false
    for (interface, properties) in kept(of: added) {
      let before = self[path, interface]
      guard before != properties, keep(path, interface, properties) else { continue }
      if before == nil { enter(path, interface) }
      hasChanged = true
    }
    return hasChanged
  }

  /// Removes interfaces from an object, for the signal `InterfacesRemoved`; returns whether anything has changed.
  public mutating func remove(_ path: String, _ removed: [String]) -> Bool {
    var hasChanged = false
    for interface in removed where objects[path]?[interface] != nil {
      objects[path]?[interface] = nil
      if objects[path]?.isEmpty == true { objects[path] = nil }
      leave(path, interface)
      hasChanged = true
    }
    return hasChanged
  }

  /// Changes properties, for the signal `PropertiesChanged`; returns whether a property that is kept has changed.
  public mutating func change(
    _ path: String, _ interface: String, _ changed: Properties, invalidated: [String] = []
  ) -> Bool {
    guard let kept = names[interface], let before = objects[path]?[interface] else { return false }
    var hasChanged = false
    for (name, value) in changed
    where kept.contains(name) && before[name] != value && !invalidated.contains(name) {
      objects[path]?[interface]?[name] = value
      hasChanged = true
    }
    for name in invalidated where objects[path]?[interface]?[name] != nil {
      objects[path]?[interface]?[name] = nil
      hasChanged = true
    }
    return hasChanged
  }

  /// Returns the interfaces of a table that are kept, with the properties that are kept. If an interface is repeated,
  /// the last one counts.
  private func kept(of table: DBusValue) -> [String: Properties] {
    guard case .dictionary(key: .string, _, let pairs) = table else { return [:] }
    var kept: [String: Properties] = [:]
    for pair in pairs {
      guard let interface = pair.key.string, let names = names[interface],
        let properties = pair.value.options(named: names)
      else { continue }
      kept[interface] = properties
    }
    return kept
  }

  /// Stores the properties of an object; returns false if there are too many objects.
  @discardableResult
  private mutating func keep(_ path: String, _ interface: String, _ properties: Properties) -> Bool {
    guard objects[path] != nil || objects.count < Self.mostObjects else { return false }
    objects[path, default: [:]][interface] = properties
    return true
  }

  // MARK: - The index

  private mutating func enter(_ path: String, _ interface: String) {
    let place = place(of: path, interface)
    index[interface, default: []].insert(path, at: place)
  }

  private mutating func leave(_ path: String, _ interface: String) {
    let place = place(of: path, interface)
    index[interface]?.remove(at: place)
    if index[interface]?.isEmpty == true { index[interface] = nil }
  }

  /// Returns the index of the first path that is not less than `path`.
  private func place(of path: String, _ interface: String) -> Int {
    let paths = paths(with: interface)
    var range = 0..<paths.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = paths[middle] < path ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension DBusValue {
  /// Returns the pairs of a dictionary with string keys whose keys are in `names`; nil if the value is no such dictionary.
  func options(named names: Set<String>) -> [String: DBusValue]? {
    guard case .dictionary(key: .string, _, let pairs) = self else { return nil }
    var options: [String: DBusValue] = [:]
    for pair in pairs {
      if let key = pair.key.string, names.contains(key) { options[key] = pair.value.unwrapped }
    }
    return options
  }
}
