import BarUI
import DBus
import Settings
import Testing

@testable import Modules

struct CommandFailureTests {
  @Test func `a reason of many lines is one line of the log and of the panel`() {
    var (lines, changes): ([String], Int) = ([], 0)
    let failure = CommandFailure(
      ModuleOutlet(report: { lines.append($0) }) { _ in }, onChange: { changes += 1 })
    failure.take("Traceback:\n  File a\r\n    b\n")
    #expect(lines == ["Traceback: File a b"] && changes == 1)
    #expect(failure.rows.map(\.content) == [.text("Traceback: File a b")])
    failure.take(String(repeating: "x\n", count: 1000))
    #expect(lines.last?.count == 200)
  }

  @Test func `the panel and the bar have a sentence of our own, the log the text of the service`() {
    var (lines, ends): ([String], [String?]) = ([], [])
    let outlet = ModuleOutlet(
      of: ModuleName(.text, "test"), report: { lines.append($0) }, onCommandEnd: { ends.append($0) },
      deliver: { _ in })
    let failure = CommandFailure(outlet, onChange: {})
    failure.take("It did not work.", because: "org.a.Error:\n no")
    #expect(lines == ["org.a.Error: no"] && ends == ["It did not work."])
    #expect(failure.rows.map(\.content) == [.text("It did not work.")])
    failure.take(BusError("org.a.Error", "never"), saying: "It did not work.")
    #expect(lines.count == 2 && lines[1].contains("never") && ends.count == 2)
    #expect(failure.rows.map(\.content) == [.text("It did not work.")])
    failure.take(nil as BusError?, saying: "It did not work.")
    #expect(failure.rows.isEmpty && ends.last == .some(nil))
    failure.relay("Another one tells.")
    #expect(lines.count == 2 && ends.last == "Another one tells.")
    #expect(failure.rows.map(\.content) == [.text("Another one tells.")])
  }

  @Test func `a reason is told in the log once until a command is done`() {
    var lines: [String] = []
    let failure = CommandFailure(ModuleOutlet(report: { lines.append($0) }) { _ in }, onChange: {})
    failure.take("no")
    failure.clear()
    failure.take("no")
    #expect(lines == ["no"] && failure.rows.count == 1)
    failure.take(nil as String?)
    failure.take("no")
    #expect(lines == ["no", "no"])
  }

  @Test func `every end of a command is told to the bar, until the module ends`() {
    var ends: [String?] = []
    let outlet = ModuleOutlet(
      of: ModuleName(.text, "test"), onCommandEnd: { ends.append($0) }, deliver: { _ in })
    let failure = CommandFailure(outlet, onChange: {})
    failure.take("not\n allowed")
    failure.take("not\n allowed")
    failure.take(nil as String?)
    #expect(ends == ["not allowed", "not allowed", nil])
    outlet.close()
    failure.take("late")
    #expect(ends.count == 3)
  }
}
