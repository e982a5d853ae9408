/// Decides which separators of a row of modules are shown.
///
/// A separator between two modules is idle if modules beside it are hidden, so that it would be at an end of the row
/// or beside another separator. A separator that the settings themselves put at an end or beside another one is
/// shown.
enum SeparatorRule {
  /// A part of a row.
  enum Part {
    case content, separator
    /// A module that is not shown.
    case hidden
  }

  /// The indices of the separators that are idle.
  static func idle(_ row: [Part]) -> Set<Int> {
    var row = row
    var idle: Set<Int> = []
    // A separator that is left out may leave another one without a module beside it.
    while let index = row.indices.first(where: { isIdle($0, in: row) }) {
      idle.insert(index)
      row[index] = .hidden
    }
    return idle
  }

  private static func isIdle(_ index: Int, in row: [Part]) -> Bool {
    guard row[index] == .separator else { return false }
    let before = row[..<index].reversed().prefix { $0 == .hidden }.count
    let after = row[(index + 1)...].prefix { $0 == .hidden }.count
    let (previous, next) = (index - before - 1, index + after + 1)
    if before > 0, previous < 0 || row[previous] == .separator { return true }
    return after > 0 && next >= row.count
  }
}
