import Geometry
import Scenes
import Testing

@testable import BarUI

struct TooltipModelTests {
  private var model = TooltipModel<Int>()
  private var now = Instant(sinceOrigin: .seconds(10))

  private mutating func pass(_ duration: Duration) {
    now = now + duration
    model.deadlineReached(now: now)
  }

  private mutating func move(_ x: Double, over target: Int?) {
    model.pointerMoved(to: (x, 0), over: target, now: now)
  }

  @Test mutating func `a tooltip is shown when the pointer has rested for half a second`() {
    move(0, over: 1)
    #expect(model.nextDeadline == now + .milliseconds(500))
    pass(.milliseconds(499))
    #expect(model.shown == nil)
    pass(.milliseconds(1))
    #expect(model.shown == 1 && model.nextDeadline == nil)
    // Moving over the same thing changes nothing.
    move(5, over: 1)
    #expect(model.shown == 1)
  }

  @Test mutating func `a pointer that goes on moving is waited for`() {
    for step in 0..<10 {
      move(Double(step), over: 1)
      pass(.milliseconds(400))
    }
    #expect(model.shown == nil)
    // The same place told again is no movement.
    move(9, over: 1)
    pass(.milliseconds(100))
    #expect(model.shown == 1)
  }

  @Test mutating func `a neighbour's tooltip is shown at once, also across a gap`() {
    move(0, over: 1)
    pass(.milliseconds(500))
    move(10, over: 2)
    #expect(model.shown == 2)
    move(20, over: nil)
    #expect(model.shown == nil)
    pass(.milliseconds(300))
    move(30, over: 3)
    #expect(model.shown == 3)
    move(40, over: nil)
    pass(.milliseconds(301))
    move(50, over: 4)
    #expect(model.shown == nil && model.nextDeadline == now + .milliseconds(500))
  }

  @Test mutating func `nothing is shown of what the pointer has left`() {
    move(0, over: 1)
    model.pointerLeft(now: now)
    #expect(model.nextDeadline == nil)
    pass(.seconds(1))
    #expect(model.shown == nil)
    move(0, over: 1)
    pass(.milliseconds(500))
    model.pointerLeft(now: now)
    #expect(model.shown == nil)
  }

  @Test mutating func `a press ends a tooltip until the pointer has been elsewhere`() {
    move(0, over: 1)
    pass(.milliseconds(500))
    model.dismiss()
    #expect(model.shown == nil)
    move(1, over: 1)
    pass(.seconds(5))
    #expect(model.shown == nil && model.nextDeadline == nil)
    move(10, over: 2)
    #expect(model.shown == nil)
    pass(.milliseconds(500))
    #expect(model.shown == 2)
    move(0, over: 1)
    #expect(model.shown == 1)
  }

  @Test func `a tooltip takes no input and is never under the pointer`() {
    let output = LogicalRect(x: 0, y: 0, width: 400, height: 120)
    let bar = LogicalRect(x: 0, y: 0, width: 400, height: 40)
    let part = LogicalRect(x: 180, y: 0, width: 40, height: 40)
    func tooltip(height: Int, y: Double) -> PopupPlacement? {
      .tooltip(
        of: part, width: 100, height: height, gravity: .bottom, pointer: (200, y), at: bar, in: output)
    }
    let usual = tooltip(height: 30, y: 20)
    #expect(usual?.takesInput == false)
    #expect(usual?.expectedFrame(at: bar, in: output).y == part.maxY + 8)
    // One that is too high for the place beside the bar would slide over it.
    #expect(tooltip(height: 90, y: 35) == nil)
    #expect(tooltip(height: 90, y: 10) != nil)
  }
}
