import Geometry

extension RenderingError: nonisolated CustomStringConvertible {
  public nonisolated var description: String {
    switch self {
    case .noGraphics(let reason): "cannot draw: \(reason)"
    case .noGPU(let reason): "no GPU: \(reason)"
    case .program(let name, let log): "cannot draw: the driver refuses the shader \(name): \(log)"
    case .allocation(let what, let size):
      "cannot draw: no memory for \(what) of \(size.width) × \(size.height)"
    case .contextLost: "cannot draw: the GPU was reset"
    }
  }
}
