public import ModuleModel

/// Makes the reading of a module from the blocks of a status line.
public enum I3barReading {
  /// An item for each block.
  ///
  /// A colour becomes an ink, which stays legible on glass; a background or a border becomes the fill under a module.
  public static func items(_ blocks: [I3barBlock], takeClicks: Bool) -> [ItemReading] {
    let names = identifiers(of: blocks)
    return zip(blocks, names).enumerated().map { index, pair in
      item(
        pair.0, id: pair.1, takesClicks: takeClicks,
        hasSeparator: pair.0.hasSeparator && index < blocks.count - 1)
    }
  }

  private static func item(
    _ block: I3barBlock, id: String, takesClicks: Bool, hasSeparator: Bool
  ) -> ItemReading {
    func text(_ text: String) -> FieldValue {
      block.isMarkup ? .markup(text) : .text(text)
    }
    var item = ItemReading(
      id: id, ["text": text(block.fullText), "short_text": text(block.shortText)],
      states: block.isUrgent ? ["urgent"] : [], actions: takesClicks ? nil : [])
    if !block.shortText.isEmpty { item.shortFields["text"] = text(block.shortText) }
    if let name = block.name { item.fields["name"] = .text(name) }
    if let instance = block.instance { item.fields["instance"] = .text(instance) }
    item.hasSeparator = hasSeparator
    if let colour = block.colour, colour.w > 0 { item.look.ink = .colour(colour) }
    if let background = block.background, background.w > 0 { item.look.fill = .colour(background) }
    if let border = block.border, border.w > 0 { item.look.strokeColour = border }
    switch block.minWidth {
    case .points(let width)?: item.look.minWidth = width
    case .text(let text)?:
      item.look.widestText = block.isMarkup ? RichText(markup: text)?.string ?? text : text
    case nil: break
    }
    if block.minWidth != nil {
      item.look.side =
        switch block.alignment {
        case .left: .leading
        case .center: .center
        case .right: .trailing
        }
    }
    return item
  }

  /// Names and instances; where they tell no block from the others, its place.
  private static func identifiers(of blocks: [I3barBlock]) -> [String] {
    func full(_ block: I3barBlock) -> String? {
      guard let name = block.name ?? block.instance else { return nil }
      return block.name == nil ? name : block.instance.map { "\(name):\($0)" } ?? name
    }
    let names = Dictionary(blocks.compactMap { $0.name.map { ($0, 1) } }, uniquingKeysWith: +)
    let fullNames = Dictionary(blocks.compactMap { full($0).map { ($0, 1) } }, uniquingKeysWith: +)
    return blocks.enumerated().map { index, block in
      if let name = block.name, names[name] == 1 { return name }
      if let name = full(block), fullNames[name] == 1, names[name] == nil { return name }
      return "#\(index + 1)"
    }
  }
}
