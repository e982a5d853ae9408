/// The options of tooltips and menus: the rows of `tooltip` and `menu`.
enum PopupOptions {
  static let all = own + ReliefOptions.edges.map { Option($0, at: \PopupSettings.relief) }

  private static let own: [Option<PopupSettings>] = [
    Option(
      "material", \.material, .material, absent: "that of the bar", example: "systemThickMaterial",
      "The material of the glass, as for bar.material."),
    Option(
      "font", \.font, .font(like: "Inter 11"), absent: "that of the bar", example: "Inter 10",
      "The font of the text, as for bar.font."),
    Option(
      "ink", \.ink, .colour, absent: "vibrant", example: [1, 1, 1, 1],
      "The colour of the text, which is kept legible."),
    Option(
      "corner_radius", \.cornerRadius, .number(0...64), unit: "points", absent: "that of the popup",
      example: 4, "The radius of the corners; 0 makes them square."),
    Option(
      "border_width", \.borderWidth, .number(0...16), unit: "points", absent: "a hairline",
      example: 2, "The width of a line along the edge."),
    Option(
      "border_color", \.borderColour, .colour, absent: "that of the material",
      example: [1, 1, 1, 64.0 / 255], "The colour of that line."),
  ]
}
