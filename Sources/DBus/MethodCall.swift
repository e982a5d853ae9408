public import DBusValues

/// A call that someone made, until it is answered; the answer may come later than the handler returns.
///
/// One that is dropped without an answer is answered with an error.
@MainActor public final class MethodCall {
  /// The caller's unique name.
  public var sender: String { message.sender }
  public var path: String { message.path }
  public let interface: String
  public let member: String
  /// Of the types that the method's description states.
  public let arguments: [DBusValue]

  private let message: Message
  private let outputs: [DBusType]
  private weak var bus: MessageBus?
  private var isAnswered: Bool

  init(
    _ message: Message, interface: String, member: String, arguments: [DBusValue], outputs: [DBusType],
    bus: MessageBus
  ) {
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.message = message
    self.outputs = outputs
    self.bus = bus
    isAnswered = !message.expectsReply
  }

  isolated deinit {
    if !isAnswered { fail(.failed("\(member) was not answered")) }
  }

  /// Answers with values of the described types; only the first answer counts.
  public func reply(_ values: DBusValue...) {
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
    guard !isAnswered else { return }
    isAnswered = true
    if let reply = make() { bus?.send(reply) }
  }
}
