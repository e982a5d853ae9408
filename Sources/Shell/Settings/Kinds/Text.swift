import ModuleModel

/// The settings of a constant text.
public struct TextSettings: SourceSettings {
  public var text = ""

  public init() {}
}

extension ModuleKind {
  public static let text = ModuleKind(
    "text", "A constant text, the module \"text.NAME\".",
    summary: KindSummary(
      fields: [FieldSummary("text", .text, example: "Hyaline", "the text")], format: "{text}"),
    source: TextSettings(), formatExample: "» {text} «", needs: "a text", nameExample: "hello",
    options: [
      Option(
        needed: "text", \.text, .line("a text", isEmptyAllowed: true), example: "Hyaline", "The text."
      )
    ])
}
