import DBusValues

extension MessageBus {
  /// Answers a call of one of our objects; false: there is none, and the library answers.
  func answer(_ message: Message) -> Bool {
    let path = message.path
    let interface = message.interface
    // Answered by the library for every path.
    if interface == Introspection.peer.name { return false }
    guard let object = objects[path] else {
      let children = children(of: path)
      guard !children.isEmpty, interface == Introspection.introspectable.name, message.member == "Introspect"
      else { return false }
      reply(to: message, [.string(Introspection.document([], children: children))])
      return true
    }
    do throws(BusError) {
      switch interface {
      case Introspection.introspectable.name:
        _ = try arguments(message, Introspection.introspectable)
        reply(to: message, [.string(Introspection.document(object.interfaces, children: children(of: path)))])
      case Introspection.properties.name:
        try answerProperties(message, of: object)
      default:
        try answerMethod(message, interface, of: object)
      }
    } catch {
      fail(message, error)
    }
    return true
  }

  private func answerMethod(
    _ message: Message, _ interface: String, of object: BusObject
  ) throws(BusError) {
    let (interface, method) = try object.find(interface: interface, method: message.member)
    let values = try arguments(message, method, limits: object.limits)
    object.handler(
      MethodCall(
        message, interface: interface.name, member: method.name, arguments: values,
        outputs: method.outputTypes, bus: self))
  }

  private func answerProperties(_ message: Message, of object: BusObject) throws(BusError) {
    let values = try arguments(message, Introspection.properties).map { $0.string ?? "" }
    guard let interface = object.interface(values[0]) else {
      throw .unknownInterface("no interface \(values[0]) at \(object.path)")
    }
    if message.member == "GetAll" {
      let pairs = interface.properties.map {
        DBusValue.Pair(.string($0.name), .variant(value(of: $0, interface, object)))
      }
      reply(to: message, [.dictionary(key: .string, value: .variant, pairs)])
      return
    }
    guard let property = interface.property(values[1]) else {
      throw .unknownProperty("no property \(values[1]) in \(interface.name)")
    }
    if message.member == "Set" { throw .propertyReadOnly("\(property.name) cannot be set") }
    reply(to: message, [.variant(value(of: property, interface, object))])
  }

  private func value(
    of property: InterfaceDescription.Property, _ interface: InterfaceDescription, _ object: BusObject
  ) -> DBusValue {
    let value = object.property(interface.name, property.name)
    precondition(
      value.type == property.type, "\(property.name): expected \(property.type), got \(value.type)")
    return value
  }

  private func arguments(
    _ message: Message, _ interface: InterfaceDescription
  ) throws(BusError) -> [DBusValue] {
    guard let method = interface.method(message.member) else {
      throw .unknownMethod("no method \(message.member) in \(interface.name)")
    }
    return try arguments(message, method, limits: .none)
  }

  private func arguments(
    _ message: Message, _ method: InterfaceDescription.Method, limits: ReadLimits
  ) throws(BusError) -> [DBusValue] {
    let signature = message.signature
    guard signature == method.inputSignature else {
      throw .invalidArguments(expected: method.inputTypes, got: signature)
    }
    return try MessageReader(message, limits: limits).read(method.inputTypes)
  }

  /// The names of the next parts of the paths below.
  private func children(of path: String) -> [String] {
    let prefix = path == "/" ? "/" : path + "/"
    let names = objects.keys.compactMap { other -> String? in
      guard other.hasPrefix(prefix), other.utf8.count > prefix.utf8.count else { return nil }
      return String(other.dropFirst(prefix.count).prefix { $0 != "/" })
    }
    return Set(names).sorted()
  }

  private func reply(to message: Message, _ values: [DBusValue]) {
    guard message.expectsReply, let reply = message.makeReply() else { return }
    MessageWriter(reply).append(values)
    send(reply)
  }

  private func fail(_ message: Message, _ error: BusError) {
    guard message.expectsReply, let reply = message.makeReply(error) else { return }
    send(reply)
  }
}
