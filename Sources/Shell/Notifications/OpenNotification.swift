/// An open notification, or several with the same content.
struct OpenNotification: Equatable, Sendable {
  /// The newest notification.
  var notification: Notification
  /// The identifiers of all notifications, from the oldest to the newest; never empty once it is open.
  var ids: [NotificationID] = []
  /// The number of arrivals, including those whose identifiers are closed.
  var count = 1
  /// The time after which the banner expires; nil if it stays until it is closed.
  var stay: Duration?
  /// The name of its stack; nil for none.
  var group: String?
  /// Whether a rule hides it.
  var isHidden = false
  /// The level of do not disturb up to which it is shown, 0 … 100; nil: no rule sets it.
  var pauseLevel: Int8?
  var keepsHistory = false
  /// The number of its record in the history.
  var record: UInt64 = 0
  /// The number of the first record of those that its banner counts.
  var firstRecord: UInt64 = 0
  /// The value of `origin`, boxed since few entries have one.
  private var boxedOrigin: Boxed<HistoryRecord>?
  /// The name of the output where it appeared; nil: it appears on any output.
  var output: String?
  var tag: Tag?
  /// A hash of its content; nil if it cannot have duplicates. The content itself would take 250 bytes more.
  var contentHash: Int?

  init(_ notification: Notification) { self.notification = notification }

  /// The record of the history that is shown again; nil for a notification of a client.
  var origin: HistoryRecord? {
    get { boxedOrigin?.value }
    set { boxedOrigin = newValue.map { .of($0) } }
  }

  /// A tag of one application; tags of different applications are independent.
  struct Tag: Hashable, Sendable {
    var application: String
    var tag: String

    /// The tag in the hints; nil if they have none.
    init?(_ hints: Hints, application: String) {
      if hints.tag.isEmpty { return nil }
      (self.application, tag) = (application, hints.tag)
    }
  }
}
