/// The number of a record in the history's file.
///
/// It grows with the time and stays the same as long as the record is there; records of several runs have different ones.
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
