import Geometry
import Rendering
import RenderingCPU
import Scenes
import VisualEffects

/// Measures the frames of a bar that the CPU draws without GL.
final class CPUFrames {
  private static let id = SurfaceID(0)
  private let bar: PlayedBar
  private let renderer: CPUOutputRenderer
  private let scene: Scene
  private let region: PixelRect
  private var round = 0

  /// Prepares the renderer with `scene` and a background that is known before the first capture.
  init(_ bar: PlayedBar, _ scene: Scene) throws {
    self.bar = bar
    self.scene = scene
    let text = bar.text
    renderer = try CPUOutputRenderer(output: bar.output) { _ in text }
    try renderer.openSurface(Self.id, window: nil, glass: bar.glass)
    region = renderer.captureRegion
    try bar.show(0, nil, PixelRect(bar.output)) { try renderer.setBackground(.frame($0)) }
    _ = try renderer.draw(Self.id, scene)
  }

  /// Measures frames for which the whole background has changed, and captures without any change.
  func measure(_ rounds: Int) throws -> (live: Cost, verified: Cost) {
    var (live, verified): ([(wall: Double, cpu: Double)], [(wall: Double, cpu: Double)]) = ([], [])
    for _ in 0..<rounds {
      round += 1
      try bar.show(round % 2, renderer.submitted(Self.id), region) { frame in
        live.append(
          try time {
            let told = try renderer.absorb(frame, damage: region, isTrial: false)
            precondition(told.hasMoved && told.validity[Self.id] == 1, "\(told)")
            _ = try renderer.draw(Self.id, scene)
          })
      }
      try bar.show(round % 2, renderer.submitted(Self.id), region) { frame in
        verified.append(
          try time {
            let told = try renderer.absorb(frame, damage: region, isTrial: false)
            precondition(!told.hasMoved, "\(told)")
          })
      }
    }
    return (Cost(live), Cost(verified))
  }

  /// Measures frames that alternately show another scene with the same glass.
  func measureContent(_ rounds: Int, _ other: Scene) throws -> Cost {
    var costs: [(wall: Double, cpu: Double)] = []
    for round in 0..<rounds {
      costs.append(try time { _ = try renderer.draw(Self.id, round % 2 == 0 ? other : scene) })
    }
    return Cost(costs)
  }
}

/// Measures live frames of a bar at the top of an output that shows a scene.
@MainActor private func cost(of scene: Scene, _ rounds: Int) throws -> Cost {
  let bar = PlayedBar(size: PixelSize(width: 1920, height: 1080), height: 40, scene: scene)
  return try CPUFrames(bar, scene).measure(rounds).live
}

/// Prints the costs of frames that the CPU draws without GL, the first as a part of `dual` if that is given.
@MainActor func timeCPU(_ rounds: Int, besides dual: Cost?) throws {
  print("\nby the CPU, without GL                       wall ms   CPU ms")
  let size = PixelSize(width: 1920, height: 1080)
  let bar = PlayedBar(size: size, height: 40)
  let frames = try CPUFrames(bar, bar.bareScene)
  let (live, verified) = try frames.measure(rounds)
  line("live frame", live, dual.map { "  \(ratio(live.cpu / $0.cpu)) of dual Kawase (at most 0.1)" } ?? "")
  let legible = PlayedBar(size: size, height: 40)
  line(
    "live frame, legible, with vibrant text", try CPUFrames(legible, bar.legibleScene).measure(rounds).live)
  let floating = try cost(of: bar.floatingScene, rounds)
  line("the same, floating with round corners", floating)
  let bent = try cost(of: bar.bentScene, rounds)
  line("the same, with glass that bends", bent, part(bent, of: floating, "the floating bar", most: 1.3))
  let (sheet, islands) = (try cost(of: bar.sheetScene, rounds), try cost(of: bar.islandsScene, rounds))
  line("one sheet of half the width", sheet)
  line(
    "the same, as three islands", islands, part(islands, of: sheet, "the sheet", most: 1.1))
  let (wide, side) = (try cost(of: bar.wideSheetScene, rounds), try cost(of: bar.wideIslandsScene, rounds))
  line("one sheet of the whole width", wide)
  line("the same, as three islands side by side", side, part(side, of: wide, "the sheet", most: 1.1))
  line("verification, nothing moved", verified)
  line("text alone, 80 x 24", try frames.measureContent(rounds, bar.inkedScene))
  let lit = PlayedBar(size: size, height: 40, scene: bar.litScenes[0])
  line(
    "light of the hand on a button, 120 x 24",
    try CPUFrames(lit, bar.litScenes[0]).measureContent(rounds, bar.litScenes[1]))
  let banners = try PlayedBanners(finish: {}, { try CPUOutputRenderer(output: $0, rasterise: $1) })
  try banners.time(max(1, rounds / 10))
}

/// The cost of a frame as a share of another one's.
@MainActor func part(_ cost: Cost, of other: Cost, _ name: String, most: Double) -> String {
  "  \(ratio(cost.cpu / other.cpu)) of \(name) (at most \(most))"
}
