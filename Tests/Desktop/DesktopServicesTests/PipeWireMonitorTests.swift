import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DesktopServices

/// The programs that use each resource, from a PipeWire of the test's own.
@Suite(.serialized)
final class PipeWireMonitorTests {
  private let directory: PrivateDirectory
  private let pipeWire: PrivatePipeWire
  private let loop: EventLoop
  private let media: PipeWireMonitor
  private var programs: [SessionProcess] = []

  init() throws {
    directory = try PrivateDirectory()
    pipeWire = try PrivatePipeWire(in: directory)
    loop = try EventLoop()
    media = PipeWireMonitor(loop, address: pipeWire.address)
  }

  isolated deinit {
    media.close()
    for program in programs { program.stop() }
    pipeWire.kill()
    directory.remove()
  }

  private func wait(_ awaited: String, _ condition: () throws -> Bool) throws {
    guard try loop.wait(until: condition) else {
      throw SessionError.timeout(awaited: awaited, log: "\(media.use)")
    }
  }

  /// Starts a program whose node runs.
  private func use(_ name: String, class mediaClass: String = "Stream/Input/Audio") throws
    -> SessionProcess
  {
    let program = try pipeWire.record(as: name, class: mediaClass)
    programs.append(program)
    try wait("the node of \(name)") { try pipeWire.run(name) }
    return program
  }

  @Test func `who uses what is told as long as it lasts`() throws {
    var tellings = 0
    let observation = media.observe { tellings += 1 }
    try pipeWire.start()
    try wait("the server") { try pipeWire.isReady() }
    let recorder = try use("recorder")
    try wait("the microphone") { media.use.microphone.names == ["recorder"] }
    #expect(!media.use.microphone.isEmpty && !media.use.isScreenShared && media.failure == nil)
    let viewer = try use("viewer", class: "Stream/Input/Video")
    try wait("the screen") { media.use.screen.names == ["viewer"] }
    recorder.stop()
    try wait("the end of the recording") { media.use.microphone.isEmpty && media.use.isScreenShared }
    viewer.stop()
    try wait("the end") { media.use.isEmpty }
    #expect(tellings >= 4)
    observation.cancel()
  }

  @Test func `a server that is killed is found again, and tells anew`() throws {
    let observation = media.observe {}
    for round in 0..<3 {
      try pipeWire.start()
      try wait("the server") { try pipeWire.isReady() }
      let recorder = try use("recorder \(round)")
      try wait("the microphone") { media.use.microphone.names == ["recorder \(round)"] }
      pipeWire.kill(removingSocket: round.isMultiple(of: 2))
      try wait("nobody") { media.use.isEmpty }
      recorder.stop()
    }
    // A descriptor that stays readable would call a handler in each iteration.
    var busyIterations = 0
    for _ in 0..<50 where loop.runOnce(until: loop.now) { busyIterations += 1 }
    #expect(busyIterations < 10)
    observation.cancel()
  }

  @Test func `a missing library is a failure, also where another one was loaded before`() throws {
    // A server has a socket, without which no library is needed.
    try pipeWire.start()
    try wait("the server") { try pipeWire.isReady() }
    let known = media.observe {}
    let recorder = try use("recorder")
    try wait("the microphone") { media.use.microphone.names == ["recorder"] }
    let missing = PipeWireMonitor(loop, library: "libhyaline-none.so.1", address: pipeWire.address)
    var tellings = 0
    let observation = missing.observe { tellings += 1 }
    try wait("the failure") { missing.failure != nil }
    try wait("the observer") { tellings == 1 }
    #expect(missing.failure == "libhyaline-none.so.1 cannot be loaded" && missing.use.isEmpty)
    // Trying again tells nothing new.
    missing.look()
    recorder.stop()
    try wait("the end of the recording") { media.use.isEmpty }
    #expect(tellings == 1)
    missing.close()
    #expect(missing.failure == nil)
    for observation in [known, observation] { observation.cancel() }
  }
}
