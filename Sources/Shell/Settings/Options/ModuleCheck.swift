import ModuleModel

/// A check for values that are valid by themselves, but contradict other options of the look or the kind of the
/// module.
struct ModuleCheck {
  /// A mistake at an option of the table.
  struct Mistake {
    var key: String
    var value: SettingsValue
    var problem: Diagnostic.Problem
  }

  let kind: ModuleKind
  /// The look as it is shown.
  let look: ModuleLook
  /// The colours that markup may name.
  let colours: [String: SIMD4<Double>]

  /// The problem with a state that neither has conditions nor is set by modules of a kind; nil: there is none.
  static func problem(of state: ModuleState, _ kind: ModuleKind) -> Diagnostic.Problem? {
    guard state.conditions.isEmpty, !state.isOfPointer, let names = kind.summary.stateNames,
      !names.contains(state.name)
    else { return nil }
    let expected =
      names.isEmpty
      ? "(there are none); expected conditions in \"when\""
      : "(there are \(names.joined(separator: ", "))); expected one of these, or conditions in \"when\""
    return .mistake(
      "unknown state \"\(state.name)\" \(expected)",
      nearest: nearestName(to: state.name, among: names))
  }

  /// The options that a state of the pointer can change: none of them changes what the module shows, or how wide it is.
  static let pointerKeys = [
    "when", "ink", "fill", "opacity", "shadow_color", "shadow_radius", "shadow_offset", "fill_inset",
    "radius", "stroke_width", "stroke_color", "underline_width",
    "underline_color", "underline_edge",
    "underline_inset",
  ]

  /// The mistakes in the table of a state that the pointer sets.
  static func pointerMistakes(in table: SettingsValue, of state: ModuleState) -> [Mistake] {
    guard state.isOfPointer else { return [] }
    return (table.entries ?? []).filter { !pointerKeys.contains($0.key) }.map { entry in
      Mistake(
        key: entry.key, value: entry.value,
        problem: .mistake(
          "the state \"\(state.name)\" changes only ink, fill, opacity, radius, strokes, shadows and underlines, not \"\(entry.key)\""
        ))
    }
  }

  /// The mistakes in the values that a table gives.
  func mistakes(in table: SettingsValue) -> [Mistake] {
    (table.entries ?? []).compactMap { entry in
      problem(entry).map { Mistake(key: entry.key, value: entry.value, problem: $0) }
    }
  }

  private func problem(_ entry: SettingsValue.Entry) -> Diagnostic.Problem? {
    switch entry.key {
    case "format": markupProblem(look.format, entry.value)
    case "format_alt": markupProblem(look.alternate, entry.value)
    case "tooltip": markupProblem(look.tooltip, entry.value) ?? pictureProblem(look.tooltip, entry.value)
    case "icons": iconProblem
    default: nil
    }
  }

  /// The problem with the markup of a format, if the value of the file is that format.
  private func markupProblem(_ format: FormatTemplate?, _ value: SettingsValue) -> Diagnostic.Problem? {
    guard look.isMarkup == true, let format, value.content == .string(format.source) else { return nil }
    return format.markupMistake(colours: colours)?.problem()
  }

  /// The problem with what a tooltip shows: it is a text.
  private func pictureProblem(_ format: FormatTemplate?, _ value: SettingsValue) -> Diagnostic.Problem? {
    guard let format, value.content == .string(format.source) else { return nil }
    if let graph = kind.summary.namedFields.first(where: { $0.type == .list && format.shows($0.name) }) {
      return .mistake("a tooltip cannot show a graph, as the field \(graph.name) is")
    }
    if format.showsIcon, look.icons == nil {
      return .mistake("a tooltip cannot show the icon of the module, which is a picture")
    }
    return nil
  }

  /// The problem with icons of which some could never be shown.
  private var iconProblem: Diagnostic.Problem? {
    switch look.icons {
    case .levels(let icons)? where icons.count > 1 && kind.summary.levelField == nil:
      return .mistake(
        "\(kind.name) has no level that could choose among several icons; expected one icon")
    case .names(let icons)? where kind.summary.nameField == nil && icons.keys.contains { $0 != "default" }:
      return .mistake("\(kind.name) has no text that could choose an icon; expected \"default\" alone")
    default: return nil
    }
  }
}
