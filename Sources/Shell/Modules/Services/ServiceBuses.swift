public import DBus

/// The message buses of the services that modules show.
public struct ServiceBuses {
  /// The user's; nil: the environment names none.
  public var session: MessageBus?
  public var system: MessageBus

  public init(session: MessageBus?, system: MessageBus) {
    (self.session, self.system) = (session, system)
  }
}
