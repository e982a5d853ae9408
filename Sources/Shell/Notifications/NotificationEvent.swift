public import Scenes
public import Settings

/// A change that concerns notifications, decoded.
public enum NotificationEvent: Equatable, Sendable {
  /// A call of Notify, which was answered with the number that `identify` returned for it.
  case notified(NotificationRequest, id: NotificationID)
  /// A picture of a `readPicture` was scaled down; nil if that failed.
  case pictureRead(SentImage, Bitmap?, id: NotificationID)
  /// A call of CloseNotification.
  case closeRequested(id: NotificationID)
  /// The programs that sent these have left the bus, so that nobody can receive a reply.
  case sendersLeft([NotificationID])
  /// The user dismissed a notification.
  case dismissed(id: NotificationID)
  /// The user dismissed a notification that the history is not to keep.
  case forgotten(id: NotificationID)
  /// The user dismissed all notifications that are stacked with this one.
  case groupDismissed(id: NotificationID)
  /// The user dismissed all notifications of the application that has sent this one.
  case applicationDismissed(id: NotificationID)
  /// The banners of a program were turned off.
  case programDismissed(NotifyingProgram)
  case allDismissed
  /// The user has looked at a list of all notifications, so that none counts as missed any more.
  case listSeen
  /// Notifications are no longer served, so that all are closed.
  case serviceEnded
  /// The banner itself was clicked: its default action is invoked, or it is dismissed if there is none.
  case clicked(id: NotificationID)
  /// A button was clicked.
  case actionChosen(id: NotificationID, key: String)
  case replied(id: NotificationID, text: String)
  /// The user runs a program for a notification, with its arguments.
  case commandChosen(id: NotificationID, [String])
  /// The count of a stack was clicked.
  case groupToggled(id: NotificationID)
  /// The pointer is over this banner; nil: over none.
  case pointerMoved(over: BannerID?)
  case doNotDisturbSet(DoNotDisturb.Choice)
  case fullscreenChanged(Bool)
  /// Whether a program receives the picture of the screen.
  case sharingChanged(Bool)
  /// The user's session was locked or unlocked; nil: that is unknown.
  case sessionLocked(Bool?)
  /// Whether the user has not touched any input device for the time of the settings.
  case userIdle(Bool)
  /// Whether banners are hidden until panels are closed that leave no room for them.
  case waitingForRoom(Bool)
  /// The rules with this name were turned on or off.
  case ruleSet(String, isOn: Bool)
  /// A mode of rules was turned on or off.
  case modeSet(String, isOn: Bool)
  /// All modes but one were turned off, and that one was turned on.
  case modeSetAlone(String)
  /// The outputs, the focused one, or the greatest number of physical pixels per logical one on them, have changed; the number is nil
  /// if there is no output.
  case outputsChanged([String], focused: String?, scale: Double? = nil)
  case settingsLoaded(NotificationSettings)
  /// A notification of the history is to be shown again.
  case restored(HistoryRecord)
  /// The time of `nextDeadline` or `nextClockDeadline` has come, or the wall clock was set.
  case deadlineReached
}

extension NotificationEvent {
  /// Whether the event is a call from the bus.
  public var isCall: Bool {
    switch self {
    case .notified, .closeRequested: true
    default: false
    }
  }
}

/// An effect to perform, as a value.
public enum NotificationCommand: Equatable, Sendable {
  /// Tells subscribers that a call of Notify was taken in.
  case announce(id: NotificationID)
  /// Scales down a picture on another thread; the event `pictureRead` follows.
  case readPicture(SentImage, id: NotificationID)
  case emitClosed(id: NotificationID, CloseReason)
  /// Sends ActionInvoked; an activation token is requested and sent before it.
  case emitActionInvoked(id: NotificationID, key: String)
  case emitReplied(id: NotificationID, text: String)
  /// Writes a record to the history; it replaces an earlier one of the same number.
  case record(HistoryRecord)
  /// Removes the records of notifications of this run from the history, from that with the number `since` on.
  case forget([NotificationID], since: UInt64)
  case playSound(Sound)
  /// Runs a program with its arguments, with these variables added to its environment.
  case run([String], environment: [String: String])
  /// Redraws banners, whose content may have changed.
  case redraw
  /// Logs hints that were ignored.
  case reportProblems(application: String, [Hints.Problem])
}

/// Why a notification was closed, by the numbers of NotificationClosed.
public enum CloseReason: UInt32, CaseIterable, Sendable {
  case expired = 1
  /// The user dismissed it.
  case dismissed = 2
  /// A call of CloseNotification closed it.
  case closed = 3
  /// There were too many notifications, or they are no longer served.
  case undefined = 4
}

/// The part of a notification that the history keeps.
public struct HistoryRecord: Equatable, Sendable {
  /// The number of the record in this run; a notification that replaces an open one keeps its number.
  public var number: UInt64
  public var id: NotificationID
  /// Time of arrival, in seconds since 1970.
  public var time: Int64
  public var applicationName: String
  public var desktopEntry: String
  public var category: String
  public var summary: String
  /// The body without markup.
  public var body: String
  public var urgency: Urgency
  /// The name or path of its icon; empty for none.
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

  /// Makes the record of a notification; pictures that came with the call are not kept.
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
      // The desktop entry has a field of its own.
      case .application, .bitmap, .sent: continue
      }
      break
    }
  }
}
