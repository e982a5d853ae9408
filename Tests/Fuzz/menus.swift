import DesktopModel

/// Any bytes as what a program tells of its menu by com.canonical.dbusmenu, as they come from the bus or as values: a
/// layout, parts of it that take the place of others, and changes of properties.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMenus(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let rest = Array(input.dropFirst())
  switch (input.first ?? 0) % 4 {
  case 0:
    signal("u(ia{sv}av)", rest) { arguments in
      if arguments.count == 2, let menu = ServiceMenu(arguments[1]) { check(menu, ServiceMenu.Limits()) }
    }
  case 1:
    signal("a(ia{sv})a(ias)", rest) { arguments in
      var menu = known
      menu.update(arguments)
      precondition(menu.all.map(\.id) == known.all.map(\.id))
      check(menu, ServiceMenu.Limits())
    }
  default: playValues(rest)
  }
  return 0
}

private func signal(_ signature: String, _ body: [UInt8], take: @escaping @MainActor ([DBusValue]) -> Void) {
  MainActor.assumeIsolated { OtherEnd.shared.signal(signature, body: body, take: take) }
}

/// A menu with the entries 1 to 3, the last of which has a submenu of 4 and 5.
private let known: ServiceMenu = {
  var menu = ServiceMenu(id: 0)
  menu.entries = [1, 2, 3].map { ServiceMenu(id: $0) }
  menu.entries[2].entries = [4, 5].map { ServiceMenu(id: $0) }
  return menu
}()

/// Limits that are soon reached.
private let small: ServiceMenu.Limits = {
  var limits = ServiceMenu.Limits()
  (limits.entries, limits.depth, limits.pictureBytes, limits.allPictureBytes) = (24, 4, 300, 900)
  return limits
}()

private func playValues(_ input: [UInt8]) {
  var source = ValueSource(bytes: input)
  var menu = known
  while !source.isAtEnd {
    switch source.byte() % 4 {
    case 0: menu.update([source.changes("a{sv}"), source.changes("as")], limits: small)
    case 1: menu.update((0..<source.byte() % 4).map { _ in source.value() }, limits: small)
    default:
      let told = source.byte() % 8 == 0 ? source.value() : source.entry(0)
      guard let read = ServiceMenu(told, limits: small) else { continue }
      check(read, small)
      let isKnown = menu.entry(read.id) != nil
      precondition(menu.replace(read) == isKnown)
      menu.limit(small)
    }
    check(menu, small)
  }
}

/// A menu keeps its limits, and nothing of it is longer than people read.
private func check(_ menu: ServiceMenu, _ limits: ServiceMenu.Limits) {
  let all = menu.all
  precondition(all.count <= limits.entries && depth(menu) <= limits.depth)
  precondition(all.allSatisfy { $0.iconData.count <= limits.pictureBytes })
  precondition(all.reduce(0) { $0 + $1.iconData.count } <= limits.allPictureBytes)
  for entry in all {
    for text in [entry.label, entry.icon, entry.spokenLabel, entry.shortcut] {
      precondition(text.count <= 500 && text.unicodeScalars.count <= 4000)
    }
    precondition(!entry.label.contains(where: \.isNewline) && !entry.spokenLabel.contains(where: \.isNewline))
    precondition(menu.entry(entry.id) != nil)
  }
}

private func depth(_ menu: ServiceMenu) -> Int { menu.entries.map { depth($0) + 1 }.max() ?? 0 }

extension ValueSource {
  private static let names = [
    "label", "type", "enabled", "visible", "toggle-type", "toggle-state", "icon-name", "icon-data",
    "children-display", "shortcut", "disposition", "accessible-desc", "unknown",
  ]

  /// An entry with entries, most of which are as programs tell them.
  fileprivate mutating func entry(_ depth: Int) -> DBusValue {
    let children = depth > 6 ? 0 : byte() % 6
    return .structure([
      .int32(byte() % 16 == 0 ? int32() : Int32(byte() % 8)), menuProperties(),
      .array(
        .variant,
        (0..<children).map { _ in .variant(byte() % 16 == 0 ? value() : entry(depth + 1)) }),
    ])
  }

  /// Entries whose properties are told anew, `a{sv}`, or taken away, `as`.
  fileprivate mutating func changes(_ type: String) -> DBusValue {
    let items = (0..<byte() % 6).map { _ in
      DBusValue.structure([
        .int32(Int32(byte() % 8)),
        type == "as"
          ? .strings((0..<byte() % 4).map { _ in Self.names[Int(byte()) % Self.names.count] })
          : menuProperties(),
      ])
    }
    return .array(.structure([.int32, DBusType.parse(type)![0]]), items)
  }

  private mutating func menuProperties() -> DBusValue {
    properties(Self.names) { name, source in
      switch name {
      case "enabled", "visible": .boolean(source.byte() & 1 == 1)
      case "toggle-state": .int32(source.int32())
      case "icon-data": .bytes(source.data())
      case "shortcut":
        .array(
          .array(.string),
          (0..<source.byte() % 3).map { _ in
            .strings((0..<source.byte() % 9).map { _ in source.text() })
          })
      case "type": .string("separator")
      case "toggle-type": .string(source.byte() & 1 == 1 ? "radio" : "checkmark")
      case "children-display": .string("submenu")
      case "disposition": .string("alert")
      default: .string(source.text())
      }
    }
  }
}
