public import DesktopModel

/// An object of ours that other programs can call.
public struct BusObject {
  /// The object's path, such as `/org/freedesktop/Notifications`.
  public var path: String
  public var interfaces: [InterfaceDescription]
  /// Returns the value of a described property.
  public var property: (_ interface: String, _ name: String) -> DBusValue
  /// Limits on the arguments that are read of a call.
  public var limits: ReadLimits
  /// Called with each call of a described method; its arguments, of the described types, are not read yet.
  var take: (MethodCall, MessageReader) throws(BusError) -> Void

  /// Makes an object; `handler` is called with each call of a described method, its arguments of
  /// the described types.
  public init(
    path: String, interfaces: [InterfaceDescription], limits: ReadLimits = .usual,
    property: @escaping (_ interface: String, _ name: String) -> DBusValue = noProperty,
    handler: @escaping (MethodCall) -> Void
  ) {
    self.init(path: path, interfaces: interfaces, limits: limits, property: property) {
      (call, reader) throws(BusError) in
      try call.readArguments(reader)
      handler(call)
    }
  }

  /// Makes an object that reads the arguments of calls itself; an error that `take` throws is the reply.
  package init(
    path: String, interfaces: [InterfaceDescription], limits: ReadLimits = .usual,
    property: @escaping (_ interface: String, _ name: String) -> DBusValue = noProperty,
    take: @escaping (MethodCall, MessageReader) throws(BusError) -> Void
  ) {
    self.path = path
    self.interfaces = interfaces
    self.limits = limits
    self.property = property
    self.take = take
  }

  /// The `property` of an object without properties; traps.
  public nonisolated static func noProperty(_ interface: String, _ name: String) -> DBusValue {
    preconditionFailure("no value for \(interface).\(name)")
  }

  func interface(_ name: String) -> InterfaceDescription? { interfaces.first { $0.name == name } }

  /// The method of a call and its interface, which the call need not name; nil if the object
  /// has no such method.
  func method(of call: Message) -> (InterfaceDescription, InterfaceDescription.Method)? {
    for interface in interfaces where !call.namesInterface || call.hasInterface(interface.name) {
      let method = interface.methods.first { call.hasMember($0.name) }
      if let method { return (interface, method) }
    }
    return nil
  }

  /// The error reply to a call of a method that the object does not have.
  func failure(of call: Message) -> BusError {
    if call.namesInterface, interface(call.interface) == nil {
      return .unknownInterface("no interface \(call.interface) at \(path)")
    }
    return .unknownMethod("no method \(call.member) in \(call.namesInterface ? call.interface : path)")
  }
}
