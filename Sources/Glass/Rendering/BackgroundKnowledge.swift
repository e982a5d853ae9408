package import VisualEffects

/// The knowledge about an output's background that does not come from un-blending.
package struct BackgroundKnowledge {
  /// Whether a background was set.
  package private(set) var isKnown = false
  /// Whether the estimate was filled from a picture of the whole output, which is kept, since surfaces may move over
  /// it.
  package private(set) var isPicture = false

  /// Notes that `background` is set; returns the kind of estimate that is made of it.
  package mutating func set(_ background: Background) -> BlurPlan.Base {
    isKnown = true
    isPicture = if case .picture = background { true } else { false }
    return if case .frame = background { .smoothedMean } else { .binomial }
  }

  /// Notes that a capture is un-blended; returns the kind of estimate that is made of it.
  package mutating func unblend() -> BlurPlan.Base {
    isPicture = false
    return .smoothedMean
  }

  /// The kind of estimate behind a first surface with `leak`; nil: it stays as it is.
  ///
  /// An estimate measured through a surface consists of smoothed means; behind an opaque one there will be a picture
  /// or a colour.
  package func base(behind leak: Leak) -> BlurPlan.Base? {
    isKnown ? nil : leak == .opaque ? .binomial : .smoothedMean
  }

  /// Whether new blocks of an estimate of the kind `base` are unknown until they are captured.
  package func hasGaps(_ base: BlurPlan.Base) -> Bool { isKnown && base == .smoothedMean }
}
