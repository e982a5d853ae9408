/// The unit of time with which the text of a clock changes.
nonisolated enum ClockUnit: Int, CaseIterable, Comparable {
  case second = 1
  case minute = 60
  case hour = 3600
  case day = 86400

  var seconds: Int { rawValue }

  static func < (a: ClockUnit, b: ClockUnit) -> Bool { a.rawValue < b.rawValue }

  /// The finest unit that a format of strftime(3) shows; `day` if it shows no time, `second` for what is unknown.
  init(finestIn format: String) {
    self = .day
    var rest = format.utf8[...]
    while let sign = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[rest.index(after: sign)...]
      // Glibc's flags, a width and a modifier may stand before the conversion.
      rest = rest.drop { "_-0^#+".utf8.contains($0) }
      rest = rest.drop { "0123456789".utf8.contains($0) }
      if let modifier = rest.first, "EO".utf8.contains(modifier) { rest = rest.dropFirst() }
      guard let conversion = rest.popFirst() else { return }
      self = min(self, Self.unit(of: Unicode.Scalar(conversion)))
    }
  }

  private static func unit(of conversion: Unicode.Scalar) -> ClockUnit {
    switch conversion {
    case "M", "R": .minute
    // The zone, as it may change with the hour.
    case "H", "I", "k", "l", "p", "P", "z", "Z": .hour
    case "a", "A", "b", "B", "C", "d", "D", "e", "F", "g", "G", "h", "j", "m", "u", "U", "V", "w", "W", "x",
      "y", "Y":
      .day
    case "n", "t", "%": .day
    default: .second
    }
  }

  /// The first second after `time` in which what a clock shows may differ.
  ///
  /// Both are seconds since the epoch; `offset` gives local time minus UTC at such a second. Where the offset changes
  /// before the unit is over, that moment is the answer.
  func next(after time: Int, offset: (Int) -> Int) -> Int {
    let now = offset(time)
    let local = time + now
    let remainder = local % seconds
    let boundary = time + seconds - (remainder < 0 ? remainder + seconds : remainder)
    guard offset(boundary) != now else { return boundary }
    var before = time
    var after = boundary
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if offset(middle) == now { before = middle } else { after = middle }
    }
    return after
  }
}
