import DesktopModel

extension MessageBus {
  /// Answers a call of one of our objects; returns false if there is none, so that the library answers.
  func answer(_ message: Message) -> Bool {
    guard let object = objects.first(where: { message.isAt($0.path) }) else { return answerParent(message) }
    do throws(BusError) {
      // The object's own methods come first, since their callers wait.
      guard let (interface, method) = object.method(of: message) else {
        return try answerStandard(message, of: object)
      }
      try checkSignature(message, method)
      let call = MethodCall(message, method, interface: interface.name, bus: self)
      do throws(BusError) {
        try object.take(call, MessageReader(message, limits: object.limits))
      } catch {
        call.fail(error)
      }
    } catch {
      fail(message, error)
    }
    return true
  }

  /// Answers a call of an interface that every object has.
  private func answerStandard(_ message: Message, of object: BusObject) throws(BusError) -> Bool {
    switch message.interface {
    case Introspection.peer.name: return false
    case Introspection.introspectable.name:
      _ = try arguments(message, Introspection.introspectable)
      let children = children(of: object.path)
      reply(to: message, [.string(Introspection.document(object.interfaces, children: children))])
    case Introspection.properties.name: try answerProperties(message, of: object)
    default: throw object.failure(of: message)
    }
    return true
  }

  /// Answers introspection of a path that is a parent of an object's path.
  private func answerParent(_ message: Message) -> Bool {
    let children = children(of: message.path)
    guard !children.isEmpty, message.hasInterface(Introspection.introspectable.name),
      message.hasMember("Introspect")
    else { return false }
    reply(to: message, [.string(Introspection.document([], children: children))])
    return true
  }

  private func answerProperties(_ message: Message, of object: BusObject) throws(BusError) {
    // The new value of a call of `Set` is not read, since no property can be set.
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
    try checkSignature(message, method)
    return try MessageReader(message, limits: .names).read(method.inputTypes.filter { $0 == .string })
  }

  private func checkSignature(_ message: Message, _ method: InterfaceDescription.Method) throws(BusError) {
    guard message.hasSignature(method.inputSignature) else {
      throw .invalidArguments(expected: method.inputTypes, got: message.signature)
    }
  }

  /// The names of the nodes directly below `path`.
  private func children(of path: String) -> [String] {
    let prefix = path == "/" ? "/" : path + "/"
    let names = objects.compactMap { object -> String? in
      let other = object.path
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
