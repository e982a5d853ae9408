import HeadlessSession

/// How much long surveys look at: all of their cases in `make survey`, a fixed spread of them in `make test`.
public enum Survey {
  /// Whether every case is looked at.
  public static let isWhole = environmentVariable("HYALINE_SURVEY") == "whole"

  /// All of `cases`, or the first of every `step` of them.
  public static func spread<Case>(_ cases: [Case], every step: Int) -> [Case] {
    isWhole ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
  }

  /// The same of all pairs, in which neighbours differ in both.
  public static func spread<One, Other>(
    _ ones: [One], _ others: [Other], every step: Int
  ) -> [(One, Other)] {
    let pairs = ones.indices.flatMap { index in
      others.indices.map { (ones[index], others[(index + $0) % others.count]) }
    }
    return spread(pairs, every: step)
  }
}
