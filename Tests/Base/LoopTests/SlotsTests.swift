import TestSupport
import Testing

@testable import Loop

@Suite struct SlotsTests {
  @Test func `a number finds its value until that is removed, and never another`() {
    var random = DailySeeds.generator
    var slots = Slots<Int>()
    var living: [UInt64: Int] = [:]
    var former: Set<UInt64> = []
    for value in 0..<5000 {
      let chosen = living.keys.sorted().randomElement(using: &random)
      if let token = chosen, Int.random(in: 0..<3, using: &random) == 0 {
        slots.remove(token)
        slots.remove(token)
        living[token] = nil
        former.insert(token)
      } else if living.count < 20 {
        var token: UInt64 = 0
        let added = slots.add {
          token = $0
          return value
        }
        #expect(added == value && token != 0)
        #expect(living[token] == nil && !former.contains(token))
        living[token] = value
      }
      #expect(living.allSatisfy { slots[$0.key] == $0.value })
    }
    #expect(former.count > 1000 && former.allSatisfy { slots[$0] == nil })
    // No number was ever given out with this slot.
    #expect(slots[1 << 40 | 500] == nil)
  }
}
