/// The division of a length among neighbours. Where it is too short, the elastic ones shrink, then one neighbour after the other takes
/// its short form, then the others shrink and then they vanish, each in the order of their priorities.
struct Division {
  /// One of the neighbours that share the length.
  struct Part {
    var span: Span
    var priority: ViewPriority
  }

  var parts: [Part]
  /// The distance between any two neighbours, in pixels.
  var gap: Int

  /// The length of each part; nil: it is left out.
  ///
  /// Elastic parts shrink first, those of the lowest priority before the others. Then parts with a short form take it, as many as
  /// have to, before any other part shrinks. Parts of one priority shrink to a common limit, so that short ones keep their length as
  /// long as possible. The remaining length goes to flexible parts in equal shares. `vanishing` chooses the next part to become short,
  /// or to be left out, among those of the lowest priority.
  func lengths(room: Int, vanishing: ([Int]) -> Int = { $0[$0.count - 1] }) -> [Int?] {
    let kept = keep(room, vanishing)
    var lengths = [Int?](repeating: nil, count: parts.count)
    if kept.isEmpty { return lengths }
    let rest = room - gap * (kept.count - 1)
    for (index, length) in zip(kept, shrunk(kept, rest, vanishing)) { lengths[index] = length }
    let spare = rest - kept.reduce(0) { $0 + (lengths[$1] ?? 0) }
    if spare > 0 { grow(kept, &lengths, spare: spare) }
    return lengths
  }

  /// The parts for whose least length there is room, in order.
  ///
  /// A part that is longer than the whole room goes at once, since no neighbour could make room for it. After a part of a
  /// higher priority has gone, those of lower priorities return as far as they fit.
  private func keep(_ room: Int, _ vanishing: ([Int]) -> Int) -> [Int] {
    var kept = parts.indices.filter { parts[$0].span.least <= room }
    var gone: [Int] = []
    while !kept.isEmpty, least(kept) > room {
      let lowest = kept.map { parts[$0].priority.vanishing }.min()
      let next = vanishing(kept.filter { parts[$0].priority.vanishing == lowest })
      kept.removeAll { $0 == next }
      gone.append(next)
    }
    guard let last = gone.last else { return kept }
    for part in gone.reversed() where parts[part].priority.vanishing < parts[last].priority.vanishing {
      if least(kept + [part]) <= room { kept.append(part) }
    }
    return kept.sorted()
  }

  /// The least length of some parts and the gaps between them.
  private func least(_ kept: [Int]) -> Int {
    kept.reduce(gap * max(0, kept.count - 1)) { $0 + parts[$1].span.least }
  }

  private func shrunk(_ kept: [Int], _ room: Int, _ vanishing: ([Int]) -> Int) -> [Int] {
    let ideal = kept.map { parts[$0].span.ideal }
    if ideal.reduce(0, +) <= room { return ideal }
    var firm = kept.map { parts[$0].span.firm }
    var most = ideal
    takeShortForms(kept, &firm, &most, room, vanishing)
    if firm.reduce(0, +) <= room { return divided(room, kept, least: firm, most: most) }
    return divided(room, kept, least: kept.map { parts[$0].span.least }, most: firm)
  }

  /// Divides a length, which is enough for the least lengths and not for the greatest; parts of a high priority come first.
  private func divided(_ room: Int, _ kept: [Int], least: [Int], most: [Int]) -> [Int] {
    var lengths = most
    var spare = room - least.reduce(0, +)
    for priority in Set(kept.map { parts[$0].priority.shrinking }).sorted(by: >) {
      let places = kept.indices.filter { parts[kept[$0]].priority.shrinking == priority }
      let spans = places.map { Span(least: least[$0], ideal: most[$0], most: 0) }
      let budget = spare + spans.reduce(0) { $0 + $1.least }
      let limit = Self.limit(spans, budget)
      for (place, span) in zip(places, spans) {
        lengths[place] = min(max(limit, span.least), span.ideal)
        spare -= lengths[place] - span.least
      }
    }
    return lengths
  }

  /// Gives parts the lengths of their short forms, one by one and those of the lowest priority first, until the least lengths fit.
  ///
  /// After a part of a higher priority has taken it, those of lower priorities return to their long forms as far as these fit.
  private func takeShortForms(
    _ kept: [Int], _ least: inout [Int], _ most: inout [Int], _ room: Int, _ vanishing: ([Int]) -> Int
  ) {
    let (longLeast, longMost) = (least, most)
    var long = kept.filter { parts[$0].span.short < parts[$0].span.ideal }
    var short: [Int] = []
    while least.reduce(0, +) > room, let lowest = long.map({ parts[$0].priority.shrinking }).min() {
      let next = vanishing(long.filter { parts[$0].priority.shrinking == lowest })
      long.removeAll { $0 == next }
      guard let place = kept.firstIndex(of: next) else { return }
      let length = parts[next].span.short
      (least[place], most[place]) = (min(least[place], length), length)
      short.append(place)
    }
    guard let last = short.last else { return }
    var spare = room - least.reduce(0, +)
    func rank(_ place: Int) -> Double { parts[kept[place]].priority.shrinking }
    for place in short.reversed() where rank(place) < rank(last) {
      let more = longLeast[place] - least[place]
      guard more <= spare else { continue }
      (least[place], most[place]) = (longLeast[place], longMost[place])
      spare -= more
    }
  }

  /// The greatest limit such that all parts fit once none is longer than it, except those that cannot be shorter.
  private static func limit(_ spans: [Span], _ room: Int) -> Int {
    func fits(_ limit: Int) -> Bool {
      spans.reduce(0) { $0 + min(max(limit, $1.least), $1.ideal) } <= room
    }
    var (fitting, tooLong) = (0, (spans.map(\.ideal).max() ?? 0) + 1)
    while tooLong - fitting > 1 {
      let middle = (fitting + tooLong) / 2
      if fits(middle) { fitting = middle } else { tooLong = middle }
    }
    return fitting
  }

  /// Gives the remaining length to the parts that can be longer than their ideal length.
  func grow(_ kept: [Int], _ lengths: inout [Int?], spare: Int) {
    var spare = spare
    // A text that has become shorter gets no odd pixels back: neighbours of one priority share a limit.
    var growing = kept.filter { parts[$0].span.isFlexible && parts[$0].span.most > lengths[$0] ?? 0 }
    while spare > 0, !growing.isEmpty {
      var given = 0
      for (place, index) in growing.enumerated() {
        // Edges are rounded, not shares, so that nothing remains.
        let share = spare * (place + 1) / growing.count - spare * place / growing.count
        let length = lengths[index] ?? 0
        let more = min(share, parts[index].span.most - length)
        lengths[index] = length + more
        given += more
      }
      spare -= given
      growing.removeAll { parts[$0].span.most <= lengths[$0] ?? 0 }
      if given == 0 { return }
    }
  }
}
