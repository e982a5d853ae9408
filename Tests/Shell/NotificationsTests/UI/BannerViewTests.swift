import Geometry
import ModuleModel
import Scenes
import Settings
import TestSupport
import Testing
import Views
import VisualEffects

@testable import Notifications

struct BannerViewTests {
  private let measurer = MonospaceMeasurer()

  @Test func `a plain notification has its name, age, summary and body, at the left`() {
    let layout = view(content(summary: "Summary", body: "Body")) {
      ($0.age, $0.showsIcon) = ("now", false)
    }.layout(measurer: measurer)
    let texts = texts(layout.node)
    #expect(texts.map(\.text.string) == ["app", "now", "Summary", "Body"])
    #expect(texts[1].frame.maxX == 360 - 16)
    #expect([0, 2, 3].allSatisfy { texts[$0].frame.x == 16 })
    #expect(
      texts.map(\.ink) == [
        .vibrant(.secondaryLabel), .vibrant(.secondaryLabel), .vibrant(.label), .vibrant(.label),
      ])
    #expect(texts[2].text.runs == [StyledText.Run(range: 0..<7, isBold: true)])
    #expect(layout.node.frame == PixelRect(x: 0, y: 0, width: 360, height: texts[3].frame.maxY + 16))
    #expect(layout.regions == [.init(frame: layout.node.frame, action: .banner)])
  }

  @Test func `a banner has the border of its material`() throws {
    let border = MaterialOverrides(borderWidth: 2, borderColour: [1, 0, 0, 1])
    let material = BlurEffect(style: .systemMaterial, name: "mine", overrides: border).material(isDark: true)
    for isCritical in [false, true] {
      let sheet = BannerGlass(material: material).sheet(cornerRadius: 8, isCritical: isCritical)
      #expect(sheet.border == ViewBorder(width: 2, ink: .colour([1, 0, 0, 1])))
    }
  }

  @Test func `a banner needs as much width as its texts on a line each`() {
    func width(_ body: String) -> Int {
      view(content(summary: "Summary", body: body)) { $0.showsIcon = false }.neededWidth(measurer: measurer)
    }
    let body = String(repeating: "w", count: 16)
    let own = width(body)
    #expect(own > 100 && own < 300 && width(body + "w") > own)
    #expect(width(String(repeating: "w", count: 200)) > 360)
  }

  @Test func `a banner needs no more width while the pointer is on it and an answer is written`() {
    let content = content(summary: "Summary", actions: ["inline-reply", "Answer"])
    func width(_ change: (inout BannerContent) -> Void) -> Int {
      view(content, change).neededWidth(measurer: measurer)
    }
    let own = width { $0.showsIcon = false }
    let answer = String(repeating: "w", count: 100)
    #expect(own < 300)
    #expect(
      width {
        ($0.showsIcon, $0.isHovered) = (false, true)
        $0.reply = .init(text: answer, selection: 100..<100)
      } == own)
  }

  @Test func `a picture stands beside the texts and keeps its proportions`() throws {
    let wide = Bitmap(size: PixelSize(width: 80, height: 20))
    let layout = view(content(summary: "S")) { $0.picture = wide }.layout(measurer: measurer)
    let images = images(layout.node)
    #expect(images.map(\.frame) == [PixelRect(x: 16, y: 31, width: 40, height: 10)])
    #expect(texts(layout.node).allSatisfy { $0.frame.x == 68 })
    #expect(layout.node.frame.height == 16 + 40 + 16)
  }

  @Test(arguments: [nil, "picture", "coming"])
  func
    `texts begin at one line, whether there is a picture, a letter or still nothing in the column of icons`(
      kind: String?
    )
  {
    for name in ["Files", ""] {
      let layout = view(content(app: name, summary: "S", body: "B")) {
        $0.picture = kind == "picture" ? Bitmap(size: PixelSize(width: 40, height: 40)) : nil
        $0.isPicturePending = kind == "coming"
      }.layout(measurer: measurer)
      let beside = texts(layout.node).filter { $0.frame.x >= 54 }
      #expect(Set(beside.filter { $0.text.string != "" }.map(\.frame.x)) == [68])
      #expect(images(layout.node).count == (kind == "picture" || kind == nil && name.isEmpty ? 1 : 0))
      #expect(texts(layout.node).map(\.text.string).contains("F") == (kind == nil && !name.isEmpty))
    }
  }

  @Test func `an application without an icon has its first letter on a square of its own colour`() throws {
    let layout = view(content(app: "«files»", summary: "S")).layout(measurer: measurer)
    let square = layout.node.content.lazy.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
      .first
    #expect(square?.frame == PixelRect(x: 16, y: 16, width: 40, height: 40))
    let letter = try #require(texts(layout.node).first { $0.text.string == "F" })
    #expect(letter.ink == .colour([1, 1, 1, 1]) && letter.text.runs.map(\.style.size) == [.points(15)])
    #expect(letter.frame.x + letter.frame.width / 2 == 36)
  }

  @Test func `without a name the time is on the line of the title, or else of the message`() throws {
    for (summary, body) in [("Summary", "Body"), ("", "Body")] {
      func layout(_ change: (inout BannerContent) -> Void = { _ in }) -> BannerLayout {
        view(content(app: "", summary: summary, body: body)) {
          $0.age = "now"
          change(&$0)
        }.layout(measurer: measurer)
      }
      let rest = texts(layout().node)
      let first = try #require(rest.first)
      let time = try #require(rest.first { $0.text.string == "now" })
      #expect(first.text.string == (summary.isEmpty ? body : summary) && time.frame.maxX == 360 - 16)
      #expect(abs(first.frame.maxY - time.frame.maxY) <= 3)
      // The button to close takes its place, and no text moves.
      let hovered = texts(layout { $0.isHovered = true }.node)
      #expect(hovered.first?.frame == first.frame && !hovered.contains { $0.text.string == "now" })
    }
  }

  @Test(arguments: [(80, 20), (20, 80), (40, 40)])
  func `an application's badge lies on the corner of the picture`(width: Int, height: Int) {
    func images(_ summary: String) -> [PixelRect] {
      let layout = view(content(summary: summary)) {
        $0.picture = Bitmap(size: PixelSize(width: width, height: height))
        $0.badge = Bitmap(size: PixelSize(width: 18, height: 18))
      }.layout(measurer: measurer)
      return self.images(layout.node).map(\.frame)
    }
    let read = images("S")
    #expect(read[1].maxX == 16 + 40 && read[1].maxY == 16 + 40)
    let mirrored = images("ש")
    #expect(mirrored[1].x == 360 - 56 && mirrored[1].maxY == 16 + 40)
  }

  @Test func `on a desktop from right to left banners are, whatever they say`() {
    var banner = view(content(summary: "Summary", body: "Body")) {
      ($0.age, $0.picture) = ("now", Bitmap(size: PixelSize(width: 40, height: 40)))
    }
    let plain = banner.layout(measurer: measurer)
    banner.isRightToLeft = true
    let mirrored = banner.layout(measurer: measurer)
    #expect(mirrored.frame == plain.frame)
    for (left, right) in [
      (images(plain.node).map(\.frame), images(mirrored.node).map(\.frame)),
      (texts(plain.node).map(\.frame), texts(mirrored.node).map(\.frame)),
    ] {
      #expect(
        !left.isEmpty && left.count == right.count
          && zip(left, right).allSatisfy { abs($0.x - (360 - $1.maxX)) <= 1 }, "\(left), \(right)"
      )
    }
  }

  @Test func `a text from right to left stands at the right`() {
    let layout = view(content(summary: "שלום", body: "ab")) { $0.showsIcon = false }.layout(
      measurer: measurer)
    let texts = texts(layout.node)
    #expect(texts[1].frame.maxX == 360 - 16 && texts[2].frame.x == 16)
  }

  @Test func `a link is found where it stands`() {
    let body = "see <a href=\"https://a\">this</a>"
    let layout = view(content(body: body)).layout(measurer: measurer)
    let text = texts(layout.node).last!
    #expect(text.text.runs.contains(StyledText.Run(range: 4..<8, isUnderlined: true)))
    #expect(layout.action(x: text.frame.x + 40, y: text.frame.y + 3) == .link("https://a"))
    #expect(layout.action(x: text.frame.x + 10, y: text.frame.y + 3) == .banner)
    #expect(layout.action(x: 400, y: 3) == nil)
  }

  @Test func `a link has the accent, unless a rule gives the texts a colour`() {
    var content = content(body: "see <a href=\"https://a\">this</a>")
    func inks() -> [Ink] {
      var view = view(content)
      view.accent = [1, 0.5, 0]
      return texts(view.layout(measurer: measurer).node).filter { $0.text.string.contains("this") }.map(\.ink)
    }
    #expect(inks().contains(.colour([1, 0.5, 0, 1])))
    content.notification.ink = [0, 1, 0, 1]
    #expect(inks() == [.colour([0, 1, 0, 1])])
  }

  @Test func `two buttons share a row if their labels fit`() {
    func frames(_ labels: [String]) -> [PixelRect] {
      let actions = labels.flatMap { [$0, $0] }
      return view(content(actions: actions)) { $0.showsIcon = false }.layout(measurer: measurer)
        .regions.dropFirst().map(\.frame)
    }
    let two = frames(["a", "b"])
    #expect(Set(two.map(\.y)).count == 1 && two.map(\.x) == [16, 183] && two[1].maxX == 344)
    #expect(frames(["a", "b", "c", "d"]) == two)
    let long = frames(["a label that is long", "another long label"])
    #expect(Set(long.map(\.y)).count == 2 && long.allSatisfy { $0.width == 328 })
  }

  @Test func `an answer is typed in a field whose end is seen`() {
    var content = content(actions: ["inline-reply", "Answer"])
    let closed = view(content).layout(measurer: measurer)
    #expect(closed.regions.map(\.action) == [.banner, .reply])
    content.reply = .init(text: String(repeating: "x", count: 100), selection: 100..<100)
    let open = view(content).layout(measurer: measurer)
    #expect(open.regions.map(\.action) == [.banner, .reply, .sendReply])
    let field = open.regions[1].frame
    guard
      case .effect(let clip)? = open.node.content.last(where: {
        if case .effect(let effect) = $0 { !effect.content.isEmpty } else { false }
      })
    else {
      Issue.record("no field")
      return
    }
    #expect(field.contains(clip.frame))
    let cursor = clip.content.compactMap { if case .fill(let fill) = $0 { fill.frame } else { nil } }
    #expect(cursor.count == 1 && cursor[0].maxX == clip.frame.maxX)
  }

  @Test func `under the pointer there is a button to close, and more of the body`() {
    let body = String(repeating: "word ", count: 100)
    let rest = view(content(body: body)).layout(measurer: measurer)
    let hovered = view(content(body: body)) { $0.isHovered = true }.layout(measurer: measurer)
    #expect(hovered.node.frame.height > rest.node.frame.height)
    #expect(hovered.regions.map(\.action) == [.banner, .close] && rest.regions.map(\.action) == [.banner])
  }

  @Test(arguments: [
    (0, 0, "now"), (0, 59, "now"), (0, 60, "1 min"), (0, 3599, "59 min"), (0, 3600, "1 h"),
    (0, 86399, "23 h"),
    (0, 86400, "1 d"), (100, 0, "now"), (0, 864000, "10 d"),
  ])
  func `an age is said in one unit, until it changes`(from: Int64, to: Int64, words: String) {
    #expect(Age.words(from: from, to: to) == words)
    let next = Age.nextChange(from: from, after: to)
    #expect(next > to && Age.words(from: from, to: next) != words)
    #expect(Age.words(from: from, to: next - 1) == words)
  }

  @Test(arguments: DailySeeds.first(100) as [Int])
  func `nothing leaves a banner or hides another, whatever there is to show`(
    seed: Int
  ) {
    var random = SplitMix(seed: UInt64(seed))
    let scale = [1, 1.25, 1.5, 2].randomElement(using: &random)!
    let width = Int.random(in: seed % 10 == 0 ? 1..<120 : 200..<600, using: &random)
    let views = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      BannerView(
        randomContent(&random), width: width, scale: scale, material: Self.material,
        settings: NotificationSettings())
    }
    for view in views {
      let layout = view.layout(measurer: measurer)
      let frame = layout.node.frame
      #expect(frame.width == width && frame.height > 0)
      let parts = leaves(layout.node)
      #expect(parts.allSatisfy { frame.contains($0) }, "seed \(seed)")
      // Typed text is not among these nodes, since its field clips it in a sheet of its own.
      let texts = layout.node.content.compactMap { if case .text(let text) = $0 { text.frame } else { nil } }
      for (index, one) in texts.enumerated() {
        #expect(texts[..<index].allSatisfy { !$0.intersects(one) }, "texts overlap, seed \(seed)")
      }
      #expect(layout.regions.allSatisfy { frame.contains($0.frame) || width < 120 }, "seed \(seed)")
    }
    let order: NotificationSettings.Order = .allCases.randomElement(using: &random)!
    let height = Int.random(in: 100..<3000, using: &random)
    let more = Int.random(in: 0...3, using: &random)
    let stack = BannerStack(views, more: more, order: order, gap: 8, maxHeight: height, measurer: measurer)
    check(stack, views, more: more, maxHeight: height, order, "seed \(seed)")
  }

  private func check(
    _ stack: BannerStack, _ views: [BannerView], more: Int, maxHeight: Int,
    _ order: NotificationSettings.Order,
    _ where: String
  ) {
    var sheets = stack.banners.map(\.frame)
    #expect(!sheets.isEmpty && sheets.count + stack.leftOut == views.count, "\(`where`)")
    #expect((stack.note != nil) == (more + stack.leftOut > 0), "\(`where`)")
    if let note = stack.note {
      if order != .newestBottom { sheets.append(note.frame) } else { sheets.insert(note.frame, at: 0) }
    }
    for (one, next) in zip(sheets, sheets.dropFirst()) { #expect(next.y == one.maxY + 8, "\(`where`)") }
    #expect(sheets[0].y == 0 && sheets.last!.maxY == stack.size.height, "\(`where`)")
    #expect(stack.size.height <= maxHeight || stack.banners.count == 1, "\(`where`)")
    #expect(stack.indices == stack.indices.sorted(), "\(`where`)")
    #expect(stack.indices.count == stack.banners.count, "\(`where`)")
    let shown = stack.indices.map { views[$0] }
    for (view, layout) in zip(shown, stack.banners) {
      let (rest, whole) = (view.atRest.layout(measurer: measurer), view.layout(measurer: measurer))
      let most = max(rest.node.frame.height, whole.node.frame.height)
      #expect(layout.node.frame.height <= most, "\(`where`)")
      #expect(view.content.isHovered || layout.node.frame.size == whole.node.frame.size, "\(`where`)")
    }
  }

  @Test(arguments: DailySeeds.first(200) as [Int]) func `the pointer moves no banner, and sends none away`(
    seed: Int
  ) throws {
    var random = SplitMix(seed: UInt64(seed))
    let height = Int.random(in: 200..<1200, using: &random)
    let order: NotificationSettings.Order = .allCases.randomElement(using: &random)!
    var views = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      var content = randomContent(&random)
      (content.isHovered, content.reply) = (false, nil)
      return view(content)
    }
    func stack() -> BannerStack {
      BannerStack(views, more: 0, order: order, gap: 8, maxHeight: height, measurer: measurer)
    }
    let before = stack()
    let place = before.banners.indices.randomElement(using: &random)!
    views[before.indices[place]].content.isHovered = true
    let after = stack()
    try #require(after.indices == before.indices, "seed \(seed)")
    let (small, large) = (before.banners[place].node.frame, after.banners[place].node.frame)
    #expect(large.y == small.y && large.height >= small.height, "seed \(seed)")
    #expect(after.size.height <= max(height, before.size.height), "seed \(seed)")
  }

  @Test(arguments: [NotificationSettings.Order.newestTop, .newestBottom])
  func `critical ones are shown before others, and the newest in any case`(order: NotificationSettings.Order)
  {
    var views = (0..<6).map { view(content(summary: "\($0)")) }
    views[4].content.notification.urgency = .critical
    if order == .newestBottom { views.reverse() }
    let three = views[0].layout(measurer: measurer).node.frame.height * 3 + 3 * 8 + 26
    let stack = BannerStack(views, more: 0, order: order, gap: 8, maxHeight: three, measurer: measurer)
    #expect(stack.indices == (order == .newestTop ? [0, 1, 4] : [1, 4, 5]) && stack.leftOut == 3)
  }

  @Test func `where critical ones are first, they are shown before the newest`() {
    var views = (0..<6).map { view(content(summary: "\($0)")) }
    for index in [4, 5] { views[index].content.notification.urgency = .critical }
    let two = views[0].layout(measurer: measurer).node.frame.height * 2 + 2 * 8 + 26
    let stack = BannerStack(
      views, more: 0, order: .criticalFirst, gap: 8, maxHeight: two, measurer: measurer)
    #expect(stack.indices == [4, 5] && stack.leftOut == 4)
  }

  @Test func `a symbolic icon has the ink of the texts`() {
    let bitmap = Bitmap(size: PixelSize(width: 16, height: 16))
    let layout = view(content(summary: "Summary")) {
      ($0.picture, $0.isPictureTemplate, $0.badge, $0.isBadgeTemplate) = (bitmap, true, bitmap, true)
    }.layout(measurer: measurer)
    let inks = layout.node.content.compactMap { if case .image(let image) = $0 { image.ink } else { nil } }
    #expect(inks == [.vibrant(.label), .vibrant(.label)])
  }

  private func randomContent(_ random: inout SplitMix) -> BannerContent {
    func text(_ most: Int) -> String {
      let word = ["ab ", "wörter", "😀", "שלום ", "x\n", "<b>bold</b> "].randomElement(using: &random)!
      return String(repeating: word, count: Int.random(in: 0...most, using: &random))
    }
    let bitmap = Bitmap(
      size: PixelSize(
        width: .random(in: 1...300, using: &random), height: .random(in: 1...300, using: &random)))
    let actions = (0..<Int.random(in: 0...5, using: &random)).flatMap { ["k\($0)", text(4)] }
    var content = content(
      app: text(4), summary: text(12), body: text(60),
      actions: actions + (Bool.random(using: &random) ? ["inline-reply", text(2)] : []),
      progress: Bool.random(using: &random) ? .random(in: 0...100, using: &random) : nil)
    content.picture = Bool.random(using: &random) ? bitmap : nil
    content.badge = Bool.random(using: &random) ? bitmap : nil
    content.bodyImage = Bool.random(using: &random) ? bitmap : nil
    content.largePicture = Bool.random(using: &random) ? bitmap : nil
    content.isHovered = Bool.random(using: &random)
    content.age = Bool.random(using: &random) ? "12 min" : ""
    content.count = .random(in: 1...2000, using: &random)
    content.behind = Bool.random(using: &random) ? .random(in: 0...2000, using: &random) : 0
    content.isExpanded = Bool.random(using: &random)
    let typed = text(30)
    if Bool.random(using: &random) {
      content.reply = .init(text: typed, selection: typed.utf8.count..<typed.utf8.count)
    }
    return content
  }

  // MARK: - Helpers

  private static let material = Material(name: "test", isDark: true, blurRadius: 30, chain: .identity)

  private func content(
    app: String = "app", summary: String = "", body: String = "", actions: [String] = [], progress: Int? = nil
  ) -> BannerContent {
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.body, request.actions) = (app, summary, body, actions)
    var hints = Hints()
    hints.progress = progress
    return BannerContent(Notification(request, hints, id: 1, time: 0))
  }

  private func view(_ content: BannerContent, _ change: (inout BannerContent) -> Void = { _ in })
    -> BannerView
  {
    var content = content
    change(&content)
    return BannerView(content, width: 360, scale: 1, material: Self.material)
  }

  private func texts(_ node: EffectNode) -> [TextNode] {
    Scene(size: node.frame.size, nodes: [.effect(node)]).texts
  }

  private func images(_ node: EffectNode) -> [ImageNode] {
    node.content.flatMap { node -> [ImageNode] in
      switch node {
      case .image(let image): [image]
      case .effect(let effect): images(effect)
      case .text, .fill: []
      }
    }
  }

  /// Returns the frames of the nodes that are drawn; a nested sheet counts as a whole, since it clips its content.
  private func leaves(_ node: EffectNode) -> [PixelRect] {
    node.content.map { node in
      switch node {
      case .image(let image): image.frame
      case .effect(let effect): effect.frame
      case .text(let text): text.frame
      case .fill(let fill): fill.frame
      }
    }
  }
}
