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
  /// The parts of the output that are blurred. Pixels between them are not read.
  package var parts: [PixelRect]

  package init(_ look: PaneLook, parts: [PixelRect]) {
    self.look = look
    self.parts = parts
  }

  package init(_ look: PaneLook, frame: PixelRect) { self.init(look, parts: [frame]) }

  /// The bounds of the parts.
  package var frame: PixelRect { parts.bounds }

  /// Whether the blur fits a pane at `place` of which the surface shows `seen`.
  fileprivate func serves(_ seen: PixelRect, _ place: PixelRect) -> Bool {
    parts.contains(place) || !seen.isEmpty && parts.contains { $0.contains(seen) }
  }

  /// The number of pixels that the blur reads; those that two parts read count twice.
  fileprivate var cost: Int { parts.reduce(0) { $0 + look.plan.source(of: $1).area } }

  /// The blur, or one for each of its parts if they had better not share layers.
  fileprivate var sensible: [PaneBlur] {
    if parts.count == 1 { return [self] }
    let isNear = look.plan.source(of: frame).area <= PanePlan.mostSpare * cost
    return isNear && look.plan.level > 0 ? [self] : parts.map { PaneBlur(look, frame: $0) }
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
  /// that the panes cover; a blur has several parts only if one of their bounds would read at most this many times the pixels,
  /// since layers have room for all that lies between them.
  fileprivate static let mostSpare = 4
  /// A blur is kept for panes at rest if it reads at most this many times the pixels that a new one for them would read.
  private static let mostKept = 1.1

  /// `wanted` are the panes' looks and places on the output, `frame` is the surface's place, and `former` are the
  /// existing blurs.
  ///
  /// While panes may move, an existing blur of the whole surface is kept for any of them; if `isResting`, only where
  /// a new one would read nearly as much. Panes of one look that need a new blur share it, in parts that read nothing between
  /// them, unless the parts lie very far apart or the blur has the size of the output, of which a grid reads beyond its parts.
  package init(
    _ wanted: [(look: PaneLook, place: PixelRect)], on frame: PixelRect, former: [PaneBlur], isResting: Bool
  ) {
    places = wanted.map { _ in 0 }
    for look in wanted.map(\.look).distinct {
      var open = wanted.indices.filter { wanted[$0].look == look }
      let covered = open.reduce(0) { $0 + wanted[$1].place.intersection(frame).area }
      var hasUnused = false
      for (index, blur) in former.enumerated() where blur.look == look {
        let served = open.filter { blur.serves(wanted[$0].place.intersection(frame), wanted[$0].place) }
        let own = PaneBlur(look, parts: Self.groups(served.map { wanted[$0].place }, look.plan, on: frame))
        let isCheap = !isResting || Double(blur.cost) <= Self.mostKept * Double(own.cost)
        guard !served.isEmpty, isCheap else {
          hasUnused = true
          continue
        }
        take(.kept(index), for: served)
        open.removeAll(where: served.contains)
      }
      if open.isEmpty { continue }
      let moves = hasUnused || open.contains { !frame.contains(wanted[$0].place) }
      let isWhole = moves && !isResting && frame.area <= Self.mostSpare * covered
      let parts = isWhole ? [frame] : Self.groups(open.map { wanted[$0].place }, look.plan, on: frame)
      for blur in PaneBlur(look, parts: parts).sensible {
        let served = open.filter { blur.serves(wanted[$0].place.intersection(frame), wanted[$0].place) }
        take(.made(blur), for: isWhole ? open : served)
      }
    }
  }

  /// Lets the panes with the indices `panes` use another blur.
  private mutating func take(_ source: Source, for panes: [Int]) {
    for index in panes { places[index] = sources.count }
    sources.append(source)
  }

  /// The parts that panes at `places` need blurred: their frames, of which those on the surface are joined whose union reads no
  /// more pixels than both.
  private static func groups(_ places: [PixelRect], _ plan: BlurPlan, on frame: PixelRect) -> [PixelRect] {
    var groups: [PixelRect] = []
    for place in places {
      var group = place
      // Each union may bring others near that were too far from its parts.
      while group.intersects(frame),
        let index = groups.firstIndex(where: { other in
          other.intersects(frame)
            && plan.source(of: group.union(other)).area
              <= plan.source(of: group).area + plan.source(of: other).area
        })
      {
        group = group.union(groups.remove(at: index)).intersection(frame)
      }
      groups.append(group)
    }
    return groups
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

extension [PaneLook] {
  /// Each of the looks once.
  fileprivate var distinct: [PaneLook] {
    reduce(into: []) { looks, look in if !looks.contains(look) { looks.append(look) } }
  }
}
