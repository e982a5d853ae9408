/// The named colours of Adwaita, the theme that GTK has without any other, in its light variant.
enum ThemeColours {
  private static let colours: [String: UInt32] = [
    "theme_fg_color": 0x2E3436, "theme_text_color": 0x000000, "theme_bg_color": 0xF6F5F4,
    "theme_base_color": 0xFFFFFF, "theme_selected_bg_color": 0x3584E4, "theme_selected_fg_color": 0xFFFFFF,
    "insensitive_bg_color": 0xFAF9F8, "insensitive_fg_color": 0x929595, "insensitive_base_color": 0xFCFCFC,
    "theme_unfocused_fg_color": 0x929595, "theme_unfocused_text_color": 0x000000,
    "theme_unfocused_bg_color": 0xF6F5F4, "theme_unfocused_base_color": 0xFCFCFC,
    "theme_unfocused_selected_bg_color": 0x3584E4, "theme_unfocused_selected_fg_color": 0xFFFFFF,
    "unfocused_insensitive_color": 0xD4CFCA, "borders": 0xCDC7C2, "unfocused_borders": 0xD5D0CC,
    "warning_color": 0xF57900, "error_color": 0xCC0000, "success_color": 0x33D17A,
  ]

  /// The colour of a name, encoded sRGB and opacity; nil: the theme has none.
  static func colour(_ name: String) -> SIMD4<Double>? {
    colours[name].map { value in
      let bytes = SIMD3(value >> 16, value >> 8 & 0xFF, value & 0xFF)
      return SIMD4(SIMD3<Double>(bytes) / 255, 1)
    }
  }
}
