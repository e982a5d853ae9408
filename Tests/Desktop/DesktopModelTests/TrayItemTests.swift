import Geometry
import TestSupport
import Testing

@testable import DesktopModel

/// Items of the tray as programs tell of them, and as those do that lie.
struct TrayItemTests {
  private func pixmap(_ width: Int32, _ height: Int32, bytes: Int? = nil) -> DBusValue {
    .structure([
      .int32(width), .int32(height),
      .bytes([UInt8](repeating: 7, count: bytes ?? Int(width) * Int(height) * 4)),
    ])
  }

  private func pixmaps(_ values: [DBusValue]) -> DBusValue {
    .array(.structure([.int32, .int32, .array(.byte)]), values)
  }

  @Test func `an item is read as programs tell it`() {
    let item = TrayItem(
      id: ":1.7/StatusNotifierItem",
      properties: [
        "Id": .string("nm-applet"), "Title": .string("Network"), "Status": .string("Active"),
        "Category": .string("SystemServices"), "IconName": .string("nm-signal-75"),
        "IconThemePath": .string("/usr/share/icons"), "XAyatanaLabel": .string("75 %"),
        "Menu": .objectPath("/org/ayatana/NotificationItem/nm/Menu"),
        "ItemIsMenu": .boolean(true), "IconPixmap": pixmaps([pixmap(2, 2), pixmap(48, 48), pixmap(22, 22)]),
        "ToolTip": .structure([
          .string(""), pixmaps([]), .string("Wi-Fi"), .string("<b>home</b> &amp; more<br/>75&nbsp;%"),
        ]),
      ])
    #expect(item.name == "nm-applet" && item.title == "Network" && item.status == .active && item.isMenu)
    #expect(item.menu == "/org/ayatana/NotificationItem/nm/Menu" && item.themePath == "/usr/share/icons")
    #expect(item.label == "75 %" && item.category == .systemServices)
    #expect(item.tooltip == "Wi-Fi\nhome & more\n75 %" && item.words == item.tooltip)
    #expect(item.icon.pixmap?.size == PixelSize(width: 48, height: 48))
  }

  @Test(arguments: [
    ("Passive", TrayItem.Status.passive), ("NeedsAttention", .needsAttention), ("active", .active),
    ("", .active),
  ])
  func `the status is read, and an odd one is active`(text: String, status: TrayItem.Status) {
    #expect(TrayItem(id: "a", properties: ["Status": .string(text)]).status == status)
  }

  @Test(
    arguments: [
      ([:], false), (["Menu": .objectPath("/Menu")], true), (["Menu": .objectPath("/NO_DBUSMENU")], false),
      (["Menu": .objectPath("/Menu"), "ItemIsMenu": .boolean(false)], false),
      (["Menu": .objectPath("/Menu"), "ItemIsMenu": .uint32(0)], true),
      (["ItemIsMenu": .boolean(true)], true),
    ] as [([String: DBusValue], Bool)])
  func `a click opens the menu of what has one and does not say that it can do anything else`(
    properties: [String: DBusValue], isMenu: Bool
  ) {
    #expect(TrayItem(id: "a", properties: properties).isMenu == isMenu)
  }

  @Test func `attention has an icon of its own, where there is one`() {
    var item = TrayItem(
      id: "a", properties: ["Status": .string("NeedsAttention"), "IconName": .string("mail")])
    #expect(item.shownIcon.name == "mail")
    item.attentionIcon.name = "mail-new"
    #expect(item.shownIcon.name == "mail-new")
    item.status = .active
    #expect(item.shownIcon.name == "mail")
  }

  @Test func `pictures whose size and bytes disagree, or that are huge, are left out`() {
    func read(_ values: [DBusValue]) -> TrayItem.Pixmap? {
      TrayItem(id: "a", properties: ["IconPixmap": pixmaps(values)]).icon.pixmap
    }
    #expect(read([pixmap(2, 2, bytes: 15), pixmap(0, 4, bytes: 0), pixmap(-2, -2, bytes: 16)]) == nil)
    #expect(read([pixmap(30_000, 30_000, bytes: 4), pixmap(513, 1)]) == nil)
    #expect(read([.structure([.int32(.max), .int32(.max), .bytes([])])]) == nil)
    #expect(read([.structure([.int32(1), .int32(1)]), .int32(1), pixmap(1, 1)])?.size.width == 1)
    #expect(read([DBusValue](repeating: pixmap(1, 1), count: 64) + [pixmap(2, 2)])?.size.width == 1)
  }

  @Test(
    arguments: [
      ([16, 22, 48], 48), ([22, 64, 128], 64), ([48, 100, 300], 100), ([256, 512], 64), ([], nil),
    ] as [([Int32], Int?)])
  func `the smallest picture that is large enough is kept, and no larger than needed`(
    sides: [Int32], kept: Int?
  ) {
    let item = TrayItem(id: "a", properties: ["IconPixmap": pixmaps(sides.map { pixmap($0, $0) })])
    #expect(item.icon.pixmap?.size.width == kept && item.icon.pixmap?.size.height == kept)
    let bytes = item.icon.pixmap?.bytes ?? []
    #expect(bytes.indices.allSatisfy { bytes[$0] == ($0 % 4 == 3 ? 7 : 0) })
  }

  @Test(
    arguments: [
      ([0, 1, 2, 3, 0, 0, 0, 0], [1, 2, 3, 255, 0, 0, 0, 255]),
      ([0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]),
      ([0, 1, 2, 3, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1]),
    ] as [([UInt8], [UInt8])])
  func `a picture whose alpha is zero everywhere is opaque unless it has no colour either`(
    bytes: [UInt8], shown: [UInt8]
  ) {
    let value = DBusValue.structure([.int32(2), .int32(1), .bytes(bytes)])
    let item = TrayItem(id: "a", properties: ["IconPixmap": pixmaps([value])])
    #expect(item.icon.pixmap?.bytes == shown)
  }

  @Test func `a picture is made smaller by the means of its pixels, of which transparent ones count nothing`()
  {
    let (red, clear, half): ([UInt8], [UInt8], [UInt8]) = (
      [255, 200, 0, 0], [0, 9, 9, 9], [128, 0, 100, 0]
    )
    let picture = SentPixmap(
      size: PixelSize(width: 4, height: 2), bytes: red + red + clear + clear + red + red + clear + half)
    #expect(
      picture.reduced(to: 2)
        == TrayItem.Pixmap(size: PixelSize(width: 2, height: 1), bytes: [200, 0, 0, 255, 0, 13, 0, 32]))
    let (opaque, none): ([UInt8], [UInt8]) = ([200, 0, 0, 255], [0, 0, 0, 0])
    let whole = TrayItem.Pixmap(
      size: picture.size, bytes: opaque + opaque + none + none + opaque + opaque + none + [0, 50, 0, 128])
    #expect(picture.reduced(to: 3) == whole && picture.reduced(to: 4) == whole)
    // A line becomes no thinner than a pixel, and sides need not be multiples.
    let line = SentPixmap(size: PixelSize(width: 7, height: 1), bytes: (0..<7).flatMap { _ in red })
    #expect(
      line.reduced(to: 2)
        == TrayItem.Pixmap(size: PixelSize(width: 2, height: 1), bytes: opaque + opaque))
  }

  @Test(arguments: [[], ["Menu", "IconName"], ["Status", "ItemIsMenu", "IconPixmap", "ToolTip", "Title"]])
  func `properties that change replace their own values and no others`(changed: [String]) {
    let told: [String: DBusValue] = [
      "Id": .string("a"), "Title": .string("title"), "Category": .string("Hardware"),
      "Status": .string("Passive"), "IconName": .string("icon"), "IconPixmap": pixmaps([pixmap(4, 4)]),
      "AttentionIconName": .string("attention"), "OverlayIconPixmap": pixmaps([pixmap(2, 2)]),
      "IconThemePath": .string("/theme"), "XAyatanaLabel": .string("label"), "Menu": .objectPath("/Menu"),
      "ItemIsMenu": .boolean(false),
      "ToolTip": .structure([.string(""), pixmaps([]), .string("head"), .string("text")]),
    ]
    var item = TrayItem(id: "a", properties: told)
    // A value of an unexpected type stands for none.
    let new = Dictionary(uniqueKeysWithValues: changed.map { ($0, DBusValue.uint32(0)) })
    item.adopt(new)
    #expect(item == TrayItem(id: "a", properties: told.merging(new) { $1 }))
    item.adopt(told)
    #expect(item == TrayItem(id: "a", properties: told))
    #expect(TrayItem.pictureBytes(in: told) == 64 + 16)
  }

  @Test func `pictures in one array of bytes are none`() {
    let item = TrayItem(id: "a", properties: ["IconPixmap": .bytes([UInt8](repeating: 1, count: 64))])
    #expect(item.icon.isEmpty)
  }

  @Test func `a character with any number of marks, and tags that do not end, are cut`() {
    let endless = "a" + String(repeating: "\u{301}", count: 100_000)
    func item(_ text: String) -> TrayItem {
      TrayItem(
        id: "a",
        properties: [
          "Id": .string(text), "Title": .string(text), "IconName": .string(text),
          "IconThemePath": .string(text),
          "ToolTip": .structure([.string(""), pixmaps([]), .string("head"), .string(text)]),
        ])
    }
    let read = item(endless)
    for text in [read.name, read.title, read.icon.name, read.themePath, read.tooltip] {
      #expect((1...8192).contains(text.unicodeScalars.count))
    }
    #expect(item("<b>a</b> < b > c < d").tooltip == "head\na  c < d")
    #expect(item(String(repeating: "<", count: 9)).tooltip == "head\n<<<<<<<<<")
    #expect(item("a>" + String(repeating: "<", count: 9000)).tooltip.count == 1024)
  }

  @Test(arguments: [
    DBusValue.objectPath("/"), .objectPath("/NO_DBUSMENU"), .string(""), .uint32(1), .string("menu"),
  ])
  func `what is no menu is none`(value: DBusValue) {
    #expect(TrayItem(id: "a", properties: ["Menu": value]).menu == nil)
  }

  @Test(arguments: DailySeeds.first(30) as [UInt64])
  func `any values of any types are an item, and never trap`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let names = [
      "Id", "Title", "Status", "IconName", "IconPixmap", "AttentionIconPixmap", "ToolTip", "Menu",
      "ItemIsMenu",
      "IconThemePath",
    ]
    let values: [DBusValue] = [
      .string("<<<<&&&&" + String(repeating: "<b", count: 3000)), .uint32(.max), .bytes([1, 2]),
      .boolean(false),
      .structure([.string(""), .string(""), .string("&amp"), .string("<")]), .array(.variant, []),
      .double(.nan),
      pixmaps([pixmap(1, 1, bytes: 9)]), .objectPath("/x"),
    ]
    for _ in 0..<50 {
      var properties: [String: DBusValue] = [:]
      for name in names where random.next() % 2 == 0 {
        properties[name] = values[Int(random.next() % UInt64(values.count))]
      }
      let item = TrayItem(id: "a", properties: properties)
      #expect(item.id == "a" && item.tooltip.count <= 1024 && item.icon.pixmap == nil)
    }
  }
}
