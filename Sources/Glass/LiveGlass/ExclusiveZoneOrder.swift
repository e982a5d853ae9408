/// The order in which the compositor applies exclusive zones at one edge, as far as it was observed; all
/// outputs share one.
final class ExclusiveZoneOrder {
  /// Whether the surface that was made last takes its zone first (sway 1.7).
  var isNewestFirst = false
}
