import BarUI
import Geometry
import Loop
import ModuleModel
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing

/// The keyboard focus on the messages of a bar's panel, on a compositor that a test plays.
struct MessageFocusTests {
  /// A service whose panel has messages, and the uses that were made of it.
  private final class Service {
    var panel = ControlPanel("", rows: [])
    var uses: [ControlUse] = []
    /// Called when the panel of the service is used.
    var onUse: (ControlUse) -> Void = { _ in }
    let observers = Observers()
  }

  private let service = Service()

  /// A bar on the screen whose module has opened the panel by a key, which has the keyboard.
  private func open() throws -> (BarStage, FakeSurface) {
    let (stage, surface) = try BarStage.withClock(
      opening: .panel(
        ModulePanel { [service] in
          service.panel
        } open: { [service] in
          service.observers.add($0)
        } use: { [service] in
          service.uses.append($0)
          service.onUse($0)
        }))
    let popup = try stage.openByKey(from: surface)
    _ = popup.scene(at: stage.now)
    return (stage, surface)
  }

  private func press(_ surface: FakeSurface, _ keysyms: UInt32...) {
    for keysym in keysyms { surface.onKey?(KeyEvent(keysym: keysym)) }
  }

  private func message(_ title: String) -> ControlPanel.Row {
    .init(
      title,
      .message(
        .init(picture: ModuleIcon([]), program: title, title: title, time: "", button: .init("x", "X"))))
  }

  @Test func `the key Delete removes the message with the focus, which the next one gets`() throws {
    service.panel.rows = [.init("first", .choice(.init("first")))] + ["a", "b", "c"].map(message)
    service.onUse = { [service] use in
      if case .press(let row, _) = use { service.panel.rows.removeAll { $0.id == row } }
    }
    let (_, surface) = try open()
    press(surface, Keysym.delete)
    #expect(service.uses.isEmpty, "a choice is not removed")
    press(surface, Keysym.down, Keysym.delete)
    #expect(service.uses == [.press(row: "a", button: "x")])
    press(surface, Keysym.enter)
    #expect(service.uses.last == .choose("b"))
    press(surface, Keysym.down, Keysym.down, Keysym.keypadDelete)
    #expect(service.uses.last == .press(row: "c", button: "x"))
    press(surface, Keysym.delete, Keysym.delete)
    #expect(service.uses.suffix(1) == [.press(row: "b", button: "x")] && service.uses.count == 4)
  }

  @Test func `the focus is on the first row of a panel that a key opens, not on its header`()
    throws
  {
    service.panel = ControlPanel("Notifications", rows: ["a"].map(message))
    service.panel.button = .init("clear", "Clear")
    let (_, surface) = try open()
    press(surface, Keysym.enter, Keysym.enter)
    #expect(service.uses == [.choose("a"), .choose("a")])
    press(surface, Keysym.up, Keysym.enter)
    #expect(service.uses.last == .press(row: ControlPanel.header, button: "clear"))
  }

  @Test(arguments: [["b", "c"], ["new", "b", "c"]])
  func `the focus of a message that a key has closed goes to the one in its place`(rest: [String]) throws {
    service.panel.rows = ["a", "b", "c"].map(message)
    service.onUse = { [service] use in
      guard case .choose("a") = use else { return }
      service.panel.rows = rest.map(message)
      service.observers.tell()
    }
    let (_, surface) = try open()
    press(surface, Keysym.enter, Keysym.enter)
    #expect(service.uses == [.choose("a"), .choose(PanelRowKey(rest[0]))])
  }

  @Test func `the focus of a message that goes by itself goes to that in its place, or to the last`()
    throws
  {
    service.panel.rows = ["a", "b", "c"].map(message)
    service.panel.button = .init("clear", "Clear")
    let (_, surface) = try open()
    // The focus is on the button of the message.
    press(surface, Keysym.down, Keysym.down, Keysym.down)
    service.panel.rows = ["a", "b now", "c"].map(message)
    service.observers.tell()
    press(surface, Keysym.enter)
    service.panel.rows = ["a"].map(message)
    service.observers.tell()
    press(surface, Keysym.enter)
    service.panel.rows = ["a", "d"].map(message)
    service.observers.tell()
    press(surface, Keysym.enter)
    #expect(service.uses == [.choose("b now"), .choose("a"), .choose("a")])
  }
}
