import DesktopModel

/// Any bytes as the properties of an item of the tray, as they come from the bus or as values: texts, tooltips, and
/// pictures whose sizes and bytes may disagree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzItems(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let rest = Array(input.dropFirst())
  if (input.first ?? 0) % 2 == 0 {
    MainActor.assumeIsolated {
      OtherEnd.shared.signal("a{sv}", body: rest) { arguments in
        if let properties = arguments.first?.options { check(properties) }
      }
    }
    return 0
  }
  var source = ValueSource(bytes: rest)
  var properties: [String: DBusValue] = [:]
  while !source.isAtEnd {
    properties.merge(source.itemProperties()) { _, new in new }
    check(properties)
  }
  return 0
}

/// The item of the properties has what can be shown and nothing else.
private func check(_ properties: [String: DBusValue]) {
  let item = TrayItem(id: ":1.7/StatusNotifierItem", properties: properties)
  for text in [item.name, item.title, item.tooltip, item.themePath, item.words] {
    precondition(text.count <= 1024 && text.unicodeScalars.count <= 8192)
  }
  precondition(item.menu.map { $0.hasPrefix("/") && $0 != "/" } ?? true)
  for icon in [item.icon, item.attentionIcon, item.overlay, item.shownIcon] {
    precondition(icon.name.count <= 1024)
    guard let pixmap = icon.pixmap else { continue }
    precondition((1...127).contains(pixmap.size.width) && (1...127).contains(pixmap.size.height))
    precondition(pixmap.bytes.count == pixmap.size.width * pixmap.size.height * 4)
  }
  var parts = TrayItem(id: item.id, properties: [:])
  for (name, value) in properties { parts.adopt([name: value]) }
  precondition(parts == item)
}

extension ValueSource {
  private static let names = [
    "Id", "Title", "Status", "IconName", "IconPixmap", "AttentionIconName", "AttentionIconPixmap",
    "OverlayIconName", "OverlayIconPixmap", "IconThemePath", "ToolTip", "Menu", "ItemIsMenu", "unknown",
  ]

  fileprivate mutating func itemProperties() -> [String: DBusValue] {
    let told = properties(Self.names) { name, source in
      switch name {
      case "Status": .string(["Passive", "NeedsAttention", "Active"][Int(source.byte() % 3)])
      case "ToolTip":
        .structure([
          .string(source.text()), source.pixmaps(), .string(source.text()), .string(source.text()),
        ])
      case "Menu": .objectPath("/" + source.text())
      case "ItemIsMenu": .boolean(source.byte() & 1 == 1)
      case _ where name.hasSuffix("Pixmap"): source.pixmaps()
      default: .string(source.text())
      }
    }
    return told.options ?? [:]
  }

  /// Pictures, of which some are as large as they say.
  private mutating func pixmaps() -> DBusValue {
    let pictures = (0..<byte() % 20).map { _ -> DBusValue in
      let (width, height) = (int32(), int32())
      let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
      let bytes: [UInt8] =
        byte() % 4 == 0 || isTooLarge || !(0...4096).contains(area)
        ? data() : [UInt8](repeating: 7, count: Int(area) * 4)
      return .structure([.int32(width), .int32(height), .bytes(bytes)])
    }
    return .array(.structure([.int32, .int32, .array(.byte)]), pictures)
  }
}
