public import Geometry
public import LiveGlass
public import Scenes
public import Settings
import Wayland

extension LiveOutput: ShellOutput {
  public var isOn: Bool { !output.description.mode.isEmpty }
  public var measurer: any TextMeasurer { session.text }

  public var reservedHeight: Int { reserved((.top, \.top), (.bottom, \.bottom)) }
  public var reservedWidth: Int { reserved((.left, \.left), (.right, \.right)) }

  /// The length that our own surfaces reserve at two opposite edges, which are given with their margins, in logical pixels.
  private func reserved(
    _ start: (edge: SurfacePlacement.Edges, margin: KeyPath<EdgeMargins, Int>),
    _ end: (edge: SurfacePlacement.Edges, margin: KeyPath<EdgeMargins, Int>)
  ) -> Int {
    surfaces.map(\.placement).filter { $0.exclusiveZone > 0 }.reduce(0) { sum, panel in
      let (atStart, atEnd) = (panel.anchors.contains(start.edge), panel.anchors.contains(end.edge))
      guard atStart != atEnd else { return sum }
      return sum + panel.exclusiveZone + panel.margins[keyPath: atStart ? start.margin : end.margin]
    }
  }

  public func watchEdge(
    _ edge: OutputEdge, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) -> (any InputWatch)? {
    try? InputCatcher.strip(session, on: output, edge: edge, onPointer: onPointer, onTouch: onTouch)
  }

  public func watchPresses(on layer: SurfaceLayer, onPress: @escaping () -> Void) -> (any InputWatch)? {
    InputCatchers(
      session.outputs.filter(\.isOn).compactMap {
        try? InputCatcher.cover(
          session, on: $0.output, layer: layer, leavingOut: $0.surfaceFrames, onPress: onPress)
      })
  }

  public func watchArea() -> any AreaSource { AreaProbe(self) }

  /// The frames of all surfaces on the output, in logical pixels, as far as whole pixels cover them.
  private var surfaceFrames: [PixelRect] {
    let scale = scale
    func pixels(_ start: Int, _ end: Int) -> (start: Int, length: Int) {
      let first = Int((Double(start) / scale).rounded(.down))
      return (first, Int((Double(end) / scale).rounded(.up)) - first)
    }
    return surfaces.map(\.frame).map { frame in
      let (x, y) = (pixels(frame.x, frame.maxX), pixels(frame.y, frame.maxY))
      return PixelRect(x: x.start, y: y.start, width: x.length, height: y.length)
    }
  }
}

extension OutputNames {
  /// Collects the names by which the settings can refer to an output.
  public init(_ output: LiveOutput) {
    let description = output.output.description
    self.init(
      name: description.name, make: description.make, model: description.model, text: description.text)
  }
}
