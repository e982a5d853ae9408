/// Where a surface lies among the windows, from the lowest to the highest, as the layer-shell protocol has it.
///
/// Windows lie between `bottom` and `top`, those in fullscreen above `top`.
public enum SurfaceLayer: String, CaseIterable, Sendable {
  case background, bottom, top, overlay
}
