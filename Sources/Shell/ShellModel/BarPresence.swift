public import Geometry
public import Settings

/// Whether one bar is to be seen on one output, and how far it is on its way.
///
/// It fades where its output's shape decides, and slides where the pointer or a command does; both at once if both
/// happen.
public struct BarPresence: Equatable, Sendable {
  public enum Event: Equatable, Sendable {
    case settingsChanged(BarSettings)
    case outputTurned(isPortrait: Bool)
    /// Over the bar, or over the strip at its edge.
    case pointerCame
    case pointerLeft
    case command(Command)
    /// A window in fullscreen covers the output, or does so no more.
    case windowCovers(Bool)
    /// `nextDeadline` has come.
    case deadlineReached
  }

  /// What `hyaline bar` asks for.
  public enum Command: String, CaseIterable, Sendable {
    case show, hide, toggle
  }

  /// Of a fade.
  public static let fadeDuration = Duration.milliseconds(500)
  /// Of sliding in or out.
  public static let slideDuration = Duration.milliseconds(250)

  /// Everything is instant.
  public var reducesMotion = false
  private var bar: BarSettings
  private var isPortrait: Bool
  private var isPointerThere = false
  private var isCovered = false
  /// It was asked for while it was covered.
  private var isForced = false
  /// The pointer has brought it.
  private var isRevealed = false
  /// By command; nil: as the mode has it.
  private var isWanted: Bool?
  private var deadline: Instant?
  private var fade: Transition
  private var slide: Transition

  /// As it is at the start, without any motion.
  public init(_ bar: BarSettings, isPortrait: Bool) {
    self.bar = bar
    self.isPortrait = isPortrait
    fade = Transition(bar.isShown(isPortrait: isPortrait) ? 1 : 0)
    slide = Transition(bar.mode == .docked ? 1 : 0)
  }

  public mutating func update(_ event: Event, now: Instant) {
    switch event {
    case .settingsChanged(let bar):
      if bar.mode != self.bar.mode {
        isWanted = nil
        isRevealed = false
        deadline = nil
      }
      self.bar = bar
      if bar.mode == .autoHide { followPointer(now: now) }
    case .outputTurned(let isPortrait): self.isPortrait = isPortrait
    case .pointerCame, .pointerLeft:
      isPointerThere = event == .pointerCame
      if bar.mode == .autoHide { followPointer(now: now) }
    case .command(let command): obey(command)
    case .windowCovers(let isCovered):
      self.isCovered = isCovered
      isForced = false
    case .deadlineReached:
      guard let due = deadline, due <= now else { return }
      deadline = nil
      isRevealed = isPointerThere
    }
    move(now: now)
  }

  /// When `deadlineReached` is due; nil: never.
  public var nextDeadline: Instant? { deadline }

  /// 0 … 1.
  public func alpha(at now: Instant) -> Double { fade.value(at: now) }

  /// How much of it is on the screen, across its edge: 0 … 1.
  public func reach(at now: Instant) -> Double { slide.value(at: now) }

  /// It changes without anything happening.
  public func isMoving(at now: Instant) -> Bool { fade.isMoving(at: now) || slide.isMoving(at: now) }

  /// It has a surface: it is seen, or will be.
  public func isMapped(at now: Instant) -> Bool {
    [fade, slide].allSatisfy { $0.target > 0 || $0.isMoving(at: now) }
  }

  /// The pointer is waited for at the edge, under the bar too while that is there.
  public var waitsAtEdge: Bool { bar.mode == .autoHide && fade.target > 0 }

  private mutating func followPointer(now: Instant) {
    guard isPointerThere != isRevealed else {
      deadline = nil
      return
    }
    deadline = now + .seconds(isPointerThere ? bar.revealDelay : bar.hideDelay)
  }

  private mutating func obey(_ command: Command) {
    let isShown =
      switch command {
      case .show: true
      case .hide: false
      case .toggle: slide.target == 0
      }
    isWanted = isShown
    isForced = isShown && isCovered
    // Told to hide, it goes although the pointer is there, and comes again with it.
    if !isShown, bar.mode == .autoHide {
      isWanted = nil
      isRevealed = false
      deadline = nil
    }
  }

  private mutating func move(now: Instant) {
    let isOut: Bool =
      switch bar.mode {
      case .docked: isWanted ?? true
      case .autoHide: isWanted == true || isRevealed
      case .hidden: isWanted ?? false
      }
    // Below the overlay, the window itself covers the bar.
    let givesWay = isCovered && bar.layer == .overlay && !isForced
    let isShape = bar.isShown(isPortrait: isPortrait)
    fade.go(to: isShape ? 1 : 0, in: reducesMotion ? .zero : Self.fadeDuration, now: now)
    slide.go(to: isOut && !givesWay ? 1 : 0, in: reducesMotion ? .zero : Self.slideDuration, now: now)
  }
}
