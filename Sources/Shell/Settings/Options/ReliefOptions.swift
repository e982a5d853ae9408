import VisualEffects

/// The options of rim, shadow and press light, which several tables share.
enum ReliefOptions {
  /// The options for all glass.
  static let all: [Option<Relief>] = [
    Option("rim", \.rim, .number(0...1), example: 0.5, rim),
    Option("shadow", \.shadow, .number(0...1), example: 0.5, shadow),
    Option("press_light", \.pressLight, .number(0...1), example: 0, pressLight),
  ]

  /// The options of the rim and the shadow of a surface.
  static let edges = own(rim: "that of the material", shadow: "that of the material")

  /// The options of the rim and the shadow of a surface or a material, which replace other ones; the arguments are the effects of
  /// leaving them out.
  static func own(rim absentRim: String, shadow absentShadow: String) -> [Option<ReliefSettings>] {
    [
      Option("rim", \.rim, .number(0...1), absent: absentRim, example: 0.5, rim),
      Option("shadow", \.shadow, .number(0...1), absent: absentShadow, example: 0.5, shadow),
    ]
  }

  /// The option of the light of a surface or a material, which replaces another one.
  static func ownLight(absent: String) -> [Option<ReliefSettings>] {
    [Option("press_light", \.pressLight, .number(0...1), absent: absent, example: 0, pressLight)]
  }

  private static let rim =
    "The strength of the line along the edge and of the light on it; with 0 there is neither."
  private static let shadow =
    "The strength of the shadow, which is drawn as far as there is room; with 0 there is none."
  private static let pressLight =
    "The strength of the light under a pointer or a finger; with 0 there is none."
}
