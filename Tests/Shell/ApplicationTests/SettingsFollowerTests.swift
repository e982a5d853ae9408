import Glibc
import Settings
import ShellModel
import Synchronization
import TestSupport
import Testing
import Toml

@testable import Application
@testable import Loop

struct SettingsFollowerTests {
  private let directory = ScratchDirectory()

  private func write(_ height: Int) {
    directory.write("[bar]\nheight = \(height)\n", to: "settings.toml")
  }

  private func height(_ follower: SettingsFollower) -> Int? { follower.last?.settings.bars[0].height }

  @Test func `the file is read at the start, when it changes, and on request`() throws {
    let model = Model(try EventLoop(), State())
    write(40)
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), model)
    defer { follower.cancel() }
    follower.start()
    #expect(height(follower) == 40 && follower.loads == 1)
    // This change comes before the watch has begun.
    write(41)
    #expect(model.loop.wait { follower.loads == 2 })
    write(42)
    #expect(model.loop.wait { height(follower) == 42 })
    let before = follower.loads
    var answers: [[String]] = []
    follower.load { answers.append($0) }
    #expect(model.loop.wait { !answers.isEmpty })
    #expect(answers == [[]] && follower.loads == before + 1 && model.state.settings.bars[0].height == 42)
  }

  @Test func `wrong options have their defaults at the start, and a later file with errors changes nothing`()
    throws
  {
    let model = Model(try EventLoop(), State())
    directory.write("bar.height = \"high\"\nbar.spacing = 1", to: "settings.toml")
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), model)
    defer { follower.cancel() }
    follower.start()
    model.handleEvents()
    #expect(model.state.settings.bar.spacing == 1 && model.state.notice != nil)
    directory.replace("settings.toml", with: "bar.height = \"high\"\nbar.spacing = 2")
    #expect(model.loop.wait { follower.last?.settings.bar.spacing == 2 })
    model.handleEvents()
    #expect(model.state.settings.bar.spacing == 1)
  }

  @Test func `what the user wants of a program is written to the file, and read again`() throws {
    let model = Model(try EventLoop(), State())
    write(40)
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), model)
    defer { follower.cancel() }
    follower.start()
    let program = try #require(NotifyingProgram(name: "Mail", desktopEntry: ""))
    var outcomes: [SettingsFile.Outcome] = []
    follower.write(.init(program, .sounds, isOn: false)) { outcomes.append($0) }
    #expect(
      model.loop.wait { follower.last?.settings.notifications.rules.first?.sound == "" && !outcomes.isEmpty })
    directory.replace("settings.toml", with: "bar = [")
    follower.write(.init(program, .sounds, isOn: true)) { outcomes.append($0) }
    #expect(model.loop.wait { outcomes.count == 2 })
    #expect(outcomes[0] == .written && outcomes[1] != .written)
  }

  @Test func `a pipe without data is an error of the file, and no empty file`() throws {
    let model = Model(try EventLoop(), State())
    let path = directory("settings.toml")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let follower = SettingsFollower(SettingsFile(path: path), model)
    defer { follower.cancel() }
    follower.start()
    let message = "\(path): cannot be read: it is a pipe to which nothing was written"
    #expect(follower.last?.errors() == [message])
    model.handleEvents()
    #expect(model.state.notice?.text == message + "; the defaults hold")
  }

  @Test func `included files are followed too, also missing ones and those that are replaced`() throws {
    let model = Model(try EventLoop(), State())
    directory.write("include = [\"a.toml\", \"b.toml\"]", to: "settings.toml")
    directory.write("bar.height = 40", to: "a.toml")
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), model)
    defer { follower.cancel() }
    follower.start()
    #expect(height(follower) == 40 && follower.last?.warnings.count == 1)
    directory.replace("a.toml", with: "bar.height = 41")
    #expect(model.loop.wait { height(follower) == 41 })
    directory.write("bar.height = 42", to: "b.toml")
    #expect(model.loop.wait { height(follower) == 42 && follower.last?.warnings == [] })
    // An error in the file does not end the watch of the others.
    directory.replace("settings.toml", with: "include = [")
    #expect(model.loop.wait { follower.last?.errors().isEmpty == false })
    directory.replace("settings.toml", with: "include = [\"c.toml\", \"b.toml\"]")
    #expect(model.loop.wait { follower.last?.errors() == [] && follower.last?.included.count == 2 })
    directory.replace("b.toml", with: "bar.spacing = 1")
    directory.replace("c.toml", with: "bar.height = 43")
    #expect(model.loop.wait { height(follower) == 43 && follower.last?.settings.bar.spacing == 1 })
  }

  @Test func `a file of the user replaces the system-wide one while it exists`() throws {
    let model = Model(try EventLoop(), State())
    directory.write("bar.height = 40", to: "system.toml")
    let file = SettingsFile(path: directory("settings.toml"), fallbacks: [directory("system.toml")])
    let follower = SettingsFollower(file, model)
    defer { follower.cancel() }
    follower.start()
    #expect(height(follower) == 40)
    write(41)
    #expect(model.loop.wait { height(follower) == 41 })
    directory.remove("settings.toml")
    #expect(model.loop.wait { height(follower) == 40 })
    directory.replace("system.toml", with: "bar.height = 42")
    #expect(model.loop.wait { height(follower) == 42 })
  }

  @Test func `a change before the watch has begun is seen though an included file does not answer`() throws {
    let model = Model(try EventLoop(), State())
    directory.makeDirectory("silent")
    func write(_ height: Int) {
      directory.write("include = [\"silent/a.toml\"]\nbar.height = \(height)\n", to: "settings.toml")
    }
    write(40)
    let (stuck, silent) = (StuckProcesses(), directory("silent"))
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), model) {
      let reader = NamedFileReader(patience: .milliseconds(20), mounts: { ["/"] }, stuck: stuck)
      reader.halt = silent
      return reader
    }
    defer { follower.cancel() }
    follower.start()
    #expect(height(follower) == 40)
    write(41)
    #expect(model.loop.wait { height(follower) == 41 })
  }

  @Test func `a file system that does not answer is an error of the file, and the loop goes on`() throws {
    let model = Model(try EventLoop(), State())
    write(40)
    let (stuck, folder) = (StuckProcesses(), directory.path)
    let isSilent = Mutex(false)
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), model) {
      let reader = NamedFileReader(patience: .seconds(30), mounts: { ["/"] }, stuck: stuck)
      if isSilent.withLock({ $0 }) { (reader.patience, reader.halt) = (.milliseconds(20), folder) }
      return reader
    }
    defer { follower.cancel() }
    follower.start()
    #expect(follower.last?.diagnostics == [])
    isSilent.withLock { $0 = true }
    let message = "\(directory("settings.toml")): cannot be read: its file system does not answer"
    var isReading = false
    #expect(
      model.loop.wait {
        // The reader of a thread that has begun before is not silent.
        if !isReading {
          isReading = true
          follower.load { _ in isReading = false }
        }
        return follower.last?.messages == [message]
      })
  }
}
