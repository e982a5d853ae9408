public import Geometry

/// The exact Gaussian of a picture in double precision, normalised at the border: Σ w v / Σ w over the pixels inside.
public enum ReferenceGaussian {
  /// The blur of `picture` by `sigma` px, evaluated in `rect` (nil: everywhere).
  public static func blur(
    _ picture: ReferencePicture, sigma: Double, in rect: PixelRect? = nil
  ) -> ReferencePicture {
    let rect = rect ?? PixelRect(picture.size)
    let across = kernel(from: rect.x, count: rect.width, of: picture.size.width, sigma: sigma)
    let down = kernel(from: rect.y, count: rect.height, of: picture.size.height, sigma: sigma)
    let planes = picture.planes.map { plane in
      across.appliedToRows(
        of: down.appliedToColumns(of: plane, width: picture.size.width), width: picture.size.width)
    }
    return ReferencePicture(size: rect.size, planes: planes)
  }

  private static func kernel(from: Int, count: Int, of all: Int, sigma: Double) -> Resampling {
    var kernel = Resampling.gaussian(
      targets: (from..<from + count).map(Double.init), sources: (0..<all).map(Double.init), sigma: sigma)
    kernel.normalise()
    return kernel
  }
}

extension Resampling {
  /// Scales the weights of each target so that they add up to 1.
  mutating func normalise() {
    for (target, sum) in coverage.enumerated() where sum > 0 {
      for index in weights[target].indices { weights[target][index] /= sum }
    }
  }
}
