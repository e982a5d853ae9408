public import Scenes
public import Settings

/// What happened to notifications, decoded.
public enum NotificationEvent: Equatable, Sendable {
  /// A call of Notify, which was answered with what `identify` gave for it.
  case notified(NotificationRequest, id: NotificationID)
  /// What became of a picture that `readPicture` was for; nil: nothing.
  case pictureRead(SentPicture, Bitmap?, id: NotificationID)
  /// A call of CloseNotification.
  case closeRequested(id: NotificationID)
  /// The programs that sent these have left the bus: nobody can be told of an answer.
  case sendersLeft([NotificationID])
  /// The user put it away.
  case dismissed(id: NotificationID)
  /// The user put away all that are laid on one another with this one.
  case groupDismissed(id: NotificationID)
  case allDismissed
  /// Notifications are no longer served: nobody is to wait for what is not shown any more.
  case serviceEnded
  /// A click on the banner itself: its default action, or else it is put away.
  case clicked(id: NotificationID)
  /// A button.
  case actionChosen(id: NotificationID, key: String)
  case replied(id: NotificationID, text: String)
  /// A click on a stack's count.
  case groupToggled(id: NotificationID)
  /// The banner under the pointer; nil: none.
  case pointerMoved(over: BannerID?)
  case doNotDisturbSet(DoNotDisturb.Choice)
  case fullscreenChanged(Bool)
  /// Whether the user's session is locked; nil: nobody tells.
  case sessionLocked(Bool?)
  /// A mode of rules was turned on or off.
  case modeSet(String, isOn: Bool)
  /// The outputs there are, and the one with the focus.
  case outputsChanged([String], focused: String?)
  case settingsLoaded(NotificationSettings)
  /// A notification of the history is shown again.
  case restored(HistoryRecord)
  /// `nextDeadline` or `nextClockDeadline` has come, or the wall clock was set.
  case deadlineReached
}

extension NotificationEvent {
  /// Whether it came over the bus.
  public var isCall: Bool {
    switch self {
    case .notified, .closeRequested: true
    default: false
    }
  }
}

/// What is to be done outside, as a value.
public enum NotificationCommand: Equatable, Sendable {
  /// A call was taken in: for those who follow what is open.
  case announce(id: NotificationID)
  /// A picture is to be reduced where nobody waits; `pictureRead` follows.
  case readPicture(SentPicture, id: NotificationID)
  case emitClosed(id: NotificationID, CloseReason)
  /// A token for activation is made and sent before.
  case emitActionInvoked(id: NotificationID, key: String)
  case emitReplied(id: NotificationID, text: String)
  /// Written to the history; a record of the same number takes the place of the earlier one.
  case record(HistoryRecord)
  case playSound(Sound)
  /// A program and its arguments, with these variables added to its environment.
  case run([String], environment: [String: String])
  /// What banners show may have changed.
  case redraw
  /// Hints that were ignored, for the log.
  case reportProblems(application: String, [Hints.Problem])
}

/// Why a notification is no longer open, as NotificationClosed counts.
public enum CloseReason: UInt32, CaseIterable, Sendable {
  case expired = 1
  /// The user put it away.
  case dismissed = 2
  /// A call of CloseNotification closed it.
  case closed = 3
  /// There were too many, or they are no longer served.
  case undefined = 4
}

/// What the history keeps of a notification.
public struct HistoryRecord: Equatable, Sendable {
  /// Counts the records of this run; what replaces an open notification keeps its number.
  public var number: UInt64
  public var id: NotificationID
  /// Seconds since 1970.
  public var time: Int64
  public var applicationName: String
  public var desktopEntry: String
  public var category: String
  public var summary: String
  /// Without markup.
  public var body: String
  public var urgency: Urgency
  /// The name or path of its icon; empty: none.
  public var icon: String

  public init(
    number: UInt64 = 0, id: NotificationID, time: Int64, applicationName: String = "",
    desktopEntry: String = "",
    category: String = "",
    summary: String = "", body: String = "", urgency: Urgency = .normal, icon: String = ""
  ) {
    self.number = number
    self.id = id
    self.time = time
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.category = category
    self.summary = summary
    self.body = body
    self.urgency = urgency
    self.icon = icon
  }

  /// What is kept of a notification; pictures that came with the call are not.
  public init(_ notification: Notification, number: UInt64 = 0) {
    self.init(
      number: number, id: notification.id, time: notification.time,
      applicationName: notification.applicationName,
      desktopEntry: notification.desktopEntry, category: notification.category, summary: notification.summary,
      body: notification.body.string, urgency: notification.urgency)
    for case let source in notification.pictures {
      switch source {
      case .file(let path): icon = path
      case .icon(let name): icon = name
      // The desktop entry is kept itself.
      case .application, .bitmap, .sent: continue
      }
      break
    }
  }
}
