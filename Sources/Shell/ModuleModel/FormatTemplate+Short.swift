extension FormatTemplate {
  /// The format for where there is too little room: the icon alone, or a time without its date; nil: it has no shorter form.
  var shortened: FormatTemplate? {
    if showsIcon { return parts.count > 1 ? FormatTemplate(source: source, parts: [.icon]) : nil }
    for part in parts {
      guard case .time(let field, let format) = part else { continue }
      let clock = Self.clock(in: format) ?? (Self.isClock(format) && parts.count > 1 ? format : nil)
      if let clock { return FormatTemplate(time: field, format: clock) }
    }
    return nil
  }

  /// A part of a format of strftime(3): a conversion such as `%H`, or text between conversions.
  private struct TimePart {
    var text: Substring
    var kind: Kind

    enum Kind { case clock, date, text }
  }

  /// Whether a format of strftime(3) has the time of day alone.
  private static func isClock(_ format: String) -> Bool {
    let parts = timeParts(format)
    return parts.contains { $0.kind == .clock } && !parts.contains { $0.kind == .date }
  }

  /// The time of day in a format of strftime(3) that has a date beside it; nil: there is none, or the date is within it.
  private static func clock(in format: String) -> String? {
    let parts = timeParts(format)
    guard parts.contains(where: { $0.kind == .date }),
      let first = parts.firstIndex(where: { $0.kind == .clock }),
      let last = parts.lastIndex(where: { $0.kind == .clock })
    else { return nil }
    let clock = parts[first...last]
    return clock.contains { $0.kind == .date } ? nil : clock.map { String($0.text) }.joined()
  }

  private static func timeParts(_ format: String) -> [TimePart] {
    var parts: [TimePart] = []
    var rest = format[...]
    while let start = rest.firstIndex(of: "%") {
      if start > rest.startIndex { parts.append(TimePart(text: rest[..<start], kind: .text)) }
      // Flags, a width and the modifiers E and O stand before the letter of a conversion.
      let modifiers = rest[rest.index(after: start)...].prefix { "_-0^#+123456789EO".contains($0) }
      guard modifiers.endIndex < rest.endIndex else { break }
      let letter = rest[modifiers.endIndex]
      let end = rest.index(after: modifiers.endIndex)
      let kind: TimePart.Kind =
        "HIklMSpPTRrXZzs".contains(letter) ? .clock : "%nt".contains(letter) ? .text : .date
      parts.append(TimePart(text: rest[start..<end], kind: kind))
      rest = rest[end...]
    }
    if !rest.isEmpty { parts.append(TimePart(text: rest, kind: .text)) }
    return parts
  }
}
