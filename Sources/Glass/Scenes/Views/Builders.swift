/// Puts views together, with conditions and loops.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression(_ content: some View) -> ViewTree { content.body }
  public static func buildBlock(_ parts: ViewTree...) -> ViewTree {
    ViewTree(elements: parts.flatMap(\.elements))
  }
  public static func buildOptional(_ part: ViewTree?) -> ViewTree { part ?? ViewTree(elements: []) }
  public static func buildEither(first part: ViewTree) -> ViewTree { part }
  public static func buildEither(second part: ViewTree) -> ViewTree { part }
  public static func buildArray(_ parts: [ViewTree]) -> ViewTree {
    ViewTree(elements: parts.flatMap(\.elements))
  }
}

/// Puts together what lies in an effect's content view: views and vibrancy.
@resultBuilder
public enum GlassBuilder {
  public static func buildExpression(_ content: some GlassContent) -> GlassTree { content.glassContent }
  public static func buildBlock(_ parts: GlassTree...) -> GlassTree {
    GlassTree(elements: parts.flatMap(\.elements))
  }
  public static func buildOptional(_ part: GlassTree?) -> GlassTree { part ?? GlassTree(elements: []) }
  public static func buildEither(first part: GlassTree) -> GlassTree { part }
  public static func buildEither(second part: GlassTree) -> GlassTree { part }
  public static func buildArray(_ parts: [GlassTree]) -> GlassTree {
    GlassTree(elements: parts.flatMap(\.elements))
  }
}

/// Puts together what is drawn with vibrant ink.
@resultBuilder
public enum VibrantBuilder {
  public static func buildExpression(_ content: some VibrantContent) -> VibrantTree { content.vibrantContent }
  public static func buildBlock(_ parts: VibrantTree...) -> VibrantTree {
    VibrantTree(elements: parts.flatMap(\.elements))
  }
  public static func buildOptional(_ part: VibrantTree?) -> VibrantTree { part ?? VibrantTree(elements: []) }
  public static func buildEither(first part: VibrantTree) -> VibrantTree { part }
  public static func buildEither(second part: VibrantTree) -> VibrantTree { part }
  public static func buildArray(_ parts: [VibrantTree]) -> VibrantTree {
    VibrantTree(elements: parts.flatMap(\.elements))
  }
}
