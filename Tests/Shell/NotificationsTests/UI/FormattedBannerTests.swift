import Geometry
import ModuleModel
import Scenes
import Settings
import TestSupport
import Testing
import VisualEffects

@testable import Notifications

struct FormattedBannerTests {
  private let measurer = MonospaceMeasurer()

  private func layout(
    _ format: String, app: String = "Mail", body: String = "Hello <a href=\"https://a\">you</a>",
    _ change: (inout BannerContent) -> Void = { _ in }
  ) throws -> BannerLayout {
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.body) = (app, "Summary", body)
    var notification = Notification(request, Hints(), id: 1, time: 0)
    notification.style.format = try FormatTemplate(format, fields: BannerStyle.fields)
    var content = BannerContent(notification, age: "5 min")
    content.showsIcon = false
    change(&content)
    let material = BlurEffect(style: .systemMaterial).material(isDark: true)
    return BannerView(content, width: 360, scale: 1, material: material).layout(measurer: measurer)
  }

  private func texts(_ layout: BannerLayout) -> [TextNode] {
    Scene(size: layout.node.frame.size, nodes: [.effect(layout.node)]).texts.filter {
      !$0.text.string.isEmpty
    }
  }

  @Test func `a format replaces the usual lines`() throws {
    let layout = try layout("<b>{app}: {summary}</b>\n{body}\n{age} {progress}% ×{count} {category}") {
      ($0.count, $0.notification.progress, $0.notification.category) = (3, 40, "im")
    }
    #expect(Set(texts(layout).map(\.text.string)) == ["Mail: Summary", "Hello you", "5 min 40% ×3 im"])
    #expect(texts(layout)[0].text.runs == [StyledText.Run(range: 0..<13, isBold: true)])
  }

  @Test func `a format names colours of the settings`() throws {
    var content = BannerContent(Notification(NotificationRequest(), Hints(), id: 1, time: 0), age: "now")
    content.showsIcon = false
    var settings = NotificationSettings()
    settings.style.format = try FormatTemplate("<span color='frost'>{age}</span>", fields: BannerStyle.fields)
    settings.style.colours = ["frost": [0, 0, 1, 1]]
    let material = BlurEffect(style: .systemMaterial).material(isDark: true)
    let layout = BannerView(content, width: 360, scale: 1, material: material, settings: settings)
      .layout(measurer: measurer)
    #expect(texts(layout).map(\.text.string) == ["now"])
    #expect(texts(layout).map(\.ink) == [.colour([0, 0, 1, 1])])
  }

  @Test func `lines of missing values are left out`() throws {
    #expect(try texts(layout("{category}\n{progress}%\n{summary}")).map(\.text.string) == ["Summary"])
    // A format of which nothing is left shows what there is.
    #expect(try texts(layout("{category}")).contains { $0.text.string == "Summary" })
  }

  @Test func `a banner with others behind it has a format of its own`() throws {
    let stack = try FormatTemplate("{summary} ({stack})", fields: BannerStyle.fields)
    func shown(behind: Int, _ own: FormatTemplate?) throws -> [String] {
      try texts(
        layout("{summary} {stack}") { content in
          (content.behind, content.notification.style.stackFormat) = (behind, own)
        }
      ).map(\.text.string)
    }
    #expect(try shown(behind: 2, stack) == ["Summary (3)"])
    #expect(try shown(behind: 2, nil) == ["Summary 3"])
    #expect(try shown(behind: 0, stack) == ["Summary "])
  }

  @Test func `links of the body can be clicked in a format, and markup of texts is no markup`() throws {
    let layout = try layout("{app} – {body}", app: "<b>")
    let text = try #require(texts(layout).first)
    #expect(text.text.string == "<b> – Hello you")
    // Each letter is ten pixels wide, and the dash has three bytes.
    let found = (0..<36).map { layout.action(x: text.frame.x + $0 * 4, y: text.frame.y + 3) }
    #expect(found.contains(.link("https://a")) && found.first == .banner)
    #expect(text.text.runs.contains { $0.range == 14..<17 && $0.style.isUnderlined })
  }

  @Test func `the first line makes room for the button to close`() throws {
    let long = String(repeating: "word ", count: 30)
    let layout = try layout("{body}", body: long) { $0.isHovered = true }
    let first = try #require(texts(layout).first { $0.text.string.hasPrefix("word") })
    let close = try #require(layout.regions.first { $0.action == .close })
    #expect(first.frame.maxX <= close.frame.x)
  }

  @Test(arguments: BannerStyle.TextAlignment.allCases)
  func `all lines of a format begin, end or have their middle at one place`(
    alignment: BannerStyle.TextAlignment
  ) throws {
    let frames = try texts(
      layout("{summary}\n{app} and more") { $0.notification.style.textAlignment = alignment }
    ).map(\.frame)
    try #require(frames.count == 2)
    switch alignment {
    case .natural, .leading: #expect(frames[0].x == frames[1].x)
    case .center: #expect(abs(frames[0].x + frames[0].maxX - frames[1].x - frames[1].maxX) <= 2)
    case .trailing: #expect(frames[0].maxX == frames[1].maxX)
    }
  }

  @Test func `a critical notification keeps its sign`() throws {
    func signs(_ urgency: Urgency) throws -> Int {
      let layout = try layout("{summary}") { $0.notification.urgency = urgency }
      return layout.node.content.count { if case .image = $0 { true } else { false } }
    }
    #expect(try signs(.critical) == 1 && signs(.normal) == 0)
  }

  @Test(arguments: [(0, 10, "now", 60), (60, 59, "", 60), (60, 60, "1 min", 120), (90, 100, "1 min", 120)])
  func `an age is shown from the age of the settings on`(
    threshold: Int64, now: Int64, words: String, next: Int64
  ) {
    #expect(Age.words(from: 0, to: now, since: threshold) == words)
    #expect(Age.nextChange(from: 0, after: now, since: threshold) == next)
  }

  @Test func `a button copies a code`() throws {
    let layout = try layout("{summary}") { $0.notification.code = "4829" }
    #expect(layout.regions.map(\.action) == [.banner, .copy("4829")])
    #expect(texts(layout).contains { $0.text.string == "Copy 4829" })
    var interaction = BannerInteraction()
    var store = NotificationStore()
    var request = NotificationRequest()
    request.summary = "code 4829"
    let now = Instant(sinceOrigin: .seconds(5))
    _ = store.update(
      .notified(request, id: store.identify(request)), now: now, clock: .init(seconds: 0, day: 0, minute: 0))
    let banner = store.arrangement(on: "A").banners[0]
    let hit = BannerGestures.Hit(.banner(banner.id), .copy("4829"))
    _ = interaction.update(.pressed(.pointer, .left, x: 1, y: 1, time: 0, hit), now: now) { _ in banner }
    let effects = interaction.update(.released(.pointer, .left, x: 1, y: 1, time: 5, hit), now: now) { _ in
      banner
    }
    #expect(effects.filter { $0 != .redraw } == [.copy("4829"), .happen(.dismissed(id: 1))])
  }

  @Test(
    arguments: [
      (nil, true, true), ([1, 0.9, 0.5, 1], true, false), ([1, 0.9, 0.5, 0.3], true, true),
      ([0, 0, 0.4, 0.8], false, true),
      ([1, 0.9, 0.5, 1], false, false), ([1, 0.27, 0.23, 1], true, true), ([1, 0.27, 0.23, 1], false, false),
    ] as [(SIMD4<Double>?, Bool, Bool)])
  func `the glass has the look that suits a strong tint`(tint: SIMD4<Double>?, usual: Bool, isDark: Bool) {
    var style = BannerStyle()
    style.tint = tint
    #expect(style.isDark(usually: usual) == isDark)
  }

  @Test func `a tint is mixed over the glass`() throws {
    func fill(_ tint: SIMD4<Double>?) throws -> SIMD4<Double>? {
      try layout("{summary}") { $0.notification.style.tint = tint }.node.material?.chain.fill
    }
    let tinted = try #require(try fill([1, 0, 0, 1]))
    let plain = try fill(nil)
    #expect(tinted == [1, 0, 0, 1] && tinted != plain)
  }
}
