import Geometry
import Glibc
import HeadlessSession
import Loop
import TestSupport
import Testing

/// A service that a test starts and ends, whose clock the test turns.
private final class Stage {
  let time = ManualClock()
  let loop: EventLoop
  private(set) var reconnection: Reconnection!
  /// The moments of all attempts to connect.
  private(set) var attempts: [Instant] = []
  /// The longest pause between two attempts.
  static let longest = Duration.seconds(5)
  /// The error of attempts to connect; nil: they succeed.
  var error: Int32? = 0

  init(socket: String? = nil) throws {
    loop = try EventLoop(clock: time)
    reconnection = Reconnection(
      loop, upTo: Self.longest, socket: { socket },
      connect: { [unowned self] in
        attempts.append(time.now)
        if let error { reconnection.fail(errorNumber: error) } else { reconnection.succeed() }
      })
  }

  func pass(_ duration: Duration) {
    time.advance(by: duration)
    loop.serveWhatIsReady()
  }

  /// The pauses between the attempts since the `first` one.
  func pauses(from first: Int = 0) -> [Duration] {
    zip(attempts.dropFirst(first), attempts.dropFirst(first + 1)).map { $1 - $0 }
  }
}

@Suite(.serialized) struct ReconnectionTests {
  @Test func `pauses grow up to the longest one, and start anew after a connection that has lasted`() throws {
    let stage = try Stage()
    stage.reconnection.begin()
    for _ in 0..<300 { stage.pass(.milliseconds(100)) }
    let pauses = stage.pauses()
    #expect(pauses == pauses.sorted() && pauses[0] < Stage.longest / 10)
    #expect(pauses.last! >= Stage.longest && pauses.last! < Stage.longest * 1.2)
    // A connection that ends at once is no success.
    stage.error = nil
    stage.pass(.seconds(6))
    stage.reconnection.fail()
    var count = stage.attempts.count
    stage.pass(.seconds(1))
    #expect(stage.attempts.count == count, "the pause is as long as before")
    stage.pass(.seconds(5))
    #expect(stage.attempts.count == count + 1)
    stage.pass(.seconds(20))
    count = stage.attempts.count
    stage.reconnection.fail()
    stage.pass(.milliseconds(200))
    #expect(stage.attempts.count == count + 1)
  }

  @Test func `after an attempt that reports nothing there is no other one`() throws {
    let loop = try EventLoop(clock: ManualClock())
    var count = 0
    let reconnection = Reconnection(loop) { count += 1 }
    reconnection.begin()
    #expect(count == 0, "nothing waits for the first attempt")
    for _ in 0..<5 { loop.serveWhatIsReady() }
    #expect(count == 1)
    reconnection.look()
    #expect(count == 2)
  }

  @Test func `a service is found when it makes its socket, and is not looked for before where there is none`()
    throws
  {
    let directory = ScratchDirectory()
    let path = directory("socket")
    let stage = try Stage(socket: path)
    stage.error = ENOENT
    stage.reconnection.begin()
    for _ in 0..<20 { stage.pass(.seconds(10)) }
    // The first attempt, and one more, since the socket may have appeared before it was watched.
    #expect(stage.attempts.count == 2)
    stage.error = nil
    directory.write("", to: "socket")
    let isFound = stage.loop.wait {
      stage.time.advance(by: .milliseconds(5))
      return stage.attempts.count == 3
    }
    #expect(isFound)
  }

  @Test func `pauses grow where the path of the socket cannot be watched`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run { try reconnectWithoutDescriptors() }
    }
  }

  @Test(arguments: DailySeeds.first(30) as [UInt64])
  func `attempts follow failures alone, and none come after the end`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let stage = try Stage()
    var (isAway, isEnded) = (false, true)
    for step in 0..<200 {
      let before = stage.attempts.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        stage.reconnection.begin()
        (isAway, isEnded) = (true, false)
      case 1:
        stage.reconnection.cancel()
        (isAway, isEnded) = (false, true)
      case 2 where !isEnded:
        stage.reconnection.fail()
        isAway = true
      case 3: stage.error = Bool.random(using: &random) ? 0 : nil
      case 4 where !isEnded:
        stage.reconnection.look()
        isAway = stage.error != nil
      default: stage.pass(.milliseconds(Int.random(in: 0...20_000, using: &random)))
      }
      if stage.attempts.count > before { isAway = stage.error != nil }
      let count = stage.attempts.count
      stage.pass(.seconds(6))
      #expect((stage.attempts.count > count) == isAway, "step \(step)")
      if isAway { isAway = stage.error != nil }
    }
  }
}

/// Lets attempts fail for a second while the process can open no descriptor.
@MainActor private func reconnectWithoutDescriptors() throws {
  let stage = try Stage(socket: "/nowhere/socket")
  forbidDescriptors()
  stage.reconnection.begin()
  for _ in 0..<100 { stage.pass(.milliseconds(10)) }
  #expect((2..<10).contains(stage.attempts.count), "\(stage.attempts.count) attempts")
}
