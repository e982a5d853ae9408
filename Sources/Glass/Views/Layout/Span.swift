/// The lengths that a view may have along one axis, in physical pixels.
struct Span: Equatable, Sendable {
  /// The least length in which the view can be shown.
  var least: Int
  /// The length of the view's short form, which it takes before anything of it is cut; `ideal` if it has no short form.
  var short: Int
  /// The length to which the view shrinks before any view takes its short form; `ideal` unless it is elastic.
  var firm: Int
  /// The length that the view takes where there is room.
  var ideal: Int
  /// The greatest length that the view takes; `unbounded`: there is no limit.
  var most: Int

  /// A length beyond that of any screen; some of these can be added without overflow.
  static let unbounded = 1 << 40

  /// Any length, as much as there is.
  static let flexible = Span(least: 0, ideal: 0, most: unbounded)

  /// Makes a span; `short` is nil for a view without a short form, `firm` for one that is not elastic.
  init(least: Int, short: Int? = nil, firm: Int? = nil, ideal: Int, most: Int) {
    self.short = min(short ?? ideal, ideal)
    self.least = min(least, self.short)
    self.firm = min(max(firm ?? ideal, self.least), ideal)
    self.ideal = ideal
    self.most = min(max(ideal, most), Self.unbounded)
  }

  /// A span that allows one length alone.
  init(_ length: Int) {
    self.init(least: length, ideal: length, most: length)
  }

  /// Whether the view can take more than its ideal length.
  var isFlexible: Bool { most > ideal }

  /// The length that the view takes of `room`; it is less than `least` if `room` is.
  func taken(of room: Int) -> Int { isFlexible ? min(room, most) : min(room, ideal) }

  /// The span of two views in a row, whose lengths add up.
  static func + (left: Span, right: Span) -> Span {
    Span(
      least: left.least + right.least, short: left.short + right.short, firm: left.firm + right.firm,
      ideal: left.ideal + right.ideal, most: left.most + right.most)
  }

  /// The span of two views that overlap, of whose lengths the greater counts.
  func union(_ other: Span) -> Span {
    Span(
      least: max(least, other.least), short: max(short, other.short), firm: max(firm, other.firm),
      ideal: max(ideal, other.ideal), most: max(most, other.most))
  }

  /// The span within limits: no length is less than `least` or greater than `most`; if `most` is `unbounded`,
  /// the view takes all room.
  func limited(least: Int?, most: Int?) -> Span {
    let low = least ?? 0
    let high = max(low, most ?? Self.unbounded)
    func within(_ length: Int) -> Int { min(max(length, low), high) }
    let takesAll = most.map { $0 >= Self.unbounded } ?? false
    return Span(
      least: within(self.least), short: within(short), firm: within(firm), ideal: within(ideal),
      most: takesAll ? Self.unbounded : within(self.most))
  }
}
