/// Something that can lie anywhere: on a surface, or in the content view of an effect.
///
/// Views are values in logical points, from the top left corner of what they lie in. A view of one's own puts others
/// together:
///
///     struct Badge: View {
///       var text: String
///       var body: ViewTree {
///         Fill(frame: LogicalRect(x: 0, y: 0, width: 40, height: 20), colour: [1, 0, 0, 1])
///         Label(text, frame: LogicalRect(x: 0, y: 0, width: 40, height: 20), alignment: .center)
///       }
///     }
public protocol View: GlassContent {
  /// Back to front.
  @ViewBuilder var body: ViewTree { get }
}

/// Something that can lie in the content view of a `VisualEffectView`: every view, and vibrancy, which is nothing
/// elsewhere because it has no blurred backdrop to take its colours from.
public protocol GlassContent {
  /// Back to front.
  @GlassBuilder var glassContent: GlassTree { get }
}

/// Something that can be drawn with vibrant ink: what has a coverage rather than colours.
public protocol VibrantContent {
  /// Back to front.
  @VibrantBuilder var vibrantContent: VibrantTree { get }
}

extension View {
  public var glassContent: GlassTree { GlassTree(elements: body.elements) }
}

/// What a builder of views has built.
public struct ViewTree: View, Equatable, Sendable {
  var elements: [Element]

  // `return` keeps the builder out.
  public var body: ViewTree { return self }
}

/// What a builder of an effect's content has built.
public struct GlassTree: GlassContent, Equatable, Sendable {
  var elements: [Element]

  // `return` keeps the builder out.
  public var glassContent: GlassTree { return self }
}

/// What a builder of vibrant content has built.
public struct VibrantTree: VibrantContent, Equatable, Sendable {
  var elements: [Element]

  // `return` keeps the builder out.
  public var vibrantContent: VibrantTree { return self }
}

/// One of the views that all others are made of.
enum Element: Equatable, Sendable {
  case effect(VisualEffectView)
  case vibrancy(VibrancyView)
  case label(Label)
  case image(Image)
  case fill(Fill)
}
