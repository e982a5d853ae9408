import CPango

/// The fonts of this machine, as fontconfig knows them.
///
/// Costs nothing before its first use, which loads fontconfig's settings and caches.
@safe struct FontMap: ~Copyable {
  private let map: UnsafeMutablePointer<PangoFontMap>

  /// The corresponding C function is `pango_cairo_font_map_new`.
  init() {
    guard let map = unsafe pango_cairo_font_map_new() else { preconditionFailure("no font map") }
    unsafe self.map = unsafe map
  }

  deinit { unsafe g_object_unref(map) }

  /// How many families there are.
  ///
  /// Laying out text without any ends the process inside Pango. The corresponding C function is
  /// `pango_font_map_list_families`.
  var familyCount: Int {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: CInt = 0
    unsafe pango_font_map_list_families(map, &families, &count)
    unsafe g_free(families)
    return Int(count)
  }

  /// A context for text of `dotsPerInch`; hinted vertically only, so that advances stay true at every scale.
  func makeContext(dotsPerInch: Double) -> FontContext {
    unsafe FontContext(owning: pango_font_map_create_context(map), dotsPerInch: dotsPerInch)
  }
}
