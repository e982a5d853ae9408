import Geometry
import Glibc
import HeadlessSession
import Synchronization
import TestSupport
import Testing

@testable import Loop

@Suite(.serialized)
struct FileWatcherTests {
  /// A way in which the file that `path` names comes to hold `new`.
  nonisolated struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Before the watcher starts; nil: the file holds `old`, beside nothing else.
    let prepare: (@Sendable (ScratchDirectory) -> Void)?
    let path: String
    let perform: @Sendable (ScratchDirectory) -> Void

    init(
      _ description: String, path: String = "settings.toml",
      prepare: (@Sendable (ScratchDirectory) -> Void)? = nil,
      perform: @escaping @Sendable (ScratchDirectory) -> Void
    ) {
      testDescription = description
      self.path = path
      self.prepare = prepare
      self.perform = perform
    }
  }

  nonisolated static let changes: [Change] = [
    Change("rewritten in place") { $0.write("new", to: "settings.toml") },
    Change("replaced by rename") { $0.replace("settings.toml", with: "new") },
    Change("deleted and made again") {
      $0.remove("settings.toml")
      $0.write("new", to: "settings.toml")
    },
    Change("moved to a backup and made again, as vim may") {
      $0.move("settings.toml", to: "settings.toml~")
      $0.write("new", to: "settings.toml")
    },
    Change(
      "made where none was",
      prepare: { _ in },
      perform: { $0.write("new", to: "settings.toml") }),
    Change(
      "linked where none was",
      prepare: { $0.write("new", to: "other") },
      perform: {
        $0.link("settings.toml", to: $0("other"))
      }),
    Change(
      "hard-linked where none was",
      prepare: { $0.write("new", to: "other") },
      perform: {
        _ = unsafe Glibc.link($0("other"), $0("settings.toml"))
      }),
    Change(
      "its directory made later", path: "a/b/settings.toml",
      prepare: { _ in },
      perform: {
        $0.makeDirectory("a")
        $0.makeDirectory("a/b")
        $0.write("new", to: "a/b/settings.toml")
      }),
    Change(
      "its directory moved into place", path: "a/b/settings.toml",
      prepare: {
        $0.makeDirectory("x")
        $0.makeDirectory("x/b")
        $0.write("new", to: "x/b/settings.toml")
      },
      perform: { $0.move("x", to: "a") }),
    Change(
      "its directory replaced", path: "a/settings.toml",
      prepare: {
        $0.makeDirectory("a")
        $0.write("old", to: "a/settings.toml")
        $0.makeDirectory("x")
        $0.write("new", to: "x/settings.toml")
      },
      perform: {
        $0.move("a", to: "y")
        $0.move("x", to: "a")
      }),
    Change(
      "its directory removed and made again", path: "a/settings.toml",
      prepare: {
        $0.makeDirectory("a")
        $0.write("old", to: "a/settings.toml")
      },
      perform: {
        $0.remove("a")
        $0.makeDirectory("a")
        $0.write("new", to: "a/settings.toml")
      }),
    Change(
      "the target of a link rewritten",
      prepare: {
        $0.makeDirectory("dots")
        $0.write("old", to: "dots/hyaline")
        $0.link("settings.toml", to: "dots/hyaline")
      },
      perform: { $0.write("new", to: "dots/hyaline") }),
    Change(
      "the target of a link replaced by rename",
      prepare: {
        $0.makeDirectory("dots")
        $0.write("old", to: "dots/hyaline")
        $0.link("settings.toml", to: "dots/hyaline")
      },
      perform: { $0.replace("dots/hyaline", with: "new") }),
    Change(
      "a link replaced by another, as ln -sfn does",
      prepare: {
        $0.write("old", to: "one")
        $0.write("new", to: "two")
        $0.link("settings.toml", to: "one")
      },
      perform: {
        $0.link("tmp", to: "two")
        $0.move("tmp", to: "settings.toml")
      }),
    Change(
      "a link replaced by a file",
      prepare: {
        $0.write("old", to: "one")
        $0.link("settings.toml", to: $0("one"))
      },
      perform: { $0.replace("settings.toml", with: "new") }),
    Change(
      "the middle one of three links replaced",
      prepare: {
        $0.write("old", to: "one")
        $0.write("new", to: "two")
        $0.makeDirectory("d")
        $0.link("d/middle", to: "../one")
        $0.link("settings.toml", to: "d/../d/./middle")
      },
      perform: {
        $0.link("tmp", to: "../two")
        $0.move("tmp", to: "d/middle")
      }),
    Change(
      "a link to a directory replaced", path: "a/settings.toml",
      prepare: {
        $0.makeDirectory("x")
        $0.makeDirectory("y")
        $0.write("old", to: "x/settings.toml")
        $0.write("new", to: "y/settings.toml")
        $0.link("a", to: "x")
      },
      perform: {
        $0.link("tmp", to: "y")
        $0.move("tmp", to: "a")
      }),
    Change(
      "the missing target of a link made",
      prepare: {
        $0.link("settings.toml", to: "later/hyaline")
      },
      perform: {
        $0.makeDirectory("later")
        $0.write("new", to: "later/hyaline")
      }),
  ]

  @Test(arguments: changes)
  func `a change is reported once`(_ change: Change) throws {
    let scratch = ScratchDirectory()
    if let prepare = change.prepare { prepare(scratch) } else { scratch.write("old", to: "settings.toml") }
    let loop = try EventLoop()
    var told = 0
    var seen: String?
    let watcher = try FileWatcher(path: scratch(change.path), loop: loop) {
      told += 1
      seen = scratch.contents(of: change.path)
    }
    // Twice: the second shows that the watches follow to the new place.
    for text in ["new", "newer"] {
      if text == "new" { change.perform(scratch) } else { scratch.write(text, to: change.path) }
      #expect(loop.wait { seen == text })
      #expect(told == (text == "new" ? 1 : 2))
    }
    watcher.cancel()
    scratch.write("newest", to: change.path)
    #expect(!loop.runOnce(until: loop.now))
  }

  @Test func `the removal of the file is reported`() throws {
    let scratch = ScratchDirectory()
    scratch.write("old", to: "f")
    let loop = try EventLoop()
    var told = 0
    let watcher = try FileWatcher(path: scratch("f"), loop: loop) { told += 1 }
    defer { watcher.cancel() }
    scratch.remove("f")
    #expect(loop.wait { told == 1 })
    #expect(scratch.contents(of: "f") == nil)
  }

  @Test func `changes in quick succession are reported once`() throws {
    let scratch = ScratchDirectory()
    scratch.write("old", to: "f")
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var told: [String?] = []
    let watcher = try FileWatcher(path: scratch("f"), loop: loop) { told.append(scratch.contents(of: "f")) }
    defer { watcher.cancel() }
    for index in 0..<50 {
      scratch.write("text \(index)", to: "f")
      loop.serveWhatIsReady()
    }
    #expect(told == [])
    clock.advance(by: .milliseconds(20))
    loop.serveWhatIsReady()
    #expect(told == ["text 49"])
    clock.advance(by: .seconds(60))
    loop.serveWhatIsReady()
    #expect(told == ["text 49"])
  }

  @Test func `a file that is written without a pause is reported meanwhile, and again at the end`() throws {
    let scratch = ScratchDirectory()
    scratch.write("old", to: "f")
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var told = 0
    let watcher = try FileWatcher(path: scratch("f"), loop: loop) { told += 1 }
    defer { watcher.cancel() }
    let writer = Descriptor(adopting: unsafe open(scratch("f"), O_WRONLY | O_TRUNC | O_CLOEXEC))
    loop.serveWhatIsReady()
    // There is never a pause as long as that after which a file counts as written.
    for step in 1...24 {
      #expect(unsafe write(writer.raw, "x", 1) == 1)
      loop.serveWhatIsReady()
      clock.advance(by: .milliseconds(5))
      loop.serveWhatIsReady()
      #expect(told == step / 12)
    }
    _ = consume writer
    loop.serveWhatIsReady()
    clock.advance(by: .milliseconds(20))
    loop.serveWhatIsReady()
    #expect(told == 3)
  }

  @Test func `other files in the same and in parent directories are not reported`() throws {
    let scratch = ScratchDirectory()
    scratch.makeDirectory("a")
    scratch.write("old", to: "a/f")
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let watcher = try FileWatcher(path: scratch("a/f"), loop: loop) { Issue.record("told") }
    defer { watcher.cancel() }
    scratch.write("x", to: "f")
    scratch.makeDirectory("b")
    // Above the file's own directory nothing even wakes us.
    #expect(!loop.runOnce(until: loop.now))
    scratch.write("x", to: "a/g")
    loop.serveWhatIsReady()
    clock.advance(by: .seconds(1))
    #expect(!loop.runOnce(until: loop.now))
  }

  @Test func `while a file system does not answer the loop goes on, and what has changed is told after`()
    throws
  {
    let scratch = ScratchDirectory()
    scratch.write("old", to: "one")
    scratch.write("new", to: "two")
    scratch.link("f", to: "one")
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let mount = HungMount()
    var seen: [String?] = []
    let watcher = try FileWatcher(
      path: scratch("f"), loop: loop, look: { mount.look($0) },
      onChange: { seen.append(scratch.contents(of: "f")) })
    defer { watcher.cancel() }
    for (target, isGivenUp) in [("two", false), ("one", true)] {
      mount.hang()
      scratch.link("tmp", to: target)
      scratch.move("tmp", to: "f")
      #expect(loop.wait { mount.isAsked })
      var isServed = false
      loop.schedule(at: loop.now) { isServed = true }
      #expect(loop.wait { isServed })
      if isGivenUp {
        clock.advance(by: FileWatcher.patience)
        loop.serveWhatIsReady()
      }
      let count = seen.count
      clock.advance(by: .seconds(1))
      loop.serveWhatIsReady()
      #expect(seen.count == count)
      mount.answer()
      if isGivenUp { clock.advance(by: FileWatcher.retryInterval + .seconds(1)) }
      #expect(
        loop.wait {
          clock.advance(by: .milliseconds(5))
          return seen.count > count
        })
    }
    #expect(seen == ["new", "old"])
  }

  @Test func `a watch that begins later tells when it has begun, and of each change after that`() throws {
    let scratch = ScratchDirectory()
    let loop = try EventLoop()
    var starts: [LoopError?] = []
    var seen: [String?] = []
    let watcher = FileWatcher(path: scratch("f"), loop: loop) {
      starts.append($0)
    } onChange: {
      seen.append(scratch.contents(of: "f"))
    }
    defer { watcher.cancel() }
    #expect(starts.isEmpty)
    #expect(loop.wait { !starts.isEmpty })
    #expect(starts == [nil] && seen.isEmpty)
    scratch.write("one", to: "f")
    #expect(loop.wait { seen.last == "one" })
    scratch.replace("f", with: "two")
    #expect(loop.wait { seen.last == "two" })
    #expect(starts == [nil])
  }

  @Test(arguments: [(ENOSPC, false), (ENOMEM, false), (EACCES, true)])
  func `a watch that the system has no room for is an error, and one that it forbids is left out`(
    _ number: Int32, isBegun: Bool
  ) throws {
    let scratch = ScratchDirectory()
    let begun = Result { () throws(LoopError) in
      try WatchedTrail(of: scratch("f"), look: { PathTrail(of: $0) }) { _, _, _ in
        errno = number
        return -1
      }.stops.count
    }
    let refused = LoopError("watch \(scratch("f"))", errorNumber: number)
    #expect(begun == (isBegun ? .success(0) : .failure(refused)))
  }

  @Test(arguments: [UInt32(IN_Q_OVERFLOW), UInt32(IN_UNMOUNT)])
  func `after lost events and the end of a file system the path is resolved anew`(_ mask: UInt32) {
    var change = FileChange.none
    for stop in [PathTrail.Stop.file(name: "f", in: "/"), .missing(name: "f", in: "/")] {
      change.add(InotifyEvent(watch: 1, mask: mask, name: ""), at: [stop])
    }
    #expect(change.isRelevant && change.mayLeadElsewhere)
  }

  @Test(arguments: DailySeeds.first(10) as [UInt64])
  func `after random changes the last one is reported`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let scratch = ScratchDirectory()
    let loop = try EventLoop()
    var seen: String?
    let path = "a/f"
    let watcher = try FileWatcher(path: scratch(path), loop: loop) { seen = scratch.contents(of: path) }
    defer { watcher.cancel() }
    for step in 0..<40 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: scratch.makeDirectory("a")
      case 1: scratch.remove("a")
      case 2:
        scratch.remove("a")
        scratch.makeDirectory("real\(step)")
        scratch.link("a", to: "real\(step)")
      case 3: if scratch.exists(path) { scratch.replace(path, with: "\(step)") }
      case 4: scratch.remove(path)
      default: if scratch.exists("a") { scratch.write("\(step)", to: path) }
      }
      if Bool.random(using: &random) { loop.runOnce(until: loop.now) }
    }
    if !scratch.exists("a") { scratch.remove("a") }
    scratch.makeDirectory("a")
    scratch.write("last", to: path)
    #expect(loop.wait { seen == "last" }, "seed \(seed)")
  }
}

/// A file system that does not answer for a while.
private nonisolated final class HungMount: Sendable {
  private let state = Mutex((hangs: false, isAsked: false))

  /// Whoever looks from now on waits.
  func hang() { state.withLock { $0 = (true, false) } }
  /// Whether somebody waits.
  var isAsked: Bool { state.withLock(\.isAsked) }
  /// Lets go on who waits, and nobody waits from now on.
  func answer() { state.withLock { $0.hangs = false } }

  /// Returns the trail of a path once an answer is allowed.
  func look(_ path: String) -> PathTrail {
    let isFree = Deadline.patient.wait {
      state.withLock { state in
        state.isAsked = true
        return !state.hangs
      }
    }
    if !isFree { Issue.record("nobody has let it answer") }
    return PathTrail(of: path)
  }
}
