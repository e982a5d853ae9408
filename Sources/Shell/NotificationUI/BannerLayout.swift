public import Geometry
public import Scenes
public import Views

/// A banner after layout, at its place on the surface; all coordinates are physical pixels of the surface.
public struct BannerLayout: Equatable, Sendable {
  /// A part that takes clicks.
  public struct Region: Equatable, Sendable {
    public var frame: PixelRect
    public var action: BannerAction

    public init(frame: PixelRect, action: BannerAction) {
      self.frame = frame
      self.action = action
    }
  }

  /// The banner by itself, with its top left corner at the origin.
  private let view: LaidOutView
  private let sheet: EffectNode
  private var x = 0
  private var y = 0

  /// Traps if the view is no single sheet of glass.
  public init(_ view: LaidOutView) {
    guard case .effect(let sheet)? = view.scene.nodes.first, view.scene.nodes.count == 1 else {
      preconditionFailure("a banner is one sheet, got \(view.scene.nodes)")
    }
    (self.view, self.sheet) = (view, sheet)
  }

  /// The frame of the sheet.
  public var frame: PixelRect { sheet.frame.offset(x: x, y: y) }

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
    view.action(for: .tap(.primary), x: x - self.x, y: y - self.y)?.action.as(BannerAction.self)
  }

  /// The shape of the cursor at a point; nil: the banner is not there.
  public func cursor(x: Int, y: Int) -> CursorShape? { view.cursor(x: x - self.x, y: y - self.y) }

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
