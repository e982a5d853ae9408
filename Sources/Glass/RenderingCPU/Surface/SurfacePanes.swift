import Geometry
import Rendering
import Scenes
import VisualEffects

/// All glass of one surface: that of its panes, and of effects that lie on others.
final class SurfacePanes {
  /// The glass of each pane, in the order of the scene's sheets; several may share one.
  private(set) var panes: [PaneGlass] = []
  /// All glass, each once.
  private(set) var shared: [PaneGlass] = []
  private var nested: [(glass: NestedGlass, isUsed: Bool)] = []
  private let scale: Double
  /// The frame of the surface on the output.
  private let frame: PixelRect

  /// All of the surface is blurred for what moves on it, and for panes beside one another, unless that is more than so
  /// many times what they cover.
  private static let mostSpare = 4

  init(frame: PixelRect, scale: Double) {
    self.frame = frame
    self.scale = scale
  }

  /// Makes glass for `wanted`, and keeps what serves.
  ///
  /// While panes may move, the glass of the whole surface is kept for any of them; `isResting`: only for as many as it
  /// would be made for.
  func adopt(_ wanted: [Pane], _ backdrop: any Backdrop, isResting: Bool = false) {
    let looks = wanted.map { pane in
      Look(plan: backdrop.plan(sigma: pane.material.blurRadius * scale), chain: pane.material.chain)
    }
    let places = wanted.map { $0.frame.offset(x: frame.x, y: frame.y) }
    var former = shared
    (panes, shared) = ([], [])
    for (look, place) in zip(looks, places) {
      let seen = place.intersection(frame)
      let others = zip(looks, places).filter { $0.0 == look }.map(\.1)
      let covered = others.reduce(0) { $0 + $1.intersection(frame).area }
      let isSpare = frame.area > Self.mostSpare * covered
      let serves = { (glass: PaneGlass) in
        glass.serves(look, seen, place) && (glass.frame == place || !isResting || !isSpare)
      }
      if let known = shared.first(where: serves) {
        panes.append(known)
      } else if let index = former.firstIndex(where: serves) {
        shared.append(former.remove(at: index))
        panes.append(shared[shared.count - 1])
      } else {
        let moves = former.contains { $0.look == look } || !frame.contains(place)
        let isShared = (others.count > 1 || moves) && !isSpare
        let made = PaneGlass(
          look.plan, chain: look.chain, frame: isShared ? frame : place, output: backdrop.output)
        shared.append(made)
        panes.append(made)
      }
    }
  }

  /// The glass of an effect that lies on others, which `below` shows over the backdrop.
  func nestedGlass(
    _ effect: EffectNode, below: [PaintCanvas], _ backdrop: any Backdrop, range: ShownRange
  ) -> PaintedGlass {
    guard let material = effect.material else { preconditionFailure("an effect without a material") }
    let place = effect.frame.offset(x: frame.x, y: frame.y)
    let sigma = max(BlurPlan.minimumLiveSigma, material.blurRadius * scale)
    let plan = BlurPlan(sigma: sigma, minimumLevel: 2)
    let finish = effect.finish(material, range: range)
    let index: Int
    if let known = nested.firstIndex(where: { !$0.isUsed && $0.glass.serves(plan, place) }) {
      index = known
    } else {
      index = nested.count
      nested.append((NestedGlass(plan, frame: place, output: backdrop.output), false))
    }
    nested[index].isUsed = true
    let glass = nested[index].glass
    glass.draw(below, surface: frame, backdrop.underlay(), material.chain, finish)
    return PaintedGlass(
      grid: glass.grid, isDark: material.isDark, legibility: effect.legibility, finish: finish)
  }

  /// Begins a drawing; gives up the glass that the last one did not use.
  func beginDrawing() {
    nested.removeAll { !$0.isUsed }
    for index in nested.indices { nested[index].isUsed = false }
  }
}

/// The properties in common of panes that can share one blur.
private struct Look: Equatable {
  var plan: BlurPlan
  var chain: ColourChain
}

extension PaneGlass {
  fileprivate var look: Look { Look(plan: plan, chain: chain) }

  /// Whether it is that of a pane at `place`, of which the surface shows `seen`.
  fileprivate func serves(_ look: Look, _ seen: PixelRect, _ place: PixelRect) -> Bool {
    self.look == look && (frame == place || !seen.isEmpty && frame.contains(seen))
  }
}
