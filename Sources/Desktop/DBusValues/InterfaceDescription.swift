/// An interface that an object has, described in full: what introspection tells and what calls are checked by.
public struct InterfaceDescription: Hashable, Sendable {
  /// As `org.freedesktop.Notifications`.
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

    /// `signature` must be one complete type.
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
    /// The same as a message states them.
    public let inputSignature: String
    /// The types of what a reply holds.
    public let outputTypes: [DBusType]

    public init(_ name: String, in inputs: [Argument] = [], out outputs: [Argument] = []) {
      self.name = name
      self.inputs = inputs
      self.outputs = outputs
      // Made once: each call is checked by them.
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

  /// Read-only: none of ours is set over the bus.
  public struct Property: Hashable, Sendable {
    public var name: String
    public var type: DBusType

    /// `signature` must be one complete type.
    public init(_ name: String, _ signature: String) {
      let argument = Argument(name, signature)
      self.name = name
      self.type = argument.type
    }
  }

  public func method(_ name: String) -> Method? { methods.first { $0.name == name } }
  public func signal(_ name: String) -> Signal? { signals.first { $0.name == name } }
  public func property(_ name: String) -> Property? { properties.first { $0.name == name } }
}
