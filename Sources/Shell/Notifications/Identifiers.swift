/// The number that a call of Notify was answered with, by which programs on the bus know a notification.
public struct NotificationID: RawRepresentable, Hashable, Comparable, Sendable {
  /// Never 0 for a notification that is open.
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static func < (left: NotificationID, right: NotificationID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension NotificationID: ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(integerLiteral value: UInt32) {
    self.init(rawValue: value)
  }

  public var description: String { "\(rawValue)" }
}

/// Tells a banner from all others of a run, for as long as it is open: also while it counts other notifications, shows
/// the newest of them, or has lost the first.
public struct BannerID: RawRepresentable, Hashable, Comparable, Sendable {
  /// Counts banners from 1.
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  public static func < (left: BannerID, right: BannerID) -> Bool { left.rawValue < right.rawValue }
}

extension BannerID: ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(integerLiteral value: UInt64) {
    self.init(rawValue: value)
  }

  public var description: String { "\(rawValue)" }
}
