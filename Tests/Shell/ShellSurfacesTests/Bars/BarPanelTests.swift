import BarUI
import Geometry
import Loop
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import TestSupport
import Testing
import VisualEffects

@testable import Pictures

/// A panel of a module of a bar, on a compositor that a test plays.
struct BarPanelTests {
  /// A service with a panel, and the uses that were made of it.
  private final class Service {
    var panel: ControlPanel? = ControlPanel(
      "Network", isOn: true,
      rows: [
        .init("a", .choice(.init("Home"))), .init("l", .level(.init(value: 0.5))),
        .init("f", .field(.init(placeholder: "Password", button: "Join", isSecret: true))),
      ])
    var uses: [ControlUse] = []
    /// Called when the panel of the service is used.
    var onUse: (ControlUse) -> Void = { _ in }
    let observers = Observers()
    var isOpen: Bool { !observers.isEmpty }
    /// Called when the panel of the service is opened.
    var onOpen: () -> Void = {}
  }

  private let clock = ModuleName(.clock)
  private let service = Service()

  /// A bar on the screen whose module opens the panel.
  private func stage(
    edge: OutputEdge = .top, direction: LayoutDirection = .auto
  ) throws -> (BarStage, FakeSurface) {
    try BarStage.withClock(
      edge: edge, direction: direction,
      opening: .panel(
        ModulePanel { [service] in
          service.panel
        } open: { [service] in
          service.onOpen()
          return service.observers.add($0)
        } use: { [service] in
          service.uses.append($0)
          service.onUse($0)
        }))
  }

  /// Opens the panel by a click on the module; returns its surface.
  private func open(_ stage: BarStage, _ surface: FakeSurface) throws -> FakeSurface {
    // The first module is at the upper or left end of the bar.
    click(surface, 12, 12)
    surface.grantKeyboard()
    let popup = try #require(surface.popups.last).surface
    popup.show()
    _ = popup.scene(at: stage.now)
    return popup
  }

  private func click(_ surface: FakeSurface, _ x: Double, _ y: Double) {
    surface.onPointer?(PointerEvent(.entered, x: x, y: y))
    surface.onPointer?(PointerEvent(.pressed(.left), x: x, y: y))
    surface.onPointer?(PointerEvent(.released(.left), x: x, y: y))
  }

  private func press(_ surface: FakeSurface, _ keysyms: UInt32..., text: String = "") {
    for keysym in keysyms { surface.onKey?(KeyEvent(keysym: keysym, text: text)) }
  }

  /// Opens a panel of a row that ends in a button without words, and moves the pointer to the button. Returns the popup, the row's
  /// frame in logical pixels of the output, and the place of the pointer in pixels of the popup.
  private func openAtButton(
    _ stage: BarStage, _ surface: FakeSurface
  ) throws -> (popup: FakeSurface, row: LogicalRect, x: Double, y: Double) {
    let restart = ControlPanel.Button("restart", "Start again", icon: "view-refresh-symbolic")
    service.panel = ControlPanel("Services", rows: [.init("u", .entry(.init("Nginx", buttons: [restart])))])
    let popup = try open(stage, surface)
    let row = try #require(stage.bar.popupReports.first?.items.first { $0.label == "Nginx" }).frame
    let (x, y) = (row.maxX - 16 - Double(popup.frame.x), row.y + row.height / 2 - Double(popup.frame.y))
    popup.onPointer?(PointerEvent(.entered, x: x, y: y))
    return (popup, row, x, y)
  }

  /// The middle of a row, in pixels of the popup.
  private func middle(_ label: String, _ stage: BarStage, _ popup: FakeSurface) throws -> (Double, Double) {
    let item = try #require(stage.bar.popupReports.first?.items.first { $0.label == label })
    return (
      item.frame.x + item.frame.width / 2 - Double(popup.frame.x),
      item.frame.y + item.frame.height / 2 - Double(popup.frame.y)
    )
  }

  @Test func `a button without words has a tooltip, which is closed before its panel`() throws {
    let (stage, surface) = try stage()
    let (popup, row, x, y) = try openAtButton(stage, surface)
    stage.pass(.milliseconds(499))
    #expect(popup.popups.isEmpty)
    stage.pass(.milliseconds(1))
    let tooltip = try #require(popup.popups.first)
    #expect(!tooltip.placement.takesInput && !tooltip.placement.takesGrab)
    #expect(tooltip.surface.scene(at: stage.now).texts.map(\.text.string) == ["Start again"])
    tooltip.surface.show()
    #expect(stage.bar.popupReports.map(\.name) == ["panel", "tooltip"])
    // The title of the row has no tooltip.
    popup.onPointer?(PointerEvent(.moved, x: row.x + 16 - Double(popup.frame.x), y: y))
    #expect(tooltip.surface.isFadingOut && popup.popups.count == 1)
    stage.pass(.seconds(1))
    popup.onPointer?(PointerEvent(.moved, x: x, y: y))
    stage.pass(.milliseconds(500))
    let second = try #require(popup.popups.last?.surface)
    #expect(popup.popups.count == 2 && !second.isFadingOut)
    press(surface, Keysym.escape)
    #expect(second.isFadingOut && popup.isFadingOut)
  }

  @Test func `a tooltip of a panel goes with the former settings, the next has the new ones`() throws {
    let (stage, surface) = try stage()
    let (popup, _, x, y) = try openAtButton(stage, surface)
    stage.pass(.milliseconds(500))
    let first = try #require(popup.popups.last?.surface)
    stage.change { $0.material = "systemThinMaterial" }
    #expect(first.isFadingOut && popup.popups.count == 1 && !popup.isFadingOut)
    popup.onPointer?(PointerEvent(.moved, x: x, y: y))
    let second = try #require(popup.popups.last?.surface)
    #expect(popup.popups.count == 2 && !second.isFadingOut)
    second.show()
    stage.pass(.seconds(1))
    let glass = second.scene(at: stage.now).nodes.compactMap { node -> String? in
      if case .effect(let glass) = node { glass.material?.name } else { nil }
    }
    #expect(glass.first?.hasPrefix("systemThinMaterial") == true)
  }

  @Test func `a tooltip of a panel that the compositor refuses is not asked for again`() throws {
    let (stage, surface) = try stage()
    let (popup, _, x, y) = try openAtButton(stage, surface)
    stage.pass(.milliseconds(500))
    try #require(popup.popups.last).surface.closeByCompositor()
    popup.onPointer?(PointerEvent(.moved, x: x + 1, y: y))
    stage.pass(.seconds(1))
    #expect(popup.popups.count == 1)
    popup.onPointer?(PointerEvent(.left, x: x, y: y))
    popup.onPointer?(PointerEvent(.entered, x: x, y: y))
    stage.pass(.milliseconds(500))
    #expect(popup.popups.count == 2)
  }

  @Test func `a tooltip of a panel goes with its button, and when it is pressed`() throws {
    let (stage, surface) = try stage()
    let (popup, _, x, y) = try openAtButton(stage, surface)
    stage.pass(.milliseconds(500))
    let first = try #require(popup.popups.last?.surface)
    popup.onPointer?(PointerEvent(.pressed(.left), x: x, y: y))
    #expect(first.isFadingOut)
    popup.onPointer?(PointerEvent(.released(.left), x: x, y: y))
    stage.pass(.seconds(1))
    #expect(service.uses == [.press(row: "u", button: "restart")] && popup.popups.count == 1)
    popup.onPointer?(PointerEvent(.left, x: x, y: y))
    popup.onPointer?(PointerEvent(.entered, x: x, y: y))
    stage.pass(.milliseconds(500))
    let second = try #require(popup.popups.last?.surface)
    #expect(popup.popups.count == 2 && !second.isFadingOut)
    service.panel = ControlPanel("Services", rows: [.init("none", .text("No service has failed."))])
    service.observers.tell()
    stage.settle()
    #expect(second.isFadingOut)
  }

  @Test func `the bar knows the frame of an open panel, and that it has closed`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    stage.settle()
    let frame = try #require(stage.bar.popupReports.first?.frame)
    #expect(stage.bar.panelFrame == frame && stage.panelFrames == [frame])
    popup.closeByCompositor()
    stage.settle()
    #expect(stage.bar.panelFrame == nil && stage.panelFrames == [frame, nil])
  }

  @Test func `the cursor is that of what a service has put under a pointer that rests`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    let (x, y) = try middle("Password", stage, popup)
    popup.onPointer?(PointerEvent(.entered, x: x, y: y))
    #expect(popup.cursor == .text)
    service.panel = ControlPanel("Network", isOn: true, rows: [.init("a", .text("No networks"))])
    service.observers.tell()
    #expect(popup.cursor == .default)
  }

  @Test func `an open panel takes another look`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    func isDark() -> Bool? {
      popup.scene(at: stage.now).panes.first?.material.isDark
    }
    let dark = isDark()
    let wasDark = try #require(dark as Bool?)
    var settings = stage.state.settings
    settings.appearance = wasDark ? .light : .dark
    _ = stage.state.update(.settingsLoaded(settings), now: stage.now)
    stage.arrange()
    stage.pass(.seconds(1))
    #expect(isDark() == !wasDark && !popup.isClosed && service.isOpen)
  }

  @Test func `clicks choose, and a slider follows the pointer`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    #expect(service.isOpen && stage.bar.popupReports.map(\.name) == ["panel"])
    let home = try middle("Home", stage, popup)
    click(popup, home.0, home.1)
    #expect(service.uses == [.choose("a")])
    let slider = try middle("", stage, popup)
    popup.onPointer?(PointerEvent(.pressed(.left), x: slider.0, y: slider.1))
    for x in [slider.0 + 20, slider.0 + 40, 5000] {
      popup.onPointer?(PointerEvent(.moved, x: x, y: slider.1))
    }
    popup.onPointer?(PointerEvent(.released(.left), x: 5000, y: slider.1))
    let values = service.uses.compactMap { if case .set("l", let part) = $0 { part } else { nil } }
    #expect(values.count == 3 && values == values.sorted() && values.first ?? 0 > 0.5 && values.last == 1)
    click(surface, 12, 10)
    #expect(!service.isOpen && popup.isFadingOut)
  }

  @Test func `a button that copies puts its text on the clipboard, and another one is a use`() throws {
    var copy = ControlPanel.Button("copy", "Copy", icon: "edit-copy-symbolic")
    copy.copies = "nginx.service"
    let restart = ControlPanel.Button("restart", "Start", icon: "view-refresh-symbolic")
    service.panel = ControlPanel(
      "", rows: [.init("u", .entry(.init("Server", detail: "nginx.service", buttons: [copy, restart])))])
    let (stage, surface) = try stage()
    let session = FakeSession(stage.loop, outputs: [])
    stage.clipboard = session
    _ = try open(stage, surface)
    press(surface, Keysym.tab, Keysym.enter)
    #expect(session.clipboard == "nginx.service" && service.uses.isEmpty && service.isOpen)
    press(surface, Keysym.tab, Keysym.enter)
    #expect(service.uses == [.press(row: "u", button: "restart")])
  }

  @Test(arguments: [false, true])
  func `from right to left, a slider begins at the right, unless it shows time`(isTime: Bool) throws {
    service.panel = ControlPanel("", rows: [.init("l", .level(.init(value: 0.5, isTime: isTime)))])
    let (stage, surface) = try stage(direction: .rightToLeft)
    stage.bar.toggle(try #require(stage.opens), at: try #require(stage.bar.place(of: clock)))
    surface.grantKeyboard()
    let popup = try #require(surface.popups.last).surface
    popup.show()
    _ = popup.scene(at: stage.now)
    let slider = try middle("", stage, popup)
    click(popup, slider.0 + 60, slider.1)
    press(surface, Keysym.tab, Keysym.left)
    let values = service.uses.compactMap { if case .set("l", let part) = $0 { part } else { nil } }
    #expect(values.count == 2)
    #expect(values.allSatisfy { ($0 > 0.5) == (isTime == ($0 == values.first)) })
  }

  @Test func `a panel is closed with the source of its module, and one that is to open does not`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    stage.bar.closePopup(of: ModuleName(.cpu))
    #expect(service.isOpen)
    stage.bar.closePopup(of: clock)
    #expect(!service.isOpen && popup.isFadingOut && stage.bar.popupOpener == nil)
    surface.onKeyboardFocus?(false)
    // A click asks for the keyboard first.
    let popups = surface.popups.count
    click(surface, 12, 12)
    stage.bar.closePopup(of: clock)
    surface.grantKeyboard()
    #expect(surface.popups.count == popups && !service.isOpen)
  }

  @Test func `keys go through the controls, move a slider and type what is sent`() throws {
    let (stage, surface) = try stage()
    let popup = try stage.openByKey(from: surface)
    // The first control has the focus at once.
    press(surface, Keysym.enter)
    #expect(service.uses == [.turn(false)])
    press(surface, Keysym.down, Keysym.space, Keysym.tab, Keysym.right, Keysym.left)
    #expect(service.uses.dropFirst() == [.choose("a"), .set("l", 0.55), .set("l", 0.45)])
    press(surface, Keysym.down)
    press(surface, 0x61, text: "a")
    press(surface, 0xE9, text: "é")
    press(surface, Keysym.backspace)
    press(surface, 0x62, text: "b")
    let shown = popup.scene(at: stage.now)
    press(surface, Keysym.enter)
    #expect(service.uses.last == .submit("f", "ab"))
    // A typed text is gone once it was sent, and the field that stays takes another.
    #expect(popup.scene(at: stage.now) != shown)
    press(surface, Keysym.enter)
    press(surface, 0x63, text: "c")
    #expect(stage.bar.nextDeadline != nil, "its cursor blinks")
    press(surface, Keysym.enter)
    let sent = service.uses.compactMap { if case .submit(_, let text) = $0 { text } else { nil } }
    #expect(sent == ["ab", "c"])
    press(surface, Keysym.escape)
    #expect(popup.isFadingOut && !service.isOpen)
  }

  @Test func `a panel that a key opens has the focus on its first control once its place is known`() throws {
    let (stage, surface) = try stage()
    surface.placesPopups = false
    stage.bar.focus()
    surface.grantKeyboard()
    press(surface, Keysym.enter)
    let popup = try #require(surface.popups.last).surface
    popup.findPlace()
    popup.show()
    let unfocused = popup.scene(at: stage.now)
    stage.settle()
    #expect(popup.scene(at: stage.now) != unfocused)
    press(surface, Keysym.enter)
    #expect(service.uses == [.turn(false)])
    press(surface, Keysym.down, Keysym.space)
    #expect(service.uses.last == .choose("a"))
  }

  @Test func `a panel that a key opens has the focus on its first control when that comes later`() throws {
    let panel = service.panel
    service.panel = ControlPanel("Network")
    let (stage, surface) = try stage()
    let popup = try stage.openByKey(from: surface)
    _ = popup.scene(at: stage.now)
    service.panel = panel
    service.observers.tell()
    press(surface, Keysym.enter)
    #expect(service.uses == [.turn(false)])
  }

  @Test func `what was typed in a field that has gone is forgotten`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    let field = try middle("Password", stage, popup)
    click(popup, field.0 - 40, field.1)
    press(surface, 0x61, text: "a")
    let rows = try #require(service.panel?.rows)
    service.panel?.rows.removeAll { $0.id == "f" }
    service.observers.tell()
    service.panel?.rows = rows
    service.observers.tell()
    click(popup, field.0 - 40, field.1)
    press(surface, 0x62, text: "b")
    press(surface, Keysym.enter)
    #expect(service.uses.last == .submit("f", "b"))
  }

  @Test(arguments: [Keysym.enter, Keysym.escape, nil], [20, 12])
  func `a secret is in memory no more when it was sent or its field has gone`(end: UInt32?, count: Int) throws
  {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    let field = try middle("Password", stage, popup)
    click(popup, field.0 - 40, field.1)
    service.onUse = { [service] _ in service.uses = [] }
    let secret = (0..<count).map { UInt8(0x61 + ($0 * 7 + Int(end ?? 5) + count) % 26) ^ OwnMemory.mask }
    for byte in secret {
      let letter = byte ^ OwnMemory.mask
      press(surface, UInt32(letter), text: String(UnicodeScalar(letter)))
    }
    #expect(OwnMemory.count(ofMasked: secret) > 0)
    if let end {
      press(surface, end)
    } else {
      service.panel?.rows.removeAll { $0.id == "f" }
      service.observers.tell()
    }
    #expect(OwnMemory.count(ofMasked: secret) == 0)
  }

  @Test func `a panel is measured with what its module has read as it was opened`() throws {
    let (stage, surface) = try stage()
    service.onOpen = { [service] in
      service.panel?.rows = (0..<9).map { .init("\($0)", .choice(.init("Network \($0)"))) }
    }
    let popup = try open(stage, surface)
    #expect(stage.bar.popupReports.first?.items.count == 9)
    #expect((stage.bar.popupReports.first?.frame.height ?? 0) > 9 * 30)
    #expect(Double(popup.frame.height) > (stage.bar.popupReports.first?.frame.height ?? .infinity))
  }

  @Test(arguments: [OutputEdge.top, .bottom, .left, .right])
  func `a panel grows and shrinks with its rows at the side of the bar, and takes input only there`(
    edge: OutputEdge
  ) throws {
    let (stage, surface) = try stage(edge: edge)
    let popup = try open(stage, surface)
    func glass() throws -> LogicalRect { try #require(stage.bar.popupReports.first?.frame) }
    func inputHeight() -> Double? { popup.placement.inputRegion?.first?.height }
    let first = try glass()
    #expect(first.height < Double(popup.frame.height) && inputHeight() == first.height)
    // The module is at the upper or left end of the bar, to which its panel keeps a distance.
    #expect((edge.isLevel ? first.x : first.y) == 8)
    for count in [3, 6, 60, 1] {
      service.panel?.rows = (0..<count).map { .init("\($0)", .choice(.init("Network \($0)"))) }
      service.observers.tell()
      let now = try glass()
      #expect(inputHeight() == now.height && popup.placement.inputRegion?.count == 1)
      // The side that faces the bar stays.
      #expect(edge != .bottom ? now.y == first.y : now.maxY == first.maxY)
      #expect((now.height > first.height) == (count > 4) && now.height <= Double(popup.frame.height))
    }
  }

  @Test func `a panel of more rows than there is room for is scrolled`() throws {
    let (stage, surface) = try stage()
    service.panel = ControlPanel("", rows: (0..<40).map { .init("\($0)", .choice(.init("\($0)"))) })
    let popup = try open(stage, surface)
    let before = stage.bar.popupReports.first?.items.map(\.label) ?? []
    popup.onPointer?(PointerEvent(.entered, x: 100, y: 100))
    popup.onPointer?(PointerEvent(.scrolled(dx: 0, dy: 300), x: 100, y: 100))
    let after = stage.bar.popupReports.first?.items.map(\.label) ?? []
    #expect(before.first == "0" && after.first == "10" && before.count < 25)
    popup.onPointer?(PointerEvent(.scrolled(dx: 0, dy: 1e6), x: 100, y: 100))
    #expect(stage.bar.popupReports.first?.items.last?.label == "39")
    // Fewer rows are seen from their start.
    service.panel?.rows.removeLast(35)
    service.observers.tell()
    #expect(stage.bar.popupReports.first?.items.map(\.label) == ["0", "1", "2", "3", "4"])
  }

  @Test func `a field that is there after a click is typed in at once`() throws {
    let password = ControlPanel.Row("f", .field(.init(placeholder: "Password", button: "Join")))
    service.panel?.rows.removeLast()
    service.onUse = { [service] use in
      if use == .choose("a") { service.panel?.rows.insert(password, at: 1) }
    }
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    let home = try middle("Home", stage, popup)
    click(popup, home.0, home.1)
    press(surface, 0x61, text: "a")
    #expect(stage.bar.nextDeadline != nil, "its cursor blinks")
    press(surface, Keysym.enter)
    #expect(service.uses == [.choose("a"), .submit("f", "a")])
    // A field that was there already does not take the focus from what is used.
    press(surface, Keysym.up, Keysym.enter)
    press(surface, 0x62, text: "b")
    press(surface, Keysym.enter)
    #expect(service.uses.suffix(2) == [.choose("a"), .choose("a")])
  }

  @Test func `a panel stays open with its keyboard while surfaces are arranged`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    let before = surface.placement
    #expect(before.keyboard != .never)
    stage.bar.arrange(now: stage.now)
    #expect(surface.placement == before && service.isOpen && !popup.isFadingOut)
  }

  @Test func `a key is for the row with the focus, which is seen again if it was scrolled away`() throws {
    let (stage, surface) = try stage()
    service.panel = ControlPanel("", rows: (0..<40).map { .init("\($0)", .choice(.init("\($0)"))) })
    let popup = try open(stage, surface)
    press(surface, Keysym.down)
    popup.onPointer?(PointerEvent(.entered, x: 100, y: 100))
    popup.onPointer?(PointerEvent(.scrolled(dx: 0, dy: 1e6), x: 100, y: 100))
    #expect(stage.bar.popupReports.first?.items.first?.label != "0")
    press(surface, Keysym.enter)
    #expect(service.uses == [.choose("0")] && stage.bar.popupReports.first?.items.first?.label == "0")
  }

  @Test func `a slider stays where it is when Return or space is pressed`() throws {
    service.panel = ControlPanel("", rows: [.init("l", .level(.init(value: 0.25)))])
    let (stage, surface) = try stage()
    _ = try open(stage, surface)
    press(surface, Keysym.down, Keysym.enter, Keysym.space, Keysym.keypadEnter)
    #expect(service.uses.isEmpty)
    press(surface, Keysym.right)
    #expect(service.uses == [.set("l", 0.3)])
  }

  @Test func `keys reach the rows that are scrolled out of sight, which then are seen`() throws {
    let (stage, surface) = try stage()
    service.panel = ControlPanel(
      "", isOn: true, rows: (0..<40).map { .init("\($0)", .choice(.init("\($0)"))) })
    _ = try open(stage, surface)
    var seen: [[String]] = []
    for _ in 0..<41 {
      press(surface, Keysym.down)
      seen.append(stage.bar.popupReports.first?.items.map(\.label) ?? [])
      press(surface, Keysym.enter)
    }
    #expect(service.uses == [.turn(false)] + (0..<40).map { .choose("\($0)") })
    for (row, labels) in seen.dropFirst().enumerated() { #expect(labels.contains("\(row)")) }
    #expect(seen.first?.first == "0" && seen.last?.last == "39")
    press(surface, Keysym.down, Keysym.down)
    #expect(stage.bar.popupReports.first?.items.first?.label == "0")
  }

  @Test func `the glass of a panel takes its hue from the large cover in it, and loses it with that`() throws
  {
    func player(size: ControlPanel.Track.Size) -> ControlPanel {
      let cover = ModuleIcon([.file("/cover.png")])
      return ControlPanel("", rows: [.init("t", .track(.init(picture: cover, title: "Song", size: size)))])
    }
    let (stage, surface) = try stage()
    stage.source.found = PictureLoader.Loaded(
      bitmap: Bitmap(size: PixelSize(width: 1, height: 1), bytes: [200, 0, 0, 255]), isSymbolic: false)
    service.panel = player(size: .large)
    let popup = try open(stage, surface)
    func fill() throws -> SIMD4<Double> {
      let materials = popup.scene(at: stage.now).nodes.compactMap { node in
        if case .effect(let effect) = node { effect.material } else { nil }
      }
      return try #require(materials.first).chain.fill
    }
    let red = try fill()
    #expect(red.x > red.y + 0.1 && red.y == red.z)
    service.panel = player(size: .small)
    service.observers.tell()
    let plain = try fill()
    #expect(plain.x == plain.y && plain.w < red.w)
  }

  @Test func `a panel closes when its module has none any more`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    service.panel = nil
    service.observers.tell()
    #expect(popup.isFadingOut && !service.isOpen && stage.bar.popupReports.isEmpty)
  }

  @Test func `the cursor of a field blinks only while the field has the focus`() throws {
    let (stage, surface) = try stage()
    let popup = try open(stage, surface)
    #expect(stage.bar.nextDeadline == nil)
    let field = try middle("Password", stage, popup)
    click(popup, field.0 - 40, field.1)
    let due = try #require(stage.bar.nextDeadline)
    let visible = Duration.milliseconds(800)
    #expect(due - stage.now == visible)
    let shown = popup.scene(at: stage.now)
    stage.pass(visible)
    #expect(popup.scene(at: stage.now) != shown && stage.bar.nextDeadline != nil)
    press(surface, Keysym.tab)
    #expect(stage.bar.nextDeadline == nil)
  }
}
