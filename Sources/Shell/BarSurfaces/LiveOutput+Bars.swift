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
    try? EdgeStrip(session, on: output, edge: edge, onPointer: onPointer, onTouch: onTouch)
  }
}

extension OutputNames {
  /// What the settings can call an output by.
  public init(_ output: LiveOutput) {
    let description = output.output.description
    self.init(
      name: description.name, make: description.make, model: description.model, text: description.text)
  }
}
