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
    ViewTree(GlassContainerElement(content: content.element, spacing: effect.spacing))
  }
}

private struct GlassContainerElement: Element {
  var content: any Element
  var spacing: Double

  func box(in context: LayoutContext) -> any Box {
    GlassContainerBox(content: content.box(in: context), distance: spacing * context.environment.scale)
  }
}

private struct GlassContainerBox: Wrapper {
  let content: any Box
  /// The distance in pixels at which flat ends are joined.
  let distance: Double

  func wrap(_ content: any FittedBox) -> any FittedBox {
    FittedGlassContainer(content: content, distance: distance)
  }
}

private struct FittedGlassContainer: FittedWrapper {
  let content: any FittedBox
  let distance: Double

  func place(_ placement: Placement, on canvas: inout Canvas) {
    canvas.merge(within: distance) { content.place(placement, on: &$0) }
  }
}
