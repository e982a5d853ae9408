public import Geometry
public import LiveGlass
public import Scenes
public import Settings
import Wayland

extension LiveOutput: BarOutput {
  public var isOn: Bool { !output.description.mode.isEmpty }
  public var measurer: any TextMeasurer { session.text }

  public func watchEdge(
    _ edge: OutputEdge, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) -> (any EdgeWatch)? {
    try? InputCatcher.strip(session, on: output, edge: edge, onPointer: onPointer, onTouch: onTouch)
  }

  public func watchPresses(on layer: SurfaceLayer, onPress: @escaping () -> Void) -> (any EdgeWatch)? {
    InputCatchers(
      session.outputs.filter(\.isOn).compactMap {
        try? InputCatcher.cover(session, on: $0.output, layer: layer, onPress: onPress)
      })
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
