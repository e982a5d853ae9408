import Geometry
import ModuleModel
import Scenes
import TestSupport
import Testing
import Views

@testable import BarUI

/// Messages on a panel, and the button beside its title.
struct PanelMessageTests {
  private func message(
    _ title: String, detail: String = "", count: Int = 1, isCritical: Bool = false,
    picture: ModuleIcon = ModuleIcon([])
  ) -> ControlPanel.Message {
    ControlPanel.Message(
      picture: picture, program: "Chat", title: title, detail: detail, time: "now", count: count,
      isCritical: isCritical, button: .init("remove", "Remove"))
  }

  private func laidOut(
    _ rows: [ControlPanel.Row], button: ControlPanel.Button? = nil, pictures: PictureTable = PictureTable(),
    scale: Double = 1, isRightToLeft: Bool = false
  ) -> LaidOutView {
    var panel = ControlPanel("Notifications", width: .wide, rows: rows)
    panel.button = button
    var environment = ViewEnvironment(scale: scale)
    environment.isRightToLeft = isRightToLeft
    return layout(
      ControlPanelView(panel, pictures: pictures), in: Proposal(), environment: environment,
      measurer: MonospaceMeasurer())
  }

  private func text(_ string: String, in layout: LaidOutView) throws -> PixelRect {
    try #require(layout.scene.texts.first { $0.text.string == string }?.frame, "\(string)")
  }

  private func action(at frame: PixelRect, in layout: LaidOutView) -> PanelAction? {
    layout.region(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)?.actions[.tap(.primary)]?
      .as(PanelAction.self)
  }

  @Test(arguments: [1.0, 1.25, 2], [false, true])
  func `times stand below one another at the end, whatever is beside them`(
    scale: Double, isRightToLeft: Bool
  ) throws {
    let rows: [ControlPanel.Row] = [
      .init("a", .message(message("Short"))), .init("b", .message(message("Short", detail: "A text"))),
      .init("c", .message(message(String(repeating: "long ", count: 30), isCritical: true))),
    ]
    let shown = laidOut(rows, scale: scale, isRightToLeft: isRightToLeft)
    let times = shown.scene.texts.filter { $0.text.string == "now" }.map(\.frame)
    #expect(times.count == 3 && Set(times.map { isRightToLeft ? $0.x : $0.maxX }).count == 1)
    for row in rows {
      let frame = try #require(shown.popupAnchors[ViewKey(row.id)])
      #expect(frame.x >= 0 && frame.maxX <= shown.size.width)
    }
    #expect(shown.scene.texts.allSatisfy { $0.frame.x >= 0 && $0.frame.maxX <= shown.size.width })
  }

  @Test func `a click on a message chooses it, and one on its cross removes it`() throws {
    let row = ControlPanel.Row("a", .message(message("Title", detail: "Text")))
    let shown = laidOut([row])
    #expect(action(at: try text("Text", in: shown), in: shown) == .choose("a"))
    let cross = try #require(
      shown.regions.first {
        $0.actions[.tap(.primary)]?.as(PanelAction.self) == .press(row: "a", button: "remove")
      })
    #expect(action(at: cross.visible, in: shown) == .press(row: "a", button: "remove"))
    let title = try text("Title", in: shown)
    let middle = cross.visible.y + cross.visible.height / 2
    #expect(abs(middle - title.y - title.height / 2) <= 1 && cross.visible.maxX <= shown.size.width)
    #expect(shown.focusOrder.count == 2)
    #expect(shown.accessibility.flatMap(\.children).contains { $0.label == "Remove Title" })
  }

  @Test(arguments: [false, true])
  func `texts of another direction stand at the side where lines begin`(isRightToLeft: Bool) throws {
    let details = ["A text", "نص"]
    let rows = details.map { ControlPanel.Row($0, .message(message("Title", detail: $0))) }
    let texts = laidOut(rows, isRightToLeft: isRightToLeft).scene.texts.filter {
      details.contains($0.text.string)
    }
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.text.lineAlignment == (isRightToLeft ? .right : .left) })
    #expect(Set(texts.map { isRightToLeft ? $0.frame.maxX : $0.frame.x }).count == 1)
  }

  @Test(arguments: [false, true])
  func `two lines of a text are shown, and several arrivals as a number`(isRightToLeft: Bool) throws {
    let lines = (1...9).map { "line \($0)" }.joined(separator: "\n")
    let shown = laidOut(
      [.init("a", .message(message("Title", detail: lines, count: 3)))], isRightToLeft: isRightToLeft)
    let title = try text("Title", in: shown)
    #expect(try text(lines, in: shown).height == 2 * title.height)
    let count = try text("\u{2066}×3\u{2069}  now", in: shown)
    #expect(isRightToLeft ? count.maxX < title.x : title.maxX < count.x)
    #expect(abs(count.y + count.height / 2 - title.y - title.height / 2) <= 1)
  }

  @Test func `a letter stands for a picture that does not exist, and nothing for one that is being read`() {
    let row = ControlPanel.Row("a", .message(message("Title", picture: ModuleIcon("chat"))))
    func letters(_ pictures: PictureTable) -> Int {
      laidOut([row], pictures: pictures).scene.texts.count { $0.text.string == "C" }
    }
    #expect(letters(PictureTable()) == 0)
    var missing = PictureTable()
    for key in ControlPanel("", rows: [row]).pictures { missing.pictures.updateValue(nil, forKey: key) }
    #expect(letters(missing) == 1)
  }

  @Test(arguments: [false, true]) func `a letter has the look of its glass`(isDark: Bool) throws {
    let row = ControlPanel.Row("a", .message(message("Title")))
    var environment = ViewEnvironment(scale: 1)
    environment.isDark = isDark
    func scene(_ view: some View) -> Scene {
      layout(view, in: Proposal(), environment: environment, measurer: MonospaceMeasurer()).scene
    }
    let shown = scene(ControlPanelView(ControlPanel("", width: .wide, rows: [row])))
    let own = scene(Monogram("Chat", symbol: "bell", side: PanelMetrics.messagePictureSide))
    let (square, letter) = (try #require(own.fills.first), try #require(own.texts.first))
    #expect(shown.fills.contains { $0.ink == square.ink && $0.frame.size == square.frame.size })
    #expect(shown.texts.contains { $0.text == letter.text && $0.ink == letter.ink })
  }

  @Test func `the button beside the title is at its line's end, and used as one of the header`() throws {
    let shown = laidOut([.init("a", .fold("more", isUnfolded: false))], button: .init("clear", "Clear"))
    let frame = try text("Clear", in: shown)
    #expect(action(at: frame, in: shown) == .press(row: ControlPanel.header, button: "clear"))
    let title = try text("Notifications", in: shown)
    #expect(title.maxX < frame.x && abs(title.y + title.height / 2 - frame.y - frame.height / 2) <= 1)
    #expect(action(at: try text("more", in: shown), in: shown) == .choose("a"))
    #expect(laidOut([]).regions.isEmpty)
  }

  @Test func `the focus comes to the button beside the title after the rows`() throws {
    let shown = laidOut([.init("a", .message(message("Title")))], button: .init("clear", "Clear"))
    let actions = shown.focusOrder.map { id in
      shown.regions.first { $0.id == id }?.actions[.tap(.primary)]?.as(PanelAction.self)
    }
    #expect(
      actions == [
        .choose("a"), .press(row: "a", button: "remove"), .press(row: ControlPanel.header, button: "clear"),
      ])
  }
}
