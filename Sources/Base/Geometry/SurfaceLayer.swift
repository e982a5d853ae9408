/// A layer of the layer-shell protocol, from the lowest to the highest.
///
/// Windows lie between `bottom` and `top`, those in fullscreen above `top`.
public enum SurfaceLayer: String, CaseIterable, Sendable {
  case background, bottom, top, overlay
}
