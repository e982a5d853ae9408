public import Geometry
public import Scenes
public import Views

/// A banner after layout, at its place on the surface; all coordinates are physical pixels of the surface.
public struct BannerLayout: Equatable, Sendable {
  /// A part that takes clicks.
  public struct Region: Equatable, Sendable {
    public var frame: PixelRect
    public var action: BannerAction
  }

  /// The banner by itself, with its top left corner at the origin.
  private let view: LaidOutView
  private let sheet: EffectNode
  /// The cards that peek out below the sheet, from the lowest to the highest.
  private let cards: [EffectNode]
  private var x = 0
  private var y = 0

  /// Traps if the view is no single sheet of glass.
  public init(_ view: LaidOutView) { self.init(view, cards: nil, scale: 1) }

  /// Puts `cards` below the sheet, which peek out at its lower edge; nil: there are none.
  init(_ view: LaidOutView, cards count: Int?, scale: Double) {
    guard case .effect(let sheet)? = view.scene.nodes.first, view.scene.nodes.count == 1 else {
      preconditionFailure("a banner is one sheet, got \(view.scene.nodes)")
    }
    (self.view, self.sheet) = (view, sheet)
    cards = PeekingCards.nodes(count ?? 0, below: sheet, scale: scale)
  }

  /// The frame of the sheet with the cards that peek out below it.
  public var frame: PixelRect {
    var frame = sheet.frame.offset(x: x, y: y)
    frame.height += reach
    return frame
  }

  /// The frame of the sheet alone.
  var sheetFrame: PixelRect { sheet.frame.offset(x: x, y: y) }

  /// The distance from the sheet's lower edge to that of the lowest card.
  var reach: Int { (cards.first?.frame.maxY ?? sheet.frame.maxY) - sheet.frame.maxY }

  /// The sheet and the cards below it, from the lowest to the highest.
  var nodes: [Node] {
    let parts = parts(x: 0, y: 0, height: frame.height, reach: reach, alpha: 1, contentOpacity: 1)
    return (parts.cards + [parts.sheet]).map { .effect($0) }
  }

  /// The sheet and the cards below it moved by `x` and `y`, in a frame of another height, of which the cards peek out in the last
  /// `reach` pixels; the cards from the lowest to the highest, in an opacity and with what lies on the sheet in another.
  func parts(
    x: Int, y: Int, height: Int, reach: Int, alpha: Double, contentOpacity: Double
  ) -> (cards: [EffectNode], sheet: EffectNode) {
    let (x, y, lost) = (x + self.x, y + self.y, frame.height - height)
    // The front sheet is seen through while it fades, and a card behind it would be seen then.
    let behind = cards.map { faded($0.offset(x: x, y: y - lost), alpha * alpha * alpha) }
    var front = faded(sheet.offset(x: x, y: y).withContent(opacity: contentOpacity), alpha)
    front.frame.height = max(0, height - reach)
    return (behind, front)
  }

  private func faded(_ node: EffectNode, _ alpha: Double) -> EffectNode {
    var node = node
    node.isApart = true
    node.alpha *= alpha
    return node
  }

  /// Whether a point is below the sheet, where cards peek out.
  private func isBelow(x: Int, y: Int) -> Bool {
    let below = PixelRect(x: frame.x, y: sheet.frame.maxY + self.y, width: frame.width, height: reach)
    return reach > 0 && below.contains(PixelRect(x: x, y: y, width: 1, height: 1))
  }

  /// The sheet with all that is on it.
  public var node: EffectNode { sheet.offset(x: x, y: y) }

  /// The parts that take clicks; later ones lie over earlier ones.
  public var regions: [Region] {
    view.regions.compactMap { region in
      region.actions[.tap(.primary)]?.as(BannerAction.self)
        .map { Region(frame: region.visible.offset(x: x, y: y), action: $0) }
    }
  }

  /// The part that a click at a point hits; nil: the banner is not there, or has nothing to be clicked there.
  public func action(x: Int, y: Int) -> BannerAction? {
    if isBelow(x: x, y: y) { return .stack }
    return view.action(for: .tap(.primary), x: x - self.x, y: y - self.y)?.action.as(BannerAction.self)
  }

  /// The shape of the cursor at a point; nil: the banner is not there.
  public func cursor(x: Int, y: Int) -> CursorShape? {
    isBelow(x: x, y: y) ? .pointer : view.cursor(x: x - self.x, y: y - self.y)
  }

  /// The offset in the UTF-8 of the answer to which a click at `x` moves the cursor; nil: there is no field.
  public func replyOffset(atX x: Int, measurer: some TextMeasurer) -> Int? {
    view.textFields.first?.offset(atX: x - self.x, measurer: measurer)
  }

  /// The banner moved by `x` and `y` physical pixels.
  public func offset(x: Int, y: Int) -> BannerLayout {
    var moved = self
    moved.x += x
    moved.y += y
    return moved
  }

  /// The banner moved so that the top left corner of its sheet is at the origin.
  var atOrigin: BannerLayout { offset(x: -frame.x, y: -frame.y) }
}
