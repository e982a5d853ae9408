/// The way in which the content of a module becomes narrower where the bar has too little room.
public enum ModuleFitting: Equatable, Sendable {
  /// The text is cut before any other module changes, such as the title of a window.
  case elastic
  /// The text is cut after modules have taken their short forms.
  case cut
  /// The module is shown whole, in its short form, or not at all: a number without its last digit is another number.
  case whole
}
