public import DBusValues

/// An object that others can call.
public struct BusObject {
  /// As `/org/freedesktop/Notifications`.
  public var path: String
  public var interfaces: [InterfaceDescription]
  /// The value of a described property.
  public var property: (_ interface: String, _ name: String) -> DBusValue
  /// How much of a call's arguments is taken in.
  public var limits: ReadLimits
  /// Takes each call of a described method, its arguments of the described types still to be read.
  var take: (MethodCall, MessageReader) throws(BusError) -> Void

  /// `handler` is called with each call of a described method, its arguments of the described types.
  public init(
    path: String, interfaces: [InterfaceDescription], limits: ReadLimits = .none,
    property: @escaping (_ interface: String, _ name: String) -> DBusValue = noProperty,
    handler: @escaping (MethodCall) -> Void
  ) {
    self.init(path: path, interfaces: interfaces, limits: limits, property: property) {
      (call, reader) throws(BusError) in
      try call.readArguments(reader)
      handler(call)
    }
  }

  /// The same, where not each call's arguments are read as a whole; an error that is thrown is the answer.
  package init(
    path: String, interfaces: [InterfaceDescription], limits: ReadLimits = .none,
    property: @escaping (_ interface: String, _ name: String) -> DBusValue = noProperty,
    take: @escaping (MethodCall, MessageReader) throws(BusError) -> Void
  ) {
    self.path = path
    self.interfaces = interfaces
    self.limits = limits
    self.property = property
    self.take = take
  }

  /// Traps: the object has no properties.
  public nonisolated static func noProperty(_ interface: String, _ name: String) -> DBusValue {
    preconditionFailure("no value for \(interface).\(name)")
  }

  func interface(_ name: String) -> InterfaceDescription? { interfaces.first { $0.name == name } }

  /// The method that a call is for, and its interface, which need not be named; nil: it is none of these.
  func method(of call: Message) -> (InterfaceDescription, InterfaceDescription.Method)? {
    for interface in interfaces where !call.namesInterface || call.hasInterface(interface.name) {
      let method = interface.methods.first { call.hasMember($0.name) }
      if let method { return (interface, method) }
    }
    return nil
  }

  /// What is wrong with a call of a method that is none of these.
  func failure(of call: Message) -> BusError {
    if call.namesInterface, interface(call.interface) == nil {
      return .unknownInterface("no interface \(call.interface) at \(path)")
    }
    return .unknownMethod("no method \(call.member) in \(call.namesInterface ? call.interface : path)")
  }
}
