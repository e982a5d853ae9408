extension Sequence where Element: Hashable {
  /// The elements in their order, without those that are there before.
  var withoutRepetitions: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
