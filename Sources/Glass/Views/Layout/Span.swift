/// How long something may be along one axis, in physical pixels.
struct Span: Equatable, Sendable {
  /// It cannot be shown in less.
  var least: Int
  /// What it takes where there is room.
  var ideal: Int
  /// What it takes at most; `unbounded`: all there is.
  var most: Int

  /// More than any screen, and far from overflow when some are added.
  static let unbounded = 1 << 40

  init(least: Int, ideal: Int, most: Int) {
    self.least = min(least, ideal)
    self.ideal = ideal
    self.most = min(max(ideal, most), Self.unbounded)
  }

  /// Of one length alone.
  init(_ length: Int) {
    self.init(least: length, ideal: length, most: length)
  }

  /// Whether it takes more than it needs.
  var isFlexible: Bool { most > ideal }

  /// What it takes of `room`; less than the least where there is no more.
  func taken(of room: Int) -> Int { isFlexible ? min(room, most) : min(room, ideal) }

  /// What both need one behind the other.
  static func + (left: Span, right: Span) -> Span {
    Span(least: left.least + right.least, ideal: left.ideal + right.ideal, most: left.most + right.most)
  }

  /// What both need one over the other.
  func union(_ other: Span) -> Span {
    Span(least: max(least, other.least), ideal: max(ideal, other.ideal), most: max(most, other.most))
  }

  /// The same within limits: shorter than `least` it is not, longer than `most` neither; a `most` that is `unbounded`
  /// lets it take all there is.
  func limited(least: Int?, most: Int?) -> Span {
    let low = least ?? 0
    let high = max(low, most ?? Self.unbounded)
    func within(_ length: Int) -> Int { min(max(length, low), high) }
    let takesAll = most.map { $0 >= Self.unbounded } ?? false
    return Span(
      least: within(self.least), ideal: within(ideal), most: takesAll ? Self.unbounded : within(self.most))
  }
}
