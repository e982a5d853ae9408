import Geometry
import Testing
import WaylandTestSupport

@testable import Wayland

@Suite struct ScreencopySourceTests {
  /// The objects, in the order of their making: the output, the manager, the frame, the shared memory, its pool and
  /// its buffer.
  private let output: UInt32 = 4
  private let frame: UInt32 = 6

  private func start(
    _ compositor: ScriptedCompositor, width: UInt32 = 8, height: UInt32 = 4
  ) throws -> (Connection, ScreencopySource) {
    let connection = try compositor.connect([
      ("wl_output", 4), ("zwlr_screencopy_manager_v1", 3), ("wl_shm", 1),
    ])
    _ = connection.outputs
    compositor.send(output, 1, [.word(1), .word(width), .word(height), .word(0)])
    compositor.send(output, 2)
    try compositor.deliver(connection)
    let known = try #require(connection.outputs.all.first)
    return (connection, try ScreencopySource(connection, of: known))
  }

  private func offer(
    _ compositor: ScriptedCompositor, format: UInt32, width: UInt32, height: UInt32, later number: UInt32 = 0
  ) {
    compositor.send(
      frame + number, 0, [.word(format), .word(width), .word(height), .word(width &* 4 &+ 4)])
    compositor.send(frame + number, 6)
  }

  @Test func `a frame is the wanted part of what was copied, with the union of its damage`() throws {
    let compositor = ScriptedCompositor()
    let (connection, source) = try start(compositor)
    var description: [String] = []
    source.capture(PixelRect(x: 2, y: 0, width: 3, height: 2), when: .damaged) { result in
      guard case .success(let frame) = result else { return }
      #expect(!source.isPending)
      #expect(frame.region == PixelRect(x: 2, y: 0, width: 3, height: 2))
      #expect(frame.stride == 16)
      unsafe #expect(frame.bytes.count == 16 + 12)
      #expect(frame.format == .rgbx)
      #expect(frame.isYInverted)
      #expect(frame.damage == PixelRect(x: 1, y: 1, width: 5, height: 3))
      let time = Instant(sinceOrigin: .seconds(1 << 32 | 7) + .nanoseconds(9))
      #expect(frame.time == time)
      description.append("frame")
    }
    #expect(source.isPending)
    offer(compositor, format: 0x3432_4258, width: 3, height: 2)
    try compositor.deliver(connection)
    compositor.send(frame, 1, [.word(1)])
    compositor.send(frame, 4, [.word(1), .word(1), .word(2), .word(2)])
    compositor.send(frame, 4, [.word(4), .word(2), .word(2), .word(2)])
    compositor.send(frame, 2, [.word(1), .word(7), .word(9)])
    try compositor.deliver(connection)
    #expect(description == ["frame"])
    source.destroy()
  }

  /// The compositor has copied the first frame when it gets the request to destroy it, or has not.
  @Test(arguments: [true, false])
  func `the damage of a dropped copy is told with the next one`(wasCopied: Bool) throws {
    let compositor = ScriptedCompositor()
    let (connection, source) = try start(compositor)
    var damages: [PixelRect?] = []
    // After the first frame come the shared memory, a pool and a buffer.
    let frames = [frame, frame + 4, frame + 5]
    for (index, number) in frames.enumerated() {
      source.capture(nil, when: .damaged) { damages.append(try? $0.get().damage) }
      compositor.send(number, 0, [.word(1), .word(8), .word(4), .word(32)])
      compositor.send(number, 6)
      try compositor.deliver(connection)
      if index == 0 {
        #expect(source.cancel())
        #expect(!source.isPending)
      }
      if index > 0 || wasCopied {
        compositor.send(number, 1, [.word(0)])
        compositor.send(number, 4, [.word(UInt32(index)), .word(0), .word(1), .word(1)])
        compositor.send(number, 2, [.word(0), .word(1), .word(0)])
      }
      // The dropped frame's answer is read with the offer of the next.
      if index > 0 { try compositor.deliver(connection) }
    }
    let second = PixelRect(x: 1, y: 0, width: 1, height: 1)
    #expect(
      damages == [
        wasCopied ? second.union(PixelRect(x: 0, y: 0, width: 1, height: 1)) : second,
        PixelRect(x: 2, y: 0, width: 1, height: 1),
      ])
    source.destroy()
  }

  @Test func `a frame that is kept is not written again`() throws {
    let compositor = ScriptedCompositor()
    let (connection, source) = try start(compositor)
    var kept: [CapturedFrame] = []
    var places: [UnsafeRawPointer?] = unsafe []
    // After the first come the shared memory, a pool and a buffer, after the second another pool and buffer.
    for number in [frame, frame + 4, frame + 7, frame + 8] {
      source.capture(nil, when: .now) { result in
        guard case .success(let frame) = result else { return }
        unsafe places.append(frame.bytes.baseAddress)
        kept = [frame]
      }
      compositor.send(number, 0, [.word(1), .word(8), .word(4), .word(32)])
      compositor.send(number, 6)
      try compositor.deliver(connection)
      compositor.send(number, 1, [.word(0)])
      compositor.send(number, 2, [.word(0), .word(1), .word(0)])
      try compositor.deliver(connection)
    }
    unsafe #expect(places.count == 4)
    if unsafe places.count == 4 {
      unsafe #expect(places[0] != places[1] && places[1] != places[2])
      // Two in turn are enough.
      unsafe #expect(places[2] == places[0] && places[3] == places[1])
    }
    source.destroy()
    unsafe #expect(kept[0].bytes.count == 128)
  }

  @Test(
    arguments: [
      (0x3033_5258, 8, 4, CaptureFailure.unsupportedFormat("XR30")),
      (1, 9, 4, .unexpectedSize(PixelSize(width: 9, height: 4))),
      (1, .max, 4, .unexpectedSize(PixelSize(width: Int(UInt32.max), height: 4))),
    ] as [(UInt32, UInt32, UInt32, CaptureFailure)])
  func `an offer that does not fit is a failure`(
    format: UInt32, width: UInt32, height: UInt32, failure: CaptureFailure
  ) throws {
    let compositor = ScriptedCompositor()
    let (connection, source) = try start(compositor)
    var result: CaptureFailure?
    source.capture(nil, when: .now) { result = $0.failure }
    offer(compositor, format: format, width: width, height: height)
    try compositor.deliver(connection)
    #expect(result == failure)
    #expect(!source.isPending)
  }

  @Test func `where regions have another size than the panel's pixels, the whole output is captured`() throws
  {
    let compositor = ScriptedCompositor()
    let (connection, source) = try start(compositor)
    let region = PixelRect(x: 2, y: 0, width: 4, height: 2)
    var results: [Result<CapturedFrame, CaptureFailure>] = []
    source.capture(region, when: .now) { results.append($0) }
    offer(compositor, format: 1, width: 2, height: 1)
    try compositor.deliver(connection)
    #expect(results.isEmpty)
    #expect(source.isPending)
    offer(compositor, format: 1, width: 8, height: 4, later: 1)
    try compositor.deliver(connection)
    compositor.send(frame + 1, 2, [.word(0), .word(0), .word(0)])
    try compositor.deliver(connection)
    let first = try #require(results.first).get()
    #expect(first.region == region)
    unsafe #expect(first.bytes.count == 36 + 16)

    // The offered size stays wrong, and is a failure like any other if capturing the whole output does not help
    // either. Memory, pool and buffer were made in between.
    source.capture(region, when: .now) { results.append($0) }
    offer(compositor, format: 1, width: 2, height: 1, later: 5)
    try compositor.deliver(connection)
    #expect(results.last?.failure == .unexpectedSize(PixelSize(width: 2, height: 1)))
  }

  @Test func `rows too short or too long for memory are failures`() throws {
    let compositor = ScriptedCompositor()
    let (connection, source) = try start(compositor)
    var results: [CaptureFailure?] = []
    for (number, stride) in [(0, 28), (1, 33), (2, UInt32.max - 3)] as [(UInt32, UInt32)] {
      source.capture(nil, when: .now) { results.append($0.failure) }
      compositor.send(frame + number, 0, [.word(1), .word(8), .word(4), .word(stride)])
      compositor.send(frame + number, 6)
      try compositor.deliver(connection)
    }
    let size = CaptureFailure.unexpectedSize(PixelSize(width: 8, height: 4))
    #expect(results == [size, size, .noMemory])
  }

  @Test func `a frame of an output that has changed since is a failure`() throws {
    let compositor = ScriptedCompositor()
    let (connection, source) = try start(compositor)
    var results: [CaptureFailure?] = []
    source.capture(nil, when: .now) { results.append($0.failure) }
    offer(compositor, format: 1, width: 8, height: 4)
    compositor.send(output, 1, [.word(1), .word(16), .word(4), .word(0)])
    compositor.send(output, 2)
    compositor.send(frame, 2, [.word(0), .word(0), .word(0)])
    try compositor.deliver(connection)
    #expect(results == [.outputChanged])
  }

  @Test func `a refusal is told, and what comes after a cancellation is not`() throws {
    let compositor = ScriptedCompositor()
    let (connection, source) = try start(compositor)
    var results: [CaptureFailure?] = []
    func deliver(_ result: Result<CapturedFrame, CaptureFailure>) { results.append(result.failure) }
    source.capture(nil, when: .now, deliver: deliver)
    source.cancel()
    compositor.send(frame, 3)
    try compositor.deliver(connection)
    #expect(results.isEmpty)
    source.capture(nil, when: .now, deliver: deliver)
    // The number after the first frame's.
    compositor.send(frame + 1, 3)
    try compositor.deliver(connection)
    #expect(results == [.refused])
  }

  @Test func `formats have DRM's names`() {
    #expect(WlShm.Format.argb8888.drmName == "AR24")
    #expect(WlShm.Format.xrgb8888.drmName == "XR24")
    #expect(WlShm.Format.xbgr2101010.drmName == "XB30")
  }
}

extension Result where Success == CapturedFrame, Failure == CaptureFailure {
  fileprivate var failure: CaptureFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
