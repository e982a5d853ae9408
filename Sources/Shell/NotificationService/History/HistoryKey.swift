/// The number of a record in the history's file.
///
/// Newer records have greater keys, and a record keeps its key as long as it exists. Records of different runs have
/// different keys.
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
