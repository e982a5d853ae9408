public import Geometry
import GlassModel
public import Scenes

/// Motion: the glass is frozen while it fades, slides or changes its shape, and thaws when it has come to rest.
///
/// Frozen glass shows what is known of its background with its true alpha. Whatever moves does so inside the surface,
/// which keeps its place and size: the scene changes from frame to frame.
extension LiveSurface {
  /// Holds the glass still until `thaw`: it no longer follows what is behind it, and may be of any alpha and shape.
  public func freeze() {
    motion.isHeld = true
    output?.surfacesChanged()
  }

  /// Lets the glass be live again, as soon as two captures in a row have seen it where and as it should be.
  public func thaw() {
    motion.isHeld = false
    output?.surfacesChanged()
  }

  /// Asks `content` for each of the compositor's frames, with the moment of the frame, for as long as `isRunning`
  /// says so of that moment; frozen meanwhile. Moments are the motion's own, in which slow first frames take no time. Begins when the surface is shown, if it is not.
  ///
  /// Another call takes the place of this one, whose `completion` is then never called. What moves should go on from
  /// where it is, as `Animated` does.
  public func animate(
    while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)? = nil
  ) {
    animation = isRunning
    onRest = completion
    motion.start()
    output?.surfacesChanged()
  }

  /// How much of the surface there is to be seen, 0 … 1; where a fade leads.
  public var opacity: Double { wantedFade?.opacity ?? fading.target }

  /// Fades all of the surface, from the opacity that it has at the moment; from when it is first shown, if it is not.
  public func fade(
    to opacity: Double, _ timing: Timing = .standard, reducesMotion: Bool = false,
    completion: (() -> Void)? = nil
  ) {
    precondition((0...1).contains(opacity), "opacity \(opacity)")
    wantedFade = Fade(opacity: opacity, timing: timing, reducesMotion: reducesMotion)
    onFaded = completion
    output?.surfacesChanged()
  }

  /// Fades it out, and takes it off the screen at the end.
  public func close(fading timing: Timing, reducesMotion: Bool = false) {
    onClosed = nil
    fade(to: 0, timing, reducesMotion: reducesMotion) { [weak self] in self?.close() }
  }

  /// A fade that begins with the next settling.
  struct Fade {
    var opacity: Double
    var timing: Timing
    var reducesMotion: Bool
  }

  // MARK: - For its output

  /// It cannot be measured through for a while.
  var freezes: Bool { motion.freezes || wantedFade != nil }

  /// Makes the next frame of its motion if that is due; returns what is to be called then.
  func move(now: Instant) -> [() -> Void] {
    if isShown, let fade = wantedFade {
      wantedFade = nil
      fading.animate(
        to: fade.opacity, fade.timing, now: motion.time(at: now), reducesMotion: fade.reducesMotion)
      motion.start()
    }
    // What is asked for before begins when it is seen.
    guard isShown, motion.takeFrame(now: now) else { return [] }
    state.markDirty()
    var ended: [() -> Void] = []
    let time = motion.time(at: now)
    if !fading.isMoving(at: time) {
      ended += [onFaded].compactMap { $0 }
      onFaded = nil
    }
    if animation?(time) != true {
      animation = nil
      ended += [onRest].compactMap { $0 }
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
