import Glibc

/// The hues of a set of colours, each of which counts as far as it differs from grey.
public struct HueHistogram: Equatable, Sendable {
  /// A colour with at most this chroma counts as grey; photographs of snow or concrete have such tints.
  public static let grey = 0.02
  /// The chroma from which colours count alike, so that a small vivid area does not outweigh a large pale one.
  private static let colourful = 0.12
  /// The degrees of hue of a bin.
  private static let step = 10
  /// The hues that count as one, in degrees to either side.
  private static let reach = 30

  /// The mean weight of the colours; 0 if all are grey.
  public let strength: Double
  /// The sums of the weights and of the directions of the colours of each bin.
  private var bins = [Bin](repeating: Bin(), count: 360 / step)

  private struct Bin: Equatable {
    var weight = 0.0
    var a = 0.0
    var b = 0.0
  }

  /// Counts colours, encoded sRGB, 0 … 1.
  public init(_ colours: [SIMD3<Double>]) {
    var total = 0.0
    for colour in colours.lazy.map({ Oklab($0) }) where colour.chroma > Self.grey {
      let weight = min(colour.chroma, Self.colourful) - Self.grey
      total += weight
      let index = Int(colour.hue) / Self.step % bins.count
      bins[index].weight += weight
      bins[index].a += weight * colour.a / colour.chroma
      bins[index].b += weight * colour.b / colour.chroma
    }
    strength = colours.isEmpty ? 0 : total / Double(colours.count)
  }

  /// The hue about which there is most colour, in degrees; nil: all is grey.
  public var dominant: Double? {
    guard strength > 0 else { return nil }
    let sums = bins.indices.map { weight(aroundBin: $0) }
    guard let index = sums.indices.max(by: { sums[$0] < sums[$1] }) else { return nil }
    let near = neighbours(of: index).map { bins[$0.index] }
    return Oklab(
      lightness: 0, a: near.reduce(0) { $0 + $1.a }, b: near.reduce(0) { $0 + $1.b }
    ).hue
  }

  /// The weight of the colours about a hue in degrees, of which nearer ones count more.
  public func weight(about hue: Double) -> Double { weight(aroundBin: Int(hue) / Self.step % bins.count) }

  private func weight(aroundBin index: Int) -> Double {
    neighbours(of: index).reduce(0) { $0 + $1.share * bins[$1.index].weight }
  }

  /// The bins that count with one, with the shares of their weights.
  private func neighbours(of index: Int) -> [(index: Int, share: Double)] {
    let reach = Self.reach / Self.step
    return (-reach...reach).map { (offset: Int) -> (index: Int, share: Double) in
      let distance = Double(abs(offset)) / Double(reach + 1)
      return ((index + offset + bins.count) % bins.count, 1 - distance)
    }
  }
}
