public import Geometry
import Scenes

extension View {
  /// Asks for an action after a click with a button of the pointer, and after a touch if the button is the
  /// primary one.
  public func onTap(_ button: TapButton = .primary, _ action: some ViewAction) -> ViewTree {
    input {
      $0.actions[.tap(button)] = ErasedAction(action)
      if button == .primary { $0.cursor = $0.cursor ?? .pointer }
    }
  }

  /// Asks for an action after two clicks in a short time.
  public func onDoubleTap(_ action: some ViewAction) -> ViewTree { on(.doubleTap, action) }

  /// Asks for an action after three clicks in a short time.
  public func onTripleTap(_ action: some ViewAction) -> ViewTree { on(.tripleTap, action) }

  /// Asks for an action when the primary button or a finger that went down on the view is lifted, after that of a tap.
  public func onRelease(_ action: some ViewAction) -> ViewTree { on(.release, action) }

  /// Asks for an action when a finger stays on the view.
  public func onLongPress(_ action: some ViewAction) -> ViewTree { on(.longPress, action) }

  /// Asks for an action when a wheel or two fingers scroll; the act has the distance.
  public func onScroll(_ direction: ScrollDirection = .vertical, _ action: some ViewAction) -> ViewTree {
    on(.scroll(direction), action)
  }

  /// Asks for an action during a drag with the primary button or a finger; the act has the distance.
  public func onDrag(_ action: some ViewAction) -> ViewTree { on(.drag, action) }

  /// Asks for an action when the pointer enters and when it leaves the view; the act says which of the two it
  /// is.
  public func onHover(_ action: some ViewAction) -> ViewTree { on(.hover, action) }

  private func on(_ gesture: Gesture, _ action: some ViewAction) -> ViewTree {
    input { $0.actions[gesture] = ErasedAction(action) }
  }

  /// Shows a tooltip while the pointer rests on the view; an empty text shows none, and neither does one whose words the view
  /// itself shows in full.
  public func help(_ text: String) -> ViewTree { help(HelpText(text)) }

  /// Shows a tooltip with styles while the pointer rests on the view; an empty text shows none, and neither does one whose words
  /// the view itself shows in full unless it `repeats` them.
  public func help(_ text: HelpText, repeats: Bool = false) -> ViewTree {
    input {
      $0.help = text.string.isEmpty ? nil : text
      $0.repeatsHelp = repeats
    }
  }

  /// Sets whether the view can have the keyboard focus.
  public func focusable(_ isFocusable: Bool = true) -> ViewTree {
    input { $0.isFocusable = isFocusable }
  }

  /// Lets a key do what a tap on the view would; it has no effect on a view without `.onTap` before it.
  public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> ViewTree {
    input { $0.shortcuts[shortcut] = $0.actions[.tap(.primary)] }
  }

  /// Sets the shape of the cursor over the view.
  public func cursor(_ cursor: CursorShape) -> ViewTree { input { $0.cursor = cursor } }

  /// Sets the corners of the region that takes input, and the distance that it extends beyond the view, all
  /// in points.
  public func hitShape(corners: LogicalCorners = .square, reach: Double = 0) -> ViewTree {
    input {
      $0.corners = corners
      $0.reach = reach
    }
  }

  /// Describes the view to assistive technology; its label is that of the texts inside unless one is given.
  public func accessibility(_ role: AccessibilityRole, label: String? = nil, value: String? = nil) -> ViewTree
  {
    input { $0.accessibility = InputTraits.Accessibility(role: role, label: label, value: value) }
  }

  /// Tells assistive technology that a tap on the view shows or hides further views, and whether they are shown; nil: it does something
  /// else.
  public func expandable(isExpanded: Bool?) -> ViewTree { input { $0.isExpanded = isExpanded } }

  /// Changes the input that the view takes, as one region.
  func input(_ change: (inout InputTraits) -> Void) -> ViewTree {
    var input = element as? InputElement ?? InputElement(content: element, traits: InputTraits())
    change(&input.traits)
    return ViewTree(input)
  }
}

/// A part of a view that shows the state of the input on the nearest view around that takes input, or on another one.
public struct Reactive: View, Element {
  private let content: @Sendable (InteractionLook) -> ViewTree
  /// The view whose input counts; nil: the nearest one around.
  private let view: ViewID?

  /// Makes a part whose `content` depends only on the look.
  public init(@ViewBuilder content: @escaping @Sendable (InteractionLook) -> ViewTree) {
    self.content = content
    view = nil
  }

  /// Makes a part that shows the input on the view that has `key` as its identity.
  public init(
    to key: some Hashable & Sendable, @ViewBuilder content: @escaping @Sendable (InteractionLook) -> ViewTree
  ) {
    self.content = content
    view = ViewID(key)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let environment = context.environment
    let look = view.map { environment.interaction.look(of: $0, isEnabled: environment.isEnabled) }
    return content(look ?? context.look).element.box(in: context)
  }
}

private struct InputElement: Element {
  var content: any Element
  var traits: InputTraits

  func box(in context: LayoutContext) -> any Box {
    let id = context.id
    let isEnabled = context.environment.isEnabled
    let traits = isEnabled ? traits : traits.disabled
    var inner = context
    // A view inside that takes input itself has its own look.
    inner.id = id.inside(0)
    if traits.hasRegion || traits.isFocusable || !isEnabled {
      inner.look = context.environment.interaction.look(of: id, isEnabled: isEnabled)
    }
    let reach = context.pixels(traits.reach)
    return DrawnBox(content: content.box(in: inner)) { content, placement, canvas in
      let frame = placement.frame.outset(by: reach)
      let shape = Shape(frame: frame, corners: context.corners(traits.corners, for: frame.size))
      canvas.addRegion(id: id, shape: shape, traits) { canvas in
        guard let accessibility = traits.accessible else { return content.place(placement, on: &canvas) }
        canvas.encloseAccessible(draw: { content.place(placement, on: &$0) }) { children in
          var node = accessibility.node(children, frame: placement.frame, actions: traits.orderedActions)
          node.states = traits.states
          return node
        }
      }
    }
  }
}
