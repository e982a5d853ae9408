import Geometry
import TestSupport
import Testing
import TextProcessing

@testable import DesktopModel

/// Answers of real programs as they were recorded, and with parts of them missing or of other types.
struct ProgramRecordingTests {
  /// The entries that both programs have in their menus.
  @Test(arguments: [ProgramRecording.gtkMenu, ProgramRecording.qtMenu])
  func `recorded menus of GTK and Qt are read alike`(recording: String) throws {
    let menu = try #require(ServiceMenu(try BusctlJSON.value(recording, "(ia{sv}av)")))
    #expect(menu.id == 0 && menu.entries.map(\.label) == ["Open", "Picture", "Check", "", "Off", "More"])
    #expect(menu.entries.map(\.isSeparator) == [false, false, false, true, false, false])
    #expect(menu.entries.map(\.isEnabled) == [true, true, true, true, false, true])
    #expect(menu.entries.map(\.toggle) == [nil, nil, .check, nil, nil, nil] && menu.entries[2].isOn)
    #expect(menu.entries[0].mnemonic == "o" && menu.all.allSatisfy { $0.isVisible && $0.icon.isEmpty })
    #expect(menu.entries[1].iconData.starts(with: [137, 80, 78, 71]))
    #expect(menu.all.filter { !$0.iconData.isEmpty }.count == 1)
    #expect(menu.entries[5].hasSubmenu && menu.entries[5].entries.map(\.label) == ["Deep", "Deeper"])
  }

  @Test func `a recorded item of the tray is read`() throws {
    let item = TrayItem(
      id: ":1.3/org/ayatana/NotificationItem/gtk_client",
      properties: try BusctlJSON.properties(ProgramRecording.gtkItem))
    #expect(item.name == "gtk-client" && item.title == "Client" && item.status == .active)
    // The library tells no ItemIsMenu and has no method Activate, so that a click can do nothing but open the menu.
    #expect(item.isMenu)
    #expect(item.menu == "/org/ayatana/NotificationItem/gtk_client/Menu" && item.words == "Client")
    #expect(item.icon == TrayItem.Icon(name: "mail-unread") && item.attentionIcon.isEmpty)
    #expect(item.overlay.isEmpty && item.themePath.isEmpty)
  }

  @Test func `a recorded item of Qt is read, with the larger of its pictures`() throws {
    let item = TrayItem(
      id: ":1.2/StatusNotifierItem", properties: try BusctlJSON.properties(ProgramRecording.qtItem))
    #expect(item.name == "qt_item.py" && item.status == .active && item.menu == "/MenuBar" && !item.isMenu)
    #expect(item.tooltip == "Client" && item.words == "Client" && item.themePath.isEmpty)
    let pixmap = try #require(item.icon.pixmap)
    #expect(item.icon.name.isEmpty && pixmap.size == PixelSize(width: 32, height: 32))
    #expect(pixmap.bytes.count == 4096 && pixmap.bytes.starts(with: [255, 0, 0, 255, 255, 0, 0, 255]))
    #expect(item.attentionIcon.isEmpty && item.overlay.isEmpty)
  }

  @Test func `a recorded player is read`() throws {
    let player = MediaPlayer(id: "mpv", properties: try BusctlJSON.properties(ProgramRecording.mpv))
    #expect(player.status == .paused && player.title == "Silence" && player.track == "Silence")
    #expect(player.artist.isEmpty && player.album.isEmpty && player.art.isEmpty)
    #expect(player.length == .seconds(120) && player.trackID == "/0")
    #expect(player.canSeek && player.canControl && player.hasNext && player.hasPrevious)
  }

  /// The properties of the recorded nodes.
  private static func nodes() throws -> [[String: String]] {
    let text = ProgramRecording.nodes.split(separator: "\n").joined()
    guard case .array(let nodes) = try JSONValue(parsing: text) else { return [] }
    return nodes.map { node in
      guard case .object(let members) = node else { return [:] }
      return Dictionary(
        members.compactMap { member in member.value.string.map { (member.key, $0) } },
        uniquingKeysWith: { first, _ in first })
    }
  }

  @Test func `of recorded nodes only who records people is told`() throws {
    let nodes = try Self.nodes()
    #expect(nodes.compactMap { $0["node.name"] } == ["Clock", "pw-record", "pw-record", "pw-play"])
    #expect(
      nodes.map { MediaNode(properties: $0) } == [
        nil, MediaNode(.recorder, application: "pw-record"), nil, nil,
      ])
    var graph = MediaGraph()
    for (id, node) in nodes.enumerated() {
      graph.put(MediaNode(properties: node, isRunning: true), as: UInt32(id))
    }
    #expect(graph.use.microphone.names == ["pw-record"] && !graph.use.microphone.isEmpty)
    #expect(graph.use.camera.isEmpty && !graph.use.isScreenShared)
  }

  @Test(arguments: DailySeeds.first(40) as [UInt64])
  func `recordings of which parts are missing or of other types make sense as far as they go`(seed: UInt64)
    throws
  {
    var random = SplitMix(seed: seed)
    for recording in [ProgramRecording.gtkMenu, ProgramRecording.qtMenu] {
      let value = ServiceRecordingTests.damaged(
        try BusctlJSON.value(recording, "(ia{sv}av)"), &random, depth: 2)
      if let menu = ServiceMenu(value) {
        #expect(menu.all.count <= 9 && menu.all.allSatisfy { !$0.label.contains("\n") }, "seed \(seed)")
      }
    }
    func properties(_ recording: String) throws -> [String: DBusValue] {
      let value = try BusctlJSON.value(recording, "a{sv}")
      return ServiceRecordingTests.damaged(value, &random, depth: 2).options ?? [:]
    }
    func item(_ recording: String) throws -> TrayItem {
      TrayItem(id: "a", properties: try properties(recording))
    }
    for _ in 0..<10 {
      let player = MediaPlayer(id: "mpv", properties: try properties(ProgramRecording.mpv))
      #expect(player.length.map { $0 > .zero && $0 < .seconds(86_400 * 30) } != false, "seed \(seed)")
      #expect(!player.track.isEmpty, "seed \(seed)")
      let gtk = try item(ProgramRecording.gtkItem)
      #expect(gtk.icon.pixmap == nil && gtk.menu?.hasPrefix("/") != false, "seed \(seed)")
      let qt = try item(ProgramRecording.qtItem)
      #expect(qt.menu?.hasPrefix("/") != false && qt.words.count <= TrayItem.longestText, "seed \(seed)")
      let pixmap = qt.icon.pixmap
      #expect(pixmap.map { $0.bytes.count == $0.size.width * $0.size.height * 4 } != false, "seed \(seed)")
    }
    for var node in try Self.nodes() {
      for key in node.keys.sorted() where Int.random(in: 0..<6, using: &random) == 0 {
        node[key] = ["", "\u{202E}\n", String(repeating: "a", count: 9000), "Stream/Input/Audio", nil]
          .randomElement(using: &random)!
      }
      if let read = MediaNode(properties: node) {
        #expect(read.application.count <= 200 && !read.application.contains("\n"), "seed \(seed)")
      }
    }
  }
}
