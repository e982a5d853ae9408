import CPango

/// The fonts of this machine, as fontconfig knows them.
///
/// The first use loads fontconfig's settings and caches, which takes most of the time of the first text.
struct FontMap: ~Copyable {
  /// The `PangoFontMap`.
  private let object: ObjectReference

  /// Makes a font map of its own.
  ///
  /// The corresponding C function is `pango_cairo_font_map_new`.
  init() {
    guard let map = unsafe pango_cairo_font_map_new() else { preconditionFailure("no font map") }
    object = unsafe ObjectReference(owning: UnsafeMutableRawPointer(map))
  }

  /// Whether there are no fonts; laying out text without any ends the process inside Pango.
  ///
  /// This asks fontconfig, since Pango would first group all fonts into families. The corresponding C
  /// function is `FcConfigGetFonts`.
  var isEmpty: Bool {
    [FcSetSystem, FcSetApplication].allSatisfy { set in
      guard let fonts = unsafe FcConfigGetFonts(nil, set) else { return true }
      return unsafe fonts.pointee.nfont == 0
    }
  }

  /// A context for text of a resolution of `dotsPerInch`; `hintsMetrics` rounds metrics to whole pixels.
  ///
  /// The corresponding C function is `pango_font_map_create_context`.
  func makeContext(dotsPerInch: Double, hintsMetrics: Bool) -> FontContext {
    let map = unsafe object.pointer.assumingMemoryBound(to: PangoFontMap.self)
    let context = unsafe pango_font_map_create_context(map)!
    return FontContext(
      owning: unsafe ObjectReference(owning: context), dotsPerInch: dotsPerInch, hintsMetrics: hintsMetrics)
  }
}
