public import Geometry
public import ModuleModel
public import TextProcessing

/// The settings of notifications and their banners.
public struct NotificationSettings: Equatable, Sendable {
  /// The place on an output where banners are stacked.
  public enum Anchor: String, CaseIterable, Sendable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left, center, right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"

    /// Whether banners are at the lower edge of the output.
    public var isAtBottom: Bool { [.bottomLeft, .bottom, .bottomRight].contains(self) }
  }

  /// The order of the banners of a stack from the top to the bottom.
  public enum Order: String, CaseIterable, Sendable {
    /// Critical banners are nearest to the edge of the output; of them, and of the others, the newest is the first.
    case criticalFirst = "critical-first"
    case newestTop = "newest-top"
    case newestBottom = "newest-bottom"
    /// Critical banners are above normal ones, and those above ones of low urgency; the oldest of each urgency is the first.
    case urgency
  }

  /// The criterion by which notifications are grouped into stacks that can be expanded.
  public enum Grouping: String, CaseIterable, Sendable {
    case none
    case application, category, summary
  }

  /// The notifications that are shown and heard while the session is locked.
  public enum WhileLocked: String, CaseIterable, Sendable {
    case none
    case critical
  }

  public var isEnabled = true
  public var anchor = Anchor.topRight
  /// The outputs with banners: `focused`, `all`, or the name of an output.
  public var output = "focused"
  /// Width of a banner in logical pixels, as are the next four lengths.
  public var width = 360
  /// Least width of banners in logical pixels, if their texts need no more on a line each; nil: banners are as wide as `width`.
  public var minWidth: Int?
  public var gap = 8
  /// Distance of banners to the left or right edge of the output.
  public var marginHorizontal = 8
  /// Distance of banners to the top or bottom edge of the output, or to a panel there.
  public var marginVertical = 8
  public var cornerRadius = 20
  /// The other parts of the look of banners.
  public var style = BannerStyle()
  public var layer = SurfaceLayer.top
  /// The layer while a critical banner is shown, if it is higher than `layer`.
  public var criticalLayer = SurfaceLayer.overlay
  /// Most banners on an output at a time; the others are counted.
  public var maxShown = 5
  public var order = Order.criticalFirst
  public var grouping = Grouping.none
  public var countsDuplicates = true
  public var material = "notificationBanner"
  public var relief = ReliefSettings()
  /// The font in Pango's syntax, with the size in points.
  public var font = FontName.usualFamilies + " 10"
  /// The format of the note about notifications that are not shown; nil: the usual words.
  public var moreFormat: FormatTemplate?
  /// Most lines of the body until the pointer is over the banner.
  public var bodyLines = 4
  /// The age in seconds from which a banner shows it.
  public var showAge: Double = 0
  /// Seconds that a banner of low urgency is shown, with 0 for until it is closed; the next two
  /// are for the others.
  public var timeoutLow: Double = 4
  public var timeoutNormal: Double = 6
  public var timeoutCritical: Double = 0
  /// Whether a timeout that the application requests is used.
  public var honoursTimeouts = true
  /// The time in seconds without input after which timeouts wait for the user; 0: they do not wait.
  public var idleThreshold: Double = 0
  public var whileLocked = WhileLocked.none
  public var icons = BannerIcons.all
  /// The theme of icons; nil for that of the desktop.
  public var iconTheme: String?
  public var playsSounds = true
  /// Whether a code in a text can be copied by a button.
  public var copiesCodes = true
  /// Whether colours that applications request are used.
  public var honoursColours = true
  public var keepsHistory = true
  /// Most notifications in the history.
  public var historyCount = 1000
  public var historyDays = 30
  /// Applications whose notifications are not kept in the history.
  public var historyExclude: [TextPattern] = []
  public var doNotDisturb = DoNotDisturbSettings()
  /// The rules, applied from the first to the last.
  public var rules: [NotificationRule] = []

  public init() {}

  /// The width of the widest banners that rules may make, in logical pixels.
  public var greatestWidth: Int { rules.compactMap(\.style.width).reduce(width, max) }
}

/// The settings of do not disturb, when notifications are held back.
public struct DoNotDisturbSettings: Equatable, Sendable {
  public var schedule: [DaySchedule] = []
  public var whileFullscreen = false
  public var whileSharing = false
  /// Whether critical notifications are shown nevertheless.
  public var lettingCritical = true
  /// The level where no command has set one, 1 … 100: notifications of a lower one are held back.
  public var level = 100
}

/// The urgency of a notification.
public enum Urgency: String, CaseIterable, Comparable, Sendable {
  case low, normal, critical

  public static func < (a: Self, b: Self) -> Bool { a.level < b.level }

  /// The number of the urgency in the hint `urgency`.
  public var level: Int { self == .low ? 0 : self == .normal ? 1 : 2 }
}

/// A rule: conditions on a notification, and changes that apply if all of them match.
public struct NotificationRule: Equatable, Sendable {
  /// The name by which the rule can be turned on and off; nil: it has none.
  public var name: String?
  /// Whether the rule is applied unless it is turned on or off by its name; nil: it is.
  public var isEnabled: Bool?

  /// The pattern for the application's name; nil matches any, as for all conditions up to `mode`.
  public var application: NegatablePattern?
  public var summary: NegatablePattern?
  public var body: NegatablePattern?
  public var category: NegatablePattern?
  public var desktopEntry: NegatablePattern?
  /// The tag by which the application replaces its notifications.
  public var tag: NegatablePattern?
  public var urgency: Urgency?
  /// Whether the notification has actions or takes a reply.
  public var isActionable: Bool?
  /// Whether the application requests a time after which the banner closes.
  public var isExpiring: Bool?
  /// Whether the application sends an icon or a picture.
  public var hasIcon: Bool?
  public var isTransient: Bool?
  /// The output on which the banner would be shown.
  public var output: NegatablePattern?
  /// The mode that must be on.
  public var mode: String?

  /// The urgency that replaces the notification's; nil for no change, as for all fields that follow.
  public var newUrgency: Urgency?
  /// Seconds that the banner is shown; 0: until it is closed.
  public var timeout: Double?
  public var material: String?
  /// The text's colour in place of vibrant text.
  public var ink: SIMD4<Double>?
  /// The other parts of the banner's look.
  public var style = BannerStyle()
  /// The name of a sound, or the path of a file; empty for none.
  public var sound: String?
  public var isHidden: Bool?
  /// The level of do not disturb up to which the banner is shown, 0 … 100.
  public var pauseLevel: Int?
  public var keepsHistory: Bool?
  /// The name of the group that the banner is stacked in; empty for none.
  public var group: String?
  /// The criterion by which it is grouped, if there is no name of a group.
  public var grouping: NotificationSettings.Grouping?
  /// The name of the output that shows the banner.
  public var newOutput: String?
  /// A program and its arguments, run with the notification in its environment.
  public var command: [String]?

  public init() {}
}
