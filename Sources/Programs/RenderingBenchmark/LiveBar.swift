import Geometry
import Rendering
import Scenes

/// A bar in a renderer of its own, whose frames are timed.
final class LiveBar {
  private let bar: PlayedBar
  private let backend: Backend
  private let renderer: any PlayedRenderer
  private var scene: Scene
  /// The part of the output that is captured.
  let region: PixelRect
  private(set) var frames: [Run] = []
  /// The costs of captures that showed no change.
  private(set) var verifications: [Run] = []
  /// The costs of scenes that were drawn without a change of the background.
  private(set) var draws: [Run] = []

  private static let id = SurfaceID(0)

  /// Opens the bar with `scene`, over a background that is known before the first capture.
  init(_ bar: PlayedBar, showing scene: Scene, by backend: Backend) throws {
    (self.bar, self.scene, self.backend) = (bar, scene, backend)
    let text = bar.text
    renderer = try backend.make(bar.output) { _ in text }
    try renderer.openSurface(Self.id, window: nil, glass: bar.glass)
    region = renderer.captureRegion
    try bar.show(0, nil, PixelRect(bar.output)) { try renderer.setBackground(.frame($0)) }
    _ = try renderer.draw(Self.id, scene)
  }

  /// Opens a bar at the top of a large output with the panes of `scene`.
  convenience init(showing scene: Scene, by backend: Backend) throws {
    try self.init(PlayedBar(scene: scene), showing: scene, by: backend)
  }

  /// Times the frame that follows a change to one of the two backgrounds.
  func timeFrame(_ background: Int) throws {
    try show(background) { frame in
      frames.append(
        try time {
          let told = try renderer.absorb(frame, damage: region, isTrial: false)
          precondition(told.hasMoved && told.validity[Self.id] == 1, "\(told)")
          _ = try renderer.draw(Self.id, scene)
          backend.finish()
        })
    }
  }

  /// Times a capture of the background that is shown already.
  func timeVerification(_ background: Int) throws {
    try show(background) { frame in
      verifications.append(
        try time {
          let told = try renderer.absorb(frame, damage: region, isTrial: false)
          precondition(!told.hasMoved, "\(told)")
        })
    }
  }

  /// Times the frame that shows another scene with the same glass.
  func timeDraw(_ scene: Scene) throws {
    self.scene = scene
    backend.finish()
    draws.append(
      try time {
        _ = try renderer.draw(Self.id, scene)
        backend.finish()
      })
  }

  /// Calls `body` with a capture of the bar over a background, when drawing has finished.
  func show(_ background: Int, _ body: (CapturedPixels) throws -> Void) throws {
    try bar.show(background, renderer.submitted(Self.id), region) { frame in
      backend.finish()
      try body(frame)
    }
  }
}

/// Prints the costs of live frames of `PlayedBar.forms`; `note` stands behind the first.
func show(forms costs: [Cost], _ note: String = "") {
  line("live frame, legible, with vibrant text", costs[0], note)
  line("the same, floating with round corners", costs[1])
  line(
    "the same, with glass that bends", costs[2], part(costs[2], of: costs[1], "the floating bar", most: 1.3))
  line("one sheet of half the width", costs[3])
  line("the same, as three islands", costs[4], part(costs[4], of: costs[3], "the sheet", most: 1.1))
  line("one sheet of the whole width", costs[5])
  line(
    "the same, as three islands side by side", costs[6], part(costs[6], of: costs[5], "the sheet", most: 1.1))
}

/// The cost of a frame as a share of another one's.
func part(_ cost: Cost, of other: Cost, _ name: String, most: Double) -> String {
  "  \(ratio(cost.cpu / other.cpu)) of \(name) (at most \(most))"
}
