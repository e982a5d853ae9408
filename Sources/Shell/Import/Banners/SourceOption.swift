/// An option of a configuration of another program: `border-size=2`.
struct SourceOption: Equatable, Sendable {
  var key: String
  /// The value without quotation marks.
  var value: String
  /// The place of the key.
  var place: SourcePlace

  /// The option as messages name it, cut where its value is long.
  var words: String {
    let shown = value.unicodeScalars.map { $0.value < 0x20 ? " " : String($0) }
    return key + "=" + shown.prefix(60).joined() + (shown.count > 60 ? "…" : "")
  }
}

extension [SourceOption] {
  /// The options that are in force: the last one of each key, in the order of the file.
  var inForce: [SourceOption] {
    let last = lastIndices
    return enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
  }

  /// The options that another one with their key replaces further behind, each with that.
  var replaced: [(option: SourceOption, by: SourceOption)] {
    let last = lastIndices
    return enumerated().compactMap { index, option in
      guard let other = last[option.key], other != index else { return nil }
      return (option, self[other])
    }
  }

  private var lastIndices: [String: Int] {
    Dictionary(enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
  }
}
