import BarUI
import DesktopModel
import Geometry
import HeadlessSession
import Loop
import Notifications
import Pictures
import Scenes
import Settings
import TestSupport
import Testing
import Typography
import VisualEffects

extension LiveTests {
  /// Tests of pictures of the screen: every kind of banner over dark and light, legible to the last letter.
  ///
  /// With BANNER_PICTURES the pictures are written to that folder, to be looked at.
  @Suite struct BannerPictureTests {
    /// A call of Notify.
    struct Call: Sendable {
      var app = "Mail"
      var summary = "Lunch?"
      var body = "The usual place at half past twelve."
      var icon = ""
      var actions: [String] = []
      var hints: KeyValuePairs<String, DBusValue> = [:]
    }

    struct Row: Sendable, CustomTestStringConvertible {
      var name: String
      var settings = ""
      var calls: [Call]
      nonisolated var testDescription: String { name }
    }

    /// A disc, 64 pixels wide, as libnotify sends pictures.
    nonisolated static let picture: DBusValue = {
      var bytes: [UInt8] = []
      for y in 0..<64 {
        for x in 0..<64 {
          let distance = (x - 32) * (x - 32) + (y - 32) * (y - 32)
          bytes += distance < 24 * 24 ? [250, 200, 60] : [40, 90, UInt8(120 + y)]
        }
      }
      return .structure([
        .int32(64), .int32(64), .int32(192), .boolean(false), .int32(8), .int32(3), .bytes(bytes),
      ])
    }()

    private static let photo = TestPictures.photo(BannerStage.size)
    private static let text = TestPictures.text(BannerStage.size)

    nonisolated static let rows: [Row] = [
      Row(name: "plain", calls: [Call()]),
      Row(
        name: "long",
        calls: [
          Call(
            app: "An application with a name that is too long for its line",
            summary:
              "A summary that goes on and on, over more than the two lines that it may have, so that it ends",
            body: String(repeating: "And a body that is longer still. ", count: 30))
        ]),
      Row(
        name: "markup",
        calls: [
          Call(
            app: "Chat", summary: "Ada Lovelace",
            body:
              "Have you seen <b>the engine</b> run? I wrote <i>all</i> the <u>steps</u> in <a href=\"https://a\">the notes</a>. 1 &lt; 2"
          )
        ]),
      Row(
        name: "icon",
        calls: [
          Call(icon: "dialog-information"), Call(app: "Gone", summary: "No such icon", icon: "x-no-such"),
        ]),
      Row(
        name: "image",
        calls: [
          Call(hints: ["image-data": picture]),
          Call(
            app: "Info", summary: "A picture of somebody", icon: "dialog-information",
            hints: ["image-data": picture]),
        ]),
      Row(
        name: "progress",
        calls: [0, 62, 100].map {
          Call(app: "Files", summary: "Copying \($0)", body: "3 minutes left", hints: ["value": .int32($0)])
        }),
      Row(
        name: "actions",
        calls: [
          Call(actions: ["default", "Open", "a", "Yes", "b", "No"]),
          Call(
            app: "Player", summary: "A song", body: "By somebody",
            actions: ["p", "Back", "q", "Pause", "n", "Next", "l", "A label that is long"]),
        ]),
      Row(
        name: "action-icons",
        calls: [
          Call(
            app: "Player", summary: "A song", body: "By somebody",
            actions: [
              "media-skip-backward", "Back", "media-playback-pause", "Pause", "media-skip-forward", "Next",
            ],
            hints: ["action-icons": .boolean(true)])
        ]),
      Row(
        name: "reply",
        calls: [
          Call(
            app: "Chat", summary: "Grace Hopper", body: "Is it a bug?", actions: ["inline-reply", "Reply"])
        ]),
      Row(
        name: "critical",
        calls: [Call(app: "Power", summary: "Battery low", body: "7 % left.", hints: ["urgency": .byte(2)])]),
      Row(
        name: "five",
        calls: (1...7).map {
          Call(app: "App \($0)", summary: "Message \($0)", body: $0 % 2 == 0 ? "" : "Some words about it.")
        }),
      Row(
        name: "grouped", settings: "group = \"application\"\n",
        calls: (1...4).map { Call(app: "Chat", summary: "Message \($0)") } + [Call()]),
      Row(
        name: "rtl",
        calls: [
          Call(
            app: "رسائل", summary: "مرحبا بالعالم",
            body: "كيف حالك اليوم؟ نلتقي في الساعة ٩ مساءً عند المحطة القديمة.",
            icon: "dialog-information", actions: ["a", "نعم", "b", "لا"], hints: ["value": .int32(40)]),
          Call(app: "הודעות", summary: "שלום", body: "42 abc"),
        ]),
      Row(name: "emoji", calls: [Call(app: "😀", summary: "Party 🎉 at 9", body: "👩‍👩‍👧 🇳🇱 and more ☕")]),
    ]

    @Test(arguments: rows, ["dark", "light"])
    func `every letter is legible on the screen`(row: Row, appearance: String) throws {
      try check(row, appearance, isOverDark: appearance == "dark")
    }

    @Test(arguments: rows.filter { ["markup", "five"].contains($0.name) }, [true, false])
    func `every letter is legible where the backdrop decides on the look`(row: Row, isOverDark: Bool) throws {
      try check(row, "backdrop", isOverDark: isOverDark)
    }

    @Test func `a banner follows what comes behind it, from dark to light and back`() throws {
      let dark = TestPictures.flat(BannerStage.size, [0.05, 0.06, 0.1])
      let light = TestPictures.flat(BannerStage.size, [0.95, 0.96, 0.93])
      // The material that gains enough in either look to turn both ways.
      let stage = try BannerStage(
        "appearance = \"backdrop\"\n[notifications]\nmaterial = \"systemUltraThinMaterial\"\n",
        background: dark)
      defer { stage.stop() }
      try stage.notify("Lunch?", "The usual place at half past twelve.")
      // Most of a banner is glass; its letters are of the other kind.
      func wait(isDark: Bool, _ name: String) throws {
        try stage.session.eventually("a banner that is \(isDark ? "dark" : "light")") {
          let banner = try stage.client.capture(PixelRect(x: 912, y: 8, width: 360, height: 60))
          let greens = stride(from: 1, to: banner.bytes.count, by: 4).map { banner.bytes[$0] }.sorted()
          let (glass, brightest, darkest) = (greens[greens.count / 2], greens.last!, greens[0])
          return isDark ? glass < 90 && brightest > 120 : glass > 165 && darkest < 120
        }
        try stage.keep(try stage.settle().cropped(to: BannerStage.corner), as: "follows \(name)")
      }
      try wait(isDark: true, "dark")
      try stage.wallpaper.showAndWait(light)
      try wait(isDark: false, "light")
      try stage.wallpaper.showAndWait(dark)
      try wait(isDark: true, "dark again")
      #expect(stage.hyaline.log.isEmpty)
    }

    private func check(_ row: Row, _ appearance: String, isOverDark: Bool) throws {
      let stage = try BannerStage(
        "appearance = \"\(appearance)\"\n[notifications]\nicon_theme = \"Adwaita\"\n" + row.settings,
        background: isOverDark ? Self.photo : Self.text)
      defer { stage.stop() }
      for call in row.calls {
        try stage.notify(
          call.summary, call.body, app: call.app, icon: call.icon, actions: call.actions, hints: call.hints)
      }
      var shown = try stage.settle()
      if row.name == "reply" {
        try stage.click(x: 1100, y: 8 + 14 + 17 + 19 + 20 + 8 + 10)
        shown = try stage.settle(otherThan: shown)
      }
      try stage.keep(
        shown.cropped(to: BannerStage.corner),
        as: "\(row.name) \(appearance) over \(isOverDark ? "dark" : "light")")
      let contrast = try #require(BannerInk(shown, row, isDark: isOverDark).worst, "no letters found")
      #expect(contrast >= 4.5, "\(row.name) \(appearance), over dark \(isOverDark): \(contrast)")
    }
  }
}
