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
