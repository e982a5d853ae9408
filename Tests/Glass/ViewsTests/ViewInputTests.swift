import Geometry
import Scenes
import Testing
import Views

private enum Act: ViewAction {
  case open, twice, menu, wheel, over, pull, stay, close
}

@Suite struct ViewInputTests {
  /// A hand on a surface, and what the views are told to do.
  private struct Hand {
    var input = ViewInput()
    var acts: [ViewInput.Act] = []
    var now = Instant(sinceOrigin: .zero)

    init(_ view: some View, scale: Double = 1) {
      acts = input.show(laidOut(view), scale: scale)
    }

    var done: [Act] { acts.compactMap { $0.action.as(Act.self) } }

    mutating func point(_ kind: PointerEvent.Kind, _ x: Double, _ y: Double, time: UInt32 = 0) {
      acts += input.follow(PointerEvent(kind, x: x, y: y, time: time))
    }

    mutating func click(_ x: Double, _ y: Double, with button: PointerEvent.Button = .left, time: UInt32 = 0)
    {
      point(.pressed(button), x, y, time: time)
      point(.released(button), x, y, time: time)
    }

    mutating func touch(_ kind: TouchEvent.Kind, _ x: Double, _ y: Double) {
      acts += input.follow(TouchEvent(kind, id: 1, x: x, y: y), now: now)
    }

    /// Whether the key meant anything.
    mutating func key(_ keysym: UInt32, _ modifiers: KeyModifiers = []) -> Bool {
      guard let new = input.follow(KeyEvent(keysym: keysym, modifiers: modifiers)) else { return false }
      acts += new
      return true
    }
  }

  /// Two views beside one another, 20 wide, the first with most gestures.
  @ViewBuilder private var pair: ViewTree {
    HStack {
      block(20, 20).onTap(.primary, Act.open).onTap(.secondary, Act.menu).onScroll(.vertical, Act.wheel)
        .onHover(Act.over)
      block(20, 20).onTap(.primary, Act.close).onDoubleTap(Act.twice).onLongPress(Act.stay)
    }
  }

  @Test func `a pointer or a finger on a view has a place on it, until it leaves`() throws {
    var hand = Hand(pair)
    #expect(hand.input.hand == nil)
    hand.point(.moved, 5, 6)
    let view = PixelRect(x: 0, y: 0, width: 20, height: 20)
    #expect(hand.input.hand == PointerLight.Hand(x: 5, y: 6, view: view))
    hand.point(.moved, 25, 6)
    #expect(try #require(hand.input.hand).view.x == 20)
    hand.point(.pressed(.left), 27, 6)
    #expect(try #require(hand.input.hand).isPressed)
    hand.point(.released(.left), 27, 6)
    hand.point(.left, 27, 6)
    #expect(hand.input.hand == nil)
    hand.touch(.began, 4, 4)
    #expect(hand.input.hand == PointerLight.Hand(x: 4, y: 4, view: view, isPressed: true))
    hand.touch(.ended, 4, 4)
    #expect(hand.input.hand == nil)
  }

  @Test func `a click is done on the view that it began on`() {
    var hand = Hand(pair)
    hand.click(5, 5)
    hand.click(5, 5, with: .right)
    hand.click(5, 5, with: .middle)
    #expect(hand.done.filter { $0 != .over } == [.open, .menu])
    hand.point(.pressed(.left), 5, 5)
    hand.point(.moved, 25, 5)
    hand.point(.released(.left), 25, 5)
    #expect(hand.done.filter { $0 != .over } == [.open, .menu])
  }

  @Test func `views show what is over them and what holds them down`() throws {
    var hand = Hand(pair)
    let ids = try #require(hand.input.layout).regions.map(\.id)
    #expect(hand.input.interaction == Interaction() && hand.input.cursor == .default)
    hand.point(.entered, 5, 5)
    #expect(hand.input.interaction == Interaction(hovered: ids[0]) && hand.input.cursor == .pointer)
    hand.point(.pressed(.left), 5, 5)
    #expect(hand.input.interaction == Interaction(hovered: ids[0], pressed: ids[0]))
    hand.point(.moved, 25, 5)
    #expect(hand.input.interaction == Interaction(hovered: ids[1]))
    hand.point(.moved, 5, 5)
    #expect(hand.input.interaction.pressed == ids[0])
    hand.point(.left, 5, 5)
    #expect(hand.input.interaction == Interaction())
    #expect(hand.acts.map(\.isOver) == [true, false, true, false])
  }

  @Test func `a view that moves under a resting pointer is found again`() {
    var hand = Hand(pair)
    hand.point(.entered, 5, 5)
    let moved = laidOut(pair.padding(leading: 10))
    hand.acts += hand.input.show(moved, scale: 1)
    #expect(hand.input.interaction.hovered == nil && hand.done == [.over, .over])
  }

  @Test func `a wheel tells how far it was turned`() {
    var hand = Hand(pair)
    hand.point(.scrolled(dx: 3, dy: -15), 5, 5)
    #expect(hand.done == [.over, .wheel] && hand.acts.last?.dy == -15 && hand.acts.last?.dx == 0)
  }

  @Test func `the second of two quick clicks is a double one`() {
    var hand = Hand(pair)
    for time: UInt32 in [1000, 1300, 1400, 2000] { hand.click(30, 5, time: time) }
    #expect(hand.done == [.close, .twice, .close, .close])
  }

  @Test(arguments: [1.0, 2])
  func `what is moved far enough is dragged, from where it was held`(scale: Double) {
    var hand = Hand(block(40, 40).onTap(.primary, Act.open).onDrag(Act.pull), scale: scale)
    hand.point(.pressed(.left), 5, 5)
    hand.point(.moved, 5 + 8 * scale, 5)
    #expect(hand.done == [])
    hand.point(.moved, 6 + 8 * scale, 5)
    hand.point(.moved, 400, 9)
    hand.point(.released(.left), 6, 5)
    #expect(hand.done == [.pull, .pull])
    #expect(hand.acts.map(\.dx).reduce(0, +) == 395 && hand.acts.map(\.dy) == [0, 4])
  }

  @Test func `a finger that stays does what a long press does, and nothing more`() throws {
    var hand = Hand(pair)
    hand.touch(.began, 30, 5)
    let due = try #require(hand.input.nextDeadline)
    hand.acts += hand.input.deadlineReached(now: due)
    hand.touch(.ended, 30, 5)
    #expect(hand.done == [.stay] && hand.input.nextDeadline == nil)
    hand.touch(.began, 30, 5)
    hand.touch(.ended, 30, 5)
    #expect(hand.done == [.stay, .close])
    hand.touch(.began, 30, 5)
    hand.touch(.cancelled, 30, 5)
    #expect(hand.done == [.stay, .close] && hand.input.interaction == Interaction())
  }

  @Test func `what has gone while it was held does nothing`() {
    var hand = Hand(pair)
    hand.point(.pressed(.left), 30, 5)
    hand.acts += hand.input.show(laidOut(block(40, 20)), scale: 1)
    hand.point(.released(.left), 30, 5)
    #expect(hand.done == [] && hand.input.interaction == Interaction())
  }

  @Test func `keys go through the views and act on them`() throws {
    let view = HStack {
      Button(Act.open) { block(20, 20) }
      Button(Act.close) { block(20, 20) }.keyboardShortcut(.cancelAction)
      block(20, 20).onTap(.primary, Act.menu).keyboardShortcut(.key(0x6d, .control))
    }
    var hand = Hand(view)
    let order = try #require(hand.input.layout).focusOrder
    let (tab, enter, escape) = (UInt32(0xff09), UInt32(0xff0d), UInt32(0xff1b))
    var answers = [hand.key(enter)]
    for place in [0, 1, 0] {
      answers.append(hand.key(tab))
      #expect(hand.input.interaction.focused == order[place])
    }
    answers.append(hand.key(tab, .shift))
    #expect(hand.input.interaction.focused == order[1])
    answers += [hand.key(enter), hand.key(0x20), hand.key(escape), hand.key(0x6d, .control), hand.key(0x61)]
    #expect(hand.done == [.close, .close, .close, .menu])
    #expect(answers == [false, true, true, true, true, true, true, true, true, false])
    hand.input.loseKeyboard()
    #expect(hand.input.interaction.focused == nil)
  }
}
