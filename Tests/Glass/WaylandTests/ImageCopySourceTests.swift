import Geometry
import Testing
import WaylandTestSupport

@testable import Wayland

@Suite struct ImageCopySourceTests {
  /// The objects, in the order of their making: the output, the two managers, the source and its session; then the shared
  /// memory, its pool and its buffer, and the frame.
  private let output: UInt32 = 4
  private let session: UInt32 = 8
  private let frame: UInt32 = 12

  private func start(
    _ compositor: ScriptedCompositor, _ deliver: @escaping (CaptureFailure) -> Void
  ) throws -> (Connection, ImageCopySource) {
    let connection = try compositor.connect([
      ("wl_output", 4), ("ext_output_image_capture_source_manager_v1", 1),
      ("ext_image_copy_capture_manager_v1", 1), ("wl_shm", 1),
    ])
    _ = connection.outputs
    compositor.send(output, 1, [.word(1), .word(8), .word(4), .word(0)])
    compositor.send(output, 2)
    try compositor.deliver(connection)
    let known = try #require(connection.outputs.all.first)
    let source = try ImageCopySource(connection, of: known)
    source.capture(nil, when: .now) { result in
      guard case .failure(let failure) = result else { return }
      deliver(failure)
    }
    return (connection, source)
  }

  /// Tells what buffers fit, so that a frame is asked for.
  private func offer(_ compositor: ScriptedCompositor) {
    compositor.send(session, 0, [.word(8), .word(4)])
    compositor.send(session, 1, [.word(1)])
    compositor.send(session, 4)
  }

  private func changeOutput(_ compositor: ScriptedCompositor) {
    compositor.send(output, 1, [.word(1), .word(16), .word(8), .word(0)])
    compositor.send(output, 2)
  }

  @Test(arguments: [false, true])
  func `a session that ends is a failure of its own unless the output has changed`(hasChanged: Bool) throws {
    let compositor = ScriptedCompositor()
    var failure: CaptureFailure?
    let (connection, source) = try start(compositor) { failure = $0 }
    if hasChanged { changeOutput(compositor) }
    compositor.send(session, 5)
    try compositor.deliver(connection)
    #expect(failure == (hasChanged ? .outputChanged : .refused))
    source.destroy()
  }

  @Test(arguments: [0, 1, 2] as [UInt32], [false, true])
  func `a frame that fails is a failure of its own unless the output has changed`(
    reason: UInt32, hasChanged: Bool
  ) throws {
    let compositor = ScriptedCompositor()
    var failure: CaptureFailure?
    let (connection, source) = try start(compositor) { failure = $0 }
    offer(compositor)
    try compositor.deliver(connection)
    if hasChanged { changeOutput(compositor) }
    compositor.send(frame, 4, [.word(reason)])
    try compositor.deliver(connection)
    #expect(failure == (hasChanged ? .outputChanged : .refused))
    source.destroy()
  }

  @Test func `a frame that is turned otherwise than its output is refused`() throws {
    let compositor = ScriptedCompositor()
    var failure: CaptureFailure?
    let (connection, source) = try start(compositor) { failure = $0 }
    offer(compositor)
    try compositor.deliver(connection)
    compositor.send(frame, 0, [.word(1)])
    compositor.send(frame, 3)
    try compositor.deliver(connection)
    #expect(failure == .refused)
    source.destroy()
  }
}
