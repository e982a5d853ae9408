import Geometry
import Rendering
import RenderingGLES
import Scenes
import Settings
import TestSupport
import Testing
import Typography
import VisualEffects

@testable import Notifications

/// Stacks of banners over a picture, compared with pictures that were reviewed by eye.
@Suite(.serialized, .everyRenderer) struct BannerGoldenTests {
  nonisolated static let cases = [
    SampleBanners("plain") {
      [.init(summary: "Lunch?", body: "The usual place at half past twelve.", icon: "mail")]
    },
    SampleBanners("plain-light", isDark: false) {
      [.init(summary: "Lunch?", body: "The usual place at half past twelve.", icon: "mail")]
    },
    SampleBanners("five-1.5", scale: 1.5) {
      [
        .init(
          app: "Calendar", summary: "Review", body: "In 10 minutes, room 4.", icon: "calendar",
          actions: ["Snooze", "Join"]),
        .init(
          app: "Chat", summary: "Ada Lovelace",
          body:
            "Have you seen <b>the engine</b> run? I wrote down <i>all</i> of the steps in <a href=\"https://a\">the notes</a>.",
          icon: "chat", reply: "Reply"),
        .init(
          app: "Files", summary: "Copying 1,204 files", body: "3 minutes left", icon: "files", progress: 62),
        .init(app: "Mail", summary: "12 new messages", icon: "mail", count: 12),
        .init(app: "Power", summary: "Battery low", body: "7 % left.", icon: "power", urgency: .critical),
      ]
    },
    SampleBanners("long") {
      let words =
        "Words go on and on, over line after line, until there is no more room for them on the banner. "
      return [
        .init(
          app: "An application with a name that is too long for its line", summary: words,
          body: words + words + words, icon: "mail"),
        .init(summary: String(repeating: "w", count: 200), body: String(repeating: "m", count: 500)),
      ]
    },
    SampleBanners("scripts-light-1.5", scale: 1.5, isDark: false) {
      [
        .init(
          app: "رسائل", summary: "مرحبا بالعالم",
          body: "كيف حالك اليوم؟ نلتقي في الساعة ٩ مساءً عند المحطة القديمة.", icon: "chat"),
        .init(app: "消息", summary: "東京都 – 7月14日", body: "日本語は空白なしで折り返します。長い文でも枠からはみ出しません。", icon: "mail"),
        .init(app: "Emoji", summary: "😀 👩‍👩‍👧 🇳🇱", body: "שלום 42 abc 🎉"),
      ]
    },
    SampleBanners("hovered") {
      [
        .init(
          app: "Chat", summary: "Grace Hopper", body: "Is it a bug?", icon: "chat", reply: "Reply",
          typed: "A real one, with wings", isHovered: true),
        .init(app: "Chat", summary: "Stack", body: "The newest of four.", icon: "chat", behind: 3),
        .init(
          app: "Player", summary: "A song", body: "By somebody", icon: "player",
          actions: ["Back", "Pause", "Next", "A label that is long"]),
      ]
    },
    SampleBanners("answers-light-2", scale: 2, isDark: false) {
      [
        .init(
          app: "Chat", summary: "Grace Hopper", body: "Is it a bug?", icon: "chat", badge: "mail",
          actions: ["One", "Two", "Three", "Four"], reply: "Reply", typed: "", placeholder: "Answer Grace",
          pressed: "Two", isHovered: true)
      ]
    },
    SampleBanners("answer-rtl-light-2", scale: 2, isDark: false) {
      [
        .init(
          app: "رسائل", summary: "مرحبا بالعالم", icon: "chat", badge: "mail", urgency: .critical,
          reply: "رد", typed: "نعم", isHovered: true)
      ]
    },
    SampleBanners("buttons-1.5", scale: 1.5) {
      [
        .init(
          app: "Chat", summary: "Grace Hopper", body: "Is it a bug?", icon: "chat",
          actions: ["Later", "Never", "Now"], pressed: "Later", showsOptions: true,
          isHovered: true),
        .init(app: "Calendar", summary: "Review", icon: "calendar", actions: ["Snooze", "Join"]),
      ]
    },
    SampleBanners("large-font", font: "Inter 20") {
      [
        .init(
          app: "Chat", summary: "Grace", body: "Is it a bug?", icon: "chat", actions: ["Later"],
          reply: "Reply", typed: "A moth", pressed: "Later", isHovered: true),
        .init(summary: "1"), .init(summary: "2"), .init(summary: "3"), .init(summary: "4"),
      ]
    },
  ]

  @Test(arguments: cases) func `banners look as they did`(banners: SampleBanners) throws {
    try GoldenPicture.compare(banners.picture(), name: "banners-" + banners.name)
  }

  @Test(arguments: cases) func `every letter on banners is legible over the brightest colours`(
    banners: SampleBanners
  ) throws {
    let engine = TextEngine()
    var banners = banners
    // The cursor may touch a letter.
    banners.showsCursor = false
    let scene = banners.scene(engine)
    let shown = try banners.picture(scene) { engine.rasterise($0) }
    let bare = try banners.picture(scene) { text in
      let bitmap = engine.rasterise(text)
      return TextBitmap(size: bitmap.size, coverage: bitmap.coverage.map { _ in 0 })
    }
    var coverage = [UInt8](repeating: 0, count: scene.size.width * scene.size.height)
    for text in scene.texts {
      let bitmap = engine.rasterise(text.text)
      for y in 0..<bitmap.size.height {
        for x in 0..<bitmap.size.width {
          coverage[(text.frame.y + y) * scene.size.width + text.frame.x + x] =
            bitmap.coverage[y * bitmap.size.width + x]
        }
      }
    }
    let contrast = try #require(ContrastMeasurement(of: shown, coverage: coverage, material: bare))
    #expect(contrast.inkPixels > 100)
    #expect(contrast.worst >= 4.5, "\(contrast)")
  }
}

/// A stack of banners over a picture.
struct SampleBanners: Sendable, CustomTestStringConvertible {
  /// The content of a banner.
  struct Message: Sendable {
    var app = "App"
    var summary = ""
    var body = ""
    /// The name that gives the colour of the icon, a disc; nil: there is no icon.
    var icon: String?
    var badge: String?
    var urgency = Urgency.normal
    var progress: Int?
    var actions: [String] = []
    var reply: String?
    var typed: String?
    var placeholder = ""
    var count = 1
    var behind = 0
    /// The action whose button is pressed.
    var pressed: String?
    /// The action under the pointer.
    var pointed: String?
    var showsOptions = false
    var isHovered = false
  }

  var name: String
  var scale: Double
  var isDark: Bool
  var font: String
  /// The width of a banner, in points.
  var width = 360.0
  /// Whether text fields show their cursor.
  var showsCursor = true
  var messages: @Sendable () -> [Message]

  nonisolated init(
    _ name: String, scale: Double = 1, isDark: Bool = true, font: String = "Inter 10",
    _ messages: @escaping @Sendable () -> [Message]
  ) {
    (self.name, self.scale, self.isDark, self.font, self.messages) = (name, scale, isDark, font, messages)
  }

  nonisolated var testDescription: String { name }

  @MainActor func picture() throws -> Bitmap {
    let engine = TextEngine()
    return try picture(scene(engine)) { engine.rasterise($0) }
  }

  @MainActor func picture(
    _ scene: Scene, rasterise: @escaping (StyledText) -> TextBitmap
  ) throws -> Bitmap {
    let preview = try OffScreen.preview(rasterise)
    return try preview.picture(of: scene, over: TestPictures.shapes(scene.size), scale: scale)
  }

  @MainActor func scene(_ engine: TextEngine) -> Scene {
    let stack = stack(engine)
    let margin = Int(24 * scale)
    let size = PixelSize(width: stack.size.width + 2 * margin, height: stack.size.height + 2 * margin)
    return Scene(size: size, nodes: stack.offset(x: margin, y: margin).nodes)
  }

  /// The banners at the origin.
  @MainActor func stack(_ engine: TextEngine) -> BannerStack {
    let width = Int(width * scale)
    let material = Material.named("notificationBanner", isDark: isDark)!
    var settings = NotificationSettings()
    settings.font = font
    let views = messages().map { message in
      BannerView(content(message), width: width, scale: scale, material: material, settings: settings)
    }
    return BannerStack(
      views, more: views.count > 4 ? 3 : 0, order: .newestTop, gap: Int(8 * scale), maxHeight: 2000,
      measurer: engine)
  }

  private func content(_ message: Message) -> BannerContent {
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.body) = (message.app, message.summary, message.body)
    request.actions =
      message.actions.flatMap { [$0, $0] } + (message.reply.map { ["inline-reply", $0] } ?? [])
    var hints = Hints()
    (hints.urgency, hints.progress) = (message.urgency, message.progress)
    hints.replyPlaceholder = message.placeholder
    var content = BannerContent(
      Notification(request, hints, id: 1, time: 0), count: message.count, behind: message.behind,
      isHovered: message.isHovered, age: "4 min",
      picture: message.icon.map { Self.icon($0, Int(40 * scale)) },
      badge: message.badge.map { Self.icon($0, Int(18 * scale)) })
    content.pressed = message.pressed.map { .action(key: $0) }
    content.pointed = message.pointed.map { .action(key: $0) }
    content.showsOptions = message.showsOptions
    if let typed = message.typed {
      content.reply = .init(
        text: typed, selection: typed.utf8.count..<typed.utf8.count, showsCursor: showsCursor)
    }
    return content
  }

  /// Draws a rounded square with a disc.
  private static func icon(_ name: String, _ side: Int) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: side, height: side))
    let seed = name.utf8.reduce(7) { ($0 * 31 + Int($1)) % 997 }
    let colour = [40 + seed % 160, 40 + seed / 3 % 160, 90 + seed / 7 % 160]
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (Double(2 * x + 1 - side) / Double(side), Double(2 * y + 1 - side) / Double(side))
        let isDisc = dx * dx + dy * dy < 0.3
        let at = (y * side + x) * 4
        for channel in 0..<3 { bitmap.bytes[at + channel] = UInt8(isDisc ? 255 : colour[channel]) }
        bitmap.bytes[at + 3] = 255
      }
    }
    return bitmap
  }
}
