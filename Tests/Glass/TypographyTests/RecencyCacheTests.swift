import TestSupport
import Testing

@testable import Typography

@Suite struct RecencyCacheTests {
  @Test func `the longest unused goes first`() {
    var cache = RecencyCache<Int, String>(limit: 30)
    for key in 1...3 { cache.insert("\(key)", for: key, cost: 10) }
    #expect(cache[1] == "1")
    cache.insert("4", for: 4, cost: 10)
    #expect(cache[1] == "1" && cache[4] == "4")
    #expect(cache[2] == nil)
  }

  @Test func `a value that costs more than the limit is not kept, nor is the one it replaces`() {
    var cache = RecencyCache<Int, String>(limit: 30)
    cache.insert("small", for: 1, cost: 10)
    cache.insert("huge", for: 1, cost: 31)
    #expect(cache[1] == nil && cache.cost == 0)
  }

  @Test func `shrunk, it keeps what was used last`() {
    var cache = RecencyCache<Int, String>(limit: 1000)
    for key in 1...100 { cache.insert("\(key)", for: key, cost: 10) }
    _ = cache[1]
    cache.shrink(to: 30)
    #expect(cache.count == 3 && cache.cost == 30)
    #expect(cache[1] != nil && cache[99] != nil && cache[100] != nil)
    cache.shrink(to: 30)
    #expect(cache.count == 3)
  }

  @Test(arguments: DailySeeds.first(50) as [Int])
  func `the cost never exceeds the limit and matches what is kept`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var cache = RecencyCache<Int, Int>(limit: 100)
    for _ in 0..<300 {
      let key = Int.random(in: 0..<40, using: &random)
      let cost = Int.random(in: 1..<60, using: &random)
      if Bool.random(using: &random) { cache.insert(cost, for: key, cost: cost) } else { _ = cache[key] }
      #expect(cache.cost <= 100)
    }
    #expect((0..<40).compactMap { cache[$0] }.reduce(0, +) == cache.cost)
  }
}
