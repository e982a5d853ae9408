/// The number with which a call of Notify is answered, by which programs on the bus refer to a notification.
public struct NotificationID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number; never 0 for an open notification.
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

/// Identifies a banner for as long as it is open, also when it counts duplicates, shows the newest of them,
/// or has lost the first.
public struct BannerID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number of the banner in the order of opening, from 1.
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
