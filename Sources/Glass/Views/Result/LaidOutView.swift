public import Geometry
public import Scenes

/// A view in pixels: what it shows, and what is where on it. All coordinates are physical pixels of its surface.
public struct LaidOutView: Equatable, Sendable {
  /// What is drawn.
  public let scene: Scene
  /// Where input goes; later ones lie over earlier ones.
  public let regions: [Region]
  /// The views that the keyboard can be in, in the order in which it goes through them.
  public let focusOrder: [ViewID]
  /// What keys do wherever the focus is; the first view that asks for a key has it.
  public let shortcuts: [KeyboardShortcut: ErasedAction]
  public let tooltips: [Tooltip]
  /// Where popups belong that grow out of a view.
  public let popupAnchors: [ViewKey: PixelRect]
  /// What assistive technology is told, as a tree.
  public let accessibility: [AccessibilityNode]
  /// The views that have a key, in the order of drawing.
  public let identities: [Identity]
  /// What can be scrolled, and how far.
  public let scrollables: [Scrollable]
  /// The fields in which something is typed.
  public let textFields: [LaidOutTextField]

  init(_ canvas: Canvas, size: PixelSize) {
    scene = Scene(size: size, nodes: canvas.nodes)
    regions = canvas.regions
    focusOrder = canvas.focusOrder
    shortcuts = canvas.shortcuts
    tooltips = canvas.tooltips
    popupAnchors = canvas.popupAnchors
    accessibility = canvas.accessibility
    identities = canvas.identities
    scrollables = canvas.scrollables
    textFields = canvas.textFields
  }

  public var size: PixelSize { scene.size }
  /// What Return does.
  public var defaultAction: ErasedAction? { shortcuts[.defaultAction] }
  /// What Escape does.
  public var cancelAction: ErasedAction? { shortcuts[.cancelAction] }

  /// The view at a point of the surface that takes input; nil: there is none.
  public func region(x: Int, y: Int) -> Region? { regions.last { $0.contains(x: x, y: y) } }

  /// What a gesture at a point does: the action of the view there, or of the nearest around it that has one for that.
  public func action(for gesture: Gesture, x: Int, y: Int) -> (region: Region, action: ErasedAction)? {
    var next = region(x: x, y: y)
    while let region = next {
      if let action = region.actions[gesture] { return (region, action) }
      next = region.parent.map { regions[$0] }
    }
    return nil
  }

  /// How the pointer looks at a point; nil: as everywhere.
  public func cursor(x: Int, y: Int) -> CursorShape? {
    var next = region(x: x, y: y)
    while let region = next {
      if let cursor = region.cursor { return cursor }
      next = region.parent.map { regions[$0] }
    }
    return nil
  }
}

/// How much room a surface offers, in physical pixels.
public struct Proposal: Equatable, Sendable {
  /// Nil: what the view needs.
  public var width, height: Int?

  public init(width: Int? = nil, height: Int? = nil) {
    self.width = width
    self.height = height
  }

  /// Just this size.
  public init(_ size: PixelSize) {
    self.init(width: size.width, height: size.height)
  }
}

/// Turns a view into pixels.
///
/// It is a pure function in two passes: the first asks each view what it needs, the second gives it what there is. Each
/// length is rounded to whole pixels once, by itself, and all arithmetic after that is in whole pixels. Texts are
/// measured anew each time; `measurer` is expected to remember their extents by content, as the text engine does.
///
/// Left to the steps that need them first: kinetic and horizontal scrolling, springs between the keyed views of two
/// layouts, inks and fonts for parts of a text, links as nodes of the accessibility tree, and the way of an event from a
/// device to a region's action.
public func layout(
  _ view: some View, in proposal: Proposal, environment: ViewEnvironment, measurer: some TextMeasurer
) -> LaidOutView {
  let context = LayoutContext(environment: environment, measurer: measurer)
  let box = view.element.box(in: context)
  let fitted = box.fitted(box.width.taken(of: proposal.width ?? box.width.ideal))
  let size = PixelSize(
    width: proposal.width ?? fitted.width, height: proposal.height ?? fitted.height.ideal)
  var canvas = Canvas(clip: PixelRect(size))
  if proposal.height == nil {
    let x = HorizontalAlignment.center.start(of: fitted.width, in: size.width, isMirrored: false)
    fitted.place(
      Placement(frame: PixelRect(x: x, y: 0, width: fitted.width, height: size.height)), on: &canvas)
  } else {
    fitted.place(.center, in: PixelRect(size), isMirrored: environment.isRightToLeft, on: &canvas)
  }
  return LaidOutView(canvas, size: size)
}
