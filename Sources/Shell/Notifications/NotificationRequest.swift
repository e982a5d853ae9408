/// The arguments of a call of Notify, as they were received.
public struct NotificationRequest: Equatable, Sendable {
  /// A hint by its name; if a name is repeated, the last hint counts.
  public struct Hint: Equatable, Sendable {
    public var name: String
    public var value: HintValue

    public init(_ name: String, _ value: HintValue) {
      self.name = name
      self.value = value
    }
  }

  public var applicationName = ""
  /// The notification to replace; nil for a new one.
  public var replacesID: NotificationID?
  /// The icon: a name, a path or a file URI; empty for none.
  public var icon = ""
  public var summary = ""
  /// The text, which may contain markup.
  public var body = ""
  /// The keys and labels of actions, alternating.
  public var actions: [String] = []
  public var hints: [Hint] = []
  /// The timeout in milliseconds; 0: never, negative: the server decides.
  public var expireTimeout: Int32 = -1

  public init() {}

  /// Whether the request may replace an open notification; otherwise it gets a new identifier.
  public var mayReplace: Bool { replacesID != nil || hasTag }

  /// The request as a new notification, without the identifier or tag of another one.
  public var replacingNothing: NotificationRequest {
    var request = self
    request.replacesID = nil
    request.hints.removeAll { Hints.tagNames.contains($0.name) }
    return request
  }

  /// Most files of a request that are read before it is answered.
  public static let mostFiles = 8

  /// Whether the hints and actions may name files of pictures.
  public var hintsNameFiles: Bool {
    hints.contains { Hints.pathNames.contains($0.name) }
      || hints.contains { $0.name == Hints.actionIcons } && actions.contains { $0.hasPrefix("/") }
  }

  /// The absolute paths of the pictures that the request names, in the order in which they are shown.
  public var pictureFiles: [String] {
    var texts = hints.compactMap { hint -> String? in
      guard Hints.pathNames.contains(hint.name), case .string(let text) = hint.value else { return nil }
      return text
    }
    texts.append(icon)
    if body.contains("<") { texts += MarkedText(markup: body).images.map(\.source) }
    if hints.contains(where: { $0.name == Hints.actionIcons }) { texts += actions.prefix(2 * Limits.actions) }
    var paths: [String] = []
    for text in texts where paths.count < Self.mostFiles {
      if case .file(let path)? = NotificationImage(text), !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  /// Whether a hint contains a tag.
  var hasTag: Bool { hints.contains { Hints.tagNames.contains($0.name) } }
}
