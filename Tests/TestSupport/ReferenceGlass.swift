public import Geometry
import Glibc
public import VisualEffects

/// The expected look of a sheet of glass over a picture, in double precision.
///
/// The picture is reduced twice by [1 3 3 1] / 8 (cells anchored to multiples of 4 px of the picture), goes through
/// the colour chain, and is blurred by a Gaussian of the remaining variance, evaluated at full size from the cells'
/// centres. Cells at the border are weighted by their share inside.
public struct ReferenceGlass: Sendable {
  /// The reduction of the picture to quarter size.
  public enum Base: Sendable {
    /// The weights [1 3 3 1] / 8, applied twice.
    case binomial
    /// The mean of 4 × 4 pixels.
    case mean
  }

  public var chain: ColourChain
  /// Standard deviation of the whole blur in full-size pixels.
  public var sigma: Double
  public var base = Base.binomial
  /// The leak; values are limited to L … 255 − L.
  public var leak = Leak.opaque

  public init(chain: ColourChain, sigma: Double, base: Base = .binomial, leak: Leak = .opaque) {
    self.chain = chain
    self.sigma = sigma
    self.base = base
    self.leak = leak
  }

  /// The glass over `backdrop`, evaluated in `rect` (nil: everywhere).
  public func shown(over backdrop: ReferencePicture, in rect: PixelRect? = nil) -> ReferencePicture {
    let rect = rect ?? PixelRect(backdrop.size)
    let across = Axis(
      self, length: backdrop.size.width, targets: (rect.x..<rect.maxX).map { Double($0) + 0.5 })
    let down = Axis(
      self, length: backdrop.size.height, targets: (rect.y..<rect.maxY).map { Double($0) + 0.5 })
    let width = across.reduction.first.count
    let planes = coloured(backdrop, across, down).map { plane in
      across.blur.appliedToRows(of: down.blur.appliedToColumns(of: plane, width: width), width: width)
    }
    let black = Double(leak.content)
    return ReferencePicture(size: rect.size, planes: planes).clamped(to: black...255 - black)
  }

  /// The glass over `backdrop` at any points of it, in pixels: 0 … 1 for each channel.
  public func shown(over backdrop: ReferencePicture, at points: [SIMD2<Double>]) -> [SIMD3<Double>] {
    let across = Axis(self, length: backdrop.size.width, targets: points.map(\.x))
    let down = Axis(self, length: backdrop.size.height, targets: points.map(\.y))
    let (width, cells) = (across.reduction.first.count, coloured(backdrop, across, down))
    let black = Double(leak.content) / 255
    return points.indices.map { index in
      var sum = SIMD3<Double>.zero
      for (row, share) in down.blur.weights[index].enumerated() {
        let first = (down.blur.first[index] + row) * width + across.blur.first[index]
        for (column, weight) in across.blur.weights[index].enumerated() {
          let cell = first + column
          sum += SIMD3(cells[0][cell], cells[1][cell], cells[2][cell]) * (share * weight / 255)
        }
      }
      return sum.clamped(
        lowerBound: SIMD3(repeating: black), upperBound: SIMD3(repeating: 1 - black))
    }
  }

  /// The cells of `backdrop` through the colour chain, 0 … 255, plane by plane.
  private func coloured(_ backdrop: ReferencePicture, _ across: Axis, _ down: Axis) -> [[Double]] {
    let width = backdrop.size.width
    var cells = backdrop.planes.map { plane in
      across.reduction.appliedToRows(
        of: down.reduction.appliedToColumns(of: plane, width: width), width: width)
    }
    for index in cells[0].indices {
      let colour = SIMD3(cells[0][index], cells[1][index], cells[2][index]) / 255
      let mapped = chain.apply(colour) * 255
      for channel in 0..<3 { cells[channel][index] = mapped[channel] }
    }
    return cells
  }

  /// The finished material over `backdrop`, filled until it is within `bounds`.
  public func finished(
    over backdrop: ReferencePicture, bounds: Legibility.Bounds?, in rect: PixelRect? = nil
  ) -> ReferencePicture {
    var picture = shown(over: backdrop, in: rect)
    guard let bounds else { return picture }
    for index in picture.planes[0].indices { picture[index] = bounds.filled(picture[index]) }
    return picture
  }

  /// Ink over finished material, limited by `bounds`; `coverage` is 0 … 1 per pixel.
  ///
  /// `level` is the ink's opacity, and `colour` gives the ink's colour over a colour of the material.
  public static func inked(
    _ finished: ReferencePicture, coverage: [Double], level: Double, promised: Double,
    bounds: Legibility.Bounds?, colour: (SIMD3<Double>) -> SIMD3<Double>
  ) -> ReferencePicture {
    var picture = finished
    let (width, height) = (finished.size.width, finished.size.height)
    let luminance = finished.planes[0].indices.map { Luminance.of(finished[$0]) }
    for index in luminance.indices where coverage[index] > 0 {
      let below = finished[index]
      var ink = below + (colour(below) - below) * level
      if let bounds {
        var around = luminance[index]...luminance[index]
        for y in max(0, index / width - 2)...min(height - 1, index / width + 2) {
          for x in max(0, index % width - 2)...min(width - 1, index % width + 2) {
            let other = luminance[y * width + x]
            around = min(around.lowerBound, other)...max(around.upperBound, other)
          }
        }
        ink = bounds.limited(ink, promised: promised, beside: around)
      }
      picture[index] = below + (ink - below) * coverage[index]
    }
    return picture
  }

  /// The two maps along one axis, each normalised; the second weights cells by their share inside.
  private struct Axis {
    var reduction: Resampling
    var blur: Resampling

    init(_ glass: ReferenceGlass, length: Int, targets: [Double]) {
      let pixels = (0..<length).map { Double($0) + 0.5 }
      let outer = glass.base == .binomial ? 1 : 0
      let cells = (-outer..<(length + 3) / 4 + outer).map { 4 * Double($0) + 2 }
      switch glass.base {
      case .mean:
        reduction = Resampling(targets: cells, sources: pixels, reach: 2) { _ in 0.25 }
      case .binomial:
        let halves = (-2 * outer - 1..<(length + 1) / 2 + 2 * outer + 1).map { 2 * Double($0) + 1 }
        let first = Resampling(targets: halves, sources: pixels, reach: 2) { abs($0) < 1 ? 0.375 : 0.125 }
        let second = Resampling(targets: cells, sources: halves, reach: 4) { abs($0) < 2 ? 0.375 : 0.125 }
        reduction = first.then(second)
      }
      let inside = reduction.coverage
      reduction.normalise()
      let spent = glass.base == .binomial ? 3.75 : 1.25
      precondition(glass.sigma * glass.sigma > spent, "sigma \(glass.sigma)")
      blur = .gaussian(
        targets: targets, sources: cells,
        sigma: (glass.sigma * glass.sigma - spent).squareRoot())
      blur = blur.weighted(inside)
    }
  }
}
