import Geometry
import Scenes
import Settings
import TestSupport
import Testing
import Views
import VisualEffects

@testable import Notifications

/// Tests of the regions of a banner that take input, and of their appearance under the pointer.
struct BannerTreeTests {
  private static let material = Material(name: "test", isDark: true, blurRadius: 30, chain: .identity)

  private func content(
    _ summary: String = "Summary", actions: [String] = ["a", "A", "b", "B"], answer: String? = nil,
    _ change: (inout BannerContent) -> Void = { _ in }
  ) -> BannerContent {
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.actions) = ("app", summary, actions)
    if answer != nil { request.actions += ["inline-reply", "Reply"] }
    var content = BannerContent(Notification(request, Hints(), id: 1, time: 0))
    content.reply = answer.map { .init(text: $0, selection: $0.utf8.count..<$0.utf8.count) }
    change(&content)
    return content
  }

  private func layout(
    _ content: BannerContent, width: Int = 360, scale: Double = 1, edge: EdgeStyle = .lit,
    isDark: Bool = true
  ) -> BannerLayout {
    var material = Self.material
    material.isDark = isDark
    var view = BannerView(content, width: width, scale: scale, material: material)
    view.edge = edge
    return view.layout(measurer: MonospaceMeasurer())
  }

  /// The edges of the sheets without glass on a banner, by their frames.
  private func edges(_ layout: BannerLayout) -> [PixelRect: Border] {
    layout.node.content.reduce(into: [:]) { edges, node in
      if case .effect(let effect) = node, let border = effect.border { edges[effect.frame] = border }
    }
  }

  private func edge(_ layout: BannerLayout, _ action: BannerAction) throws -> Border {
    let region = try #require(layout.regions.last { $0.action == action })
    return try #require(edges(layout)[region.frame])
  }

  /// The style of the fill below a button.
  private func fill(_ layout: BannerLayout, _ action: BannerAction) throws -> Ink? {
    let region = try #require(layout.regions.last { $0.action == action })
    return layout.node.content.lazy.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
      .first { $0.frame == region.frame }?.ink
  }

  @Test func `a button shows the pointer and a press by its fill and, on the accent, by its edge too`() throws
  {
    let (a, b) = (BannerAction.action(key: "a"), BannerAction.action(key: "b"))
    let rest = layout(content())
    let accent = Ink.colour(SIMD4(Accent.systemBlue.shown(.standard), 1))
    #expect(try fill(rest, a) == accent && fill(rest, b) == .vibrant(.tertiaryFill))
    #expect(
      Scene(size: rest.node.frame.size, nodes: [.effect(rest.node)]).texts.filter { $0.ink == .plain(.one) }
        .map(\.text.string) == ["A"])
    #expect(edges(rest).isEmpty)
    let hovered = layout(content { $0.pointed = b })
    #expect(try fill(hovered, b) == .vibrant(.secondaryFill) && fill(hovered, a) == fill(rest, a))
    let primary = layout(content { $0.pointed = a })
    let pointed = Ink.colour(SIMD4(Accent.systemBlue.shown(.standard, .hovered), 1))
    #expect(try fill(primary, a) == pointed && edge(primary, a).colour.w == 0.2)
    let held = layout(content { ($0.pressed, $0.pointed) = (a, a) })
    let down = Ink.colour(SIMD4(Accent.systemBlue.shown(.standard, .pressed), 1))
    #expect(try fill(held, a) == down && edge(held, a).colour.w == 0.3)
    let pressed = layout(content { ($0.pressed, $0.pointed) = (b, b) })
    #expect(try fill(pressed, b) == .vibrant(.fill) && edge(pressed, b).colour.w == 0.3)
    #expect(hovered.regions == rest.regions && pressed.regions == rest.regions)
  }

  @Test(arguments: [false, true])
  func `where more contrast is wanted, controls have an edge, which is wider while they are used`(
    isDark: Bool
  ) throws {
    let (a, b) = (BannerAction.action(key: "a"), BannerAction.action(key: "b"))
    let ink: SIMD4<Double> = isDark ? [1, 1, 1, 1] : [0, 0, 0, 1]
    let rest = layout(content(), edge: .stroked, isDark: isDark)
    for button in [a, b] { #expect(try edge(rest, button) == Border(width: 1, colour: ink)) }
    for button in [a, b] {
      let used = layout(
        content { ($0.pressed, $0.pointed) = (button, button) }, edge: .stroked, isDark: isDark)
      #expect(try edge(used, button) == Border(width: 2, colour: ink))
    }
    let field = layout(content(answer: "x"), edge: .stroked, isDark: isDark)
    #expect(try edge(field, .reply) == Border(width: 1, colour: ink))
    let typed = layout(content(answer: "x") { $0.reply?.isFocused = true }, edge: .stroked, isDark: isDark)
    #expect(try edge(typed, .reply) == Border(width: 2, colour: ink))
  }

  @Test func `a field that has the keyboard has a stronger edge`() throws {
    let field = layout(content(answer: "x") { $0.reply?.isFocused = true })
    #expect(try edge(field, .reply).colour.w == 0.55)
    #expect(try edge(layout(content(answer: "x")), .reply).colour.w == 0.16)
  }

  @Test(
    arguments: [
      (["a", "A", "b", "B"], ["a", "b"], []), (["inline-reply", "Reply", "b", "B"], ["reply", "b"], []),
      (["a", "A", "b", "B", "c", "C"], ["a", "options"], ["b", "c"]),
      (["a", "A", "inline-reply", "Reply", "c", "C"], ["a", "options"], ["reply", "c"]),
      (["default", "D", "inline-reply", ""], ["reply"], []),
    ] as [([String], [String], [String])])
  func `the program's order is kept, and a menu has what two buttons have not`(
    actions: [String], shown: [String], further: [String]
  ) {
    let content = content(actions: actions)
    func name(_ action: BannerAction) -> String? {
      switch action {
      case .action(let key): key
      case .reply: "reply"
      case .options: "options"
      default: nil
      }
    }
    let buttons = layout(content).regions.filter { name($0.action) != nil }
    #expect(buttons.compactMap { name($0.action) } == shown)
    #expect(Set(buttons.map(\.frame.y)).count == 1 && Set(buttons.map(\.frame.width)).count == 1)
    let entries = BannerMenu.options(1).entries(content, NotificationSettings())
    #expect(entries.map(\.choice) == further.map { $0 == "reply" ? .reply : .action(key: $0) })
  }

  @Test func `a reply takes the place of the buttons, so that the banner keeps its height`() {
    let closed = layout(content(actions: ["a", "A", "inline-reply", "Reply"]))
    let open = layout(content(actions: ["a", "A"], answer: "x"))
    #expect(open.regions.map(\.action) == [.banner, .reply, .sendReply] && open.frame == closed.frame)
  }

  @Test func `the menu of a banner names the application, if it has a name`() {
    func labels(_ name: String) -> [String] {
      let content = content { $0.notification.applicationName = name }
      return BannerMenu.banner(1).entries(content, NotificationSettings()).map(\.label)
    }
    #expect(
      labels("Mail") == [
        "Close", "Close all from Mail", "Close all", "", "Do Not Disturb for an hour",
        "Notifications from Mail",
      ])
    #expect(labels("") == ["Close", "Close all", "", "Do Not Disturb for an hour"])
  }

  @Test func `the menu of a banner shows what the settings let its application do, and turns it round`()
    throws
  {
    var settings = NotificationSettings()
    (settings.rules, settings.playsSounds) = ([NotificationRule()], true)
    settings.rules[0].sound = ""
    let content = content {
      ($0.notification.applicationName, $0.notification.desktopEntry) = ("", "org.a.Mail")
    }
    let program = try #require(NotifyingProgram(name: "", desktopEntry: "org.a.Mail"))
    let entry = try #require(BannerMenu.banner(1).entries(content, settings).last)
    #expect(entry.label == "Notifications from Mail" && entry.choice == nil)
    #expect(entry.submenu.map(\.label) == ["Show banners", "Play sounds", "Keep in the history"])
    #expect(entry.submenu.map(\.isOn) == [true, false, true])
    #expect(
      entry.submenu.map(\.choice) == [
        .set(.init(program, .banners, isOn: false)), .set(.init(program, .sounds, isOn: true)),
        .set(.init(program, .history, isOn: false)),
      ])
    settings.playsSounds = false
    #expect(
      BannerMenu.banner(1).entries(content, settings).last?.submenu.map(\.label)
        == ["Show banners", "Keep in the history"])
  }

  @Test func `signs of numbers stay at their left beside words that are read from the right`() {
    let shown = layout(content { ($0.count, $0.behind, $0.age) = (3, 2, "قبل 5 د") })
    let texts = Scene(size: shown.frame.size, nodes: shown.nodes).texts.map(\.text.string)
    #expect(texts.contains("\u{2066}×3\u{2069}  \u{2066}+2\u{2069}  قبل 5 د"))
  }

  @Test(arguments: [0, 1, 2, 9]) func `cards peek out below the front banner of a stack`(behind: Int) {
    let plain = layout(content())
    let stack = layout(content { $0.behind = behind })
    #expect(stack.node.frame == plain.node.frame)
    #expect(stack.frame.height == plain.frame.height + [0, 8, 14][min(behind, 2)])
    let cards = stack.nodes.dropLast().map(\.frame)
    #expect(cards.map(\.width) == [[], [346], [332, 346]][min(behind, 2)])
    for card in cards { #expect(card.x == 360 - card.maxX && card.y >= plain.frame.maxY - 20) }
    let lower = stack.nodes.dropLast().compactMap { if case .effect(let card) = $0 { card } else { nil } }
    #expect(lower.allSatisfy { $0.content.isEmpty && $0.material == stack.node.material })
    guard behind > 0 else { return }
    // The lower edge of the banner unfolds the stack too, and so does the room beside the cards.
    for x in [1, 180, 359] {
      for y in plain.frame.maxY - 13..<stack.frame.maxY {
        #expect(stack.action(x: x, y: y) == .stack && stack.cursor(x: x, y: y) == .pointer)
      }
    }
    #expect(stack.action(x: 180, y: stack.frame.maxY) == nil)
    #expect(stack.action(x: 180, y: 20) == .banner && stack.cursor(x: 180, y: 20) == .pointer)
    #expect(plain.cursor(x: 180, y: 20) == .default)
  }

  @Test func `an expanded stack is folded by the whole line that says so`() throws {
    let stack = layout(content { $0.isExpanded = true })
    let line = try #require(Scene(size: stack.frame.size, nodes: stack.nodes).texts.last)
    #expect(line.text.string == "Show less")
    for x in [1, 359] {
      for y in line.frame.y..<stack.frame.maxY { #expect(stack.action(x: x, y: y) == .stack) }
    }
  }

  @Test func `assistive technology is told whether a stack is expanded`() {
    func states(_ change: (inout BannerContent) -> Void) -> [Set<AccessibilityState>] {
      let sheet = BannerSheet(
        content: content(actions: [], change), width: 360, cornerRadius: 8, style: BannerStyle(),
        bodyLines: 2, pictureHeight: 100, scale: 1, glass: BannerGlass(material: Self.material),
        closeFont: "Sans 11")
      let view = Views.layout(
        sheet, in: Proposal(width: 360), environment: ViewEnvironment(scale: 1),
        measurer: MonospaceMeasurer())
      return view.accessibility.flatMap { [$0] + $0.children }.map(\.states).filter { !$0.isEmpty }
    }
    #expect(states { $0.behind = 2 } == [[.expandable]])
    #expect(states { $0.isExpanded = true } == [[.expandable, .expanded]])
    #expect(states { _ in }.isEmpty)
  }

  @Test func `a critical banner has a tint of red and a red sign before its summary, and no other edge`()
    throws
  {
    let calm = layout(content())
    let critical = layout(content { $0.notification.urgency = .critical })
    #expect(critical.node.border == calm.node.border)
    #expect(critical.node.material?.chain.fill == [1, 0.27, 0.23, 0.08])
    let signs = critical.node.content.compactMap { if case .image(let image) = $0 { image } else { nil } }
    #expect(signs.map(\.ink) == [.colour([1, 0.27, 0.23, 1])])
    let title = try #require(
      Scene(size: critical.frame.size, nodes: critical.nodes).texts.first {
        $0.text.string == "Summary"
      })
    #expect(signs[0].frame.maxX + 4 == title.frame.x)
  }

  @Test(
    arguments: [(false, [1, 0.88, 0.87, 0.85]), (true, [0.27, 0.1, 0.1, 0.85])] as [(Bool, SIMD4<Double>)])
  func `opaque glass of a critical banner is of a clear red`(isDark: Bool, tint: SIMD4<Double>) {
    let critical = content { $0.notification.urgency = .critical }
    for edge in [EdgeStyle.unlit, .stroked] {
      #expect(layout(critical, edge: edge, isDark: isDark).node.material?.chain.fill == tint)
    }
    var own = critical
    own.notification.style.tint = [0, 0, 1, 0.5]
    #expect(layout(own, edge: .unlit, isDark: isDark).node.material?.chain.fill == [0, 0, 1, 0.5])
  }

  @Test(arguments: [false, true])
  func `where more contrast is wanted, a red line frames a critical banner`(isDark: Bool) throws {
    let critical = content { $0.notification.urgency = .critical }
    let border = try #require(layout(critical, edge: .stroked, isDark: isDark).node.border)
    #expect(border.width == 2 && border.rim == nil && border.colour.w == 1)
    let red = SIMD3(border.colour.x, border.colour.y, border.colour.z)
    #expect(red.x > 2 * max(red.y, red.z))
    // These are the luminances between which the opaque glass of banners lies.
    for glass in isDark ? [0, 0.05] : [0.65, 1] {
      #expect(Luminance.contrast(Luminance.of(red), glass) >= 3)
    }
    let usual = try #require(layout(content(), edge: .stroked, isDark: isDark).node.border)
    #expect(usual.width == 1)
    let unlit = layout(critical, edge: .unlit, isDark: isDark).node.border
    #expect(unlit == layout(content(), edge: .unlit, isDark: isDark).node.border)
    var own = critical
    own.notification.style.borderColour = [0, 0, 1, 1]
    #expect(
      layout(own, edge: .stroked, isDark: isDark).node.border == Border(width: 1, colour: [0, 0, 1, 1]))
  }

  @Test func `what is selected in an answer has an edge that is seen`() throws {
    let layout = layout(content(answer: "one two") { $0.reply?.selection = 4..<7 })
    let field = try #require(layout.regions.last { $0.action == .reply }).frame
    let inner = layout.node.content.compactMap { node -> EffectNode? in
      if case .effect(let effect) = node, field.contains(effect.frame), !effect.content.isEmpty {
        effect
      } else {
        nil
      }
    }
    let marks = inner[0].content.compactMap { node -> EffectNode? in
      if case .effect(let effect) = node { effect } else { nil }
    }
    #expect(marks.count == 1 && marks[0].border?.colour.w == 0.5)
    #expect(marks[0].frame.x == field.x + 8 + 4 * 8 - 2 && marks[0].frame.width == 3 * 8 + 4)
  }

  @Test func `the pointer is a hand where a click does something, and a beam where something is typed`()
    throws
  {
    func cursor(_ content: BannerContent, _ action: BannerAction) throws -> CursorShape? {
      let layout = layout(content)
      let frame = try #require(layout.regions.last { $0.action == action }).frame
      return layout.cursor(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    }
    #expect(try cursor(content(), .action(key: "a")) == .pointer)
    #expect(try cursor(content(answer: ""), .reply) == .text)
    #expect(try cursor(content(actions: ["inline-reply", "Reply"]), .reply) == .pointer)
    #expect(try cursor(content(actions: ["a", "A", "b", "B", "c", "C"]), .options) == .pointer)
    #expect(layout(content()).cursor(x: 3, y: 60) == .default)
    #expect(layout(content(actions: ["default", "Open"])).cursor(x: 3, y: 60) == .pointer)
    #expect(layout(content()).cursor(x: 400, y: 3) == nil)
  }

  @Test func `a picture on a button has the place of the label that it stands for`() throws {
    let icon = BannerContent.Icon(Bitmap(size: PixelSize(width: 20, height: 10)), isTemplate: true)
    let actions = ["a", "A label that is long", "b", "B"]
    let words = layout(content(actions: actions))
    let pictures = layout(content(actions: actions) { $0.actionIcons = ["a": icon] })
    #expect(pictures.regions == words.regions)
    let images = pictures.node.content.compactMap { if case .image(let image) = $0 { image } else { nil } }
    let button = try #require(pictures.regions.first { $0.action == .action(key: "a") }).frame
    #expect(images.map(\.ink) == [.plain(.one)])
    #expect(images[0].frame.size == PixelSize(width: 16, height: 8))
    #expect(images[0].frame.x + 8 == button.x + button.width / 2)
    #expect(images[0].frame.y + 4 == button.y + button.height / 2)
  }

  @Test(arguments: DailySeeds.first(60) as [Int])
  func `a banner that is read from the right is the mirror image`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    func text(_ count: Int, _ letter: String) -> String { String(repeating: letter, count: count) }
    // The letters of both scripts are equally wide, and the number of buttons is such that edges need no rounding.
    let counts = (0..<5).map { _ in Int.random(in: 1...16, using: &random) }
    let flags = (0..<6).map { _ in Bool.random(using: &random) }
    func banner(_ letter: String) -> BannerLayout {
      var request = NotificationRequest()
      (request.applicationName, request.summary) = (text(counts[0], letter), text(counts[1], letter))
      request.body = text(counts[2], letter)
      request.actions = flags[0] ? ["a", text(2, letter), "b", text(3, letter)] : []
      if flags[1] { request.actions += ["inline-reply", text(2, letter)] }
      var hints = Hints()
      hints.progress = flags[2] ? 50 : nil
      hints.replyPlaceholder = letter
      var content = BannerContent(Notification(request, hints, id: 1, time: 0))
      content.isHovered = flags[3]
      content.picture = flags[4] ? Bitmap(size: PixelSize(width: 80, height: 40)) : nil
      content.behind = flags[5] ? 3 : 0
      if flags[1] { content.reply = .init(text: text(counts[3], letter)) }
      return layout(content, width: 720, scale: 2)
    }
    let (plain, mirrored) = (banner("a"), banner("א"))
    #expect(mirrored.frame == plain.frame)
    #expect(plain.regions.map(\.action) == mirrored.regions.map(\.action))
    for (one, other) in zip(plain.regions, mirrored.regions) {
      var back = other.frame
      back.x = 720 - other.frame.maxX
      #expect(back == one.frame, "seed \(seed): \(one.action)")
    }
    func frames(_ layout: BannerLayout) -> [PixelRect] { layout.node.content.map(\.frame) }
    for (one, other) in zip(frames(plain), frames(mirrored)) {
      #expect(720 - other.maxX == one.x && other.width == one.width && other.y == one.y, "seed \(seed)")
    }
  }

  @Test(arguments: DailySeeds.first(100) as [Int])
  func `regions lie where something is drawn, and within the banner`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let scale = [1, 1.25, 1.5, 2].randomElement(using: &random)!
    let content = content(
      String(repeating: "w ", count: .random(in: 0...40, using: &random)),
      actions: (0..<Int.random(in: 0...6, using: &random)).flatMap {
        ["\($0)", String(repeating: "x", count: 9 * $0)]
      },
      answer: Bool.random(using: &random) ? "text" : nil
    ) {
      $0.isHovered = Bool.random(using: &random)
      $0.showsOptions = Bool.random(using: &random)
      $0.behind = .random(in: 0...2, using: &random)
    }
    let layout = layout(content, width: .random(in: 150..<700, using: &random), scale: scale)
    for region in layout.regions {
      #expect(layout.frame.contains(region.frame), "seed \(seed): \(region)")
      #expect(
        region.action == .stack || layout.node.content.contains { region.frame.intersects($0.frame) },
        "seed \(seed): \(region)")
      // In the middle of a part it is that part which is used.
      let (x, y) = (region.frame.x + region.frame.width / 2, region.frame.y + region.frame.height / 2)
      if region.action != .banner { #expect(layout.action(x: x, y: y) == region.action, "seed \(seed)") }
    }
    let moved = layout.offset(x: 30, y: 7)
    #expect(moved.frame == layout.frame.offset(x: 30, y: 7) && moved.offset(x: -30, y: -7) == layout)
    #expect(moved.action(x: 32, y: 30) == layout.action(x: 2, y: 23))
  }
}

extension Node {
  fileprivate var frame: PixelRect {
    switch self {
    case .image(let image): image.frame
    case .effect(let effect): effect.frame
    case .text(let text): text.frame
    case .fill(let fill): fill.frame
    }
  }
}
