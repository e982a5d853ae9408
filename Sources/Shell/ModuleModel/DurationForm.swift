/// The form of a duration, with the conversions of strftime(3): `%H h %M` writes `02 h 05`.
///
/// `%d` stands for days, `%H` for hours, `%M` for minutes and `%S` for seconds, each without what the larger ones of the form
/// have. Hours, minutes and seconds have at least two digits, unless `-` stands behind the per cent sign.
struct DurationForm: Equatable, Sendable {
  private enum Part: Equatable, Sendable {
    case literal(String)
    case number(Unit, isPadded: Bool)

    var unit: Unit? { if case .number(let unit, _) = self { unit } else { nil } }
  }

  private enum Unit: Character, CaseIterable, Sendable {
    // The largest unit comes first.
    case day = "d"
    case hour = "H"
    case minute = "M"
    case second = "S"

    var seconds: Int64 {
      switch self {
      case .day: 86_400
      case .hour: 3600
      case .minute: 60
      case .second: 1
      }
    }
  }

  private var parts: [Part] = []

  /// Reads a form; nil if a per cent sign is followed by anything else.
  init?(_ text: Substring) {
    var rest = text
    while let sign = rest.firstIndex(of: "%") {
      if sign > rest.startIndex { parts.append(.literal(String(rest[..<sign]))) }
      rest = rest[rest.index(after: sign)...]
      let isPadded = rest.first != "-"
      if !isPadded { rest.removeFirst() }
      guard let letter = rest.popFirst() else { return nil }
      if letter == "%", isPadded {
        parts.append(.literal("%"))
      } else if let unit = Unit(rawValue: letter) {
        parts.append(.number(unit, isPadded: isPadded && unit != .day))
      } else {
        return nil
      }
    }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
  }

  /// Writes a duration; a negative one counts as none.
  func text(_ duration: Duration) -> String {
    var rest = max(0, duration.components.seconds)
    var numbers: [Unit: Int64] = [:]
    for unit in Unit.allCases where parts.contains(where: { $0.unit == unit }) {
      numbers[unit] = rest / unit.seconds
      rest %= unit.seconds
    }
    return parts.map { part in
      switch part {
      case .literal(let text): text
      case .number(let unit, let isPadded):
        isPadded ? FieldFormat.twoDigits(numbers[unit] ?? 0) : "\(numbers[unit] ?? 0)"
      }
    }.joined()
  }
}
