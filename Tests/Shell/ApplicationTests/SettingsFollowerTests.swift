import Glibc
import Settings
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

  private func heights(_ contents: [SettingsFile.Contents]) -> [Int] {
    contents.map(\.settings.bars[0].height)
  }

  @Test func `the file is read at the start, when it changes, and on request`() throws {
    let loop = try EventLoop()
    write(40)
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), loop: loop)
    defer { follower.cancel() }
    var found: [SettingsFile.Contents] = []
    follower.onLoad = { found.append($0) }
    #expect(heights([follower.start()]) == [40] && follower.loads == 1)
    // This change comes before the watch has begun.
    write(41)
    #expect(loop.wait { found.count == 1 })
    write(42)
    #expect(loop.wait { found.last?.settings.bars[0].height == 42 })
    let before = found.count
    var answered: [SettingsFile.Contents] = []
    follower.load { answered.append($0) }
    #expect(loop.wait { !answered.isEmpty })
    #expect(heights(answered) == [42] && found.count == before + 1 && follower.loads == found.count + 1)
  }

  @Test func `what the user wants of a program is written to the file, and read again`() throws {
    let loop = try EventLoop()
    write(40)
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), loop: loop)
    defer { follower.cancel() }
    var last = follower.start()
    follower.onLoad = { last = $0 }
    let program = try #require(NotifyingProgram(name: "Mail", desktopEntry: ""))
    var outcomes: [SettingsFile.Outcome] = []
    follower.write(.init(program, .sounds, isOn: false)) { outcomes.append($0) }
    #expect(loop.wait { last.settings.notifications.rules.first?.sound == "" && !outcomes.isEmpty })
    directory.replace("settings.toml", with: "bar = [")
    follower.write(.init(program, .sounds, isOn: true)) { outcomes.append($0) }
    #expect(loop.wait { outcomes.count == 2 })
    #expect(outcomes[0] == .written && outcomes[1] != .written)
  }

  @Test func `a pipe without data is an error of the file, and no empty file`() throws {
    let loop = try EventLoop()
    let path = directory("settings.toml")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let follower = SettingsFollower(SettingsFile(path: path), loop: loop)
    defer { follower.cancel() }
    #expect(
      follower.start().errors() == ["\(path): cannot be read: it is a pipe to which nothing was written"])
  }

  @Test func `included files are followed too, also missing ones and those that are replaced`() throws {
    let loop = try EventLoop()
    directory.write("include = [\"a.toml\", \"b.toml\"]", to: "settings.toml")
    directory.write("bar.height = 40", to: "a.toml")
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), loop: loop)
    defer { follower.cancel() }
    var last = follower.start()
    follower.onLoad = { last = $0 }
    #expect(heights([last]) == [40] && last.warnings.count == 1)
    directory.replace("a.toml", with: "bar.height = 41")
    #expect(loop.wait { heights([last]) == [41] })
    directory.write("bar.height = 42", to: "b.toml")
    #expect(loop.wait { heights([last]) == [42] && last.warnings == [] })
    // An error in the file does not end the watch of the others.
    directory.replace("settings.toml", with: "include = [")
    #expect(loop.wait { !last.errors().isEmpty })
    directory.replace("settings.toml", with: "include = [\"c.toml\", \"b.toml\"]")
    #expect(loop.wait { last.errors().isEmpty && last.included.count == 2 })
    directory.replace("b.toml", with: "bar.spacing = 1")
    directory.replace("c.toml", with: "bar.height = 43")
    #expect(loop.wait { heights([last]) == [43] && last.settings.bar.spacing == 1 })
  }

  @Test func `a file of the user replaces the system-wide one while it exists`() throws {
    let loop = try EventLoop()
    directory.write("bar.height = 40", to: "system.toml")
    let file = SettingsFile(path: directory("settings.toml"), fallbacks: [directory("system.toml")])
    let follower = SettingsFollower(file, loop: loop)
    defer { follower.cancel() }
    var last = follower.start()
    follower.onLoad = { last = $0 }
    #expect(heights([last]) == [40])
    write(41)
    #expect(loop.wait { heights([last]) == [41] })
    directory.remove("settings.toml")
    #expect(loop.wait { heights([last]) == [40] })
    directory.replace("system.toml", with: "bar.height = 42")
    #expect(loop.wait { heights([last]) == [42] })
  }

  @Test func `a change before the watch has begun is seen though an included file does not answer`() throws {
    let loop = try EventLoop()
    directory.makeDirectory("silent")
    func write(_ height: Int) {
      directory.write("include = [\"silent/a.toml\"]\nbar.height = \(height)\n", to: "settings.toml")
    }
    write(40)
    let (stuck, silent) = (StuckProcesses(), directory("silent"))
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), loop: loop) {
      let reader = NamedFileReader(patience: .milliseconds(20), mounts: { ["/"] }, stuck: stuck)
      reader.halt = silent
      return reader
    }
    defer { follower.cancel() }
    var found: [SettingsFile.Contents] = []
    follower.onLoad = { found.append($0) }
    #expect(heights([follower.start()]) == [40])
    write(41)
    #expect(loop.wait { heights(found).last == 41 })
  }

  @Test func `a file system that does not answer is an error of the file, and the loop goes on`() throws {
    let loop = try EventLoop()
    write(40)
    let (stuck, folder) = (StuckProcesses(), directory.path)
    let isSilent = Mutex(false)
    let follower = SettingsFollower(SettingsFile(path: directory("settings.toml")), loop: loop) {
      let reader = NamedFileReader(patience: .seconds(30), mounts: { ["/"] }, stuck: stuck)
      if isSilent.withLock({ $0 }) { (reader.patience, reader.halt) = (.milliseconds(20), folder) }
      return reader
    }
    defer { follower.cancel() }
    var found: [SettingsFile.Contents] = []
    follower.onLoad = { found.append($0) }
    #expect(follower.start().diagnostics.isEmpty)
    isSilent.withLock { $0 = true }
    let message = "\(directory("settings.toml")): cannot be read: its file system does not answer"
    var isReading = false
    #expect(
      loop.wait {
        // The reader of a thread that has begun before is not silent.
        if !isReading {
          isReading = true
          follower.load { _ in isReading = false }
        }
        return found.last?.messages == [message]
      })
  }
}
