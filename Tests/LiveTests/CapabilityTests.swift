import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Pictures
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Tests of the capabilities that clients are told, and of hints and icons, on the screen and on the bus.
  @Suite struct CapabilityTests {
    /// Colours of which no desktop and no letter is.
    private enum Colour: String, CaseIterable {
      case red, green, blue, magenta, yellow

      var rgb: SIMD3<Double> {
        switch self {
        case .red: [1, 0, 0]
        case .green: [0, 1, 0]
        case .blue: [0, 0, 1]
        case .magenta: [1, 0, 1]
        case .yellow: [1, 1, 0]
        }
      }

      var bytes: [UInt8] { [UInt8(255 * rgb.x), UInt8(255 * rgb.y), UInt8(255 * rgb.z)] }

      /// The colours that fill more than some pixels of a picture; those that shine through the glass do not count.
      static func seen(in picture: Bitmap) -> Set<Colour> {
        var counts: [UInt8: Int] = [:]
        let bytes = picture.bytes
        for at in stride(from: 0, to: bytes.count, by: 4) {
          var key: UInt8 = 0
          for channel in 0..<3 {
            let value = bytes[at + channel]
            // Neither none nor all of it: another colour.
            if value > 12, value < 243 {
              key = .max
              break
            }
            if value >= 243 { key |= 1 << channel }
          }
          if key != .max { counts[key, default: 0] += 1 }
        }
        return Set(
          allCases.filter { colour in
            let key = (0..<3).reduce(0 as UInt8) { $0 | (colour.bytes[$1] > 0 ? 1 << $1 : 0) }
            return counts[key] ?? 0 > 60
          })
      }

      /// The picture in the form in which libnotify sends pictures.
      var data: DBusValue {
        let pixels = (0..<40 * 40).flatMap { _ in bytes }
        return .structure([
          .int32(40), .int32(40), .int32(120), .boolean(false), .int32(8), .int32(3), .bytes(pixels),
        ])
      }
    }

    /// A stage with files of one colour each, an application whose entry names the magenta one, a program that opens
    /// links, and a sound library.
    private final class Scene {
      /// The part of the output with the first banner.
      static let place = PixelRect(x: 900, y: 0, width: 380, height: 140)

      let scratch: PrivateDirectory
      let stage: BannerStage
      let opened: String
      let played: String
      /// The identifier of the banner, which is replaced each time.
      private var banner: UInt32 = 0

      init() throws {
        scratch = try PrivateDirectory()
        opened = scratch.file("opened")
        played = scratch.file("played")
        for colour in Colour.allCases {
          try Picture.writePNG(
            TestPictures.flat(PixelSize(width: 40, height: 40), colour.rgb),
            to: scratch.file("\(colour).png"))
        }
        let program = try scratch.write("#!/bin/sh\necho \"$1\" > '\(opened)'\n", to: "xdg-open")
        unsafe chmod(program, 0o755)
        let data = try scratch.makeDirectory("data")
        _ = try scratch.makeDirectory("data/applications")
        try scratch.write(
          "[Desktop Entry]\nType=Application\nName=Mail\nIcon=\(scratch.file("magenta.png"))\n",
          to: "data/applications/org.example.Mail.desktop")
        var environment = try FakeCanberra.environment(in: scratch, told: played)
        environment["PATH"] = scratch.path + ":/usr/bin:/bin"
        environment["XDG_DATA_HOME"] = data
        stage = try BannerStage(
          "[accessibility]\nreduce_motion = \"on\"\n[notifications]\nicon_theme = \"Adwaita\"\n",
          background: TestPictures.photo(BannerStage.size),
          environment: environment)
      }

      /// The path of the file of a colour.
      func file(_ colour: Colour) -> String { scratch.file("\(colour).png") }

      /// Waits until exactly these colours are seen on a banner, which had none before.
      func expect(
        _ colours: Set<Colour>, _ body: String = "", icon: String = "",
        hints: KeyValuePairs<String, DBusValue> = [:], _ row: String
      ) throws {
        banner = try stage.notify("Picture", replaces: banner)
        try wait(for: [], row)
        try stage.notify("Picture", body, icon: icon, hints: hints, replaces: banner)
        try wait(for: colours, row)
      }

      /// Puts the banner of `expect` away.
      func putAway() throws {
        try close(banner)
        banner = 0
      }

      private func wait(for colours: Set<Colour>, _ row: String) throws {
        var seen: Set<Colour> = []
        do {
          try stage.session.eventually(row) {
            seen = Colour.seen(in: try stage.client.capture(Self.place))
            return seen == colours
          }
        } catch {
          Issue.record("\(row): expected \(colours.map(\.rawValue)), seen \(seen.map(\.rawValue))")
        }
      }

      func close(_ id: UInt32) throws {
        stage.bus.call(NotificationClient.call("CloseNotification", [.uint32(id)])) { _ in }
        try stage.session.eventually("the bare desktop") {
          try stage.client.capture(BannerStage.corner) == stage.bare.cropped(to: BannerStage.corner)
        }
      }

      /// Whether two notifications look as if they said something else.
      func differ(_ body: String, _ other: String) throws -> Bool {
        let pictures = try [body, other].map { body in
          let id = try stage.notify("Compare", body)
          defer { _ = try? close(id) }
          return try stage.settle().cropped(to: Self.place).bytes
        }
        // The background that shines through differs by less.
        return zip(pictures[0], pictures[1]).count { abs(Int($0) - Int($1)) > 48 } > 60
      }
    }

    @Test func `pictures and icons are taken in the order of the specification`() throws {
      let scene = try Scene()
      defer { scene.stage.stop() }
      let (data, path, icon) = (Colour.red.data, scene.file(.green), scene.file(.blue))
      for name in ["image-data", "image_data", "icon_data"] {
        try scene.expect([.red], hints: [name: data], name)
      }
      for name in ["image-path", "image_path"] {
        try scene.expect([.green], hints: [name: .string(path)], name)
        try scene.expect([.green], hints: [name: .string("file://" + path)], name + " as a URI")
      }
      try scene.expect([.blue], icon: icon, "app_icon")
      let entry = DBusValue.string("org.example.Mail")
      try scene.expect([.magenta], hints: ["desktop-entry": entry], "desktop-entry")
      // The icon of the application is seen beside a picture of something else.
      try scene.expect(
        [.red, .blue], icon: icon,
        hints: ["image-path": .string(path), "image-data": data, "desktop-entry": entry], "data first")
      try scene.expect(
        [.green, .blue], icon: icon, hints: ["icon_data": data, "image-path": .string(path)], "then the path")
      try scene.expect([.blue], icon: icon, hints: ["icon_data": data], "then the icon")
      try scene.expect(
        [.red, .magenta], hints: ["icon_data": data, "desktop-entry": entry], "then icon_data")
      try scene.expect(
        [.green], hints: ["image-data": .string("wrong"), "image-path": .string(path)], "what is wrong")
      try scene.putAway()
      // The same hints are sent by libnotify, the library that most programs use.
      if ClientPrograms.isInstalled() {
        // Since version 0.8.4 -i names the picture, and -n the icon of the application.
        let help = String(decoding: try scene.stage.sway.run(["notify-send", "--help-all"]), as: UTF8.self)
        try scene.stage.sway.run([
          "notify-send", "-t", "0", help.contains("--app-icon") ? "-n" : "-i", icon,
          "-h", "string:image-path:" + path, "x",
        ])
        try scene.stage.session.eventually("notify-send's pictures") {
          let shown = try scene.stage.client.capture(Scene.place)
          return Colour.seen(in: shown) == [.green, .blue]
        }
      }
    }

    @Test func `each capability that is announced is true`() throws {
      let scene = try Scene()
      defer { scene.stage.stop() }
      let stage = scene.stage
      var announced: [String]?
      stage.bus.call(NotificationClient.call("GetCapabilities", expects: "as")) {
        if case .success(let values) = $0 { announced = values[0].strings }
      }
      try stage.session.eventually("the capabilities") { announced != nil }
      for name in announced ?? [] {
        do { try check(name, in: scene) } catch { Issue.record("\(name): \(error)") }
      }
      #expect(announced?.contains("sound") == true && stage.hyaline.log.isEmpty)
    }

    private func check(_ capability: String, in scene: Scene) throws {
      let stage = scene.stage
      let text = (x: BannerInputTests.corner.x + 120, y: BannerInputTests.corner.y + 14 + 17 + 19 + 8)
      switch capability {
      case "body": #expect(try scene.differ("", "Tea"))
      case "body-markup":
        #expect(try scene.differ("Tea & cake", "<b>Tea & cake</b>"))
        #expect(try !scene.differ("Tea & cake", "<span>Tea</span> &amp; cake"))
      case "body-images":
        try scene.expect([.yellow], "<img src=\"\(scene.file(.yellow))\" alt=\"y\"/>", "body-images")
        try scene.putAway()

      case "body-hyperlinks":
        let id = try stage.notify("Link", "<a href=\"https://example.org/\">a link over the line</a>")
        try stage.settle()
        try stage.click(x: text.x, y: text.y)
        try stage.session.eventually("the program") { readText(scene.opened) == "https://example.org/\n" }
        try stage.point(x: 10, y: 700)
        try scene.close(id)

      case "icon-static":
        try scene.expect([.blue], icon: scene.file(.blue), "icon-static")
        try scene.putAway()
      case "actions":
        let id = try stage.notify("Actions", actions: ["default", "Open"])
        try stage.settle()
        try stage.click(x: text.x, y: BannerInputTests.corner.y + 20)
        try stage.waitForSignal("ActionInvoked \(id) default")
        try stage.waitForSignal("NotificationClosed \(id) 2")
        try stage.point(x: 10, y: 700)

      case "action-icons":
        let actions = ["media-playback-pause", "Pause"]
        let id = try stage.notify("Compare", actions: actions)
        let words = try stage.settle().cropped(to: Scene.place)
        try stage.notify("Compare", actions: actions, hints: ["action-icons": .boolean(true)], replaces: id)
        // The button shows the words until the icon has been read.
        try stage.session.eventually("the icon") {
          let shown = try stage.client.capture(Scene.place)
          return zip(shown.bytes, words.bytes).count { abs(Int($0) - Int($1)) > 48 } > 60
        }
        try scene.close(id)

      case "inline-reply":
        let id = try stage.notify("Reply", actions: ["inline-reply", "Answer"])
        let request = "\"action\":\"reply\",\"id\":\(id),\"text\":\"Yes\"}"
        _ = try stage.hyaline.request("{\"command\":\"notifications\"," + request)
        try stage.waitForSignal("NotificationReplied \(id) Yes")

      case "sound":
        try stage.notify("Sound", hints: ["sound-name": .string("bell")], timeout: 1)
        try stage.session.eventually("the sound") { readText(scene.played) == "event.id=bell\n" }

      case "x-canonical-private-synchronous":
        let hints: KeyValuePairs<String, DBusValue> = [
          "x-canonical-private-synchronous": .string("volume")
        ]
        let id = try stage.notify("10 %", hints: hints)
        #expect(try stage.notify("20 %", hints: hints) == id)
        #expect(try stage.notify("20 %", app: "Another", hints: hints) != id)
        try closeAll(stage)

      case "x-dunst-stack-tag":
        let id = try stage.notify("10 %", hints: ["x-dunst-stack-tag": .string("volume")])
        #expect(try stage.notify("20 %", hints: ["x-dunst-stack-tag": .string("volume")]) == id)
        #expect(try stage.notify("30 %", hints: ["synchronous": .string("volume")]) == id)
        try closeAll(stage)

      default: Issue.record("nothing tells whether \(capability) is true")
      }
    }

    private func closeAll(_ stage: BannerStage) throws {
      _ = try stage.hyaline.request(#"{"command":"notifications","action":"dismiss","all":true}"#)
      try stage.session.eventually("the bare desktop") {
        try stage.client.capture(BannerStage.corner) == stage.bare.cropped(to: BannerStage.corner)
      }
    }
  }
}
