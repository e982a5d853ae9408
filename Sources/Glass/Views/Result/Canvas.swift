import Geometry
import Scenes

/// Collects the nodes, regions and other results of views while they are placed.
struct Canvas {
  /// The result of the views that have been placed.
  var result: LaidOutView
  /// The part of the surface in which the views that are being placed can be seen.
  private(set) var clip: PixelRect
  /// The part of the surface in which these views could be seen if everything around them were scrolled.
  private var reach: PixelRect
  /// The index of the region around the views that are being placed.
  private var parent: Int?

  init(clip: PixelRect) {
    result = LaidOutView(size: clip.size)
    self.clip = clip
    reach = clip
  }

  /// A canvas with nothing on it, of which the same parts can be seen, now and after scrolling.
  var blank: Canvas {
    var blank = Canvas(clip: clip)
    blank.reach = reach
    return blank
  }

  /// Whether the same parts of both canvases can be seen, now and after scrolling.
  func hasSurroundings(of other: Canvas) -> Bool { clip == other.clip && reach == other.reach }

  mutating func add(_ node: Node) { result.scene.nodes.append(node) }

  /// Adds everything that was drawn on another canvas of the same clip.
  mutating func add(_ canvas: Canvas) {
    let (other, first, parent) = (canvas.result, result.regions.count, parent)
    result.scene.nodes += other.scene.nodes
    result.regions += other.regions.lazy.map { region in
      var region = region
      region.parent = region.parent.map { $0 + first } ?? parent
      return region
    }
    result.focusOrder += other.focusOrder
    result.shortcuts.merge(other.shortcuts) { first, _ in first }
    result.tooltips += other.tooltips
    result.popupAnchors.merge(other.popupAnchors) { $1 }
    for node in other.accessibility { addAccessible(node) }
    result.identities += other.identities
    result.scrollables += other.scrollables
    result.textFields += other.textFields
    if let motion = other.untilMotion { addMotion(after: motion) }
  }

  /// Makes one node of all that `draw` draws, of which only the part in `clip` can be seen.
  ///
  /// `whole` is what could be seen in turn by scrolling; nil: nothing is scrolled.
  mutating func enclose(
    clip: PixelRect, scrolling whole: PixelRect? = nil, draw: (inout Canvas) -> Void,
    as node: ([Node]) -> Node?
  ) {
    let (outerClip, outerReach) = (self.clip, reach)
    self.clip = outerClip.intersection(clip)
    let reached = outerReach.intersection(clip)
    reach = reached.isEmpty ? reached : whole ?? reached
    let inner = nodes(draw)
    (self.clip, reach) = (outerClip, outerReach)
    if let node = node(inner) { add(node) }
  }

  /// Makes sheets of the same look that `draw` draws one where they are so near that they flow together: two flat ends that
  /// are `distance` pixels apart are joined.
  mutating func merge(within distance: Double, draw: (inout Canvas) -> Void) {
    let inner = nodes(draw)
    result.scene.nodes += Scene(size: clip.size, nodes: inner).merged(within: distance).nodes
  }

  /// The nodes that `draw` draws, which are not added.
  private mutating func nodes(_ draw: (inout Canvas) -> Void) -> [Node] {
    let outer = result.scene.nodes
    result.scene.nodes = []
    draw(&self)
    let inner = result.scene.nodes
    result.scene.nodes = outer
    return inner
  }

  /// A view looks different by itself after a time.
  mutating func addMotion(after time: Duration) { result.untilMotion = min(result.untilMotion ?? time, time) }

  // MARK: - Input

  /// Adds a region, and then the views in it, which `draw` draws.
  ///
  /// A focusable region outside the visible part, within reach of scrolling, is in the focus order too: the focus
  /// moves on to it. The focus skips a view that takes no input and whose tooltip says no more than the view itself once
  /// that is scrolled into sight.
  mutating func addRegion(
    id: ViewID, shape: Shape, _ traits: InputTraits, draw: (inout Canvas) -> Void = { _ in }
  ) {
    let visible = shape.frame.intersection(clip)
    let outer = parent
    let isInFocusOrder = traits.isFocusable && !shape.frame.intersection(reach).isEmpty
    if !visible.isEmpty || isInFocusOrder, traits.hasRegion {
      result.regions.append(
        Region(
          id: id, shape: shape, visible: visible, actions: traits.actions, cursor: traits.cursor,
          parent: outer))
      parent = result.regions.count - 1
    }
    let place = result.focusOrder.count
    if isInFocusOrder { result.focusOrder.append(id) }
    result.shortcuts.merge(traits.shortcuts) { first, _ in first }
    let first = result.scene.nodes.count
    draw(&self)
    parent = outer
    guard let help = traits.help else { return }
    func says(in part: PixelRect) -> Bool {
      !traits.repeatsHelp && result.scene.nodes[first...].say(help.string, in: part)
    }
    if isInFocusOrder, traits.actions.isEmpty, says(in: shape.frame.intersection(reach)) {
      result.focusOrder.remove(at: place)
    }
    if !visible.isEmpty, !says(in: visible) {
      result.tooltips.append(Tooltip(id: id, frame: visible, help: help))
    }
  }

  // MARK: - Accessibility

  mutating func addAccessible(_ node: AccessibilityNode) {
    var node = node
    node.frame = node.frame.intersection(clip)
    if !node.frame.isEmpty { result.accessibility.append(node) }
  }

  /// Makes one accessibility node of all those that `draw` adds.
  mutating func encloseAccessible(
    draw: (inout Canvas) -> Void, as node: ([AccessibilityNode]) -> AccessibilityNode
  ) {
    let outer = result.accessibility
    result.accessibility = []
    draw(&self)
    let inner = result.accessibility
    result.accessibility = outer
    addAccessible(node(inner))
  }
}

extension ArraySlice<Node> {
  /// Whether the words of a string stand one after another in texts of the nodes that can be read as a whole within `clip`.
  fileprivate func say(_ string: String, in clip: PixelRect) -> Bool {
    let texts = flatMap { $0.wholeTexts(in: clip) }
    if texts.contains(string) { return true }
    // A longer string is compared with no words: this is the case of most tooltips.
    guard texts.reduce(0, { $0 + $1.utf8.count + 1 }) > string.utf8.count else { return false }
    let shown = texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }
    let wanted = string.split(whereSeparator: \.isWhitespace)
    guard shown.count >= wanted.count else { return false }
    return (0...shown.count - wanted.count).contains { shown[$0...].starts(with: wanted) }
  }
}

extension Node {
  /// The texts that can be read as a whole within `clip`. A text of several inks, which is as many nodes, is there once.
  fileprivate func wholeTexts(in clip: PixelRect) -> [String] {
    switch self {
    case .text(let node):
      let isFirst = node.text.runs.first { $0.range.lowerBound == 0 }?.style.isHidden != true
      return isFirst && node.text.maxWidth == nil && clip.contains(node.frame) ? [node.text.string] : []
    case .effect(let effect):
      let inner = clip.intersection(effect.frame)
      return effect.content.flatMap { $0.wholeTexts(in: inner) }
    case .fill, .image: return []
    }
  }
}
