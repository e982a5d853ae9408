import TestSupport
import Testing
import VisualEffects

struct DitherPatternTests {
  @Test func `each rank occurs once`() {
    #expect(DitherPattern.ranks.sorted() == Array(0..<4096))
  }

  @Test func `the committed ranks are what void and cluster gives`() {
    #expect(VoidAndCluster.ranks(side: 64) == DitherPattern.ranks)
  }

  @Test(arguments: [Leak.standard, .fine])
  func `every block of the carrier is near the carrier's mean`(leak: Leak) {
    let alpha = leak.carrierAlpha
    let thresholds = DitherPattern.carrierThresholds(leak)
    #expect(thresholds.min() == 0 && thresholds.max() == UInt8(alpha - 1))
    for value in 0..<alpha {
      // Every grey equally often, up to the remainder of 4096 / A.
      let count = thresholds.count { $0 == UInt8(value) }
      #expect(count == 4096 / alpha || count == 4096 / alpha + 1)
    }
    let means = DitherPattern.carrierBlockMeans(leak)
    let mean = means.reduce(0, +) / Float(means.count)
    #expect(abs(mean - Float(alpha - 1) / 2) < 0.1)
    // White noise would deviate by A / √12 / 4, 3.7 for A = 51; blue noise by less than half of that.
    let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    #expect((squares / Float(means.count)).squareRoot() < Float(alpha) / 3.46 / 4 / 2)
  }

  @Test func `block means are of the thresholds in the block`() {
    let thresholds = DitherPattern.carrierThresholds(.standard)
    let means = DitherPattern.carrierBlockMeans(.standard)
    var sum = 0
    for y in 8..<12 { for x in 20..<24 { sum += Int(thresholds[y * 64 + x]) } }
    #expect(means[2 * 16 + 5] == Float(sum) / 16)
  }

  @Test func `a carrier is anchored to the panel wherever the surface lies`() {
    let whole = DitherPattern.carrierPixels(x: 0, y: 0, width: 128, height: 80, leak: .standard)
    let part = DitherPattern.carrierPixels(x: 70, y: 13, width: 20, height: 9, leak: .standard)
    for y in 0..<9 {
      for x in 0..<20 { #expect(part[y * 20 + x] == whole[(y + 13) * 128 + x + 70]) }
    }
    let left = DitherPattern.carrierPixels(x: -3, y: -60, width: 4, height: 1, leak: .standard)
    #expect(left[3] == whole[4 * 128] && left[0] == whole[4 * 128 + 61])
    for word in whole {
      let grey = word & 0xFF
      #expect(word == 51 << 24 | grey << 16 | grey << 8 | grey && grey < 51)
    }
  }
}
