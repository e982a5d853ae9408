import Loop
import Testing

struct BoundedCallTests {
  @Test func `work that ends in time has a result`() {
    #expect(BoundedCall.result(within: 300_000) { 7 } == 7)
  }

  @Test func `work that does not end is left`() {
    let answer = BoundedAnswer<Int>()
    #expect(BoundedCall.result(within: 1) { answer.wait(-1) } == nil)
    answer.give(1)
    #expect(answer.wait(-1) == 1)
  }
}
