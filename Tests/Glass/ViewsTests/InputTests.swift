import Geometry
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

private enum Act: ViewAction {
  case open, close, scroll, link, send
}

@Suite struct InputTests {
  private var banner: ViewTree {
    VStack(alignment: .leading) {
      Text("title")
      HStack(spacing: 4) {
        Button(Act.send) { Text("Send").padding(horizontal: 4).controlHeight(28) }.keyboardShortcut(
          .defaultAction)
        Button(Act.close) { Text("Close").padding(horizontal: 4).controlHeight(28) }
          .keyboardShortcut(.cancelAction).help("closes it")
      }
    }
    .padding(10)
    .onTap(.primary, Act.open).onScroll(.vertical, Act.scroll)
  }

  @Test func `regions lie where views are, the inner ones over the outer`() {
    let view = laidOut(banner)
    #expect(
      view.regions.map(\.shape.frame) == [rect(0, 0, 112, 67), rect(10, 29, 40, 28), rect(54, 29, 48, 28)])
    #expect(view.regions.map(\.parent) == [nil, 0, 0])
  }

  @Test func `what a view has no action for is up to the one around it`() throws {
    let view = laidOut(banner)
    func act(_ gesture: Gesture, _ x: Int, _ y: Int) -> Act? {
      view.action(for: gesture, x: x, y: y)?.action.as(Act.self)
    }
    #expect(act(.tap(.primary), 5, 5) == .open)
    #expect(act(.tap(.primary), 30, 40) == .send)
    #expect(act(.scroll(.vertical), 30, 40) == .scroll)
    #expect(act(.tap(.middle), 30, 40) == nil)
    #expect(act(.tap(.primary), 200, 5) == nil)
    // Outside the round corner of the button.
    #expect(act(.tap(.primary), 10, 29) == .open)
    #expect(view.cursor(x: 30, y: 40) == .pointer)
  }

  @Test func `keys go through what can have the focus, and two of them act wherever it is`() {
    let view = laidOut(banner)
    #expect(view.focusOrder == view.regions.dropFirst().map(\.id))
    #expect(view.defaultAction?.as(Act.self) == .send)
    #expect(view.cancelAction?.as(Act.self) == .close)
  }

  @Test func `a tooltip that repeats what the view shows in full is left out`() {
    func tooltips(_ help: String, width: Double? = nil) -> [String] {
      laidOut(HStack { Text("Letter").leastWidth(0) }.help(help).frame(width: width)).tooltips.map(\.text)
    }
    #expect(tooltips("Letter") == [])
    #expect(tooltips("A letter") == ["A letter"])
    // The text is cut, or its end is outside of what can be seen.
    #expect(tooltips("Letter", width: 20) == ["Letter"])
    let clipped = Text("Letter").leastWidth(.infinity).help("Letter").frame(width: 20, alignment: .leading)
      .clip()
    #expect(laidOut(clipped).tooltips.map(\.text) == ["Letter"])
  }

  @Test(arguments: [
    ("Letter", false), ("to you", false), ("A\nletter", true), ("Letter to\nyou", false),
    ("You letter", true),
    ("Lett", true), ("Web: Letter to you", false), ("Web: Letter to you all", true), ("Cut off", true),
  ])
  func `a tooltip whose words the view shows among others is left out`(help: String, isShown: Bool) {
    let view = HStack {
      Text("Web: Letter").leastWidth(.infinity)
      VStack {
        Text("to").leastWidth(.infinity)
        Text("you").leastWidth(.infinity)
      }
      Text("Cut off").leastWidth(0).frame(width: 20)
    }
    #expect(laidOut(view.help(help)).tooltips.map(\.text) == (isShown ? [help] : []))
    #expect(laidOut(view.help(HelpText(help), repeats: true)).tooltips.map(\.text) == [help])
    // The focus shows a tooltip, or leads to an action.
    let focusable = view.help(help).focusable()
    #expect(laidOut(focusable).focusOrder.count == (isShown ? 1 : 0))
    #expect(laidOut(focusable.onTap(.primary, Act.open)).focusOrder.count == 1)
  }

  @Test func `what rests under the pointer has a tooltip`() {
    let view = laidOut(banner)
    #expect(view.tooltips.map(\.id) == [view.regions[2].id])
    #expect(view.tooltips.map(\.text) == ["closes it"])
    #expect(view.tooltips.map(\.frame) == [rect(54, 29, 48, 28)])
  }

  @Test func `a button shows what is done with it, and nothing moves by that`() {
    let plain = laidOut(banner)
    let id = plain.regions[1].id
    let states = [Interaction(hovered: id), Interaction(pressed: id), Interaction(focused: id)]
    let looks = states.map { state in laidOut(banner) { $0.interaction = state } }
    #expect(Set(looks.map { String(describing: $0.scene) } + [String(describing: plain.scene)]).count == 4)
    for look in looks {
      #expect(look.regions == plain.regions)
      #expect(look.textFrames == plain.textFrames)
    }
  }

  /// The inks of all fills of a view with one button: alone, under the pointer, pressed and focused.
  private func fills(ofButton view: some View) -> [[Ink]] {
    func fills(_ nodes: [Node]) -> [Ink] {
      nodes.flatMap { node -> [Ink] in
        switch node {
        case .effect(let effect): fills(effect.content)
        case .fill(let fill): [fill.ink]
        case .text, .image: []
        }
      }
    }
    let id = laidOut(view).regions[0].id
    return [
      Interaction(), Interaction(hovered: id), Interaction(hovered: id, pressed: id),
      Interaction(focused: id),
    ].map { state in fills(laidOut(view) { $0.interaction = state }.scene.nodes) }
  }

  @Test func `a button without a well is filled under the pointer, and more while it is pressed`() {
    let view = Button(Act.send, style: .plain) { block(20, 20) }
      .glass(GlassSheet(BlurEffect(style: .systemMaterial)))
    let inks = fills(ofButton: view).map { inks in
      inks.filter { if case .vibrant = $0 { true } else { false } }
    }
    #expect(inks == [[], [.vibrant(.tertiaryFill)], [.vibrant(.fill)], [.vibrant(.tertiaryFill)]])
  }

  @Test(
    arguments: [
      (.accent, .systemBlue), (.colour([0.78, 0.16, 0.13, 1]), Accent([0.78, 0.16, 0.13])),
    ] as [(ViewInk, Accent)])
  func `the coloured fill of a button changes under the pointer and while it is pressed`(
    fill: ViewInk, accent: Accent
  ) throws {
    let view = Button(Act.send, fill: fill) { Spacer().frame(width: 20, height: 20) }
      .environment { $0.accent = .systemBlue }
      .glass(GlassSheet(BlurEffect(style: .systemMaterial)))
    let inks = fills(ofButton: view).compactMap(\.first)
    let expected = [
      accent.shown(.standard), accent.shown(.standard, .hovered), accent.shown(.standard, .pressed),
      accent.shown(.standard),
    ]
    #expect(inks == expected.map { Ink.colour(SIMD4($0, 1)) })
  }

  @Test func `what is disabled takes nothing and lets nothing through`() {
    let view = laidOut(
      ZStack {
        block(40, 40).onTap(.primary, Act.open)
        Button(Act.send) { block(20, 20) }.disabled()
      })
    #expect(view.action(for: .tap(.primary), x: 2, y: 2)?.action.as(Act.self) == .open)
    #expect(view.action(for: .tap(.primary), x: 20, y: 20) == nil)
    #expect(view.focusOrder.isEmpty)
  }

  @Test func `what is clipped takes input only where it is seen`() {
    let view = laidOut(
      ScrollView(offset: 15) {
        VStack {
          for _ in 0..<3 { block(20, 20).onTap(.primary, Act.open) }
        }
      }.frame(height: 30))
    #expect(view.regions.map(\.visible) == [rect(0, 0, 20, 5), rect(0, 5, 20, 20), rect(0, 25, 20, 5)])
    #expect(view.scrollables.map(\.offset) == [15])
    #expect(view.scrollables.map(\.contentLength) == [60])
  }

  @Test(arguments: [(false, 0.0, 23), (false, 4, 27), (true, 0, 6), (true, 4, 2)])
  func `a scroll bar lies at the trailing end of what it scrolls, or beyond that`(
    isRightToLeft: Bool, outset: Double, x: Int
  ) {
    let view = laidOut(
      ScrollView(offset: 20, barOutset: outset) { block(20, 60) }.frame(height: 30).padding(6),
      change: { $0.isRightToLeft = isRightToLeft })
    let bars = view.scene.nodes.compactMap { node -> PixelRect? in
      if case .fill(let fill) = node { fill.frame } else { nil }
    }
    #expect(bars == [rect(x, 16, 3, 15)] && view.size == PixelSize(width: 32, height: 42))
  }

  @Test func `what is scrolled out of sight has its place in the focus order, and takes no pointer`() {
    let view = laidOut(
      ScrollView(offset: 20) {
        VStack {
          for _ in 0..<4 { Button(Act.send) { block(20, 20) } }
        }
      }.frame(height: 30))
    #expect(view.focusOrder.count == 4 && view.focusOrder == view.regions.map(\.id))
    #expect(view.regions.map { $0.visible.isEmpty } == [true, false, false, true])
    #expect(view.regions.map(\.shape.frame.y) == [-20, 0, 20, 40])
    #expect(view.action(for: .tap(.primary), x: 5, y: 45) == nil)
    let rows = view.scrollables[0]
    // The content fades out over 8 pixels at each end.
    #expect(view.regions.map { rows.offset(showing: $0.shape.frame) } == [0, 12, 32, 50])
    #expect(rows.offset(showing: rect(0, 5, 20, 60)) == 17 && rows.offset(showing: rect(0, 900, 20, 9)) == 50)
    // A list in a list is reached by scrolling both.
    let nested = laidOut(
      ScrollView(offset: 0) {
        VStack {
          block(20, 30)
          ScrollView(offset: 0) { Button(Act.send) { block(20, 20) } }.frame(height: 10)
        }
      }.frame(height: 30))
    #expect(nested.focusOrder.count == 1 && nested.regions[0].visible.isEmpty)
  }

  @Test(arguments: [0.0, 15, 28])
  func `the focus skips a view that says its own tooltip, wherever it is scrolled`(offset: Double) {
    let list = VStack(alignment: .leading) {
      Button(Act.send) { block(20, 20) }
      Text("Letter").leastWidth(.infinity).help("Letter").focusable()
      Text("Letter").leastWidth(.infinity).help("A letter").focusable()
    }
    let view = laidOut(ScrollView(offset: offset) { list }.frame(width: 100, height: 30))
    #expect(view.regions.count == 3 && view.focusOrder == [view.regions[0].id, view.regions[2].id])
  }

  @Test func `links of a text are regions of their own`() {
    let text = Text("see here", links: [Text.Link(4..<8, Act.link)])
    let view = laidOut(text.padding(5).onTap(.primary, Act.open))
    #expect(view.regions.map(\.shape.frame) == [rect(0, 0, 74, 29), rect(37, 5, 32, 19)])
    #expect(view.action(for: .tap(.primary), x: 40, y: 10)?.action.as(Act.self) == .link)
  }

  @Test func `assistive technology is told of buttons, their labels and what they do`() {
    let nodes = laidOut(banner).accessibility
    #expect(nodes.map(\.role) == [.button])
    #expect(nodes[0].children.map(\.role) == [.text, .button, .button])
    #expect(nodes[0].children.map(\.label) == ["title", "Send", "Close"])
    #expect(nodes[0].children[1].actions == [ErasedAction(Act.send)])
    let bar = laidOut(ProgressBar(29).accessibility(.progress, label: "Copying", value: "29 %"), width: 100)
    #expect(bar.accessibility.map(\.label) == ["Copying"])
    #expect(bar.accessibility.map(\.value) == ["29 %"])
  }

  @Test func `assistive technology is told whether what a button shows and hides is shown`() {
    func states(_ change: (ViewTree) -> ViewTree) -> [Set<AccessibilityState>] {
      let button = Button(Act.open) { Text("more") }
      return laidOut(change(button.body)).accessibility.map(\.states)
    }
    #expect(states { $0.expandable(isExpanded: false) } == [[.expandable]])
    #expect(states { $0.expandable(isExpanded: true) } == [[.expandable, .expanded]])
    #expect(states { $0.expandable(isExpanded: nil) } == [[]] && states { $0 } == [[]])
    for isEnabled in [true, false] {
      let described = states {
        $0.expandable(isExpanded: true).accessibility(.button, label: "more", value: "x").help("More")
          .disabled(!isEnabled)
      }
      #expect(described == [[.expandable, .expanded]], "what else is said of it changes nothing")
    }
  }

  @Test func `views with keys are found again, wherever they are`() {
    func list(_ keys: [Int]) -> LaidOutView {
      laidOut(
        VStack {
          for key in keys { block(10, 10).id(key) }
        })
    }
    let (former, view) = (list([1, 2, 4]).identities, list([2, 3, 4]).identities)
    #expect(former.map(\.key) == [ViewKey(1), ViewKey(2), ViewKey(4)])
    #expect(former[1].frame == rect(0, 10, 10, 10))
    #expect(view.map(\.key) == [ViewKey(2), ViewKey(3), ViewKey(4)])
    #expect(view[0].frame == rect(0, 0, 10, 10))
  }

  @Test func `a popup finds its anchor`() {
    let view = laidOut(
      HStack {
        block(10, 10)
        block(20, 10).popupAnchor("clock")
      })
    #expect(view.popupAnchors == [ViewKey("clock"): rect(10, 0, 20, 10)])
  }
}
