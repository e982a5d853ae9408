import Geometry
import Scenes
public import VisualEffects

/// A view in which sheets of glass of the same look flow together where they are near one another.
///
///     GlassContainer(spacing: 12) {
///       HStack(spacing: 8) {
///         Text("One").padding(12).glass(GlassEffect(), cornerRadius: 16)
///         Text("Two").padding(12).glass(GlassEffect(), cornerRadius: 16)
///       }
///     }
///
/// Two flat ends that are `spacing` points apart are joined. Only sheets that lie directly in the container flow together, and
/// none that has a mask.
public struct GlassContainer: View {
  private let content: ViewTree
  private let effect: GlassContainerEffect

  public init(spacing: Double, @ViewBuilder content: () -> ViewTree) {
    self.init(GlassContainerEffect(spacing: spacing), content: content)
  }

  public init(_ effect: GlassContainerEffect, @ViewBuilder content: () -> ViewTree) {
    self.content = content()
    self.effect = effect
  }

  public var body: ViewTree {
    content.modified { [spacing = effect.spacing] content, context in
      let distance = spacing * context.environment.scale
      return DrawnBox(content: content.box(in: context)) { content, placement, canvas in
        canvas.merge(within: distance) { content.place(placement, on: &$0) }
      }
    }
  }
}
