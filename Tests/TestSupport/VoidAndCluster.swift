/// Makes dither patterns by Ulichney's void-and-cluster method, on a torus and in integers, so that the pattern is
/// the same on every machine.
public struct VoidAndCluster {
  public let side: Int
  private var energy: [Int]
  private var isSet: [Bool]
  private let falloff: [Int]

  /// The rank 0 ..< side² of every cell, row by row.
  public static func ranks(side: Int) -> [UInt16] {
    var start = VoidAndCluster(side: side)
    let minority = start.seed()
    start.relax()
    var ranks = [UInt16](repeating: 0, count: side * side)
    var removing = start
    for rank in (0..<minority).reversed() {
      ranks[removing.removeTightest()] = UInt16(rank)
    }
    // If energies add linearly, the tightest cluster of empty cells is the largest void, so one phase is enough.
    for rank in minority..<side * side {
      ranks[start.fillLargestVoid()] = UInt16(rank)
    }
    return ranks
  }

  private init(side: Int) {
    self.side = side
    energy = [Int](repeating: 0, count: side * side)
    isSet = [Bool](repeating: false, count: side * side)
    // A Gaussian of σ 1.5 cells in units of 2⁻²⁴: the factor is e^(−1/4.5), to the power of the squared distance.
    let unit = 0.800_737_402_916_808
    falloff = (0..<side * side).map { index in
      let x = min(index % side, side - index % side)
      let y = min(index / side, side - index / side)
      var value = 16_777_216.0
      for _ in 0..<(x * x + y * y) { value *= unit }
      return Int(value + 0.5)
    }
  }

  /// Sets a tenth of the cells at random; returns their number.
  private mutating func seed() -> Int {
    var random = SplitMix(seed: 64)
    let count = side * side / 10
    var placed = 0
    while placed < count {
      let cell = Int(random.next() % UInt64(side * side))
      guard !isSet[cell] else { continue }
      toggle(cell)
      placed += 1
    }
    return count
  }

  private mutating func relax() {
    while true {
      let removed = removeTightest()
      if fillLargestVoid() == removed { return }
    }
  }

  private mutating func removeTightest() -> Int {
    var best = -1
    for cell in energy.indices where isSet[cell] && (best < 0 || energy[cell] > energy[best]) { best = cell }
    toggle(best)
    return best
  }

  private mutating func fillLargestVoid() -> Int {
    var best = -1
    for cell in energy.indices where !isSet[cell] && (best < 0 || energy[cell] < energy[best]) { best = cell }
    toggle(best)
    return best
  }

  private mutating func toggle(_ cell: Int) {
    isSet[cell].toggle()
    let sign = isSet[cell] ? 1 : -1
    let cellX = cell % side
    let cellY = cell / side
    for y in 0..<side {
      let row = ((y - cellY + side) % side) * side
      for x in 0..<side {
        energy[y * side + x] += sign * falloff[row + (x - cellX + side) % side]
      }
    }
  }
}
