public import Settings

/// A notification as it is shown: validated, cut at the limits, and changed by the rules.
public struct Notification: Equatable, Sendable {
  /// An action of a notification, usually a button.
  public struct Action: Equatable, Sendable {
    /// The key that is sent to the application; also an icon's name if `hasActionIcons`.
    public var key: String
    /// The text of the button.
    public var label: String

    public init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// The number by which programs on the bus refer to the notification.
  public var id: NotificationID
  /// The number of its arrival; a notification that is replaced gets another one.
  public var arrival: UInt64 = 0
  public var applicationName: String
  public var desktopEntry: String
  public var category: String
  /// The summary, on one line.
  public var summary: String
  public var body: MarkedText
  /// The actions in the order of the call, without the default action and the reply.
  public var buttons: [Action]
  public var hasDefaultAction: Bool
  /// The reply that can be typed; nil if the notification takes none.
  public var reply: Reply?
  public var hasActionIcons: Bool
  public var urgency: Urgency
  /// The candidates for the picture beside the texts; the first that can be loaded is shown.
  public var pictures: [NotificationImage]
  /// The icon of the application, shown as a badge beside another picture.
  public var applicationIcon: NotificationImage?
  public var progress: Int?
  public var isResident: Bool
  public var isTransient: Bool
  public var urls: [String]
  public var senderPID: Int?
  /// When it arrived or was last replaced, in seconds since 1970.
  public var time: Int64
  /// The name of its material; nil for that of all banners.
  public var material: String?
  /// The colour of its texts, encoded sRGB and opacity; nil for vibrant text.
  public var ink: SIMD4<Double>?
  /// The code in its texts that the user may want to copy; nil: there is none.
  public var code: String?
  /// The value of `style`, boxed since few notifications have one.
  private var ruleStyle: Boxed<BannerStyle>?

  /// The parts of its look that rules have set.
  public var style: BannerStyle {
    get { ruleStyle?.value ?? BannerStyle() }
    set { ruleStyle = newValue == BannerStyle() ? nil : .of(newValue) }
  }

  /// A reply that can be typed.
  public struct Reply: Equatable, Sendable {
    /// The text of the button that opens the field.
    public var label: String
    /// The text of the empty field.
    public var placeholder: String
    /// The text of the button that sends the reply; empty for the default.
    public var button: String
    /// The number of buttons that the program has put before it.
    public var place = 0

    /// The most bytes of UTF-8 of what is typed.
    public static let limit = 4096
  }

  /// The name of the application on banners: the one that it gave, or else the last part of the name of its desktop entry, such
  /// as `Maps`; empty if it gave neither.
  public var shownApplication: String {
    guard applicationName.isEmpty else { return applicationName }
    return desktopEntry.split(separator: ".").last.map(String.init) ?? ""
  }

  /// The pictures that the notification brought as pixels or as files; the first one that can be read is shown large.
  public var broughtPictures: [NotificationImage] {
    Array(pictures.prefix { $0 != applicationIcon && $0.isBrought })
  }

  /// The key of the action that a click on the banner invokes.
  public static let defaultAction = "default"
  /// The key of the action that opens a field for a reply.
  static let replyAction = "inline-reply"

  /// Makes a notification of a call, before the rules are applied.
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
    let icon = NotificationImage(request.icon)
    pictures = Self.pictures(hints, icon)
    applicationIcon = icon ?? NotificationImage(desktopEntry: hints.desktopEntry)
    if let applicationIcon, !pictures.contains(applicationIcon) { pictures.append(applicationIcon) }
    readActions(request.actions, hints)
  }

  /// The candidates in the order of the specification: image-data, image-path, the icon of
  /// the call, icon_data.
  private static func pictures(_ hints: Hints, _ icon: NotificationImage?) -> [NotificationImage] {
    let data = hints.isPictureFromIconData ? nil : hints.picture
    let legacy = hints.isPictureFromIconData ? hints.picture : nil
    return [data, hints.pictureFile, icon, legacy].compactMap { $0 }
  }

  /// Reads the pairs of keys and labels; a key without a label, at the end, is ignored.
  private mutating func readActions(_ actions: [String], _ hints: Hints) {
    for index in stride(from: 0, to: min(actions.count - 1, 2 * Limits.actions), by: 2) {
      let label = PlainText.line(actions[index + 1], Limits.name)
      // A key is sent back unchanged, and so must not be cut.
      let key = actions[index]
      guard key.utf8.count <= Limits.name else { continue }
      switch key {
      case Self.defaultAction: hasDefaultAction = true
      case Self.replyAction:
        reply = Reply(
          label: label, placeholder: hints.replyPlaceholder, button: hints.replyButton, place: buttons.count)
      default: buttons.append(Action(key: key, label: label.isEmpty ? key : label))
      }
    }
  }

  /// Whether the notification has an action with this key.
  public func hasAction(_ key: String) -> Bool {
    key == Self.defaultAction ? hasDefaultAction : buttons.contains { $0.key == key }
  }
}
