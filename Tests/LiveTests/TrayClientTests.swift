import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Scenes
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// The tray with programs that use the libraries of GTK and of Qt, and with one that sends pictures by hand.
  @Suite struct TrayClientTests {
    /// A library of trays, as programs use it.
    enum Toolkit: CaseIterable {
      case gtk, qt

      @MainActor func start(_ stage: ServiceStage) throws -> ServiceStage.Program {
        switch self {
        case .gtk: try stage.python(ServiceScripts.gtk, environment: ["GDK_BACKEND": "wayland"])
        case .qt: try stage.python(ServiceScripts.qt, environment: ["QT_QPA_PLATFORM": "wayland"])
        }
      }

      var isInstalled: Bool {
        switch self {
        case .gtk:
          ServicePrograms.areInstalled(
            modules: ["import gi; gi.require_version('AyatanaAppIndicator3', '0.1')"],
            packages: ["python3-gi", "gir1.2-ayatanaappindicator3-0.1"])
        case .qt:
          ServicePrograms.areInstalled(
            modules: ["import PyQt5.QtWidgets"], packages: ["python3-pyqt5", "qtwayland5"])
        }
      }
    }

    private static let entries = ["Open", "Picture", "Check on", "Off disabled", "More submenu"]

    /// Whether a pixel has a colour, beside what lies below it: nothing is fully opaque on live glass.
    private func shows(_ color: [UInt8], _ stage: ServiceStage, x: Double, y: Double) throws -> Bool {
      let place = PixelRect(x: Int(x), y: Int(y), width: 1, height: 1)
      let shown = try stage.desktop.client.capture(place).bytes
      return zip(shown, color).allSatisfy { abs(Int($0) - Int($1)) <= 12 }
    }

    /// Waits until a menu's entries are these.
    private func wait(_ stage: ServiceStage, for entries: [String]) throws {
      var seen: [String] = []
      do {
        try stage.wait("\(entries)") {
          seen = try stage.desktop.entries()
          return seen == entries
        }
      } catch {
        throw SessionError.timeout(awaited: "\(entries), got \(seen)", log: stage.desktop.bar.log)
      }
    }

    @Test(arguments: Toolkit.allCases)
    func `a program's menu shows pictures, changes while it is open, and is used by pointer and by keys`(
      toolkit: Toolkit
    ) throws {
      guard toolkit.isInstalled else { return }
      let stage = try ServiceStage("[bar]\nstart = [\"tray\"]\n")
      defer { stage.stop() }
      let client = try toolkit.start(stage)
      try stage.wait("the item") { try stage.desktop.items("tray").count == 1 }
      try stage.desktop.click("tray", item: 0, 0x111)
      try wait(stage, for: Self.entries)
      let row = try #require(try stage.desktop.entryFrame("Picture"))
      try stage.wait("the picture") { try shows([0, 255, 0], stage, x: row.x + 18, y: row.y + 13) }
      client.process.send(SIGUSR1)
      try wait(stage, for: ["Changed"] + Self.entries.dropFirst())
      try stage.desktop.point(atEntry: "More")
      try wait(stage, for: ["Deep", "Deeper"])
      try stage.desktop.clickEntry("Deep")
      try stage.wait("the choice by pointer") { client.lines == ["chosen Deep"] }
      try stage.wait("no menu") { try stage.desktop.popups().isEmpty }
      try stage.desktop.click("tray", item: 0, 0x111)
      try wait(stage, for: ["Changed"] + Self.entries.dropFirst())
      for key in [VirtualKeyboard.Key.up, .right, .down, .enter] { try stage.desktop.keyboard.type(key) }
      try stage.wait("the choice by keys") { client.lines == ["chosen Deep", "chosen Deeper"] }
      // A sign that is turned off shows that when the menu is opened again.
      try stage.desktop.click("tray", item: 0, 0x111)
      try wait(stage, for: ["Changed"] + Self.entries.dropFirst())
      try stage.desktop.clickEntry("Check")
      try stage.wait("the choice") { client.lines.last == "chosen Check" }
      try stage.desktop.click("tray", item: 0, 0x111)
      try stage.wait("the sign") { try stage.desktop.entries().contains("Check") }
    }

    @Test(arguments: Toolkit.allCases)
    func `a menu that grows while it is open becomes as high as its entries need, with its submenu open`(
      toolkit: Toolkit
    ) throws {
      guard toolkit.isInstalled else { return }
      let stage = try ServiceStage(size: PixelSize(width: 640, height: 520), "[bar]\nstart = [\"tray\"]\n")
      defer { stage.stop() }
      let client = try toolkit.start(stage)
      try stage.wait("the item") { try stage.desktop.items("tray").count == 1 }
      try stage.desktop.click("tray", item: 0, 0x111)
      try wait(stage, for: Self.entries)
      try stage.desktop.point(atEntry: "More")
      try wait(stage, for: ["Deep", "Deeper"])
      client.process.send(SIGUSR2)
      try wait(stage, for: ["Deep", "Deeper"] + (1...4).map { "Deep \($0)" })
      try stage.wait("fifteen rows and a separator") {
        guard let menu = try stage.desktop.inspect()["popups"].elements.first else { return false }
        return menu["items"].elements.count == Self.entries.count + 10
          && menu["frame"]?.frame?.height == 441
      }
      try stage.desktop.clickEntry("Deep 4")
      try stage.wait("the choice in the submenu") { client.lines == ["chosen Deep 4"] }
    }

    @Test(arguments: Toolkit.allCases)
    func `a left click does what a program has for it, or else opens its menu`(toolkit: Toolkit) throws {
      guard toolkit.isInstalled else { return }
      let stage = try ServiceStage("[bar]\nstart = [\"tray\"]\n")
      defer { stage.stop() }
      let client = try toolkit.start(stage)
      try stage.wait("the item") { try stage.desktop.items("tray").count == 1 }
      try stage.desktop.click("tray", item: 0)
      switch toolkit {
      case .gtk:
        try wait(stage, for: Self.entries)
        try stage.desktop.clickEntry("Open")
        try stage.wait("the choice") { client.lines == ["chosen Open"] }
      case .qt:
        try stage.wait("the activation") { client.lines == ["activated"] }
        #expect(try stage.desktop.popups().isEmpty)
      }
    }

    @Test(arguments: Toolkit.allCases)
    func `the key of menus opens the menu of the item with the focus`(toolkit: Toolkit) throws {
      guard toolkit.isInstalled else { return }
      let stage = try ServiceStage("[bar]\nstart = [\"clock\", \"tray\"]\n")
      defer { stage.stop() }
      let client = try toolkit.start(stage)
      try stage.wait("the item") { try stage.desktop.items("tray").count == 1 }
      try stage.desktop.command("focus")
      try stage.wait("the focus") { try stage.desktop.focused() == "clock" }
      try stage.desktop.keyboard.type(.right)
      try stage.wait("the focus on the item") {
        try stage.desktop.focused()?.hasPrefix("tray/") == true
      }
      try stage.desktop.keyboard.type(.menu)
      try wait(stage, for: ["Open highlighted"] + Self.entries.dropFirst())
      try stage.desktop.keyboard.type(.enter)
      try stage.wait("the choice") { client.lines == ["chosen Open"] }
    }

    @Test(arguments: Toolkit.allCases)
    func `an item comes again after its program or the bar was killed`(toolkit: Toolkit) throws {
      guard toolkit.isInstalled else { return }
      let stage = try ServiceStage("[bar]\nstart = [\"tray\"]\n")
      defer { stage.stop() }
      var client = try toolkit.start(stage)
      for _ in 0..<2 {
        try stage.wait("the item") { try stage.desktop.items("tray").count == 1 }
        // The item's menu disappears with the item.
        try stage.desktop.click("tray", item: 0, 0x111)
        try wait(stage, for: Self.entries)
        client.kill()
        try stage.wait("neither item nor menu") {
          try stage.desktop.items("tray").isEmpty && stage.desktop.popups().isEmpty
        }
        client = try toolkit.start(stage)
      }
      for _ in 0..<2 {
        try stage.wait("the item") { try stage.desktop.items("tray").count == 1 }
        try stage.desktop.restart()
      }
      try stage.wait("the item of the new bar") { try stage.desktop.items("tray").count == 1 }
      try stage.desktop.click("tray", item: 0, 0x111)
      try wait(stage, for: Self.entries)
      try stage.desktop.clickEntry("Open")
      try stage.wait("the choice") { client.lines == ["chosen Open"] }
    }

    @Test(arguments: [1, 1.5, 2])
    func `a small icon covers the lower right quarter of an item's icon, whichever that is`(scale: Double)
      throws
    {
      let stage = try ServiceStage(scale: scale, "[bar]\nstart = [\"tray\"]\n")
      defer { stage.stop() }
      let (path, interface) = ("/StatusNotifierItem", "org.kde.StatusNotifierItem")
      let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
      let drawing =
        ##"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path fill="#ff0" d="M0 0h8v8H0z"/></svg>"##
      stage.desktop.scratch.write(drawing, to: "badge.svg")
      let item = try stage.playItem(
        "mail",
        [
          "IconPixmap": pixmap(32, red), "AttentionIconPixmap": pixmap(32, blue),
          "OverlayIconPixmap": pixmap(16, green), "OverlayIconName": .string(""), "Status": .string("Active"),
          "IconThemePath": .string(stage.desktop.scratch.path),
        ])
      try stage.wait("the item") { try stage.desktop.items("tray").count == 1 }
      let frame = try #require(try stage.desktop.items("tray")[0]["frame"]?.frame)
      /// Whether the icon has this colour, and its lower right quarter another one, right up to its edges.
      func shows(_ icon: [UInt8], _ small: [UInt8]) throws -> Bool {
        let (left, top) = (frame.x + frame.width / 2 - 8, frame.y + frame.height / 2 - 8)
        return try [1, 7, 9, 15].allSatisfy { x in
          try [1, 7, 9, 15].allSatisfy { y in
            try self.shows(
              x > 8 && y > 8 ? small : icon, stage, x: (left + x) * scale, y: (top + y) * scale)
          }
        }
      }
      try stage.wait("the small icon") { try shows(red, green) }
      item.set(path, interface, ["Status": .string("NeedsAttention")])
      item.bus.emit("NewStatus", path, interface, [.string("NeedsAttention")])
      try stage.wait("the icon that wants to be looked at") { try shows(blue, green) }
      item.set(path, interface, ["OverlayIconName": .string("badge")])
      item.bus.emit("NewOverlayIcon", path, interface, [])
      try stage.wait("the small icon of a name") { try shows(blue, [255, 255, 0]) }
      item.set(path, interface, ["OverlayIconName": .string(""), "OverlayIconPixmap": pixmap(0, [])])
      item.bus.emit("NewOverlayIcon", path, interface, [])
      try stage.wait("no small icon") { try shows(blue, blue) }
    }

    /// A square of one colour, in the order of the protocol.
    private func pixmap(_ side: Int, _ color: [UInt8]) -> DBusValue {
      let pixels = Array([[UInt8]](repeating: [255] + color, count: side * side).joined())
      return .array(
        .structure([.int32, .int32, .array(.byte)]),
        [.structure([.int32(Int32(side)), .int32(Int32(side)), .bytes(pixels)])])
    }

    @Test
    func `pictures of a program that sends them itself are shown, and so are those that it sends later`()
      throws
    {
      let stage = try ServiceStage("[bar]\nstart = [\"tray\"]\n")
      defer { stage.stop() }
      let red: [UInt8] = [255, 0, 0]
      let item = try stage.playItem("electron", ["IconPixmap": pixmap(64, red)])
      try stage.wait("the item") { try stage.desktop.items("tray").count == 1 }
      let frame = try #require(try stage.desktop.items("tray")[0]["frame"]?.frame)
      let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
      try stage.wait("the picture") { try shows(red, stage, x: x, y: y) }
      for round in 1...3 {
        let shade = [0, 0, UInt8(80 * round)]
        item.set("/StatusNotifierItem", "org.kde.StatusNotifierItem", ["IconPixmap": pixmap(16, shade)])
        item.bus.emit("NewIcon", "/StatusNotifierItem", "org.kde.StatusNotifierItem", [])
        try stage.wait("picture \(round)") { try shows(shade, stage, x: x, y: y) }
      }
    }
  }
}
