public import DBusValues

/// An object that others can call.
public struct BusObject {
  /// As `/org/freedesktop/Notifications`.
  public var path: String
  public var interfaces: [InterfaceDescription]
  /// Called with each call of a described method, its arguments of the described types.
  public var handler: (MethodCall) -> Void
  /// The value of a described property.
  public var property: (_ interface: String, _ name: String) -> DBusValue
  /// How much of a call's arguments is taken in.
  public var limits: ReadLimits

  public init(
    path: String, interfaces: [InterfaceDescription], limits: ReadLimits = .none,
    property: @escaping (_ interface: String, _ name: String) -> DBusValue = { interface, name in
      preconditionFailure("no value for \(interface).\(name)")
    },
    handler: @escaping (MethodCall) -> Void
  ) {
    self.path = path
    self.interfaces = interfaces
    self.limits = limits
    self.property = property
    self.handler = handler
  }

  func interface(_ name: String) -> InterfaceDescription? { interfaces.first { $0.name == name } }

  /// The interface that has the method, whose name a caller may leave out.
  func find(
    interface: String, method: String
  ) throws(BusError) -> (InterfaceDescription, InterfaceDescription.Method) {
    var isKnown = interface.isEmpty
    for candidate in interfaces where interface.isEmpty || candidate.name == interface {
      isKnown = true
      if let found = candidate.method(method) { return (candidate, found) }
    }
    guard isKnown else { throw .unknownInterface("no interface \(interface) at \(path)") }
    throw .unknownMethod("no method \(method) in \(interface.isEmpty ? path : interface)")
  }
}
