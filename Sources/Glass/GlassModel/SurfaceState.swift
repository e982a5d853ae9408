public import Geometry

/// What is due for one surface: an answer to the compositor, a new scene, a step of all its parts together.
public struct SurfaceState: Equatable, Sendable {
  /// The compositor's last answer; nil: it has given none, and nothing may be shown.
  public private(set) var configuredSize: LogicalSize?
  /// The scene has to be made anew.
  public private(set) var isDirty = true
  /// The surface is on the screen.
  public private(set) var isMapped = false
  /// Carrier and content have to change together, with the next picture.
  public private(set) var needsStep = true
  /// A frame callback has been asked for, and has not come.
  public private(set) var isFrameRequested = false
  /// What lies behind it is known.
  public private(set) var hasBackground = false
  /// To be acknowledged by the next step.
  private var serial: UInt32?

  public init() {}

  /// It has a size and something to lie over.
  public var isReady: Bool { configuredSize != nil && hasBackground }

  /// Takes a configure event, and returns whether it has to be answered by itself: it changes nothing, and there is
  /// neither a picture to be drawn for it nor a capture to be disturbed.
  ///
  /// Every panel gets such events when another comes or goes. `movesFrame`: place or size will be other ones.
  public mutating func configure(_ size: LogicalSize, serial: UInt32, movesFrame: Bool) -> Bool {
    configuredSize = size
    if !movesFrame, isMapped, !needsStep { return true }
    self.serial = serial
    if movesFrame { isDirty = true }
    needsStep = true
    return false
  }

  /// Its output has changed: what was shown counts no more, and the size is to be guessed until the compositor
  /// answers, which it does not if that stays. An answer that was not acknowledged still is to be.
  public mutating func unmap() {
    let (wasConfigured, serial) = (configuredSize != nil, serial)
    self = SurfaceState()
    if wasConfigured { guessSize() }
    self.serial = serial
  }

  /// Another size has been asked for, which nobody has answered yet.
  public mutating func guessSize() { configuredSize = LogicalSize(width: 0, height: 0) }

  public mutating func markDirty() { isDirty = true }

  /// Whether a scene is to be made now: before the compositor's answer its size would be a guess.
  public mutating func takeDirty() -> Bool {
    guard isDirty, configuredSize != nil else { return false }
    isDirty = false
    return true
  }

  public mutating func markStep() { needsStep = true }

  /// The step is done now; returns the serial to be acknowledged with it.
  public mutating func takeStep() -> UInt32? {
    defer { serial = nil }
    needsStep = false
    isMapped = true
    return serial
  }

  public mutating func backgroundKnown() { hasBackground = true }

  /// Whether a frame callback has to be asked for; it is, then.
  public mutating func requestFrame() -> Bool {
    defer { isFrameRequested = true }
    return !isFrameRequested
  }

  public mutating func frameDone() { isFrameRequested = false }
}

/// How far the captures of one output, which all its surfaces share, can be used.
public struct CaptureState: Equatable, Sendable {
  /// Changes with what the surfaces submit, other than by new scenes.
  ///
  /// A capture that was asked for under another number shows something else than is thought.
  public private(set) var epoch = 0
  /// The next capture counts as a whole, wherever its damage is.
  public private(set) var needsWhole = true

  public init() {}

  /// What is shown of ours, or where, will change with the next picture.
  public mutating func changeSurfaces() {
    epoch += 1
    needsWhole = true
  }

  /// What a capture was to tell has not been heard, or not been kept.
  public mutating func loseDamage() { needsWhole = true }

  /// A capture was taken in, wholly if that was needed.
  public mutating func absorbed(isKept: Bool) { needsWhole = !isKept }
}
