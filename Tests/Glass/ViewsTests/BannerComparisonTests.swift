import Geometry
import NotificationUI
import Notifications
import Scenes
import Settings
import TestSupport
import Testing
import Views
import VisualEffects

private struct Act: ViewAction {
  var key: String
}

/// The banner that is drawn by hand, and the same as a view: they show the same, until the banner is a view itself.
@Suite struct BannerComparisonTests {
  struct Case: CustomStringConvertible, Sendable {
    var app = "app"
    var age = "5 min"
    var summary = ""
    var body = ""
    var buttons: [String] = []
    var progress: Int?
    var picture: PixelSize?
    /// What is typed in the answer; nil: there is no field.
    var reply: String?
    var isRightToLeft = false
    var description: String { "\(summary) \(buttons)" }
  }

  static let cases: [Case] = [
    Case(summary: "Summary", body: "Body"),
    Case(age: "", summary: String(repeating: "s", count: 90), body: String(repeating: "b", count: 400)),
    Case(app: String(repeating: "n", count: 80), summary: "one", buttons: ["Yes", "No", "Later"]),
    Case(summary: "copying", progress: 29, picture: PixelSize(width: 80, height: 20)),
    Case(
      summary: "S", body: "text", buttons: ["Open it", "Close"], progress: 0,
      picture: PixelSize(width: 40, height: 40)),
    Case(
      summary: "שלום", body: "ab", buttons: ["א", "ב"], progress: 50,
      picture: PixelSize(width: 20, height: 80), isRightToLeft: true),
  ]

  static let fields: [Case] = [
    Case(summary: "S", reply: ""), Case(summary: "S", reply: "an answer"),
    Case(summary: "S", reply: String(repeating: "r", count: 90)),
    Case(summary: "שלום", reply: "", isRightToLeft: true),
    Case(summary: "שלום", reply: String(repeating: "א", count: 90), isRightToLeft: true),
  ]

  private static let material = Material(.notificationBanner, isDark: true)

  private func byHand(_ test: Case, width: Int, scale: Double) -> EffectNode {
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.body) = (test.app, test.summary, test.body)
    request.actions = test.buttons.flatMap { [$0, $0] }
    if test.reply != nil { request.actions += ["inline-reply", "Reply"] }
    var hints = Hints()
    hints.progress = test.progress
    var content = BannerContent(Notification(request, hints, id: 1, time: 0))
    content.age = test.age
    content.reply = test.reply.map { BannerContent.ReplyField(text: $0, selection: Self.cursor(in: $0)) }
    content.picture = test.picture.map { Bitmap(size: $0) }
    return BannerView(content, width: width, scale: scale, material: Self.material)
      .layout(measurer: MonospaceMeasurer()).node
  }

  @ViewBuilder private func banner(_ test: Case, font: String) -> ViewTree {
    HStack(spacing: 12, alignment: .top) {
      if let picture = test.picture {
        Image(Bitmap(size: picture), cornerRadius: 8).frame(width: 40, height: 40)
      }
      VStack(spacing: 8, alignment: .leading) {
        texts(test, smallFont: FontName(font).scaled(by: 0.87))
        if let progress = test.progress { ProgressBar(progress) }
        if let reply = test.reply { answer(reply) }
        if !test.buttons.isEmpty { buttons(test.buttons) }
      }
    }
    .padding(14)
  }

  /// A cursor behind the text.
  private static func cursor(in text: String) -> Range<Int> { text.utf8.count..<text.utf8.count }

  @ViewBuilder private func answer(_ text: String) -> ViewTree {
    HStack(spacing: 6) {
      TextField(text, selection: Self.cursor(in: text), showsCursor: true).controlHeight(28)
      Button(Act(key: "send")) { Text("Send").padding(horizontal: 10).controlHeight(28) }
    }
  }

  @ViewBuilder private func texts(_ test: Case, smallFont: String) -> ViewTree {
    VStack(spacing: 2, alignment: .leading) {
      HStack(alignment: .firstTextBaseline) {
        Text(test.app)
        Spacer(minLength: test.age.isEmpty ? 0 : 8)
        Text(test.age).layoutPriority(1)
      }
      .font(smallFont).ink(.vibrant(.secondaryLabel))
      Text(test.summary).bold().lineLimit(2).textAlignment(.natural)
      if !test.body.isEmpty {
        Text(test.body).lineLimit(NotificationSettings().bodyLines).textAlignment(.natural)
      }
    }
  }

  @ViewBuilder private func buttons(_ labels: [String]) -> ViewTree {
    HStack(spacing: 6, distribution: .even) {
      for label in labels {
        Button(Act(key: label)) {
          Text(label).padding(horizontal: 6).frame(maxWidth: .infinity).controlHeight(28)
        }
      }
    }
  }

  private func asView(_ test: Case, width: Int, scale: Double) -> LaidOutView {
    let settings = NotificationSettings()
    var environment = ViewEnvironment(scale: scale, isDark: true, font: settings.font)
    environment.isRightToLeft = test.isRightToLeft
    let style = GlassStyle(
      corners: LogicalCorners(Double(settings.cornerRadius)),
      border: ViewBorder(width: 0.75, ink: .colour([1, 1, 1, 0.14])),
      shadow: LogicalShadow(sigma: 9, offsetY: 4, colour: [0, 0, 0, 0.28]))
    return layout(
      banner(test, font: settings.font).frame(maxWidth: .infinity).glass(Self.material, style),
      in: Proposal(width: width), environment: environment, measurer: MonospaceMeasurer())
  }

  @Test(arguments: cases + fields, [1.0, 1.25, 1.5, 2])
  func `a banner shows the same, wherever it is drawn in another order`(test: Case, scale: Double) throws {
    let width = Int(360 * scale)
    let old = byHand(test, width: width, scale: scale)
    guard case .effect(var new)? = asView(test, width: width, scale: scale).scene.nodes.first else {
      Issue.record("no banner")
      return
    }
    #expect(Set(old.content.map(described)) == Set(new.content.map(described)))
    new.content = old.content
    #expect(new == old)
  }

  /// A node without what changes no pixel: the width that a text wraps at, if it needs none, and how much of a radius is
  /// more than half of a side, which a shape has no room for.
  private func described(_ node: Node) -> String {
    switch node {
    case .text(var text):
      var whole = text.text
      whole.maxWidth = nil
      if MonospaceMeasurer().measure(whole) == MonospaceMeasurer().measure(text.text) {
        text.text.maxWidth = nil
      }
      return "\(text)"
    case .effect(var effect):
      let most = Double(min(effect.frame.width, effect.frame.height)) / 2
      effect.corners = Corners(min(effect.corners.topLeft, most))
      return "\(effect)"
    case .fill, .image: return "\(node)"
    }
  }
}
