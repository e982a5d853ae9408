public import Settings

extension History.Limits {
  /// The limits that the settings put on the history.
  public init(_ settings: NotificationSettings) {
    self.init(count: settings.historyCount, days: settings.historyDays)
  }
}
