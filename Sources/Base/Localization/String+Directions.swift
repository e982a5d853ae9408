extension String {
  /// The text with controls of direction that change the order of the text alone, whatever is put beside it.
  ///
  /// Embeddings and overrides become isolates, because an embedding or override also reorders the text beside it, which an isolate
  /// does not. A control that is not closed, or that closes nothing, becomes a word joiner, which is not seen. All of these have
  /// three bytes in UTF-8, so that offsets in the text stay the same.
  public var withOwnDirections: String {
    // Each control begins with this byte, and few texts have it.
    guard utf8.contains(0xE2) else { return self }
    var scalars = Array(unicodeScalars)
    /// The controls that are open: their places, the isolates that they become, and what closes them.
    var open: [(place: Int, isolate: Unicode.Scalar, end: Unicode.Scalar)] = []
    for (place, scalar) in unicodeScalars.enumerated() {
      switch scalar.value {
      case 0x202A, 0x202D: open.append((place, "\u{2066}", "\u{202C}"))
      case 0x202B, 0x202E: open.append((place, "\u{2067}", "\u{202C}"))
      case 0x2066...0x2068: open.append((place, scalar, "\u{2069}"))
      case 0x202C, 0x2069:
        // The end of an isolate ends the embeddings in it, too, and that of an embedding ends nothing else.
        let begin =
          scalar == "\u{2069}"
          ? open.lastIndex { $0.end == scalar } : open.last?.end == scalar ? open.count - 1 : nil
        if let begin {
          scalars[open[begin].place] = open[begin].isolate
          scalars[place] = "\u{2069}"
          open.removeSubrange(begin...)
          continue
        }
      default: continue
      }
      scalars[place] = "\u{2060}"
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
