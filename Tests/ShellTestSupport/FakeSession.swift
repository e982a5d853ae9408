public import Geometry
public import Loop
public import ShellSurfaces

/// A session without a compositor, whose outputs and clipboard are the test's.
@MainActor public final class FakeSession: ShellSession {
  public let loop: EventLoop
  public var outputs: [FakeOutput]
  public var isSoftware = false
  public var drawingDeadline: Instant?
  /// The text on the clipboard.
  public private(set) var clipboard = ""

  public init(_ loop: EventLoop, outputs: [FakeOutput]) { (self.loop, self.outputs) = (loop, outputs) }

  public var shellOutputs: [any ShellOutput] { outputs }
  public func requestToken(for surface: (any ShellSurface)?, answer: @escaping (String?) -> Void) {
    answer(nil)
  }
  public func copy(_ text: String) { clipboard = text }
  public func paste(_ answer: @escaping (String?) -> Void) { answer(clipboard) }
}
