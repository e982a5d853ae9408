public import Geometry
public import Scenes

/// The result of a layout: the scene, the regions for input and other data of a view. All coordinates are
/// physical pixels of its surface.
public struct LaidOutView: Equatable, Sendable {
  /// The scene to be drawn.
  public internal(set) var scene: Scene
  /// The regions that take input; later ones lie over earlier ones.
  public internal(set) var regions: [Region] = []
  /// The views that can have the keyboard focus, in the order in which Tab goes through them.
  public internal(set) var focusOrder: [ViewID] = []
  /// The actions of keys, wherever the focus is; if several views ask for a key, the first gets it.
  public internal(set) var shortcuts: [KeyboardShortcut: ErasedAction] = [:]
  public internal(set) var tooltips: [Tooltip] = []
  /// The frames of views that are anchors of popups.
  public internal(set) var popupAnchors: [ViewKey: PixelRect] = [:]
  /// The accessibility tree.
  public internal(set) var accessibility: [AccessibilityNode] = []
  /// The views that have a key, in the order of drawing.
  public internal(set) var identities: [Identity] = []
  /// The scroll views, and how far each can be scrolled.
  public internal(set) var scrollables: [Scrollable] = []
  /// The text fields.
  public internal(set) var textFields: [LaidOutTextField] = []
  /// The time after which a text that scrolls is at another place; nil: nothing moves by itself.
  public internal(set) var untilMotion: Duration?

  init(size: PixelSize) { scene = Scene(size: size, nodes: []) }

  /// Returns the view with sheets of the same look made one where they are so near that they flow together: two flat ends
  /// that are `distance` pixels apart are joined.
  public func merged(within distance: Double) -> LaidOutView {
    var merged = self
    merged.scene = scene.merged(within: distance)
    return merged
  }

  /// Returns the view with the same glass for all sheets, as far as legibility changes it: that for the inks of all of them and for
  /// `inks`, which may come.
  public func sharingInks(with inks: Set<Ink> = []) -> LaidOutView {
    var shared = self
    shared.scene = scene.sharingInks(with: inks)
    return shared
  }

  public var size: PixelSize { scene.size }
  /// The action of Return.
  public var defaultAction: ErasedAction? { shortcuts[.defaultAction] }
  /// The action of Escape.
  public var cancelAction: ErasedAction? { shortcuts[.cancelAction] }

  /// The topmost region at a point of the surface; nil: there is none.
  public func region(x: Int, y: Int) -> Region? { regions.last { $0.contains(x: x, y: y) } }

  /// The action of a gesture at a point: that of the view there, or of the nearest view around it that has one for the
  /// gesture.
  public func action(for gesture: Gesture, x: Int, y: Int) -> (region: Region, action: ErasedAction)? {
    for region in regions(x: x, y: y) {
      if let action = region.actions[gesture] { return (region, action) }
    }
    return nil
  }

  /// The shape of the cursor at a point; nil: no view asks for one.
  public func cursor(x: Int, y: Int) -> CursorShape? {
    regions(x: x, y: y).first { $0.cursor != nil }?.cursor
  }

  /// The topmost region at a point, and then those around it from the inside outwards.
  private func regions(x: Int, y: Int) -> some Sequence<Region> {
    sequence(state: region(x: x, y: y)) { next in
      defer { next = next?.parent.map { regions[$0] } }
      return next
    }
  }
}

/// The size that a surface offers to a view, in physical pixels.
public struct Proposal: Equatable, Sendable {
  /// The offered width and height; nil: the view takes the length that it needs.
  public var width, height: Int?

  public init(width: Int? = nil, height: Int? = nil) {
    self.width = width
    self.height = height
  }

  /// Offers exactly this size.
  public init(_ size: PixelSize) {
    self.init(width: size.width, height: size.height)
  }
}

/// Lays a view out in physical pixels.
///
/// The result depends on the arguments alone, and is found in two passes: the first asks each view for the lengths it
/// needs, the second gives it its share of the room. Each length is rounded to whole pixels once, by itself, and all
/// arithmetic after that is in whole pixels. Texts are measured anew each time; `measurer` is expected to cache their
/// extents by content, as the text engine does. With a `memory` of the last layout of the same tree, `equatable`
/// views that did not change are taken from there.
///
/// Not supported are kinetic and horizontal scrolling, animations between the keyed views of two layouts,
/// inks and fonts for parts of a text, and links as nodes of the accessibility tree.
public func layout(
  _ view: some View, in proposal: Proposal, environment: ViewEnvironment, measurer: some TextMeasurer,
  memory: LayoutMemory? = nil
) -> LaidOutView {
  memory?.begin()
  defer { memory?.end() }
  let context = LayoutContext(environment: environment, measurer: measurer, memory: memory)
  let box = view.element.box(in: context)
  let fitted = box.fitted(box.width.taken(of: proposal.width ?? box.width.ideal))
  let size = PixelSize(
    width: proposal.width ?? fitted.width, height: proposal.height ?? fitted.height.ideal)
  var canvas = Canvas(clip: PixelRect(size))
  if proposal.height == nil {
    let x = HorizontalAlignment.center.start(of: fitted.width, in: size.width)
    fitted.place(
      Placement(frame: PixelRect(x: x, y: 0, width: fitted.width, height: size.height)), on: &canvas)
  } else {
    fitted.place(.center, in: PixelRect(size), on: &canvas)
  }
  return canvas.result
}
