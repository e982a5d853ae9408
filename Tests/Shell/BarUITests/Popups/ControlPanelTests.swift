import Geometry
import ModuleModel
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

struct ControlPanelTests {
  private static let rows: [ControlPanel.Row] = [
    .init("h", .heading("Devices")), .init("a", .choice(.init("Speakers", isChosen: true))),
    .init("b", .choice(.init("Headset", detail: "not there", isEnabled: false))),
    .init("l", .level(.init("Music", icon: "x", isIconButton: true, value: 0.5, after: "50%"))),
    .init("f", .field(.init(placeholder: "Password", button: "Join", isSecret: true))),
    .init("s", .separator),
    .init("k", .buttons([.init("p", "Previous"), .init("n", "Next", isEnabled: false)])),
    .init("t", .text("Nothing else.")), .init("m", .summary(.init(title: "Song", detail: "Singer"))),
  ]

  private func laidOut(_ view: ControlPanelView, height: Int? = nil, scale: Double = 1) -> LaidOutView {
    layout(
      view, in: Proposal(width: nil, height: height), environment: ViewEnvironment(scale: scale),
      measurer: MonospaceMeasurer())
  }

  /// Returns the sheet that cuts the first picture out.
  private func picture(in nodes: [Node]) -> EffectNode? {
    for case .effect(let effect) in nodes {
      if case .image? = effect.content.first { return effect }
      if let inner = picture(in: effect.content) { return inner }
    }
    return nil
  }

  private func taps(_ layout: LaidOutView) -> [PanelAction] {
    layout.regions.compactMap { $0.actions[.tap(.primary)]?.as(PanelAction.self) }
  }

  @Test func `only what can be used takes input, and Tab goes through all of that`() {
    let layout = laidOut(ControlPanelView(ControlPanel("Sound", isOn: true, rows: Self.rows)))
    // The button of an empty field is disabled.
    let expected: [PanelAction] = [
      .turn, .choose("a"), .toggle("l"), .slide("l"), .edit("f"), .press(row: "k", button: "p"),
    ]
    #expect(taps(layout) == expected && layout.focusOrder.count == expected.count)
    let typed = ControlPanelView(
      ControlPanel("Sound", rows: Self.rows), fields: ["f": .init(text: "•", selection: 3..<3)])
    #expect(taps(laidOut(typed)).contains(.submit("f")))
  }

  @Test(arguments: [1.0, 1.5, 2]) func `rows lie below one another within the width of the panel`(
    scale: Double
  ) {
    let layout = laidOut(ControlPanelView(ControlPanel("Sound", rows: Self.rows)), scale: scale)
    let frames = Self.rows.compactMap { layout.popupAnchors[ViewKey(PanelRowKey($0.id))] }
    #expect(frames.count == Self.rows.count && layout.size.width == Int(PanelMetrics.width * scale))
    for (above, below) in zip(frames, frames.dropFirst()) { #expect(above.maxY <= below.y) }
    #expect(frames.allSatisfy { $0.x > 0 && $0.maxX < layout.size.width && $0.maxY < layout.size.height })
  }

  @Test func `values that are no part of a range are drawn at its ends`() {
    func slider(_ value: Double) -> LaidOutView {
      laidOut(ControlPanelView(ControlPanel("", rows: [.init("l", .level(.init(value: value)))])))
    }
    #expect(slider(7).scene == slider(1).scene && slider(-1).scene == slider(0).scene)
    #expect(slider(.nan).scene == slider(0).scene && slider(0).scene != slider(1).scene)
  }

  @Test func `a value that is not always shown is while its slider is used, and nothing moves by that`()
    throws
  {
    let rows = ["a", "b"].map {
      ControlPanel.Row(
        $0, .level(.init(icon: "x", isIconButton: true, value: 0.5, after: "50%", showsAfter: false)))
    }
    func laidOut(_ interaction: Interaction, _ rows: [ControlPanel.Row] = rows) -> LaidOutView {
      var environment = ViewEnvironment(scale: 1)
      environment.interaction = interaction
      return layout(
        ControlPanelView(ControlPanel("", rows: rows)).glass(BlurEffect(style: .systemMaterial)),
        in: Proposal(), environment: environment, measurer: MonospaceMeasurer())
    }
    func values(_ layout: LaidOutView) -> [PixelRect] {
      layout.scene.texts.filter { ["50", "50%"].contains($0.text.string) }.map(\.frame)
    }
    let slider = PanelAction.slide("b")
    let rest = laidOut(Interaction())
    let track = try #require(rest.popupAnchors[ViewKey(slider)])
    #expect(values(rest).isEmpty && rest.regions.contains { $0.id == ViewID(slider) })
    for use in [
      Interaction(hovered: ViewID(slider)), Interaction(pressed: ViewID(slider)),
      Interaction(focused: ViewID(slider)),
    ] {
      let used = laidOut(use)
      let value = try #require(values(used).first)
      #expect(values(used).count == 1 && abs(2 * value.y + value.height - 2 * track.y - track.height) <= 4)
      #expect(used.regions.map(\.shape) == rest.regions.map(\.shape) && value.maxX <= track.x)
      // A weaker ink would need a darker glass.
      let ink = used.scene.texts.first { $0.text.string == "50" }?.ink
      #expect(ink == .vibrant(.label))
    }
    let always = [ControlPanel.Row("a", .level(.init(value: 0.5, after: "50%")))]
    #expect(values(laidOut(Interaction(), always)).count == 1)
  }

  @Test func `the slider of what is muted has no accent`() {
    func inks(isMuted: Bool) -> [Ink] {
      let row = ControlPanel.Row("l", .level(.init(value: 0.5, isMuted: isMuted)))
      return laidOut(ControlPanelView(ControlPanel("", rows: [row]))).scene.fills.map(\.ink)
    }
    let (heard, muted) = (inks(isMuted: false), inks(isMuted: true))
    // Only the filled part differs.
    #expect(heard.count == muted.count)
    #expect(zip(heard, muted).filter { $0.0 != $0.1 }.map(\.1) == [.colour(SIMD4(0, 0, 0, 0.15))])
  }

  @Test func `a slider without a figure ends where texts do, and one with a figure before it`() throws {
    func end(_ level: ControlPanel.Level) throws -> Int {
      let shown = laidOut(ControlPanelView(ControlPanel("", rows: [.init("l", .level(level))])))
      let track = try #require(shown.popupAnchors[ViewKey(PanelAction.slide("l"))])
      return shown.size.width - track.maxX
    }
    let inset = Int(PanelMetrics.inset + PanelMetrics.textInset)
    #expect(try end(.init(value: 0.5)) == inset)
    #expect(try end(.init(icon: "a", value: 0.5, after: "50%", showsAfter: false)) == inset)
    let figure = Int(PanelMetrics.leastAfter + PanelMetrics.gap)
    #expect(try end(.init(icon: "a", value: 0.5, after: "50%")) == inset + figure)
  }

  @Test(arguments: [1.0, 1.5, 2], [false, true])
  func `sliders and labels behind icons begin at one place, at the right in a mirrored panel`(
    scale: Double, isRightToLeft: Bool
  ) throws {
    let rows: [ControlPanel.Row] = [
      .init("c", .choice(.init("Choice", icon: "a"))), .init("f", .figure("Mouse", "35%", icon: "a")),
      .init("l", .level(.init("Level", picture: "a", icon: "x", isIconButton: true, value: 0.5))),
      .init("h", .heading("Heading")),
    ]
    var environment = ViewEnvironment(scale: scale)
    environment.isRightToLeft = isRightToLeft
    let shown = layout(
      ControlPanelView(ControlPanel("", rows: rows)), in: Proposal(), environment: environment,
      measurer: MonospaceMeasurer())
    func start(of frame: PixelRect?, _ part: String) throws -> Double {
      let frame = try #require(frame, "\(part)")
      return Double(isRightToLeft ? shown.size.width - frame.maxX : frame.x) / scale
    }
    func start(ofText text: String) throws -> Double {
      try start(of: shown.scene.texts.first { $0.text.string == text }?.frame, text)
    }
    let icons = PanelMetrics.inset + PanelMetrics.textInset
    let labels = icons + PanelMetrics.iconSide + PanelMetrics.gap
    for text in ["Choice", "Mouse", "Level"] { #expect(try start(ofText: text) == labels, "\(text)") }
    #expect(try start(of: shown.popupAnchors[ViewKey(PanelAction.slide("l"))], "slider") == labels)
    #expect(try start(ofText: "Heading") == icons)
    // The icon is in the middle of its button.
    let button = shown.regions.first {
      $0.actions[.tap(.primary)]?.as(PanelAction.self) == .toggle("l")
    }?.visible
    let room = (PanelMetrics.buttonSide - PanelMetrics.iconSide) / 2
    #expect(try start(of: button, "button") + room == icons)
  }

  @Test(arguments: [1.0, 1.25, 2], [false, true])
  func `a level with choices has their button behind its name, whose mark ends where the slider does`(
    scale: Double, isRightToLeft: Bool
  ) throws {
    func shown(_ chosen: String, isUnfolded: Bool = false) -> LaidOutView {
      let fold = ControlPanel.Fold(chosen, words: "choose a device", isUnfolded: isUnfolded)
      let row = ControlPanel.Row(
        "l", .level(.init("Music", icon: "x", isIconButton: true, value: 0.5, fold: fold)))
      var environment = ViewEnvironment(scale: scale)
      environment.isRightToLeft = isRightToLeft
      let panel = ControlPanel("", rows: [row])
      var pictures = PictureTable()
      for key in panel.pictures {
        let side = Int(key.side * scale)
        pictures.pictures[key] = PictureTable.Picture(
          bitmap: Bitmap(size: PixelSize(width: side, height: side)), isTemplate: true)
      }
      return layout(
        ControlPanelView(panel, pictures: pictures), in: Proposal(), environment: environment,
        measurer: MonospaceMeasurer())
    }
    let rest = shown("Headphones")
    #expect(taps(rest) == [.unfold("l"), .toggle("l"), .slide("l")] && rest.focusOrder.count == 3)
    let button = try #require(rest.regions.first).visible
    let track = try #require(rest.popupAnchors[ViewKey(PanelAction.slide("l"))])
    let name = try #require(rest.scene.texts.first { $0.text.string == "Music" }?.frame)
    let inset = rest.pixels(PanelMetrics.foldInset, scale)
    let gap = isRightToLeft ? track.x - button.x - inset : button.maxX - inset - track.maxX
    #expect(abs(gap) <= 1 && button.maxY <= track.y)
    #expect(isRightToLeft ? button.maxX <= name.x : name.maxX <= button.x)
    #expect(button.height == rest.pixels(PanelMetrics.foldHeight, scale))
    let words = rest.accessibility.first { $0.label == "choose a device" }
    #expect(words?.role == .button && words?.value == "Headphones")
    #expect(rest.accessibility.contains { $0.label == "mute Music – Headphones" })
    #expect(rest.accessibility.first { $0.role == .slider }?.label == "Music – Headphones")
    #expect(words?.states == [.expandable])
    let other = shown("Headphones", isUnfolded: true).accessibility.first { $0.label == "choose a device" }
    #expect(other?.states == [.expandable, .expanded])
    // Choices that come or go below, and a very long name, leave the level as it is.
    #expect(shown("Headphones", isUnfolded: true).regions.map(\.shape) == rest.regions.map(\.shape))
    let long = shown(String(repeating: "Headphones ", count: 9))
    #expect(long.size == rest.size && taps(long) == taps(rest))
    #expect(long.scene.texts.contains { $0.text.string == "Music" && !$0.frame.isEmpty })
  }

  @Test func `a slider's place and its value belong together at every scale`() {
    for scale in [1.0, 1.5, 2] {
      for part in [0.0, 0.25, 0.5, 1] {
        let layout = laidOut(
          ControlPanelView(ControlPanel("", rows: [.init("l", .level(.init(value: part)))])), scale: scale)
        let frame = layout.popupAnchors[ViewKey(PanelAction.slide("l"))] ?? .empty
        // The knob is drawn last.
        let knob = layout.scene.fills.last?.frame ?? .empty
        let x = Double(knob.x) + Double(knob.width) / 2
        #expect(
          abs(Slider.part(at: (x, 0), in: frame, scale: scale) - part) < 0.01, "\(part) at scale \(scale)")
        #expect(Slider.part(at: (x, 0), in: frame, scale: scale, isRightToLeft: true) + part - 1 < 0.01)
      }
    }
    #expect(Slider.part(at: (-50, 0), in: PixelRect(x: 0, y: 0, width: 100, height: 14), scale: 1) == 0)
    #expect(Slider.part(at: (500, 0), in: PixelRect(x: 0, y: 0, width: 100, height: 14), scale: 1) == 1)
    #expect(Slider.part(at: (5, 0), in: PixelRect(x: 0, y: 0, width: 10, height: 14), scale: 1) == 0)
  }

  @Test func `more rows than there is room for are scrolled, and a wheel over a slider scrolls them too`() {
    let rows = (0..<30).map { ControlPanel.Row("\($0)", .level(.init("Level \($0)", value: 0.5))) }
    var view = ControlPanelView(ControlPanel("", rows: rows))
    func actions(_ view: ControlPanelView) -> Set<PanelAction> {
      let regions = laidOut(view, height: 200).regions
      return Set(regions.compactMap { $0.actions[.scroll(.vertical)]?.as(PanelAction.self) })
    }
    #expect(actions(view).contains(.slide("0")) && !actions(view).contains(.scroll))
    view.isScrollable = true
    #expect(actions(view) == [.scroll])
    let whole = laidOut(view, height: 200).scrollables.first
    #expect((whole?.contentLength ?? 0) > 1000 && (whole?.frame.height ?? 0) < 200)
  }

  @Test func `a switch beside a heading is the switch of its panel`() {
    let panel = ControlPanel("Network", rows: [.init("wifi", .switchHeading("Wi-Fi", isOn: true))])
    #expect(taps(laidOut(ControlPanelView(panel))) == [.turn] && panel.switchState == true)
    #expect(ControlPanel("", isOn: false).switchState == false && ControlPanel("").switchState == nil)
  }

  @Test
  func `tiles and tools are buttons that share the width of a wide panel`()
    throws
  {
    func tile(_ id: String) -> ControlPanel.Tile {
      .init(id, "Do Not Disturb", icon: "bell-symbolic", detail: "Off", isOn: id == "a")
    }
    let tools = ["lock", "power_off"].map { ControlPanel.Button($0, $0, icon: "x-symbolic") }
    let rows: [ControlPanel.Row] = [
      .init("1", .tiles([tile("a"), tile("b")])), .init("2", .tiles([tile("c")])), .init("3", .tools(tools)),
    ]
    let layout = laidOut(ControlPanelView(ControlPanel("", width: .wide, rows: rows)))
    let expected = [("1", "a"), ("1", "b"), ("2", "c"), ("3", "lock"), ("3", "power_off")]
      .map { PanelAction.press(row: PanelRowKey($0), button: $1) }
    #expect(taps(layout) == expected && layout.focusOrder.count == expected.count)
    let frames = layout.regions.filter { $0.actions[.tap(.primary)] != nil }.map(\.visible)
    #expect(frames[0].width == frames[1].width && frames[3].width == frames[4].width)
    #expect(frames[2].x == frames[0].x && frames[2].maxX == frames[1].maxX)
    #expect(frames[0].maxX < frames[1].x && frames[1].maxX < layout.size.width)
    #expect(layout.size.width == Int(PanelMetrics.wideWidth))
  }

  @Test func `a tile that is on is filled with the accent`() {
    func fills(isOn: Bool) -> [FillNode] {
      let tile = ControlPanel.Tile("a", "Wi-Fi", icon: "x-symbolic", detail: "home", isOn: isOn)
      return laidOut(ControlPanelView(ControlPanel("", rows: [.init("1", .tiles([tile]))]))).scene.fills
    }
    #expect(fills(isOn: true).map(\.ink) != fills(isOn: false).map(\.ink))
  }

  @Test func `tiles, tools and the track of a player beside them have one line around them`() throws {
    func tile(_ id: String) -> ControlPanel.Tile {
      .init(id, "Wi-Fi", icon: "x-symbolic", detail: "home", isOn: id == "on")
    }
    func borders(_ nodes: [Node]) -> [Border] {
      nodes.flatMap { node -> [Border] in
        guard case .effect(let effect) = node else { return [] }
        return [effect.border].compactMap(\.self) + borders(effect.content)
      }
    }
    let rows: [ControlPanel.Row] = [
      .init("1", .tiles([tile("on"), tile("off")])),
      .init("2", .tools([.init("a", "A", icon: "a-symbolic")])),
      .init("3", .track(.init(picture: "c-symbolic", title: "C", size: .small))),
    ]
    let lines = borders(laidOut(ControlPanelView(ControlPanel("", width: .wide, rows: rows))).scene.nodes)
    let first = try #require(lines.first)
    #expect(lines.count == 4 && lines.allSatisfy { $0 == first } && first.width == 1)
  }

  @Test func `a track's buttons are used in its row, and its cover has the room of its size`() throws {
    func track(_ size: ControlPanel.Track.Size) -> LaidOutView {
      let track = ControlPanel.Track(
        picture: ModuleIcon("/cover.png"), title: "Feeling Good", lines: ["Nina Simone", ""], size: size,
        buttons: [.init("next", "Next", icon: "x-symbolic"), .init("no", "No", icon: "x", isEnabled: false)])
      #expect(track.lines == ["Nina Simone"])
      return laidOut(ControlPanelView(ControlPanel("", rows: [.init("t", .track(track))])))
    }
    #expect(taps(track(.small)) == [.press(row: "t", button: "next")])
    func height(_ size: ControlPanel.Track.Size) throws -> Int {
      try #require(track(size).popupAnchors[ViewKey(PanelRowKey("t"))]).height
    }
    #expect(try height(.small) == 44 + 16)
    // At the ends of a panel the cover is as far from the edges as at the side.
    #expect(try height(.large) == 88 + 2 * Int(PanelMetrics.textInset))
  }

  @Test func `a block at the end of a panel is as far from its edge as from the sides`() throws {
    let graph = ControlPanel.Row("g", .graph([0, 1]))
    let buttons = ControlPanel.Row("b", .buttons([.init("ok", "OK")]))
    for rows in [[graph], [graph, buttons]] {
      let view = laidOut(ControlPanelView(ControlPanel("Title", rows: rows)))
      let frame = try #require(view.scene.fills.map(\.frame).max { $0.maxY < $1.maxY })
      #expect(frame.x == 16 && frame.maxX == view.size.width - 16 && frame.maxY == view.size.height - 16)
    }
  }

  @Test func `a red choice lies on red under the pointer, and its texts are white`() throws {
    let choice = ControlPanel.Choice("Forget", detail: "now", isDestructive: true)
    let view = ControlPanelView(ControlPanel("", rows: [.init("a", .choice(choice))]))
    let id = try #require(laidOut(view).regions.last).id
    func inks(_ interaction: Interaction) -> (texts: [Ink], fills: [Ink]) {
      var environment = ViewEnvironment(scale: 1)
      environment.interaction = interaction
      let scene = layout(
        view, in: Proposal(), environment: environment, measurer: MonospaceMeasurer()
      ).scene
      return (scene.texts.map(\.ink), scene.fills.map(\.ink))
    }
    #expect(inks(Interaction()).fills == [] && !inks(Interaction()).texts.contains(.plain(.one)))
    let red = Accent([0.78, 0.16, 0.13])
    for (interaction, colour) in [
      (Interaction(focused: id), red.shown(.standard)),
      (Interaction(hovered: id), red.shown(.standard, .hovered)),
      (Interaction(hovered: id, pressed: id), red.shown(.standard, .pressed)),
    ] {
      #expect(inks(interaction).fills == [.colour(SIMD4(colour, 1))])
      #expect(inks(interaction).texts == [.plain(.one), .plain(.one)])
    }
  }

  @Test(arguments: [("Power off", true), ("Restart to firmware", false)])
  func `buttons whose words do not fit beside one another stand below one another, the last one first`(
    label: String, areBeside: Bool
  ) throws {
    let buttons = [
      ControlPanel.Button("cancel", "Cancel"), ControlPanel.Button("do", label, role: .destructive),
    ]
    let rows = [ControlPanel.Row("b", .buttons(buttons))]
    let view = laidOut(ControlPanelView(ControlPanel("", width: .menu, rows: rows)))
    let actions = ["cancel", "do"].map { PanelAction.press(row: "b", button: $0) }
    #expect(taps(view) == (areBeside ? actions : actions.reversed()) && view.focusOrder.count == 2)
    let frames = view.regions.filter { $0.actions[.tap(.primary)] != nil }.map(\.visible)
    let (first, second) = try (#require(frames.first), #require(frames.last))
    if areBeside {
      #expect(first.y == second.y && first.maxX < second.x)
    } else {
      #expect(first.x == second.x && first.width == second.width && first.maxY < second.y)
    }
    #expect(view.scene.texts.map(\.text.string).sorted() == ["Cancel", label].sorted())
    #expect(view.scene.texts.allSatisfy { !MonospaceMeasurer().measure($0.text).isShortened })
  }

  @Test func `a summary's title has a second line beside its figure, and a tile's texts have the rest of it`()
    throws
  {
    func uncut(_ content: ControlPanel.Content, _ string: String) throws -> PixelRect {
      let panel = ControlPanel("", width: .wide, rows: [.init("a", content)])
      let text = try #require(
        laidOut(ControlPanelView(panel)).scene.texts.first { $0.text.string == string })
      #expect(!MonospaceMeasurer().measure(text.text).isShortened)
      return text.frame
    }
    let title = "Uninterruptible power supply of the whole house"
    let summary = ControlPanel.Content.summary(.init(title: title, figure: "76%"))
    #expect(try uncut(summary, title).height == 2 * uncut(summary, "76%").height)
    let tile = ControlPanel.Tile("a", "A title of a tile", icon: "x-symbolic", isOn: false)
    // The title has half of the panel beside the icon.
    #expect(try uncut(.tiles([tile, tile]), tile.title).width == 17 * 8)
  }

  @Test func `rows of tiles are as far from the upper and lower edges of a panel as from its sides`() {
    let tile = ControlPanel.Tile("a", "Wi-Fi", icon: "x-symbolic", detail: "home", isOn: false)
    let tools = ControlPanel.Content.tools([.init("off", "Off", icon: "x-symbolic")])
    let panel = ControlPanel(
      "", width: .wide, rows: [.init("1", .tiles([tile])), .init("2", .tiles([tile])), .init("3", tools)])
    let view = laidOut(ControlPanelView(panel))
    let fills = view.scene.fills.map(\.frame).sorted { $0.y < $1.y }
    #expect(fills.count == 3)
    let inset = Int(PanelMetrics.inset)
    #expect(fills.allSatisfy { $0.x == inset && $0.maxX == view.size.width - inset })
    #expect(fills.first?.y == inset && fills.last?.maxY == view.size.height - inset)
    #expect(zip(fills, fills.dropFirst()).allSatisfy { $1.y - $0.maxY == Int(PanelMetrics.tileGap) })
  }

  @Test func `a tile is as high as its texts need`() throws {
    let tile = ControlPanel.Tile("a", "Wi-Fi", icon: "x-symbolic", detail: "home", isOn: false)
    let view = ControlPanelView(ControlPanel("", width: .wide, rows: [.init("1", .tiles([tile, tile]))]))
    #expect(laidOut(view).scene.fills.map(\.frame.height) == [54, 54])
    let scene = layout(
      view, in: Proposal(width: nil, height: nil), environment: ViewEnvironment(scale: 1),
      measurer: TallMeasurer()
    ).scene
    let fills = scene.fills.map(\.frame)
    let height = 2 * 38 + 1 + 2 * Int(PanelMetrics.tileInset)
    #expect(fills.map(\.height) == [height, height])
    #expect(scene.texts.count == 4)
    #expect(scene.texts.allSatisfy { text in fills.contains { $0.contains(text.frame) } })
  }

  @Test func `a cover that is not square is cut to one with round corners`() throws {
    let track = ControlPanel.Track(picture: ModuleIcon("/cover.png"), title: "Feeling Good", size: .large)
    let panel = ControlPanel("", rows: [.init("t", .track(track))])
    let wide = Bitmap(size: PixelSize(width: 176, height: 99))
    var pictures = PictureTable()
    for key in panel.pictures { pictures.pictures[key] = .init(bitmap: wide, isTemplate: false) }
    let scene = laidOut(ControlPanelView(panel, pictures: pictures)).scene
    let cover = try #require(picture(in: scene.nodes))
    #expect(cover.frame.width == 88 && cover.frame.height == 88 && cover.corners != .square)
    guard case .image(let image)? = cover.content.first else { return }
    #expect(image.frame.height == 88 && image.frame.width == 157 && image.frame.contains(cover.frame))
  }

  @Test func `the corners of panels are concentric with those of what is at their edge`() {
    #expect(PanelMetrics.glassRadius(.regular) == 14 && PanelMetrics.glassRadius(.menu) == 14)
    #expect(PanelMetrics.glassRadius(.wide) == 20 && PanelMetrics.tileRadius == 20 - PanelMetrics.inset)
  }

  @Test func `an entry's long title leaves room for its buttons`() {
    let title = String(repeating: "Server ", count: 20)
    let button = ControlPanel.Button("restart", "Start", icon: "x-symbolic")
    let row = ControlPanel.Row("u", .entry(.init(title, detail: "nginx.service", buttons: [button, button])))
    let layout = laidOut(ControlPanelView(ControlPanel("", rows: [row])))
    let frames = layout.regions.filter { $0.actions[.tap(.primary)] != nil }.map(\.visible)
    #expect(frames.map(\.width) == [28, 28] && frames.allSatisfy { $0.maxX < layout.size.width })
  }

  @Test
  func `the name at the end of a choice leaves half of the row to a long label, and a word there is whole`()
    throws
  {
    func texts(_ label: String, _ detail: String) -> [String: (width: Int, isShortened: Bool)] {
      let row = ControlPanel.Row("c", .choice(.init(label, detail: detail, mark: "pan-down-symbolic")))
      let texts = laidOut(ControlPanelView(ControlPanel("", rows: [row]))).scene.texts
      return Dictionary(
        uniqueKeysWithValues: texts.map {
          ($0.text.string, ($0.frame.width, MonospaceMeasurer().measure($0.text).isShortened))
        })
    }
    let (label, device) = ("A browser – the title of a page", "Loudspeakers of the conference room")
    let both = texts(label, device)
    let (first, last) = (try #require(both[label]), try #require(both[device]))
    #expect(first.isShortened && last.isShortened && abs(first.width - last.width) <= 8)
    let word = texts(label, "Connected")
    #expect(word["Connected"]?.isShortened == false && word[label]?.isShortened == true)
    #expect(texts("Music", device)["Music"]?.isShortened == false)
  }

  @Test(arguments: [true, false])
  func `assistive technology is told whether rows are unfolded`(isUnfolded: Bool) {
    let panel = ControlPanel(
      "",
      rows: [
        .init("1", .choice(.init("Home", hasMore: true, isUnfolded: isUnfolded))),
        .init("2", .choice(.init("Profile", isUnfolded: isUnfolded))), .init("3", .choice(.init("Office"))),
        .init("4", .fold("2 more", isUnfolded: isUnfolded)),
      ])
    let nodes = laidOut(ControlPanelView(panel)).accessibility
    let told = nodes.filter { !$0.states.isEmpty }
    #expect(nodes.count == 5 && told.map(\.label) == ["more about Home", "Profile", "2 more"])
    let states: Set<AccessibilityState> = isUnfolded ? [.expandable, .expanded] : [.expandable]
    #expect(told.allSatisfy { $0.states == states && $0.role == .button })
  }

  @Test func `buttons without words have tooltips`() {
    let copy = ControlPanel.Button("copy", "Copy the name", icon: "edit-copy-symbolic")
    let choice = ControlPanel.Choice("Home", hasMore: true)
    let panel = ControlPanel(
      "",
      rows: [
        .init("1", .entry(.init("Nginx", buttons: [copy]))),
        .init("2", .tools([.init("lock", "Lock", icon: "system-lock-screen-symbolic")])),
        .init("3", .choice(choice)), .init("4", .buttons([.init("a", "Allow")])),
        .init("5", .level(.init("Music", icon: "x", isIconButton: true, value: 0.5))),
      ])
    let layout = laidOut(ControlPanelView(panel))
    #expect(layout.tooltips.map(\.text) == ["Copy the name", "Lock", "More about Home", "Mute Music"])
    let taps = layout.regions.filter { $0.actions[.tap(.primary)] != nil }.map(\.id)
    #expect(layout.tooltips.allSatisfy { taps.contains($0.id) }, "they belong to what the pointer is over")
  }

  @Test func `the icon of a program, or a letter in its place, is before the name of its level`() {
    let icon = ModuleIcon(ofProgram: "music", name: "Music")
    let level = ControlPanel.Level("Music", picture: icon, icon: "x", value: 0.5)
    let panel = ControlPanel("", rows: [.init("l", .level(level))])
    let key = PictureTable.Key(icon, side: PanelMetrics.iconSide)
    #expect(panel.pictures.contains(key))
    func texts(_ known: [PictureTable.Key: PictureTable.Picture?]) -> [String: PixelRect] {
      var pictures = PictureTable()
      pictures.pictures = known
      let texts = laidOut(ControlPanelView(panel, pictures: pictures)).scene.texts
      return Dictionary(uniqueKeysWithValues: texts.map { ($0.text.string, $0.frame) })
    }
    let (unread, missing) = (texts([:]), texts([key: nil]))
    #expect(unread.keys.sorted() == ["Music"] && missing.keys.sorted() == ["M", "Music"])
    #expect(unread["Music"] == missing["Music"])
    #expect((missing["M"]?.maxX ?? .max) <= (missing["Music"]?.x ?? 0))
  }

  @Test func `all pictures that rows show are asked for in the sizes in which they are shown`() {
    let play = ControlPanel.Button("play", "Play", icon: "play-symbolic", role: .primary)
    let panel = ControlPanel(
      "",
      rows: [
        .init("1", .tiles([.init("a", "A", icon: "a-symbolic", detail: "", isOn: true)])),
        .init("2", .tools([.init("b", "B", icon: "b-symbolic")])),
        .init("3", .track(.init(picture: "c-symbolic", title: "C", size: .small, buttons: [play]))),
        .init("4", .track(.init(picture: ModuleIcon("/d.png"), title: "D", size: .large))),
        .init("5", .buttons([play])),
      ])
    let expected: [(ModuleIcon, Double)] = [
      ("a-symbolic", 20), ("b-symbolic", 16), ("c-symbolic", 20), ("play-symbolic", 16),
      (ModuleIcon("/d.png"), 176), ("play-symbolic", 20),
    ]
    #expect(panel.pictures == expected.map { PictureTable.Key($0, side: $1) })
  }

  @Test func `a panel of words is as narrow as a menu, with rows as low`() throws {
    let rows = [ControlPanel.Row("a", .choice(.init("Lock")))]
    let layout = laidOut(ControlPanelView(ControlPanel("", width: .menu, rows: rows)))
    #expect(layout.size.width == Int(PanelMetrics.menuWidth))
    let row = try #require(layout.popupAnchors[ViewKey(PanelRowKey("a"))])
    #expect(row.height == Int(MenuMetrics.rowHeight))
  }
}

/// Measures texts of twice the usual height.
private struct TallMeasurer: TextMeasurer {
  func measure(_ text: StyledText) -> TextExtent {
    var extent = MonospaceMeasurer().measure(text)
    extent.size.height *= 2
    extent.baseline *= 2
    return extent
  }

  func capHeight(font: String, scale: Double) -> Double {
    2 * MonospaceMeasurer().capHeight(font: font, scale: scale)
  }

  func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]] {
    MonospaceMeasurer().regions(of: ranges, in: text)
  }
}

extension LaidOutView {
  /// A length in points as the layout rounds it.
  fileprivate func pixels(_ points: Double, _ scale: Double) -> Int { Int((points * scale).rounded()) }
}
