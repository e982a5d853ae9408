/// Layout of a captured pixel in memory on a little-endian machine: 8 bits per channel, alpha is ignored.
public enum CaptureFormat: Sendable {
  /// DRM's XRGB8888 and ARGB8888: bytes B G R X.
  case bgrx
  /// DRM's XBGR8888 and ABGR8888: bytes R G B X.
  case rgbx
}
