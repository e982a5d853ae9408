public import Geometry
public import LiveGlass
public import Loop

/// The user's clipboard: that of a `GlassSession`, or a test's replacement.
@MainActor public protocol Clipboard: AnyObject {
  /// Puts a text on the clipboard.
  func copy(_ text: String)
  /// Reads the text of the clipboard and calls `answer` later; nil if it has none.
  func paste(_ answer: @escaping (String?) -> Void)
}

/// The connection to the compositor that shows surfaces: a `GlassSession`, or a test's replacement.
@MainActor public protocol ShellSession: Clipboard {
  var loop: EventLoop { get }
  /// The outputs of the compositor, in the order of their arrival.
  var shellOutputs: [any ShellOutput] { get }
  /// Whether the CPU draws, so that a frame takes as long as a few calls.
  var isSoftware: Bool { get }
  /// The time until which drawing is put off; nil for no delay.
  var drawingDeadline: Instant? { get set }
  /// Requests an activation token for the last input on `surface`, or without an input if nil; answers nil if none is
  /// available.
  func requestToken(for surface: (any ShellSurface)?, answer: @escaping (String?) -> Void)
}

extension GlassSession: ShellSession {
  public var shellOutputs: [any ShellOutput] { outputs }

  public func requestToken(for surface: (any ShellSurface)?, answer: @escaping (String?) -> Void) {
    requestActivationToken(surface: surface as? LiveSurface, applicationID: nil, answer: answer)
  }
}
