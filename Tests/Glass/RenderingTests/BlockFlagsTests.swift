import Geometry
import TestSupport
import Testing

@testable import Rendering

@Suite struct BlockFlagsTests {
  @Test func `nothing is held where everything is valid`() {
    let flags = BlockFlags(flags: [1, 1, 3, 1, 1, 1], width: 3)
    #expect(flags.held.isEmpty && flags.validity == 1)
    #expect((flags.renewed.x, flags.renewed.y) == (2, 0))
    #expect((flags.renewed.width, flags.renewed.height) == (1, 1))
  }

  @Test(arguments: DailySeeds.first(20) as [UInt64]) func `what is near to a block that is not valid is held`(
    seed: UInt64
  ) {
    var random = SplitMix(seed: seed)
    let (width, height) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...40, using: &random))
    var flags = [UInt8](repeating: 3, count: width * height)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      flags[flags.indices.randomElement(using: &random)!] = 2
    }
    let told = BlockFlags(flags: flags, width: width)
    let wrong = flags.indices.filter { flags[$0] == 2 }
    for index in flags.indices {
      let isNear = wrong.contains { other in
        abs(index % width - other % width) <= BlockFlags.reach
          && abs(index / width - other / width) <= BlockFlags.reach
      }
      #expect((told.held[index] != 0) == isNear, "seed \(seed), \(index)")
    }
  }
}
