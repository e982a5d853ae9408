/// The shape of the pointer's cursor over a surface.
public enum CursorShape: CaseIterable, Sendable {
  /// An arrow.
  case `default`
  /// A hand: what is below can be clicked.
  case pointer
  /// A beam: what is below is text to write in.
  case text
}
