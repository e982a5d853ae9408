import Geometry
import Scenes
import TestSupport
import Views

/// A view laid out with letters of 8 points, lines of 19 and capitals of 10.5.
func laidOut(
  _ view: some View, width: Int? = nil, height: Int? = nil, scale: Double = 1,
  change: (inout ViewEnvironment) -> Void = { _ in }
) -> LaidOutView {
  var environment = ViewEnvironment(scale: scale)
  change(&environment)
  return layout(
    view, in: Proposal(width: width, height: height), environment: environment,
    measurer: MonospaceMeasurer())
}

extension LaidOutView {
  /// The frames of texts, in the order of drawing.
  var textFrames: [PixelRect] { scene.texts.map(\.frame) }

  /// The frames of fills at any depth, in the order of drawing.
  var fillFrames: [PixelRect] { scene.nodes.flatMap(\.fillFrames) }
}

extension Node {
  var fillFrames: [PixelRect] {
    switch self {
    case .fill(let fill): [fill.frame]
    case .effect(let effect): effect.content.flatMap(\.fillFrames)
    case .text, .image: []
    }
  }
}

extension Node {
  /// The frames of all that is no container, at any depth.
  var leafFrames: [PixelRect] {
    switch self {
    case .fill(let fill): [fill.frame]
    case .text(let text): [text.frame]
    case .image(let image): [image.frame]
    case .effect(let effect): effect.content.flatMap(\.leafFrames)
    }
  }
}

func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
  PixelRect(x: x, y: y, width: width, height: height)
}

/// A fill of a fixed size.
func block(_ width: Double, _ height: Double) -> ViewTree {
  Fill(.mark(1)).frame(width: width, height: height)
}

extension [Node] {
  /// The inks of everything in the order of drawing, nil for pictures with colours of their own.
  var inks: [Ink?] {
    flatMap { node -> [Ink?] in
      switch node {
      case .effect(let effect): effect.content.inks
      case .text(let text): [text.ink]
      case .image(let image): [image.ink]
      case .fill(let fill): [fill.ink]
      }
    }
  }
}
