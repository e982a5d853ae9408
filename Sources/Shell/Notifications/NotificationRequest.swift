/// The arguments of a call of Notify, as they came.
public struct NotificationRequest: Equatable, Sendable {
  /// A hint by its name; a name may come more than once, the last counts.
  public struct Hint: Equatable, Sendable {
    public var name: String
    public var value: HintValue

    public init(_ name: String, _ value: HintValue) {
      self.name = name
      self.value = value
    }
  }

  public var applicationName = ""
  /// The notification whose place it takes; nil: it is a new one.
  public var replacesID: NotificationID?
  /// A name, a path or a file URI; empty: none.
  public var icon = ""
  public var summary = ""
  /// The text, which may hold markup.
  public var body = ""
  /// Keys and labels by turns.
  public var actions: [String] = []
  public var hints: [Hint] = []
  /// Milliseconds; 0: never, negative: as the server likes.
  public var expireTimeout: Int32 = -1

  public init() {}

  /// Whether an open notification may be meant to make way; others get a new identifier.
  public var mayReplace: Bool { replacesID != nil || hasTag }

  /// The same as a new notification, without an identifier or a tag of another.
  public var replacingNothing: NotificationRequest {
    var request = self
    request.replacesID = nil
    request.hints.removeAll { Hints.tagNames.contains($0.name) }
    return request
  }

  /// Whether a hint that names a tag is there.
  var hasTag: Bool { hints.contains { Hints.tagNames.contains($0.name) } }
}
