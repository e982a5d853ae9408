public import DesktopModel

/// A received method call, until it is answered; the reply may be sent after the handler has returned.
///
/// A call that is released without a reply is answered with an error. It keeps its bus until it is answered.
@MainActor public final class MethodCall {
  /// The caller's unique name.
  public var sender: String { message.sender }
  public var path: String { message.path }
  public let interface: String
  public var member: String { method.name }
  /// Whether the caller permits that the user is asked for a password.
  public var allowsAuthentication: Bool { message.allowsAuthentication }
  /// The arguments, of the types in the method's description; empty if the object reads them itself.
  public private(set) var arguments: [DBusValue] = []

  private let message: Message
  private let method: InterfaceDescription.Method
  /// The bus to reply on; nil if the call was answered or expects no reply.
  private var bus: MessageBus?

  init(_ message: Message, _ method: InterfaceDescription.Method, interface: String, bus: MessageBus) {
    self.interface = interface
    self.message = message
    self.method = method
    self.bus = message.expectsReply ? bus : nil
  }

  isolated deinit {
    if bus != nil { fail(.failed("\(member) was not answered")) }
  }

  /// Reads all arguments; throws the error to reply with if they cannot be read.
  package func readArguments(_ reader: MessageReader) throws(BusError) {
    let values = try reader.read(method.inputTypes)
    guard values.count == method.inputTypes.count else { throw .tooLarge }
    arguments = values
  }

  /// Replies with values of the described types; only the first reply counts.
  public func reply(_ values: DBusValue...) { reply(values) }

  /// Replies with values of the described types; only the first reply counts.
  public func reply(_ values: [DBusValue]) {
    let outputs = method.outputTypes
    precondition(
      values.count == outputs.count && zip(values, outputs).allSatisfy { $0.type == $1 },
      "reply to \(member): expected (\(outputs.signature)), got (\(values.map(\.type).signature))")
    answer {
      let reply = message.makeReply()
      if let reply { MessageWriter(reply).append(values) }
      return reply
    }
  }

  /// Replies with an error; only the first reply counts.
  public func fail(_ error: BusError) {
    answer { message.makeReply(error) }
  }

  /// Sends the reply that `make` makes, unless the call was answered before.
  private func answer(_ make: () -> Message?) {
    guard let bus else { return }
    self.bus = nil
    if let reply = make() { bus.send(reply) }
  }
}
