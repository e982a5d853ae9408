import Settings

extension SettingsDraft {
  /// Leaves digits as wide as the fonts have them, as other programs do: by themselves they have equal widths here.
  mutating func keepDigits(_ measure: TextMeasure) {
    replaceValues(of: "font") { value in
      guard case .string(let font) = value.content else { return value }
      let own = font + (font.contains("#") ? "," : " #") + "tnum=0"
      guard let equal = measure("1111", font)?.width, let natural = measure("1111", own)?.width,
        equal != natural
      else { return value }
      return .string(own)
    }
  }
}
