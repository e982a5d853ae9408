import CSystemd
public import DesktopModel

/// A method call that we make.
public nonisolated struct Call: Sendable {
  /// The unique or well-known name of the called program.
  public var destination: String
  public var path: String
  public var interface: String
  public var member: String
  public var arguments: [DBusValue]
  /// The types of the reply; a reply of other types is an error.
  public var expects: [DBusType]
  /// Whether the bus may start a program to answer.
  public var startsService: Bool
  /// The longest time until the reply.
  public var timeout: Duration
  /// Limits on what is read of the reply. A larger reply is an error; with `ReadLimits.allowsPart` it is one only if a value is
  /// missing altogether.
  public var limits: ReadLimits
  /// Whether the called program may request authentication of the user, for which the timeout must leave time.
  public var allowsAuthentication = false

  /// Makes a call; `expects` is the signature of the reply.
  public init(
    to destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [DBusValue] = [], expects: String = "", startsService: Bool = true,
    timeout: Duration = .seconds(25), limits: ReadLimits = .usual
  ) {
    guard let types = DBusType.parse(expects) else { preconditionFailure("signature \"\(expects)\"") }
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.expects = types
    self.startsService = startsService
    self.timeout = timeout
    self.limits = limits
  }

  /// Makes a call of a method of the bus itself.
  package static func ofBus(
    _ member: String, _ arguments: [DBusValue] = [], expects: String = ""
  ) -> Call {
    Call(to: BusNames.bus, "/org/freedesktop/DBus", BusNames.bus, member, arguments, expects: expects)
  }

  /// Makes a call that asks the bus for all names on it.
  package static var listNames: Call {
    var call = Call.ofBus("ListNames", expects: "as")
    call.limits = .allNames
    return call
  }
}

extension Call {
  /// Reads a reply; nil stands for a lost connection.
  @MainActor func result(_ answer: Message?) -> Result<[DBusValue], BusError> {
    guard let answer else { return .failure(.disconnected) }
    if let error = answer.error { return .failure(error) }
    // The answer to a call of a unique name comes from that connection. Which connection owned a well-known name is known to
    // the bus alone, which passes on the reply of no other.
    if destination.hasPrefix(":") || destination == BusNames.bus, !answer.isSent(by: destination) {
      return .failure(
        .unexpectedReply("\(member): expected an answer of \(destination), got one of \(answer.sender)"))
    }
    guard answer.signature == expects.signature else {
      let text = "\(member): expected an answer of type (\(expects.signature)), got (\(answer.signature))"
      return .failure(.unexpectedReply(text))
    }
    do throws(BusError) {
      let values = try MessageReader(answer, limits: limits).readAll()
      return values.count == expects.count ? .success(values) : .failure(.tooLarge)
    } catch {
      return .failure(error)
    }
  }
}

nonisolated package enum BusNames {
  /// The bus's own name, which is also that of its interface.
  package static let bus = "org.freedesktop.DBus"

  /// Whether a text can be the name of a program on a bus, of either kind.
  ///
  /// The corresponding C function is `sd_bus_service_name_is_valid`.
  package static func isValid(name: String) -> Bool { unsafe sd_bus_service_name_is_valid(name) > 0 }

  /// Whether a text can be the path of an object.
  ///
  /// The corresponding C function is `sd_bus_object_path_is_valid`.
  package static func isValid(path: String) -> Bool { unsafe sd_bus_object_path_is_valid(path) > 0 }
}
