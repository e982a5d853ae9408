import Glibc
import HeadlessSession

/// The seeds of random tests: each day has others, so that the tests examine more cases as time passes.
///
/// The seeds of a day are a thousand times its number, and the numbers after that. So the argument of a failed test tells
/// the day, by which all tests of that day can be repeated: `HYALINE_SEED=20783 make test`. A seed that has shown a defect
/// becomes a test with a fixed seed.
public enum DailySeeds {
  /// The number of the day since 1970, or the value of `HYALINE_SEED`; the first use prints it.
  public static let day: Int = {
    let chosen = environmentVariable("HYALINE_SEED").flatMap { UInt32($0) }.map { Int($0) }
    let day = chosen ?? time(nil) / 86_400
    print("The seeds of random tests are those of HYALINE_SEED=\(day).")
    return day
  }()

  /// The first of the day's seeds, in the type that a test needs; at most 1000.
  public static func first<Seed: FixedWidthInteger & Sendable>(_ count: Int) -> [Seed] {
    precondition(count <= 1000, "\(count) seeds")
    return (0..<count).map { Seed(day * 1000 + $0) }
  }

  /// A generator with the first of the day's seeds, for tests of one case.
  public static var generator: SplitMix { SplitMix(seed: UInt64(day) * 1000) }
}
