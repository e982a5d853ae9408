import Geometry
import ModuleModel
import Scenes
import TestSupport
import Testing
import Views

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

  @Test func `a slider's place and its value belong together at every scale`() {
    for scale in [1.0, 1.5, 2] {
      for part in [0.0, 0.25, 0.5, 1] {
        let layout = laidOut(
          ControlPanelView(ControlPanel("", rows: [.init("l", .level(.init(value: part)))])), scale: scale)
        let frame = layout.popupAnchors[ViewKey(PanelAction.slide("l"))] ?? .empty
        // The knob is drawn last.
        let knob = layout.scene.fills.last?.frame ?? .empty
        let x = Double(knob.x) + Double(knob.width) / 2
        #expect(abs(Slider.part(atX: x, in: frame, scale: scale) - part) < 0.01, "\(part) at scale \(scale)")
        #expect(Slider.part(atX: x, in: frame, scale: scale, isRightToLeft: true) + part - 1 < 0.01)
      }
    }
    #expect(Slider.part(atX: -50, in: PixelRect(x: 0, y: 0, width: 100, height: 14), scale: 1) == 0)
    #expect(Slider.part(atX: 500, in: PixelRect(x: 0, y: 0, width: 100, height: 14), scale: 1) == 1)
    #expect(Slider.part(atX: 5, in: PixelRect(x: 0, y: 0, width: 10, height: 14), scale: 1) == 0)
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

  @Test func `a panel of words is as narrow as a menu, with rows as low`() throws {
    let rows = [ControlPanel.Row("a", .choice(.init("Lock")))]
    let layout = laidOut(ControlPanelView(ControlPanel("", isMenu: true, rows: rows)))
    #expect(layout.size.width == Int(PanelMetrics.menuWidth))
    let row = try #require(layout.popupAnchors[ViewKey(PanelRowKey("a"))])
    #expect(row.height == Int(MenuMetrics.rowHeight))
  }
}
