package import Geometry
package import Scenes
package import VisualEffects

/// The properties that panes must have in common to share one blur.
package struct PaneLook: Equatable {
  package var plan: BlurPlan
  package var chain: ColourChain
}

/// A blur from which panes take their backdrop.
package struct PaneBlur: Equatable {
  package var look: PaneLook
  /// The part of the output that is blurred.
  package var frame: PixelRect

  package init(_ look: PaneLook, frame: PixelRect) {
    self.look = look
    self.frame = frame
  }

  /// Whether the blur fits a pane at `place` of which the surface shows `seen`.
  fileprivate func serves(_ look: PaneLook, _ seen: PixelRect, _ place: PixelRect) -> Bool {
    self.look == look && (frame == place || !seen.isEmpty && frame.contains(seen))
  }
}

/// Decides which blurs the panes of a surface need, and which existing ones are kept.
package struct PanePlan: Equatable {
  /// The origin of a blur.
  package enum Source: Equatable {
    /// The former blur with this index is kept.
    case kept(Int)
    case made(PaneBlur)
  }

  /// The blurs that the panes need, each once.
  package private(set) var sources: [Source] = []
  /// The index among `sources` of the blur that each pane uses.
  package private(set) var places: [Int] = []

  /// A blur of the whole surface, for panes that move on it, is made only if the surface has at most this many times the area
  /// that the panes cover.
  private static let mostSpare = 4
  /// A blur is kept for panes at rest if it reads at most this many times the pixels that a new one would read.
  private static let mostKept = 1.25

  /// `wanted` are the panes' looks and places on the output, `frame` is the surface's place, and `former` are the
  /// existing blurs.
  ///
  /// While panes may move, an existing blur of the whole surface is kept for any of them; if `isResting`, only where
  /// a new one would read nearly as much.
  package init(
    _ wanted: [(look: PaneLook, place: PixelRect)], on frame: PixelRect, former: [PaneBlur], isResting: Bool
  ) {
    var (blurs, unused): ([PaneBlur], [Int]) = ([], Array(former.indices))
    for (look, place) in wanted {
      let seen = place.intersection(frame)
      let others = wanted.filter { $0.look == look }.map(\.place)
      let group = Self.group(of: place, among: others, look.plan, on: frame)
      let most = Self.mostKept * Double(look.plan.source(of: group).area)
      let serves = { (blur: PaneBlur) in
        blur.serves(look, seen, place)
          && (blur.frame == place || !isResting || Double(look.plan.source(of: blur.frame).area) <= most)
      }
      if let known = blurs.firstIndex(where: serves) {
        places.append(known)
        continue
      }
      places.append(blurs.count)
      if let index = unused.firstIndex(where: { serves(former[$0]) }) {
        let kept = unused.remove(at: index)
        sources.append(.kept(kept))
        blurs.append(former[kept])
      } else {
        let moves = unused.contains { former[$0].look == look } || !frame.contains(place)
        let covered = others.reduce(0) { $0 + $1.intersection(frame).area }
        let isWhole = moves && !isResting && frame.area <= Self.mostSpare * covered
        blurs.append(PaneBlur(look, frame: isWhole ? frame : group))
        sources.append(.made(blurs[blurs.count - 1]))
      }
    }
  }

  /// The frame of the pane at `place` and of those among `others` with which it had better share a blur, since one blur of
  /// them all reads no more pixels than two.
  private static func group(
    of place: PixelRect, among others: [PixelRect], _ plan: BlurPlan, on frame: PixelRect
  ) -> PixelRect {
    var groups = others.filter { $0 != place }.map { $0.intersection(frame) }.filter { !$0.isEmpty }
    var group = place
    // Each union may bring others near that were too far from its parts.
    while let index = groups.firstIndex(where: { other in
      plan.source(of: group.union(other)).area
        <= plan.source(of: group).area + plan.source(of: other).area
    }) {
      group = group.union(groups.remove(at: index)).intersection(frame)
    }
    return group
  }

  /// `panes` are those of a surface at `frame` of the output; `scale` is physical pixels per point of their blurs, and
  /// `plan` plans a blur by a standard deviation in pixels.
  package init(
    _ panes: [Pane], scale: Double, on frame: PixelRect, former: [PaneBlur], isResting: Bool,
    plan: (_ sigma: Double) -> BlurPlan
  ) {
    let wanted = panes.map { pane in
      let blur = plan(pane.material.blurRadius * scale)
      let isBent = pane.material.refraction.isVisible
      return (
        look: PaneLook(plan: isBent ? blur.onFinestGrid : blur, chain: pane.material.chain),
        place: pane.frame.offset(x: frame.x, y: frame.y)
      )
    }
    self.init(wanted, on: frame, former: former, isResting: isResting)
  }

  /// The indices, below `count`, of former blurs that serve no pane any more.
  package func unused(of count: Int) -> [Int] { (0..<count).filter { !sources.contains(.kept($0)) } }
}

extension BlurPlan {
  /// The pixels that a blur of those in `frame` reads.
  fileprivate func source(of frame: PixelRect) -> PixelRect { frame.outset(by: support) }
}
