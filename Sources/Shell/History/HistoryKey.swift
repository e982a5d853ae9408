/// The number of a record in the history's file.
///
/// It grows with time and stays the same as long as the record exists; records of different runs
/// have different keys.
public nonisolated struct HistoryKey: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  public static func < (left: HistoryKey, right: HistoryKey) -> Bool { left.rawValue < right.rawValue }
}

nonisolated extension HistoryKey: CustomStringConvertible {
  public var description: String { "\(rawValue)" }
}
