public import Geometry

/// The work that is due for one surface: acknowledging a configure event, making a new scene, changing all
/// parts of the surface together.
public struct SurfaceWork: Equatable, Sendable {
  /// The size in the compositor's last configure event, in logical pixels; nil: none has come, and nothing
  /// may be shown.
  public private(set) var configuredSize: LogicalSize?
  /// Whether the scene has to be made anew.
  public private(set) var isDirty = true
  /// Whether the surface is mapped.
  public private(set) var isMapped = false
  /// Whether carrier and content have to change together, with the next picture.
  public private(set) var needsStep = true
  /// Whether a frame callback has been requested and has not come.
  public private(set) var isFrameRequested = false
  /// Whether the background of the surface is known.
  private(set) var hasBackground = false
  /// The serial of the configure event that the next step acknowledges; nil: none is pending.
  private var serial: UInt32?

  public init() {}

  /// Whether the surface has a size and its background is known.
  public var isReady: Bool { configuredSize != nil && hasBackground }

  /// Records a configure event, and returns whether it has to be acknowledged by itself because it changes nothing:
  /// then no picture has to be drawn and no capture disturbed for it.
  ///
  /// Every panel gets such events when another is opened or closed. `movesFrame` says whether the surface's
  /// place or size changes.
  public mutating func configure(_ size: LogicalSize, serial: UInt32, movesFrame: Bool) -> Bool {
    configuredSize = size
    if !movesFrame, isMapped, !needsStep { return true }
    self.serial = serial
    if movesFrame { isDirty = true }
    needsStep = true
    return false
  }

  /// Resets the state after a change of the output. A size that was configured is guessed until the next
  /// configure event, which does not come if the size stays. An event that was not acknowledged still has to
  /// be.
  public mutating func unmap() {
    let (wasConfigured, serial) = (configuredSize != nil, serial)
    self = SurfaceWork()
    if wasConfigured { guessSize() }
    self.serial = serial
  }

  /// Lets a scene be made before the compositor has answered a request for another size.
  public mutating func guessSize() { configuredSize = LogicalSize(width: 0, height: 0) }

  public mutating func markDirty() { isDirty = true }

  /// Whether a scene has to be made now; if so, it counts as made. Before the first configure event its size
  /// would be a guess.
  public mutating func takeDirty() -> Bool {
    guard isDirty, configuredSize != nil else { return false }
    isDirty = false
    return true
  }

  public mutating func markStep() { needsStep = true }

  /// Marks the step as done; returns the serial to be acknowledged with it, if any.
  public mutating func takeStep() -> UInt32? {
    defer { serial = nil }
    needsStep = false
    isMapped = true
    return serial
  }

  public mutating func backgroundKnown() { hasBackground = true }

  /// Whether a frame callback has to be requested now; from then on it counts as requested.
  public mutating func requestFrame() -> Bool {
    defer { isFrameRequested = true }
    return !isFrameRequested
  }

  public mutating func frameDone() { isFrameRequested = false }
}
