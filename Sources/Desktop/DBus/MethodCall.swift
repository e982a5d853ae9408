public import DBusValues

/// A call that someone made, until it is answered; the answer may come later than the handler returns.
///
/// One that is dropped without an answer is answered with an error. It keeps its bus until it is answered.
@MainActor public final class MethodCall {
  /// The caller's unique name.
  public var sender: String { message.sender }
  public var path: String { message.path }
  public let interface: String
  public var member: String { method.name }
  /// Of the types that the method's description states; empty where the object reads them itself.
  public private(set) var arguments: [DBusValue] = []

  private let message: Message
  private let method: InterfaceDescription.Method
  /// Nil: it is answered, or nobody asked for an answer.
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

  /// Reads all of them; throws what it is to be answered with if they cannot be read.
  func readArguments(_ reader: MessageReader) throws(BusError) {
    arguments = try reader.read(method.inputTypes)
  }

  /// Answers with values of the described types; only the first answer counts.
  public func reply(_ values: DBusValue...) {
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

  /// Answers with an error; only the first answer counts.
  public func fail(_ error: BusError) {
    answer { message.makeReply(error) }
  }

  /// Without a connection there is nobody left to hear it.
  private func answer(_ make: () -> Message?) {
    guard let bus else { return }
    self.bus = nil
    if let reply = make() { bus.send(reply) }
  }
}
