import Geometry
import ModuleModel
import Scenes
import TestSupport
import Testing
import TextProcessing

@testable import DesktopModel
@testable import Modules
@testable import Settings

/// Tests of what the tray module shows of its items.
struct TrayReadingTests {
  private func item(
    _ name: String, title: String = "", status: String = "Active", category: String = "ApplicationStatus"
  ) -> TrayItem {
    TrayItem(
      id: ":1.1/\(name)",
      properties: [
        "Id": .string(name), "Title": .string(title), "Status": .string(status), "IconName": .string(name),
        "Category": .string(category),
      ])
  }

  @Test func `items are hidden and ordered by rules, and otherwise by their names`() throws {
    let items = [
      item("a"), item("b", status: "Passive"), item("c", title: "Chat"), item("blueman-applet"), item("d"),
      item("e"),
    ]
    var settings = TraySettings()
    func names() -> [String] { settings.arranged(items).map(\.name) }
    #expect(names() == ["a", "blueman-applet", "c", "d", "e"])
    settings.hidden = [try TextPattern("blueman*")]
    settings.order = [try TextPattern("e"), try TextPattern("Chat")]
    settings.showsPassive = true
    #expect(names() == ["e", "c", "a", "b", "d"])
  }

  @Test func `the order of items does not depend on which program was started first`() throws {
    let items = [
      item("Zulip", category: "Communications"), item("battery", category: "Hardware"), item("mail"),
      item("status_icon_1", title: "Sync"), item("status_icon_1", title: "chat"),
      item("Apt", category: "new"),
      item("network", category: "SystemServices"), item("element", category: "Communications"),
    ]
    let expected = ["", "", "chat", "Sync", "", "", "", ""]
    var random = SplitMix(seed: 1)
    for _ in 0..<20 {
      let arranged = TraySettings().arranged(items.shuffled(using: &random))
      #expect(
        arranged.map(\.name) == [
          "Apt", "mail", "status_icon_1", "status_icon_1", "element", "Zulip", "network", "battery",
        ])
      #expect(arranged.map(\.title) == expected)
    }
  }

  @Test(
    arguments: [
      // The limit, the rules, who wants attention, what is shown and what is folded away.
      (nil, [], [], "abcd", ""), (4, [], [], "abcd", ""), (2, [], [], "ab", "cd"),
      (nil, ["b", "d"], [], "ac", "bd"),
      (1, ["a"], [], "b", "acd"), (2, [], ["d"], "ad", "bc"), (1, ["a"], ["a", "d"], "ad", "bc"),
      (nil, ["*"], [], "", "abcd"), (nil, ["*"], ["c"], "c", "abd"),
    ] as [(Int?, [String], [String], String, String)])
  func `items are folded away by number and by rules, unless they want attention`(
    most: Int?, rules: [String], urgent: [String], shown: String, folded: String
  ) throws {
    let items = ["a", "b", "c", "d"].map {
      item($0, status: urgent.contains($0) ? "NeedsAttention" : "Active")
    }
    var settings = TraySettings()
    settings.mostItems = most
    settings.folded = try rules.map { try TextPattern($0) }
    let arrangement = TrayArrangement(items, settings)
    func names(_ items: [TrayItem]) -> String { items.map(\.name).joined() }
    #expect(names(arrangement.shown) == shown && names(arrangement.folded) == folded)
    #expect(names(arrangement.visible(isUnfolded: false)) == shown)
    #expect(names(arrangement.visible(isUnfolded: true)) == folded + shown)
    #expect((arrangement.foldReading(isUnfolded: false) == nil) == folded.isEmpty)
    #expect(!arrangement.isEmpty && TrayArrangement([], settings).isEmpty)
  }

  @Test func `an icon is looked for in the program's own folder first, then sent pixels are shown`() {
    let fallback = ModuleIcon.Candidate.named("emblem-system-symbolic")
    let sent = SentPicture.pixels(Bitmap(size: PixelSize(width: 22, height: 22)))
    var item = item("a")
    func icon() -> [ModuleIcon.Candidate]? { item.reading.icon?.candidates }
    #expect(icon() == [.named("a"), fallback])
    item.themePath = "/opt/program/icons"
    #expect(icon() == [.themed("a", folder: "/opt/program/icons"), .named("a"), fallback])
    item.icon = TrayItem.Icon(
      pixmap: TrayItem.Pixmap(
        size: PixelSize(width: 22, height: 22), bytes: [UInt8](repeating: 0, count: 22 * 22 * 4)))
    #expect(icon() == [.sent(sent), fallback])
    // A theme may not have what the program names.
    item.icon.name = "b"
    item.themePath = ""
    #expect(icon() == [.named("b"), .sent(sent), fallback])
    item.icon = TrayItem.Icon()
    #expect(icon() == [fallback])
    for name in ["a\n/etc/passwd", "a b", "ä"] {
      item.icon.name = name
      #expect(icon() == [fallback], "\(name)")
    }
  }

  @Test func `files of an icon are read again when its program says that the icon is new`() {
    var item = item("a")
    let first = item.reading.icon
    item.iconChanges += 1
    let second = item.reading.icon
    #expect(first?.candidates == second?.candidates && first?.version == 0 && second?.version == 1)
  }
}

extension TrayReadingTests {
  @Test func `a small icon over an icon is shown by name or as a picture, unless the settings have an icon`()
    throws
  {
    var item = item("app")
    let sent = SentPicture.pixels(Bitmap(size: PixelSize(width: 8, height: 8)))
    #expect(item.reading.overlay == nil)
    item.overlay = TrayItem.Icon(name: "emblem-new")
    #expect(item.reading.overlay == "emblem-new")
    item.overlay = TrayItem.Icon(
      pixmap: TrayItem.Pixmap(size: PixelSize(width: 8, height: 8), bytes: [UInt8](repeating: 0, count: 256)))
    #expect(item.reading.overlay == ModuleIcon([.sent(sent)]))
    let kind = ModuleKind.tray.summary
    var style = ModuleSettings.defaults(of: .tray).style
    func shown() -> ShownModule { style.shown(ModuleReading(items: [item.reading]), kind) }
    #expect(shown().parts.compactMap(\.overlay) == [ModuleIcon([.sent(sent)])])
    #expect(shown().items.first?.overlay != nil)
    style.look.icons = .names(["default": "mine"])
    #expect(shown().parts.compactMap(\.overlay).isEmpty && shown().parts.flatMap(\.icons) == ["mine"])
  }
}
