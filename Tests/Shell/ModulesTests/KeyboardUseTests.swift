import Loop
import Testing

@testable import Modules

struct KeyboardUseTests {
  @Test func `observers are told when bars take or return the keyboard`() {
    let use = KeyboardUse()
    var values: [Bool] = []
    let observation = use.observe { values.append(use.isByBars) }
    for value in [false, true, true, false] { use.isByBars = value }
    #expect(values == [true, false])
    observation.cancel()
    use.isByBars = true
    #expect(values.count == 2)
  }
}
