import HeadlessSession

/// The extent of long surveys: `make survey` examines all of their cases, and `make test` a fixed selection.
public enum Survey {
  /// Whether every case is examined.
  public static let isWhole = environmentVariable("HYALINE_SURVEY") == "whole"

  /// All of `cases`, or every `step`th of them.
  public static func spread<Case>(_ cases: [Case], every step: Int) -> [Case] {
    isWhole ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
  }

  /// All pairs, or every `step`th of them; neighbouring pairs differ in both members.
  public static func spread<One, Other>(
    _ ones: [One], _ others: [Other], every step: Int
  ) -> [(One, Other)] {
    let pairs = ones.indices.flatMap { index in
      others.indices.map { (ones[index], others[(index + $0) % others.count]) }
    }
    return spread(pairs, every: step)
  }
}
