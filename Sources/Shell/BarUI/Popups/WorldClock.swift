/// The time at a place, as a calendar shows it below its days.
public struct WorldClock: Equatable, Sendable {
  /// The name of the place, such as `New York`.
  public var place: String
  /// The hours and minutes there, in the form of the locale.
  public var time: String
  /// The name of the weekday there; empty if it is the present day of the calendar.
  public var weekday: String

  public init(place: String, time: String, weekday: String = "") {
    (self.place, self.time, self.weekday) = (place, time, weekday)
  }
}
