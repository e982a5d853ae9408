import Geometry
import GlassModel
import Scenes

/// The motion of one surface: the fade of the whole surface, and the program's own animation.
///
/// The surface is frozen in motion, keeps its place and size, and shows another scene in each frame.
struct SurfaceAnimation {
  /// A fade that begins with the next frame.
  private struct Fade {
    var opacity: Double
    var timing: Timing
    var reducesMotion: Bool
  }

  /// A frame that is being made.
  struct Frame {
    /// The moment of the frame in the motion's own time.
    let time: Instant
    /// The number of the program's motion that the frame belongs to.
    fileprivate let motionNumber: Int
  }

  /// The times of the frames.
  var motion = SurfaceMotion()
  /// The number of the program's motions that were started.
  private var motionCount = 0
  /// Returns at each frame whether the program's motion goes on; nil if there is none. It may use the surface, so that it must
  /// not be called during an access to this value.
  private(set) var isRunning: ((Instant) -> Bool)?
  private var onRest: (() -> Void)?
  private var fading: Animated<Double>
  private var wantedFade: Fade?
  private var onFaded: (() -> Void)?

  /// Starts without motion, at the given opacity of the surface, 0 … 1.
  init(opacity: Double) { fading = Animated(opacity) }

  /// Whether the glass is frozen, so that nothing can be measured through it.
  var freezes: Bool { motion.freezes || wantedFade != nil }
  /// The opacity at the end of the fade, 0 … 1.
  var targetOpacity: Double { wantedFade?.opacity ?? fading.target }

  /// The opacity at a moment of the motion's own time, 0 … 1.
  func opacity(at time: Instant) -> Double { fading.value(at: time) }

  /// Starts a motion that lasts as long as `isRunning` returns true for the motion's time; it replaces that
  /// of the last call.
  mutating func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?) {
    self.isRunning = isRunning
    onRest = completion
    motionCount += 1
    motion.start()
  }

  /// Starts a fade from the current opacity, with the next frame.
  mutating func fade(to opacity: Double, _ timing: Timing, reducesMotion: Bool, completion: (() -> Void)?) {
    wantedFade = Fade(opacity: opacity, timing: timing, reducesMotion: reducesMotion)
    onFaded = completion
  }

  /// Begins the next frame of a surface that is on the screen, if one is due at `now`; returns nil if none is due.
  /// The caller asks `isRunning` for the frame's moment, then calls `endFrame`.
  mutating func takeFrame(now: Instant) -> Frame? {
    if let fade = wantedFade {
      wantedFade = nil
      fading.animate(
        to: fade.opacity, fade.timing, now: motion.time(at: now), reducesMotion: fade.reducesMotion)
      motion.start()
    }
    guard motion.takeFrame(now: now) else { return nil }
    return Frame(time: motion.time(at: now), motionNumber: motionCount)
  }

  /// Ends the motions that are over with this frame, where the program's motion `goesOn` or not; returns the completions to
  /// be called once the frame is shown. A motion or a fade that was started since `takeFrame` begins with the next frame.
  mutating func endFrame(_ frame: Frame, goesOn: Bool) -> [() -> Void] {
    var ended: [() -> Void] = []
    let isFading = wantedFade != nil || fading.isMoving(at: frame.time)
    if !isFading {
      ended += [onFaded].compactMap(\.self)
      onFaded = nil
    }
    if !goesOn, frame.motionNumber == motionCount {
      isRunning = nil
      ended += [onRest].compactMap(\.self)
      onRest = nil
      if !isFading { motion.stop() }
    }
    return ended
  }
}

extension Scene {
  /// This scene with all of it at the given opacity, 0 … 1.
  func faded(to opacity: Double) -> Scene {
    if opacity >= 1 { return self }
    var faded = self
    faded.nodes = nodes.map { node in
      if case .effect(var effect) = node {
        effect.alpha *= opacity
        return .effect(effect)
      }
      // The sheet around the node fills the surface, so that the node keeps its place.
      return .effect(
        EffectNode(frame: PixelRect(size), material: nil, alpha: opacity, content: [node]))
    }
    return faded
  }
}
