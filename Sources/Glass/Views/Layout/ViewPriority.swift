/// The ranks of a view among its neighbours where there is too little room for all.
struct ViewPriority: Equatable {
  /// The rank by which the view shrinks: views of a lower one shrink before those of a higher one.
  var shrinking: Double
  /// The rank by which the view is left out, which needs its least length: views of a lower one vanish before those of a higher one.
  var vanishing: Double

  /// Makes the priority of a view; `vanishing` is nil for one that vanishes by the rank by which it shrinks.
  init(_ shrinking: Double = 0, vanishing: Double? = nil) {
    (self.shrinking, self.vanishing) = (shrinking, vanishing ?? shrinking)
  }
}
