import Geometry

extension EffectNode {
  /// The node moved by `x` and `y` pixels, with its content and its mask.
  package func offset(x: Int, y: Int) -> EffectNode {
    placed { frame, _ in frame.offset(x: x, y: y) }
  }

  /// Returns the sheet with its frame scaled by `factor` about a point in physical pixels of the surface.
  ///
  /// Sheets and fills in it are scaled as well. Texts and pictures keep their size, so that they stay sharp; their
  /// middles move as the sheet requires. Radii, borders and shadows keep their measures.
  public func scaled(by factor: Double, about point: (x: Double, y: Double)) -> EffectNode {
    if factor == 1 { return self }
    return placed { frame, part in
      switch part {
      case .ground: frame.scaled(by: factor, about: point)
      case .content: frame.moved(by: factor, about: point)
      }
    }
  }

  /// Returns the sheet with its content at the given opacity, 0 … 1; the sheet itself keeps its own.
  public func withContent(opacity: Double) -> EffectNode {
    if opacity >= 1 { return self }
    var node = self
    node.content = [.effect(EffectNode(frame: frame, material: nil, alpha: opacity, content: content))]
    return node
  }

  /// Returns the node with all frames in it replaced by what `place` returns for them.
  fileprivate func placed(_ place: (PixelRect, Node.Part) -> PixelRect) -> EffectNode {
    var node = self
    node.frame = place(frame, .ground)
    node.borderGaps = borderGaps.map { place($0, .ground) }
    node.content = content.map { $0.placed(place) }
    if case .shape(let rect, let corners)? = mask { node.mask = .shape(place(rect, .ground), corners) }
    if let merging {
      node.merging?.parts = merging.parts.map { part in
        let moved = place(part.frame.offset(x: frame.x, y: frame.y), .ground)
        return Merging.Part(frame: moved.offset(x: -node.frame.x, y: -node.frame.y), corners: part.corners)
      }
    }
    return node
  }
}

extension Node {
  /// The part that a frame has in a picture.
  fileprivate enum Part {
    /// A sheet, a mask or a fill.
    case ground
    /// A text or a picture.
    case content
  }

  /// The node moved by `x` and `y` pixels.
  package func offset(x: Int, y: Int) -> Node {
    placed { frame, _ in frame.offset(x: x, y: y) }
  }

  fileprivate func placed(_ place: (PixelRect, Part) -> PixelRect) -> Node {
    switch self {
    case .effect(let node): return .effect(node.placed(place))
    case .text(var node):
      node.frame = place(node.frame, .content)
      return .text(node)
    case .image(var node):
      node.frame = place(node.frame, .content)
      return .image(node)
    case .fill(var node):
      node.frame = place(node.frame, .ground)
      return .fill(node)
    }
  }
}

extension PixelRect {
  /// Returns the rectangle with its edges scaled about a point and rounded, at least one pixel long and wide.
  fileprivate func scaled(by factor: Double, about point: (x: Double, y: Double)) -> PixelRect {
    if isEmpty { return moved(by: factor, about: point) }
    func edge(_ place: Int, _ point: Double) -> Int {
      Int((point + (Double(place) - point) * factor).rounded())
    }
    let (left, top) = (edge(x, point.x), edge(y, point.y))
    return PixelRect(
      x: left, y: top, width: max(1, edge(maxX, point.x) - left), height: max(1, edge(maxY, point.y) - top))
  }

  /// Returns the rectangle in its size, moved so that its middle is scaled about a point.
  fileprivate func moved(by factor: Double, about point: (x: Double, y: Double)) -> PixelRect {
    func distance(_ start: Int, _ length: Int, _ point: Double) -> Int {
      Int(((Double(start) + Double(length) / 2 - point) * (factor - 1)).rounded())
    }
    return offset(x: distance(x, width, point.x), y: distance(y, height, point.y))
  }
}
