/// How the compositor orders exclusive zones at one edge, as far as it was seen; one for all outputs.
final class ZoneOrder {
  /// The surface that was made last takes its zone first (sway 1.7).
  var isNewestFirst = false
}
