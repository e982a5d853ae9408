import Geometry
import Scenes

/// The edges of cards that peek out below the front banner of a stack.
enum PeekingCards {
  /// The width of a card as a share of the front banner's, and the distance in logical pixels between their lower edges;
  /// the first card is the next one in the stack.
  private static let edges = [(share: 0.96, reach: 8.0), (share: 0.92, reach: 14.0)]

  /// Makes the cards of `count` banners behind `sheet`, as far as they are shown, from the lowest to the highest.
  static func nodes(_ count: Int, below sheet: EffectNode, scale: Double) -> [EffectNode] {
    edges.prefix(count).reversed().compactMap { edge in
      var card = sheet
      // A difference that is even leaves the card in the middle.
      let inset = Int((Double(sheet.frame.width) * (1 - edge.share) / 2).rounded())
      let radius = Int(max(sheet.corners.bottomLeft, sheet.corners.bottomRight).rounded(.up))
      // The upper edge is hidden by the front sheet, above its round corners.
      let hidden = min(radius, sheet.frame.height)
      card.frame = PixelRect(
        x: sheet.frame.x + inset, y: sheet.frame.maxY - hidden, width: sheet.frame.width - 2 * inset,
        height: hidden + Int((edge.reach * scale).rounded()))
      guard card.frame.width > 2 * radius else { return nil }
      (card.corners.topLeft, card.corners.topRight, card.content) = (0, 0, [])
      card.border?.rim = nil
      for index in card.shadows.indices { card.shadows[index].colour.w /= 2 }
      return card
    }
  }
}
