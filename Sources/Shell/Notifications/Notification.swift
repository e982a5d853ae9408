public import Settings

/// A notification as it is shown: checked, cut to the limits, and treated by the rules.
public struct Notification: Equatable, Sendable {
  /// What a button does.
  public struct Action: Equatable, Sendable {
    /// The name that the application is told; also an icon's name where `hasActionIcons`.
    public var key: String
    /// The words on the button.
    public var label: String

    public init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// The number that programs on the bus know it by.
  public var id: NotificationID
  public var applicationName: String
  public var desktopEntry: String
  public var category: String
  /// One line.
  public var summary: String
  public var body: MarkedText
  /// Its actions in the order of the call, without the default one and the reply.
  public var buttons: [Action]
  public var hasDefaultAction: Bool
  /// The answer that can be typed; nil: none can.
  public var reply: Reply?
  public var hasActionIcons: Bool
  public var urgency: Urgency
  /// What is shown at the front, the first that can be loaded.
  public var pictures: [ImageSource]
  /// The icon of the application, beside a picture of something else.
  public var applicationIcon: ImageSource?
  public var progress: Int?
  public var isResident: Bool
  public var isTransient: Bool
  public var urls: [String]
  public var senderPID: Int?
  /// When it came or was last replaced, seconds since 1970.
  public var time: Int64
  /// A material's name; nil: that of all banners.
  public var material: String?
  /// Encoded sRGB and opacity; nil: vibrant.
  public var ink: SIMD4<Double>?

  /// An answer that can be typed.
  public struct Reply: Equatable, Sendable {
    /// The words on the button that opens the field.
    public var label: String
    /// The words in the empty field.
    public var placeholder: String
    /// The words on the button that sends it; empty: the usual ones.
    public var button: String
  }

  /// The key of the action that a click on the banner means.
  public static let defaultAction = "default"
  /// The key of the action that opens a field for an answer.
  public static let replyAction = "inline-reply"

  /// Makes a notification of a call, before any rule.
  public init(_ request: NotificationRequest, _ hints: Hints, id: NotificationID, time: Int64) {
    self.id = id
    self.time = time
    applicationName = PlainText.line(request.applicationName, Limits.name)
    desktopEntry = hints.desktopEntry
    category = hints.category
    summary = PlainText.line(request.summary, Limits.summary)
    body = MarkedText(markup: request.body)
    urgency = hints.urgency ?? .normal
    progress = hints.progress
    isResident = hints.isResident
    isTransient = hints.isTransient
    urls = hints.urls
    senderPID = hints.senderPID
    hasActionIcons = hints.hasActionIcons
    buttons = []
    hasDefaultAction = false
    let icon = ImageSource(request.icon)
    pictures = Self.pictures(hints, icon)
    applicationIcon = icon ?? ImageSource(desktopEntry: hints.desktopEntry)
    if let applicationIcon, !pictures.contains(applicationIcon) { pictures.append(applicationIcon) }
    readActions(request.actions, hints)
  }

  /// The order of the specification: image-data, image-path, the icon of the call, icon_data.
  private static func pictures(_ hints: Hints, _ icon: ImageSource?) -> [ImageSource] {
    let data = hints.isPictureFromIconData ? nil : hints.picture
    let legacy = hints.isPictureFromIconData ? hints.picture : nil
    return [data, hints.pictureFile, icon, legacy].compactMap { $0 }
  }

  /// A key without a label, at the end, is left out.
  private mutating func readActions(_ actions: [String], _ hints: Hints) {
    for index in stride(from: 0, to: min(actions.count - 1, 2 * Limits.actions), by: 2) {
      let label = PlainText.line(actions[index + 1], Limits.name)
      // Keys are told as they are, and so never cut.
      let key = actions[index]
      guard key.utf8.count <= Limits.name else { continue }
      switch key {
      case Self.defaultAction: hasDefaultAction = true
      case Self.replyAction:
        reply = Reply(label: label, placeholder: hints.replyPlaceholder, button: hints.replyButton)
      default: buttons.append(Action(key: key, label: label.isEmpty ? key : label))
      }
    }
  }

  /// Whether the client can be told of this action.
  public func hasAction(_ key: String) -> Bool {
    key == Self.defaultAction ? hasDefaultAction : buttons.contains { $0.key == key }
  }
}
