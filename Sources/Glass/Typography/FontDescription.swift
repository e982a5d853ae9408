import CPango
import Scenes

/// A parsed font name.
@safe struct FontDescription: ~Copyable {
  /// The size in points of a name without a size.
  static let defaultSize: CInt = 11
  /// The largest size in points, more than the highest bar can show.
  static let largestSize: CInt = 256

  /// The `PangoFontDescription`.
  let pointer: OpaquePointer
  /// The features that the name gives; nil: none. Pango before 1.56 does not read them itself.
  let features: FontFeatures?

  /// Adopts `pointer`, which is freed with this value.
  init(owning pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
    features = nil
  }

  /// Reads a name such as `Inter Medium 11`, perhaps with features as in `Inter 11 #ss01`; a size in px (`Inter 15px`) is logical and multiplied by `scale`.
  ///
  /// A larger size than `largestSize` is replaced by that.
  /// It never fails: Pango takes what it does not understand for a family's name, and replaces an unknown
  /// family. A name for a part of a text without a size leaves the part that of the text's font; a style or weight that the name
  /// leaves out is the normal one, as in Pango's markup.
  /// The corresponding C function is `pango_font_description_from_string`.
  init(_ name: String, scale: Double, isForPart: Bool = false) {
    let (plain, features) = FontFeatures.divided(name)
    unsafe self.pointer = unsafe pango_font_description_from_string(plain)
    self.features = features
    if unsafe pango_font_description_get_size(pointer) > 0 {
      limitSize(scale: scale)
    } else if isForPart {
      unsafe pango_font_description_unset_fields(pointer, PANGO_FONT_MASK_SIZE)
    } else {
      unsafe pango_font_description_set_size(pointer, Self.defaultSize * PANGO_SCALE)
    }
  }

  /// Replaces a size that is too large, and multiplies one in px by the scale.
  private borrowing func limitSize(scale: Double) {
    let size = unsafe pango_font_description_get_size(pointer)
    let most = Self.largestSize * PANGO_SCALE
    if unsafe pango_font_description_get_size_is_absolute(pointer) != 0 {
      // A point is 4/3 px.
      unsafe pango_font_description_set_absolute_size(
        pointer, min(Double(size), Double(most) * 4 / 3) * scale)
    } else if size > most {
      unsafe pango_font_description_set_size(pointer, most)
    }
  }

  /// An attribute that gives a part of a text this font.
  ///
  /// The features are left out. The corresponding C function is `pango_attr_font_desc_new`.
  borrowing func attribute() -> UnsafeMutablePointer<PangoAttribute>? {
    unsafe pango_attr_font_desc_new(pointer)
  }

  deinit { unsafe pango_font_description_free(pointer) }

  /// The size in physical pixels, of which a logical pixel has `scale`.
  ///
  /// The corresponding C function is `pango_font_description_get_size`.
  func size(atScale scale: Double) -> Double {
    let size = unsafe Double(pango_font_description_get_size(pointer)) / Double(PANGO_SCALE)
    // A size in px was multiplied by the scale when it was read; a point is 4/3 px.
    return unsafe pango_font_description_get_size_is_absolute(pointer) != 0 ? size : size * 4 / 3 * scale
  }

  /// The family's name; nil if the description has none.
  ///
  /// The corresponding C function is `pango_font_description_get_family`.
  var family: String? {
    guard let family = unsafe pango_font_description_get_family(pointer) else { return nil }
    return unsafe String(cString: family)
  }
}
