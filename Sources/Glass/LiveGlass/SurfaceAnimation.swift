import Geometry
import GlassModel
import Scenes

/// What moves one surface: the fade of all of it, and the program's own animation.
///
/// The surface is frozen meanwhile, keeps its place and size, and shows another scene in each frame.
struct SurfaceAnimation {
  /// A fade that begins with the next frame.
  private struct Fade {
    var opacity: Double
    var timing: Timing
    var reducesMotion: Bool
  }

  private var motion = SurfaceMotion()
  private var isRunning: ((Instant) -> Bool)?
  private var onRest: (() -> Void)?
  private var fading: Animated<Double>
  private var wantedFade: Fade?
  private var onFaded: (() -> Void)?

  /// Nothing moves; the surface has this opacity, 0 … 1.
  init(opacity: Double) { fading = Animated(opacity) }

  /// A frame that took long to draw is followed by a rest of this many times as long.
  var restRatio: Double {
    get { motion.restRatio }
    set { motion.restRatio = newValue }
  }

  /// The program holds the glass still.
  var isHeld: Bool {
    get { motion.isHeld }
    set { motion.isHeld = newValue }
  }

  /// The glass cannot be measured through for a while.
  var freezes: Bool { motion.freezes || wantedFade != nil }
  /// Frames follow each other.
  var isMoving: Bool { motion.isRunning }
  /// The next frame waits for its turn only, not for the compositor.
  var isFrameDue: Bool { motion.isFrameDue }
  /// When a frame is due that the compositor has not asked for, or that rests; nil: never.
  var nextDeadline: Instant? { motion.nextDeadline }
  /// Where the fade leads, 0 … 1.
  var targetOpacity: Double { wantedFade?.opacity ?? fading.target }

  /// The time of what moves, at the frame that was taken at `now`.
  func time(at now: Instant) -> Instant { motion.time(at: now) }
  /// The opacity at a moment of that time, 0 … 1.
  func opacity(at time: Instant) -> Double { fading.value(at: time) }
  /// Nothing is drawn now: the surface moves, and this is no frame of the motion.
  func isBetweenFrames(at now: Instant) -> Bool { motion.isBetweenFrames(at: now) }

  /// Moves for as long as `isRunning` says so of the motion's time; takes the place of the last such call.
  mutating func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?) {
    self.isRunning = isRunning
    onRest = completion
    motion.start()
  }

  /// Fades from the opacity of the moment, from the next frame on.
  mutating func fade(to opacity: Double, _ timing: Timing, reducesMotion: Bool, completion: (() -> Void)?) {
    wantedFade = Fade(opacity: opacity, timing: timing, reducesMotion: reducesMotion)
    onFaded = completion
  }

  /// The compositor asks for the next frame.
  mutating func frameDone() { motion.frameDone() }

  /// What was made at `now` took this long.
  mutating func drew(at now: Instant, in duration: Duration) { motion.drew(at: now, in: duration) }

  /// Takes the next frame of a surface that is on the screen, if one is due at `now`; returns nil if none is, else what is
  /// to be called once it is shown.
  mutating func takeFrame(now: Instant) -> [() -> Void]? {
    if let fade = wantedFade {
      wantedFade = nil
      fading.animate(
        to: fade.opacity, fade.timing, now: motion.time(at: now), reducesMotion: fade.reducesMotion)
      motion.start()
    }
    guard motion.takeFrame(now: now) else { return nil }
    var ended: [() -> Void] = []
    let time = motion.time(at: now)
    if !fading.isMoving(at: time) {
      ended += [onFaded].compactMap(\.self)
      onFaded = nil
    }
    if isRunning?(time) != true {
      isRunning = nil
      ended += [onRest].compactMap(\.self)
      onRest = nil
      if !fading.isMoving(at: time) { motion.stop() }
    }
    return ended
  }
}

extension Scene {
  /// This scene, of which only so much is seen, 0 … 1.
  func faded(to opacity: Double) -> Scene {
    if opacity >= 1 { return self }
    var faded = self
    faded.nodes = nodes.map { node in
      if case .effect(var effect) = node {
        effect.alpha *= opacity
        return .effect(effect)
      }
      // Its content keeps its place in the surface.
      return .effect(
        EffectNode(frame: PixelRect(size), material: nil, alpha: opacity, content: [node]))
    }
    return faded
  }
}
