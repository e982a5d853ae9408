import CPlatform
import Geometry
import Glibc
import TestSupport
import Testing

import func HeadlessSession.readText

@testable import Loop

@Suite(.serialized)
struct ChildProcessTests {
  let loop: EventLoop

  init() throws {
    loop = try EventLoop()
  }

  /// Runs a program to its end, for at most 10 s.
  private func run(
    _ arguments: [String], selecting selection: LineReader.Selection = .newest
  ) throws -> (lines: [String], status: ChildProcess.Status?) {
    var lines: [String] = []
    var status: ChildProcess.Status?
    _ = try ChildProcess(
      arguments, selecting: selection, keepsStandardError: false, loop: loop,
      onLine: { lines.append($0) },
      onExit: {
        #expect(status == nil)
        status = $0
      })
    #expect(loop.wait { status != nil })
    return (lines, status)
  }

  @Test(arguments: [
    (["echo", "hello"], ["hello"], ChildProcess.Status.exited(0)),
    (["sh", "-c", "printf 'no end'; exit 3"], ["no end"], .exited(3)),
    (["sh", "-c", "kill -9 $$"], [], .killed(9)),
    (["sh", "-c", "kill -15 $$"], [], .killed(15)),
    (["true"], [], .exited(0)),
    (["sh", "-c", "exec 1>&-; exit 7"], [], .exited(7)),
    (["cat"], [], .exited(0)),
    (["printf", "%s\\n", "two words", "é"], ["é"], .exited(0)),
  ])
  func `a program's lines and its status arrive in order`(
    arguments: [String], lines: [String], status: ChildProcess.Status
  ) throws {
    let result = try run(arguments)
    #expect(result.lines == lines)
    #expect(result.status == status)
  }

  @Test func `a program is written to, and what it answers comes as it is`() throws {
    var output: [UInt8] = []
    var status: ChildProcess.Status?
    let program = try ChildProcess(
      ["sh", "-c", "read -r a; printf '<%s>' \"$a\"; read -r b; printf '<%s>\\n\\n' \"$b\"; cat"],
      takesInput: true, loop: loop, onLine: nil, onBytes: { output += $0 }, onExit: { status = $0 })
    #expect(program.write(Array("one\ntwo\n".utf8)))
    #expect(loop.wait { output.count >= 12 })
    #expect(String(decoding: output, as: UTF8.self) == "<one><two>\n\n")
    program.terminate()
    #expect(!program.write([0]))
    #expect(status == nil)
    #expect(loop.wait { hasEnded(program.processID) })
  }

  @Test func `a program that does not read is written to until its pipe is full`() throws {
    let program = try ChildProcess(
      ["sleep", "1000"], takesInput: true, loop: loop, onLine: nil, onExit: { _ in })
    defer { program.terminate() }
    let page = [UInt8](repeating: 0, count: 4096)
    let taken = (0..<1000).prefix { _ in program.write(page) }.count
    #expect((1..<1000).contains(taken))
  }

  @Test func `a program that was stopped ends when it is told to`() throws {
    let program = try ChildProcess(["sleep", "1000"], loop: loop, onLine: nil, onExit: { _ in })
    program.send(SIGSTOP)
    #expect(loop.wait { state(of: program.processID) == "T" })
    program.terminate(grace: .seconds(1000))
    #expect(loop.wait { hasEnded(program.processID) })
  }

  @Test(arguments: [
    ("hyaline-no-such-program", "no such file or directory"),
    ("/etc/passwd", "permission denied"),
    ("/tmp", "permission denied"),
  ])
  func `a program that cannot be started is reported with the reason`(program: String, reason: String) {
    let before = openDescriptors()
    for _ in 0..<50 {
      #expect {
        try run([program])
      } throws: {
        "\($0)" == "cannot run \"\(program)\": \(reason)"
      }
    }
    #expect(leakedDescriptors(since: before, cycles: 50).isEmpty)
  }

  @Test func `a child inherits no descriptor and no blocked signal, and has its own process group`() throws {
    let leak = unsafe open("/dev/null", O_RDONLY)  // without O_CLOEXEC, as a careless library does
    defer { close(leak) }
    let signals = try loop.onSignal([SIGUSR1]) { _ in }
    defer { signals.cancel() }
    #expect(try run(["sh", "-c", "echo $(ls /proc/self/fd)"]).lines == ["0 1 2 3"])
    for set in ["SigBlk", "SigIgn"] {
      let line = try run(["grep", set, "/proc/self/status"]).lines.first
      let signals = line.flatMap { UInt64($0.dropFirst(8), radix: 16) }
      // Glibc leaves the two that it keeps for its threads ignored: 32 and 33.
      #expect(signals.map { $0 & ~0x1_8000_0000 } == 0)
    }
    #expect(try run(["readlink", "/proc/self/fd/0"]).lines == ["/dev/null"])
    #expect(try run(["sh", "-c", "ps -o pgid= $$ | tr -d ' '; "]).lines.first != "\(getpgrp())")
  }

  @Test func `a child has the limit of descriptors that we were started with`() throws {
    let former = DescriptorLimit.current
    DescriptorLimit.raise()
    let own = try #require(
      readText("/proc/self/limits")?.split(separator: "\n").first { $0.contains("open files") })
    let columns = own.dropFirst("Max open files".count).split(separator: " ")
    #expect(columns[0] == columns[1] && columns[0] == "\(DescriptorLimit.current)")
    #expect(try run(["sh", "-c", "ulimit -n"]).lines == ["\(former)"])
  }

  @Test func `much output is read at a bounded rate and ends with the program`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var lines = 0
    let child = try ChildProcess(
      ["yes", "flood"], selecting: .newest, loop: loop,
      onLine: {
        #expect($0 == "flood")
        lines += 1
      },
      onExit: { _ in Issue.record("ended") })
    #expect(loop.wait { lines == 1 })
    for batch in 2...8 {
      let before = loop.wakeUpCount
      loop.serveWhatIsReady()
      clock.advance(by: .milliseconds(29))
      loop.serveWhatIsReady()
      #expect(lines == batch - 1)
      // One to see that it is too early, and one without anything after each.
      #expect(loop.wakeUpCount - before <= 3)
      clock.advance(by: .seconds(1))
      #expect(loop.wait { lines == batch })
    }
    child.terminate()
    clock.advance(by: .seconds(1))
    loop.reapChildren()
    #expect(lines == 8)
  }

  @Test func `terminating ends the whole process group and leaves no zombie`() throws {
    var identifiers: [pid_t] = []
    let child = try ChildProcess(
      ["sh", "-c", "sleep 1000 & echo $$ $!; wait"], selecting: .newest, loop: loop,
      onLine: { identifiers = $0.split(separator: " ").compactMap { pid_t($0) } },
      onExit: { _ in Issue.record("told after terminate") })
    #expect(loop.wait { identifiers.count == 2 })
    child.terminate()
    child.terminate()
    #expect(loop.wait { kill(identifiers[0], 0) != 0 })
    // The other one is init's to reap.
    let other = try run(["grep", "State", "/proc/\(identifiers[1])/status"])
    #expect(other.lines.allSatisfy { $0.contains("Z") })
  }

  /// Runs a shell to its end that leaves one process in its group and starts another one in a session of its own, and returns it
  /// with the numbers of the two, which ignore SIGTERM if they are stubborn.
  private func leavingProcesses(
    on loop: EventLoop, areStubborn: Bool = false
  ) throws -> (program: ChildProcess, left: pid_t, other: pid_t) {
    var identifiers: [pid_t] = []
    var hasExited = false
    let script =
      (areStubborn ? "trap '' TERM; " : "")
      + "sleep 1000 > /dev/null 2>&1 & a=$!; setsid sleep 1000 > /dev/null 2>&1 & echo $a $!"
    let program = try ChildProcess(
      ["sh", "-c", script], endsOthers: true, loop: loop,
      onLine: { identifiers = $0.split(separator: " ").compactMap { pid_t($0) } },
      onExit: { _ in hasExited = true })
    #expect(loop.wait { hasExited })
    try #require(identifiers.count == 2)
    try eventually("a session of its own") { getsid(identifiers[1]) == identifiers[1] }
    return (program, identifiers[0], identifiers[1])
  }

  @Test func `terminating a program that has ended ends what it has left in its group`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let (program, left, other) = try leavingProcesses(on: loop, areStubborn: true)
    defer { kill(other, SIGKILL) }
    #expect(program.hasLeftOthers && !hasEnded(left))
    program.terminate(grace: .seconds(5))
    clock.advance(by: .seconds(5) - .nanoseconds(1))
    loop.serveWhatIsReady()
    #expect(!hasEnded(left))
    clock.advance(by: .nanoseconds(1))
    #expect(loop.wait { hasEnded(left) })
    #expect(!program.hasLeftOthers && !hasEnded(other))
  }

  @Test(arguments: [false, true], [false, true])
  func `ending the children ends what a program has left in its group`(areStubborn: Bool, isTold: Bool) throws
  {
    let (program, left, other) = try leavingProcesses(on: loop, areStubborn: areStubborn)
    defer { kill(other, SIGKILL) }
    if isTold { program.terminate(grace: .seconds(1000)) }
    loop.endChildren(grace: .milliseconds(100))
    try eventually("the end of \(left)") { hasEnded(left) }
    #expect(!program.hasLeftOthers && !hasEnded(other))
  }

  @Test func `the group of what a program has left is not ours any more once that has ended`() throws {
    let (program, left, other) = try leavingProcesses(on: loop)
    defer { kill(other, SIGKILL) }
    kill(left, SIGKILL)
    try eventually("the end of \(left)") { hasEnded(left) }
    #expect(program.hasLeftOthers)
    program.terminate()
    #expect(!program.hasLeftOthers && !hasEnded(other))
  }

  @Test func `a program that ignores SIGTERM is killed after the grace period`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var identifier: pid_t = 0
    let child = try ChildProcess(
      ["sh", "-c", "trap '' TERM; echo $$; while :; do sleep 1000; done"], selecting: .newest, loop: loop,
      onLine: { identifier = pid_t($0) ?? 0 }, onExit: { _ in })
    #expect(loop.wait { identifier != 0 })
    child.terminate(grace: .seconds(5))
    clock.advance(by: .seconds(5) - .nanoseconds(1))
    loop.serveWhatIsReady()
    let state = try run(["grep", "State", "/proc/\(identifier)/status"]).lines.first
    #expect(state?.contains("Z") == false)
    clock.advance(by: .nanoseconds(1))
    #expect(loop.wait { kill(identifier, 0) != 0 })
  }

  @Test(arguments: [
    "echo $$; exec sleep 1000",
    // These ignore the wish to end.
    "trap '' TERM; sleep 1000 & echo $! $$; while :; do wait; done",
    // The program ends, and its child does not.
    "(trap '' TERM; exec sleep 1000) & echo $! $$; wait",
  ])
  func `ending the children leaves no process of a dependent program`(program: String) throws {
    var identifiers: [pid_t] = []
    _ = try ChildProcess(
      ["sh", "-c", program], loop: loop,
      onLine: { identifiers = $0.split(separator: " ").compactMap { pid_t($0) } },
      onExit: { _ in Issue.record("told of the end") })
    #expect(loop.wait { !identifiers.isEmpty })
    loop.endChildren(grace: .milliseconds(100))
    for identifier in identifiers { try eventually("the end of \(identifier)") { hasEnded(identifier) } }
    // The program itself, whose number it told last, is reaped; other tests have children too.
    #expect(loop.wait { kill(identifiers.last!, 0) != 0 })
    loop.endChildren()
  }

  @Test func `ending the children waits for processes that still clean up`() throws {
    let scratch = ScratchDirectory()
    var isReady = false
    // The program ends at once, its child after that.
    let program =
      "(trap 'echo tidy > \(scratch("told")); exit' TERM; echo; while :; do sleep 0.01; done) & wait"
    _ = try ChildProcess(
      ["sh", "-c", program], loop: loop, onLine: { _ in isReady = true }, onExit: { _ in })
    #expect(loop.wait { isReady })
    loop.endChildren(grace: .seconds(60))
    #expect(scratch.contents(of: "told") == "tidy\n")
  }

  @Test func `an independent program begins when it is allowed to and outlives the loop`() throws {
    let scratch = ScratchDirectory()
    let program = try ChildProcess(
      [
        "sh", "-c", "readlink /proc/self/fd/0 > \"$0\"; ps -o sid= $$ >> \"$0\"; exec sleep 1000",
        scratch("told"),
      ],
      lifetime: .independent, loop: loop, onLine: nil, onExit: { _ in })
    defer {
      kill(program.identifier, SIGKILL)
      _ = loop.wait { kill(program.identifier, 0) != 0 }
    }
    try eventually("it waits") { state(of: program.identifier) == "S" }
    #expect(scratch.contents(of: "told") == nil)
    program.begin()
    let told = "/dev/null\n\(program.identifier)\n"
    try eventually("what it tells") {
      scratch.contents(of: "told").map { $0.filter { $0 != " " } } == told
    }
    loop.endChildren()
    #expect(!hasEnded(program.identifier))
  }

  @Test func `a program ends with the thread that started it`() throws {
    // The end of a thread stands for the end of the process: to the kernel it is the same.
    var identifier: pid_t = 0
    var thread = pthread_t()
    let result = unsafe pthread_create(&thread, nil, startSleeper, &identifier)
    #expect(result == 0)
    #expect(pthread_join(thread, nil) == 0)
    try #require(identifier > 0)
    let end = Descriptor(adopting: hyaline_pidfd_open(identifier))
    var hasEnded = false
    let watch = loop.watch(end.raw) { _ in hasEnded = true }
    #expect(loop.wait { hasEnded })
    watch.cancel()
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    unsafe waitpid(identifier, &status, 0)
    #expect(hasEnded && status == SIGKILL)
  }

  @Test func `a background child that keeps the output open does not delay the end`() throws {
    let result = try run(["sh", "-c", "sleep 1000 & echo $!"])
    #expect(result.status == .exited(0))
    let child = try #require(result.lines.first.flatMap { pid_t($0) })
    #expect(kill(child, SIGKILL) == 0)
  }

  @Test func `a child has the parent's environment and the added variables`() throws {
    var lines: [String] = []
    var hasEnded = false
    _ = try ChildProcess(
      ["sh", "-c", "echo \"$PATH|$HOME|$NEW\""], environment: ["HOME": "/elsewhere", "NEW": "a b=c\td"],
      loop: loop, onLine: { lines.append($0) }, onExit: { _ in hasEnded = true })
    #expect(loop.wait { hasEnded })
    let path = unsafe String(cString: getenv("PATH"))
    #expect(lines == ["\(path)|/elsewhere|a b=c\td"])
  }

  @Test func `a process left by a program without a reader of its output can still write`() throws {
    let directory = ScratchDirectory()
    let path = directory("written")
    var hasEnded = false
    // The other writes once the program is gone, and comes to the file only if that has not killed it.
    let other = "(while kill -0 $$; do sleep 0.01; done; echo a && : > \"$0\") 2> /dev/null &"
    _ = try ChildProcess(["sh", "-c", other, path], loop: loop, onLine: nil) {
      #expect($0 == .exited(0))
      hasEnded = true
    }
    #expect(loop.wait { hasEnded })
    let watcher = try FileWatcher(path: path, loop: loop) {}
    defer { watcher.cancel() }
    let isThere = loop.wait { unsafe access(path, F_OK) == 0 }
    #expect(isThere)
  }

  @Test func `a handler may terminate its own process`() throws {
    var child: ChildProcess?
    var lines: [String] = []
    child = try ChildProcess(
      ["sh", "-c", "echo one; printf two"], selecting: .first(lines: 1), loop: loop,
      onLine: {
        lines.append($0)
        child?.terminate()
      },
      onExit: { _ in Issue.record("told after terminate") })
    #expect(loop.wait { !lines.isEmpty })
    loop.reapChildren()
    loop.serveWhatIsReady()
    #expect(lines.count == 1)
  }

  @Test func `two hundred programs leave no descriptor and no child`() throws {
    let before = openDescriptors()
    for _ in 0..<200 {
      var hasEnded = false
      let child = try ChildProcess(
        ["true"], selecting: .newest, loop: loop, onLine: { _ in }, onExit: { _ in hasEnded = true })
      #expect(loop.wait { hasEnded })
      // Also a zombie could still be signalled.
      #expect(kill(child.identifier, 0) != 0)
    }
    #expect(leakedDescriptors(since: before, cycles: 200).isEmpty)
  }
}

/// Whether a process is gone, or waits to be reaped by whoever has adopted it.
private func hasEnded(_ process: pid_t) -> Bool {
  [nil, "Z"].contains(state(of: process))
}

/// The state of a process in `/proc`, such as `S` for sleeping; nil if there is no such process.
private func state(of process: pid_t) -> Character? {
  readText("/proc/\(process)/stat")?.split(separator: ")").last?.dropFirst().first
}

/// Starts a program that does nothing for long, and tells which.
private nonisolated func startSleeper(_ identifier: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  var arguments = unsafe [strdup("sleep"), strdup("1000"), nil]
  unsafe hyaline_spawn(
    identifier?.assumingMemoryBound(to: pid_t.self), &arguments, nil, -1, STDERR_FILENO, STDERR_FILENO)
  while let argument = unsafe arguments.popLast() { unsafe free(argument) }
  return nil
}
