import TestSupport
import Testing

@testable import DesktopModel

/// Menus as programs tell them by com.canonical.dbusmenu.
struct ServiceMenuTests {
  private func entry(_ id: Int32, _ properties: KeyValuePairs<String, DBusValue>, _ entries: [DBusValue] = [])
    -> DBusValue
  {
    .structure([.int32(id), .options(properties), .array(.variant, entries.map { .variant($0) })])
  }

  @Test func `a menu is read as programs tell it`() throws {
    let keys = DBusValue.array(.array(.string), [.strings(["Control", "Shift", "Q"])])
    let menu = try #require(
      ServiceMenu(
        entry(
          0, ["children-display": .string("submenu")],
          [
            entry(1, ["label": .string("_Connect to__home"), "icon-name": .string("wifi")]),
            entry(2, ["type": .string("separator")]),
            entry(
              3, ["label": .string("Mode"), "children-display": .string("submenu")],
              [
                entry(
                  4, ["label": .string("Auto"), "toggle-type": .string("radio"), "toggle-state": .int32(1)]),
                entry(5, ["toggle-type": .string("checkmark"), "toggle-state": .int32(-1)]),
              ]),
            entry(
              6,
              [
                "label": .string("Quit"), "enabled": .boolean(false), "visible": .boolean(false),
                "shortcut": keys,
              ]),
          ])))
    #expect(menu.entries.map(\.id) == [1, 2, 3, 6])
    #expect(menu.entries[0].label == "Connect to_home" && menu.entries[0].mnemonic == "c")
    #expect(menu.entries[0].icon == "wifi" && menu.entries[1].isSeparator && menu.entries[2].hasSubmenu)
    #expect(menu.entry(4)?.toggle == .radio && menu.entry(4)?.isOn == true)
    #expect(menu.entry(5)?.toggle == .check && menu.entry(5)?.isOn == false)
    let quit = try #require(menu.entry(6))
    #expect(!quit.isEnabled && !quit.isVisible && quit.shortcut == "Ctrl+Shift+Q")
  }

  @Test(
    arguments: [
      ("_File", "File", "f"), ("Save _as…", "Save as…", "a"), ("a__b", "a_b", nil), ("__", "_", nil),
      ("_", "", nil),
      ("_É", "É", "é"), ("two\nlines", "two lines", nil), ("_a _b", "a b", "a"), ("end_", "end", nil),
    ] as [(String, String, Character?)])
  func `labels lose their underscores`(text: String, label: String, mnemonic: Character?) {
    var menu = ServiceMenu(id: 1)
    menu.take(["label": .string(text)])
    #expect(menu.label == label && menu.mnemonic == mnemonic)
    let place = menu.mnemonicPlace.map { Array(menu.label)[$0] }
    #expect(place.map { Character($0.lowercased()) } == mnemonic)
  }

  @Test(
    arguments: [(1, true, false), (0, false, false), (2, false, true), (-1, false, true)]
      as [(Int32, Bool, Bool)])
  func `a sign is on, off or neither`(state: Int32, isOn: Bool, isMixed: Bool) {
    var menu = ServiceMenu(id: 1)
    menu.take(["toggle-type": .string("checkmark"), "toggle-state": .int32(state)])
    #expect(menu.toggle == .check && menu.isOn == isOn && menu.isMixed == isMixed)
  }

  @Test func `pictures are kept up to a limit for each and one for all`() throws {
    func pictures(_ sizes: [Int], _ limits: ServiceMenu.Limits = ServiceMenu.Limits()) throws -> [Int] {
      let entries = sizes.enumerated().map { place, size in
        entry(Int32(place + 1), ["icon-data": .bytes([UInt8](repeating: 1, count: size))])
      }
      let menu = try #require(ServiceMenu(entry(0, [:], entries), limits: limits))
      return menu.entries.map(\.iconData.count)
    }
    var limits = ServiceMenu.Limits()
    (limits.pictureBytes, limits.allPictureBytes) = (100, 250)
    #expect(try pictures([100, 101, 100, 80, 50, 1], limits) == [100, 0, 100, 0, 50, 0])
    #expect(try pictures([256 << 10, (256 << 10) + 1]) == [256 << 10, 0])
    // Text is no picture.
    var menu = ServiceMenu(id: 1)
    menu.take(["icon-data": .string("abc")])
    #expect(menu.iconData.isEmpty)
    menu.take(["icon-data": .bytes([1, 2])])
    #expect(menu.iconData == [1, 2])
  }

  @Test(
    arguments: [
      (.string("normal"), .normal), (.string("informative"), .informative), (.string("warning"), .warning),
      (.string("alert"), .alert), (.string("shouting"), .normal), (.string(""), .normal),
      (.string(String(repeating: "alert", count: 1000)), .normal), (.uint32(3), .alert),
      (.strings(["alert"]), .alert),
    ] as [(DBusValue, ServiceMenu.Disposition)])
  func `a disposition that nobody knows is the usual one, and what is no text changes nothing`(
    value: DBusValue, disposition: ServiceMenu.Disposition
  ) {
    var menu = ServiceMenu(id: 1)
    menu.disposition = .alert
    menu.take(["disposition": value])
    #expect(menu.disposition == disposition)
  }

  @Test(
    arguments: [
      (.string("Wireless, 3 bars"), "Wireless, 3 bars"), (.string("two\nlines"), "two lines"),
      (.string(""), ""),
      (.string(String(repeating: "a", count: 9999)), String(repeating: "a", count: 500)),
      (.int32(1), "before"),
    ] as [(DBusValue, String)])
  func `an entry may be spoken of by other words than its label`(value: DBusValue, spoken: String) {
    var menu = ServiceMenu(id: 1)
    menu.take(["label": .string("Wireless"), "accessible-desc": .string("before")])
    menu.take(["accessible-desc": value])
    #expect(menu.spokenLabel == spoken && menu.label == "Wireless")
  }

  @Test(
    arguments: [
      (.string("submenu"), true), (.string(""), false), (.string("popup"), false), (.boolean(true), true),
      (nil, true),
    ] as [(DBusValue?, Bool)])
  func `an entry with entries has a submenu unless the program says otherwise later`(
    display: DBusValue?, hasSubmenu: Bool
  ) throws {
    var menu = try #require(ServiceMenu(entry(1, [:], [entry(2, [:])])))
    if let display { menu.take(["children-display": display]) }
    #expect(menu.hasSubmenu == hasSubmenu)
  }

  @Test(
    arguments: [
      ([["Control", "S"]], "Ctrl+S"), ([["Super", "Alt", "F4"], ["F9"]], "Super+Alt+F4"), ([], ""),
      ([[]], ""),
      ([[String](repeating: "Control", count: 99)], "Ctrl+Ctrl+Ctrl+Ctrl+Ctrl+Ctrl"),
      ([[String(repeating: "x", count: 99)]], String(repeating: "x", count: 40)),
    ] as [([[String]], String)])
  func `the first of several shortcuts is told, as far as people read`(keys: [[String]], text: String) {
    var menu = ServiceMenu(id: 1)
    menu.take(["shortcut": .array(.array(.string), keys.map { .strings($0) })])
    #expect(menu.shortcut == text)
    menu.take(["shortcut": .array(.variant, [.variant(.int32(1))])])
    #expect(menu.shortcut.isEmpty)
  }

  @Test func `a menu that submenus are put into keeps the limits of one that was read at once`() throws {
    var limits = ServiceMenu.Limits()
    (limits.entries, limits.depth, limits.pictureBytes, limits.allPictureBytes) = (10, 3, 4, 6)
    var menu = try #require(
      ServiceMenu(entry(0, [:], [entry(1, [:]), entry(2, [:]), entry(3, [:])]), limits: limits))
    // Each of these is within the limits.
    let many = try #require(
      ServiceMenu(
        entry(1, [:], (10..<19).map { entry($0, ["icon-data": .bytes([1, 2, 3, 4])]) }), limits: limits))
    #expect(many.entries.count == 9 && menu.replace(many))
    menu.limit(limits)
    #expect(menu.all.map(\.id) == [0, 1, 10, 11, 12, 13, 14, 15, 16, 17])
    #expect(menu.all.map(\.iconData.count).reduce(0, +) == 4)
    let deep = try #require(
      ServiceMenu(entry(10, [:], [entry(20, [:], [entry(30, [:], [entry(40, [:])])])]), limits: limits))
    #expect(menu.replace(deep) && menu.entry(30) != nil)
    menu.limit(limits)
    #expect(menu.entry(20) != nil && menu.entry(30) == nil)
  }

  /// The work would double with every level if a level were searched twice.
  @Test func `an entry is found below many levels`() {
    var menu = ServiceMenu(id: 100)
    for id in Int32(0)..<100 {
      var parent = ServiceMenu(id: 99 - id)
      parent.entries = [menu]
      menu = parent
    }
    #expect(menu.entry(100)?.id == 100 && menu.entry(101) == nil)
  }

  @Test func `entries are updated, put back to what is usual and replaced, and others stay`() throws {
    var menu = try #require(ServiceMenu(entry(0, [:], [entry(1, ["label": .string("one")]), entry(2, [:])])))
    let isUpdated = menu.update(2, ["label": .string("two"), "enabled": .string("no")])
    #expect(isUpdated)
    #expect(menu.entry(2)?.label == "two" && menu.entry(2)?.isEnabled == true)
    let isStrange = menu.update(9, ["label": .string("nine")])
    #expect(!isStrange)
    let subtree = try #require(ServiceMenu(entry(1, ["label": .string("new")], [entry(3, [:])])))
    let isReplaced = menu.replace(subtree)
    #expect(isReplaced && menu.entry(3) != nil && menu.entry(2)?.label == "two")
    let isMisplaced = menu.replace(ServiceMenu(id: 9))
    #expect(!isMisplaced)
  }

  @Test func `a character with any number of marks is cut, wherever it is told`() {
    let endless = "a" + String(repeating: "\u{301}", count: 100_000)
    var menu = ServiceMenu(id: 1)
    menu.take([
      "label": .string(endless), "icon-name": .string(endless), "accessible-desc": .string(endless),
      "shortcut": .array(.array(.string), [.strings([endless, endless])]),
    ])
    for text in [menu.label, menu.icon, menu.spokenLabel, menu.shortcut] {
      #expect((1...4000).contains(text.unicodeScalars.count))
    }
  }

  @Test func `what is no entry takes the place of one, so that it has an end too`() throws {
    var limits = ServiceMenu.Limits()
    limits.entries = 10
    func read(_ nothings: Int) throws -> Int {
      let values = [DBusValue](repeating: .int32(1), count: nothings) + [entry(1, [:]), entry(2, [:])]
      return try #require(ServiceMenu(entry(0, [:], values), limits: limits)).entries.count
    }
    #expect(try [0, 7, 8, 9, 10_000].map(read) == [2, 2, 1, 0, 0])
    // Bytes are not put into variants one by one.
    let bytes = DBusValue.structure([.int32(0), .options([:]), .bytes([1, 2, 3])])
    #expect(ServiceMenu(bytes) == nil)
  }

  @Test func `changes are taken in as the signal tells them, and what has another form is left out`() throws {
    var menu = try #require(
      ServiceMenu(entry(0, [:], [entry(1, ["label": .string("one")]), entry(2, ["label": .string("two")])])))
    func changed(_ id: Int32, _ label: DBusValue) -> DBusValue {
      .structure([.int32(id), .options(["label": label])])
    }
    func signal(_ changed: [DBusValue], _ removed: [DBusValue]) -> [DBusValue] {
      [
        .array(.structure([.int32, .dictionary(key: .string, value: .variant)]), changed),
        .array(.structure([.int32, .array(.string)]), removed),
      ]
    }
    menu.update(
      signal(
        [changed(1, .string("uno")), changed(9, .string("nine")), .int32(1), .structure([.int32(2)])],
        [.structure([.int32(2), .strings(["label", "unknown"])])]))
    #expect(menu.entries.map(\.label) == ["uno", ""])
    for odd: [DBusValue] in [[], signal([], []) + [.int32(0)], [.bytes([1]), .bytes([2])]] {
      menu.update(odd)
      #expect(menu.entries.map(\.label) == ["uno", ""])
    }
    // A signal's changes are read up to the number of entries that a menu may have.
    var limits = ServiceMenu.Limits()
    limits.entries = 3
    menu.update(
      signal(
        [
          changed(9, .string("")), changed(9, .string("")), changed(1, .string("a")),
          changed(1, .string("b")),
        ], []),
      limits: limits)
    #expect(menu.entries.map(\.label) == ["a", ""])
  }

  @Test func `endless menus end`() throws {
    let many = (1...100_000).map { entry($0, [:]) }
    let menu = try #require(ServiceMenu(entry(0, [:], many)))
    #expect(menu.entries.count == 1999)
    var deep = entry(1000, [:])
    for id in 0..<100 { deep = entry(Int32(id), [:], [deep]) }
    var depth = 0
    var rest = ServiceMenu(deep)
    while let next = rest?.entries.first {
      depth += 1
      rest = next
    }
    #expect(depth == 12)
  }

  @Test func `what is no menu is none, and what is no entry is left out`() throws {
    for value: DBusValue in [
      .int32(0), .structure([.int32(0)]), .structure([.string("0"), .options([:]), .strings([])]),
    ] {
      #expect(ServiceMenu(value) == nil)
    }
    let odd = DBusValue.structure([
      .int32(0), .options(["label": .uint32(1)]),
      .array(.variant, [.variant(.int32(4)), .variant(entry(1, [:]))]),
    ])
    #expect(ServiceMenu(odd)?.entries.map(\.id) == [1])
  }

  @Test(arguments: DailySeeds.first(30) as [UInt64])
  func `any properties in any order keep entries as they are otherwise`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let names = [
      "label", "type", "enabled", "visible", "toggle-type", "toggle-state", "icon-name", "children-display",
      "shortcut", "icon-data", "disposition", "accessible-desc",
    ]
    let values: [DBusValue] = [
      .string(String(repeating: "_", count: 999)), .int32(.min), .boolean(true), .strings(["a"]),
      .bytes([0xFF]),
      .array(.array(.string), []), .array(.variant, [.variant(.uint32(1))]), .string("submenu"),
      .double(.infinity),
    ]
    var menu = ServiceMenu(id: 7)
    for _ in 0..<300 {
      menu.take([
        names[Int(random.next() % UInt64(names.count))]: values[Int(random.next() % UInt64(values.count))]
      ])
      #expect(menu.id == 7 && menu.label.count <= 500 && menu.entries.isEmpty)
      #expect(menu.spokenLabel.count <= 500 && menu.shortcut.count <= 40)
    }
  }
}
