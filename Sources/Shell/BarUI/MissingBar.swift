/// A request that no bar can serve; its description states the reason for people.
public struct MissingBar: Error, Equatable, CustomStringConvertible {
  /// One bar of the running instance.
  public struct Bar: Equatable, Sendable {
    public enum Visibility: Equatable, Sendable {
      case shown
      /// The bar has a surface that the compositor has not shown yet.
      case opening
      case hidden
    }

    /// The name of its output.
    public var output: String
    public var visibility: Visibility

    public init(output: String, visibility: Visibility) {
      self.output = output
      self.visibility = visibility
    }
  }

  /// The requested output; nil for any.
  public var wanted: String?
  /// All bars, including those of other outputs.
  public var bars: [Bar]

  public init(wanted: String?, bars: [Bar]) {
    self.wanted = wanted
    self.bars = bars
  }

  public var description: String {
    let meant = bars.filter { wanted == nil || $0.output == wanted }
    if meant.isEmpty {
      guard let wanted, !bars.isEmpty else { return "there is no bar on any output" }
      return "no bar on output \(wanted); there is one on: \(names(bars))"
    }
    let opening = meant.filter { $0.visibility == .opening }
    let (subset, state) = opening.isEmpty ? (meant, "hidden") : (opening, "not on the screen yet")
    let isOne = Set(subset.map(\.output)).count == 1
    return isOne
      ? "the bar on \(names(subset)) is \(state)" : "the bars on \(names(subset)) are \(state)"
  }

  /// The names of the bars' outputs, each once, in the order of the bars.
  private func names(_ bars: [Bar]) -> String {
    bars.map(\.output).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: ", ")
  }
}
