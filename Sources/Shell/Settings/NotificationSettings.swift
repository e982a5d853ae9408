public import Geometry
public import Patterns

/// The banners of notifications.
public struct NotificationSettings: Equatable, Sendable {
  /// Where on an output banners are stacked.
  public enum Anchor: String, CaseIterable, Sendable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left, center, right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"
  }

  /// At which end of the stack a new banner appears.
  public enum Order: String, CaseIterable, Sendable {
    case newestTop = "newest-top"
    case newestBottom = "newest-bottom"
  }

  /// What is laid together to one stack that can be expanded.
  public enum Grouping: String, CaseIterable, Sendable {
    case none
    case application
  }

  /// What is shown and heard while the session is locked.
  public enum WhileLocked: String, CaseIterable, Sendable {
    case none
    case critical
  }

  public var isEnabled = true
  public var anchor = Anchor.topRight
  /// `focused`, `all`, or the name of an output.
  public var output = "focused"
  /// Logical pixels, as the five that follow.
  public var width = 360
  public var gap = 8
  /// To the left and the right edge of the output.
  public var marginHorizontal = 12
  /// To the top and the bottom edge, or to a panel there.
  public var marginVertical = 12
  public var cornerRadius = 20
  public var layer = SurfaceLayer.top
  /// While a critical banner is shown, if that is higher.
  public var criticalLayer = SurfaceLayer.overlay
  /// Banners on an output at a time; the rest are counted.
  public var maxShown = 5
  public var order = Order.newestTop
  public var grouping = Grouping.none
  public var countsDuplicates = true
  public var material = "notificationBanner"
  /// As Pango writes it, the size in points.
  public var font = "Inter 10"
  /// Of the body, until the pointer is over it.
  public var bodyLines = 4
  /// Seconds by urgency, 0: until it is closed.
  public var timeoutLow: Double = 4
  public var timeoutNormal: Double = 6
  public var timeoutCritical: Double = 0
  /// Whether a time that the application asks for counts.
  public var honoursTimeouts = true
  public var whileLocked = WhileLocked.none
  public var showsIcons = true
  /// Of icons; nil: the desktop's.
  public var iconTheme: String?
  public var playsSounds = true
  public var keepsHistory = true
  /// Notifications.
  public var historyCount = 1000
  public var historyDays = 30
  /// Applications that leave nothing in the history.
  public var historyExclude: [TextPattern] = []
  public var doNotDisturb = DoNotDisturbSettings()
  /// Applied from the first to the last.
  public var rules: [NotificationRule] = []

  public init() {}
}

/// When notifications are kept back.
public struct DoNotDisturbSettings: Equatable, Sendable {
  public var schedule: [DaySchedule] = []
  public var whileFullscreen = false
  /// Whether critical ones are shown nevertheless.
  public var lettingCritical = true

  public init() {}
}

/// How much a notification matters.
public enum Urgency: String, CaseIterable, Comparable, Sendable {
  case low, normal, critical

  public static func < (a: Self, b: Self) -> Bool { a.level < b.level }

  /// As the hint `urgency` counts.
  public var level: Int { self == .low ? 0 : self == .normal ? 1 : 2 }
}

/// What is done with notifications that match.
public struct NotificationRule: Equatable, Sendable {
  /// Nil: any; the same for all that follow up to `mode`.
  public var application: TextPattern?
  public var summary: TextPattern?
  public var body: TextPattern?
  public var category: TextPattern?
  public var desktopEntry: TextPattern?
  public var urgency: Urgency?
  /// The output on which it would be shown.
  public var output: TextPattern?
  /// Only while this mode is on.
  public var mode: String?

  /// Nil: as it is; the same for all that follow.
  public var newUrgency: Urgency?
  /// Seconds, 0: until it is closed.
  public var timeout: Double?
  public var material: String?
  /// In place of vibrant text.
  public var ink: SIMD4<Double>?
  /// The name of a sound or a path, empty: none.
  public var sound: String?
  public var isHidden: Bool?
  public var keepsHistory: Bool?
  /// The stack in which it is laid, empty: none.
  public var group: String?
  /// A program and its arguments, run with the notification in its environment.
  public var command: [String]?

  public init() {}
}
