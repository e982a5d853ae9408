import ModuleModel
import Settings

/// The last numbers of a script, as a graph shows them.
nonisolated struct ScriptHistory {
  /// The last numbers, always as many, so that a text beside the graph keeps its place; nil for the time before the first one.
  private var values = [Double?](repeating: nil, count: MeterReading.historyLength)
  /// Whether they are percentages.
  private var arePercentages = false

  /// Adds the percentage of a reading, or its text if that is a number, and returns the reading with all of them, if the
  /// settings show them.
  mutating func completing(_ reading: ModuleReading, by settings: ScriptSettings) -> ModuleReading {
    guard settings.showsHistory else { return reading }
    let percentage = reading.fields["percentage"]?.number
    if let number = percentage ?? Self.number(in: reading) {
      arePercentages = percentage != nil
      values.removeFirst()
      values.append(max(0, number))
    }
    var reading = reading
    // Other numbers are parts of the greatest of them.
    let most = arePercentages ? 100 : values.lazy.compactMap(\.self).max() ?? 0
    reading.fields["history"] = .list(
      values.map { value in value.map { most > 0 ? min($0 / most, 1) : 0 } })
    return reading
  }

  /// The number at the beginning of the text of a reading; nil: there is none.
  private static func number(in reading: ModuleReading) -> Double? {
    let text = (reading.fields["text"]?.plainText ?? "").drop(while: \.isWhitespace)
    return Double(text.prefix { $0.isASCII && $0.isNumber || "+-.".contains($0) }).flatMap {
      $0.isFinite ? $0 : nil
    }
  }
}
