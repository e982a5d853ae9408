package import VisualEffects

extension Scene {
  /// Returns the scene with the same glass for all of its sheets, as far as legibility changes it: that for the inks of all of them and
  /// for `inks`.
  ///
  /// The glass of a sheet is otherwise darker or lighter than that of another over the same backdrop if its texts need that, and
  /// changes as soon as ink comes, such as the fill below a pointer.
  public func sharingInks(with inks: Set<Ink> = []) -> Scene {
    var all = inks
    nodes.forEachGlass { $0.content.collectInks(&all) }
    var scene = self
    scene.nodes = nodes.reserving(all)
    return scene
  }
}

extension EffectNode {
  /// Calls `body` with every ink that lies on the effect's glass or is reserved on it, and whether it is that of a text or a
  /// template and not of a fill.
  package func forEachInk(_ body: (Ink, _ isText: Bool) -> Void) {
    content.forEachInk(body)
    // Colours are reserved for texts only.
    for ink in reservedInks { body(ink, true) }
  }

  /// The least (dark glass) or greatest (light glass) luminance of coloured texts on the effect's glass, for which `material` is
  /// made dark or light; nil: there are none.
  package func inkLuminance(on material: Material) -> Double? {
    var kept: Double?
    forEachInk { ink, isText in
      guard case .colour(let colour) = ink, isText,
        let luminance = Legibility.keptLuminance(
          of: SIMD3(colour.x, colour.y, colour.z), isDark: material.isDark)
      else { return }
      kept = kept.map { material.isDark ? min($0, luminance) : max($0, luminance) } ?? luminance
    }
    return kept.map { $0 + ((material.isDark ? 1 : 0) - $0) * material.turn }
  }
}

extension [Node] {
  /// Calls `body` with every ink that lies on the same glass as these nodes, and whether it is that of a text or a
  /// template and not of a fill.
  fileprivate func forEachInk(_ body: (Ink, _ isText: Bool) -> Void) {
    for node in self {
      switch node {
      case .text(let text): body(text.ink, true)
      case .image(let image): if let ink = image.ink { body(ink, !ink.isFill) }
      case .fill(let fill): body(fill.ink, false)
      case .effect(let effect): if effect.material == nil { effect.content.forEachInk(body) }
      }
    }
  }

  /// Calls `body` with each sheet of glass that lies on no other one.
  fileprivate func forEachGlass(_ body: (EffectNode) -> Void) {
    for case .effect(let effect) in self {
      if effect.material == nil { effect.content.forEachGlass(body) } else { body(effect) }
    }
  }

  /// Returns the nodes with inks reserved on each sheet of glass that lies on no other one.
  fileprivate func reserving(_ inks: Set<Ink>) -> [Node] {
    map { node in
      guard case .effect(var effect) = node else { return node }
      if effect.material == nil {
        effect.content = effect.content.reserving(inks)
      } else {
        effect.reservedInks = inks
      }
      return .effect(effect)
    }
  }

  /// Adds the inks on the same glass that may need other glass than ink of full strength: those that depend on the glass, and the
  /// colours of texts and templates.
  fileprivate func collectInks(_ inks: inout Set<Ink>) {
    for node in self {
      switch node {
      case .text(let text): inks.insert(text.ink)
      case .image(let image): if let ink = image.ink { inks.insert(ink) }
      case .fill(let fill): if case .vibrant = fill.ink { inks.insert(fill.ink) }
      case .effect(let effect): if effect.material == nil { effect.content.collectInks(&inks) }
      }
    }
  }
}
