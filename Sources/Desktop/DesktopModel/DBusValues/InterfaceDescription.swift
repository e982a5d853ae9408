/// The description of an object's interface, by which introspection is answered and calls are checked.
public struct InterfaceDescription: Hashable, Sendable {
  /// The interface's name, such as `org.freedesktop.Notifications`.
  public var name: String
  public var methods: [Method]
  public var signals: [Signal]
  public var properties: [Property]

  public init(
    _ name: String, methods: [Method] = [], signals: [Signal] = [], properties: [Property] = []
  ) {
    self.name = name
    self.methods = methods
    self.signals = signals
    self.properties = properties
  }

  /// A named argument with one complete type.
  public struct Argument: Hashable, Sendable {
    public var name: String
    public var type: DBusType

    /// Makes an argument; traps if `signature` is not one complete type.
    public init(_ name: String, _ signature: String) {
      let types = DBusType.parse(signature)
      precondition(types?.count == 1, "\(name): \"\(signature)\" is not one complete type")
      self.name = name
      self.type = types?[0] ?? .variant
    }
  }

  public struct Method: Hashable, Sendable {
    public let name: String
    public let inputs: [Argument]
    public let outputs: [Argument]
    /// The types of the arguments of a call.
    public let inputTypes: [DBusType]
    /// The signature of the arguments of a call.
    public let inputSignature: String
    /// The types of the values of a reply.
    public let outputTypes: [DBusType]

    public init(_ name: String, in inputs: [Argument] = [], out outputs: [Argument] = []) {
      self.name = name
      self.inputs = inputs
      self.outputs = outputs
      // These are computed once, since each call is checked by them.
      inputTypes = inputs.map(\.type)
      inputSignature = inputTypes.signature
      outputTypes = outputs.map(\.type)
    }
  }

  public struct Signal: Hashable, Sendable {
    public var name: String
    public var arguments: [Argument]

    public init(_ name: String, _ arguments: [Argument] = []) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// A read-only property: none of ours can be set over the bus.
  public struct Property: Hashable, Sendable {
    public var name: String
    public var type: DBusType

    /// Makes a property; traps if `signature` is not one complete type.
    public init(_ name: String, _ signature: String) {
      let argument = Argument(name, signature)
      self.name = name
      self.type = argument.type
    }
  }

  public func method(_ name: String) -> Method? { methods.first { $0.name == name } }
  public func property(_ name: String) -> Property? { properties.first { $0.name == name } }
}
