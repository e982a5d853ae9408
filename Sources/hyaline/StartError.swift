import Measures
import Rendering

/// Why nothing can be shown, in words: the one place that makes them for a start that fails.
struct StartError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ error: any Error) {
    description = (error as? RenderingError)?.words ?? "\(error)"
  }
}

extension RenderingError {
  /// For the log.
  var words: String {
    switch self {
    case .noGraphics(let reason): "cannot draw: \(reason)"
    case .program(let name, let log): "cannot draw: the driver refuses the shader \(name): \(log)"
    case .allocation(let what, let size):
      "cannot draw: no memory for \(what) of \(size.width) × \(size.height)"
    case .contextLost: "cannot draw: the GPU was reset"
    }
  }
}
