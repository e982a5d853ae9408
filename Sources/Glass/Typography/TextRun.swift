import CPango
import Geometry
import Scenes

/// A text that has been laid out.
struct TextRun: ~Copyable {
  /// The `PangoLayout`.
  private let object: ObjectReference
  let extent: TextExtent
  private let content: TextContent
  /// The place of the layout's origin in the extent, in physical pixels; the baseline falls between two rows
  /// of pixels.
  private let origin: (x: Double, y: Double)

  init(_ text: StyledText, font: borrowing FontDescription, context: borrowing FontContext) {
    let em = font.size(atScale: text.scale)
    var string = TextContent(text, em: em)
    let width = max(0, min(text.maxWidth ?? Self.widest, Self.widest))
    object = unsafe ObjectReference(owning: pango_layout_new(context.object.opaque))
    let layout = unsafe object.opaque
    unsafe pango_layout_set_single_paragraph_mode(layout, text.maxLines == 1 ? 1 : 0)
    unsafe pango_layout_set_font_description(layout, font.pointer)
    unsafe Self.setAttributes(of: string, layout, features: font.features, em: em, scale: text.scale)
    unsafe pango_layout_set_width(layout, CInt(width) * PANGO_SCALE)
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    // A negative number is a count of lines per paragraph, and there is only one paragraph.
    unsafe pango_layout_set_height(layout, -CInt(clamping: max(1, text.maxLines)))
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_text(layout, string.text, CInt(string.text.utf8.count))
    unsafe Self.cutLines(of: &string, layout, maxLines: text.maxLines)
    if text.indentsListItems {
      // The text was cut first, since each indented line has all of it laid out anew.
      unsafe Self.indentListItems(of: &string, text, layout, features: font.features, em: em)
      unsafe Self.cutLines(of: &string, layout, maxLines: text.maxLines)
    }
    let lines = unsafe pango_layout_get_line_count(layout)
    if lines > 1, let place = text.lineAlignment { unsafe Self.alignLines(layout, at: place) }
    unsafe Self.adjustRuns(layout, lines, string.runs, em: em, scale: text.scale)

    var ink = PangoRectangle()
    var logical = PangoRectangle()
    unsafe pango_layout_get_extents(layout, &ink, &logical)
    // Marks above or below the line and slanted letters may extend beyond the font's own box.
    let inkBox = UnitBox(ink)
    var box = UnitBox(logical).union(inkBox).limited(to: UnitBox(logical))
    if lines == 1 { unsafe Self.trim(&box, to: inkBox, layout) }
    let baseline = unsafe Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
    let ascent = (baseline - box.top).rounded(.up)
    let descent = (box.bottom - baseline).rounded(.up)
    // Pango exceeds the width if not even the ellipsis fits.
    let drawn = string.text.isEmpty ? 0 : min(Int((box.right - box.left).rounded(.up)), width)
    extent = TextExtent(
      size: PixelSize(width: drawn, height: Int(ascent + descent)), baseline: Int(ascent),
      isRightToLeft: unsafe Self.isRightToLeft(layout),
      isShortened: unsafe string.isCut || pango_layout_is_ellipsized(layout) != 0,
      inkMiddle: inkBox.bottom > inkBox.top ? baseline - (inkBox.top + inkBox.bottom) / 2 : nil)
    content = string
    origin = (x: -box.left, y: ascent - baseline)
  }

  /// The greatest width in physical pixels that cairo can draw on, wider than most screens.
  private static let widest = 32767 / TextCanvas.oversampling

  /// Ends a text in an ellipsis where the last line that can be seen ends: Pango would put the text of further lines on that line.
  private static func cutLines(of content: inout TextContent, _ layout: OpaquePointer, maxLines: Int) {
    guard maxLines > 1, let start = unsafe startOfLine(maxLines - 1, layout), content.cutLines(from: start)
    else {
      return
    }
    unsafe pango_layout_set_text(layout, content.text, CInt(content.text.utf8.count))
  }

  private static func alignLines(_ layout: OpaquePointer, at place: StyledText.LineAlignment) {
    // Pango turns left and right round in a paragraph that is read from the right.
    let isTurned = unsafe isRightToLeft(layout)
    let alignment =
      switch place {
      case .center: PANGO_ALIGN_CENTER
      case .left: isTurned ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
      case .right: isTurned ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
      }
    unsafe pango_layout_set_alignment(layout, alignment)
  }

  /// Indents the further lines of items of lists.
  private static func indentListItems(
    of content: inout TextContent, _ text: StyledText, _ layout: OpaquePointer, features: FontFeatures?,
    em: Double
  ) {
    for line in stride(from: 1, to: text.maxLines, by: 1) {
      guard let start = unsafe startOfLine(line, layout) else { return }
      guard content.indentLine(at: start) else { continue }
      unsafe setAttributes(of: content, layout, features: features, em: em, scale: text.scale)
      unsafe pango_layout_set_text(layout, content.text, CInt(content.text.utf8.count))
    }
  }

  /// Sets the styles of runs, and digits of equal width, with which a clock or a percentage does not move its
  /// neighbours. `features` are those of the text's font.
  private static func setAttributes(
    of content: TextContent, _ layout: OpaquePointer, features: FontFeatures?, em: Double, scale: Double
  ) {
    let attributes = unsafe pango_attr_list_new()
    // The last value of a feature counts.
    let all = (["tnum=1"] + [features?.text].compactMap(\.self)).joined(separator: ",")
    unsafe pango_attr_list_insert(attributes, pango_attr_font_features_new(all))
    func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, over range: Range<Int>) {
      guard let attribute = unsafe attribute else { return }
      unsafe attribute.pointee.start_index = guint(range.lowerBound)
      unsafe attribute.pointee.end_index = guint(range.upperBound)
      unsafe pango_attr_list_insert(attributes, attribute)
    }
    // Pango adds a hyphen to any other word that is broken since it does not fit, and where a soft hyphen is.
    for word in content.codeWords { unsafe insert(pango_attr_insert_hyphens_new(0), over: word) }
    for run in content.runs {
      func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
        unsafe insert(attribute, over: run.range)
      }
      let style = run.style
      var own: [String] = []
      if let font = style.font {
        let description = FontDescription(font, scale: scale, isForPart: true)
        unsafe add(description.attribute())
        own += [description.features?.text].compactMap(\.self)
      }
      own += [style.features?.text].compactMap(\.self)
      if !own.isEmpty {
        unsafe add(pango_attr_font_features_new(([all] + own).joined(separator: ",")))
      }
      if let family = style.family { unsafe add(pango_attr_family_new(family)) }
      if let weight = style.weight { unsafe add(pango_attr_weight_new(PangoWeight(UInt32(weight)))) }
      if style.isItalic { unsafe add(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
      if style.isUnderlined { unsafe add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
      if style.isStruckThrough { unsafe add(pango_attr_strikethrough_new(1)) }
      switch style.size {
      case .factor(let factor)?: unsafe add(pango_attr_scale_new(factor))
      case .points(let points)?:
        unsafe add(pango_attr_size_new(units(min(points, Double(FontDescription.largestSize)))))
      case nil: break
      }
      if style.letterSpacing != 0 {
        unsafe add(pango_attr_letter_spacing_new(units(style.letterSpacing * 4 / 3 * scale)))
      }
      // Pango's own shift has no effect, see `adjustRuns`, but a part with another shift becomes a run of its own.
      let raise = Self.raise(style, em: em, scale: scale)
      if raise != 0 { unsafe add(pango_attr_rise_new(units(raise))) }
      // Pango takes 0 for no opacity of its own; 1 of 65535 leaves nothing of 8 bits.
      if style.isHidden { unsafe add(pango_attr_foreground_alpha_new(1)) }
    }
    unsafe pango_layout_set_attributes(layout, attributes)
    unsafe pango_attr_list_unref(attributes)
  }

  /// The distance of a part's baseline above that of the line, in physical pixels.
  private static func raise(_ style: StyledText.Style, em: Double, scale: Double) -> Double {
    style.raise * em + style.raisePoints * 4 / 3 * scale
  }

  /// A length in physical pixels as Pango has it, limited to what that can hold with other lengths added to it.
  private static func units(_ length: Double) -> CInt {
    let most = Double(CInt.max / 4)
    return CInt(min(max(length * Double(PANGO_SCALE), -most), most).rounded())
  }

  /// The offset in UTF-8 at which the line of an index begins, the first line having 0; nil: there is no such
  /// line.
  private static func startOfLine(_ index: Int, _ layout: OpaquePointer) -> Int? {
    guard let line = unsafe pango_layout_get_line_readonly(layout, CInt(clamping: index)) else { return nil }
    return unsafe Int(line.pointee.start_index)
  }

  private static func isRightToLeft(_ layout: OpaquePointer) -> Bool {
    guard let line = unsafe pango_layout_get_line_readonly(layout, 0) else { return false }
    return unsafe pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
  }

  /// Places the runs of all fonts on the same baseline, except for parts that are raised, and gives an ellipsis after several lines
  /// its own width.
  ///
  /// Pango shifts the baselines of Han and other scripts against the first run's script, so that digits after
  /// a Han character would stand higher than digits in other texts.
  private static func adjustRuns(
    _ layout: OpaquePointer, _ lines: CInt, _ runs: [StyledText.Run], em: Double, scale: Double
  ) {
    let raised = runs.filter { $0.style.raise != 0 || $0.style.raisePoints != 0 }
    for index in 0..<lines {
      guard let line = unsafe pango_layout_get_line(layout, index) else { continue }
      var node = unsafe line.pointee.runs
      while let run = unsafe node {
        let glyphs = unsafe run.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
        let start = unsafe Int(glyphs.pointee.item.pointee.offset)
        let style = raised.first { $0.range.contains(start) }?.style
        unsafe glyphs.pointee.y_offset = units(style.map { raise($0, em: em, scale: scale) } ?? 0)
        if lines > 1 { unsafe narrowEllipsis(glyphs) }
        unsafe node = unsafe run.pointee.next
      }
    }
  }

  /// Gives a run its own width if it is an ellipsis. Pango adds the rest of the line to it, by which the last line of a text that
  /// is aligned on the right would end before the others.
  private static func narrowEllipsis(_ run: UnsafeMutablePointer<PangoGlyphItem>) {
    let flags = unsafe Int32(run.pointee.item.pointee.analysis.flags)
    guard flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0, let string = unsafe run.pointee.glyphs else { return }
    let last = unsafe Int(string.pointee.num_glyphs) - 1
    guard last >= 0, let font = unsafe run.pointee.item.pointee.analysis.font else { return }
    var own = PangoRectangle()
    unsafe pango_font_get_glyph_extents(font, string.pointee.glyphs[last].glyph, nil, &own)
    let width = unsafe string.pointee.glyphs[last].geometry.width
    unsafe string.pointee.glyphs[last].geometry.width = min(width, own.width)
  }

  /// The rectangles of a part of the text, in physical pixels of the extent; offsets are those in the
  /// original text.
  func regions(of range: Range<Int>) -> [PixelRect] {
    let layout = unsafe object.opaque
    let range = content.place(of: range.lowerBound)..<content.place(of: range.upperBound)
    guard !range.isEmpty, let iterator = unsafe pango_layout_get_iter(layout) else { return [] }
    defer { unsafe pango_layout_iter_free(iterator) }
    var regions: [PixelRect] = []
    repeat {
      guard let line = unsafe pango_layout_iter_get_line_readonly(iterator) else { continue }
      let start = unsafe Int(line.pointee.start_index)
      let begin = start + (content.indents[start] ?? 0)
      let part = unsafe range.clamped(to: begin..<max(begin, start + Int(line.pointee.length)))
      guard !part.isEmpty else { continue }
      var box = PangoRectangle()
      unsafe pango_layout_iter_get_line_extents(iterator, nil, &box)
      let rows = UnitBox(box)
      var ends: UnsafeMutablePointer<CInt>?
      var count: CInt = 0
      unsafe pango_layout_line_get_x_ranges(
        line, CInt(part.lowerBound), CInt(part.upperBound), &ends, &count)
      for index in 0..<Int(count) {
        guard let ends = unsafe ends else { break }
        let left = unsafe Double(ends[2 * index]) / Double(PANGO_SCALE) + origin.x
        let right = unsafe Double(ends[2 * index + 1]) / Double(PANGO_SCALE) + origin.x
        // The part that an ellipsis replaces has no width.
        guard right - left >= 0.5 else { continue }
        let region = PixelRect(
          left: left, top: rows.top + origin.y, right: right, bottom: rows.bottom + origin.y
        ).intersection(PixelRect(extent.size))
        if !region.isEmpty { regions.append(region) }
      }
      unsafe g_free(ends)
    } while unsafe pango_layout_iter_next_line(iterator) != 0
    return regions
  }

  /// Removes the space that Pango adds after an ellipsis to fill the width: the distance to a neighbour would
  /// look larger than others.
  private static func trim(_ box: inout UnitBox, to ink: UnitBox, _ layout: OpaquePointer) {
    guard unsafe pango_layout_is_ellipsized(layout) != 0, ink.right > ink.left,
      let line = unsafe pango_layout_get_line_readonly(layout, 0)
    else { return }
    if unsafe pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL {
      box.left = ink.left
    } else {
      box.right = ink.right
    }
  }

  /// The height of the highest ink above the baseline, in physical pixels; 0 if there is none.
  var inkAscent: Double {
    var ink = PangoRectangle()
    unsafe pango_layout_get_extents(object.opaque, &ink, nil)
    let baseline = unsafe pango_layout_get_baseline(object.opaque)
    return ink.height > 0 ? Double(baseline - ink.y) / Double(PANGO_SCALE) : 0
  }

  /// The pixels of the run.
  func draw() -> TextBitmap {
    let size = extent.size
    if size.isEmpty { return TextBitmap(size: PixelSize(width: 0, height: 0), coverage: []) }
    let canvas = canvas(grey: 1)
    if let coverage = canvas.opacities() { return TextBitmap(size: size, coverage: coverage) }
    // The difference between white and black ink is the coverage by ink; the rest are the glyphs' own
    // colours.
    let white = canvas.bitmap()
    var own = self.canvas(grey: 0).bitmap()
    var coverage = [UInt8](repeating: 0, count: size.width * size.height)
    for pixel in coverage.indices {
      let at = pixel * 4
      var most = 0
      for place in at..<at + 3 { most = max(most, Int(white.bytes[place]) - Int(own.bytes[place])) }
      coverage[pixel] = UInt8(clamping: min(most, Int(own.bytes[at + 3])))
      own.bytes[at + 3] -= coverage[pixel]
    }
    return TextBitmap(size: size, coverage: coverage, colours: own)
  }

  private func canvas(grey: Double) -> TextCanvas {
    unsafe TextCanvas(size: extent.size) { cairo in
      unsafe cairo_set_source_rgb(cairo, grey, grey, grey)
      unsafe cairo_move_to(cairo, origin.x, origin.y)
      unsafe pango_cairo_show_layout(cairo, object.opaque)
    }
  }
}

extension PixelRect {
  /// The smallest rectangle of whole pixels around these edges.
  fileprivate init(left: Double, top: Double, right: Double, bottom: Double) {
    let x = Int(left.rounded(.down))
    let y = Int(top.rounded(.down))
    self.init(x: x, y: y, width: Int(right.rounded(.up)) - x, height: Int(bottom.rounded(.up)) - y)
  }
}

/// A rectangle of Pango in unrounded physical pixels, from the layout's origin.
private struct UnitBox {
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double

  init(_ rectangle: PangoRectangle) {
    let unit = Double(PANGO_SCALE)
    left = Double(rectangle.x) / unit
    right = Double(rectangle.x + rectangle.width) / unit
    top = Double(rectangle.y) / unit
    bottom = Double(rectangle.y + rectangle.height) / unit
  }

  /// The smallest box around both; a box without area adds nothing.
  func union(_ other: UnitBox) -> UnitBox {
    guard other.right > other.left, other.bottom > other.top else { return self }
    var both = self
    both.left = min(left, other.left)
    both.right = max(right, other.right)
    both.top = min(top, other.top)
    both.bottom = max(bottom, other.bottom)
    return both
  }

  /// The box limited to half of `line`'s height above and below `line`: a text of many combining marks would
  /// need too much memory.
  func limited(to line: UnitBox) -> UnitBox {
    let most = (line.bottom - line.top) / 2
    var limited = self
    limited.top = max(top, line.top - most)
    limited.bottom = min(bottom, line.bottom + most)
    return limited
  }
}
