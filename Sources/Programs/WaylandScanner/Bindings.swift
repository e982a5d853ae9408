/// The selected interfaces, with Swift names, types and table indices resolved.
struct Bindings: Equatable {
  var interfaces: [BoundInterface]
}

/// A selected interface.
struct BoundInterface: Equatable {
  var name: String
  var swiftName: String
  var version: Int
  var summary: String
  var requests: [BoundMessage]
  var events: [BoundMessage]
  var enumerations: [BoundEnumeration]
  /// The request that `destroy()` sends; nil if the compositor is not told.
  var destructor: BoundMessage?
  var requestTable: [TableMessage]
  var eventTable: [TableMessage]
}

/// A `wl_message`; `types` has the index of each argument's interface, nil if that is not selected.
struct TableMessage: Equatable {
  var name: String
  var signature: String
  var types: [Int?]
}

/// A request or an event that is visible in Swift.
struct BoundMessage: Equatable {
  /// The result of a request.
  enum Result: Equatable {
    case nothing
    case object(String)
    /// An object of a type that the caller chooses, as with the registry's bind.
    case any
  }

  var name: String
  var swiftName: String
  var opcode: Int
  var since: Int
  var isDestructor: Bool
  var summary: String
  var parameters: [Parameter]
  var result: Result = .nothing
}

/// An argument that is visible in Swift.
struct Parameter: Equatable {
  /// The type of the argument in Swift.
  enum Kind: Equatable {
    case int, uint, fixed, array, descriptor
    case string(isOptional: Bool)
    case object(String, isOptional: Bool)
    /// The new object of a request or of an event, by its type.
    case newObject(String)
    case anyNewObject
    case enumeration(String)
  }

  var swiftName: String
  var kind: Kind
}

/// An enumeration as a `RawRepresentable` or an `OptionSet`.
struct BoundEnumeration: Equatable {
  /// A value of the enumeration.
  struct Entry: Equatable {
    var swiftName: String
    var value: UInt32
  }

  var name: String
  var swiftName: String
  var isBitfield: Bool
  var summary: String
  var entries: [Entry]
}

extension Bindings {
  /// Resolves the interfaces of `selection` among `protocols`, which are keyed by the selection's paths.
  ///
  /// A request with an argument or a result whose interface is not selected is left out; an event that would
  /// create an object of such an interface is an error, as libwayland could not receive it.
  init(_ selection: Selection, protocols: [String: Protocol], listFile: String) throws(ScannerError) {
    var chosen: [Resolver.Chosen] = []
    for file in selection.files {
      let known = protocols[file.path]?.interfaces ?? []
      for entry in file.interfaces {
        guard let interface = known.first(where: { $0.name == entry.name }) else {
          throw ScannerError(
            file: listFile, line: entry.line, message: "\(file.path) has no interface \(entry.name)")
        }
        guard entry.version <= interface.version else {
          throw ScannerError(
            file: listFile, line: entry.line,
            message: "\(file.path) has \(entry.name) up to version \(interface.version), not \(entry.version)"
          )
        }
        guard !chosen.contains(where: { $0.interface.name == entry.name }) else {
          throw ScannerError(file: listFile, line: entry.line, message: "\(entry.name) is listed twice")
        }
        chosen.append(Resolver.Chosen(interface: interface, version: entry.version, file: file.path))
      }
    }
    let resolver = Resolver(chosen: chosen)
    interfaces = []
    for choice in chosen { interfaces.append(try resolver.resolve(choice)) }
  }
}

/// Resolves one interface, with references to all selected interfaces.
private struct Resolver {
  struct Chosen {
    var interface: Interface
    var version: Int
    var file: String
  }

  let chosen: [Chosen]

  func resolve(_ choice: Chosen) throws(ScannerError) -> BoundInterface {
    let interface = choice.interface
    var requests: [BoundMessage] = []
    for (opcode, message) in interface.requests.enumerated() where message.since <= choice.version {
      guard let request = try bind(message, opcode: opcode, of: choice, isEvent: false) else { continue }
      requests.append(request)
    }
    var events: [BoundMessage] = []
    for (opcode, message) in interface.events.enumerated() where message.since <= choice.version {
      guard let event = try bind(message, opcode: opcode, of: choice, isEvent: true) else { continue }
      events.append(event)
    }
    let destructor = requests.first {
      $0.isDestructor && $0.parameters.isEmpty && ($0.name == "destroy" || $0.name == "release")
    }
    return BoundInterface(
      name: interface.name, swiftName: interface.name.pascalCased, version: choice.version,
      summary: interface.summary, requests: requests.filter { $0 != destructor }, events: events,
      enumerations: enumerations(choice), destructor: destructor,
      requestTable: table(interface.requests, version: choice.version),
      eventTable: table(interface.events, version: choice.version))
  }

  /// Resolves a message; nil for a request that needs an interface that is not selected.
  private func bind(
    _ message: Message, opcode: Int, of choice: Chosen, isEvent: Bool
  ) throws(ScannerError) -> BoundMessage? {
    var bound = BoundMessage(
      name: message.name, swiftName: message.name.camelCased, opcode: opcode, since: message.since,
      isDestructor: message.isDestructor, summary: message.summary, parameters: [])
    for argument in message.arguments {
      let kind: Parameter.Kind
      if argument.kind == .newID {
        if let name = argument.interface {
          guard index(of: name) != nil else {
            guard isEvent else { return nil }
            throw ScannerError(
              file: choice.file, line: argument.line,
              message: "event \(choice.interface.name).\(message.name) creates a \(name), which is not listed"
            )
          }
          kind = .newObject(name.pascalCased)
          bound.result = isEvent ? .nothing : .object(name.pascalCased)
        } else {
          kind = .anyNewObject
          bound.result = .any
        }
      } else if argument.kind == .object, let name = argument.interface, index(of: name) == nil {
        guard isEvent else { return nil }
        kind = .object("Proxy", isOptional: true)
      } else {
        kind = self.kind(of: argument, in: choice.interface, isEvent: isEvent)
      }
      bound.parameters.append(Parameter(swiftName: argument.name.camelCased, kind: kind))
    }
    return bound
  }

  private func kind(of argument: Argument, in interface: Interface, isEvent: Bool) -> Parameter.Kind {
    switch argument.kind {
    case .int, .uint:
      if let name = argument.enumeration, let type = enumerationType(name, in: interface) {
        return .enumeration(type)
      }
      return argument.kind == .int ? .int : .uint
    case .fixed: return .fixed
    case .array: return .array
    case .fd: return .descriptor
    case .string: return .string(isOptional: argument.allowsNull)
    // We may have destroyed an event's object before the event was received.
    case .object, .newID:
      return .object(
        argument.interface?.pascalCased ?? "Proxy", isOptional: argument.allowsNull || isEvent)
    }
  }

  /// The type of an enumeration; nil if its interface is not selected, so that the value is a plain number.
  private func enumerationType(_ name: String, in interface: Interface) -> String? {
    let parts = name.split(separator: ".").map(String.init)
    let owner = parts.count == 2 ? parts[0] : interface.name
    guard index(of: owner) != nil, let last = parts.last else { return nil }
    return owner.pascalCased + "." + last.pascalCased
  }

  /// The enumerations of an interface, without `error`, whose values libwayland passes as plain numbers.
  private func enumerations(_ choice: Chosen) -> [BoundEnumeration] {
    choice.interface.enumerations.filter { $0.name != "error" }.map { enumeration in
      BoundEnumeration(
        name: enumeration.name, swiftName: enumeration.name.pascalCased,
        isBitfield: enumeration.isBitfield, summary: enumeration.summary,
        // The compiler refuses an option with the value 0, which is the empty set.
        entries: enumeration.entries
          .filter { $0.since <= choice.version && !(enumeration.isBitfield && $0.value == 0) }
          .map { BoundEnumeration.Entry(swiftName: $0.name.camelCased, value: $0.value) })
    }
  }

  /// The messages up to the last one of the version; opcodes are indices, so none may be left out before it.
  private func table(_ messages: [Message], version: Int) -> [TableMessage] {
    guard let last = messages.lastIndex(where: { $0.since <= version }) else { return [] }
    return messages[...last].map { message in
      var signature = message.since > 1 ? String(message.since) : ""
      var types: [Int?] = []
      for argument in message.arguments {
        if argument.allowsNull { signature += "?" }
        if argument.kind == .newID, argument.interface == nil {
          signature += "sun"
          types += [nil, nil, nil]
        } else {
          signature += argument.kind.letter
          types.append(argument.interface.flatMap(index(of:)))
        }
      }
      return TableMessage(name: message.name, signature: signature, types: types)
    }
  }

  private func index(of name: String) -> Int? {
    chosen.firstIndex { $0.interface.name == name }
  }
}

extension Argument.Kind {
  /// The letter of the type in a signature of libwayland.
  fileprivate var letter: String {
    switch self {
    case .int: "i"
    case .uint: "u"
    case .fixed: "f"
    case .string: "s"
    case .object: "o"
    case .newID: "n"
    case .array: "a"
    case .fd: "h"
    }
  }
}

extension String {
  /// The name in Swift's style for types: `wl_surface` becomes `WlSurface`.
  var pascalCased: String {
    split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name in Swift's style for members: `set_buffer_scale` becomes `setBufferScale`; a leading digit gets
  /// an underscore, since no name may begin with a digit.
  var camelCased: String {
    let joined = pascalCased
    let name = joined.prefix(1).lowercased() + joined.dropFirst()
    return name.first?.isNumber == true ? "_" + name : name
  }
}
