package import Geometry
package import VisualEffects

/// What panes have in common that can share one blur.
package struct PaneLook: Equatable {
  package var plan: BlurPlan
  package var chain: ColourChain

  package init(plan: BlurPlan, chain: ColourChain) {
    self.plan = plan
    self.chain = chain
  }
}

/// A blur that panes take their backdrop from.
package struct PaneBlur: Equatable {
  package var look: PaneLook
  /// The part of the output that is blurred.
  package var frame: PixelRect

  package init(_ look: PaneLook, frame: PixelRect) {
    self.look = look
    self.frame = frame
  }

  /// Whether it is that of a pane at `place`, of which the surface shows `seen`.
  fileprivate func serves(_ look: PaneLook, _ seen: PixelRect, _ place: PixelRect) -> Bool {
    self.look == look && (frame == place || !seen.isEmpty && frame.contains(seen))
  }
}

/// Decides which blurs a surface needs for its panes, and which of those that it has serve on.
package struct PanePlan: Equatable {
  /// Where a blur comes from.
  package enum Source: Equatable {
    /// The one of this number among those that there were.
    case kept(Int)
    case made(PaneBlur)
  }

  /// Each blur once.
  package private(set) var sources: [Source] = []
  /// The index among `sources` of the blur that each pane uses.
  package private(set) var places: [Int] = []

  /// All of the surface is blurred for what moves on it, and for panes beside one another, unless that is more than so
  /// many times what they cover.
  private static let mostSpare = 4

  /// `wanted` are the panes' looks and places on the output, `frame` the surface's place, `former` the blurs that there
  /// are.
  ///
  /// While panes may move, the blur of the whole surface is kept for any of them; `isResting`: only for as many as it would
  /// be made for.
  package init(
    _ wanted: [(look: PaneLook, place: PixelRect)], on frame: PixelRect, former: [PaneBlur], isResting: Bool
  ) {
    var (blurs, unused): ([PaneBlur], [Int]) = ([], Array(former.indices))
    for (look, place) in wanted {
      let seen = place.intersection(frame)
      let others = wanted.filter { $0.look == look }.map(\.place)
      let covered = others.reduce(0) { $0 + $1.intersection(frame).area }
      let isSpare = frame.area > Self.mostSpare * covered
      let serves = { (blur: PaneBlur) in
        blur.serves(look, seen, place) && (blur.frame == place || !isResting || !isSpare)
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
        let isShared = (others.count > 1 || moves) && !isSpare
        blurs.append(PaneBlur(look, frame: isShared ? frame : place))
        sources.append(.made(blurs[blurs.count - 1]))
      }
    }
  }

  /// The numbers of former blurs, of which there were `count`, that serve no pane any more.
  package func unused(of count: Int) -> [Int] { (0..<count).filter { !sources.contains(.kept($0)) } }
}
